// The database of a run: our schema, a table for business rows, and a trigger that writes down every version of every key. The trail
// the trigger keeps is the run's own: it owes nothing to what the product says of itself.
#pragma once

#include "tests/integration/history/plan.h"
#include "tests/support/database.h"

namespace onceover::test::history {

DatabaseTemplate recorded_schema();

// One business row of a call; without a unique key, so that a second one would show.
pg::Statement business_row(int key, int call);

// Everything the tables know, into the recording. Only while nobody writes any more.
void read_tables(RawConnection& raw, const Plan& plan, Recording& recording);

}  // namespace onceover::test::history
