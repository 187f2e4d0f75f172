#include "ui/leases/stuck_rows.h"

namespace onceover::leases {

Timestamp leaseEnd(const browse::KeyRow& row) { return row.lease_ended().value_or(row.created_at); }

Result<StuckRows> readStuckRows(bridge::Reader& reader, const browse::Filter& group) {
  browse::PageRequest request{.filter = group};
  request.limit = rowsShown;
  request.longest_stuck_first = true;
  auto page = reader.browser().page(request);
  if (!page) return fail(page.error());
  return StuckRows{.rows = std::move(page->rows), .complete = !page->more, .asOf = page->as_of, .sql = std::move(page->sql)};
}

}  // namespace onceover::leases
