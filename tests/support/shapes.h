// SPDX-License-Identifier: Apache-2.0
// The shapes in which other systems keep keys and events: for each a table with rows in all its states, its
// profile, and what every row means, written by hand. Names and values are our own.
#pragma once

#include <string>
#include <vector>

namespace onceover::test {

struct Shape {
  std::string name;  // [a-z_]
  std::string sql;   // makes everything, in an empty database
  // the profile; of several the last, whose table more of its own ([profile.writes.…]) may be added behind
  std::string toml;
  // What each row is, newest first in the order of the profile; told() of tests/integration/shapes writes the
  // same:
  //   key @tenant #operation state "word" retry lease=… stuck created=… … id=… archived
  // Left out: what is empty, and an identity that is the key alone. Leases that are over ended in 2024,
  // others end in 2999.
  std::vector<std::string> rows;
  std::string role = "postgres";  // reads the table; made by the SQL
  std::string extension = {};     // needed
  enum class Is { table, view, foreign } is = Is::table;
  bool has_identity = true;
  std::string body = {};  // of the first row that has a response, as stored
};

const std::vector<Shape>& shapes();
const Shape& shape(const std::string& name);

// A part each.
std::vector<Shape> identity_shapes();
std::vector<Shape> state_shapes();
std::vector<Shape> lease_shapes();
std::vector<Shape> time_shapes();
std::vector<Shape> content_shapes();
std::vector<Shape> place_shapes();
std::vector<Shape> twin_shapes();

}  // namespace onceover::test
