// SPDX-License-Identifier: Apache-2.0
// What a profile's table really allows. inspect() asks the catalog; this lets the server plan the listing and
// each write, rehearses each write on sampled rows (signature.h), and tries the table's constraints on rows
// as they would be (core/tables/inspect/try_write.h).
//
// Runs nothing of the owner's. Reads at most 200 rows of the table and 100 more of each state, each statement
// within seconds. Threads: as the connection. Errors: as inspect().
#pragma once

#include "core/base/result.h"
#include "core/pg/connection.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::browse {

// inspect(), with what was found beside it: a listing that cannot be planned is a misfit of the table; a
// write that cannot be planned, that leaves a row unlike the service's own, or that a constraint refuses is
// not offered. Each has its sentence.
Result<tables::Access> inspected(pg::Connection& connection, const tables::Profile& profile);

// The proposal's writes again, on rows of every state: what the table would refuse is left out.
Result<void> rehearse_writes(pg::Connection& connection, tables::Proposal& proposal,
                             tables::TableFacts table);

}  // namespace onceover::browse
