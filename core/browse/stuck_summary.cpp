#include "core/browse/stuck_summary.h"

namespace onceover::browse {

Result<StuckSummary> stuck_summary(Browser& browser, int oldest) {
  auto groups = browser.stuck_groups(1, Scan::if_quick, StuckBy::operation);
  if (!groups) return fail(groups.error());
  StuckSummary summary{groups->unfinished, {}, groups->as_of};
  if (!summary.answer.some_are_stuck()) return summary;
  auto page = browser.page({.filter = {.stuck = true}, .limit = oldest, .longest_stuck_first = true});
  if (!page) return fail(page.error());
  summary.oldest = std::move(page->rows);
  return summary;
}

}  // namespace onceover::browse
