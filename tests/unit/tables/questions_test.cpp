// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/tables/toml.h"
#include "tests/unit/tables/table_of.h"

namespace onceover::tables {
namespace {

using test::Cell;
using test::TableOf;
using testing::ElementsAre;
using testing::HasSubstr;

test::Cells time_at(const std::string& prefix) {
  return [prefix](int row) { return Cell(prefix + std::to_string(10 + row % 40) + ":00+00"); };
}

// No name and no word in it says anything.
TableOf mute_table() {
  return std::move(TableOf("t7")
                       .column("a1", "uuid!", test::key("0b7c1d2e-0000-4000-8000-0000000000"))
                       .unique({"a1"})
                       .column("a2", "text!", test::cycle({"q1", "q2", "q3"}))
                       .column("a3", "jsonb!", test::cycle({R"({"who": "eve", "sum": 7})"}))
                       .column("a4", "timestamptz!", time_at("2026-11-21 02:"))
                       .column("a5", "timestamptz", test::but_each(3, time_at("2026-11-21 03:"))));
}

std::vector<std::string> ids(const Question& question) {
  std::vector<std::string> all;
  for (const Choice& choice : question.choices) all.push_back(choice.id);
  return all;
}

// Answers the questions in turn, and returns what they were about.
std::vector<std::string> answer_all(Mapping& mapping, const std::map<std::string, std::string>& answers) {
  std::vector<std::string> asked;
  while (const auto question = next_question(mapping)) {
    if (!question->is_needed) break;
    asked.push_back(question->about);
    const auto given = answers.find(question->about);
    if (given == answers.end() || asked.size() > 20) break;
    const auto problem = answer(mapping, *question, given->second);
    EXPECT_FALSE(problem) << question->about << ": " << *problem;
  }
  return asked;
}

TEST(QuestionsTest, ATableThatSaysNothingIsAskedAboutInTheOrderThatShowsStuckRows) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  EXPECT_FALSE(why_not_usable(mapping).empty());
  const auto asked = answer_all(mapping, {{"kind", "queue"},
                                          {"state", "words:a2"},
                                          {"meaning:0", "waiting"},
                                          {"meaning:1", "succeeded"},
                                          {"meaning:2", "failed"},
                                          {"lease", "1h"},
                                          {"key", "a1"}});
  EXPECT_THAT(asked, ElementsAre("kind", "state", "meaning:0", "meaning:1", "meaning:2", "lease"))
      << "when a row was created follows from its values";
  EXPECT_THAT(why_not_usable(mapping), testing::IsEmpty());
  const Profile& p = mapping.profile;
  EXPECT_EQ(p.kind, Kind::queue);
  EXPECT_EQ(p.key, "a1");
  EXPECT_EQ(p.states.column, "a2");
  ASSERT_EQ(p.states.rules.size(), 3U);
  EXPECT_EQ(p.states.rules[0].state, key::State::in_progress);
  EXPECT_EQ(p.states.rules[2].state, key::State::failed);
  EXPECT_EQ(p.lease,
            (Lease{.form = Lease::Form::age, .at = {.column = "a4"}, .length = std::chrono::hours(1)}));
}

TEST(QuestionsTest, AQuestionShowsValuesWithCountsAndThreeRows) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  say_kind(mapping, Kind::queue);
  const Question state = next_question(mapping).value();
  EXPECT_EQ(state.about, "state");
  ASSERT_THAT(ids(state), ElementsAre("words:a2", "presence:a5", "presence:a4", "row"))
      << "a time that every sampled row has is last";
  EXPECT_THAT(state.choices[0].help, HasSubstr("q1 ("));
  answer(mapping, state, "words:a2");
  const Question meaning = next_question(mapping).value();
  EXPECT_EQ(meaning.text, "What does \"q1\" in a2 mean?");
  EXPECT_THAT(meaning.why, HasSubstr(" sampled rows."));
  ASSERT_EQ(meaning.rows.size(), 3U);
  for (const std::size_t row : meaning.rows) EXPECT_EQ(shown_cell(*mapping.facts.column("a2"), row), "q1");
  EXPECT_EQ(shown_cell(*mapping.facts.column("a3"), 0), "{who, sum}") << "names of fields, and no value";
}

TEST(QuestionsTest, AColumnWhoseValuesComeWithAnotherColumnIsFirst) {
  const TableFacts facts = TableOf("t9")
                               .column("d1", "text!", test::cycle({"x", "y"}))
                               .column("d2", "text!", test::cycle({"k", "l", "m"}))
                               .column("d3", "timestamptz", test::but_each(3, time_at("2026-11-21 03:")))
                               .facts();
  Mapping mapping = open_mapping(facts, std::nullopt);
  say_kind(mapping, Kind::queue);
  EXPECT_THAT(ids(next_question(mapping).value()), ElementsAre("words:d2", "words:d1", "presence:d3", "row"));
}

