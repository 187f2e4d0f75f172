// What a script learns from the number alone. Documented in `oncectl --help`; a number never changes its meaning.
#pragma once

#include "core/base/error.h"

namespace onceover::oncectl {

enum class Exit : int {
  done = 0,
  failed = 1,       // whatever has no number of its own
  usage = 2,        // the command line or a file named on it is wrong
  not_found = 3,    // no such key; a listing that found nothing
  changed = 4,      // the row changed, is finished, or somebody else owns it: nothing was written
  unsettled = 5,    // asked, and it stays open: unresolved, or a person must decide
  unreachable = 6,  // the store or the gateway
  schema = 7,       // our schema is missing or at another version
  stopped = 8,      // the store's stop switch is on
  ambiguous = 9,    // several keys answer to that name
  waiting = 10,     // a second person must approve; nothing was settled yet
  tampered = 11,    // the audit trail is not as it was written
  unwell = 12,      // a check of the store found something
  unknown = 13,     // whether anything is stuck is not known
};

inline Exit exit_for(const Error& error) {
  switch (error.kind) {
    case ErrorKind::invalid_input: return Exit::usage;
    case ErrorKind::connection: return Exit::unreachable;
    case ErrorKind::timeout: return error.sqlstate.empty() ? Exit::unreachable : Exit::failed;  // the server's own limit is an answer
    case ErrorKind::schema: return Exit::schema;
    case ErrorKind::stopped: return Exit::stopped;
    case ErrorKind::waits: return Exit::waiting;
    case ErrorKind::in_doubt:
    case ErrorKind::cancelled:
    case ErrorKind::busy:
    case ErrorKind::database:
    case ErrorKind::not_permitted:
    case ErrorKind::read_only:
    case ErrorKind::unsupported:
    case ErrorKind::io:
    case ErrorKind::internal: return Exit::failed;
  }
  return Exit::failed;
}

}  // namespace onceover::oncectl
