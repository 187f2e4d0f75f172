// Credentials never leave in a bundle, whatever was asked for. Inside the room only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

// onceover::redacted() on each text of a JSON document, and *** for what a member holds whose name speaks of a secret; on the text itself
// where it is no JSON.
std::string redacted_json(std::string_view json);

// Whether a header or column of this name may hold a credential: its value is masked even where bodies are asked for.
bool is_secret_name(std::string_view name);

// Every text of the bundle with these replaced by ***, as they are and as JSON writes them. Shorter than four bytes: left alone, since
// they would be found everywhere.
void blank_out(Bundle& bundle, const std::vector<std::string>& secrets);

}  // namespace onceover::bundle
