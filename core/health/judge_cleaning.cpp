// SPDX-License-Identifier: Apache-2.0
// How rows are deleted: the right ones, and in time.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/time.h"
#include "core/health/judge.h"
#include "core/key/types.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::health {

void judge_cleaning(const tables::Profile& profile, const Facts& facts, const Options& options,
                    Findings& out) {
  using tables::table_name;
  for (const Deleter& deleter : facts.deleters) {
    for (const std::string& statement : deletes_from(profile, deleter.text)) {
      const auto why = why_unfinished(profile, statement);
      if (!why) continue;
      add(out, Check::deletes_unfinished, fmt::format("{}: {}\nIt {}", deleter.where, statement, *why),
          fmt::format("Add to its WHERE: {}",
                      tables::state_is(profile, {key::State::succeeded, key::State::failed}, "")));
    }
  }
  if (!facts.sample) return;
  const RowFacts& rows = *facts.sample;
  if (rows.oldest_expiry && rows.oldest_expiry->is_finite()) {
    const Duration behind = facts.as_of - *rows.oldest_expiry;
    if (behind > options.thresholds.reaper_lag) {
      add(out, Check::reaper_behind,
          fmt::format("A finished row expired {} ago, at {}.", human(behind), moment(*rows.oldest_expiry)),
          "oncectl reap removes finished rows past their window in small batches; --dry-run shows how many.");
    }
  } else if (profile.expires_at.empty() && rows.oldest_created && rows.oldest_created->is_finite()) {
    const Duration age = facts.as_of - *rows.oldest_created;
    if (age > options.thresholds.never_reaped_age) {
      add(out, Check::never_reaped,
          fmt::format("The profile maps no expiry, and the oldest row that was read is {} old, from {}.",
                      human(age), moment(*rows.oldest_created)),
          "Let the service write an expiry with the completion, and let a reaper delete expired rows.",
          fmt::format("ALTER TABLE {} ADD COLUMN expires_at timestamptz;\n", table_name(profile)));
    }
  }
  const auto seen = std::max(rows.longest_retry, rows.longest_life);
  const auto retry = options.longest_retry ? options.longest_retry : seen;
  const char* how = options.longest_retry                    ? "is given as"
                    : rows.longest_life < rows.longest_retry ? "was counted after more than"
                                                             : "seen took";
  if (rows.median_window && retry && *rows.median_window < *retry * 2) {
    Finding& f =
        add(out, Check::window_below_retries,
            fmt::format("Half of the finished rows expire within {} after creation; the longest retry {} {}.",
                        human(*rows.median_window), how, human(*retry)));
    if (*rows.median_window >= *retry) f.severity = Severity::warning;
    f.advice = fmt::format("Keep finished keys for at least {}.", human(*retry * 2));
  }
  if (rows.median_window && options.gateway_window && *rows.median_window < *options.gateway_window) {
    add(out, Check::window_below_gateway,
        fmt::format(
            "Half of the finished rows expire within {} after creation; the gateway remembers a key for {}.",
            human(*rows.median_window), human(*options.gateway_window)),
        fmt::format("Keep finished keys for at least {}.", human(*options.gateway_window)));
  }
}

namespace {

using tables::Condition;

struct Token {
  enum class Kind { word, text, number, sign } kind = Kind::sign;
  std::string value;  // of a word without quotes in lower case; of a text without its quotes
  std::size_t begin = 0, end = 0;
  bool is_word(std::string_view word) const { return kind == Kind::word && value == word; }
  bool is_sign(std::string_view sign) const { return kind == Kind::sign && value == sign; }
};

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool goes_on(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '$'; }

// Reads up to the closing quote, which is doubled inside; `at` ends after it.
std::string quoted_part(std::string_view text, std::size_t& at, char quote) {
  std::string value;
  for (++at; at < text.size(); ++at) {
    if (text[at] != quote) {
      value += text[at];
    } else if (at + 1 < text.size() && text[at + 1] == quote) {
      value += text[at++];
    } else {
      ++at;
      return value;
    }
  }
  return value;
}

// The length of a dollar-quote tag at this place; 0: none. The quoted text is read as if it were not quoted.
std::size_t dollar_tag(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && goes_on(text[end]) && text[end] != '$') ++end;
  return end < text.size() && text[end] == '$' ? end + 1 - at : 0;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t begin = at;
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
    } else if (text.substr(at, 2) == "--") {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else if (c == '\'' || c == '"') {
      std::string value = quoted_part(text, at, c);
      out.push_back({c == '"' ? Token::Kind::word : Token::Kind::text, std::move(value), begin, at});
    } else if (c == '$' && dollar_tag(text, at) > 0) {
      at += dollar_tag(text, at);
    } else if (starts_word(c)) {
      std::string value;
      for (; at < text.size() && goes_on(text[at]); ++at)
        value += static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
      out.push_back({Token::Kind::word, std::move(value), begin, at});
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      while (at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) || text[at] == '.'))
        ++at;
      out.push_back({Token::Kind::number, std::string(text.substr(begin, at - begin)), begin, at});
    } else {
      const std::string_view two = text.substr(at, 2);
      at += two == "<>" || two == "!=" || two == "::" || two == "<=" || two == ">=" ? 2 : 1;
      out.push_back({Token::Kind::sign, std::string(text.substr(begin, at - begin)), begin, at});
    }
  }
  return out;
}

