// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/looks.h"

#include "core/tables/detect/signs.h"

namespace onceover::tables {
CellOf cells_of(const TableFacts& table, std::size_t row) {
  return [&table, row](const std::string& column) {
    const ColumnFacts* facts = table.column(column);
    return facts == nullptr || row >= facts->sample.size() ? nullptr : &facts->sample[row];
  };
}

bool holds(const Condition& condition, const Looks::Cell& cell) {
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

bool holds(const std::vector<Condition>& all, const CellOf& cell) {
  return std::ranges::all_of(all, [&](const Condition& condition) {
    const Looks::Cell* at = cell(condition.column);
    return at != nullptr && holds(condition, *at);
  });
}

std::optional<std::size_t> rule_of(const States& states, const CellOf& cell) {
  const auto rule =
      std::ranges::find_if(states.rules, [&](const StateRule& one) { return holds(one.when, cell); });
  if (rule != states.rules.end()) return static_cast<std::size_t>(rule - states.rules.begin());
  return states.otherwise ? std::optional(states.rules.size()) : std::nullopt;
}

Looks::Looks(const Profile& profile, const TableFacts& table) : profile_(profile), table_(table) {
  for (const ColumnFacts& column : table.columns) {
    if (const auto form = time_form(Column(column))) times_.emplace(column.name, *form);
  }
  for (std::size_t row = 0; row < table.sampled_rows(); ++row) {
    const CellOf cell_of = cells_of(table, row);
    is_set_aside_.push_back(
        std::ranges::any_of(profile.set_aside, [&](const Condition& one) { return holds({one}, cell_of); }));
    rules_.push_back(is_set_aside_.back() ? std::nullopt : rule_of(profile.states, cell_of));
  }
}

const Looks::Cell* Looks::cell(const std::string& column, std::size_t row) const {
  return cells_of(table_, row)(column);
}

Looks::Rows Looks::of(key::State state) const {
  Rows out;
  const auto& rules = profile_.states.rules;
  for (std::size_t row = 0; row < rules_.size(); ++row) {
    if (!rules_[row]) continue;
    if ((*rules_[row] < rules.size() ? rules[*rules_[row]] : *profile_.states.otherwise).state == state)
      out.push_back(row);
  }
  return out;
}

Looks::Rows Looks::of_rule(std::optional<std::size_t> rule) const {
  Rows out;
  for (std::size_t row = 0; row < rules_.size(); ++row) {
    if (rule && rules_[row] == rule) out.push_back(row);
  }
  return out;
}

Looks::Rows Looks::of(const std::string& column, const std::string& value) const {
  Rows out;
  for (std::size_t row = 0; row < rules_.size(); ++row) {
    const Cell* at = cell(column, row);
    if (at != nullptr && *at == value && !is_set_aside_[row]) out.push_back(row);
  }
  return out;
}

bool Looks::is_held(std::size_t row) const {
  const auto is_set = [&](const std::string& column) {
    const Cell* at = cell(column, row);
    return at != nullptr && *at && !at->value().empty() &&
           (column != profile_.lease.at.column || *at != profile_.lease.free);
  };
  if (is_set(profile_.owner)) return true;
  // A time that is never NULL is an old one where there is no owner.
  const bool has_owner =
      cell(profile_.owner, row) != nullptr && profile_.is_never_null(profile_.lease.at.column);
  const auto form = profile_.lease.form;
  if (profile_.lease.is_observable() && form != Lease::Form::age && !has_owner &&
      is_set(profile_.lease.at.column))
    return true;
  const Cell* word = cell(profile_.states.column, row);
  return word != nullptr && *word && means_working(**word);
}

Looks::Rows Looks::held(Rows rows, bool wanted) const {
  std::erase_if(rows, [&](std::size_t row) { return is_held(row) != wanted; });
  return rows;
}

Looks::Held Looks::held_in(const std::string& column, const Rows& rows) const {
  Held out{.rows = rows.size()};
  std::map<std::string, std::size_t> values;
  for (const std::size_t row : rows) {
    const Cell* at = cell(column, row);
    if (at != nullptr && *at) ++values[**at];
  }
  out.distinct = values.size();
  for (const auto& [value, n] : values) {
    out.filled += n;
    if (value == "0" || is_blank(value)) out.blank += n;
    if (n > out.usually) {
      out.usual = value;
      out.usually = n;
    }
  }
  return out;
}

std::optional<bool> Looks::is_null(const std::string& column, const Rows& rows) const {
  const ColumnFacts* facts = table_.column(column);
  if (rows.empty() || facts == nullptr || facts->sample.empty()) return std::nullopt;
  const Held held = held_in(column, rows);
  return held.is_null() ? std::optional(true) : held.is_filled() ? std::optional(false) : std::nullopt;
}

std::optional<double> Looks::moment(const std::string& column, std::size_t row) const {
  const auto form = times_.find(column);
  const Cell* at = cell(column, row);
  if (form == times_.end() || at == nullptr || !*at) return std::nullopt;
  const auto seconds = seconds_of(**at, form->second);
  return seconds && *seconds > 0 ? seconds : std::nullopt;
}

std::vector<double> Looks::spans(const std::string& from, const std::string& to, const Rows& rows) const {
  std::vector<double> out;
  for (const std::size_t row : rows) {
    const auto begun = moment(from, row), ended = moment(to, row);
    if (begun && ended) out.push_back(*ended - *begun);
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace onceover::tables
