// Reads headers: names compared without case, optional white space around values removed.
#pragma once

#include <string_view>
#include <vector>

#include "core/key/types.h"

namespace onceover::http {

// Without spaces and tabs at the start and the end.
std::string_view trimmed(std::string_view text);

// The trimmed values of every line with this name, in order; views into `headers`.
std::vector<std::string_view> values_of(const std::vector<key::Header>& headers, std::string_view name);

}  // namespace onceover::http
