// A query with named parameters as one with numbered ones. Pure.
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
// is not `allowed`, one that is numbered already, a second statement, something that has no end.
tl::expected<NamedQuery, std::string> named_query(std::string_view text, const std::vector<std::string_view>& allowed);

}  // namespace onceover::gateway
