// SPDX-License-Identifier: Apache-2.0
// SHA-256 over bytes, and an unambiguous encoding of several fields.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace onceover::key {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view bytes);
Digest hmac_sha256(std::string_view secret, std::string_view bytes);

inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// In a time that depends only on the sizes: for what a stranger must not find out byte by byte.
bool same_bytes(std::string_view left, std::string_view right);

// Each field after its length (8 bytes, big-endian): ("ab", "c") and ("a", "bc") remain different.
std::string length_prefixed(std::initializer_list<std::string_view> fields);

}  // namespace onceover::key
