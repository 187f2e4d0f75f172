// SPDX-License-Identifier: Apache-2.0
// What a service does with its events, and what is counted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "core/inbox/inbox.h"
#include "core/pg/transaction.h"

namespace onceover::inbox {

// Work within a transaction that was begun for it: its effects commit with the events, or not at all. READ
// COMMITTED, and the session's own settings. It must not commit or roll back. A Failure, an exception, or an
// error of a statement: all is rolled back.
//
// Outside (WorkerConfig::in_transaction = false): no transaction is open, the effect is elsewhere, and
// `renew` may be called while it runs.
struct Work {
  pg::Connection& connection;
  std::span<const Event> events;
  // A full lease from now on. False: another handler has the event; stop. Only outside a transaction; within
  // one it returns false.
  std::function<bool()> renew;
};
using Handler = std::function<std::optional<Failure>(Work& work)>;

struct Counts {
  std::int64_t received = 0;    // from the source
  std::int64_t stored = 0;      // for a worker
  std::int64_t finished = 0;    // their effect is committed
  std::int64_t duplicates = 0;  // skipped
  std::int64_t unverified = 0;  // of them, those whose content could not be compared
  std::int64_t mismatches = 0;  // the id of another event with other content: kept as dead letters
  std::int64_t unusable = 0;    // without an identity: kept as dead letters
  std::int64_t stale = 0;       // a newer version of their aggregate was accepted: skipped
  std::int64_t contended = 0;   // held by another transaction: looked at again
  std::int64_t failed = 0;      // attempts
  std::int64_t dead = 0;        // events whose attempts are used up, or that failed for good
  std::int64_t lost = 0;        // attempts whose ownership was lost: another handler has the event
  std::int64_t refused = 0;     // times that an event could not be stored, or not changed: it is tried again
  Counts& operator+=(const Counts& more);
};

// What the handler said, or its exception as a Failure. An Error: the connection is lost.
Result<std::optional<Failure>> handle(const Handler& handler, Work& work);
// For a handler: without our limits and our search_path.
Result<pg::Transaction> begin_for_handler(pg::Connection& connection, bool durable);

}  // namespace onceover::inbox
