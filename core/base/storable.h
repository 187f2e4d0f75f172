// SPDX-License-Identifier: Apache-2.0
// What PostgreSQL can store: text is UTF-8 without NUL, and jsonb has no U+0000 either.
#pragma once

#include <string>

namespace onceover {

bool is_storable(const std::string& text);
// Unchanged or, if a text column cannot store it, escaped as for a screen.
std::string storable_text(const std::string& text);

// JSON with the replacement character in place of each \u0000.
std::string storable_json(std::string json);

}  // namespace onceover
