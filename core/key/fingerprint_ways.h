// The ways in which services make a fingerprint of a request's body, each tried against one that is stored. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceover::key {

struct FingerprintMatch {
  std::string way;  // "SHA-256 of the bytes", for people
  bool matches = false;
};

// stored: "jcs-sha256:hex" of our own, or a digest in hexadecimal (either case) or base64, with or without a prefix as "sha256:" in front.
// Tried are the digests of the stored length, and SHA-256 cut to that length; each of the bytes, of the bytes without the line end at
// their end, and of a body that is JSON written anew: compact, with sorted keys, as Python writes it, and by RFC 8785. In the order of how
// frequent they are. Empty: what is stored is no digest that is known here. A digest with a salt, or of more than the body, never matches.
std::vector<FingerprintMatch> fingerprint_matches(std::string_view stored, std::string_view body);

}  // namespace onceover::key
