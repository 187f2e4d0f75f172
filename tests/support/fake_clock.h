// SPDX-License-Identifier: Apache-2.0
// A clock that a private server believes and nobody else: libfaketime, preloaded into the server's processes
// alone.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace onceover::test {

// Outlives its server. Failures throw.
class FakeClock {
 public:
  // Why there can be none here, for GTEST_SKIP; empty: there can.
  static std::string unavailable();

  FakeClock();
  ~FakeClock();
  FakeClock(const FakeClock&) = delete;
  FakeClock& operator=(const FakeClock&) = delete;

  // For PrivateServerOptions::environment.
  std::map<std::string, std::string> environment() const;
  // From now on the server's clock is so far from the true one, on the connections there are too. The library
  // meddles with waiting as well: a test under it relies on no timeout of the server.
  void step(std::chrono::seconds from_true);

 private:
  std::string directory_;
};

}  // namespace onceover::test
