// SPDX-License-Identifier: Apache-2.0
// What a statement of somebody else's would delete.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/health/judge.h"

namespace onceover::health {
namespace {

using tables::Condition;
using testing::ElementsAre;
using testing::HasSubstr;

// Words in one column; finished_at is set by completion alone.
tables::Profile by_words() {
  tables::Profile p{.name = "orders", .schema = "shop", .table = "Orders", .key = "id"};
  p.states.column = "status";
  const auto word = [](std::vector<std::string> words, key::State state) {
    return tables::StateRule{
        {{.column = "status", .is = Condition::Is::one_of, .values = words}}, state, words.front()};
  };
  p.states.rules = {word({"NEW", "RUNNING"}, key::State::in_progress), word({"DONE"}, key::State::succeeded),
                    word({"REJECTED"}, key::State::failed)};
  p.completed_at.column = "finished_at";
  p.expires_at.column = "expires_at";
  return p;
}

tables::Profile by_null() {
  tables::Profile p{.name = "keys", .schema = "public", .table = "keys", .key = "key"};
  p.states.rules = {
      {{{.column = "answered_at", .is = Condition::Is::null}}, key::State::in_progress, "open"},
      {{{.column = "answered_at", .is = Condition::Is::not_null}}, key::State::succeeded, "done"}};
  return p;
}

TEST(DeletesFromTest, FindsTheTablesStatementsAlone) {
  const tables::Profile p = by_words();
  EXPECT_THAT(deletes_from(p, R"(BEGIN DELETE FROM shop."Orders" WHERE a = 'x;y' -- ; no end
                 AND b; DELETE FROM shop.items; delete  from only "Orders" o; END)"),
              ElementsAre(R"(DELETE FROM shop."Orders" WHERE a = 'x;y' -- ; no end
                 AND b)",
                          R"(delete  from only "Orders" o)"));
  // An unquoted name is folded by the server: another table. So is one in another schema.
  EXPECT_THAT(deletes_from(p, R"(DELETE FROM Orders; DELETE FROM old."Orders"; DELETE FROM "Orders2")"),
              ElementsAre());
  EXPECT_THAT(deletes_from(p, R"(-- DELETE FROM "Orders"
      /* DELETE FROM "Orders"; */ SELECT 1)"),
              ElementsAre());
  EXPECT_THAT(deletes_from(p, "EXECUTE 'DELETE FROM \"Orders\" WHERE x = ''y'''"),
              ElementsAre("DELETE FROM \"Orders\" WHERE x = 'y'"));
  EXPECT_THAT(deletes_from(p, "DO $do$ BEGIN DELETE FROM \"Orders\" WHERE x; END $do$"),
              ElementsAre("DELETE FROM \"Orders\" WHERE x"));
  EXPECT_THAT(deletes_from(p, "DELETE FROM"), ElementsAre());
  EXPECT_THAT(deletes_from(p, "DELETE FROM 'Orders"), ElementsAre());
}

struct Row {
  const char* statement;
  bool is_bad;
};

TEST(WhyUnfinishedTest, ByWords) {
  const Row rows[] = {
      {"DELETE FROM \"Orders\"", true},
      {"DELETE FROM \"Orders\" WHERE created_at < now() - interval '60 seconds'", true},
      {"DELETE FROM \"Orders\" WHERE expires_at < now()", true},
      {"DELETE FROM \"Orders\" WHERE status = 'NEW' AND created_at < now() - interval '60 s'", true},
      {"DELETE FROM \"Orders\" o WHERE o.status = 'DONE'", false},
      {"DELETE FROM \"Orders\" o WHERE o.status::text = 'RUNNING'", true},
      {"DELETE FROM \"Orders\" WHERE status IN ('DONE', 'REJECTED')", false},
      {"DELETE FROM \"Orders\" WHERE status IN ('DONE', 'RUNNING')", true},
      {"DELETE FROM \"Orders\" WHERE status = ANY (ARRAY['DONE'::text, 'NEW'::text])", true},
      {"DELETE FROM \"Orders\" WHERE status = ANY (ARRAY['DONE'::text, 'REJECTED'::text])", false},
      {"DELETE FROM \"Orders\" WHERE status <> 'DONE'", true},
      {"DELETE FROM \"Orders\" WHERE status NOT IN ('NEW', 'RUNNING')", false},
      {"DELETE FROM \"Orders\" WHERE status NOT IN ('NEW')", true},
      {"DELETE FROM \"Orders\" WHERE status = $1", false},  // cannot be told
      {"DELETE FROM \"Orders\" WHERE finished_at < now() - interval '1 day'", false},
      {"DELETE FROM \"Orders\" WHERE ctid = ANY (ARRAY(SELECT ctid FROM \"Orders\" WHERE status = 'DONE' "
       "LIMIT 10))",
       false},
      {"DELETE FROM \"Orders\" USING done d WHERE d.id = \"Orders\".id", true},
  };
  for (const Row& row : rows)
    EXPECT_EQ(why_unfinished(by_words(), row.statement).has_value(), row.is_bad) << row.statement;
  EXPECT_THAT(*why_unfinished(by_words(), rows[3].statement), HasSubstr("\"NEW\""));
}

TEST(WhyUnfinishedTest, ByNullAndFlags) {
  const Row rows[] = {{"DELETE FROM keys WHERE answered_at IS NOT NULL", false},
                      {"DELETE FROM keys WHERE answered_at IS NULL", true},
                      {"DELETE FROM keys WHERE answered_at < now()", false},
                      {"DELETE FROM keys WHERE key = 'a'", true}};
  for (const Row& row : rows)
    EXPECT_EQ(why_unfinished(by_null(), row.statement).has_value(), row.is_bad) << row.statement;

  tables::Profile p = by_null();
  p.states.rules = {{{{.column = "done", .is = Condition::Is::no}}, key::State::in_progress, "open"}};
  EXPECT_TRUE(why_unfinished(p, "DELETE FROM keys WHERE done = false"));
  EXPECT_TRUE(why_unfinished(p, "DELETE FROM keys WHERE done IS FALSE"));
  EXPECT_FALSE(why_unfinished(p, "DELETE FROM keys WHERE done = true"));
  p.states.rules = {{{{.column = "n", .is = Condition::Is::between, .lowest = 0, .highest = 2}},
                     key::State::in_progress,
                     "open"}};
  EXPECT_TRUE(why_unfinished(p, "DELETE FROM keys WHERE n IN (2, 3)"));
  EXPECT_FALSE(why_unfinished(p, "DELETE FROM keys WHERE n = 3"));
}

TEST(WhyUnfinishedTest, AnEmptyTextIsNamedAsSuch) {
  tables::Profile p = by_words();
  p.states.rules = {
      {{{.column = "status", .is = Condition::Is::one_of, .values = {""}}}, key::State::in_progress, ""}};
  EXPECT_EQ(*why_unfinished(p, "DELETE FROM \"Orders\" WHERE status = ''"),
            "deletes rows by a condition on status that also matches rows whose status is an empty text, "
            "which are unfinished.");
  p.states.rules[0].when[0].values = {"", "NEW"};
  EXPECT_THAT(*why_unfinished(p, "DELETE FROM \"Orders\" WHERE status = ''"),
              HasSubstr("in state \"\" or \"NEW\""));
}

TEST(WhyUnfinishedTest, AnExpiryOfFinishedRowsAloneIsEnough) {
  tables::Profile p = by_words();
  p.expires_at.only_in = {key::State::succeeded, key::State::failed};
  EXPECT_FALSE(why_unfinished(p, "DELETE FROM \"Orders\" WHERE expires_at < now()"));
}

}  // namespace
}  // namespace onceover::health
