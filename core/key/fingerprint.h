// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a request: by its JSON value if it has exactly one, otherwise by its bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/key/canonical_json.h"
#include "core/key/types.h"

namespace onceover::key {

// jcs-sha256 if canonical_json(body) exists, otherwise raw-sha256 of the bytes. Without a salt it is the plain SHA-256, which others can
// recompute. The SHA-256 of a salt (per tenant, bytes) is the key of an HMAC-SHA-256: another salt gives another digest.
Fingerprint fingerprint(std::string_view body, std::string_view salt = {});

// raw-sha256 of any body: for operations whose bodies are not JSON but may look like it.
Fingerprint fingerprint_raw(std::string_view body, std::string_view salt = {});

// "jcs-sha256:9f86d0…", 64 hexadecimal digits in lower case.
std::string text(const Fingerprint& fingerprint);
// Its first 8 hexadecimal digits: enough to tell two requests apart in a log, and nothing of the body.
std::string short_text(const Fingerprint& fingerprint);
// Reads the output of text(), with digits in either case; nullopt for anything else.
std::optional<Fingerprint> fingerprint_from_text(std::string_view text);

}  // namespace onceover::key
