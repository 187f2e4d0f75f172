// SPDX-License-Identifier: Apache-2.0
// What goes to the terminal and into pipes. On a terminal all foreign text passes through
// onceover::visible(); in JSON a string is the text itself where it is UTF-8, and {"hex": "…"} where it is
// not.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/oncectl/outcome.h"
#include "core/base/time.h"
#include "core/unfinished/answer.h"

namespace onceover::oncectl {

using Json = nlohmann::ordered_json;  // members stay in the order they were written

Json json_text(std::string_view bytes);
Json json_time(std::optional<Timestamp> at);
// null where it is empty.
Json json_filled(std::string_view bytes);
template <class T>
Json json_optional(const std::optional<T>& value) {
  if (!value) return nullptr;
  if constexpr (std::is_convertible_v<T, std::string_view>) return json_text(*value);
  return *value;
}
template <class Rows, class Make>
Json json_list(const Rows& rows, Make json_of) {
  Json list = Json::array();
  for (const auto& row : rows) list.push_back(json_of(row));
  return list;
}
// Of texts.
template <class Texts>
Json json_texts(const Texts& texts) {
  return json_list(texts, [](const std::string& text) { return json_text(text); });
}
// On one line. What is not UTF-8 in it is replaced.
std::string json_line(const Json& value, bool ascii = false);
// JSON text from the store as JSON; null where it is empty, a string where it is none.
Json json_from(const std::string& text);

// Columns a terminal uses for it: wide characters count two.
std::size_t display_width(std::string_view utf8);

using Cells = std::vector<std::string>;

// A table of plain text. Cells must be visible() already.
class Table {
 public:
  // A head that begins with '>' makes its column right-aligned.
  explicit Table(Cells heads);
  template <class Rows, class Make>
  Table(Cells heads, const Rows& rows, Make cells_of) : Table(std::move(heads)) {
    for (const auto& row : rows) add(cells_of(row));
  }
  void add(Cells cells);
  bool empty() const { return rows_.empty(); }
  std::string text() const;

 private:
  std::vector<Cells> rows_;
  Cells heads_;
  std::vector<bool> right_;
};

// Empty where there is none.
std::string time_text(const std::optional<Timestamp>& at);

// "Name:  value" lines, aligned; those with an empty value are left out.
std::string fields(const std::vector<std::pair<std::string, std::string>>& pairs);

// Two blanks before each line that is not empty; the text becomes visible().
std::string indented(const std::string& text, std::string_view by);

// stdout for what was asked for, stderr for words about it. Everything to stderr passes through
// onceover::redacted().
class Output {
 public:
  explicit Output(bool json) : json_(json) {}
  bool is_json() const { return json_; }
  void text(std::string_view text) const;
  // What an export writes to FILE "-". An Error: it could not be written, and nothing more should be read.
  Result<void> data(std::string_view bytes) const;
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

// What would be done, and that it was not.
Exit show_dry_run(const Output& out, Json json, const std::string& text);

// What a command lists: in JSON an array under `name` with the members of `beside`, else a table with the
// lines `below`, or `none`. known: what is not exact is said, and then there may be some where none was
// found.
struct ListTexts {
  std::string none;
  Json beside = Json::object();
  std::string below;
  unfinished::Knowledge known = {.known = unfinished::Known::exact};
};
template <class Rows, class MakeJson, class MakeCells>
Exit show_list(const Output& out, const char* name, const Rows& rows, MakeJson json_of, Cells heads,
               MakeCells cells_of, const ListTexts& texts) {
  const bool is_all = texts.known.known == unfinished::Known::exact;
  if (!is_all && (out.is_json() || !rows.empty()))
    out.warning("there may be more. " + unfinished::explanation(texts.known));
  if (out.is_json()) {
    Json json{{name, json_list(rows, json_of)}};
    json.update(texts.beside);
    out.json(json);
  } else {
    const std::string none =
        is_all ? texts.none
               : "Whether there are any is unknown. " + unfinished::explanation(texts.known) + '\n';
    out.text(rows.empty() ? none : Table(std::move(heads), rows, cells_of).text() + texts.below);
  }
  return !rows.empty() ? Exit::done : is_all ? Exit::not_found : Exit::unknown;
}

}  // namespace onceover::oncectl
