// Evidence from a database as data: a query, and how its rows are read. TOML, version 1, kind = "sql".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/gateway/config.h"

namespace onceover::gateway {

// How the database is reached. A password stands nowhere here.
struct SqlConnect {
  std::string service;  // in pg_service.conf; the rest goes before what it says
  std::string host, port, dbname, user;
  std::string sslmode;  // empty: verify-full, unless the host is this machine; of a service, what that says
  std::string sslrootcert, passfile;
  std::string password_command;  // prints a short-lived one; run at each connect
};

struct SqlLimits {
  Duration connect_timeout = std::chrono::seconds(3);
  Duration timeout = std::chrono::seconds(8);              // statement_timeout
  Duration lock_timeout = std::chrono::milliseconds(500);  // a reader waits for nobody but DDL
  int max_rows = 100;                                      // of one key
  std::size_t max_answer_bytes = 256 * 1024;               // of one key's rows
};

struct SqlListing {
  std::string query;  // with :from and :to, both timestamptz
  Listing read;       // pointers to columns; of its calls nothing
};

struct SqlConfig {
  std::string name;
  SqlConnect connect;
  std::string query;  // with :key or :keys, or :reference; and :tenant, :operation
  Lookup lookup;      // words, and pointers to columns; of its calls nothing
  std::optional<SqlListing> listing;
  SqlLimits limits;
  std::vector<Operation> operations;
};

// As parse_config.
Result<SqlConfig> parse_sql_config(std::string_view toml, const std::string& file);

// What libpq reads.
std::string conninfo(const SqlConnect& connect);

}  // namespace onceover::gateway
