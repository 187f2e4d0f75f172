#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/plan/plan_runner.h"
#include "core/sql/statements.h"

namespace onceover::plan {

// Keys of our own that are written without asking anybody: one statement for the batch, whose rows say what it did.
Result<void> PlanRunner::run_at_once(const std::vector<Taken>& taken, Step& step) {
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
  params.text(actor_.name).text(actor_.host).text(actor_.program).text(plan_.reason);
  const bool reaps = plan_.act == Act::reap;
  reaps ? params.boolean(plan_.options.within_window) : params.interval(plan_.options.lease);
  params.text(plan_.ticket);
  auto written = connection_.exec_prepared(reaps ? sql::plan_reap : sql::plan_extend, params);
  if (!written) return fail(written.error());
  std::vector<Ended> ended;
  std::set<int> done;
  for (int i = 0; i < written->size(); ++i) {
    const int position = positions.at({written->text(i, 0), written->text(i, 1), written->text(i, 2)});
    done.insert(position);
    ended.push_back({.position = position,
                     .state = ItemState::done,
                     .outcome = std::string(word(plan_.act)),
                     .why = {},
                     .evidence_json = {},
                     .to_state = reaps ? "" : "in_progress",
                     .audit_id = written->integer(i, 3)});
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
  std::ranges::copy_if(taken, std::back_inserter(left), [&](const Taken& item) { return !done.contains(item.position); });
  return explain(left, step);
}

}  // namespace onceover::plan
