// SPDX-License-Identifier: Apache-2.0
// External JSON as a tree, with every number and string as written: an amount must not become a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"

namespace onceover::json {

struct Json {
  enum class Kind { null, boolean, number, string, object, array };
  Kind kind = Kind::null;
  std::string text;  // a string's value; a number as written; "true", "false", "null"
  struct Member;     // no std::pair: it would need a complete Json
  std::vector<Member> members;
  std::vector<Json> items;

  bool is_scalar() const { return kind != Kind::object && kind != Kind::array; }
};

struct Json::Member {
  std::string name;
  Json value;
};

// Deeper nesting is refused: the sender chooses the depth.
inline constexpr std::size_t max_answer_depth = 64;

// nullopt if the bytes are not one JSON text in UTF-8, are nested too deeply, or have a duplicate member
// name: readers differ on which one counts, so such an answer proves nothing.
std::optional<Json> parse_json(std::string_view bytes);

// RFC 6901: "" or "/a/0", with ~0 and ~1 for ~ and /.
bool is_pointer(std::string_view pointer);
// Its steps, decoded: "/a~1b/0" is "a/b" and "0".
std::vector<std::string> steps(std::string_view pointer);
// nullptr: there is nothing; "" is the root. Array indexes have no leading zeros.
const Json* at(const Json& root, std::string_view pointer);

// A string as the inside of a JSON string: quotes, backslashes and control characters escaped, without the
// quotes around it.
std::string escaped(std::string_view text);
// The value as JSON, compact, with members in their order and numbers as written.
std::string written(const Json& value);

// Reads the members of a JSON object from a table: its content may be anything, and nothing here throws.

// A member that is missing or null leaves `out` as it is. The first member of another kind is kept in
// problem(), and `out` stays too.
class Fields {
 public:
  explicit Fields(std::string_view object);

  void read(std::string_view name, bool& out);
  void read(std::string_view name, std::string& out);
  // A number in the range of the type; an integer without fraction and exponent.
  template <class Number>
  void read(std::string_view name, Number& out) {
    const Json* found = member(name);
    if (found == nullptr) return;
    const auto number = found->kind == Json::Kind::number ? number_from<Number>(found->text) : std::nullopt;
    number ? void(out = *number) : refuse(name, "is not a number in range");
  }
  template <class T>
  void read(std::string_view name, std::optional<T>& out) {
    if (member(name) == nullptr) return;
    T value{};
    read(name, value);
    out = std::move(value);
  }

  void refuse(std::string_view name, std::string_view why);
  // "\"rate\" is not a number in range"; empty: all that was read is sound.
  const std::string& problem() const { return problem_; }

 private:
  const Json* member(std::string_view name) const;
  std::optional<Json> object_;
  std::string problem_;
};

}  // namespace onceover::json
