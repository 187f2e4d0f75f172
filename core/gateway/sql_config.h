// SPDX-License-Identifier: Apache-2.0
// Evidence from a database as data: a query, and how to read its rows. TOML, version 1, kind = "sql".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/gateway/config.h"

namespace onceover::gateway {

// How to reach the database. It has no field for a password.
struct SqlConnect {
  std::string service;  // in pg_service.conf; the other fields take precedence over it
  std::string host, port, dbname, user;
  // empty: as for every connection (core/pg/conninfo.h), and never without encryption to another machine
  std::string sslmode;
  std::string sslrootcert, passfile;
  std::string password_command;  // prints a short-lived password; runs at each connect
};

struct SqlLimits {
  Duration connect_timeout = std::chrono::seconds(3);
  Duration timeout = std::chrono::seconds(8);              // statement_timeout
  Duration lock_timeout = std::chrono::milliseconds(500);  // a reader waits only for DDL
  int max_rows = 100;                                      // of one key
  std::size_t max_answer_bytes = 256 * 1024;               // of one key's rows
};

struct SqlListing {
  std::string query;  // with :from and :to, both timestamptz
  Listing read;       // pointers to columns; its calls are unused
};

struct SqlConfig {
  std::string name;
  SqlConnect connect;
  std::string query;  // with :key or :keys, or :reference; and :tenant, :operation
  Lookup lookup;      // words, and pointers to columns; its calls are unused
  std::optional<SqlListing> listing;
  SqlLimits limits;
  std::vector<Operation> operations;
};

// As parse_config.
Result<SqlConfig> parse_sql_config(std::string_view toml, const std::string& file);

// What libpq reads.
std::string conninfo(const SqlConnect& connect);

// Replaces named parameters of a query by numbered ones. Pure.

struct NamedQuery {
  std::string sql;                 // with $1, $2, …
  std::vector<std::string> names;  // of $1, $2, …; each once
};

// :name outside of strings, quoted names, dollar quotes and comments; "::" is a cast. An error is the end of
// a sentence: a parameter that is not `allowed`, a numbered parameter, a second statement, an unterminated
// quote or comment.
tl::expected<NamedQuery, std::string> named_query(std::string_view text,
                                                  const std::vector<std::string_view>& allowed);

}  // namespace onceover::gateway
