// SPDX-License-Identifier: Apache-2.0
// The known ways of making a fingerprint of a request's body, each compared with a stored one. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceover::key {

struct FingerprintMatch {
  std::string way;  // "SHA-256 of the bytes", for display
  bool matches = false;
};

// stored: "jcs-sha256:hex" of our own, or a digest in hexadecimal (either case) or base64, with or without a prefix like "sha256:". It is
// compared with digests of its length, and with SHA-256 cut to its length: of the bytes, of the bytes without the final line end, and of a
// JSON body written again: compact, with sorted keys, as Python writes it, and by RFC 8785. Most frequent first. Empty: the stored value is
// not a known digest. A digest with a salt, or of more than the body, never matches.
std::vector<FingerprintMatch> fingerprint_matches(std::string_view stored, std::string_view body);

}  // namespace onceover::key
