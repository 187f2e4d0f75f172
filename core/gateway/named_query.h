// Replaces named parameters of a query by numbered ones. Pure.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace onceover::gateway {

struct NamedQuery {
  std::string sql;                 // with $1, $2, …
  std::vector<std::string> names;  // of $1, $2, …; each once
};

// :name outside of strings, quoted names, dollar quotes and comments; "::" is a cast. An error is the end of a sentence: a parameter that
// is not `allowed`, a numbered parameter, a second statement, an unterminated quote or comment.
tl::expected<NamedQuery, std::string> named_query(std::string_view text, const std::vector<std::string_view>& allowed);

}  // namespace onceover::gateway
