// What the sampled rows show of a column, compared with the state, the creation and the lease of each row.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/tables/detect/looks.h"
#include "core/tables/detect/roles.h"

namespace onceover::tables {

std::vector<std::string> Roles::states_of_rows() const {
  std::vector<std::string> out;
  if (state_.columns.empty()) return out;
  const States& states = state_.states;
  for (std::size_t row = 0; row < column(state_.columns.front())->facts.sample.size(); ++row) {
    const auto rule = rule_of(states, cells_of(table_, row));
    if (!rule) {
      out.emplace_back("unknown");
    } else {
      out.emplace_back(key::word(*rule < states.rules.size() ? states.rules[*rule].state : states.otherwise->state));
    }
  }
  return out;
}

// NULL in each row that is not finished; there are such rows, and rows that have it.
bool Roles::is_set_only_when_finished(const Column& c) const {
  const auto states = states_of_rows();
  if (states.empty() || states.size() != c.facts.sample.size()) return false;
  bool any_unfinished = false, any_set = false;
  for (std::size_t row = 0; row < states.size(); ++row) {
    const bool is_over = states[row] == "succeeded" || states[row] == "failed", is_set = c.facts.sample[row].has_value();
    if (is_set && !is_over) return false;
    any_unfinished = any_unfinished || !is_over;
    any_set = any_set || is_set;
  }
  return any_unfinished && any_set;
}

bool Roles::is_set_while_unfinished(const Column& c) const {
  const auto states = states_of_rows();
  for (std::size_t row = 0; row < std::min(states.size(), c.facts.sample.size()); ++row) {
    if (c.facts.sample[row] && states[row] == "in_progress") return true;
  }
  return false;
}

bool Roles::comes_with_the_answer(const Column& c) const {
  if (response_code_ == nullptr) return is_set_only_when_finished(c);
  if (has_nulls(*response_code_)) return absent_together(c, *response_code_);
  // Every row has a status: it shows which answers have no body.
  constexpr std::size_t enough_rows = 3;
  const auto &codes = response_code_->facts.sample, &bodies = c.facts.sample;
  if (codes.size() != bodies.size()) return false;
  std::size_t without = 0, with = 0;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const bool may_have_body = *codes[row] != "204" && *codes[row] != "205" && *codes[row] != "304";
    const bool has_body = bodies[row] && !bodies[row]->empty() && *bodies[row] != "\\x";
    if (may_have_body != has_body) return false;
    ++(has_body ? with : without);
  }
  return with >= enough_rows && without >= enough_rows;
}

// Different in each row that has it. Rows that are free or finished have none; or each row has one, and a lease shows that rows are
// claimed.
bool Roles::is_drawn_for_each_claim(const Column& c) const {
  if (!c.is(Type::uuid) && !c.is_text()) return false;
  constexpr std::size_t enough_rows = 3;
  std::set<std::string> seen;
  for (const Cell& cell : c.facts.sample) {
    if (cell && !seen.insert(*cell).second) return false;
  }
  if (seen.size() < enough_rows) return false;
  if (lease_ != nullptr && absent_together(c, *lease_)) return true;
  if (!has_nulls(c)) return lease_ != nullptr && fits(c.name, "=token");
  const auto states = states_of_rows();
  if (states.size() != c.facts.sample.size()) return false;
  for (std::size_t row = 0; row < states.size(); ++row) {
    if (c.facts.sample[row].has_value() != (states[row] == "in_progress")) return false;
  }
  return true;
}

}  // namespace onceover::tables
