// The trail. Rows are written by the room that acts, in the transaction of the act; here they are made and read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/pg/connection.h"

namespace onceover::audit {

// Who acts. actor is a person's or a daemon's name; the database user is taken from the server itself.
struct Actor {
  std::string name;
  std::string host;
  std::string program;  // "onceover", "oncectl"
};
// The login name and host name of this process.
Actor this_actor(std::string program);

struct Entry {
  std::string action;  // "own", "ask", "settle", "write", "needs_human", "stop", "start"
  std::optional<key::Identity> id;
  std::string from_state, to_state;  // empty where none
  std::optional<std::int64_t> fence_before, fence_after;
  std::string before_json, after_json, evidence_json;  // empty: NULL. Never bodies or credentials
  std::string verdict, reason, ticket, correlation_id;
  // Of a row in a table that is not ours, all three; id is then what a person knows of it. relation: profile::table_name();
  // row_key_json: an object, column to value as text.
  std::string profile, relation, row_key_json;
};

struct Record : Entry {
  std::int64_t number = 0;
  Timestamp at;
  std::string actor, db_user, host, program;
};

// Inserts inside the transaction that is open on the connection; the row's number.
Result<std::int64_t> append(pg::Connection& connection, const Actor& actor, const Entry& entry);

struct Filter {
  std::optional<key::Identity> id;  // of our own keys, unless a relation is named
  std::string relation;             // a table that is not ours; empty: any
  std::string row_key_json;         // one row of it
  std::string key, actor, action;   // exact; empty: any
  std::optional<Timestamp> from, to;
};

struct Page {
  std::vector<Record> records;       // newest first
  std::optional<std::int64_t> next;  // pass as before_id for the next page
  Timestamp as_of;
  std::string sql;
};

// In its own read-only transaction. limit 1…1000. A store at schema version 2 is read too: its trail names no rows of other tables.
Result<Page> page(pg::Connection& connection, const Filter& filter, std::optional<std::int64_t> before_id = {}, int limit = 200);

// The acts on one row of a table that is not ours: page() of it alone. relation: profile::table_name(); row_key_json: row_key(), or what
// look() of core/reconcile/write_row.h found.
Result<Page> trail_of(pg::Connection& connection, const std::string& relation, const std::string& row_key_json,
                      std::optional<std::int64_t> before_id = {}, int limit = 200);

// What tells a row from all others, as the trail has it: columns are the profile's identity, values those of key::Identity::columns.
// As many of one as of the other.
std::string row_key(const std::vector<std::string>& columns, const std::vector<std::optional<std::string>>& values);

}  // namespace onceover::audit
