// SPDX-License-Identifier: Apache-2.0
// PgBouncer in transaction mode with one connection to a private server, so that every transaction of every
// client meets on it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/try/private_server.h"
#include "tests/support/process.h"

namespace onceover::test {

// On a unix socket in a directory of its own; any client comes in as `postgres`. Failures throw. Like
// Process, it lives no longer than the thread that made it.
class PgBouncer {
 public:
  // Why there can be none here, for GTEST_SKIP; empty: there can.
  static std::string unavailable();

  explicit PgBouncer(const try_it::PrivateServer& server);
  ~PgBouncer();
  PgBouncer(const PgBouncer&) = delete;
  PgBouncer& operator=(const PgBouncer&) = delete;

  std::string conninfo(std::string_view database = "postgres") const;
  // From now on its clients reach this server, on the connections that they have. Returns when it does.
  void lead_to(const try_it::PrivateServer& server);

 private:
  void write_config(const try_it::PrivateServer& server) const;

  std::string directory_;
  std::unique_ptr<Process> process_;
};

}  // namespace onceover::test
