// Stores of earlier versions, from dumps/; make_dump.sh makes them.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "core/pg/connection.h"
#include "tests/support/database.h"

namespace onceover::test {

struct Dump {
  std::string name;  // "0011", or "0011_first" where the migrations had an earlier text
  int version = 0;
  bool has_earlier_text() const { return name.size() > 4; }
  friend std::ostream& operator<<(std::ostream& out, const Dump& dump) { return out << dump.name; }
};
// Sorted by version.
const std::vector<Dump>& dumps();
const Dump& dump_of(int version);

// ONCEOVER_UPGRADE_ROUNDS, 1 unless set: with more, tests leave no version out.
int upgrade_rounds();

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

// What the catalogs hold of our schema: each object once, by its name. Partitions of the outbox are left out: their names are days.
std::map<std::string, std::string> catalog(RawConnection& raw);

// All rows of the tables that are there, as text: the columns of `known`, or all. Table → columns → rows.
struct Contents {
  std::string columns;
  std::vector<std::string> rows;  // sorted
  bool operator==(const Contents&) const = default;
};
std::map<std::string, Contents> contents(RawConnection& raw, const std::map<std::string, Contents>& known = {});

}  // namespace onceover::test
