// What the sampled rows show of a column, compared with the state, the creation and the lease of each row.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/detect/roles.h"

namespace onceover::profile {

namespace {

bool holds(const Condition& condition, const Column* c, std::size_t row) {
  using Is = Condition::Is;
  if (c == nullptr || row >= c->facts.sample.size()) return false;
  const Cell& cell = c->facts.sample[row];
  if (!cell) return condition.is == Is::null;
  if (condition.is == Is::one_of) return is_among(condition.values, *cell);
  if (condition.is == Is::yes || condition.is == Is::no) return is_true(*cell) == (condition.is == Is::yes);
  return condition.is == Is::not_null;
}

}  // namespace

std::vector<std::string> Roles::states_of_rows() const {
  std::vector<std::string> out;
  if (state_.columns.empty()) return out;
  for (std::size_t row = 0; row < column(state_.columns.front())->facts.sample.size(); ++row) {
    const auto rule = std::ranges::find_if(state_.states.rules, [&](const StateRule& one) {
      return std::ranges::all_of(one.when, [&](const Condition& condition) { return holds(condition, column(condition.column), row); });
    });
    const bool has_rule = rule != state_.states.rules.end();
    out.emplace_back(has_rule ? key::word(rule->state) : state_.states.otherwise ? key::word(state_.states.otherwise->state) : "unknown");
  }
  return out;
}

const Column* Roles::beginning_before(const Column& end) const {
  if (created_ != nullptr) return created_;
  const auto fits =
      those([&](const Column& c) { return &c != &end && time_form(c) && c.facts.not_null && never_before(end, c).value_or(false); });
  return fits.size() == 1 ? fits[0] : nullptr;
}

const Column* Roles::lease_then_retention() const {
  constexpr double longest_lease_s = 900, shortest_retention_s = 3600;
  constexpr std::size_t enough_rows = 3;
  const auto states = states_of_rows();
  if (kind_ != Kind::idempotency || states.empty()) return nullptr;
  const auto fits = those([&](const Column& c) {
    const Column* from = time_form(c) && &c != created_ && !has_nulls(c) ? beginning_before(c) : nullptr;
    const auto ends = from == nullptr ? std::vector<std::optional<double>>() : spans_by_row(*from, c);
    if (ends.size() != states.size()) return false;
    std::size_t open = 0, brief = 0, over = 0;
    for (std::size_t row = 0; row < ends.size(); ++row) {
      if (!ends[row] || states[row] == "unknown") return false;
      if (states[row] == "in_progress") {
        ++open;
        brief += *ends[row] <= longest_lease_s ? 1 : 0;
      } else {
        ++over;
        if (*ends[row] < shortest_retention_s) return false;
      }
    }
    // A lease that was taken over lies later than the first one, and renewed ones last.
    return brief >= enough_rows && 4 * brief >= 3 * open && over >= enough_rows;
  });
  return fits.size() == 1 ? fits[0] : nullptr;
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

// Rows without it were never changed, rows with it were: in the former some time is as long after the creation as the insertion made it.
bool Roles::is_written_by_the_change(const Column& c) const {
  constexpr std::size_t enough_rows = 3;
  constexpr double same_s = 0.001;
  if (created_ == nullptr || !has_nulls(c) || !c.has_values()) return false;
  return any(columns_, [&](const Column& time) {
    const auto since = &time == created_ || has_nulls(time) ? std::vector<std::optional<double>>() : spans_by_row(*created_, time);
    if (since.size() != c.facts.sample.size()) return false;
    std::optional<double> at_first;
    std::size_t without = 0, with = 0;
    for (std::size_t row = 0; row < since.size(); ++row) {
      if (!since[row]) return false;
      if (c.facts.sample[row]) continue;
      ++without;
      if (!at_first) at_first = since[row];
      if (std::abs(*since[row] - *at_first) > same_s) return false;
    }
    for (std::size_t row = 0; row < since.size(); ++row) {
      if (!c.facts.sample[row]) continue;
      ++with;
      if (!at_first || *since[row] - *at_first <= same_s) return false;
    }
    return without >= enough_rows && with >= enough_rows;
  });
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

// Some unfinished rows have the least number, and every finished row a larger one. An aggregate's version has its least number in any row.
bool Roles::counts_changes(const Column& c) const {
  constexpr std::size_t enough_rows = 3;
  const auto states = states_of_rows();
  const auto numbers = c.numbers();
  if (!numbers || numbers->size() < 2 || states.size() != c.facts.sample.size()) return false;
  const double least = *std::ranges::min_element(*numbers);
  std::size_t untouched = 0, finished = 0;
  for (std::size_t row = 0; row < states.size(); ++row) {
    const double n = number_from<double>(c.facts.sample[row].value_or("")).value_or(-1);
    if (n < least) return false;
    if (states[row] == "succeeded" || states[row] == "failed") {
      ++finished;
      if (n <= least) return false;
    } else if (states[row] == "in_progress") {
      untouched += n == least ? 1 : 0;
    }
  }
  return least <= 1 && untouched >= enough_rows && finished >= enough_rows;
}

// Present in exactly the rows that have a lease; or a number of a worker, where 0 means none.
bool Roles::comes_and_goes(const Column& c) const {
  if (lease_ != nullptr && absent_together(c, *lease_)) return true;
  constexpr std::size_t most_workers = 10, enough_rows = 12;
  const auto numbers = c.numbers();
  return kind_ != Kind::idempotency && c.is_integer() && c.facts.sample.size() >= enough_rows && numbers && numbers->size() >= 2 &&
         numbers->size() <= most_workers && std::ranges::find(*numbers, 0.0) != numbers->end();
}

// Most generated numbers belong to rows that are gone, and no row is old. Rows for a reader of the log are kept for longer.
bool Roles::deletes_soon() const {
  constexpr std::size_t enough_rows = 12, whole_table = 200;  // catalog.h samples so many: fewer are all rows
  constexpr double soon_s = 900;
  const auto form = created_ == nullptr ? std::nullopt : time_form(*created_);
  if (form != "timestamptz" || table_.now_s == 0) return false;
  if (created_->facts.sample.size() < enough_rows || created_->facts.sample.size() >= whole_table) return false;
  for (const Cell& at : created_->facts.sample) {
    if (!at || table_.now_s - seconds_of(*at, *form).value_or(0) > soon_s) return false;
  }
  return any(columns_, [&](const Column& c) {
    const auto numbers = c.numbers();
    return c.is_integer() && c.facts.generated && numbers && !numbers->empty() &&
           *std::ranges::min_element(*numbers) > 10 * static_cast<double>(created_->facts.sample.size());
  });
}

}  // namespace onceover::profile
