// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gateway/open.h"
#include "core/gateway/sql_config.h"

namespace onceover::gateway {
namespace {

using testing::HasSubstr;

struct Text {
  const char* name;
  std::string text, sql;
  std::vector<std::string> names;
};
class NamedQueries : public testing::TestWithParam<Text> {};

TEST_P(NamedQueries, NumberTheirParametersAndLeaveTheRestAlone) {
  const auto query = named_query(GetParam().text, {"key", "tenant"});
  ASSERT_TRUE(query) << query.error();
  EXPECT_EQ(query->sql, GetParam().sql);
  EXPECT_EQ(query->names, GetParam().names);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, NamedQueries,
    testing::Values(Text{"one", "SELECT 1 WHERE k = :key", "SELECT 1 WHERE k = $1", {"key"}},
                    Text{"again", ":key + :tenant + :key", "$1 + $2 + $1", {"key", "tenant"}},
                    Text{"cast", "x::text = :key::text", "x::text = $1::text", {"key"}},
                    Text{"in_a_string", "':key' 'it''s :key' :key", "':key' 'it''s :key' $1", {"key"}},
                    Text{"in_a_name", "\":key\" \"a\"\":key\" :key", "\":key\" \"a\"\":key\" $1", {"key"}},
                    Text{"escape_string", R"(E'\':key' e'\\' :key)", R"(E'\':key' e'\\' $1)", {"key"}},
                    Text{"word_before_a_string", R"(te'\' :key)", R"(te'\' $1)", {"key"}},
                    Text{"line_comment", "-- :nothing; \n:key", "-- :nothing; \n$1", {"key"}},
                    Text{"nested_comment", "/* a /* :b */ :c; */ :key", "/* a /* :b */ :c; */ $1", {"key"}},
                    Text{"dollars", "$$ :a; $$ $q$ :b $$ $q$ :key", "$$ :a; $$ $q$ :b $$ $q$ $1", {"key"}},
                    Text{"dollar_in_a_name", "a$b$c = :key", "a$b$c = $1", {"key"}},
                    Text{"slice", "a[1:2] = :key", "a[1:2] = $1", {"key"}},
                    Text{"at_the_end", ":key", "$1", {"key"}}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(NamedQuery, SaysWhatIsWrong) {
  for (const auto& [text, why] :
       std::vector<std::pair<std::string, std::string>>{{"SELECT :kye", ":kye, which is not a known"},
                                                        {"SELECT 1; DELETE FROM t", "one statement"},
                                                        {"SELECT $1", "parameters have names"},
                                                        {"SELECT ':key", "does not end"},
                                                        {"SELECT /* a /* b */", "does not end"},
                                                        {"SELECT $x$ a", "does not end"}}) {
    const auto query = named_query(text, {"key"});
    ASSERT_FALSE(query) << text;
    EXPECT_THAT(query.error(), HasSubstr(why));
  }
}

const std::string ledger = R"(version = 1
kind = "sql"
name = "ledger"
[connect]
host = "db.example"
dbname = "ledger"
[lookup]
query = "SELECT k, state FROM ledger.effects WHERE k = :key"
echoed_key = "k"
status = "state"
done = ["posted"]
[declare]
lookup_lag_s = 5
[[operation]]
name = "*"
effect = "charge"
)";

std::string ledger_with(std::string_view what, std::string_view instead) {
  std::string text = ledger;
  const std::size_t found = text.find(what);
  EXPECT_NE(found, std::string::npos) << what;
  return text.replace(found, what.size(), instead);
}

TEST(SqlConfig, ReadsColumnsAndIsCarefulByDefault) {
  const auto config = parse_sql_config(ledger, "ledger.toml");
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_EQ(config->lookup.status, "/state");
  EXPECT_TRUE(config->operations.at(0).declaration.lookup_by_key);
  EXPECT_EQ(conninfo(config->connect), "host=db.example dbname=ledger");
  EXPECT_EQ(conninfo({.service = "it's"}), R"(service='it\'s')");
  EXPECT_EQ(conninfo({.host = "/run/postgresql", .dbname = "x"}), "host=/run/postgresql dbname=x");
}

struct SqlRefused {
  const char* name;
  std::string text;
  const char* place;
};
class SqlConfigErrors : public testing::TestWithParam<SqlRefused> {};

TEST_P(SqlConfigErrors, NameFileLineAndField) {
  const auto config = parse_sql_config(GetParam().text, "ledger.toml");
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().what, HasSubstr(GetParam().place));
  EXPECT_THAT(config.error().sentence(), testing::Not(HasSubstr("canary")));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, SqlConfigErrors,
    testing::Values(
        SqlRefused{"password", ledger_with("dbname =", "password = \"canary\"\ndbname ="),
                   "ledger.toml:6: field connect.password"},
        SqlRefused{"dsn", ledger_with("dbname =", "dsn = \"host=x password=canary\"\ndbname ="),
                   "field connect.dsn"},
        SqlRefused{"password_in_dbname",
                   ledger_with("\"ledger\"\n[lookup", "\"dbname=x password=canary\"\n[lookup"),
                   "field connect.dbname"},
        SqlRefused{"uri_as_host", ledger_with("db.example", "postgresql://me:canary@db.example"),
                   "field connect.host"},
        SqlRefused{"nobody_named", ledger_with("host = \"db.example\"\ndbname = \"ledger\"\n", ""),
                   "field connect.service"},
        SqlRefused{"unknown_parameter", ledger_with(":key", ":kye"),
                   "ledger.toml:8: field lookup.query: contains :kye"},
        SqlRefused{"no_parameter", ledger_with(":key", "'K1'"), "field lookup.query: must contain :key"},
        SqlRefused{"two_statements", ledger_with(":key", ":key; DELETE FROM x"),
                   "field lookup.query: must be one statement"},
        SqlRefused{"many_and_more", ledger_with(":key", "ANY (:keys) AND t = :tenant"),
                   "field lookup.query: asks for many"},
        SqlRefused{"nothing_echoed", ledger_with("echoed_key = \"k\"\n", ""),
                   "field lookup.echoed_key: is missing"},
        SqlRefused{"reference_not_echoed", ledger_with(":key", ":reference"),
                   "field lookup.reference: is missing"},
        SqlRefused{"words_without_a_column", ledger_with("status = \"state\"\n", ""), "field lookup.status"},
        SqlRefused{"column_without_words", ledger_with("done = [\"posted\"]\n", ""),
                   "field lookup.done: is missing"},
        SqlRefused{"unknown_field", ledger_with("[declare]", "[cancel]\nurl = \"/x\"\n[declare]"),
                   "field cancel: is not known"},
        SqlRefused{"listing_without_range",
                   ledger_with("[declare]", "[listing]\nquery = \"SELECT 1\"\nid = \"id\"\n[declare]"),
                   "field listing.query: must contain :from and :to"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

}  // namespace
}  // namespace onceover::gateway
