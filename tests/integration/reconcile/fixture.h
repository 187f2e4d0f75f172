// SPDX-License-Identifier: Apache-2.0
// Stuck keys, a gateway that can be scripted, and a person.
#pragma once

#include <gtest/gtest.h>

#include "core/key/identity.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/own_rows.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/stop_switch.h"
#include "core/sweeper/reaper.h"
#include "core/sweeper/sweeper.h"
#include "tests/integration/engine/fixture.h"
#include "tests/support/fake_gateway.h"

namespace onceover::test {

inline const audit::Actor alice{"alice", "desk-1", "onceover-test"};
inline const audit::Actor bob{"bob", "desk-2", "onceover-test"};

class StuckTest : public EngineTest {
 protected:
  FakeGateway gateway;
  const tables::Profile& profile = tables::own();

  static key::Identity id_of(const std::string& key) { return request_for(key).id; }
  static std::string downstream(const std::string& key) { return key::downstream_key(id_of(key), "refund"); }

  // An executor claims and dies; its lease has ended.
  engine::Claim stuck(const std::string& key) {
    engine::Claim claim = claimed(key);
    expire_lease(key);
    return claim;
  }
  browse::KeyRow row(const std::string& key) {
    auto now = reconcile::read(connection, profile, id_of(key));
    if (!now) throw std::runtime_error(now.error().sentence());
    if (!*now) throw std::runtime_error("no row for " + key);
    return **now;
  }
  browse::KeyRow own(const std::string& key, const audit::Actor& who = alice) {
    return take<reconcile::Owned>(reconcile::own(connection, profile, reconcile::fenced(row(key)),
                                                 std::chrono::seconds(60), who, "on call"))
        .row;
  }
  reconcile::JudgedEvidence ask(const browse::KeyRow& owned) {
    return reconcile::ask(gateway, {owned}, owned.updated_at,
                          {Steady::now() + std::chrono::seconds(5), 8, true})
        .front();
  }
  auto settle(const browse::KeyRow& owned, const audit::Actor& who = alice) {
    return reconcile::settle(connection, profile,
                             reconcile::settlement_for(owned, ask(owned), "on call", std::chrono::seconds(5)),
                             who, "INC-1");
  }
  sweeper::SweepCounts sweep(sweeper::SweepConfig config = {}) {
    sweeper::Sweeper one(connection, profile, gateway, config, {"sweeper", "host", "onceover-test"},
                         &counters, Random(1));
    auto counts = one.run_once();
    if (!counts) throw std::runtime_error(counts.error().sentence());
    return *counts;
  }
  std::string audit_rows(const std::string& where = "true") {
    return raw.scalar("SELECT count(*) FROM onceover.audit WHERE " + where);
  }
};

}  // namespace onceover::test
