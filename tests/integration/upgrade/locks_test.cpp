// SPDX-License-Identifier: Apache-2.0
// What each migration locks is what its comment states, and none rewrites a large table.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <sstream>

#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "tests/integration/upgrade/stores.h"

namespace onceover::test {
namespace {

// Weaker ones, of reading and of writing rows, keep no claim and no settlement waiting.
const std::array<std::pair<const char*, const char*>, 5> strong_modes = {
    {{"ShareUpdateExclusiveLock", "SHARE UPDATE EXCLUSIVE"},
     {"ShareLock", "SHARE"},
     {"ShareRowExclusiveLock", "SHARE ROW EXCLUSIVE"},
     {"ExclusiveLock", "EXCLUSIVE"},
     {"AccessExclusiveLock", "ACCESS EXCLUSIVE"}}};

using Locks = std::map<std::string, std::string>;  // table → strongest mode

// Of lines "-- Locks: onceover.keys SHARE ROW EXCLUSIVE, for how long. Who waits." or "-- Locks: nothing that
// was there before."; nullopt: there is none, or one is written in another way.
std::optional<Locks> stated(std::string_view text) {
  static const std::regex line_form(
      R"(-- Locks: (?:nothing that was there before\.|(onceover\.\w+) ([A-Z ]+), \S.*\.))");
  Locks locks;
  int lines = 0;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("-- Locks:")) continue;
    ++lines;
    std::smatch parts;
    if (!std::regex_match(line, parts, line_form)) return std::nullopt;
    if (parts[1].matched) locks[parts[1]] = parts[2];
  }
  if (lines == 0 || (locks.empty() && lines > 1)) return std::nullopt;
  return locks;
}

class MigrationLocks : public testing::TestWithParam<sql::Migration> {};

TEST_P(MigrationLocks, AreTheStatedOnesAndNoLargeTableIsRewritten) {
  const sql::Migration& migration = GetParam();
  const auto expected = stated(migration.text);
  ASSERT_TRUE(expected) << migration.name << " states its locks in no line of the form that is checked here";
  if (migration.version == 1) {
    EXPECT_TRUE(expected->empty());
    return;
  }
  RestoredStore store(dump_of(migration.version - 1));
  RawConnection& raw = store.raw;
  raw.exec("SET search_path = pg_catalog");  // as schema::install()
  raw.exec(
      "CREATE TEMP TABLE known AS SELECT oid, oid::regclass::text AS name, relkind, relfilenode FROM "
      "pg_class WHERE relnamespace = 'onceover'::regnamespace");
  raw.exec("BEGIN");
  raw.exec(std::string(migration.text));
  Locks held;
  for (const auto& [mode, words] : strong_modes) {  // the strongest last
    for (const RawRow& row :
         raw.exec("SELECT DISTINCT k.name FROM pg_locks l JOIN known k ON k.oid = l.relation WHERE l.pid = "
                  "pg_backend_pid() AND k.relkind IN ('r', 'p') AND l.mode = $1",
                  {mode}))
      held[*row[0]] = words;
  }
  EXPECT_EQ(held, *expected) << migration.name;

  std::set<std::string> rewritten;
  for (const RawRow& row : raw.exec(
           "SELECT k.name FROM known k JOIN pg_class c ON c.oid = k.oid WHERE c.relfilenode <> k.relfilenode "
           "AND c.relkind IN ('r', 'p')"))
    rewritten.insert(*row[0]);
  EXPECT_EQ(rewritten, std::set<std::string>{});
  raw.exec("ROLLBACK");
}

INSTANTIATE_TEST_SUITE_P(Each, MigrationLocks,
                         testing::ValuesIn(std::begin(sql::migrations), std::end(sql::migrations)),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(StatedLocks, ALineInAnotherFormIsNone) {
  EXPECT_EQ(stated("-- Locks: nothing that was there before.\n"), Locks{});
  EXPECT_EQ(stated("-- Locks: onceover.keys ACCESS EXCLUSIVE, for milliseconds.\n"),
            (Locks{{"onceover.keys", "ACCESS EXCLUSIVE"}}));
  for (const char* text :
       {"-- Locks onceover.keys.\n", "-- Locks: keys, briefly.\n",
        "-- Locks: onceover.keys ACCESS EXCLUSIVE.\n",
        "-- Locks: nothing that was there before.\n-- Locks: nothing that was there before.\n"})
    EXPECT_FALSE(stated(text)) << text;
}

}  // namespace
}  // namespace onceover::test
