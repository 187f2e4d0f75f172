// How many rows are stuck now, as far as it is known, and the oldest of them: what a mapping shows while it is made.
#pragma once

#include <vector>

#include "core/browse/browser.h"

namespace onceover::browse {

struct StuckSummary {
  unfinished::Answer answer;
  std::vector<KeyRow> oldest;
  Timestamp as_of;
};

// Reads the whole table only where that is quick. Errors: as the browser's.
Result<StuckSummary> stuck_summary(Browser& browser, int oldest);

}  // namespace onceover::browse
