// Our schema in a database: what is there, what this version needs, and how to get there. Migrations are numbered files that an
// operator can read first (print()); each runs in one transaction and is recorded in onceover.schema_version.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::schema {

enum class Fit {
  missing,  // no onceover schema
  older,    // migrations are due
  current,
  newer,  // written by a later version: it may be read with care, never written
};

struct Status {
  Fit fit = Fit::missing;
  int installed = 0;
  int wanted = 0;
  bool is_standby = false;       // every writer must refuse
  bool is_read_only = false;     // standby, or default_transaction_read_only
  std::string server_version;    // "15.13"
  std::vector<std::string> due;  // names of the migrations that would run
  // "version 1, this program needs 2: run oncectl schema install"
  std::string sentence() const;
};

Result<Status> status(pg::Connection& connection);

// Runs what is due, each migration in a transaction of its own, under an advisory lock so that two installers do not meet.
// Returns the names of those that ran; empty where nothing was due.
Result<std::vector<std::string>> install(pg::Connection& connection);

// The SQL install() would run on an empty database, with its bookkeeping; runnable by psql in one piece.
std::string print();

// For everything that writes: an error of kind schema or read_only, which says what is missing, unless the fit is current
// and the server is a primary.
Result<void> require_writable(pg::Connection& connection);

}  // namespace onceover::schema
