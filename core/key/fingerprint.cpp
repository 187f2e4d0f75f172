#include "core/key/fingerprint.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/key/sha256.h"

namespace onceover::key {
namespace {

Digest salted(std::string_view bytes, std::string_view salt) {
  if (salt.empty()) return sha256(bytes);
  // HMAC pads its key with zeros, so "a" and "a\0" would be the same salt; their digests differ.
  return hmac_sha256(bytes_of(sha256(salt)), bytes);
}

}  // namespace

Fingerprint fingerprint(std::string_view body, std::string_view salt) {
  const Canonical canonical = canonical_json(body);
  if (!canonical) return fingerprint_raw(body, salt);
  return {FingerprintKind::jcs_sha256, salted(*canonical, salt)};
}

Fingerprint fingerprint_raw(std::string_view body, std::string_view salt) { return {FingerprintKind::raw_sha256, salted(body, salt)}; }

std::string text(const Fingerprint& fingerprint) {
  return std::string(word(fingerprint.kind)) + ":" + to_hex(bytes_of(fingerprint.digest));
}

std::optional<Fingerprint> fingerprint_from_text(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto kind = fingerprint_kind_from_word(text.substr(0, colon));
  std::string digest;
  if (!kind || !from_hex(text.substr(colon + 1), digest)) return std::nullopt;
  Fingerprint out{*kind, {}};
  if (digest.size() != out.digest.size()) return std::nullopt;
  std::copy(digest.begin(), digest.end(), out.digest.begin());
  return out;
}

}  // namespace onceover::key
