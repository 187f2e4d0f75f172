// SPDX-License-Identifier: Apache-2.0
// What is proposed to be written follows from how rows of each state look. Each test is a proposal that once
// did harm.
#include <gmock/gmock.h>

#include "core/tables/detect/proposal.h"
#include "core/tables/detect/signature.h"
#include "tests/unit/tables/table_of.h"

namespace onceover::tables {
namespace {

using namespace test;
using key::State;
using testing::HasSubstr;
using Value = Assignment::Value;

// Twelve rows: done, failed and running in turn.
const std::vector<std::string> turn{"done", "failed", "running"};

Cells where(const std::string& word, const std::vector<std::string>& words, Cells value,
            Cells otherwise = nullptr) {
  return [=](int row) {
    const bool is = words[static_cast<std::size_t>(row) % words.size()] == word;
    return is ? value(row) : otherwise ? otherwise(row) : Cell();
  };
}
Cells minutes(int plus) {
  return [plus](int row) { return Cell(at((row + plus) % 60, 0, 1 + (row + plus) / 60)); };
}

StateRule is(const std::string& word, State state) {
  return {.when = {{.column = "status", .is = Condition::Is::one_of, .values = {word}}}, .state = state};
}

Profile requests() {
  return {.name = "requests",
          .schema = "public",
          .table = "requests",
          .identity = {"key"},
          .key = "key",
          .never_null = {"key", "status", "created_at"},
          .states = {.column = "status",
                     .rules = {is("done", State::succeeded), is("failed", State::failed),
                               is("running", State::in_progress)}},
          .created_at = {.column = "created_at"},
          .completed_at = {.column = "completed_at"}};
}

TableOf table() {
  TableOf out("requests");
  out.column("key", "text!", key("k"))
      .unique({"key"})
      .column("status", "text!", cycle(turn))
      .column("created_at", "timestamptz!", minutes(0));
  return out;
}

const Assignment* assignment(const ProposedWrites& writes, Verb verb, const std::string& column) {
  const auto write = writes.writes.find(verb);
  if (write == writes.writes.end()) return nullptr;
  const auto found = std::ranges::find(write->second.set, column, &Assignment::column);
  return found == write->second.set.end() ? nullptr : &*found;
}
std::string why_not(const ProposedWrites& writes, Verb verb) {
  for (const auto& [one, why] : writes.unknown) {
    if (one == verb) return why;
  }
  return {};
}

// Without its owner a row with a lease is taken by no one.
TEST(Writes, ALeaseInAZoneThatIsNotKnownIsEndedAllTheSame) {
  Profile p = requests();
  p.kind = Kind::queue;
  p.states = {.otherwise = StateRule{.state = State::in_progress, .word = "present"}};
  p.owner = "locked_by";
  p.lease = {
      .form = Lease::Form::deadline,
      .at = {.column = "locked_until", .form = TimeForm::timestamp, .zone = std::string(unknown_zone)}};
  const auto with = [&](const char* type) {
    TableOf of = table();
    of.column("locked_by", "text", where("running", turn, always("w1")));
    return propose_writes(
        p, of.column("locked_until", type, where("running", turn, minutes(5), minutes(1))).facts());
  };
  const ProposedWrites nullable = with("timestamp");
  const Assignment* until = assignment(nullable, Verb::release, "locked_until");
  EXPECT_EQ(assignment(with("timestamp!"), Verb::release, "locked_until"), nullptr)
      << "no time can be written";
  ASSERT_NE(until, nullptr);
  EXPECT_EQ(until->value, Value::null);
}

// A worker takes what is ready, whatever its state.
TEST(Writes, AFlagThatFinishedRowsHaveOneWayIsSetWithTheEnd) {
  const auto with = [](const Cells& ready) {
    TableOf of = table();
    return propose_writes(requests(), of.column("ready", "bool!", ready).facts());
  };
  const ProposedWrites as_rows_look = with(where("done", turn, always("false"), always("true")));
  const Assignment* ready = assignment(as_rows_look, Verb::succeed, "ready");
  ASSERT_NE(ready, nullptr) << why_not(as_rows_look, Verb::succeed);
  EXPECT_EQ(ready->text, "false");
  EXPECT_EQ(assignment(as_rows_look, Verb::fail, "ready"), nullptr) << "failed rows have it as running ones";
  EXPECT_EQ(assignment(with(cycle({"true", "false"})), Verb::succeed, "ready"), nullptr)
      << "finished rows differ";
}

// "expires_at" holds the lease while a key runs and the end of its retention afterwards.
TEST(Writes, ATimeThatFinishedRowsHaveAfterTheirEndIsWrittenAsTheyHaveIt) {
  Profile p = requests();
  p.lease = {.form = Lease::Form::deadline, .at = {.column = "expires_at"}};
  TableOf of = table();
  of.column("completed_at", "timestamptz",
            where(
                "running", turn, [](int) { return Cell(); }, minutes(1)));
  of.column("expires_at", "timestamptz", where("running", turn, minutes(2), minutes(31)));
  const ProposedWrites writes = propose_writes(p, of.facts());
  const Assignment* expires = assignment(writes, Verb::succeed, "expires_at");
  ASSERT_NE(expires, nullptr) << why_not(writes, Verb::succeed);
  EXPECT_EQ(expires->value, Value::now);
  EXPECT_EQ(expires->plus, std::chrono::minutes(30));
  EXPECT_THAT(writes.looks.at(Verb::succeed), testing::StartsWith("not rehearsed: 4 rows."));
}

TEST(Writes, ATimeBesideAnEndThatIsNoTimeIsLeftToAPerson) {
  Profile p = requests();
  p.lease = {.form = Lease::Form::deadline, .at = {.column = "expires_at"}};
  TableOf of = table();
  of.column("completed_at", "timestamptz",
            where("running", turn, always("0001-01-01 00:00:00+00"), always("0001-01-01 00:00:00+00")));
  of.column("expires_at", "timestamptz", where("running", turn, minutes(2), minutes(31)));
  EXPECT_THAT(why_not(propose_writes(p, of.facts()), Verb::succeed),
              HasSubstr("no column shows when they ended"));
}

TEST(Writes, ATimeAfterTheEndAtDifferentDistancesIsLeftToAPerson) {
  Profile p = requests();
  TableOf of = table();
  of.column("completed_at", "timestamptz",
            where(
                "running", turn, [](int) { return Cell(); }, minutes(1)));
  of.column("c7", "timestamptz",
            where("running", turn, minutes(2), [](int row) { return minutes(5 * (row + 2))(row); }));
  const ProposedWrites writes = propose_writes(p, of.facts());
  EXPECT_THAT(why_not(writes, Verb::succeed),
              HasSubstr("finished rows have a time in \"c7\" that is after their end (4 of 4)"));
  // The same of a profile's own write, until it says what to put there.
  Write write{.set = {{.column = "status", .text = "done"}, {.column = "completed_at", .value = Value::now}},
              .declared = true};
  const Verdict silent = verdict_on(p, of.facts(), Verb::succeed, write);
  EXPECT_EQ(silent.is, Verdict::Is::withheld);
  EXPECT_THAT(silent.sentence(), HasSubstr("may take such a row again"));
  write.set.push_back({.column = "c7", .value = Value::now, .plus = std::chrono::hours(1)});
  EXPECT_EQ(verdict_on(p, of.facts(), Verb::succeed, write).is, Verdict::Is::offered);
}

TEST(Writes, ATimeThatWasSetAtTheCreationStays) {
  TableOf of = table();
  of.column("completed_at", "timestamptz",
            where(
                "running", turn, [](int) { return Cell(); }, minutes(1)));
  of.column("expires_at", "timestamptz!", minutes(90));
  Profile p = requests();
  p.expires_at = {.column = "expires_at"};
  const ProposedWrites writes = propose_writes(p, of.facts());
  EXPECT_TRUE(writes.writes.contains(Verb::succeed)) << why_not(writes, Verb::succeed);
  EXPECT_EQ(assignment(writes, Verb::succeed, "expires_at"), nullptr);
}

TEST(Writes, TooFewFinishedRowsShowNothing) {
  Profile p = requests();
  p.expires_at = {.column = "expires_at"};
  TableOf of("requests");
  of.column("key", "text!")
      .unique({"key"})
      .column("status", "text!")
      .column("created_at", "timestamptz!")
      .column("completed_at", "timestamptz");
  of.column("expires_at", "timestamptz");
  EXPECT_THAT(propose_writes(p, of.facts()).looks.at(Verb::succeed),
              testing::StartsWith("not rehearsed: 0 rows."));
}

TEST(Writes, AFailureStampsNoTimeThatNoFailedRowHas) {
  TableOf of = table();
  of.column("completed_at", "timestamptz", where("done", turn, minutes(1)));
  const ProposedWrites writes = propose_writes(requests(), of.facts());
  EXPECT_NE(assignment(writes, Verb::succeed, "completed_at"), nullptr);
  EXPECT_TRUE(writes.writes.contains(Verb::fail));
  EXPECT_EQ(assignment(writes, Verb::fail, "completed_at"), nullptr);
}

struct Jobs {
  const std::vector<std::string> words{"queued", "running", "failed", "done"};
  Profile p = requests();
  TableOf of{"jobs"};
  Jobs() {
    p.kind = Kind::queue;
    p.states.rules = {is("queued", State::in_progress), is("running", State::in_progress),
                      is("failed", State::failed), is("done", State::succeeded)};
    p.completed_at = {};
    p.owner = "locked_by";
    p.lease = {.form = Lease::Form::since, .at = {.column = "locked_at"}, .length = std::chrono::minutes(1)};
    of.column("key", "text!", key("k"))
        .unique({"key"})
        .column("status", "text!", cycle(words))
        .column("created_at", "timestamptz!", minutes(0));
    of.column("locked_at", "timestamptz", where("running", words, minutes(1)));
    of.column("locked_by", "text", where("running", words, always("w1")));
    of.column("picked", "bool!", where("running", words, always("true"), always("false")));
  }
};

TEST(Writes, WorkIsQueuedAgainAsWhatWaits) {
  const Jobs jobs;
  const ProposedWrites writes = propose_writes(jobs.p, jobs.of.facts());
  ASSERT_NE(assignment(writes, Verb::requeue, "status"), nullptr);
  EXPECT_EQ(assignment(writes, Verb::requeue, "status")->text, "queued");
}

TEST(Writes, WhatIsGivenBackLooksLikeWhatWaits) {
  const Jobs jobs;
  const ProposedWrites writes = propose_writes(jobs.p, jobs.of.facts());
  ASSERT_NE(assignment(writes, Verb::release, "status"), nullptr);
  EXPECT_EQ(assignment(writes, Verb::release, "status")->text, "queued");
  EXPECT_EQ(assignment(writes, Verb::release, "locked_at")->value, Value::null);
  EXPECT_EQ(assignment(writes, Verb::release, "locked_by")->value, Value::null);
  ASSERT_NE(assignment(writes, Verb::release, "picked"), nullptr);
  EXPECT_EQ(assignment(writes, Verb::release, "picked")->text, "false");
}

TEST(Writes, AWordOfWorkUnderWayIsNoneToWaitIn) {
  Jobs jobs;
  jobs.p.states.rules.erase(jobs.p.states.rules.begin());
  const ProposedWrites writes = propose_writes(jobs.p, jobs.of.facts());
  EXPECT_FALSE(writes.writes.contains(Verb::requeue));
  EXPECT_EQ(why_not(writes, Verb::requeue), "no word means work that waits (\"running\").");
  EXPECT_EQ(why_not(writes, Verb::release), "no word means work that waits (\"running\").");
}

TEST(Writes, NoTimeIsWrittenInAnUnknownZone) {
  Profile p = requests();
  p.completed_at = {.column = "completed_at", .form = TimeForm::timestamp, .zone = std::string(unknown_zone)};
  TableOf of = table();
  of.column(
      "completed_at", "timestamp",
      where(
          "running", turn, [](int) { return Cell(); }, [](int row) { return Cell(at(row).substr(0, 19)); }));
  const ProposedWrites writes = propose_writes(p, of.facts());
  EXPECT_THAT(why_not(writes, Verb::succeed), HasSubstr("\"completed_at\", whose time zone is not known"));
}

}  // namespace
}  // namespace onceover::tables
