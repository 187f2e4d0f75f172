// A connection string as libpq reads it, without connecting.
#pragma once

#include <map>
#include <string>

namespace onceover::pg {

// The words that a URI or key=value text gives, decoded; empty where libpq cannot read it.
std::map<std::string, std::string> conninfo_words(const std::string& conninfo);

}  // namespace onceover::pg
