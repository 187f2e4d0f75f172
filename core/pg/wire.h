// SPDX-License-Identifier: Apache-2.0
// The binary forms of the types that we send and read. Source: PostgreSQL's own send/receive functions,
// stable since 8.4.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace onceover::pg {

namespace oid {
inline constexpr unsigned boolean = 16, bytea = 17, int8 = 20, int2 = 21, int4 = 23, float8 = 701,
                          timestamptz = 1184, interval = 1186, text = 25, bytea_array = 1001,
                          text_array = 1009, int8_array = 1016;
}

// PostgreSQL counts from 2000-01-01.
inline constexpr std::int64_t epoch_shift_us = 946'684'800'000'000LL;

inline std::int64_t to_wire(Timestamp at) {
  if (!at.is_finite()) return at.us;  // infinity has the same extreme values on the wire
  std::int64_t wire = 0;
  return __builtin_sub_overflow(at.us, epoch_shift_us, &wire) ? Timestamp::earliest().us : wire;
}

inline Timestamp from_wire(std::int64_t wire) {
  const Timestamp extreme{wire};
  if (!extreme.is_finite()) return extreme;
  std::int64_t us = 0;
  if (__builtin_add_overflow(wire, epoch_shift_us, &us)) return Timestamp::latest();
  return std::min(Timestamp{us}, Timestamp::latest());
}

inline std::string big_endian(std::int64_t value) {
  std::string out(8, '\0');
  auto rest = static_cast<std::uint64_t>(value);
  for (int i = 7; i >= 0; --i, rest >>= 8) out[static_cast<std::size_t>(i)] = static_cast<char>(rest & 0xFF);
  return out;
}

// Sign-extending; any width up to eight bytes.
inline std::int64_t from_big_endian(std::string_view bytes) {
  std::uint64_t value = !bytes.empty() && (static_cast<unsigned char>(bytes[0]) & 0x80) != 0 ? ~0ULL : 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return static_cast<std::int64_t>(value);
}

}  // namespace onceover::pg
