#include "core/sweeper/reaper.h"

#include "core/pg/transaction.h"
#include "core/reconcile/stop_switch.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::sweeper {

Result<void> validate(const ReapConfig& config) {
  if (config.batch < 1 || config.batch > 100'000)
    return fail(ErrorKind::invalid_input, "batch must be between 1 and 100000.", "The reaper did not start.");
  if (config.every <= Duration{0}) return fail(ErrorKind::invalid_input, "every must be longer than 0.", "The reaper did not start.");
  if (config.at_most <= Duration{0}) return fail(ErrorKind::invalid_input, "at_most must be longer than 0.", "The reaper did not start.");
  return {};
}

Result<ReapCounts> reap(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters,
                        const std::function<bool()>& go_on) {
  ReapCounts counts;
  if (auto sound = validate(config); !sound) return fail(sound.error());
  if (config.dry_run) {
    auto due = connection.exec(sql::reap_due);
    if (!due) return fail(due.error());
    counts.due = due->integer(0, 0);
    return counts;
  }
  if (auto writable = schema::require_writable(connection); !writable) return fail(writable.error());
  const Deadline until = Steady::now() + config.at_most;
  Timestamp at = Timestamp::minus_infinity();
  std::string key, tenant, operation;
  for (;;) {
    if (go_on && !go_on()) return counts;
    auto stop = reconcile::stop_switch(connection);
    if (!stop) return fail(stop.error());
    counts.stopped = stop->stopped;
    if (stop->stopped) return counts;
    auto transaction = pg::Transaction::begin(connection, {.statement_timeout = std::chrono::seconds(30)});
    if (!transaction) return fail(transaction.error());
    pg::Params params;
    params.timestamp(at).text(key).text(tenant).text(operation).integer(config.batch);
    auto gone = transaction->exec_prepared(sql::reap_batch, params);
    if (!gone) return fail(gone.error());
    if (auto committed = transaction->commit(); !committed) return fail(committed.error());
    if (gone->empty()) return counts;
    ++counts.batches;
    std::int64_t batch = 0;
    for (int i = 0; i < gone->size(); ++i) {
      batch += gone->integer(i, 2);
      if (counters != nullptr) counters->add(metrics::Counter::reaped, gone->view(i, 0), gone->view(i, 1), gone->integer(i, 2));
    }
    counts.reaped += batch;
    // The walk goes on behind this batch: its dead rows need not be passed again.
    at = gone->timestamp(0, 3);
    key = gone->text(0, 4);
    tenant = gone->text(0, 5);
    operation = gone->text(0, 6);
    if (batch < config.batch || Steady::now() >= until) return counts;
  }
}

}  // namespace onceover::sweeper