TEST(QuestionsTest, WhatIsNoAnswerChangesNothingAndSaysSo) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  const Question kind = next_question(mapping).value();
  EXPECT_THAT(answer(mapping, kind, "").value_or(""), HasSubstr("not one of the answers"));
  EXPECT_THAT(answer(mapping, kind, "15m").value_or(""), HasSubstr("not one of the answers"));
  EXPECT_EQ(next_question(mapping)->about, "kind");
}

TEST(QuestionsTest, ALeaseOfAColumnIsAskedForItsColumnAndItsLength) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  const std::map<std::string, std::string> answers{{"kind", "queue"},          {"state", "words:a2"},
                                                   {"meaning:0", "waiting"},   {"meaning:1", "in progress"},
                                                   {"meaning:2", "succeeded"}, {"lease", "since"},
                                                   {"lease.at", "a5"},         {"lease.length", "90s"}};
  const auto asked = answer_all(mapping, answers);
  EXPECT_EQ(asked.back(), "lease.length");
  EXPECT_EQ(mapping.profile.lease,
            (Lease{.form = Lease::Form::since, .at = {.column = "a5"}, .length = std::chrono::seconds(90)}));
}

TEST(QuestionsTest, AClickOnAColumnSaysWhatItIs) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  say_kind(mapping, Kind::queue);
  answer(mapping, question_of_column(mapping, "a2"), "words:a2");
  EXPECT_THAT(roles_of_column(mapping, "a2"), ElementsAre("state"));
  answer(mapping, question_of_column(mapping, "a5"), "lease.deadline");
  EXPECT_EQ(mapping.profile.lease.form, Lease::Form::deadline);
  EXPECT_EQ(mapping.profile.lease.at.column, "a5");
  answer(mapping, question_of_column(mapping, "a3"), "payload");
  EXPECT_EQ(mapping.profile.payload.column, "a3");
  answer(mapping, question_of_column(mapping, "a3"), "nothing");
  EXPECT_TRUE(mapping.profile.payload.empty());
}

TEST(QuestionsTest, AValueAndAColumnMaySetRowsAside) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  answer_all(mapping, {{"kind", "queue"},
                       {"state", "words:a2"},
                       {"meaning:0", "waiting"},
                       {"meaning:1", "set aside"},
                       {"meaning:2", "succeeded"},
                       {"lease", "1h"}});
  answer(mapping, question_of_column(mapping, "a5"), "set_aside");
  EXPECT_THAT(roles_of_column(mapping, "a5"), ElementsAre("set_aside"));
  const std::vector<Condition> expected{{.column = "a5", .is = Condition::Is::not_null},
                                        {.column = "a2", .is = Condition::Is::one_of, .values = {"q2"}}};
  EXPECT_EQ(mapping.profile.set_aside, expected);
  EXPECT_EQ(mapping.profile.states.rules.size(), 2U);
  const Mapping again = mapping_of(mapping.profile, mapping.facts);
  EXPECT_EQ(set_aside_of(again.state), expected) << "a stored profile shows it as it was said";
  answer(mapping, question_of_column(mapping, "a5"), "nothing");
  EXPECT_EQ(mapping.profile.set_aside.size(), 1U);
}

TEST(QuestionsTest, WhatWaitsIsStoredWhereItsWordDoesNotShowIt) {
  StateChoice choice{.column = "state", .lines = {}};
  for (const char* value : {"parked", "pending", "queued", "busy"}) add_value(choice, value);
  const std::map<std::string, Meaning> said{{"parked", Meaning::waiting},
                                            {"pending", Meaning::in_progress},
                                            {"queued", Meaning::waiting},
                                            {"busy", Meaning::in_progress}};
  for (StateLine& line : choice.lines) {
    if (!line.is_rest()) set_meaning(line, said.at(line.rule.when[0].values[0]));
  }
  Profile p{.name = "p", .kind = Kind::queue, .schema = "s", .table = "t", .identity = {"id"}, .key = "id"};
  p.states = states_of(choice);
  const std::string toml = to_toml(std::vector{p});
  EXPECT_THAT(toml, testing::HasSubstr("word = \"parked\"\nwaits = true\n"));
  EXPECT_THAT(toml, testing::HasSubstr("word = \"pending\"\nwaits = false\n"));
  EXPECT_THAT(toml, testing::HasSubstr("word = \"queued\"\n[["));
  const auto again = profiles_from_toml(toml, "test");
  ASSERT_TRUE(again) << again.error().sentence();
  for (const StateLine& line : choice_of(again->front().states, {}).lines) {
    const std::string value = line.is_rest() ? "" : line.rule.when[0].values[0];
    EXPECT_EQ(line.meaning, line.is_rest() ? Meaning::unknown : said.at(value)) << value;
  }
}

