// SPDX-License-Identifier: Apache-2.0
// One table on its whole way through the product: found, proposed, written as a profile and read back, read
// in every way, exported, and its rows written under their guard, by the program and by the script for psql.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/pg/connection.h"
#include "core/tables/profile.h"
#include "tests/support/database.h"

namespace onceover::browse {

// A table of keys under these names. Its rows are numbered from 0, the newest last; every third is done,
// every third has failed, and the others were left behind: their lease has ended.
struct TableOfKeys {
  std::string schema, table;
  std::string account, key, status, lease, code, body, created, error;  // columns
  std::string open, done, bad;                                          // words of the status
  std::vector<std::string> keys;  // of the rows; their errors are the same texts
  std::string reason;             // a person's, for each write

  std::string named() const { return test::quoted_name(schema) + "." + test::quoted_name(table); }
  void make(test::RawConnection& raw) const;
  tables::Profile profile() const;  // as a person would write it
};

class WholeWay {
 public:
  // after is told of each step that is done.
  WholeWay(const TableOfKeys& table, pg::Connection& connection, test::RawConnection& raw,
           std::function<void(const char*)> after = {});

  // Each role of the table is told right.
  tables::Profile found_and_proposed();
  // To TOML and back. With the verb that write() wants.
  tables::Profile kept(tables::Profile profile);
  void read(const tables::Profile& profile);
  void exported(const tables::Profile& profile);
  // Every row that was left behind, by the program and by a script in turn. All others stay as they are.
  void written(const tables::Profile& profile);

 private:
  void done(const char* step) const {
    if (after_) after_(step);
  }
  std::vector<std::string> newest_first(const std::function<bool(const std::string& key)>& holds = {}) const;

  const TableOfKeys& table_;
  pg::Connection& connection_;
  test::RawConnection& raw_;
  std::function<void(const char*)> after_;
};

}  // namespace onceover::browse
