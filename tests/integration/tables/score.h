// SPDX-License-Identifier: Apache-2.0
// How much of some tables is known, role by role: a figure to look at when a rule is changed.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/tables/detect/detect.h"
#include "tests/integration/tables/shapes.h"

namespace onceover::tables {

class Score {
 public:
  struct Count {
    int right = 0;
    int unknown = 0;  // left to a person, though the table has it
    int missed = 0;   // "there is none", though the table has it
    int wrong = 0;    // another column, another form, a state's word with another meaning, or a role that the
                      // table has not
  };

  // old_name: new names of columns → those of the shape.
  void add(const Shape& shape, const std::optional<Candidate>& candidate,
           const std::map<std::string, std::string>& old_name = {});
  Count all() const;
  void print(const std::string& title) const;

  std::map<std::string, Count> roles;
  // without any, no row tells how a digest is written or what a number of time counts: the column alone is
  // judged
  bool has_rows = true;
  int found = 0, missed = 0, false_proposals = 0;
  std::string wrong;  // a line for each answer that is wrong or missed
};

}  // namespace onceover::tables
