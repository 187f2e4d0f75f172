#include "core/tables/states.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

bool is_in(const std::vector<key::State>& states, key::State state) { return std::ranges::find(states, state) != states.end(); }

std::string list_of(const std::vector<std::string>& values) {
  std::vector<std::string> literals;
  for (const std::string& value : values) literals.push_back(literal(value));
  return fmt::format("{}", fmt::join(literals, ", "));
}

std::string one_of(std::string_view column, const std::vector<std::string>& values, bool opposite) {
  if (values.empty()) return opposite ? "TRUE" : "FALSE";
  if (values.size() == 1) return fmt::format("{} {} {}", column, opposite ? "<>" : "=", literal(values[0]));
  return fmt::format("{} {} ({})", column, opposite ? "NOT IN" : "IN", list_of(values));
}

bool holds_value(const Condition& condition) { return condition.is != Condition::Is::null; }

std::string joined(const std::vector<std::string>& parts, std::string_view with, std::string_view empty) {
  if (parts.empty()) return std::string(empty);
  if (parts.size() == 1) return parts[0];
  return fmt::format("({})", fmt::join(parts, fmt::format(" {} ", with)));
}

std::string all_of(const std::vector<Condition>& tests, std::string_view alias) {
  std::vector<std::string> parts;
  for (const Condition& condition : tests) parts.push_back(condition_sql(condition, alias));
  return joined(parts, "AND", "TRUE");
}

std::string none_or_other(const Profile& p, const std::vector<Condition>& tests, std::string_view alias) {
  std::vector<std::string> parts;
  for (const Condition& condition : tests) parts.push_back(opposite_sql(p, condition, alias));
  return joined(parts, "OR", "FALSE");
}

bool rules_are_disjoint(const StateRule& a, const StateRule& b) {
  return std::ranges::any_of(
      a.when, [&](const Condition& x) { return std::ranges::any_of(b.when, [&](const Condition& y) { return are_disjoint(x, y); }); });
}

// The rule's own condition, and that no rule before it with another state holds.
std::string first_to_hold(const Profile& p, std::size_t rule, const std::vector<key::State>& states, std::string_view alias) {
  std::vector<std::string> parts;
  for (const Condition& condition : p.states.rules[rule].when) parts.push_back(condition_sql(condition, alias));
  for (std::size_t i = 0; i < rule; ++i) {
    const StateRule& before = p.states.rules[i];
    if (!is_in(states, before.state) && !rules_are_disjoint(before, p.states.rules[rule]))
      parts.push_back(none_or_other(p, before.when, alias));
  }
  return joined(parts, "AND", "TRUE");
}

// Values of rules that each test this one column for its words, and need no look at others: one IN for all.
bool is_plain_word(const Profile& p, std::size_t rule, const std::vector<key::State>& states) {
  const StateRule& r = p.states.rules[rule];
  if (r.when.size() != 1 || r.when[0].is != Condition::Is::one_of) return false;
  for (std::size_t i = 0; i < rule; ++i) {
    if (!is_in(states, p.states.rules[i].state) && !rules_are_disjoint(p.states.rules[i], r)) return false;
  }
  return true;
}

// `sql`, of the rows that are not set aside.
std::string in_use(const Profile& p, const std::string& sql, std::string_view alias) {
  if (p.set_aside.empty() || sql == "FALSE") return sql;
  std::vector<std::string> parts;
  if (sql != "TRUE") parts.push_back(sql);
  for (const Condition& condition : p.set_aside) parts.push_back(opposite_sql(p, condition, alias));
  return joined(parts, "AND", "TRUE");
}

}  // namespace

bool are_disjoint(const Condition& a, const Condition& b) {
  if (a.column != b.column) return false;
  if (holds_value(a) != holds_value(b)) return true;
  using Is = Condition::Is;
  if ((a.is == Is::yes && b.is == Is::no) || (a.is == Is::no && b.is == Is::yes)) return true;
  if (a.is == Is::between && b.is == Is::between) return a.highest < b.lowest || b.highest < a.lowest;
  if (a.is == Is::one_of && b.is == Is::one_of) {
    return std::ranges::none_of(a.values, [&](const std::string& value) { return std::ranges::find(b.values, value) != b.values.end(); });
  }
  return false;
}

std::string condition_sql(const Condition& condition, std::string_view alias) {
  const std::string column = std::string(alias) + quoted_name(condition.column);
  switch (condition.is) {
    case Condition::Is::null: return column + " IS NULL";
    case Condition::Is::not_null: return column + " IS NOT NULL";
    case Condition::Is::yes: return column;
    case Condition::Is::no: return "NOT " + column;
    case Condition::Is::one_of: return one_of(column, condition.values, false);
    case Condition::Is::between: return fmt::format("{} BETWEEN {} AND {}", column, condition.lowest, condition.highest);
  }
  return "FALSE";
}

