// JSON of somebody else's as a tree, with every number and string as it was written: an amount must not pass through a double.
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
  struct Member;     // no std::pair: it would ask what Json is while Json is still being declared
  std::vector<Member> members;
  std::vector<Json> items;

  bool is_scalar() const { return kind != Kind::object && kind != Kind::array; }
};

struct Json::Member {
  std::string name;
  Json value;
};

// Deeper nesting is refused: the depth is the sender's choice.
inline constexpr std::size_t max_answer_depth = 64;

// nullopt where the bytes are not one JSON text in UTF-8, nest too deep, or name a member of one object twice: readers
// differ on which of the two counts, so such an answer proves nothing.
std::optional<Json> parse_json(std::string_view bytes);

// RFC 6901: "" or "/a/0", with ~0 and ~1 for ~ and /.
bool is_pointer(std::string_view pointer);
// Its steps, unescaped: "/a~1b/0" is "a/b" and "0".
std::vector<std::string> steps(std::string_view pointer);
// nullptr where there is nothing; "" is the root. Array indexes have no leading zeros.
const Json* at(const Json& root, std::string_view pointer);

// A string as a JSON string's inside: quotes, backslashes and control characters escaped, no quotes around it.
std::string escaped(std::string_view text);
// The value as JSON again, compact, members in their order, numbers as they were written.
std::string written(const Json& value);

}  // namespace onceover::json