// The table's name after FROM, with or without its schema; `at` is its first token.
bool names_table(const tables::Profile& profile, const std::vector<Token>& tokens, std::size_t at) {
  if (at >= tokens.size() || tokens[at].kind != Token::Kind::word) return false;
  const bool has_schema = at + 2 < tokens.size() && tokens[at + 1].is_sign(".");
  if (!has_schema) return tokens[at].value == profile.table;
  return tokens[at].value == profile.schema && tokens[at + 2].value == profile.table;
}

void collect(const tables::Profile& profile, std::string_view text, int depth,
             std::vector<std::string>& out) {
  const std::vector<Token> tokens = tokens_of(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    // EXECUTE 'DELETE …': a statement in a string.
    if (tokens[i].kind == Token::Kind::text && depth < 3) collect(profile, tokens[i].value, depth + 1, out);
    if (!tokens[i].is_word("delete") || i + 1 >= tokens.size() || !tokens[i + 1].is_word("from")) continue;
    const std::size_t name = i + 2 < tokens.size() && tokens[i + 2].is_word("only") ? i + 3 : i + 2;
    if (!names_table(profile, tokens, name)) continue;
    std::size_t last = name;
    while (last < tokens.size() && !tokens[last].is_sign(";")) ++last;
    const std::size_t end = last < tokens.size() ? tokens[last].begin : text.size();
    out.emplace_back(text.substr(tokens[i].begin, end - tokens[i].begin));
    i = last;
  }
}

bool is_unfinished(key::State state) {
  return state == key::State::in_progress || state == key::State::released;
}

// A comparison of one column: with these values, or with any other value.
struct Comparison {
  bool opposite = false, is_null_test = false;
  std::vector<std::string> values;
};

// What follows a column's name; nullopt where it is not understood. Casts are skipped.
std::optional<Comparison> comparison_at(const std::vector<Token>& tokens, std::size_t at) {
  const auto skip_cast = [&] {
    while (at + 1 < tokens.size() && tokens[at].is_sign("::")) {
      at += 2;
      while (at + 1 < tokens.size() && tokens[at].is_sign(".")) at += 2;
    }
  };
  const auto is_word = [&](std::string_view word) { return at < tokens.size() && tokens[at].is_word(word); };
  Comparison found;
  skip_cast();
  if (is_word("is")) {
    ++at;
    if (is_word("not")) {
      found.opposite = true;
      ++at;
    }
    found.is_null_test = is_word("null");
    if (!found.is_null_test && (is_word("true") || is_word("false")))
      found.values.push_back(tokens[at].value);
    return found.is_null_test || !found.values.empty() ? std::optional(found) : std::nullopt;
  }
  if (is_word("not")) {
    found.opposite = true;
    ++at;
  }
  if (at >= tokens.size()) return std::nullopt;
  if (!tokens[at].is_sign("=") && !tokens[at].is_word("in")) {
    if (!tokens[at].is_sign("<>") && !tokens[at].is_sign("!=")) return std::nullopt;
    found.opposite = true;
  }
  for (++at; at < tokens.size(); ++at) {
    const Token& t = tokens[at];
    const bool is_value = t.kind == Token::Kind::text || t.kind == Token::Kind::number || t.is_word("true") ||
                          t.is_word("false");
    const bool is_between = t.is_sign("(") || t.is_sign(",") || t.is_sign("[") || t.is_word("any") ||
                            t.is_word("all") || t.is_word("array");
    if (is_value) {
      found.values.push_back(t.value);
      if (at + 1 >= tokens.size() || !(tokens[at + 1].is_sign(",") || tokens[at + 1].is_sign("::"))) break;
    } else if (t.is_sign("::")) {
      ++at;  // its type
      if (at + 1 >= tokens.size() || !tokens[at + 1].is_sign(",")) break;
    } else if (!is_between) {
      break;
    }
  }
  return found.values.empty() ? std::nullopt : std::optional(found);
}

