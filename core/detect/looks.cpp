#include "core/detect/looks.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/detect/columns.h"

namespace onceover::profile {
namespace {

bool holds(const Condition& condition, const std::optional<std::string>& cell) {
  using Is = Condition::Is;
  if (condition.is == Is::null) return !cell;
  if (!cell) return false;
  switch (condition.is) {
    case Is::null: return false;
    case Is::not_null: return true;
    case Is::yes: return is_true(*cell);
    case Is::no: return !is_true(*cell);
    case Is::one_of: return std::ranges::find(condition.values, *cell) != condition.values.end();
    case Is::between: {
      const auto n = number_from<double>(*cell);
      return n && *n >= static_cast<double>(condition.lowest) && *n <= static_cast<double>(condition.highest);
    }
  }
  return false;
}

// So many rows in a hundred may differ from the others of their state.
constexpr std::size_t odd_in_hundred = 5;

}  // namespace

Looks::Looks(const Profile& profile, const TableFacts& table) : profile_(profile), table_(table) {
  std::size_t rows = 0;  // a column that this user may not read has no sample
  for (const ColumnFacts& column : table.columns) rows = std::max(rows, column.sample.size());
  const auto& rules = profile.states.rules;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto rule = std::ranges::find_if(rules, [&](const StateRule& r) {
      return std::ranges::all_of(r.when, [&](const Condition& condition) {
        const auto* at = cell(condition.column, row);
        return at != nullptr && holds(condition, *at);
      });
    });
    if (rule != rules.end()) {
      rules_.emplace_back(static_cast<std::size_t>(rule - rules.begin()));
    } else {
      rules_.push_back(profile.states.otherwise ? std::optional(rules.size()) : std::nullopt);
    }
  }
}

const std::optional<std::string>* Looks::cell(const std::string& column, std::size_t row) const {
  const ColumnFacts* facts = table_.column(column);
  return facts == nullptr || row >= facts->sample.size() ? nullptr : &facts->sample[row];
}

Looks::Rows Looks::of(key::State state) const {
  Rows out;
  const auto& rules = profile_.states.rules;
  for (std::size_t row = 0; row < rules_.size(); ++row) {
    if (!rules_[row]) continue;
    if ((*rules_[row] < rules.size() ? rules[*rules_[row]] : *profile_.states.otherwise).state == state) out.push_back(row);
  }
  return out;
}

Looks::Rows Looks::of(const std::string& column, const std::string& value) const {
  Rows out;
  for (std::size_t row = 0; row < rules_.size(); ++row) {
    const auto* at = cell(column, row);
    if (at != nullptr && *at == value) out.push_back(row);
  }
  return out;
}

Looks::Rows Looks::of_rest() const {
  Rows out;
  for (std::size_t row = 0; row < rules_.size(); ++row) {
    if (rules_[row] == profile_.states.rules.size()) out.push_back(row);
  }
  return out;
}

std::size_t Looks::filled(const std::string& column, const Rows& rows) const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](std::size_t row) {
    const auto* at = cell(column, row);
    return at != nullptr && at->has_value();
  }));
}

std::optional<bool> Looks::is_null(const std::string& column, const Rows& rows) const {
  const ColumnFacts* facts = table_.column(column);
  if (rows.empty() || facts == nullptr || facts->sample.empty()) return std::nullopt;
  const std::size_t set = filled(column, rows), unset = rows.size() - set;
  if (100 * set <= odd_in_hundred * rows.size()) return true;
  if (100 * unset <= odd_in_hundred * rows.size()) return false;
  return std::nullopt;
}

bool Looks::any_filled(const std::string& column, const Rows& rows) const { return filled(column, rows) > 0; }

std::optional<std::string> Looks::value(const std::string& column, const Rows& rows) const {
  std::optional<std::string> only;
  for (const std::size_t row : rows) {
    const auto* at = cell(column, row);
    if (at == nullptr || !*at || (only && *only != **at)) return std::nullopt;
    only = **at;
  }
  return only;
}

std::vector<double> Looks::spans(const std::string& from, const std::string& to, const Rows& rows) const {
  std::vector<double> out;
  const ColumnFacts *first = table_.column(from), *second = table_.column(to);
  if (first == nullptr || second == nullptr) return out;
  const auto start = time_form(Column(*first)), end = time_form(Column(*second));
  if (!start || !end) return out;
  for (const std::size_t row : rows) {
    const auto *a = cell(from, row), *b = cell(to, row);
    if (a == nullptr || b == nullptr || !*a || !*b) continue;
    const auto begun = seconds_of(**a, *start), ended = seconds_of(**b, *end);
    if (begun && ended && *begun > 0 && *ended > 0) out.push_back(*ended - *begun);
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace onceover::profile
