// Credentials are never in a bundle, with any option. Only for this room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

// onceover::redacted() on each text of a JSON document, and *** for members with a name of a secret; on the text itself where it is not
// JSON.
std::string redacted_json(std::string_view json);

// Whether a header or column of this name may have a credential: its value is masked even with bodies.
bool is_secret_name(std::string_view name);

// Replaces these in every text of the bundle by ***, in any spelling that mask.h knows. Shorter than four bytes: not replaced, since they
// would be found everywhere.
void blank_out(Bundle& bundle, const std::vector<std::string>& secrets);

}  // namespace onceover::bundle
