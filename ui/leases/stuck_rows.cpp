#include "ui/leases/stuck_rows.h"

namespace onceover::leases {
namespace {

constexpr int pageRows = 1'000;
// A group hidden behind more stuck keys of other owners than these is shown in part.
constexpr int mostPages = 20;

}  // namespace

Timestamp leaseEnd(const browse::KeyRow& row) { return row.lease_ended().value_or(row.created_at); }

bool isIn(const browse::StuckGroup& group, const browse::KeyRow& row) {
  const Timestamp end = leaseEnd(row);
  return row.id.operation == group.operation && browse::owner_name(row.owner) == group.owner && group.oldest <= end && end <= group.newest;
}

Result<StuckRows> readStuckRows(bridge::Reader& reader, const browse::StuckGroup& group) {
  StuckRows out;
  browse::PageRequest request;
  request.filter.stuck = true;
  // An empty name may stand for NULL, which equals nothing.
  if (!group.operation.empty()) request.filter.operation = group.operation;
  request.newest_first = false;
  request.limit = pageRows;
  for (int pages = 0; pages < mostPages; ++pages) {
    auto page = reader.browser().page(request);
    if (!page) return fail(page.error());
    out.asOf = page->as_of;
    if (out.sql.empty()) out.sql = page->sql;
    out.complete = !page->more;
    if (!page->rows.empty()) request.after = browse::cursor_of(page->rows.back());
    for (auto& row : page->rows) {
      if (!isIn(group, row)) continue;
      if (static_cast<int>(out.rows.size()) == rowsShown) {
        out.complete = false;
        return out;
      }
      out.rows.push_back(std::move(row));
    }
    if (out.complete || static_cast<std::int64_t>(out.rows.size()) >= group.n) break;
  }
  out.complete = out.complete || static_cast<std::int64_t>(out.rows.size()) >= group.n;
  return out;
}

}  // namespace onceover::leases
