// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/faults/any_row.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>

namespace onceover::test {
namespace {

// Values of each type that are legal and that no program expects.
const std::map<std::string, std::vector<std::string>>& hostile_values() {
  static const std::vector<std::string> texts{
      "NULL",
      "''",
      "' '",
      "'null'",
      "repeat('x', 255)",
      "repeat('x', 3000)",
      "repeat(md5(random()::text), 200)",
      "repeat('x', 5000000)",
      R"(E'\u0001\u0008\u007f')",
      R"(E'line\nline\ttab\\')",
      R"('<img src=/x onerror=y>')",
      R"(E'\u202Egnp')",
      R"(E'\U0001F4A5')",
      R"('"; drop table x;--')",
      "'{\"a\": 1}'",
      "'[]'",
      "'NaN'",
      "'infinity'",
      "'-1'",
      "'99999999999999999999999999'",
  };
  static const std::vector<std::string> times{"NULL",
                                              "'infinity'",
                                              "'-infinity'",
                                              "'4713-01-01 BC'",
                                              "'294276-12-31 23:59:59.999999'",
                                              "'1970-01-01'",
                                              "'0001-01-01'",
                                              "clock_timestamp()",
                                              "clock_timestamp() + interval '2 days'",
                                              "clock_timestamp() - interval '2 days'",
                                              "clock_timestamp() + interval '1 hour'",
                                              "clock_timestamp() - interval '1 hour'"};
  static const std::vector<std::string> documents{
      "NULL",
      "'{}'",
      "'[]'",
      "'null'",
      "'1'",
      "'\"text\"'",
      "'[[[[1]]]]'",
      R"('{"finding": 5, "duplicate_effects": {}, "other_effect": []}')",
      R"('{"state": null, "fence": "x", "owner": [1]}')",
      R"('{"": "", "a": {"b": ["c", null, 1e300]}}')",
      "jsonb_build_object('a', repeat('x', 2000000))",
      R"('{"x": 1e400}')",
      R"('["a", null]')",
      R"('[1, {"a": 2}, true]')"};
  static const std::map<std::string, std::vector<std::string>> all{
      {"text", texts},
      {"character varying", texts},
      {"timestamp with time zone", times},
      {"jsonb", documents},
      {"integer", {"NULL", "0", "-1", "1", "99999", "2147483647", "-2147483648"}},
      {"smallint", {"NULL", "0", "-1", "7", "32767", "-32768"}},
      {"bigint", {"NULL", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "4294967296"}},
      {"numeric",
       {"NULL", "'NaN'", "'Infinity'", "'-Infinity'", "0", "-0.00", "1e1000", "1e-1000", "12.3456789"}},
      {"boolean", {"NULL", "true", "false"}},
      {"bytea",
       {"NULL", "''", R"('\x00')", R"('\xff00ff')", "convert_to(repeat('x', 100000), 'UTF8')",
        "sha256('x')"}},
      {"uuid", {"gen_random_uuid()", "'00000000-0000-0000-0000-000000000000'"}},
  };
  return all;
}

// Words that some column of some table admits.
const std::vector<std::string>& words() {
  static const std::vector<std::string> all{
      "in_progress", "released", "succeeded", "failed", "executor", "sweeper", "operator",  "open",
      "needs_human", "settled",  "waiting",   "done",   "skipped",  "dead",    "discarded", "unsettled"};
  return all;
}

}  // namespace

int any_rows(int tables) {
  const char* given = std::getenv("ONCEOVER_ANY_ROWS");
  return std::max(1, (given != nullptr ? std::atoi(given) : 180) / tables);
}

unsigned any_row_seed() {
  const char* given = std::getenv("ONCEOVER_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                                         : std::random_device{}() % 1'000'000;
  std::printf("ONCEOVER_SEED=%u\n", seed);
  return seed;
}

AnyRow::AnyRow(RawConnection& raw, std::string table, const std::vector<std::string>& kept, unsigned seed)
    : raw_(raw), table_(std::move(table)), random_(seed) {
  const auto rows = raw_.exec(
      "SELECT a.attname, format_type(CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END, NULL) FROM "
      "pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = $1::regclass AND a.attnum > 0 "
      "AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = '' ORDER BY a.attnum",
      {table_});
  for (const auto& row : rows) {
    const bool is_kept = std::ranges::find(kept, *row[0]) != kept.end();
    if (!is_kept && hostile_values().contains(*row[1])) columns_.push_back({*row[0], *row[1]});
  }
  if (columns_.empty()) throw std::runtime_error("nothing of " + table_ + " can be changed");
}

std::string AnyRow::spoil(const std::string& where) {
  for (int tries = 0; tries < 200; ++tries) {
    std::vector<Column> chosen = columns_;
    std::ranges::shuffle(chosen, random_);
    chosen.resize(std::min<std::size_t>(1 + draw(4), chosen.size()));
    std::string set;
    for (const Column& column : chosen) {
      const auto& values = hostile_values().at(column.type);
      const bool is_word = column.type == "text" && draw(4) == 0;
      set += (set.empty() ? "" : ", ") + column.name + " = " +
             (is_word ? "'" + words()[draw(static_cast<unsigned>(words().size()))] + "'"
                      : values[draw(static_cast<unsigned>(values.size()))]);
    }
    const std::string sql = "UPDATE " + table_ + " SET " + set + " WHERE " + where;
    try {
      raw_.tamper(sql);
      return sql;
    } catch (const std::exception&) {
      raw_.exec("RESET session_replication_role");
    }
  }
  return {};
}

}  // namespace onceover::test
