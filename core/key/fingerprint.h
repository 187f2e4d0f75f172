// The fingerprint of a request: by its JSON value where it has exactly one, by its bytes otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/key/canonical_json.h"
#include "core/key/types.h"

namespace onceover::key {

// jcs-sha256 where canonical_json(body) is one, raw-sha256 of the bytes otherwise. Without a salt it is the plain SHA-256,
// which others can recompute. A salt (per tenant, bytes) keys an HMAC-SHA-256 with its own SHA-256; other salt, other digest.
Fingerprint fingerprint(std::string_view body, std::string_view salt = {});

// raw-sha256, whatever the body is: for operations whose bodies are not JSON though they may look like it.
Fingerprint fingerprint_raw(std::string_view body, std::string_view salt = {});

// "jcs-sha256:9f86d0…", 64 hexadecimal digits in lower case.
std::string text(const Fingerprint& fingerprint);
// What text() prints, in either case of the digits; nullopt for anything else.
std::optional<Fingerprint> fingerprint_from_text(std::string_view text);

}  // namespace onceover::key