TEST(QuestionsTest, OfAnEmptyTableTheValuesAreAskedFor) {
  Mapping mapping = open_mapping(TableOf("t8")
                                     .column("b1", "uuid!")
                                     .unique({"b1"})
                                     .column("b2", "text!")
                                     .column("b3", "timestamptz!")
                                     .facts(),
                                 std::nullopt);
  say_kind(mapping, Kind::queue);
  ASSERT_FALSE(answer(mapping, next_question(mapping).value(), "words:b2"));
  ASSERT_EQ(next_question(mapping)->about, "state.values");
  ASSERT_FALSE(answer(mapping, next_question(mapping).value(), ""));
  ASSERT_EQ(next_question(mapping)->about, "state") << "another column was meant";
  ASSERT_FALSE(answer(mapping, next_question(mapping).value(), "words:b2"));
  ASSERT_FALSE(answer(mapping, next_question(mapping).value(), "x1, x 2 ,x3"));
  EXPECT_EQ(next_question(mapping)->text, "What does \"x1\" in b2 mean?");
  ASSERT_EQ(mapping.state.lines.size(), 4U);
  EXPECT_EQ(line_words(mapping.state, mapping.state.lines[1]), "x 2");
}

TEST(QuestionsTest, TheRowAloneHasNoStuckRowsAndAsksForNoLease) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  EXPECT_THAT(answer_all(mapping, {{"kind", "inbox"}, {"state", "row"}}), ElementsAre("kind", "state"));
  EXPECT_THAT(why_not_usable(mapping), testing::IsEmpty());
}

TEST(QuestionsTest, WhetherFailedRowsAreTriedAgainMayStayOpen) {
  Mapping mapping = open_mapping(mute_table().facts(), std::nullopt);
  answer_all(mapping, {{"kind", "queue"},
                       {"state", "words:a2"},
                       {"meaning:0", "waiting"},
                       {"meaning:1", "succeeded"},
                       {"meaning:2", "failed"},
                       {"lease", "1h"}});
  bool is_asked = false;
  for (auto question = next_question(mapping); question; question = next_question(mapping)) {
    ASSERT_FALSE(question->is_needed) << question->text;
    is_asked = is_asked || question->about.starts_with("may_retry:");
    ASSERT_FALSE(answer(mapping, *question, ""));
  }
  EXPECT_TRUE(is_asked);
  EXPECT_FALSE(mapping.profile.states.rules[2].may_retry);
}

// All sampled rows are finished ones: the codes of the others are known from the catalog.
TEST(QuestionsTest, CodesThatNoSampledRowHasAreAskedForAndHaveNoNumber) {
  const TableFacts facts = TableOf("payout_run")
                               .column("no", "bigint!", test::key("1"))
                               .unique({"no"})
                               .column("phase", "smallint!", test::always("3"))
                               .words({"3", "4", "2", "1"})
                               .column("began", "timestamptz", time_at("2026-11-21 02:"))
                               .column("ended", "timestamptz", time_at("2026-11-21 03:"))
                               .facts();
  Mapping mapping = open_mapping(facts, std::nullopt);
  say_kind(mapping, Kind::queue);
  EXPECT_EQ(question_of_column(mapping, "phase").choices.front().help, "3 (12), 4, 2, 1")
      << "the table may have rows with the others";
  if (next_question(mapping)->about == "state")
    answer(mapping, next_question(mapping).value(), "words:phase");
  std::vector<std::string> asked;
  while (next_question(mapping)->about.starts_with("meaning:")) {
    asked.push_back(next_question(mapping)->text);
    answer(mapping, next_question(mapping).value(), "waiting");
  }
  EXPECT_EQ(asked.size(), 4U);
}

// Found in a table of which only the column of the state is known: its values are still to be said.
TEST(QuestionsTest, AColumnOfTheStateWithoutWordsIsNoStateOfTheRow) {
  const StateChoice choice = choice_of({.column = "phase", .otherwise = StateRule{}}, {});
  EXPECT_EQ(choice.way, StateWay::words);
  EXPECT_EQ(choice_of({.otherwise = StateRule{}}, {}).way, StateWay::row);
}

}  // namespace
}  // namespace onceover::tables
