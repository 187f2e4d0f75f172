// How much of the shapes is known, role by role: a figure to look at when a rule is changed.
#include <fmt/format.h>

#include "tests/integration/profile/detect_fixture.h"

namespace onceover::profile {
namespace {

struct Count {
  int right = 0, unknown = 0, missed = 0, wrong = 0;
};

struct Score {
  std::map<std::string, Count> roles;
  int found = 0, missed = 0, false_proposals = 0;

  void add(const Shape& shape, const std::optional<Candidate>& candidate, const std::map<std::string, std::string>& old_name) {
    if (!candidate) {
      missed += shape.kind.empty() ? 0 : 1;
      return;
    }
    word(candidate->kind) == shape.kind ? ++found : ++false_proposals;
    for (auto [role, answer] : candidate->roles) {
      for (std::string& column : answer.columns) {
        if (const auto old = old_name.find(column); old != old_name.end()) column = old->second;
      }
      const auto wanted = shape.roles.find(role);
      const bool exists = wanted != shape.roles.end() && wanted->second != "?";
      Count& count = roles[role];
      if (answer.is == RoleAnswer::Is::found) {
        exists&& told(answer) == wanted->second ? ++count.right : ++count.wrong;
      } else if (exists) {
        answer.is == RoleAnswer::Is::unknown ? ++count.unknown : ++count.missed;
      }
    }
  }

  Count all() const {
    Count sum;
    for (const auto& [role, count] : roles) {
      sum.right += count.right, sum.unknown += count.unknown, sum.missed += count.missed, sum.wrong += count.wrong;
    }
    return sum;
  }

  void print(const std::string& title) const {
    fmt::print("{}: {} tables found, {} not, {} false proposals\n", title, found, missed, false_proposals);
    fmt::print("  {:<14}{:>7}{:>9}{:>8}{:>7}\n", "role", "right", "unknown", "missed", "wrong");
    const auto line = [](std::string_view name, const Count& c) {
      fmt::print("  {:<14}{:>7}{:>9}{:>8}{:>7}\n", name, c.right, c.unknown, c.missed, c.wrong);
    };
    for (const std::string_view role : role_names()) line(role, roles.contains(std::string(role)) ? roles.at(std::string(role)) : Count{});
    line("all", all());
  }
};

TEST_F(DetectTest, TheScoreByRole) {
  Score named, renamed;
  int number = 0;
  for (const Shape& shape : shapes()) {
    const Facts with_names = facts({.table = shape.table});
    ASSERT_EQ(with_names.tables.size(), 1U) << shape.table;
    named.add(shape, detect(with_names.tables[0]), {});
    const std::string name = fmt::format("t{}", ++number);
    const auto old_name = rename(shape.table, name);
    const Facts without = facts({.table = name});
    ASSERT_EQ(without.tables.size(), 1U) << shape.table;
    renamed.add(shape, detect(without.tables[0]), old_name);
  }
  named.print("With their names");
  renamed.print("Every name changed");
  EXPECT_EQ(named.all().wrong, 0);
  EXPECT_EQ(named.all().missed, 0);
  EXPECT_EQ(named.all().unknown, 0);
  EXPECT_EQ(named.missed, 0);
  EXPECT_EQ(named.false_proposals, 0);
  EXPECT_EQ(renamed.all().wrong, 0);
  EXPECT_EQ(renamed.all().missed, 0);
  EXPECT_EQ(renamed.false_proposals, 0);
  // So many are known by their values alone.
  EXPECT_GE(renamed.found, 3);
  EXPECT_GE(renamed.all().right, 15);
}

}  // namespace
}  // namespace onceover::profile
