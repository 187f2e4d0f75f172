// SPDX-License-Identifier: Apache-2.0
// One private server a test binary, one database a test.
#pragma once

#include <functional>
#include <string>

#include "app/try/private_server.h"
#include "tests/support/raw.h"

namespace onceover::test {

// The binary's server, started by whoever asks first and gone with the process. fsync is off; a test about
// durability starts its own PrivateServer. Safe from any thread.
try_it::PrivateServer& shared_server();

// A database made once a binary, from which tests copy theirs. fill gets the conninfo of an empty database
// and leaves no connection behind; it runs once for each name.
struct DatabaseTemplate {
  std::string name;  // [a-z_]
  std::function<void(const std::string& conninfo)> fill;
};

DatabaseTemplate empty_database();

// A copy of the template (file copy, about 50 ms), dropped with its connections at the end. Failures throw.
class TestDatabase {
 public:
  explicit TestDatabase(const DatabaseTemplate& from = empty_database());
  ~TestDatabase();
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;

  const std::string& name() const { return name_; }
  // As the superuser `postgres`, through the server's unix socket.
  std::string conninfo() const { return shared_server().conninfo(name_); }
  RawConnection connect() const { return RawConnection(conninfo()); }

 private:
  std::string name_;
};

}  // namespace onceover::test
