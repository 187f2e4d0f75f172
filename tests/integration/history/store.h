// SPDX-License-Identifier: Apache-2.0
// The database of a run: our schema, a table for business rows, and a trigger that writes down every version
// of every key. The trail the trigger keeps is the run's own: it owes nothing to what the product says of
// itself.
#pragma once

#include <functional>

#include "tests/integration/history/plan.h"
#include "tests/support/raw.h"

namespace onceover::test::history {

// The schema and the recording one, into an empty database.
void fill_recorded(const std::string& conninfo);

// Two people who work on it, each with a database user of his own and no superuser's rights.
inline constexpr const char* persons[] = {"asker", "second"};
void make_persons(const std::string& conninfo);

// One business row of a call; without a unique key, so that a second one would show.
pg::Statement business_row(int key, int call);

// Everything the tables know, into the recording. Only while nobody writes any more.
// true_us: what the server's clock said as the true time.
void read_tables(RawConnection& raw, const Plan& plan,
                 const std::function<std::int64_t(std::int64_t)>& true_us, Recording& recording);
// What was written into a database that was filled and is nobody's: rows changed or deleted, and acts on the
// trail.
std::int64_t written_into(RawConnection& raw);

}  // namespace onceover::test::history
