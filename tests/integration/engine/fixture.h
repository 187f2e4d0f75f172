// SPDX-License-Identifier: Apache-2.0
// What the engine's tests share: a store of their own and requests to claim it with.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

inline pg::Connection open_or_throw(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "onceover-test"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

inline engine::Request request_for(const std::string& key, const std::string& body = R"({"amount":1000})") {
  return {{"acme", "POST /refunds", key},
          key::fingerprint(body),
          "test",
          "corr-1",
          {"c_1", "10.00", "EUR", "ch_1"}};
}

inline key::StoredResponse response_with(const std::string& body, int code = 201) {
  return {key::response_version, code, {{"Content-Type", "application/json"}}, body};
}

class EngineTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open_or_throw(database.conninfo());
  metrics::Counters counters;
  engine::Engine engine{connection, &counters};
  engine::OperationPolicy policy{};

  // The only value of an outcome that must be a T.
  template <class T, class V>
  static T take(Result<V> outcome) {
    if (!outcome) throw std::runtime_error(outcome.error().sentence());
    if (!std::holds_alternative<T>(*outcome))
      throw std::runtime_error("another outcome: alternative " + std::to_string(outcome->index()));
    return std::get<T>(std::move(*outcome));
  }
  engine::Claim claimed(const std::string& key) {
    return take<engine::Claim>(engine.claim(request_for(key), policy));
  }
  void expire_lease(const std::string& key) {
    raw.tamper(
        "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 second' WHERE key = $1",
        {key});
  }
  std::string state_of(const std::string& key) {
    return raw.scalar("SELECT state FROM onceover.keys WHERE key = $1", {key});
  }
};

}  // namespace onceover::test
