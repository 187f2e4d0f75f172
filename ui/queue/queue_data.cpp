#include "ui/queue/queue_data.h"

#include <algorithm>

namespace onceover::queue {
namespace {

constexpr int mostAtOnce = 1'000;

}  // namespace

Result<QueueData> readQueue(bridge::Reader& reader, const DescribedTables& described, bool openToo, int rows) {
  QueueData data;
  data.tables = bridge::tablesFor(reader, described, false);
  std::erase_if(data.tables, [](const auto& table) { return tables::is_own(*table); });
  reconcile::CaseListRequest request{.open_too = openToo, .after = {}};
  do {
    request.limit = std::min(rows - static_cast<int>(data.cases.size()), mostAtOnce);
    auto list = reconcile::list_cases(reader.connection(), request, data.tables);
    if (!list) return fail(list.error());
    data.asOf = list->as_of;
    if (data.sql.empty()) data.sql = list->sql;
    std::ranges::move(list->cases, std::back_inserter(data.cases));
    request.after = std::move(list->next);
  } while (request.after && static_cast<int>(data.cases.size()) < rows);
  data.moreCases = request.after.has_value();
  auto approvals = approval::list(reader.connection(), false, mostAtOnce);
  if (!approvals) return fail(approvals.error());
  data.moreApprovals = static_cast<int>(approvals->size()) == mostAtOnce;
  data.approvals.assign(std::make_move_iterator(approvals->rbegin()), std::make_move_iterator(approvals->rend()));
  data.sql += ";\n\n" + approval::list_sql(false, mostAtOnce);
  return data;
}

}  // namespace onceover::queue
