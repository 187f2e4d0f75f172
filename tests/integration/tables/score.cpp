// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/tables/score.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/integration/tables/detect_fixture.h"

namespace onceover::tables {
namespace {

bool means_as_wanted(const RoleAnswer& answer, const std::map<std::string, std::string>& wanted) {
  for (const auto& [word, meaning] : answer.meanings) {
    const auto ours = wanted.find(word);
    if (meaning != "unknown" && ours != wanted.end() && ours->second != meaning) return false;
  }
  return true;
}

bool is_as_wanted(const RoleAnswer& answer, const std::string& wanted, bool has_rows) {
  if (!has_rows && (answer.form == "text" || answer.form == "epoch"))
    return wanted.starts_with(fmt::format("{} (", fmt::join(answer.columns, ", ")));
  return told(answer) == wanted;
}

}  // namespace

void Score::add(const Shape& shape, const std::optional<Candidate>& candidate,
                const std::map<std::string, std::string>& old_name) {
  if (!candidate) {
    missed += shape.kind.empty() ? 0 : 1;
    return;
  }
  if (word(candidate->kind) != shape.kind) {
    ++false_proposals;
    wrong +=
        fmt::format("{} is taken for: {}, since {}\n", shape.table, word(candidate->kind), candidate->why);
    return;
  }
  ++found;
  for (auto [role, answer] : candidate->roles) {
    for (std::string& column : answer.columns) {
      if (const auto old = old_name.find(column); old != old_name.end()) column = old->second;
    }
    const auto wanted = shape.roles.find(role);
    const bool exists = wanted != shape.roles.end() && wanted->second != "?";
    Count& count = roles[role];
    if (answer.is == RoleAnswer::Is::found) {
      if (exists && is_as_wanted(answer, wanted->second, has_rows) &&
          means_as_wanted(answer, shape.meanings)) {
        ++count.right;
        continue;
      }
      ++count.wrong;
    } else if (exists) {
      ++(answer.is == RoleAnswer::Is::unknown ? count.unknown : count.missed);
      if (answer.is == RoleAnswer::Is::unknown) continue;
    } else {
      continue;
    }
    wrong += fmt::format("{}: {} is said to be {}, since {}\n", shape.table, role, told(answer), answer.why);
  }
}

Score::Count Score::all() const {
  Count sum;
  for (const auto& [role, count] : roles) {
    sum.right += count.right, sum.unknown += count.unknown, sum.missed += count.missed,
        sum.wrong += count.wrong;
  }
  return sum;
}

void Score::print(const std::string& title) const {
  fmt::print("{}: {} tables found, {} not, {} false proposals\n", title, found, missed, false_proposals);
  fmt::print("  {:<14}{:>7}{:>9}{:>8}{:>7}\n", "role", "right", "unknown", "missed", "wrong");
  const auto line = [](std::string_view name, const Count& c) {
    fmt::print("  {:<14}{:>7}{:>9}{:>8}{:>7}\n", name, c.right, c.unknown, c.missed, c.wrong);
  };
  for (const std::string_view role : role_names())
    line(role, roles.contains(std::string(role)) ? roles.at(std::string(role)) : Count{});
  line("all", all());
}

}  // namespace onceover::tables
