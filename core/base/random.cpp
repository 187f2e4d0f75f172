// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include <fmt/format.h>
#include <openssl/rand.h>

#include <array>

#include "core/base/text.h"

namespace onceover {

Random Random::from_system() {
  std::uint64_t seed = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&seed), sizeof seed);
  return Random(seed);
}

double Random::between(double low, double high) {
  if (!(low < high)) return low;
  return std::uniform_real_distribution<double>(low, high)(engine_);
}

std::uint64_t Random::below(std::uint64_t bound) {
  if (bound == 0) return 0;
  return std::uniform_int_distribution<std::uint64_t>(0, bound - 1)(engine_);
}

std::string unique_owner(const std::string& owner, Random& random) {
  return fmt::format("{}#{:08x}", owner, random.below(1ULL << 32));
}

std::string new_uuid() {
  std::array<char, 16> bytes{};
  RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  bytes[6] = static_cast<char>((bytes[6] & 0x0F) | 0x40);
  bytes[8] = static_cast<char>((bytes[8] & 0x3F) | 0x80);
  std::string hex = to_hex({bytes.data(), bytes.size()});
  for (const std::size_t at : {20, 16, 12, 8}) hex.insert(at, 1, '-');
  return hex;
}

}  // namespace onceover
