// SPDX-License-Identifier: Apache-2.0
#include "core/key/fingerprint.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstdlib>

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

std::string short_text(const Fingerprint& fingerprint) { return to_hex(bytes_of(fingerprint.digest).substr(0, 4)); }

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

namespace {

// A missing digest would make all requests equal: better no process than that.
Digest computed(bool ok, const Digest& digest) {
  if (!ok) std::abort();
  return digest;
}

}  // namespace

Digest sha256(std::string_view bytes) {
  Digest digest{};
  const bool ok = EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) == 1;
  return computed(ok, digest);
}

Digest hmac_sha256(std::string_view secret, std::string_view bytes) {
  Digest digest{};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const bool ok = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), data, bytes.size(), digest.data(), nullptr) != nullptr;
  return computed(ok, digest);
}

bool same_bytes(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

std::string length_prefixed(std::initializer_list<std::string_view> fields) {
  std::string out;
  for (const std::string_view field : fields) {
    for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(static_cast<std::uint64_t>(field.size()) >> shift & 0xFF);
    out += field;
  }
  return out;
}

}  // namespace onceover::key