// Whether rows that match the comparison may be unfinished, as far as one condition of a rule shows it.
bool may_hold(const Condition& condition, const Comparison& seen) {
  const auto is_among = [&seen](const std::string& value) {
    return std::ranges::find(seen.values, value) != seen.values.end();
  };
  switch (condition.is) {
    case Condition::Is::null: return seen.is_null_test ? !seen.opposite : false;
    case Condition::Is::not_null: return seen.is_null_test ? seen.opposite : true;
    case Condition::Is::yes: return !seen.is_null_test && is_among("true") != seen.opposite;
    case Condition::Is::no: return !seen.is_null_test && is_among("false") != seen.opposite;
    case Condition::Is::one_of:
      if (seen.is_null_test) return seen.opposite;
      return std::ranges::any_of(condition.values,
                                 [&](const std::string& value) { return is_among(value) != seen.opposite; });
    case Condition::Is::between:
      return !seen.is_null_test && std::ranges::any_of(seen.values, [&](const std::string& value) {
        const bool is_number = !value.empty() && value.size() < 18 &&
                               std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; });
        if (!is_number) return false;
        const std::int64_t n = std::stoll(value);
        return (n >= condition.lowest && n <= condition.highest) != seen.opposite;
      });
  }
  return false;
}

// "in state \"started\"": the table's own word, or what the rule asks of the column.
std::string named(const tables::StateRule& rule) {
  const Condition& condition = rule.when[0];
  const std::string word = !rule.word.empty()             ? rule.word
                           : condition.values.size() == 1 ? condition.values[0]
                                                          : std::string();
  if (!word.empty()) return fmt::format("in state \"{}\"", word);
  if (condition.is == Condition::Is::one_of && !condition.values.empty())
    return condition.values.size() == 1
               ? fmt::format("whose {} is an empty text", condition.column)
               : fmt::format("in state \"{}\"", fmt::join(condition.values, "\" or \""));
  return fmt::format("in state {}", key::word(rule.state));
}

}  // namespace

std::vector<std::string> deletes_from(const tables::Profile& profile, std::string_view text) {
  std::vector<std::string> out;
  collect(profile, text, 0, out);
  return out;
}

std::optional<std::string> why_unfinished(const tables::Profile& profile, std::string_view statement) {
  const std::vector<Token> tokens = tokens_of(statement);
  const auto where =
      std::ranges::find_if(tokens, [](const Token& t) { return t.is_word("where") || t.is_word("using"); });
  if (where == tokens.end()) return "has no WHERE: it deletes every row.";
  const std::size_t first = static_cast<std::size_t>(where - tokens.begin());
  const auto names = [&](const std::string& column) {
    if (column.empty()) return false;
    return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(first), tokens.end(),
                       [&](const Token& t) { return t.kind == Token::Kind::word && t.value == column; });
  };

  bool looks_at_state = false;
  for (const std::string& column : tables::state_columns(profile)) {
    for (std::size_t i = first; i < tokens.size(); ++i) {
      if (tokens[i].kind != Token::Kind::word || tokens[i].value != column) continue;
      looks_at_state = true;
      const auto seen = comparison_at(tokens, i + 1);
      if (!seen) continue;
      for (const tables::StateRule& rule : profile.states.rules) {
        if (!is_unfinished(rule.state)) continue;
        // Rules over several columns are not evaluated: the result is unknown.
        if (rule.when.size() != 1 || rule.when[0].column != column || !may_hold(rule.when[0], *seen))
          continue;
        return fmt::format(
            "deletes rows by a condition on {} that also matches rows {}, which are unfinished.", column,
            named(rule));
      }
    }
  }
  if (looks_at_state) return std::nullopt;
  // These columns show the same: they are NULL in an unfinished row.
  if (names(profile.completed_at.column) || names(profile.response_code) ||
      names(profile.response_body.column))
    return std::nullopt;
  const auto& only_in = profile.expires_at.only_in;
  if (names(profile.expires_at.column) && !only_in.empty() && std::ranges::none_of(only_in, is_unfinished))
    return std::nullopt;
  return "does not check the state: it also deletes unfinished rows.";
}

}  // namespace onceover::health
