#include "core/key/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <cstdlib>

namespace onceover::key {
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
