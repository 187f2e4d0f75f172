// SPDX-License-Identifier: Apache-2.0
#include "core/tables/states.h"

#include <gtest/gtest.h>

namespace onceover::tables {
namespace {

using key::State;
using Is = Condition::Is;

Condition is_one_of(std::string column, std::vector<std::string> values) {
  return {.column = std::move(column), .is = Is::one_of, .values = std::move(values)};
}
Condition is(std::string column, Is what) { return {.column = std::move(column), .is = what}; }

Profile with(States states) {
  Profile p;
  p.states = std::move(states);
  return p;
}

// Closed words; "DONE" and "OLD" are both succeeded.
Profile words() {
  return with({.column = "status",
               .rules = {{{is_one_of("status", {"NEW"})}, State::in_progress},
                         {{is_one_of("status", {"DONE"})}, State::succeeded},
                         {{is_one_of("status", {"OLD"})}, State::succeeded},
                         {{is_one_of("status", {"BAD"})}, State::failed}}});
}

// Done and dead as times, dead second.
Profile instants() {
  return with({.rules = {{{is("done_at", Is::not_null)}, State::succeeded, "done"},
                         {{is("dead_at", Is::not_null)}, State::failed, "dead"}},
               .otherwise = StateRule{{}, State::in_progress, "waiting"}});
}

// Open vocabulary with a final word, and a lock that says whether anybody is at it.
Profile open_words() {
  return with({.column = "point",
               .rules = {{{is_one_of("point", {"finished"})}, State::succeeded},
                         {{is("locked_at", Is::null)}, State::released}},
               .otherwise = StateRule{{}, State::in_progress}});
}

}  // namespace

TEST(StateIs, IsOneComparisonForClosedWords) {
  EXPECT_EQ(state_is(words(), {State::in_progress}), "k.\"status\" = 'NEW'");
  auto with_deleted = words();
  with_deleted.set_aside = {{.column = "gone"}, {.column = "off", .is = Condition::Is::yes}};
  EXPECT_EQ(state_is(with_deleted, {State::in_progress}),
            "(k.\"status\" = 'NEW' AND k.\"gone\" IS NULL AND k.\"off\" IS NOT TRUE)");
  EXPECT_EQ(state_by_rules(with_deleted, {State::in_progress}), "k.\"status\" = 'NEW'");
  EXPECT_EQ(is_set_aside(with_deleted), "(k.\"gone\" IS NOT NULL OR (k.\"off\") IS TRUE)");
  EXPECT_EQ(is_set_aside(words()), "FALSE");
  EXPECT_EQ(state_is(words(), {State::succeeded, State::failed}), "k.\"status\" IN ('DONE', 'OLD', 'BAD')");
  EXPECT_EQ(state_is(words(), {State::released}), "FALSE");
  EXPECT_EQ(state_is(words(), {State::failed}, ""), "\"status\" = 'BAD'");
}

TEST(StateIs, SaysWhatEarlierRulesLeave) {
  EXPECT_EQ(state_is(instants(), {State::succeeded}), "k.\"done_at\" IS NOT NULL");
  EXPECT_EQ(state_is(instants(), {State::failed}), "(k.\"dead_at\" IS NOT NULL AND k.\"done_at\" IS NULL)");
  EXPECT_EQ(state_is(instants(), {State::in_progress}), "(k.\"done_at\" IS NULL AND k.\"dead_at\" IS NULL)");
  // A dead row that is done counts as done, and done is not asked for.
  EXPECT_EQ(state_is(instants(), {State::in_progress, State::failed}), "k.\"done_at\" IS NULL");
}

TEST(StateIs, NullIsNotAWord) {
  EXPECT_EQ(state_is(open_words(), {State::in_progress}),
            "((k.\"point\" IS NULL OR k.\"point\" <> 'finished') AND k.\"locked_at\" IS NOT NULL)");
  EXPECT_EQ(state_is(open_words(), {State::released}),
            "(k.\"locked_at\" IS NULL AND (k.\"point\" IS NULL OR k.\"point\" <> 'finished'))");
  Profile declared = open_words();
  declared.never_null = {"point"};
  EXPECT_EQ(state_is(declared, {State::in_progress}),
            "(k.\"point\" <> 'finished' AND k.\"locked_at\" IS NOT NULL)");
}

TEST(StateIs, KeepsARuleThatALaterOneWouldTakeFromTheRest) {
  // A failed row that is also done: the first rule decides, so it is not among the done, and belongs to what
  // is asked for.
  const Profile p = with(
      {.rules = {{{is("failed", Is::yes)}, State::in_progress}, {{is("done", Is::yes)}, State::succeeded}},
       .otherwise = StateRule{{}, State::in_progress}});
  EXPECT_EQ(state_is(p, {State::in_progress}), "(k.\"done\" IS NOT TRUE OR k.\"failed\")");
  EXPECT_EQ(state_is(p, {State::succeeded}), "(k.\"done\" AND k.\"failed\" IS NOT TRUE)");
}

TEST(StateIs, OfPresenceAloneIsEveryRowOrNone) {
  const Profile p = with({.otherwise = StateRule{{}, State::succeeded, "present"}});
  EXPECT_EQ(state_is(p, {State::succeeded}), "TRUE");
  EXPECT_EQ(state_is(p, {State::failed}), "FALSE");
  EXPECT_EQ(state_number(p), "0");
  ASSERT_NE(rule_at(p, 0), nullptr);
  EXPECT_EQ(rule_at(p, 0)->word, "present");
}

TEST(StateNumber, GivesTheFirstRuleThatHolds) {
  EXPECT_EQ(state_number(instants()),
            "CASE WHEN k.\"done_at\" IS NOT NULL THEN 0 WHEN k.\"dead_at\" IS NOT NULL THEN 1 ELSE 2 END");
  EXPECT_EQ(rule_at(instants(), 1)->word, "dead");
  EXPECT_EQ(rule_at(instants(), 2)->word, "waiting");
  EXPECT_EQ(rule_at(instants(), 3)->word, "waiting");
  EXPECT_EQ(rule_at(instants(), std::nullopt), nullptr);
  EXPECT_EQ(rule_at(words(), 4), nullptr);
}

TEST(AreDisjoint, TellsWhatNoRowCanBeBothOf) {
  EXPECT_TRUE(are_disjoint(is_one_of("a", {"x", "y"}), is_one_of("a", {"z"})));
  EXPECT_FALSE(are_disjoint(is_one_of("a", {"x", "y"}), is_one_of("a", {"y"})));
  EXPECT_FALSE(are_disjoint(is_one_of("a", {"x"}), is_one_of("b", {"z"})));
  EXPECT_TRUE(are_disjoint(is("a", Is::null), is_one_of("a", {"x"})));
  EXPECT_TRUE(are_disjoint(is("a", Is::null), is("a", Is::not_null)));
  EXPECT_TRUE(are_disjoint(is("a", Is::yes), is("a", Is::no)));
  EXPECT_FALSE(are_disjoint(is("a", Is::yes), is("a", Is::not_null)));
  EXPECT_TRUE(are_disjoint({.column = "c", .is = Is::between, .lowest = 200, .highest = 299},
                           {.column = "c", .is = Is::between, .lowest = 300, .highest = 399}));
  EXPECT_FALSE(are_disjoint({.column = "c", .is = Is::between, .lowest = 200, .highest = 300},
                            {.column = "c", .is = Is::between, .lowest = 300, .highest = 399}));
}

TEST(ConditionSql, AndItsOppositeCoverEveryRow) {
  const Profile p;
  struct Row {
    Condition condition;
    std::string sql, opposite;
  };
  for (const Row& r : {
           Row{is("a", Is::null), "k.\"a\" IS NULL", "k.\"a\" IS NOT NULL"},
           Row{is("a", Is::yes), "k.\"a\"", "k.\"a\" IS NOT TRUE"},
           Row{is("a", Is::no), "NOT k.\"a\"", "k.\"a\" IS NOT FALSE"},
           Row{is_one_of("a", {"it's"}), "k.\"a\" = 'it''s'", "(k.\"a\" IS NULL OR k.\"a\" <> 'it''s')"},
           Row{is_one_of("a", {}), "FALSE", "(k.\"a\" IS NULL OR TRUE)"},
           Row{{.column = "a", .is = Is::between, .lowest = 1, .highest = 2},
               "k.\"a\" BETWEEN 1 AND 2",
               "(k.\"a\" IS NULL OR k.\"a\" NOT BETWEEN 1 AND 2)"},
       }) {
    EXPECT_EQ(condition_sql(r.condition), r.sql);
    EXPECT_EQ(opposite_sql(p, r.condition), r.opposite);
  }
}

}  // namespace onceover::tables
