// SPDX-License-Identifier: Apache-2.0
// How long a test waits for what must come, and the most that a bounded wait of the product may take where
// the wait without its bound would be longer still. Both are for machines that are slow and busy: tests
// measure no speed, the benchmarks do.
#pragma once

#include <chrono>

namespace onceover::test {

inline constexpr std::chrono::milliseconds patience = std::chrono::minutes(3);
inline constexpr std::chrono::milliseconds well_before_half_a_minute = std::chrono::seconds(15);

}  // namespace onceover::test
