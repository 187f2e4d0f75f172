#include "core/tables/toml_writer.h"

#include "core/base/text.h"

namespace onceover::tables {

std::string Writer::quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

void Writer::raw(const std::string& field, const std::string& value) {
  const bool is_bare = !field.empty() && std::ranges::all_of(field, [](char c) { return is_ascii_alnum(c) || c == '_' || c == '-'; });
  fields_.emplace_back(is_bare ? field : quoted(field), value);
}

std::string Writer::lines() const {
  std::string out;
  for (const auto& [field, value] : fields_) out += field + " = " + value + "\n";
  return out;
}

std::string Writer::in_braces() const {
  std::string out;
  for (const auto& [field, value] : fields_) out += (out.empty() ? "" : ", ") + field + " = " + value;
  return "{ " + out + " }";
}

void Writer::seconds(const std::string& field, Duration value) {
  if (value == Duration{0}) return;
  const auto whole = value.count() / 1'000'000, rest = value.count() % 1'000'000;
  raw(field, rest == 0 ? fmt::format("{}", whole) : fmt::format("{}.{:06}", whole, rest));
}

void Writer::test(const std::string& field, const Condition& condition) {
  if (condition.is == Condition::Is::one_of) return raw(field, "{ one_of = " + array(condition.values, quoted) + " }");
  if (condition.is == Condition::Is::between)
    return raw(field, fmt::format("{{ between = [{}, {}] }}", condition.lowest, condition.highest));
  word(field, condition.is, condition_words, Need::required);
}

// Rules hold in their order, and the reader takes `words` first, then the states' arrays, then [[rule]].
void Writer::rules(States& states) {
  const auto is_of_words = [&](const StateRule& rule) {
    return rule.word.empty() && rule.when.size() == 1 && rule.when[0].is == Condition::Is::one_of && !states.column.empty() &&
           rule.when[0].column == states.column;
  };
  auto rule = states.rules.begin();
  Writer words;
  for (; rule != states.rules.end() && is_of_words(*rule) && rule->when[0].values.size() == 1; ++rule) {
    words.compact(rule->when[0].values[0], *rule);
  }
  if (!words.fields_.empty()) raw("words", words.in_braces());
  for (const auto& [state, name] : key::state_words.pairs) {
    if (rule == states.rules.end() || !is_of_words(*rule) || rule->state != state || rule->may_retry || rule->waits) continue;
    names(std::string(name), (rule++)->when[0].values);
  }
  for (; rule != states.rules.end(); ++rule) {
    Writer in;
    in.tables("when", rule->when);
    describe(in, *rule);
    sections_ += "[[" + path_ + ".rule]]\n" + in.lines();
  }
}

void Writer::assignments(std::vector<Assignment>& values) {
  for (Assignment& assignment : values) {
    if (assignment.value == Assignment::Value::text) {
      raw(assignment.column, quoted(assignment.text));
    } else {
      braces(assignment.column, true, [&](Writer& in) { describe(in, assignment); });
    }
  }
}

}  // namespace onceover::tables
