// SPDX-License-Identifier: Apache-2.0
// What the tests of relays share: a store, a destination that does as it is told, and events.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>

#include "core/outbox/outbox.h"
#include "core/outbox/relay.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

// Keeps what it was sent; each event ends as `ends` says, by default delivered. While it holds, nothing ends.
class FakeBroker final : public outbox::Destination {
 public:
  bool send(std::uint64_t token, const outbox::Stored& event) override {
    if (on_their_way.size() >= most) return false;
    on_their_way.emplace_back(token, event);
    return true;
  }
  std::vector<outbox::Report> poll(Duration) override {
    std::vector<outbox::Report> reports;
    while (!holds && !on_their_way.empty()) {
      auto [token, event] = std::move(on_their_way.front());
      on_their_way.pop_front();
      const auto copy = copied.find(token);
      const bool is_copy = copy != copied.end();
      outbox::Report report = is_copy ? (ends_copy ? ends_copy(copy->second) : outbox::Report{})
                              : ends  ? ends(event)
                                      : outbox::Report{};
      report.token = token;
      if (report.result == outbox::Report::Result::delivered && is_copy)
        copies.emplace_back(event, copy->second);
      if (report.result == outbox::Report::Result::delivered && !is_copy) stored.push_back(std::move(event));
      reports.push_back(std::move(report));
    }
    return reports;
  }
  void abandon(Duration) override { on_their_way.clear(); }
  bool keeps_dead() const override { return keeps_copies; }
  bool send_dead(std::uint64_t token, const outbox::Stored& event, const outbox::Death& death) override {
    copied[token] = death;
    on_their_way.emplace_back(token, event);
    return true;
  }

  std::vector<std::string> ids() const {
    std::vector<std::string> out;
    for (const auto& event : stored) out.emplace_back(event.id);
    return out;
  }
  // What a consumer that knows repeats by their id has seen of each aggregate.
  std::map<std::string, std::vector<std::int64_t>> seen() const {
    std::map<std::string, std::vector<std::int64_t>> out;
    std::set<std::string> known;
    for (const auto& event : stored) {
      if (known.emplace(event.id).second) out[std::string(event.aggregate_id)].push_back(event.seq);
    }
    return out;
  }

  std::deque<std::pair<std::uint64_t, outbox::Stored>> on_their_way;
  std::vector<outbox::Stored> stored;
  std::function<outbox::Report(const outbox::Stored&)> ends;
  std::size_t most = 100'000;
  bool keeps_copies = false;
  std::map<std::uint64_t, outbox::Death> copied;
  std::vector<std::pair<outbox::Stored, outbox::Death>> copies;  // that ended well
  std::function<outbox::Report(const outbox::Death&)> ends_copy;
  bool holds = false;
};

class OutboxTest : public testing::Test {
 protected:
  pg::Connection open() const {
    auto connection = pg::Connection::open(
        {.conninfo = database.conninfo(), .application_name = "onceover-test", .pins_search_path = true});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    return std::move(*connection);
  }
  // In a transaction of its own; returns the event's id.
  static std::string enqueue(RawConnection& by, const std::string& aggregate,
                             const std::string& payload = "{}", const std::string& topic = "payments") {
    return by.scalar(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload) VALUES ($1, "
        "'payment', $2, 'payment.captured', convert_to($3, 'UTF8')) RETURNING id",
        {topic, aggregate, payload});
  }
  std::string enqueue(const std::string& aggregate) { return enqueue(raw, aggregate); }
  // Runs it until it has nothing to do.
  outbox::Turn drain(outbox::Relay& relay) {
    for (int turn = 0; turn < 1000; ++turn) {
      const auto done = relay.run_once();
      if (!done) throw std::runtime_error(done.error().sentence() + " " + done.error().detail);
      total.published += done->published;
      if (done->state != outbox::Turn::State::working) return *done;
    }
    throw std::runtime_error("the relay never rests");
  }
  // Rows that the connection has read since `before` by the indexes of tables with such a name, or without
  // any index.
  std::int64_t looked_at(const std::string& tables, std::int64_t before = 0) {
    // Also what the test itself read before: it would be counted at some later time.
    raw.exec("SELECT pg_catalog.pg_stat_force_next_flush()");
    if (auto flushed = connection.exec("SELECT pg_catalog.pg_stat_force_next_flush()"); !flushed)
      throw std::runtime_error(flushed.error().sentence());
    return std::stoll(
               raw.scalar("SELECT (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE "
                          "relname LIKE $1) + (SELECT coalesce(sum(seq_tup_read), 0) FROM "
                          "pg_stat_user_tables WHERE relname LIKE $1)",
                          {tables})) -
           before;
  }
  std::int64_t count(const std::string& sql) { return std::stoll(raw.scalar("SELECT count(*) FROM " + sql)); }

  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open();
  FakeBroker broker;
  outbox::RelayConfig config{.name = "to-kafka", .topics = {"payments"}};
  outbox::Turn total;
};

}  // namespace onceover::test
