// Words written as one: the server folds an unquoted "CreatedAt" to "createdat". Inside the room only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceover::profile {

// "createdat" → {created, at}; a word that is not made of two or three known ones is itself. `word` is lower-case.
std::vector<std::string> parts_of(std::string_view word);

}  // namespace onceover::profile
