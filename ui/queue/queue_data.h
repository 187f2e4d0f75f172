// What waits for a person, read in one job.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/reconcile/approval.h"
#include "core/reconcile/case_list.h"
#include "ui/bridge/reader.h"

namespace onceover::queue {

// The tables that somebody has described, of whatever database. Called on the worker.
using DescribedTables = std::function<std::vector<profile::Profile>()>;
using Tables = std::vector<std::shared_ptr<const profile::Profile>>;

struct QueueData {
  std::vector<reconcile::ListedCase> cases;
  bool moreCases = false;
  std::vector<reconcile::Approval> approvals;  // oldest first
  bool moreApprovals = false;
  Tables tables;  // what rows of other tables may be opened by
  Timestamp asOf;
  std::string sql;
};

// rows: of the cases, at most so many. openToo: those that are asked again by themselves as well.
Result<QueueData> readQueue(bridge::Reader& reader, const DescribedTables& described, bool openToo, int rows);

}  // namespace onceover::queue
