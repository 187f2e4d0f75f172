#include "core/tables/toml_reader.h"

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

StateRule rule_of_words(const States& states, std::vector<std::string> words, key::State state = {}) {
  return {.when = {{.column = states.column, .is = Condition::Is::one_of, .values = std::move(words)}}, .state = state};
}

}  // namespace

void Reader::check_name(const std::string& field, const std::string& name, std::string_view names_one_that) {
  const auto check = [&](bool holds, std::string_view wrong) { require(field, holds, fmt::format("{}{}", names_one_that, wrong)); };
  check(!name.empty(), "must not be empty");
  check(name.size() <= longest_name, fmt::format("is longer than {} bytes, where PostgreSQL cuts a name off", longest_name));
}

void Reader::states(const std::string& field, std::vector<key::State>& values) {
  for (const std::string& word : fields_.texts(field.c_str(), false)) {
    const auto state = key::state_from_word(word);
    require(field, state.has_value(), "must be " + listed(key::state_words));
    if (!state) return;
    require(field, std::ranges::find(values, *state) == values.end(), "names " + visible(word) + " twice");
    values.push_back(*state);
  }
}

void Reader::seconds(const std::string& field, Duration& value) {
  const toml::node* found = fields_.any(field.c_str());
  if (found == nullptr) return;
  const double seconds = found->value<double>().value_or(std::nan(""));
  const bool holds = found->is_number() && seconds >= 1e-6 && seconds <= longest_lease_s;
  require(field, holds, "must be a number of seconds, above 0 and up to a year");
  if (holds) value = Duration(std::llround(seconds * 1e6));
}

// A single word is an array of one.
std::vector<std::string> Reader::values_in(const std::string& field) {
  std::vector<std::string> out;
  const auto add = [&](const toml::node& item) {
    const auto value = value_of(item);
    require(field, value.has_value(), "must hold words, or whole numbers");
    if (!value) return;
    require(field, std::ranges::find(out, *value) == out.end(), "names \"" + visible(*value) + "\" twice");
    out.push_back(*value);
  };
  const toml::node* found = fields_.any(field.c_str());
  if (found == nullptr) return out;
  if (const toml::array* array = found->as_array()) {
    for (const toml::node& item : *array) add(item);
    require(field, !array->empty(), "must name at least one word");
  } else {
    add(*found);
  }
  return out;
}

void Reader::test(const std::string& field, Condition& condition) {
  const toml::node* found = fields_.any(field.c_str());
  if (found == nullptr || !found->is_table()) return word(field, condition.is, condition_words, Need::required);
  section(field, true, [&](Reader& in) {
    if (!in.fields_.has("between")) {
      condition.is = Condition::Is::one_of;
      condition.values = in.values_in("one_of");
      return require(field, in.fields_.has("one_of"), "must say one_of or between");
    }
    condition.is = Condition::Is::between;
    const toml::array* pair = in.fields_.any("between")->as_array();
    if (pair == nullptr || pair->size() != 2 || !(*pair)[0].is_integer() || !(*pair)[1].is_integer())
      return in.fields_.refuse("between", "must be two whole numbers: the lowest and the highest");
    condition.lowest = (*pair)[0].as_integer()->get();
    condition.highest = (*pair)[1].as_integer()->get();
    in.require("between", condition.lowest <= condition.highest, "has its lowest above its highest");
  });
}

void Reader::rules(States& states) {
  std::set<std::string> known;
  std::string needs_column;
  // No word of the column may have two meanings.
  const auto add = [&](Reader& in, const std::string& field, StateRule rule) {
    if (needs_column.empty()) needs_column = field;
    for (const std::string& word : rule.when[0].values) {
      in.require(field, known.insert(word).second, "gives the word \"" + visible(word) + "\" a second meaning");
    }
    states.rules.push_back(std::move(rule));
  };
  section("words", true, [&](Reader& words) {
    for (const auto& [word, meaning] : words.fields_.members()) {
      StateRule rule = rule_of_words(states, {word});
      words.require(word, word.find('\0') == std::string::npos, "holds a NUL character");
      words.compact(word, rule, Need::required);
      words.require(word, rule.word.empty(), "is the word itself and needs no other");
      add(*this, "words", std::move(rule));
    }
  });
  for (const auto& [state, word] : key::state_words.pairs) {
    const std::string field(word);
    if (auto values = values_in(field); !values.empty()) add(*this, field, rule_of_words(states, std::move(values), state));
  }
  for (TomlFields& fields : fields_.tables("rule", false)) {
    Reader in(std::move(fields));
    StateRule rule;
    in.tables("when", rule.when);
    in.require("when", !rule.when.empty(), "is missing: what always holds is `otherwise`");
    in.whole(rule);
    const bool is_of_words = rule.when.size() == 1 && rule.when[0].is == Condition::Is::one_of && rule.when[0].column == states.column;
    if (is_of_words) {
      add(*this, "rule", std::move(rule));
    } else {
      states.rules.push_back(std::move(rule));
    }
  }
  require(needs_column, needs_column.empty() || !states.column.empty(), "needs `column`: which column holds these words is not said");
}

void Reader::assignments(std::vector<Assignment>& values) {
  for (const auto& [column, value] : fields_.members()) {
    Assignment& assignment = values.emplace_back(Assignment{.column = column});
    check_name(column, column, "");
    require(column, column.find('\0') == std::string::npos, "holds a NUL character");
    if (value->is_table()) {
      assignment.value = Assignment::Value::null;
      section(column, true, [&](Reader& in) { describe(in, assignment); });
    } else if (const auto* is = value->as_boolean()) {
      assignment.text = is->get() ? "true" : "false";
    } else {
      const auto text = value_of(*value);
      require(column, text.has_value(), "must be a word, a whole number, true, false, or { value = \"now\" }");
      assignment.text = text.value_or("");
    }
  }
}

}  // namespace onceover::tables
