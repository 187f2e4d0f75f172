// What goes to the terminal and into pipes. On a terminal all foreign text passes through onceover::visible(); in JSON a string is
// the text itself where it is UTF-8, and {"hex": "…"} where it is not.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"

namespace onceover::oncectl {

using Json = nlohmann::ordered_json;  // members stay in the order they were written

Json json_text(std::string_view bytes);
Json json_optional(const std::optional<std::string>& bytes);
Json json_time(std::optional<Timestamp> at);
// JSON text from the store as JSON; null where it is empty, a string where it is none.
Json json_from(const std::string& text);

// Columns a terminal uses for it: wide characters count two.
std::size_t display_width(std::string_view utf8);

// A table of plain text. Cells must be visible() already.
class Table {
 public:
  // A head that begins with '>' makes its column right-aligned.
  explicit Table(std::vector<std::string> heads);
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> heads_;
  std::vector<bool> right_;
};

// "Name:  value" lines, aligned; those with an empty value are left out.
std::string fields(const std::vector<std::pair<std::string, std::string>>& pairs);

// stdout for what was asked for, stderr for words about it. Everything to stderr passes through onceover::redacted().
class Output {
 public:
  explicit Output(bool json) : json_(json) {}
  bool is_json() const { return json_; }
  void text(std::string_view text) const;
  void json(const Json& value) const;  // one line of ASCII: nothing in it can act on a terminal
  // The one or the other, as --json asks.
  void say(const Json& value, std::string_view words) const { json_ ? json(value) : text(words); }
  // To stderr; with --json as {"warning": "…"} or {"note": "…"} on a line of its own.
  void warning(const std::string& words) const;
  void note(const std::string& words) const;
  // False where something did not reach stdout (a full disk, a closed pipe).
  bool flushed() const;

 private:
  void aside(const char* kind, const std::string& words) const;
  bool json_;
};

}  // namespace onceover::oncectl
