// SPDX-License-Identifier: Apache-2.0
// A private server with a tablespace on a disk of a few megabytes, to be filled and freed. WAL and catalogs
// stay where there is room: the server lives on and answers 53100.
#pragma once

#include <memory>
#include <string>

#include "app/try/private_server.h"

namespace onceover::test {

// The disk is a tmpfs in a mount namespace of the server's processes, seen by nobody else and gone with them.
// Failures throw.
class SmallDiskServer {
 public:
  // Why there can be none here, for GTEST_SKIP; empty: there can.
  static std::string unavailable();

  explicit SmallDiskServer(int megabytes = 16);
  const try_it::PrivateServer& server() const { return *server_; }
  // A database whose tables are made on the small disk. Nobody may be connected to the one it is copied from.
  void create_database(const std::string& name);
  // Until the server itself says 53100 for one more page.
  void fill();
  void free();

 private:
  std::string ballast() const;
  std::unique_ptr<try_it::PrivateServer> server_;
};

}  // namespace onceover::test
