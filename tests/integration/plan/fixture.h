// SPDX-License-Identifier: Apache-2.0
// A store with stuck keys, a gateway with its own ledger, and plans over them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/plan.h"
#include "tests/integration/reconcile/fixture.h"

namespace onceover::test {

class PlanTest : public StuckTest {
 protected:
  static constexpr const char* description = "name = \"fake\"";
  const plan::GatewayNamed described{"fake", plan::digest_of(description)};

  // So many at once: key-0000001 and on, as an executor that died leaves them. Those whose number is not a
  // multiple of `lost_every` have an effect in the ledger.
  void many_stuck(int n, int lost_every = 5) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, state, "
        "fingerprint_kind, fingerprint, customer, amount, currency, reference) SELECT 'acme', 'POST "
        "/refunds', 'key-' || lpad(i::text, 7, '0'), clock_timestamp() - interval '1 hour' + i * interval '1 "
        "microsecond', nextval('onceover.fence'), clock_timestamp() - interval '1 minute', 'in_progress', "
        "'jcs-sha256', sha256(i::text::bytea), 'c_1', 10.00, 'EUR', 'ch_1' FROM generate_series(1, " +
        std::to_string(n) + ") i");
    raw.exec("ANALYZE onceover.keys");
    for (int i = 1; i <= n; ++i) {
      if (i % lost_every != 0) gateway.perform(downstream(key_name(i)));
    }
  }
  static std::string key_name(int i) {
    const std::string digits = std::to_string(i);
    return "key-" + std::string(7 - digits.size(), '0') + digits;
  }

  plan::NewPlan settling(const std::string& name = "INC-4711") const {
    plan::NewPlan made;
    made.name = name;
    made.gateway = described;
    made.reason = "worker killed";
    made.ticket = "INC-4711";
    return made;
  }
  static browse::Filter stuck_ones() {
    browse::Filter filter;
    filter.stuck = true;
    return filter;
  }
  plan::Created make(const plan::NewPlan& wanted, const browse::Filter& filter = stuck_ones()) {
    auto made = plan::create(connection, profile, wanted, filter, alice);
    if (!made) throw std::runtime_error(made.error().sentence() + " " + made.error().detail);
    return *made;
  }
  plan::Plan found(const std::string& name = "INC-4711") { return found(connection, name); }
  static plan::Plan found(pg::Connection& by, const std::string& name) {
    auto plan = plan::find(by, name);
    if (!plan) throw std::runtime_error(plan.error().sentence() + " " + plan.error().detail);
    if (!*plan) throw std::runtime_error("no plan " + name);
    return **plan;
  }
  static plan::RunOptions eager() {
    plan::RunOptions options;
    options.ask_within = std::chrono::seconds(5);
    options.lease = std::chrono::seconds(20);
    options.most = 200;
    return options;
  }
  Result<plan::Ran> work(plan::Work what, const std::string& name = "INC-4711",
                         const plan::RunOptions& options = eager(), const audit::Actor& who = alice) {
    return work_on(connection, gateway, what, name, options, who, described);
  }
  static Result<plan::Ran> work_on(pg::Connection& by, gateway::Gateway& asked, plan::Work what,
                                   const std::string& name, const plan::RunOptions& options,
                                   const audit::Actor& who, const plan::GatewayNamed& described,
                                   const std::function<bool()>& go_on = {}) {
    auto runner = plan::Runner::start(by, found(by, name), what, &asked, described, who, options, Random(7));
    if (!runner) return fail(runner.error());
    return plan::run(**runner, go_on);
  }
  plan::Ran must(Result<plan::Ran> ran) {
    if (!ran) throw std::runtime_error(ran.error().sentence() + " " + ran.error().detail);
    return *ran;
  }
  plan::Totals totals(const std::string& name = "INC-4711") {
    auto now = plan::totals(connection, found(name).id);
    if (!now) throw std::runtime_error(now.error().sentence());
    return *now;
  }
  std::vector<plan::Item> items(const std::string& name = "INC-4711") {
    std::vector<plan::Item> all;
    for (const std::int64_t id = found(name).id;;) {
      auto page = plan::items(connection, id, all.empty() ? 0 : all.back().position, 500);
      if (!page) throw std::runtime_error(page.error().sentence());
      if (page->empty()) return all;
      all.insert(all.end(), page->begin(), page->end());
    }
  }
  plan::Item item(const std::string& key, const std::string& name = "INC-4711") {
    for (const plan::Item& one : items(name)) {
      if (one.id.key == key) return one;
    }
    throw std::runtime_error("no item for " + key);
  }
  // Acts that settled, of each key at most one: "keys/rows".
  std::string settlements() {
    return raw.scalar(
        "SELECT count(DISTINCT (tenant, operation, key)) || '/' || count(*) FROM onceover.audit WHERE action "
        "= 'settle'");
  }
};

}  // namespace onceover::test
