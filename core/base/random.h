// SPDX-License-Identifier: Apache-2.0
// The random port: passed to pure functions, seeded by tests.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace onceover {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  // Seeded from the operating system.
  static Random from_system();

  // Uniform in [low, high); low for an empty range.
  double between(double low, double high);
  // Uniform in [0, bound); 0 where bound is 0.
  std::uint64_t below(std::uint64_t bound);
  // True with probability p.
  bool chance(double p) { return between(0, 1) < p; }

 private:
  std::mt19937_64 engine_;
};

// "billing-3#9f2c01ab": a name of an owner that differs between two claims of one process, so that a lost
// answer can be told from a rival's.
std::string unique_owner(const std::string& owner, Random& random);

// A random UUID (RFC 4122, version 4), from the operating system's generator.
std::string new_uuid();

}  // namespace onceover
