// SPDX-License-Identifier: Apache-2.0
#include <ranges>
#include <unordered_set>

#include "core/tables/detect/columns.h"

namespace onceover::tables {
namespace {

// ## Words that are run together: "createdat"

// Words of such tables' columns. Left out is what splits a word that is one: "up" of "update", "on" of
// nothing but an instant is only taken for the last part, below.
constexpr std::string_view known =
    "account|aggregate|amount|attempt|attempts|available|bag|body|channel|claimed|client|code|command|"
    "completed|completion|consumer|content|"
    "context|correlation|count|created|creation|currency|customer|data|date|delivered|destination|dispatched|"
    "endpoint|error|event|"
    "end|expires|expiry|expiration|failed|fingerprint|handler|hash|header|headers|http|id|idempotency|key|"
    "last|"
    "lease|lock|locked|message|"
    "method|modified|name|next|number|occurred|operation|order|organization|owner|partition|path|payload|"
    "process|processed|"
    "processing|published|received|request|response|result|retries|retry|route|run|sent|sequence|server|"
    "source|"
    "start|started|state|status|stop|"
    "stream|tenant|time|times|token|topic|trace|type|updated|url|user|utc|version|worker|job|queue|scheduled|"
    "signature|heartbeat|"
    "picked|reserved|expire|processor|causation|due|delivery|webhook|output|closed|checked|item|fetched|"
    "finished|acquired";
// Short words that end a name and begin none.
constexpr std::string_view endings = "at|by|on|to|until|utc";

// A set: each value of each state is asked for its words, and each of its beginnings is looked up here.
bool is_known(std::string_view word) {
  static const auto words = [] {
    std::unordered_set<std::string_view> made;
    for (const auto part : std::views::split(known, '|')) made.emplace(part.begin(), part.end());
    return made;
  }();
  return words.contains(word);
}

bool split(std::string_view rest, std::size_t most, std::vector<std::string>& parts) {
  if (!parts.empty() && (is_known(rest) || is_listed(rest, endings))) {
    parts.emplace_back(rest);
    return true;
  }
  if (most == 1) return false;
  for (std::size_t length = rest.size() - 1; length >= 2; --length) {
    const std::string_view part = rest.substr(0, length);
    if (!is_known(part) && (parts.empty() || !is_listed(part, endings))) continue;
    parts.emplace_back(part);
    if (split(rest.substr(length), most - 1, parts)) return true;
    parts.pop_back();
  }
  return false;
}

// "createdat" → {created, at}, as the server folds an unquoted name; a word that is not made of two or three
// known ones is itself.
std::vector<std::string> parts_of(std::string_view word) {
  // "regionoutbox": whatever precedes these is a word.
  for (const std::string_view box : {"outbox", "inbox"}) {
    if (word.size() < box.size() + 3 || !word.ends_with(box)) continue;
    std::vector<std::string> parts = parts_of(word.substr(0, word.size() - box.size()));
    parts.emplace_back(box);
    return parts;
  }
  std::vector<std::string> parts;
  if (word.size() >= 6 && !is_known(word) && split(word, 3, parts)) return parts;
  return {std::string(word)};
}

// ## Names and patterns

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// "keys", "statuses", "retries", not "status", "process", "address".
std::string singular(std::string word) {
  if (word.size() > 4 && word.ends_with("ies")) return word.substr(0, word.size() - 3) + "y";
  if (word.size() > 5 && (word.ends_with("sses") || word.ends_with("xes") || word.ends_with("tuses")))
    return word.substr(0, word.size() - 2);
  if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") &&
      !word.ends_with("is"))
    word.pop_back();
  return word;
}

bool any_part(std::string_view text, char separator, auto holds) {
  return std::ranges::any_of(std::views::split(text, separator),
                             [&](auto part) { return holds(std::string_view(part.begin(), part.end())); });
}
bool each_part(std::string_view text, char separator, auto holds) {
  return !any_part(text, separator, [&](std::string_view part) { return !holds(part); });
}

bool is_exactly(const std::vector<std::string>& words, std::string_view dotted) {
  std::size_t at = 0;
  return each_part(dotted, '.',
                   [&](std::string_view word) { return at < words.size() && words[at++] == word; }) &&
         at == words.size();
}

bool holds(const Name& name, const Column* column, std::string_view term) {
  if (term.empty()) return true;
  const auto is_one = [&](auto one) { return any_part(term.substr(1), '|', one); };
  const auto& words = name.words();
  switch (term.front()) {
    case '-': return !holds(name, column, term.substr(1));
    case '@':
      return column != nullptr && is_one([&](std::string_view trait) { return has_trait(*column, trait); });
    case '=': return is_one([&](std::string_view dotted) { return is_exactly(words, dotted); });
    case '$': return !words.empty() && is_one([&](std::string_view word) { return words.back() == word; });
    case '^':
      return is_one([&](std::string_view beginning) {
        return std::ranges::any_of(words,
                                   [&](const std::string& word) { return word.starts_with(beginning); });
      });
    default:
      return any_part(term, '|', [&](std::string_view all) {
        return each_part(all, '+', [&](std::string_view word) { return name.has(word); });
      });
  }
}

bool fits(const Name& name, const Column* column, std::string_view pattern) {
  return any_part(pattern, ';', [&](std::string_view terms) {
    return each_part(terms, ' ', [&](std::string_view term) { return holds(name, column, term); });
  });
}

}  // namespace

std::vector<std::string> words_in(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    for (std::string& part : parts_of(word)) words.push_back(singular(std::move(part)));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (is_upper(c)) {
      // "rawBodyHash" and the end of "HTTPStatus"'s first word.
      const bool after_lower = i > 0 && is_lower(name[i - 1]);
      const bool before_lower =
          i + 1 < name.size() && is_lower(name[i + 1]) && i > 0 && is_upper(name[i - 1]);
      if (after_lower || before_lower) end_word();
      word += static_cast<char>(c - 'A' + 'a');
    } else if (is_lower(c) || static_cast<unsigned char>(c) >= 0x80) {
      word += c;
    } else {
      end_word();
    }
  }
  end_word();
  return words;
}

bool Name::has(std::string_view word) const { return std::ranges::find(words_, word) != words_.end(); }

bool is_listed(std::string_view word, std::string_view list) {
  if (word.find('|') != list.npos) return false;
  for (auto at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || list[at - 1] == '|') && (end == list.size() || list[end] == '|')) return true;
  }
  return false;
}

bool fits(const Name& name, std::string_view pattern) { return fits(name, nullptr, pattern); }
bool fits(const Column& column, std::string_view pattern) { return fits(column.name, &column, pattern); }

}  // namespace onceover::tables
