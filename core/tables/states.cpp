// SPDX-License-Identifier: Apache-2.0
#include "core/tables/states.h"

#include <span>

#include "core/tables/facts.h"
#include "core/tables/parts.h"
#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

bool is_in(const std::vector<key::State>& states, key::State state) {
  return std::ranges::find(states, state) != states.end();
}

std::string one_of(std::string_view column, const std::vector<std::string>& values, bool opposite) {
  if (values.empty()) return opposite ? "TRUE" : "FALSE";
  if (values.size() == 1) return fmt::format("{} {} {}", column, opposite ? "<>" : "=", literal(values[0]));
  std::vector<std::string> literals;
  for (const std::string& value : values) literals.push_back(literal(value));
  return fmt::format("{} {} ({})", column, opposite ? "NOT IN" : "IN", list_of(literals));
}

std::string all_of(const std::vector<std::string>& parts) {
  return parts.empty() ? "TRUE" : parts.size() == 1 ? parts[0] : "(" + list_of(parts, " AND ") + ")";
}
std::string any_of(const std::vector<std::string>& parts) {
  return parts.empty() ? "FALSE" : parts.size() == 1 ? parts[0] : "(" + list_of(parts, " OR ") + ")";
}

std::vector<std::string> conditions(const std::vector<Condition>& tests, std::string_view alias) {
  std::vector<std::string> parts;
  for (const Condition& condition : tests) parts.push_back(condition_sql(condition, alias));
  return parts;
}
std::vector<std::string> opposites(const Profile& p, const std::vector<Condition>& tests,
                                   std::string_view alias) {
  std::vector<std::string> parts;
  for (const Condition& condition : tests) parts.push_back(opposite_sql(p, condition, alias));
  return parts;
}

bool are_disjoint(const StateRule& a, const StateRule& b) {
  return std::ranges::any_of(a.when, [&](const Condition& x) {
    return std::ranges::any_of(b.when, [&](const Condition& y) { return are_disjoint(x, y); });
  });
}

// Whether a row may be of both rules, and the other one is of none of the states.
bool may_take(const StateRule& other, const StateRule& rule, const std::vector<key::State>& states) {
  return !is_in(states, other.state) && !are_disjoint(other, rule);
}

// The rule's own condition, and that no rule before it with another state holds.
std::string first_to_hold(const Profile& p, const StateRule& rule, std::span<const StateRule> rules_before,
                          const std::vector<key::State>& states, std::string_view alias) {
  std::vector<std::string> parts = conditions(rule.when, alias);
  for (const StateRule& before : rules_before) {
    if (may_take(before, rule, states)) parts.push_back(any_of(opposites(p, before.when, alias)));
  }
  return all_of(parts);
}

// That no rule holds which has none of these states.
std::string no_rule_but(const Profile& p, const std::vector<key::State>& states, std::string_view alias) {
  std::vector<std::string> parts;
  for (const StateRule& rule : p.states.rules) {
    if (!is_in(states, rule.state)) parts.push_back(any_of(opposites(p, rule.when, alias)));
  }
  return all_of(parts);
}

// `sql`, of the rows that are not set aside.
std::string in_use(const Profile& p, const std::string& sql, std::string_view alias) {
  if (p.set_aside.empty() || sql == "FALSE") return sql;
  std::vector<std::string> parts = opposites(p, p.set_aside, alias);
  if (sql != "TRUE") parts.insert(parts.begin(), sql);
  return all_of(parts);
}

}  // namespace

bool are_disjoint(const Condition& a, const Condition& b) {
  using Is = Condition::Is;
  if (a.column != b.column) return false;
  if ((a.is == Is::null) != (b.is == Is::null)) return true;
  if ((a.is == Is::yes && b.is == Is::no) || (a.is == Is::no && b.is == Is::yes)) return true;
  if (a.is == Is::between && b.is == Is::between) return a.highest < b.lowest || b.highest < a.lowest;
  return a.is == Is::one_of && b.is == Is::one_of &&
         std::ranges::none_of(a.values, [&](const std::string& value) { return is_among(b.values, value); });
}

std::string condition_sql(const Condition& condition, std::string_view alias) {
  const std::string column = std::string(alias) + quoted_name(condition.column);
  switch (condition.is) {
    case Condition::Is::null: return column + " IS NULL";
    case Condition::Is::not_null: return column + " IS NOT NULL";
    case Condition::Is::yes: return column;
    case Condition::Is::no: return "NOT " + column;
    case Condition::Is::one_of: return one_of(column, condition.values, false);
    case Condition::Is::between:
      return fmt::format("{} BETWEEN {} AND {}", column, condition.lowest, condition.highest);
  }
  return "FALSE";
}

