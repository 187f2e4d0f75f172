// SPDX-License-Identifier: Apache-2.0
// A hot standby of a private server, streaming from it until a test cuts it off, stops it or promotes it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/try/private_server.h"

namespace onceover::test {

// Failures throw. The primary must outlive what is asked of both.
class Standby {
 public:
  // name: its application_name, which synchronous_standby_names of the primary may hold.
  explicit Standby(const try_it::PrivateServer& primary, const std::string& name = "standby");

  std::string conninfo(std::string_view database = "postgres") const { return server_->conninfo(database); }
  try_it::PrivateServer& server() { return *server_; }

  // Until it has replayed everything the primary has committed by now.
  void wait_caught_up() const;
  // It receives nothing more from the primary, and goes on answering.
  void cut_off();
  // It becomes a primary with what it has; returns once it takes writes.
  void promote();
  void stop(try_it::StopMode mode = try_it::StopMode::immediate);

 private:
  const try_it::PrivateServer& primary_;
  std::unique_ptr<try_it::PrivateServer> server_;
};

}  // namespace onceover::test
