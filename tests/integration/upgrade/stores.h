// SPDX-License-Identifier: Apache-2.0
// Stores of each schema version. Of released ones a dump is kept in dumps/; the newest is dumped by the test
// itself, with ONCEOVER_WRITE_DUMP into dumps/ too.
#pragma once

#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/pg/connection.h"
#include "core/sql/statements.h"
#include "tests/support/database.h"

namespace onceover::test {

struct Dump {
  std::string name;  // "0001"
  int version = 0;
  friend std::ostream& operator<<(std::ostream& out, const Dump& dump) { return out << dump.name; }
};
// One for each migration.
const std::vector<Dump>& dumps();
const Dump& dump_of(int version);

// ONCEOVER_UPGRADE_ROUNDS, 1 unless set: how often each version is upgraded under load.
int upgrade_rounds();
// This tree's migrations, and one after them: what an upgrade does is tried before there is one.
std::vector<sql::Migration> with_next(std::string_view text);

// A database that is restored from it, with the roles upgraded_service and upgraded_reader.
struct RestoredStore {
  explicit RestoredStore(const Dump& dump);
  TestDatabase database;
  RawConnection raw = database.connect();
  std::string conninfo() const { return database.conninfo(); }
  std::string as_service() const { return conninfo() + " user=upgraded_service"; }
};

pg::Connection open_store(const std::string& conninfo);
// schema::install(), whose error is the test's.
void upgrade(const std::string& conninfo);
void upgrade(const std::string& conninfo, std::span<const sql::Migration> migrations);

// What the catalogs hold of our schema: each object once, by its name. Partitions of the outbox are left out:
// their names are days.
std::map<std::string, std::string> catalog(RawConnection& raw);

// All rows of the tables that are there, as text: the columns of `known`, or all. Table → columns → rows.
struct Contents {
  std::string columns;
  std::vector<std::string> rows;  // sorted
  bool operator==(const Contents&) const = default;
};
std::map<std::string, Contents> contents(RawConnection& raw,
                                         const std::map<std::string, Contents>& known = {});

}  // namespace onceover::test
