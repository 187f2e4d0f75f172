// SPDX-License-Identifier: Apache-2.0
// What the inbox's tests share: a store of their own, and events.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/inbox/inbox.h"
#include "core/pg/transaction.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

inline pg::Connection open_inbox(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "onceover-test"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

inline inbox::Event event_of(const std::string& id, const std::string& fingerprint = "A",
                             const std::string& source = "orders") {
  inbox::Event event;
  event.source = source;
  event.id = id;
  event.fingerprint = fingerprint;
  return event;
}

inline inbox::Event version_of(const std::string& id, const std::string& aggregate, std::int64_t version) {
  inbox::Event event = event_of(id);
  event.aggregate = inbox::Aggregate{"order", aggregate, version};
  return event;
}

inline std::string words_of(const std::vector<inbox::Answer>& answers) {
  std::string words;
  for (const inbox::Answer answer : answers)
    words += std::string(words.empty() ? "" : " ") + std::string(word(answer));
  return words;
}

// Printed, so that a failure can be replayed: ONCEOVER_SEED.
inline unsigned seed_of_run() {
  const char* given = std::getenv("ONCEOVER_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                                         : std::random_device{}() % 1'000'000;
  std::printf("ONCEOVER_SEED=%u\n", seed);
  return seed;
}

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence() + " " + result.error().detail);
  return std::move(*result);
}

class InboxTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open_inbox(database.conninfo());
  inbox::Policy policy{.attempts = 3, .base = Duration::zero(), .cap = Duration::zero()};
  inbox::Inbox box{connection, "billing", policy};

  static void begin(pg::Connection& on) { (void)must(on.exec("BEGIN ISOLATION LEVEL READ COMMITTED")); }
  static void commit(pg::Connection& on) { EXPECT_EQ(must(on.exec("COMMIT")).tag(), "COMMIT"); }
  // In a transaction of its own.
  std::string accepted(const std::vector<inbox::Event>& events) {
    begin(connection);
    auto answers = must(box.accept_within(events));
    commit(connection);
    return words_of(answers);
  }
  template <class T, class V>
  static T take(Result<V> outcome) {
    V value = must(std::move(outcome));
    if (!std::holds_alternative<T>(value))
      throw std::runtime_error("another outcome: alternative " + std::to_string(value.index()));
    return std::get<T>(std::move(value));
  }
  inbox::Attempt begun(const std::string& id) {
    return take<inbox::Begun>(box.begin(event_of(id), "test")).attempt;
  }
  void expire(const std::string& id) {
    raw.tamper(
        "UPDATE onceover.inbox SET locked_until = clock_timestamp() - interval '1 second' WHERE event_id = "
        "$1",
        {id});
  }
  // "in_progress 1", with the attempts.
  std::string state_of(const std::string& id) {
    return raw.scalar(
        "SELECT coalesce((SELECT state || ' ' || attempts FROM onceover.inbox WHERE event_id = $1), 'none')",
        {id});
  }
  std::string count() { return raw.scalar("SELECT count(*) FROM onceover.inbox"); }
};

}  // namespace onceover::test
