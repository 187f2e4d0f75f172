// SPDX-License-Identifier: Apache-2.0
#include "core/tables/toml_io.h"

#include <fmt/format.h>

#include <cmath>

namespace onceover::tables {
namespace {

// PostgreSQL cuts a longer name off, and then means another one than was written.
constexpr std::size_t longest_name = 63;
constexpr double longest_lease_s = 366.0 * 24 * 3600;

// A word of the table: text as the server writes it, or a code.
std::optional<std::string> value_of(const toml::node& node) {
  if (node.is_integer()) return fmt::format("{}", node.as_integer()->get());
  if (!node.is_string() || node.as_string()->get().find('\0') != std::string::npos) return std::nullopt;
  return node.as_string()->get();
}

// The rule is only that the column of words has one of these.
bool is_of_words(const States& states, const StateRule& rule) {
  return rule.when.size() == 1 && rule.when[0].is == Condition::Is::one_of &&
         rule.when[0].column == states.column;
}

}  // namespace

void TomlIo::allow(std::initializer_list<const char*> fields, bool are_allowed, const std::string& wrong) {
  for (const char* field : fields) require(field, are_allowed || !reads() || !has(field), wrong);
}

void TomlIo::require(const std::string& field, bool holds, const std::string& wrong) {
  if (!holds && reads()) in_->refuse(field, wrong);
}

void TomlIo::text(const std::string& field, std::string& value, Need need) {
  if (reads()) {
    value = in_->text(field.c_str(), need == Need::required, value);
  } else if (!value.empty() || need == Need::always) {
    raw(field, quoted(value));
  }
}

void TomlIo::yes(const std::string& field, bool& value, Need need) {
  if (reads()) {
    value = in_->boolean(field.c_str(), false);
  } else if (value || need == Need::always) {
    raw(field, value ? "true" : "false");
  }
}

void TomlIo::count(const std::string& field, int& value, int most) {
  if (reads()) {
    value = static_cast<int>(in_->integer(field.c_str(), false, 0, most));
  } else if (value != 0) {
    raw(field, std::to_string(value));
  }
}

void TomlIo::seconds(const std::string& field, Duration& value) {
  if (reads()) {
    const toml::node* found = in_->any(field.c_str());
    if (found == nullptr) return;
    const double seconds = found->value<double>().value_or(std::nan(""));
    const bool holds = found->is_number() && seconds >= 1e-6 && seconds <= longest_lease_s;
    require(field, holds, "must be a number of seconds, above 0 and up to a year");
    if (holds) value = Duration(std::llround(seconds * 1e6));
  } else if (value != Duration{0}) {
    const auto whole = value.count() / 1'000'000, rest = value.count() % 1'000'000;
    raw(field, rest == 0 ? fmt::format("{}", whole) : fmt::format("{}.{:06}", whole, rest));
  }
}

void TomlIo::check_name(const std::string& field, const std::string& name, std::string_view names_one_that) {
  require(field, !name.empty(), fmt::format("{}must not be empty", names_one_that));
  require(field, name.size() <= longest_name,
          fmt::format("{}is longer than {} bytes, where PostgreSQL cuts a name off", names_one_that,
                      longest_name));
}

void TomlIo::name(const std::string& field, std::string& value, Need need) {
  text(field, value, need);
  if (reads() && has(field)) check_name(field, value, "");
}

void TomlIo::names(const std::string& field, std::vector<std::string>& values) {
  if (!reads()) {
    if (!values.empty()) raw(field, array(values, quoted));
    return;
  }
  values = in_->texts(field.c_str(), false);
  std::set<std::string> seen;
  for (const std::string& name : values) {
    check_name(field, name, "names one that ");
    require(field, seen.insert(name).second, "names " + visible(name) + " twice");
  }
}

void TomlIo::name_or_names(const std::string& field, std::vector<std::string>& values) {
  const toml::node* found = reads() ? in_->any(field.c_str()) : nullptr;
  const bool is_one = reads() ? found != nullptr && found->is_string() : values.size() == 1;
  if (!is_one) return names(field, values);
  values.resize(1);
  name(field, values[0]);
}

void TomlIo::states(const std::string& field, std::vector<key::State>& values) {
  if (!reads()) {
    if (!values.empty())
      raw(field, array(values, [](key::State state) { return quoted(key::state_words.of(state)); }));
    return;
  }
  for (const std::string& word : in_->texts(field.c_str(), false)) {
    const auto state = key::state_from_word(word);
    require(field, state.has_value(), "must be " + listed(key::state_words));
    if (!state) return;
    require(field, std::ranges::find(values, *state) == values.end(), "names " + visible(word) + " twice");
    values.push_back(*state);
  }
}

// A single word is an array of one.
std::vector<std::string> TomlIo::read_values(const std::string& field) {
  std::vector<std::string> out;
  const auto add = [&](const toml::node& item) {
    const auto value = value_of(item);
    require(field, value.has_value(), "must hold words, or whole numbers");
    if (!value) return;
    require(field, std::ranges::find(out, *value) == out.end(), "names \"" + visible(*value) + "\" twice");
    out.push_back(*value);
  };
  const toml::node* found = in_->any(field.c_str());
  if (found == nullptr) return out;
  if (const toml::array* items = found->as_array()) {
    for (const toml::node& item : *items) add(item);
    require(field, !items->empty(), "must name at least one word");
  } else {
    add(*found);
  }
  return out;
}

void TomlIo::test(const std::string& field, Condition& condition) {
  using Is = Condition::Is;
  // The others are tables.
  constexpr auto condition_words =
      some_words<Is>({{Is::null, "null"}, {Is::not_null, "not null"}, {Is::yes, "true"}, {Is::no, "false"}});
  const toml::node* found = reads() ? in_->any(field.c_str()) : nullptr;
  if (found != nullptr && found->is_table()) return read_test(field, condition);
  if (!reads() && condition.is == Is::one_of)
    return raw(field, "{ one_of = " + array(condition.values, quoted) + " }");
  if (!reads() && condition.is == Is::between)
    return raw(field, fmt::format("{{ between = [{}, {}] }}", condition.lowest, condition.highest));
  word(field, condition.is, condition_words, Need::required);
}

void TomlIo::read_test(const std::string& field, Condition& condition) {
  table(As::braces, field, true, [&](TomlIo& test) {
    if (!test.has("between")) {
      condition.is = Condition::Is::one_of;
      condition.values = test.read_values("one_of");
      return require(field, test.has("one_of"), "must say one_of or between");
    }
    condition.is = Condition::Is::between;
    const toml::array* pair = test.in_->any("between")->as_array();
    if (pair == nullptr || pair->size() != 2 || !(*pair)[0].is_integer() || !(*pair)[1].is_integer())
      return test.require("between", false, "must be two whole numbers: the lowest and the highest");
    condition.lowest = (*pair)[0].as_integer()->get();
    condition.highest = (*pair)[1].as_integer()->get();
    test.require("between", condition.lowest <= condition.highest, "has its lowest above its highest");
  });
}

void TomlIo::read_rules(States& states) {
  std::set<std::string> known;
  std::string needs_column;
  // No word of the column may have two meanings.
  const auto add = [&](const std::string& field, StateRule rule) {
    if (needs_column.empty()) needs_column = field;
    for (const std::string& word : rule.when[0].values) {
      require(field, known.insert(word).second, "gives the word \"" + visible(word) + "\" a second meaning");
    }
    states.rules.push_back(std::move(rule));
  };
  const auto rule_of = [&](std::vector<std::string> words, key::State state) -> StateRule {
    return {.when = {{.column = states.column, .is = Condition::Is::one_of, .values = std::move(words)}},
            .state = state};
  };
  table(As::braces, "words", true, [&](TomlIo& words) {
    for (const auto& [word, meaning] : words.in_->members()) {
      StateRule rule = rule_of({word}, {});
      words.require(word, word.find('\0') == std::string::npos, "holds a NUL character");
      words.compact(word, rule, Need::required);
      words.require(word, rule.word.empty(), "is the word itself and needs no other");
      add("words", std::move(rule));
    }
  });
  for (const auto& [state, word] : key::state_words.pairs) {
    const std::string field(word);
    if (auto values = read_values(field); !values.empty()) add(field, rule_of(std::move(values), state));
  }
  for (TomlFields& fields : in_->tables("rule", false)) {
    TomlIo in(std::move(fields));
    StateRule rule;
    in.tables("when", rule.when);
    in.require("when", !rule.when.empty(), "is missing: what always holds is `otherwise`");
    in.whole(rule);
    if (is_of_words(states, rule)) {
      add("rule", std::move(rule));
    } else {
      states.rules.push_back(std::move(rule));
    }
  }
  require(needs_column, needs_column.empty() || !states.column.empty(),
          "needs `column`: which column holds these words is not said");
}

// Rules hold in their order, and the reader takes `words` first, then the states' arrays, then [[rule]].
void TomlIo::write_rules(States& states) {
  auto rule = states.rules.begin();
  const auto is_short = [&] {
    return rule != states.rules.end() && rule->word.empty() && !states.column.empty() &&
           is_of_words(states, *rule);
  };
  TomlIo words;
  for (; is_short() && rule->when[0].values.size() == 1; ++rule)
    words.compact(rule->when[0].values[0], *rule);
  if (!words.fields_.empty()) raw("words", words.in_braces());
  for (const auto& [state, name] : key::state_words.pairs) {
    if (is_short() && rule->state == state && !rule->may_retry && !rule->waits)
      names(std::string(name), (rule++)->when[0].values);
  }
  for (; rule != states.rules.end(); ++rule) {
    TomlIo in;
    in.tables("when", rule->when);
    describe(in, *rule);
    sections_ += "[[" + path_ + ".rule]]\n" + in.lines();
  }
}

void TomlIo::assignments(std::vector<Assignment>& values) {
  const auto as_table = [&](Assignment& a) {
    table(As::braces, a.column, true, [&](TomlIo& in) { describe(in, a); });
  };
  if (!reads()) {
    for (Assignment& a : values)
      a.value == Assignment::Value::text ? raw(a.column, quoted(a.text)) : as_table(a);
    return;
  }
  for (const auto& [column, value] : in_->members()) {
    Assignment& a = values.emplace_back(Assignment{.column = column});
    check_name(column, column, "");
    require(column, column.find('\0') == std::string::npos, "holds a NUL character");
    if (value->is_table()) {
      a.value = Assignment::Value::null;
      as_table(a);
    } else if (const auto* is = value->as_boolean()) {
      a.text = is->get() ? "true" : "false";
    } else {
      const auto text = value_of(*value);
      require(column, text.has_value(),
              "must be a word, a whole number, true, false, or { value = \"now\" }");
      a.text = text.value_or("");
    }
  }
}

std::string TomlIo::quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += '\\';
    out += byte < 0x20 || byte == 0x7F ? fmt::format("\\u{:04X}", byte) : std::string(1, c);
  }
  return out + '"';
}

void TomlIo::raw(const std::string& field, const std::string& value) {
  const bool is_bare = !field.empty() && std::ranges::all_of(field, [](char c) {
    return is_ascii_alnum(c) || c == '_' || c == '-';
  });
  fields_.emplace_back(is_bare ? field : quoted(field), value);
}

std::string TomlIo::lines() const {
  std::string out;
  for (const auto& [field, value] : fields_) out += field + " = " + value + "\n";
  return out;
}

std::string TomlIo::in_braces() const {
  std::string out;
  for (const auto& [field, value] : fields_) out += (out.empty() ? "" : ", ") + field + " = " + value;
  return "{ " + out + " }";
}

}  // namespace onceover::tables
