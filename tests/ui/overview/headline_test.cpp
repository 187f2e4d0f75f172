// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "ui/overview/glance.h"

namespace onceover::overview {
namespace {

using widgets::Tone;

const Timestamp now{1'800'000'000'000'000};

struct Case {
  const char* name;
  Situation situation;
  Tone tone;
  QString sentence;
  QString details;
};

Situation calm() {
  Situation s;
  s.unfinished.knowledge = {.known = unfinished::Known::exact, .as_of = now};
  return s;
}

void notExact(Situation& s, unfinished::Known known) {
  s.unfinished.knowledge.known = known;
  s.unfinished.knowledge.why = "No sweeper has looked.";
  s.unfinished.knowledge.remedy = "Run one.";
}

Situation stuck(std::int64_t n, std::vector<std::string> operations, Duration age) {
  Situation s = calm();
  s.unfinished.stuck = n;
  s.operations = std::move(operations);
  s.unfinished.oldest_stuck = now - age;
  return s;
}

template <class Change>
Situation with(Situation s, Change change) {
  change(s);
  return s;
}

class HeadlineTest : public testing::TestWithParam<Case> {};

TEST_P(HeadlineTest, SaysIt) {
  const Headline said = headlineOf(GetParam().situation);
  EXPECT_EQ(said.sentence.toStdString(), GetParam().sentence.toStdString());
  EXPECT_EQ(said.details.join('\n').toStdString(), GetParam().details.toStdString());
  EXPECT_EQ(said.tone, GetParam().tone);
  EXPECT_FALSE(said.icon.isEmpty());
}

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

INSTANTIATE_TEST_SUITE_P(
    Table, HeadlineTest,
    testing::Values(
        Case{"Calm", calm(), Tone::ok, "Nothing is stuck: every lease is live or settled.", ""},
        Case{"EmptyStore", with(calm(), [](auto& s) { s.isEmpty = true; }), Tone::muted, "No keys yet.", ""},
        Case{"OneKey", stuck(1, {"POST /refunds"}, seconds(42)), Tone::danger,
             "1 key is stuck: clients of POST /refunds have been getting 409 for 42 s.", ""},
        Case{"ThreeKeys", stuck(3, {"POST /refunds"}, minutes(4) + seconds(30)), Tone::danger,
             "3 keys are stuck: clients of POST /refunds have been getting 409 for 4 min.", ""},
        Case{"TwoOperations", stuck(12, {"POST /refunds", "PUT /payouts"}, hours(3)), Tone::danger,
             "12 keys are stuck: clients of POST /refunds and PUT /payouts have been getting 409 for 3 h.",
             ""},
        Case{"ManyOperations", stuck(12, {"a", "b", "c", "d"}, hours(30)), Tone::danger,
             "12 keys are stuck: clients of a and 3 other operations have been getting 409 for 1 d 6 h.", ""},
        Case{"NoOperationKnown",
             with(stuck(70, {}, minutes(2)), [](auto& s) { notExact(s, unfinished::Known::at_least); }),
             Tone::danger, "At least 70 keys are stuck: their clients have been getting 409 for 2 min.",
             "No sweeper has looked. Run one."},
        Case{"SomeNeedAPerson", with(stuck(3, {"x"}, minutes(1)), [](auto& s) { s.needsHuman = 2; }),
             Tone::danger, "3 keys are stuck: clients of x have been getting 409 for 1 min.",
             "2 of them need a person: evidence does not settle them."},
        Case{"AllNeedAPerson", with(stuck(3, {"x"}, minutes(1)), [](auto& s) { s.needsHuman = 3; }),
             Tone::danger, "3 keys are stuck: clients of x have been getting 409 for 1 min.",
             "All of them need a person: evidence does not settle them."},
        Case{"TheOnlyOneNeedsAPerson", with(stuck(1, {"x"}, minutes(1)), [](auto& s) { s.needsHuman = 1; }),
             Tone::danger, "1 key is stuck: clients of x have been getting 409 for 1 min.",
             "It needs a person: evidence does not settle it."},
        Case{"SomeWereNotRetried",
             with(stuck(3, {"x"}, hours(9)),
                  [](auto& s) {
                    s.unfinished.unretried = 2;
                    s.unfinished.oldest_ended_lease = now - minutes(1);
                  }),
             Tone::danger, "3 keys are stuck: clients of x have been getting 409 for 1 min.",
             "2 of them are released, and no client has retried in time.\nClients get 409 meanwhile."},
        Case{"AllWereNotRetried",
             with(stuck(3, {"x"}, hours(9)), [](auto& s) { s.unfinished.unretried = 3; }), Tone::warn,
             "3 keys are released, and no client has retried in time.", "Clients get 409 meanwhile."},
        Case{"AtLeastOneWasNotRetried",
             with(stuck(1, {"x"}, hours(9)),
                  [](auto& s) {
                    s.unfinished.unretried = 1;
                    notExact(s, unfinished::Known::at_least);
                  }),
             Tone::warn, "At least 1 key is released, and no client has retried in time.",
             "No sweeper has looked. Run one.\nClients get 409 meanwhile."},
        Case{"NobodySweeps", with(stuck(1, {"x"}, minutes(1)), [](auto& s) { s.settled = 0; }), Tone::danger,
             "1 key is stuck: clients of x have been getting 409 for 1 min.",
             "No key was settled in the last 5 minutes: is a sweeper running?"},
        Case{"StoppedSaysWhyNobodySweeps",
             with(stuck(1, {"x"}, minutes(1)), [](auto& s) { s.settled = 0, s.stopped = true; }),
             Tone::danger, "1 key is stuck: clients of x have been getting 409 for 1 min.",
             "The stop switch is on: stuck keys stay stuck until it is off."},
        Case{"StoppedAndCalm", with(calm(), [](auto& s) { s.stopped = true; }), Tone::warn,
             "Nothing is stuck: every lease is live or settled.",
             "The stop switch is on: stuck keys stay stuck until it is off."},
        Case{"OnlyPeople", with(calm(), [](auto& s) { s.needsHuman = 1; }), Tone::warn,
             "1 key needs a person: evidence does not settle it.", ""},
        Case{"NothingLookedAt", with(calm(), [](auto& s) { notExact(s, unfinished::Known::unknown); }),
             Tone::warn, "It is unknown whether any key is stuck.", "No sweeper has looked. Run one."},
        Case{"NothingFoundYet", with(calm(), [](auto& s) { notExact(s, unfinished::Known::at_least); }),
             Tone::warn, "It is unknown whether any key is stuck.", "No sweeper has looked. Run one."},
        Case{"BeingRead",
             with(calm(),
                  [](auto& s) {
                    notExact(s, unfinished::Known::unknown), s.unfinished.knowledge.looked = 0.4;
                  }),
             Tone::warn, "It is unknown whether any key is stuck.",
             "The table is being read in the background.\nNo sweeper has looked. Run one."},
        Case{"LeasesAreNotSeen", with(calm(), [](auto& s) { s.unfinished.leases_are_seen = false; }),
             Tone::warn, "It is unknown whether any key is stuck.",
             "Leases cannot be observed in this table."},
        Case{"PeopleAndUnknown",
             with(calm(), [](auto& s) { notExact(s, unfinished::Known::unknown), s.needsHuman = 1; }),
             Tone::warn, "1 key needs a person: evidence does not settle it.",
             "It is unknown whether any other key is stuck.\nNo sweeper has looked. Run one."},
        Case{"Mismatches", with(calm(), [](auto& s) { s.mismatches = 2; }), Tone::ok,
             "Nothing is stuck: every lease is live or settled.",
             "2 requests were refused in the last 5 minutes: the key was used with another payload."},
        Case{"AHostileOperation", stuck(1, {"<b>x</b>\n\xE2\x80\xAEy"}, minutes(1)), Tone::danger,
             "1 key is stuck: clients of <b>x</b>\\n\\u{202e}y have been getting 409 for 1 min.", ""}),
    [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace onceover::overview