std::string opposite_sql(const Profile& p, const Condition& condition, std::string_view alias) {
  const std::string column = std::string(alias) + quoted_name(condition.column);
  const bool never_null = p.is_never_null(condition.column);
  const auto or_null = [&](const std::string& sql) {
    return never_null ? sql : fmt::format("({} IS NULL OR {})", column, sql);
  };
  switch (condition.is) {
    case Condition::Is::null: return column + " IS NOT NULL";
    case Condition::Is::not_null: return column + " IS NULL";
    case Condition::Is::yes: return never_null ? "NOT " + column : column + " IS NOT TRUE";
    case Condition::Is::no: return never_null ? column : column + " IS NOT FALSE";
    case Condition::Is::one_of: return or_null(one_of(column, condition.values, true));
    case Condition::Is::between:
      return or_null(fmt::format("{} NOT BETWEEN {} AND {}", column, condition.lowest, condition.highest));
  }
  return "TRUE";
}

std::string state_is(const Profile& p, const std::vector<key::State>& states, std::string_view alias) {
  return in_use(p, state_by_rules(p, states, alias), alias);
}

std::string is_set_aside(const Profile& p, std::string_view alias) {
  using Is = Condition::Is;
  std::vector<std::string> parts;
  for (const Condition& c : p.set_aside) {
    const bool is_never_null = p.is_never_null(c.column) || c.is == Is::null || c.is == Is::not_null;
    parts.push_back(is_never_null ? condition_sql(c, alias) : "(" + condition_sql(c, alias) + ") IS TRUE");
  }
  return any_of(parts);
}

std::string state_by_rules(const Profile& p, const std::vector<key::State>& states, std::string_view alias) {
  const States& s = p.states;
  const bool takes_the_rest = s.otherwise && is_in(states, s.otherwise->state);
  std::vector<std::string> any, words;
  std::string word_column;
  for (std::size_t i = 0; i < s.rules.size(); ++i) {
    const StateRule& rule = s.rules[i];
    if (!is_in(states, rule.state)) continue;
    const auto before = std::span(s.rules).first(i), after = std::span(s.rules).subspan(i + 1);
    const auto takes = [&](const StateRule& other) { return may_take(other, rule, states); };
    // Values of rules that each test this one column for its words, and need no look at others: one IN for
    // all.
    const bool is_plain = rule.when.size() == 1 && rule.when[0].is == Condition::Is::one_of &&
                          std::ranges::none_of(before, takes);
    if (!takes_the_rest && is_plain && (word_column.empty() || word_column == rule.when[0].column)) {
      word_column = rule.when[0].column;
      words.insert(words.end(), rule.when[0].values.begin(), rule.when[0].values.end());
    } else if (!takes_the_rest || std::ranges::any_of(after, takes)) {
      // The rest is all that no rule with another state takes; what such a later rule would take is named.
      any.push_back(first_to_hold(p, rule, before, states, alias));
    }
  }
  if (takes_the_rest) any.insert(any.begin(), no_rule_but(p, states, alias));
  if (!words.empty())
    any.insert(any.begin(), one_of(std::string(alias) + quoted_name(word_column), words, false));
  return any_of(any);
}

std::string state_is_unknown(const Profile& p, std::string_view alias) {
  return p.states.otherwise ? "FALSE" : in_use(p, no_rule_but(p, {}, alias), alias);
}

std::string state_number(const Profile& p) {
  const States& s = p.states;
  if (s.rules.empty()) return s.otherwise ? "0" : "NULL::pg_catalog.int4";
  std::string out = "CASE";
  for (std::size_t i = 0; i < s.rules.size(); ++i)
    out += fmt::format(" WHEN {} THEN {}", all_of(conditions(s.rules[i].when, "k.")), i);
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

std::vector<std::string> state_words(const Profile& p) {
  std::vector<std::string> words;
  for (const StateRule& rule : p.states.rules) {
    for (const Condition& c : rule.when) {
      if (c.column == p.states.column) words.insert(words.end(), c.values.begin(), c.values.end());
    }
  }
  return words;
}

std::vector<std::string> state_columns(const Profile& p) {
  std::vector<std::string> columns;
  add_once(columns, p.states.column);
  for (const Condition* condition : state_conditions(p)) add_once(columns, condition->column);
  return columns;
}

}  // namespace onceover::tables
