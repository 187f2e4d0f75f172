// SPDX-License-Identifier: Apache-2.0
#include "core/tables/sql.h"

#include <gtest/gtest.h>

#include "core/tables/states.h"

namespace onceover::tables {

using namespace std::string_literals;

TEST(QuotedName, DoublesQuotesAndKeepsTheRest) {
  EXPECT_EQ(quoted_name("keys"), "\"keys\"");
  EXPECT_EQ(quoted_name("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(quoted_name("x; DROP TABLE y --"), "\"x; DROP TABLE y --\"");
  EXPECT_EQ(quoted_name("Größe"), "\"Größe\"");
}

TEST(QuotedName, ANameWithNulBecomesOneThatNoServerAccepts) {
  EXPECT_EQ(quoted_name("keys\0\" WHERE"s), "\"\"");
  EXPECT_EQ(quoted_name(""), "\"\"");
}

TEST(DiscardedWord, IsTheOneThatTheVerbWritesWhereItSaysSo) {
  EXPECT_EQ(discarded_word(own_inbox()), "discarded");
  EXPECT_EQ(discarded_word(own_outbox()), "");
  Profile p{.name = "t", .kind = Kind::inbox, .schema = "s", .table = "t", .identity = {"id"}, .key = "id"};
  p.states.column = "status";
  EXPECT_EQ(discarded_word(p), "") << "nothing discards";
  p.writes[Verb::discard].set = {{.column = "status", .text = "DONE"}};
  EXPECT_EQ(discarded_word(p), "") << "processed events may be called so, too";
  p.writes[Verb::discard].set = {{.column = "note", .text = "discarded"},
                                 {.column = "status", .text = "DISCARDED_BY_HAND"}};
  EXPECT_EQ(discarded_word(p), "DISCARDED_BY_HAND");
  p.kind = Kind::queue;
  EXPECT_EQ(discarded_word(p), "");
}

TEST(Literal, IsReadableWherePlainAndEscapedWhereNot) {
  struct Case {
    std::string value, sql;
  };
  for (const Case& c : {
           Case{"", "''"},
           Case{"abc", "'abc'"},
           Case{"it's", "'it''s'"},
           Case{"50 %", "'50 %'"},
           Case{"a\\'b", "E'a\\\\''b'"},
           Case{"a\nb\t", "E'a\\x0ab\\x09'"},
           Case{"\x7f", "E'\\x7f'"},
           Case{"é😀", "E'é😀'"},
           Case{"a\u202Eb", "E'a\\U0000202eb'"},
           Case{"e\u0301", "E'e\\U00000301'"},
           Case{"\xff'", "E'\\xff'''"},
       }) {
    EXPECT_EQ(literal(c.value), c.sql);
  }
}

TEST(DollarQuoted, IsEndedByNothingInTheText) {
  EXPECT_EQ(dollar_quoted("SELECT 1"), "$onceover$SELECT 1$onceover$");
  EXPECT_EQ(dollar_quoted(""), "$onceover$$onceover$");
  for (const std::string text :
       {"a$onceover$b", "$onceover$$onceover1$", "$onceover$ DROP TABLE x; $onceover1$$onceover2$",
        "ends in $onceover", "ends in $", "$$", "$onceover$ and ends in $onceover1"}) {
    const std::string quoted = dollar_quoted(text);
    const std::string tag = quoted.substr(0, quoted.find('$', 1) + 1);
    ASSERT_EQ(quoted.size(), text.size() + 2 * tag.size());
    EXPECT_EQ(quoted.find(tag, 1), tag.size() + text.size()) << quoted;
    EXPECT_EQ(quoted.substr(tag.size(), text.size()), text);
  }
}

TEST(EscapedForLike, LeavesNoPatternInTheText) { EXPECT_EQ(escaped_for_like("100%_\\a"), "100\\%\\_\\\\a"); }

TEST(Query, IsOneStatementForTheServerAndOneForPeople) {
  Query query("SELECT \"$1\" WHERE a = ");
  query.text("o'clock") << " AND n < ";
  query.integer(-5) << " AND at >= ";
  query.timestamp(Timestamp{1'000'000}) << " AND s IN (";
  query.texts({"x", "y"}) << ") AND never IN (";
  query.texts({}) << ")";
  EXPECT_EQ(query.sql(),
            "SELECT \"$1\" WHERE a = $1 AND n < $2 AND at >= $3 AND s IN ($4, $5) AND never IN (NULL)");
  EXPECT_EQ(query.spelled_out(),
            "SELECT \"$1\" WHERE a = 'o''clock' AND n < -5 AND at >= timestamptz "
            "'1970-01-01T00:00:01.000000Z' AND s IN ('x', 'y') AND never IN (NULL)");
  EXPECT_EQ(query.params().size(), 5U);
  EXPECT_EQ(query.behind("EXPLAIN ").sql(), "EXPLAIN " + query.sql());
}

TEST(Own, IsAUsableProfileThatKnowsEveryState) {
  EXPECT_EQ(problem(own()), std::nullopt);
  for (const key::State state :
       {key::State::in_progress, key::State::released, key::State::succeeded, key::State::failed}) {
    EXPECT_EQ(state_is(own(), {state}), "k.\"state\" = '" + std::string(key::word(state)) + "'");
  }
  EXPECT_EQ(table_name(own()), "\"onceover\".\"keys\"");
}

TEST(Problem, NamesWhatKeepsAProfileFromBeingUsed) {
  Profile p = own();
  p.key.clear();
  EXPECT_EQ(problem(p), "The profile \"onceover\" names no key.");
  p = own();
  p.owner = "ow\0ner"s;
  EXPECT_EQ(problem(p), "A name in the profile \"onceover\" holds a NUL byte: ow\\u{0}ner.");
  p = own();
  p.states.rules.clear();
  EXPECT_EQ(problem(p), std::nullopt);  // every row is shown with an unknown state
  p = own();
  p.order.clear();
  p.identity.clear();
  EXPECT_EQ(problem(p), std::nullopt);  // read, first page alone
  EXPECT_TRUE(order_columns(p).empty());
}

}  // namespace onceover::tables
