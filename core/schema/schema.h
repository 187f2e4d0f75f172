// SPDX-License-Identifier: Apache-2.0
// Our schema in a database: its state, the version that this program needs, and the way there. Migrations are
// numbered files that an operator can read first (print()); each runs in one transaction and is recorded in
// onceover.schema_version.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::sql {
struct Migration;
}

namespace onceover::schema {

enum class Fit {
  missing,  // no onceover schema
  older,    // there are migrations to run
  current,
  newer,       // written by a later version: read it with care, never write it
  unreadable,  // it is installed, and this user may not read it: Status::lacks
};

struct Status {
  Fit fit = Fit::missing;
  int installed = 0;
  int wanted = 0;
  bool is_standby = false;       // every writer must refuse
  bool is_read_only = false;     // standby, or default_transaction_read_only
  std::string server_version;    // "15.13"
  int server_version_num = 0;    // 150013
  std::vector<std::string> due;  // names of the migrations that would run
  std::string user;
  // the rights without which nothing here can be read: "USAGE ON SCHEMA onceover"
  std::vector<std::string> lacks;
  // There is a schema, and this user may read it.
  bool is_readable() const { return fit != Fit::missing && fit != Fit::unreadable; }
  // "version 1, this program needs 2: run oncectl schema install"
  std::string sentence() const;
  // Of an unreadable schema: the statements that give this user what it lacks; empty otherwise.
  std::string grants() const;
};

Result<Status> status(pg::Connection& connection);
// For programs with other migrations than this tree's: tests of upgrades.
Result<Status> status(pg::Connection& connection, std::span<const sql::Migration> migrations);

// Runs the missing migrations, each in its own transaction, under an advisory lock against concurrent
// installers. Returns their names; empty: nothing to do.
Result<std::vector<std::string>> install(pg::Connection& connection);
Result<std::vector<std::string>> install(pg::Connection& connection,
                                         std::span<const sql::Migration> migrations);

// The SQL that install() would run on a database with that version, 0: none, with its records; psql can run
// it as one file.
std::string print(int installed = 0);

// Whether this role may read the payloads of events in onceover.inbox or onceover.outbox; false too where the
// table is not there.
Result<bool> may_read_payloads(pg::Connection& connection, std::string_view table);

// For everything that writes: an error of kind schema, read_only or unsupported (an old server) with the
// reason, unless the schema is current and the server is a primary.
Result<void> require_writable(pg::Connection& connection);

}  // namespace onceover::schema
