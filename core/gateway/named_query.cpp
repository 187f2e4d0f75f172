#include "core/gateway/named_query.h"

#include <algorithm>

#include "core/base/text.h"

namespace onceover::gateway {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_in_name(char c) { return is_letter(c) || is_digit(c) || c == '$'; }

// Where the quote or comment that opens at `at` ends (the position after it); npos: it does not end. A doubled quote is part of it.
std::size_t behind_quoted(std::string_view text, std::size_t at, bool backslashes) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (backslashes && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (i + 1 >= text.size() || text[i + 1] != quote) return i + 1;
      ++i;
    }
  }
  return std::string_view::npos;
}

// PostgreSQL's comments nest.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i + 1 < text.size(); ++i) {
    if (text.substr(i, 2) == "/*") {
      ++depth;
      ++i;
    } else if (text.substr(i, 2) == "*/") {
      ++i;
      if (--depth == 0) return i + 1;
    }
  }
  return std::string_view::npos;
}

// $$…$$ or $tag$…$tag$; returns `at` where none opens here.
std::size_t behind_dollars(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (is_letter(text[end]) || (end > at + 1 && is_digit(text[end])))) ++end;
  if (end >= text.size() || text[end] != '$') return at;
  const std::string_view tag = text.substr(at, end - at + 1);
  const std::size_t found = text.find(tag, end + 1);
  return found == std::string_view::npos ? found : found + tag.size();
}

}  // namespace

tl::expected<NamedQuery, std::string> named_query(std::string_view text, const std::vector<std::string_view>& allowed) {
  const auto wrong = [](std::string words) { return tl::unexpected<std::string>(std::move(words)); };
  NamedQuery query;
  std::size_t at = 0;
  // Copies the text up to `end` unchanged.
  const auto copy_to = [&](std::size_t end) {
    query.sql += text.substr(at, end - at);
    at = end;
  };
  while (at < text.size()) {
    const char c = text[at];
    const std::string_view two = text.substr(at, 2);
    std::size_t end = at + 1;
    if (c == '\'' || c == '"') {
      const bool escapes = c == '\'' && at > 0 && (text[at - 1] == 'e' || text[at - 1] == 'E') && (at < 2 || !is_in_name(text[at - 2]));
      end = behind_quoted(text, at, escapes);
    } else if (two == "--") {
      end = std::min(text.find('\n', at), text.size());
    } else if (two == "/*") {
      end = behind_comment(text, at);
    } else if (c == '$' && (at == 0 || !is_in_name(text[at - 1]))) {
      end = behind_dollars(text, at);
      if (end == at) return wrong("contains a $ outside of quoted text: parameters have names here, like :key");
    } else if (c == ';') {
      return wrong("must be one statement, without a semicolon");
    } else if (two == "::") {
      end = at + 2;
    } else if (c == ':' && at + 1 < text.size() && is_letter(text[at + 1])) {
      end = at + 1;
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
      const std::string_view name = text.substr(at + 1, end - at - 1);
      if (std::ranges::find(allowed, name) == allowed.end())
        return wrong("contains :" + elided(visible(name), 40) + ", which is not a known parameter");
      auto known = std::ranges::find(query.names, name);
      if (known == query.names.end()) known = query.names.insert(known, std::string(name));
      query.sql += "$" + std::to_string(known - query.names.begin() + 1);
      at = end;
      continue;
    } else if (is_letter(c)) {
      while (end < text.size() && is_in_name(text[end])) ++end;
      // E'…' begins with its letter: the quote handles it.
      if (end < text.size() && text[end] == '\'' && end == at + 1) end = at + 1;
    }
    if (end == std::string_view::npos) return wrong("contains a quoted text or a comment that does not end");
    copy_to(end);
  }
  return query;
}

}  // namespace onceover::gateway
