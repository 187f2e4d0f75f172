// SPDX-License-Identifier: Apache-2.0
// The server's process of a connection of core/pg.
#pragma once

#include "core/pg/connection.h"

namespace onceover::test {

inline int backend_pid(pg::Connection& connection) {
  return static_cast<int>(
      connection.exec("SELECT pg_catalog.pg_backend_pid()::bigint").value().integer(0, 0));
}

}  // namespace onceover::test
