// SPDX-License-Identifier: Apache-2.0
// What was done to a store, as marks over a chart.
#include <gtest/gtest.h>

#include "core/metrics/chart.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using metrics::Mark;
using std::chrono::minutes;
using std::chrono::seconds;

class MarksTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open();
  const Timestamp from = *parse_iso("2026-11-21T10:00:00Z");

  pg::Connection open() {
    auto opened = pg::Connection::open({.conninfo = database.conninfo()});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  void acted(Timestamp at, const std::string& action, const std::string& program,
             const std::string& to_state = {}, const std::string& reason = "because", int n = 1) {
    raw.exec(
        "SET session_replication_role = replica; INSERT INTO onceover.audit (at, action, actor, host, "
        "program, to_state, reason) SELECT '" +
        iso(at) + "', '" + action + "', 'alice', 'h', '" + program + "', nullif('" + to_state + "', ''), '" +
        reason + "' FROM generate_series(1, " + std::to_string(n) + ")");
  }
  metrics::Marks read(Duration step = minutes(1)) {
    auto marks = metrics::marks(connection, from, from + minutes(60), step);
    EXPECT_TRUE(marks) << marks.error().sentence();
    return marks ? std::move(*marks) : metrics::Marks{};
  }
};

TEST_F(MarksTest, ActsOfAStepAreOneMarkAndEachKindSaysWhatItIs) {
  acted(from + seconds(5), "settle", "oncectl sweep", "succeeded", "evidence", 3);
  acted(from + seconds(40), "settle", "oncectl sweep", "succeeded", "evidence");
  acted(from + seconds(61), "settle", "oncectl sweep", "succeeded", "evidence");
  acted(from + minutes(5), "undo", "onceover");
  acted(from + minutes(6), "stop", "oncectl", "", "the gateway is mad");
  acted(from + minutes(7), "start", "oncectl", "", "it is well again");
  const metrics::Marks marks = read();
  ASSERT_EQ(marks.marks.size(), 5U);
  EXPECT_EQ(marks.marks[0].text, "The sweeper settled 4 keys as succeeded");
  EXPECT_EQ(marks.marks[0].kind, Mark::Kind::sweep);
  EXPECT_EQ(marks.marks[0].n, 4);
  EXPECT_EQ(marks.marks[0].at, from + seconds(5));
  EXPECT_EQ(marks.marks[0].until, from + seconds(40));
  EXPECT_EQ(marks.marks[1].text, "The sweeper settled 1 key as succeeded");
  EXPECT_FALSE(marks.marks[1].until);
  EXPECT_EQ(marks.marks[2].text, "alice did: undo");
  EXPECT_EQ(marks.marks[2].kind, Mark::Kind::act);
  EXPECT_EQ(marks.marks[3].text, "alice set the stop switch: the gateway is mad");
  EXPECT_EQ(marks.marks[3].kind, Mark::Kind::stop);
  EXPECT_EQ(marks.marks[4].text, "alice lifted the stop switch: it is well again");
  EXPECT_EQ(marks.since, from);
}

TEST_F(MarksTest, WhatLiesOutsideTheRangeIsNoMark) {
  acted(from - Duration{1}, "undo", "onceover");
  acted(from, "undo", "onceover");
  acted(from + minutes(60), "undo", "onceover");
  const metrics::Marks marks = read();
  ASSERT_EQ(marks.marks.size(), 1U);
  EXPECT_EQ(marks.marks[0].at, from);
}