std::string opposite_sql(const Profile& p, const Condition& condition, std::string_view alias) {
  const std::string column = std::string(alias) + quoted_name(condition.column);
  const bool never_null = p.is_never_null(condition.column);
  const auto or_null = [&](const std::string& sql) { return never_null ? sql : fmt::format("({} IS NULL OR {})", column, sql); };
  switch (condition.is) {
    case Condition::Is::null: return column + " IS NOT NULL";
    case Condition::Is::not_null: return column + " IS NULL";
    case Condition::Is::yes: return never_null ? "NOT " + column : column + " IS NOT TRUE";
    case Condition::Is::no: return never_null ? column : column + " IS NOT FALSE";
    case Condition::Is::one_of: return or_null(one_of(column, condition.values, true));
    case Condition::Is::between: return or_null(fmt::format("{} NOT BETWEEN {} AND {}", column, condition.lowest, condition.highest));
  }
  return "TRUE";
}

std::string state_is(const Profile& p, const std::vector<key::State>& states, std::string_view alias) {
  return in_use(p, state_by_rules(p, states, alias), alias);
}

std::string is_set_aside(const Profile& p, std::string_view alias) {
  std::vector<std::string> parts;
  for (const Condition& condition : p.set_aside) {
    const std::string holds = condition_sql(condition, alias);
    const bool is_never_null =
        p.is_never_null(condition.column) || condition.is == Condition::Is::null || condition.is == Condition::Is::not_null;
    parts.push_back(is_never_null ? holds : fmt::format("({}) IS TRUE", holds));
  }
  return joined(parts, "OR", "FALSE");
}

std::string state_by_rules(const Profile& p, const std::vector<key::State>& states, std::string_view alias) {
  const States& s = p.states;
  std::vector<std::string> any, words;
  std::string word_column;
  for (std::size_t i = 0; i < s.rules.size(); ++i) {
    if (!is_in(states, s.rules[i].state)) continue;
    const std::string column = s.rules[i].when.empty() ? std::string() : s.rules[i].when[0].column;
    if (is_plain_word(p, i, states) && (word_column.empty() || word_column == column)) {
      word_column = column;
      words.insert(words.end(), s.rules[i].when[0].values.begin(), s.rules[i].when[0].values.end());
    } else {
      any.push_back(first_to_hold(p, i, states, alias));
    }
  }
  if (s.otherwise && is_in(states, s.otherwise->state)) {
    // All that no rule with another state takes. A rule with one of these states that overlaps with such a later rule is named above.
    std::vector<std::string> parts;
    for (const StateRule& rule : s.rules) {
      if (!is_in(states, rule.state)) parts.push_back(none_or_other(p, rule.when, alias));
    }
    const std::string rest = joined(parts, "AND", "TRUE");
    std::vector<std::string> overlapped;
    for (std::size_t i = 0; i < s.rules.size(); ++i) {
      if (!is_in(states, s.rules[i].state)) continue;
      for (std::size_t j = i + 1; j < s.rules.size(); ++j) {
        if (!is_in(states, s.rules[j].state) && !rules_are_disjoint(s.rules[i], s.rules[j])) {
          overlapped.push_back(first_to_hold(p, i, states, alias));
          break;
        }
      }
    }
    overlapped.insert(overlapped.begin(), rest);
    return joined(overlapped, "OR", "FALSE");
  }
  if (!words.empty()) any.insert(any.begin(), one_of(std::string(alias) + quoted_name(word_column), words, false));
  return joined(any, "OR", "FALSE");
}

std::string state_is_unknown(const Profile& p, std::string_view alias) {
  if (p.states.otherwise) return "FALSE";
  std::vector<std::string> parts;
  for (const StateRule& rule : p.states.rules) parts.push_back(none_or_other(p, rule.when, alias));
  return in_use(p, joined(parts, "AND", "TRUE"), alias);
}

std::string state_number(const Profile& p) {
  const States& s = p.states;
  if (s.rules.empty()) return s.otherwise ? "0" : "NULL::pg_catalog.int4";
  std::string out = "CASE";
  for (std::size_t i = 0; i < s.rules.size(); ++i) out += fmt::format(" WHEN {} THEN {}", all_of(s.rules[i].when, "k."), i);
  if (s.otherwise) out += fmt::format(" ELSE {}", s.rules.size());
  return out + " END";
}

const StateRule* rule_at(const Profile& p, std::optional<std::int64_t> number) {
  if (!number || *number < 0) return nullptr;
  const auto at = static_cast<std::size_t>(*number);
  if (at < p.states.rules.size()) return &p.states.rules[at];
  return p.states.otherwise ? &*p.states.otherwise : nullptr;
}

std::string state_word(const Profile& p) {
  if (p.states.column.empty()) return "NULL::pg_catalog.text";
  return fmt::format("k.{}::pg_catalog.text", quoted_name(p.states.column));
}

std::vector<std::string> state_columns(const Profile& p) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& column) {
    if (!column.empty() && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
  };
  add(p.states.column);
  for (const StateRule& rule : p.states.rules) {
    for (const Condition& condition : rule.when) add(condition.column);
  }
  for (const Condition& condition : p.set_aside) add(condition.column);
  return columns;
}

}  // namespace onceover::tables
