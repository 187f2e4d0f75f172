#include "core/detect/names.h"

#include <algorithm>

namespace onceover::profile {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// "keys", "statuses", "retries", not "status", "process", "address".
std::string singular(std::string word) {
  if (word.size() > 4 && word.ends_with("ies")) return word.substr(0, word.size() - 3) + "y";
  if (word.size() > 5 && (word.ends_with("sses") || word.ends_with("xes") || word.ends_with("tuses")))
    return word.substr(0, word.size() - 2);
  if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is")) word.pop_back();
  return word;
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
      const bool before_lower = i + 1 < name.size() && is_lower(name[i + 1]) && i > 0 && is_upper(name[i - 1]);
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

bool Name::has(std::string_view word) const { return std::find(words_.begin(), words_.end(), word) != words_.end(); }

bool Name::has_any(std::initializer_list<std::string_view> words) const {
  return std::any_of(words.begin(), words.end(), [this](std::string_view word) { return has(word); });
}

bool Name::has_all(std::initializer_list<std::string_view> words) const {
  return std::all_of(words.begin(), words.end(), [this](std::string_view word) { return has(word); });
}

bool Name::has_prefix(std::string_view beginning) const {
  return std::any_of(words_.begin(), words_.end(), [beginning](const std::string& word) { return word.starts_with(beginning); });
}

bool Name::is(std::initializer_list<std::string_view> words) const {
  return std::equal(words_.begin(), words_.end(), words.begin(), words.end());
}

bool Name::is_one_of(std::initializer_list<std::string_view> words) const {
  return words_.size() == 1 && std::find(words.begin(), words.end(), words_.front()) != words.end();
}

}  // namespace onceover::profile
