// Errors: what should not happen. Ordinary outcomes (a replay, a conflict, a lost lease) are values of the rooms
// that know them. An Error is typed once, at the seam where it arose, and says three things to a person:
// what happened, what was not done because of it, and what to do next.
#pragma once

#include <string>
#include <string_view>

namespace onceover {

enum class ErrorKind {
  invalid_input,  // the caller's value was refused before anything was sent
  connection,     // no connection, or it was lost outside a COMMIT
  in_doubt,       // the connection was lost while a COMMIT was under way: read again to know
  timeout,        // our own deadline, the server's statement_timeout or lock_timeout
  cancelled,      // somebody cancelled it
  busy,           // serialization failure, deadlock, too many clients: the same again may work
  database,       // the server refused the statement
  not_permitted,  // rights are missing
  read_only,      // the server is a standby, or this session may only read
  schema,         // our schema is missing or at another version
  stopped,        // the store's stop switch is on
  waits,          // a second person must approve it first
  unsupported,    // the server or the data ask for something this version does not know
  io,             // files, sockets, processes of this machine
  internal,       // a broken promise of our own code
};

struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string what;      // what happened, in a sentence
  std::string not_done;  // what was not done because of it; empty where nothing was at stake
  std::string next;      // what to do next; empty where the caller knows
  std::string sqlstate;  // five characters, or empty where the server said none
  std::string detail;    // the server's own words, secrets removed

  // The same call, made again after a pause, may succeed, and nothing was done by this one.
  bool is_retryable() const { return kind == ErrorKind::busy; }
  // It is unknown whether the call was carried out. Read before acting.
  bool is_in_doubt() const { return kind == ErrorKind::in_doubt; }
  bool is_timeout() const { return kind == ErrorKind::timeout; }
  bool is_cancelled() const { return kind == ErrorKind::cancelled; }
  bool is_connection_lost() const { return kind == ErrorKind::connection || kind == ErrorKind::in_doubt; }

  // "what. Not done: … Next: …" in one line, for logs and exit messages.
  std::string sentence() const;
};

// The stable word for a kind ("in_doubt"), for --json and logs.
std::string_view word(ErrorKind kind);

}  // namespace onceover
