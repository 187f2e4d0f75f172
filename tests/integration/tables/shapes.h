// SPDX-License-Identifier: Apache-2.0
// Tables of many shapes, as people build them, with rows in their states; and what each role is there.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace onceover::tables {

struct Shape {
  std::string table, sql;  // CREATE TABLE and rows
  std::string kind;        // "" where it is none of ours
  // Role → "column, column (form)", "?" where it cannot be told. What is not listed must be none or unknown.
  std::map<std::string, std::string> roles;
  std::map<std::string, std::string> meanings = {};  // of the words of its state, where they are known
  std::string schema = "public";
};

const std::vector<Shape>& shapes();

// The tables of tests/support/known; `sql` is empty.
const std::vector<Shape>& known_tables();

}  // namespace onceover::tables
