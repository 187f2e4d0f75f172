// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a request: by its JSON value if it has exactly one, otherwise by its bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/key/canonical_json.h"
#include "core/key/types.h"

namespace onceover::key {

// jcs-sha256 if canonical_json(body) exists, otherwise raw-sha256 of the bytes. Without a salt it is the
// plain SHA-256, which others can recompute. The SHA-256 of a salt (per tenant, bytes) is the key of an
// HMAC-SHA-256: another salt gives another digest.
Fingerprint fingerprint(std::string_view body, std::string_view salt = {});

// raw-sha256 of any body: for operations whose bodies are not JSON but may look like it.
Fingerprint fingerprint_raw(std::string_view body, std::string_view salt = {});

// "jcs-sha256:9f86d0…", 64 hexadecimal digits in lower case.
std::string text(const Fingerprint& fingerprint);
// Its first 8 hexadecimal digits: enough to tell two requests apart in a log, and nothing of the body.
std::string short_text(const Fingerprint& fingerprint);
// Reads the output of text(), with digits in either case; nullopt for anything else.
std::optional<Fingerprint> fingerprint_from_text(std::string_view text);

// The known ways of making a fingerprint of a request's body, each compared with a stored one. Pure.

struct FingerprintMatch {
  std::string way;  // "SHA-256 of the bytes", for display
  bool matches = false;
};

// stored: "jcs-sha256:hex" of our own, or a digest in hexadecimal (either case) or base64, with or without a
// prefix like "sha256:". It is compared with digests of its length, and with SHA-256 cut to its length: of
// the bytes, of the bytes without the final line end, and of a JSON body written again: compact, with sorted
// keys, as Python writes it, and by RFC 8785. Most frequent first. Empty: the stored value is not a known
// digest. A digest with a salt, or of more than the body, never matches.
std::vector<FingerprintMatch> fingerprint_matches(std::string_view stored, std::string_view body);

// The salts of fingerprints, for services, oncectl and the console alike. They are secrets: no message
// contains any of one.

// One salt from each source, in order: the current one first, then earlier ones while they are rotated. A
// source is the path of a file that no one else may read, or "command:" and a program with its arguments,
// which prints the salt on one line. A line end after it is no part of it. No sources: those of the
// environment variable ONCEOVER_SALTS, separated by semicolons. invalid_input: a salt has less than 16 bytes.
Result<std::vector<std::string>> read_salts(std::vector<std::string> sources = {});

}  // namespace onceover::key