TEST_F(MarksTest, APlanIsOneMarkAndItsItemsAreNone) {
  acted(from + minutes(2), "settle", "onceover", "failed", "they said so (plan monday)", 20);
  acted(from + minutes(2), "plan_running", "onceover");
  const auto plan = [&](const std::string& name, const std::string& state, const std::string& started,
                        const std::string& changed) {
    raw.exec(
        "SET session_replication_role = replica; INSERT INTO onceover.plans (name, act, state, reason, "
        "chosen_by, options, items, actor, host, program, database_oid, database_name, started_at, "
        "changed_at) VALUES ('" +
        name + "', 'settle', '" + state + "', 'r', 'list', '{}', 20, 'alice', 'h', 'p', 1, 'd', " + started +
        ", '" + changed + "')");
  };
  plan("monday", "finished", "'2026-11-21T10:01:00Z'", "2026-11-21T10:05:00Z");
  plan("going on", "running", "'2026-11-21T09:01:00Z'", "2026-11-21T09:05:00Z");
  plan("before", "finished", "'2026-11-21T09:01:00Z'", "2026-11-21T09:05:00Z");
  plan("never ran", "ready", "NULL", "2026-11-21T10:05:00Z");
  const metrics::Marks marks = read();
  ASSERT_EQ(marks.marks.size(), 2U);
  EXPECT_EQ(marks.marks[0].text, "Plan going on (settle 20 items), running, by alice");
  EXPECT_FALSE(marks.marks[0].until);
  EXPECT_EQ(marks.marks[1].kind, Mark::Kind::plan);
  EXPECT_EQ(marks.marks[1].until, from + minutes(5));
}

TEST_F(MarksTest, TooManyActsAreReadFromTheNewestOnAndItIsSaid) {
  acted(from + minutes(1), "undo", "onceover", "", "old", 5);
  acted(from + minutes(30), "undo", "onceover", "", "new", 20'000);
  const metrics::Marks marks = read(minutes(10));
  ASSERT_EQ(marks.marks.size(), 1U);
  EXPECT_EQ(marks.marks[0].n, 20'000);
  EXPECT_EQ(marks.since, from + minutes(30));
}

TEST_F(MarksTest, WhatIsNoMarkCrowdsOutNone) {
  acted(from + minutes(1), "undo", "onceover", "", "old", 5);
  acted(from + minutes(30), "own", "onceover", "", "mine", 20'000);
  acted(from + minutes(31), "ask", "onceover", "", "may I", 10);
  const metrics::Marks marks = read(minutes(10));
  ASSERT_EQ(marks.marks.size(), 1U);
  EXPECT_EQ(marks.marks[0].n, 5);
  EXPECT_EQ(marks.since, from);
}

TEST_F(MarksTest, WhatIsNoMarkIsLookedAtWithinBoundsAndItIsSaidWhereThatLeavesNone) {
  acted(from + minutes(1), "undo", "onceover", "", "old", 5);
  acted(from + minutes(30), "own", "onceover", "", "mine", 100'001);
  const metrics::Marks marks = read(minutes(10));
  EXPECT_TRUE(marks.marks.empty());
  EXPECT_EQ(marks.since, from + minutes(30));
}

TEST_F(MarksTest, AReasonThatNamesNoPlanIsAPersonsOwn) {
  acted(from + minutes(1), "settle", "onceover", "failed", "as agreed (plan B)");
  acted(from + minutes(2), "settle", "onceover", "failed", "they said so (plan monday), I asked");
  raw.exec(
      "SET session_replication_role = replica; INSERT INTO onceover.plans (name, act, state, reason, "
      "chosen_by, options, items, actor, host, program, database_oid, database_name) VALUES ('monday', "
      "'settle', 'ready', 'r', 'list', '{}', 20, 'alice', 'h', 'p', 1, 'd')");
  acted(from + minutes(3), "settle", "onceover", "failed", "r (plan B) (plan monday)");
  const metrics::Marks marks = read();
  ASSERT_EQ(marks.marks.size(), 2U);
  EXPECT_EQ(marks.marks[0].at, from + minutes(1));
  EXPECT_EQ(marks.marks[1].at, from + minutes(2));
}

TEST_F(MarksTest, ARangeWithoutAnEndIsRefused) {
  EXPECT_FALSE(metrics::marks(connection, from, from, minutes(1)));
  EXPECT_FALSE(metrics::marks(connection, from, Timestamp::infinity(), minutes(1)));
  EXPECT_FALSE(metrics::marks(connection, from, from + minutes(1), Duration{1}));
}

}  // namespace
}  // namespace onceover::test
