// SPDX-License-Identifier: Apache-2.0
// One quiet store for a suite: no history, no traffic, no faults, nobody dies unless asked to.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

#include "app/try/faults.h"
#include "app/try/gateway_server.h"
#include "app/try/local_http.h"
#include "app/try/try_store.h"
#include "core/gateway/open.h"
#include "core/key/identity.h"
#include "core/sweeper/sweeper.h"
#include "core/tables/profile.h"
#include "tests/support/eventually.h"
#include "tests/support/patience.h"
#include "tests/support/raw.h"

namespace onceover::try_it {

inline TryOptions quiet() {
  return {.history_rows = 0,
          .workers = 2,
          .lease = std::chrono::seconds(60),  // tests end leases themselves
          .gateway_timeout = std::chrono::milliseconds(700),
          .traffic = false,
          .chaos = false,
          .faults = {},
          .events = false};
}

inline std::unique_ptr<TryStore> started(const TryOptions& options) {
  auto store = TryStore::start(options);
  if (!store) throw std::runtime_error(store.error().sentence() + "\n" + store.error().detail);
  if (const auto made = (*store)->wait_for_history(test::patience); !made)
    throw std::runtime_error(made.error().sentence());
  return std::move(*store);
}

inline int port_of(const std::string& url) { return std::stoi(url.substr(url.rfind(':') + 1)); }

// The keys for which there was any answer, or none.
inline std::size_t keys_asked(const Clients& clients) {
  std::set<std::tuple<std::string, std::string, std::string>> keys;
  for (const Answered& one : clients.answers()) keys.emplace(one.tenant, one.operation, one.key);
  return keys.size();
}

// TryStoreTest<make>: the store that make() describes, one a suite.
template <TryOptions (*make)()>
class StoreSuite : public testing::Test {
 protected:
  static void SetUpTestSuite() { store_ = started(make()); }
  static void TearDownTestSuite() { store_.reset(); }

  TryStore& store() { return *store_; }
  GatewayServer& gateway() { return store_->gateway(); }
  test::RawConnection raw{store_->conninfo()};

  static std::string new_key(const std::string& name) {
    static std::atomic<int> number{0};
    return name + "-" + std::to_string(++number);
  }

  // One request that dies on the way; a worker that is just starting again may refuse it first.
  HttpReply crash(const std::string& path, const std::string& key, const std::string& body,
                  CrashPoint point) {
    HttpReply reply;
    const bool died = test::eventually([&] {
      const auto before = store_->events().size();
      reply = call(port_of(store_->service_url()),
                   {"POST",
                    path,
                    {{"Idempotency-Key", key}, {std::string(crash_header), std::string(word(point))}},
                    body},
                   std::chrono::seconds(10));
      return reply.status == 0 &&
             test::eventually([&] { return store_->events().size() > before; }, std::chrono::seconds(2));
    });
    EXPECT_TRUE(died) << "nobody died at " << word(point) << "; HTTP " << reply.status << " " << reply.body;
    return reply;
  }

  // As a client that tries again where a dead worker's connection was cut.
  HttpReply post(const std::string& path, const std::string& key, const std::string& body) {
    HttpReply answer;
    test::eventually([&] {
      answer = store_->post(path, key, body);
      return answer.status != 0;
    });
    return answer;
  }

  void expire(const std::string& operation, const std::string& key) {
    const auto expired = store_->expire_lease({"acme", operation, key});
    if (!expired) throw std::runtime_error(expired.error().sentence());
  }
  std::string state_of(const std::string& key) {
    const auto rows = raw.exec("SELECT state FROM onceover.keys WHERE key = $1", {key});
    return rows.empty() ? "" : rows[0][0].value_or("");
  }
  int effects(const std::string& operation, const std::string& effect, const std::string& key) {
    return store_->effects(key::downstream_key({"acme", operation, key}, effect));
  }

  // One pass of the sweeper over the store, asking this gateway by the configuration the store has written.
  sweeper::SweepCounts sweep() {
    auto asked = gateway::open_gateway(store_->gateway_config_path());
    if (!asked) throw std::runtime_error(asked.error().sentence());
    auto connection = pg::Connection::open({.conninfo = store_->conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    sweeper::Sweeper one(*connection, tables::own(), **asked, {},
                         {.name = "test", .program = "integration_try"}, nullptr, Random(1));
    auto counts = one.run_once();
    if (!counts) throw std::runtime_error(counts.error().sentence() + counts.error().detail);
    return *counts;
  }

 private:
  static inline std::unique_ptr<TryStore> store_;
};

}  // namespace onceover::try_it
