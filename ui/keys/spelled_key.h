// The way back from what a screen showed: "\u{202e}abc" read aloud, or copied from a cell, to the key it stands for. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceover::keys {

// The bytes whose visible() is this text, where it spells anything out; none where it spells nothing or does not come back the same.
std::optional<std::string> unspelled(std::string_view text);

}  // namespace onceover::keys
