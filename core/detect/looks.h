// How the sampled rows of each state look: which columns they leave NULL, and which times lie after their end. What a verdict should write
// follows from it. Inside the room only. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/profile/facts.h"
#include "core/profile/profile.h"

namespace onceover::profile {

class Looks {
 public:
  using Rows = std::vector<std::size_t>;  // numbers of sampled rows

  Looks(const Profile& profile, const TableFacts& table);

  std::size_t all() const { return rules_.size(); }
  // The rows of a state; those that are in it by one value of the state's column.
  Rows of(key::State state) const;
  Rows of(const std::string& column, const std::string& value) const;
  // Rows that no rule with conditions takes: those of `otherwise`.
  Rows of_rest() const;

  // Whether (almost) all of these rows leave the column NULL; nullopt where there are none, they differ, or there is no such column.
  std::optional<bool> is_null(const std::string& column, const Rows& rows) const;
  // Some of these rows have a value there.
  bool any_filled(const std::string& column, const Rows& rows) const;
  // The one value that all of these rows have; nullopt where they differ, or one has none.
  std::optional<std::string> value(const std::string& column, const Rows& rows) const;
  // Seconds from `from` to `to` in each of these rows that has both, sorted.
  std::vector<double> spans(const std::string& from, const std::string& to, const Rows& rows) const;
  // Rows of these in which the column has a value.
  std::size_t filled(const std::string& column, const Rows& rows) const;

 private:
  const std::optional<std::string>* cell(const std::string& column, std::size_t row) const;

  const Profile& profile_;
  const TableFacts& table_;
  std::vector<std::optional<std::size_t>> rules_;  // of each row: its rule, rules.size() for `otherwise`; none: unknown
};

}  // namespace onceover::profile
