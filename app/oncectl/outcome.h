// SPDX-License-Identifier: Apache-2.0
// How a command ends: with an exit code, or with a failure that main() prints. Commands read results with
// .value(): what that throws, an Error or a Failure, ends the command, and main() catches it. Threads return
// their results instead.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/pg/sqlstate.h"

namespace onceover::oncectl {

// What a script learns from the number. Documented in `oncectl --help`; a number never changes its meaning.
enum class Exit : int {
  done = 0,
  failed = 1,       // whatever has no number of its own
  usage = 2,        // the command line or a file named on it is wrong
  not_found = 3,    // no such key; a listing that found nothing
  changed = 4,      // the row changed, is finished, or another process owns it: nothing was written
  unsettled = 5,    // asked, and it stays open: unresolved, or a person must decide
  unreachable = 6,  // the store or the gateway; or the store has no free connection
  schema = 7,       // our schema is missing or at another version
  stopped = 8,      // the store's stop switch is on
  ambiguous = 9,    // several keys answer to that name
  waiting = 10,     // a second person must approve; nothing was settled yet
  tampered = 11,    // the audit trail is not as it was written
  unwell = 12,      // a check of the store found something
  unknown = 13,     // whether anything is stuck, or is there at all, is not known
};

inline Exit exit_for(const Error& error) {
  switch (error.kind) {
    case ErrorKind::invalid_input: return Exit::usage;
    case ErrorKind::connection: return Exit::unreachable;
    // the server's own limit is an answer
    case ErrorKind::timeout: return error.sqlstate.empty() ? Exit::unreachable : Exit::failed;
    case ErrorKind::schema: return Exit::schema;
    case ErrorKind::stopped: return Exit::stopped;
    case ErrorKind::waits: return Exit::waiting;
    // Too many clients: the server takes no connection now.
    case ErrorKind::busy:
      return error.sqlstate == pg::sqlstate::too_many_connections ? Exit::unreachable : Exit::failed;
    case ErrorKind::in_doubt:
    case ErrorKind::cancelled:
    case ErrorKind::database:
    case ErrorKind::not_permitted:
    case ErrorKind::read_only:
    case ErrorKind::unsupported:
    case ErrorKind::io:
    case ErrorKind::internal: return Exit::failed;
  }
  return Exit::failed;
}

struct Failure {
  Error error;
  Exit exit = Exit::failed;
  std::string kind;             // the word in --json; the error's own where it has no finer one
  nlohmann::ordered_json more;  // further members of the JSON object; null: none
  std::string text;             // further lines for a person

  // Every Error of core is a failure, so that `fail(error)` can be returned as it is.
  Failure(Error of_core)  // NOLINT(google-explicit-constructor)
      : error(std::move(of_core)), exit(exit_for(error)), kind(word(error.kind)) {}
  Failure(Exit code, std::string kind_word, Error words)
      : error(std::move(words)), exit(code), kind(std::move(kind_word)) {}
  Failure(Exit code, std::string kind_word, std::string what, std::string not_done, std::string next = {})
      : Failure(code, std::move(kind_word),
                {ErrorKind::invalid_input, std::move(what), std::move(not_done), std::move(next), {}, {}}) {}
};

using Outcome = tl::expected<Exit, Failure>;

inline tl::unexpected<Failure> fail_with(Failure failure) {
  return tl::unexpected<Failure>(std::move(failure));
}

// Ends the command from within a function that returns a value.
[[noreturn]] inline void end(const tl::unexpected<Failure>& failure) {
  throw tl::bad_expected_access<Failure>(failure.value());
}
[[noreturn]] inline void end(Failure failure) { throw tl::bad_expected_access<Failure>(std::move(failure)); }
[[noreturn]] inline void end(const tl::unexpected<Error>& error) { raise(error.value()); }

inline tl::unexpected<Failure> usage(std::string what, std::string next = {}) {
  return fail_with({Exit::usage, "usage", std::move(what), "Nothing was done.", std::move(next)});
}

inline tl::unexpected<Failure> not_found(std::string what, std::string not_done, std::string next = {}) {
  return fail_with({Exit::not_found, "not_found", std::move(what), std::move(not_done), std::move(next)});
}

}  // namespace onceover::oncectl
