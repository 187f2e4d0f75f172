#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/plan/plan_runner.h"
#include "core/sql/statements.h"

namespace onceover::plan {

Result<void> PlanRunner::run_reap(const std::vector<Taken>& taken, Step& step) {
  const auto from = Steady::now();
  std::vector<std::string_view> tenants, operations, keys;
  std::vector<std::int64_t> fences;
  std::map<key::Identity, int> positions;
  for (const Taken& item : taken) {
    tenants.emplace_back(item.id.tenant);
    operations.emplace_back(item.id.operation);
    keys.emplace_back(item.id.key);
    fences.push_back(item.fence);
    positions[item.id] = item.position;
  }
  auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index});
  if (!transaction) return fail(transaction.error());
  if (auto here = check_within(connection_); !here) return here;
  pg::Params params;
  params.views(tenants).views(operations).views(keys).integers(fences);
  params.text(actor_.name)
      .text(actor_.host)
      .text(actor_.program)
      .text(plan_.reason)
      .boolean(plan_.options.within_window)
      .text(plan_.ticket);
  auto gone = connection_.exec_prepared(sql::plan_reap, params);
  if (!gone) return fail(gone.error());
  std::vector<Ended> ended;
  std::set<int> reaped;
  for (int i = 0; i < gone->size(); ++i) {
    const int position = positions.at({gone->text(i, 0), gone->text(i, 1), gone->text(i, 2)});
    reaped.insert(position);
    ended.push_back({.position = position,
                     .state = ItemState::done,
                     .outcome = "reap",
                     .why = {},
                     .evidence_json = {},
                     .to_state = {},
                     .audit_id = gone->integer(i, 3)});
  }
  if (!ended.empty()) {
    if (auto kept = keep_within(connection_, ended); !kept) return kept;
    auto committed = transaction->commit();
    if (!committed) return fail(committed.error());
    if (!committed->unconfirmed.empty()) step.note = committed->unconfirmed;
    wrote(from, step);
    count(ended, step);
  } else {
    transaction->rollback();
  }
  std::vector<Taken> left;
  std::ranges::copy_if(taken, std::back_inserter(left), [&](const Taken& item) { return !reaped.contains(item.position); });
  return explain(left, step);
}

}  // namespace onceover::plan
