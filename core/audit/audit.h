// SPDX-License-Identifier: Apache-2.0
// The audit trail. Rows are written by the acting room, in the transaction of the act; here they are built
// and read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/pg/connection.h"

namespace onceover::audit {

// The actor: a person's or a daemon's name; the server adds the database user.
struct Actor {
  std::string name;
  std::string host;
  std::string program;  // "onceover", "oncectl"
};
// The login name and host name of this process.
Actor this_actor(std::string program);

struct Entry {
  std::string action;  // "own", "settle", "write", "stop" …: the manual page "Names" has all
  std::optional<key::Identity> id;
  std::string from_state, to_state;  // empty: none
  std::optional<std::int64_t> fence_before, fence_after;
  std::string before_json, after_json, evidence_json;  // empty: NULL. Never bodies or credentials
  std::string verdict, reason, ticket, correlation_id;
  // For a row of an external table, all three; id is then what a person knows of it. relation:
  // tables::table_name(); row_key_json: an object, column to value as text.
  std::string profile, relation, row_key_json;
};

struct Record : Entry {
  std::int64_t number = 0;
  Timestamp at;
  std::string actor, db_user, host, program;
};

// What the act left, for people: to_state, or "discarded" of an event that a person gave up, whichever
// finished state stands for it.
std::string_view left_as(const Record& record);

// Inserts in the open transaction of the connection; returns the row's number.
Result<std::int64_t> append(pg::Connection& connection, const Actor& actor, const Entry& entry);

struct Filter {
  std::optional<key::Identity> id;  // one of our own keys, unless a relation is named
  std::string relation;             // an external table; empty: any
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

// In its own read-only transaction. limit 1…1000.
Result<Page> page(pg::Connection& connection, const Filter& filter,
                  std::optional<std::int64_t> before_id = {}, int limit = 200);

// The acts on one row of an external table: page() for only this row. relation: tables::table_name();
// row_key_json: row_key(), or the value from read_row() of core/reconcile/write_row.h.
Result<Page> trail_of(pg::Connection& connection, const std::string& relation,
                      const std::string& row_key_json, std::optional<std::int64_t> before_id = {},
                      int limit = 200);

// The identity of a row as in the trail: columns are the profile's identity, values those of
// key::Identity::columns. Both have the same length.
std::string row_key(const std::vector<std::string>& columns,
                    const std::vector<std::optional<std::string>>& values);
// The values back; none where it does not name all of the columns.
std::optional<std::vector<std::optional<std::string>>> row_key_values(const std::vector<std::string>& columns,
                                                                      std::string_view row_key_json);

}  // namespace onceover::audit
