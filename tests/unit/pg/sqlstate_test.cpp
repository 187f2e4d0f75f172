// SPDX-License-Identifier: Apache-2.0
#include "core/pg/sqlstate.h"

#include <gtest/gtest.h>

namespace onceover::pg {
namespace {

TEST(PgSqlstate, BecomesOneKind) {
  const struct {
    const char* state;
    ErrorKind kind;
  } cases[] = {
      {"", ErrorKind::connection},         {"08006", ErrorKind::connection},
      {"57P01", ErrorKind::connection},    {"57P02", ErrorKind::connection},
      {"57P03", ErrorKind::connection},    {"57P05", ErrorKind::connection},
      {"57P04", ErrorKind::connection},    {"25P04", ErrorKind::connection},
      {"25P03", ErrorKind::connection},    {"40001", ErrorKind::busy},
      {"40P01", ErrorKind::busy},          {"55P03", ErrorKind::busy},
      {"53300", ErrorKind::busy},          {"53100", ErrorKind::busy},
      {"53200", ErrorKind::busy},          {"26000", ErrorKind::busy},
      {"42P05", ErrorKind::busy},          {"57014", ErrorKind::timeout},
      {"25006", ErrorKind::read_only},     {"42501", ErrorKind::not_permitted},
      {"28P01", ErrorKind::not_permitted}, {"28000", ErrorKind::not_permitted},
      {"23505", ErrorKind::database},      {"42P01", ErrorKind::database},
      {"40002", ErrorKind::database},      {"25P02", ErrorKind::database},
      {"XX000", ErrorKind::database},      {"OC001", ErrorKind::database},
      {"3D000", ErrorKind::database},
  };
  for (const auto& c : cases) EXPECT_EQ(kind_of(c.state), c.kind) << c.state;
}

TEST(PgSqlstate, TellsWhatPassesByItself) {
  const auto error = [](const char* state, std::optional<ErrorKind> kind = {}) {
    return Error{kind.value_or(kind_of(state)), "", "", "", state, ""};
  };
  for (const char* state :
       {"", "08006", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04", "40001", "40P01", "55P03",
        "55006", "53100", "53200", "53300", "57014", "25006", "26000"})
    EXPECT_TRUE(passes_by_itself(error(state))) << state;
  for (const char* state : {"28P01", "28000", "3D000", "42501", "42P01", "3F000", "23505", "XX000",
                            sqlstate::another_database.data()})
    EXPECT_FALSE(passes_by_itself(error(state))) << state;
  // As open() reports them: no connection was made.
  EXPECT_FALSE(passes_by_itself(error("3D000", ErrorKind::connection)));
  EXPECT_TRUE(passes_by_itself(error("57P03", ErrorKind::connection)));
  EXPECT_TRUE(passes_by_itself(error("", ErrorKind::in_doubt)));
  for (const ErrorKind kind :
       {ErrorKind::schema, ErrorKind::unsupported, ErrorKind::invalid_input, ErrorKind::io})
    EXPECT_FALSE(passes_by_itself(Error{kind, "", "", "", "", ""})) << word(kind);
}

TEST(PgSqlstate, GivesAdviceWhereAPersonCanAct) {
  for (const char* state : {"53100", "53300", "28P01", "3D000", "42501", "42P01", "25006", "57014", "55P03"})
    EXPECT_FALSE(advice_for(state).empty()) << state;
  for (const char* state : {"", "XX000", "23505"}) EXPECT_TRUE(advice_for(state).empty()) << state;
}

}  // namespace
}  // namespace onceover::pg
