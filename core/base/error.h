// SPDX-License-Identifier: Apache-2.0
// Errors: events that should not happen. Ordinary outcomes (a replay, a conflict, a lost lease) are values of
// their rooms. An Error gets its kind once, at the seam where it arose, and has three sentences: what
// happened, what was not done, and what to do next.
#pragma once

#include <string>
#include <string_view>

namespace onceover {

enum class ErrorKind {
  invalid_input,  // the caller's value was refused before anything was sent
  connection,     // no connection, or it was lost outside a COMMIT
  in_doubt,       // the connection was lost during a COMMIT: read again to know
  timeout,        // our own deadline, the server's statement_timeout or lock_timeout
  cancelled,      // cancelled by the user or the caller
  busy,           // serialization failure, deadlock, too many clients: a retry may succeed
  database,       // the server refused the statement
  not_permitted,  // rights are missing
  read_only,      // the server is a standby, or this session is read-only
  schema,         // our schema is missing or at another version
  stopped,        // the store's stop switch is on
  waits,          // a second approver must approve it first
  unsupported,    // the server or the data need something that this version does not support
  io,             // files, sockets, processes of this machine
  internal,       // a bug in our own code
};

struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string what;      // a sentence: what happened
  std::string not_done;  // empty: nothing was at stake
  std::string next;      // empty: the caller knows
  std::string sqlstate;  // five characters; empty: the server gave none
  std::string detail;    // the server's own message, secrets removed

  // The same call may succeed after a pause, and this one did nothing.
  bool is_retryable() const { return kind == ErrorKind::busy; }
  // It is unknown whether the call was carried out. Read before acting.
  bool is_in_doubt() const { return kind == ErrorKind::in_doubt; }
  bool is_timeout() const { return kind == ErrorKind::timeout; }
  bool is_cancelled() const { return kind == ErrorKind::cancelled; }
  bool is_connection_lost() const { return kind == ErrorKind::connection || kind == ErrorKind::in_doubt; }

  // "what. Not done: … Next: …" in one line, for logs and exit messages.
  std::string sentence() const;
};

// The stable word of a kind ("in_doubt"), for --json and logs.
std::string_view word(ErrorKind kind);

}  // namespace onceover
