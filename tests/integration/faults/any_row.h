// SPDX-License-Identifier: Apache-2.0
// F39: a random row that SQL admits, whatever it means.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/support/raw.h"

namespace onceover::test {

// Rows of each table in one run: few in every run, all of the campaign where ONCEOVER_ANY_ROWS says so (in
// all tables together).
int any_rows(int tables);
// Printed, so that a failure can be replayed: ONCEOVER_SEED.
unsigned any_row_seed();

class AnyRow {
 public:
  // kept: columns that stay as they are, since they say which loop a row belongs to.
  AnyRow(RawConnection& raw, std::string table, const std::vector<std::string>& kept, unsigned seed);
  // Gives one to four columns of a row values that its table admits, past its triggers. The statement that
  // did, for the message of a failure; empty: SQL admitted none of many.
  std::string spoil(const std::string& where);
  // A number from 0 on, below `of`.
  unsigned draw(unsigned of) { return std::uniform_int_distribution<unsigned>(0, of - 1)(random_); }

 private:
  struct Column {
    std::string name, type;
  };
  RawConnection& raw_;
  std::string table_;
  std::vector<Column> columns_;
  std::mt19937 random_;
};

}  // namespace onceover::test
