// SPDX-License-Identifier: Apache-2.0
// What a table says to a write before it is sent: its constraints, evaluated by one read-only SELECT on rows
// as the write would leave them. Nothing of the owner's is run: an expression that calls anything but
// immutable functions of pg_catalog is not tried, and neither are triggers and policies. A row may change
// after it, so it is no promise.
//
// Threads: as the connection. Errors: of a lost connection and of a cancelled call only; what cannot be
// evaluated is not tried.
#pragma once

#include "core/tables/inspect/inspect.h"
#include "core/tables/writes.h"

namespace onceover::tables {

struct Tried {
  std::int64_t rows = 0, refused = 0;  // composed rows, and those of them that something refuses
  std::vector<std::string> why;        // sentences: what refuses how many
  std::vector<std::string> not_tried;  // names of constraints, sorted
  bool by_identity = true;             // what refuses all of them rests on the identity: other rows may pass
  bool is_refused() const { return rows > 0 && refused == rows; }
  // Of the verb, whatever the row.
  bool is_always_refused() const { return is_refused() && (rows >= 3 || !by_identity); }
};

// where: the condition of the rows, over `k`.
Result<Tried> try_write(pg::Connection& connection, const Profile& profile, const Access& access,
                        const Write& write, const WriteValues& values,
                        const std::function<void(Query&)>& where);

// The same on some rows from which the verb is offered, with values that stand for those of a person.
Result<Tried> try_write(pg::Connection& connection, const Profile& profile, const Access& access, Verb verb,
                        const Write& write);

}  // namespace onceover::tables
