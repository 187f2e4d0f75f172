// SPDX-License-Identifier: Apache-2.0
// External JSON as a tree, with every number and string as written: an amount must not become a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// nullopt if the bytes are not one JSON text in UTF-8, are nested too deeply, or have a duplicate member name: readers differ on which one
// counts, so such an answer proves nothing.
std::optional<Json> parse_json(std::string_view bytes);

// RFC 6901: "" or "/a/0", with ~0 and ~1 for ~ and /.
bool is_pointer(std::string_view pointer);
// Its steps, decoded: "/a~1b/0" is "a/b" and "0".
std::vector<std::string> steps(std::string_view pointer);
// nullptr: there is nothing; "" is the root. Array indexes have no leading zeros.
const Json* at(const Json& root, std::string_view pointer);

// A string as the inside of a JSON string: quotes, backslashes and control characters escaped, without the quotes around it.
std::string escaped(std::string_view text);
// The value as JSON, compact, with members in their order and numbers as written.
std::string written(const Json& value);

}  // namespace onceover::json
