// SPDX-License-Identifier: Apache-2.0
#include "core/sweeper/reaper.h"

#include "core/pg/one_row.h"
#include "core/pg/server_identity.h"
#include "core/pg/sqlstate.h"
#include "core/reconcile/stop_switch.h"
#include "core/roles/roles.h"
#include "core/samples/samples.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::sweeper {
namespace {

// Half of the 20 ms that a claim may be kept waiting for the disk or a lock, less what a busy machine adds.
constexpr Duration reap_aim = std::chrono::milliseconds(8);

// Fewer would be round trips more than deletions.
constexpr int least_reaped = 100;

std::string with_locking(std::string text, std::string_view locking) {
  const std::string_view mark = "/*locking*/";
  return text.replace(text.find(mark), mark.size(), locking);
}

}  // namespace

Result<void> validate(const ReapConfig& config) {
  const std::pair<bool, std::string_view> rules[] = {
      {config.batch >= 1 && config.batch <= 100'000, "batch must be between 1 and 100000."},
      {config.share > 0 && config.share <= 1, "share must be above 0 and at most 1."},
      {config.slice >= 1, "slice must be at least 1."},
      {config.lock_timeout > Duration{0}, "lock_timeout must be longer than 0."},
      {config.every > Duration{0}, "every must be longer than 0."},
      {config.at_most > Duration{0}, "at_most must be longer than 0."}};
  for (const auto& [is_kept, rule] : rules) {
    if (!is_kept) return fail(ErrorKind::invalid_input, std::string(rule), "The reaper did not start.");
  }
  return {};
}

Reaper::Reaper(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters,
               WorkSink sink)
    : connection_(connection),
      config_(config),
      counters_(counters),
      sink_(std::move(sink)),
      pace_({least_reaped, config.batch, reap_aim, config.share}),
      effort_(pace_, sink_) {}

Reaper::Reaper(pg::Connection& connection, const tables::Profile& profile, const ReapConfig& config,
               WorkSink sink)
    : Reaper(connection, config, nullptr, std::move(sink)) {
  function_ = tables::function_name(profile, std::nullopt);
  foreign_table_ = tables::table_name(profile);
  source_ = roles::reap_function_source(profile);
}

Reaper::Batch Reaper::batch(const Place& from, const Slice& slice, int rows, bool skip_locked) {
  // Locking first costs a third of the rate: rows are locked only where a batch has met one that is locked.
  static const std::string plain = with_locking(std::string(sql::reap_batch), ""),
                           skipping = with_locking(std::string(sql::reap_batch), "FOR UPDATE SKIP LOCKED");
  const auto began = Steady::now();
  static const std::string also = std::string(reconcile::walking) + "; SET LOCAL synchronous_commit = off";
  // Not waited for on the disk: a batch that a crash takes back is due again, and whatever is claimed anew is
  // written behind it.
  auto transaction = pg::Transaction::begin(connection_, {.statement_timeout = std::chrono::seconds(30),
                                                          .lock_timeout = config_.lock_timeout,
                                                          .also = also})
                         .value();
  const Place until = slice.until.value_or(Place{Timestamp::infinity(), {}});
  const auto gone = transaction.exec_prepared(
      skip_locked ? skipping : plain,
      pg::params(from.created_at, from.id.key, rows, until.created_at, until.id.key, passed_));
  if (!gone) {
    if (gone.error().sqlstate != pg::sqlstate::lock_not_available) raise(gone.error());
    transaction.rollback();
    effort_.did(Work::reap, 0, began);
    if (!skip_locked) return batch(from, slice, rows, true);
    // A key's entry in the list of unfinished keys is being tended.
    return {.met_lock = true};
  }
  require(transaction.commit());
  Batch done;
  if (gone->empty()) {
    effort_.did(Work::look, 0, began);
    return done;
  }
  done.last = Place{gone->timestamp(0, 3), {{}, {}, gone->text(0, 4)}};
  done.due = gone->integer(0, 5);
  for (int i = 0; i < gone->size(); ++i) {
    done.gone += gone->integer(i, 2);
    if (counters_ != nullptr && !gone->is_null(i, 2))
      counters_->add(metrics::Counter::reaped, gone->view(i, 0), gone->view(i, 1), gone->integer(i, 2));
  }
  effort_.did(Work::reap, static_cast<int>(done.gone), began);
  return done;
}

// The walk's next key cannot be deleted: it is filed for a person, and this run leaves it out. False: there
// is none.
bool Reaper::pass_first(const Place& from, const Slice& slice, const Error& error, ReapCounts& counts) {
  const std::string_view whole = sql::reap_batch;
  const std::string sql = with_locking(std::string(whole.substr(0, whole.find(", gone AS ("))), "") + '\n' +
                          std::string(sql::reap_first);
  const Place until = slice.until.value_or(Place{Timestamp::infinity(), {}});
  const auto rows =
      pg::run(connection_, sql,
              pg::params(from.created_at, from.id.key, 1, until.created_at, until.id.key, passed_),
              {.statement_timeout = std::chrono::seconds(30), .also = reconcile::walking})
          .value();
  if (rows.empty()) return false;
  passed_.push_back(rows.text(0, 0));
  key::Identity id;
  std::int64_t fence = 0;
  rows.read(0, 1, id.tenant, id.operation, id.key, fence);
  ++counts.set_aside;
  const auto filed = reconcile::set_aside(connection_, id, fence, {"cannot be deleted: " + error.what, {}, 1},
                                          {"reaper", "", "onceover"});
  if (!filed && !pg::may_be_one_row(filed.error())) raise(filed.error());
  return true;
}

// False: the run has ended before the slice did.
bool Reaper::reap_slice(const Slice& slice, Deadline until, ReapCounts& counts,
                        const std::function<bool()>& go_on) {
  Place place = slice.behind;
  const auto reaped_before = counts.reaped;
  for (;;) {
    if ((go_on && !go_on()) || Steady::now() >= until) {
      counts.cut_short = true;
      return false;
    }
    const int rows = pace_.batch();
    auto part =
        pg::take_around(
            rows, [&](int limit) { return as_result([&] { return batch(place, slice, limit, false); }); },
            [&](const Error& error) {
              return as_result([&] { return pass_first(place, slice, error, counts); });
            })
            .value();
    const Batch& done = part.batch;
    if (done.last) {
      ++counts.batches;
      counts.reaped += done.gone;
      pace_.went(static_cast<int>(done.due), effort_.longest_write());
      // The walk goes on from here: the dead rows of this batch need not be passed again.
      place = *done.last;
    }
    effort_.rest(go_on);
    if (done.met_lock) {
      counts.cut_short = true;
      return false;
    }
    if (done.due == part.limit) continue;
    // Each batch heeds the stop switch by itself and then finds nothing due: only here is it worth a look,
    // why.
    counts.stopped = reconcile::stop_switch(connection_).value().stopped;
    // Pages of keys that have just gone are slow to read: when a slice was reaped, the next run looks when
    // the rest is due.
    if (!counts.stopped && slice.until) {
      const pg::Params slice_ends = pg::params(slice.behind.created_at, slice.behind.id.key,
                                               slice.until->created_at, slice.until->id.key);
      pg::run(connection_, counts.reaped > reaped_before ? sql::mark_again : sql::mark_reaped, slice_ends,
              {.statement_timeout = std::chrono::seconds(30)})
          .value();
    }
    return !counts.stopped;
  }
}

// Who has the reaper's role alone (core/roles/roles.h) deletes by its function.
bool Reaper::has_the_function_alone() {
  constexpr std::string_view rights =
      "SELECT NOT has_table_privilege('onceover.keys', 'DELETE') AND COALESCE((SELECT "
      "has_function_privilege(p.oid, 'EXECUTE') FROM pg_catalog.pg_proc p WHERE p.pronamespace = "
      "'onceover'::pg_catalog.regnamespace AND p.proname = 'reap_finished' AND p.pronargs = 1), false)";
  return pg::run(connection_, rights).value().boolean(0, 0);
}

// An older script may delete what the profile says no more.
void Reaper::check_foreign_function() {
  constexpr std::string_view sql =
      "SELECT p.prosrc, pg_catalog.has_function_privilege(p.oid, 'EXECUTE') FROM pg_catalog.pg_proc p WHERE "
      "p.pronamespace = 'onceover'::pg_catalog.regnamespace AND p.proname = $1::text AND p.pronargs = 1";
  const pg::Rows found = pg::run(connection_, sql, pg::params(function_)).value();
  const auto cannot_reap = [&](std::string what) {
    raise({ErrorKind::unsupported,
           std::move(what),
           "Nothing was deleted.",
           "Have the reaper's script made and run for this table: oncectl roles print --role reaper "
           "--profile FILE.",
           {},
           {}});
  };
  if (found.empty())
    cannot_reap("There is no function onceover." + function_ + " by which rows of " + foreign_table_ +
                " are reaped.");
  if (found.text(0, 0) != source_)
    cannot_reap("The function onceover." + function_ + " does not delete what the profile of " +
                foreign_table_ + " says.");
  if (!found.boolean(0, 1)) cannot_reap("This user may not call onceover." + function_ + '.');
}

ReapCounts Reaper::run_by_function(Deadline until, const std::function<bool()>& go_on) {
  ReapCounts counts;
  for (;;) {
    if ((go_on && !go_on()) || Steady::now() >= until) {
      counts.cut_short = true;
      return counts;
    }
    const auto from = Steady::now();
    const int rows = pace_.batch();
    auto transaction = pg::Transaction::begin(connection_, {.statement_timeout = std::chrono::seconds(30),
                                                            .lock_timeout = config_.lock_timeout})
                           .value();
    const auto gone = transaction.exec("SELECT onceover." + tables::quoted_name(function_) + "($1::bigint)",
                                       pg::params(rows));
    if (!gone && gone.error().sqlstate == pg::sqlstate::lock_not_available) {
      counts.cut_short = true;
      return counts;
    }
    // Of our own keys, NULL: there is more to read.
    const auto reaped = gone.value().optional_integer(0, 0);
    require(transaction.commit());
    if (reaped == 0) {
      effort_.did(Work::look, 0, from);
      break;
    }
    effort_.did(reaped ? Work::reap : Work::look, static_cast<int>(reaped.value_or(0)), from);
    if (reaped) {
      counts.reaped += *reaped;
      ++counts.batches;
      pace_.went(static_cast<int>(*reaped), effort_.longest_write());
    }
    effort_.rest(go_on);
  }
  counts.stopped = reconcile::stop_switch(connection_).value().stopped;
  return counts;
}

Result<ReapCounts> Reaper::run_once(const std::function<bool()>& go_on) {
  return as_result([&]() -> Result<ReapCounts> {
    ReapCounts counts;
    require(validate(config_));
    if (config_.dry_run && !foreign_table_.empty())
      return fail(
          ErrorKind::unsupported,
          "Rows of " + foreign_table_ + " that are due cannot be counted with the rights of a reaper.",
          "Nothing was counted.");
    if (config_.dry_run) {
      const auto read = [&](std::string_view sql) {
        return pg::run(connection_, sql, {}, {.read_only = true, .statement_timeout = {}}).value();
      };
      // Without marks, each key is read: not in the order of an index.
      const bool is_marked =
          read("SELECT pg_catalog.has_table_privilege('onceover.slices_to_reap', 'SELECT')").boolean(0, 0) &&
          read("SELECT EXISTS (SELECT FROM onceover.slices_to_reap s WHERE s.behind_at > '-infinity')")
              .boolean(0, 0);
      counts.due = read(is_marked ? sql::reap_due_marked : sql::reap_due).integer(0, 0);
      return counts;
    }
    require(schema::require_writable(connection_));
    pg::hold_to_history(connection_).value();
    const Deadline deadline = Steady::now() + config_.at_most;
    require(samples::reap(connection_));
    if (!foreign_table_.empty()) {
      check_foreign_function();
      return run_by_function(deadline, go_on);
    }
    if (has_the_function_alone()) return run_by_function(deadline, go_on);
    passed_.clear();
    const pg::Rows marked = pg::run(connection_, sql::slices_to_reap).value();
    for (int i = 0; i < marked.size(); ++i) {
      const Place behind{marked.timestamp(i, 0), {{}, {}, marked.text(i, 1)}},
          until{marked.timestamp(i, 2), {{}, {}, marked.text(i, 3)}};
      if (until.created_at.is_finite()) {
        if (!reap_slice({behind, until}, deadline, counts, go_on)) return counts;
        continue;
      }
      // Behind the last mark: a slice after another.
      Walk walk(connection_, config_.slice, behind);
      for (;;) {
        const auto from = Steady::now();
        const auto slice = walk.next().value();
        if (!slice) break;
        effort_.did(Work::look, 0, from);
        if (!reap_slice(*slice, deadline, counts, go_on)) return counts;
      }
    }
    return counts;
  });
}

Result<ReapCounts> reap(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters,
                        const std::function<bool()>& go_on) {
  return Reaper(connection, config, counters).run_once(go_on);
}

}  // namespace onceover::sweeper
