#include "core/sweeper/reaper.h"

#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/profile/role_functions.h"
#include "core/profile/sql.h"
#include "core/reconcile/db_roles.h"
#include "core/reconcile/stop_switch.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::sweeper {
namespace {

// Half of the 20 ms that a claim may be kept waiting for the disk or a lock, less what a busy machine adds.
constexpr Duration reap_aim = std::chrono::milliseconds(8);

// Fewer would be round trips more than deletions.
constexpr int least_reaped = 100;

Result<void> must(bool sound, const char* what) {
  if (sound) return {};
  return fail(ErrorKind::invalid_input, what, "The reaper did not start.");
}

std::string with_locking(std::string_view locking) {
  std::string text(sql::reap_batch);
  const std::string_view mark = "/*locking*/";
  return text.replace(text.find(mark), mark.size(), locking);
}

}  // namespace

Result<void> validate(const ReapConfig& config) {
  if (auto sound = must(config.batch >= 1 && config.batch <= 100'000, "batch must be between 1 and 100000."); !sound) return sound;
  if (auto sound = must(config.share > 0 && config.share <= 1, "share must be above 0 and at most 1."); !sound) return sound;
  if (auto sound = must(config.slice >= 1, "slice must be at least 1."); !sound) return sound;
  if (auto sound = must(config.lock_timeout > Duration{0}, "lock_timeout must be longer than 0."); !sound) return sound;
  if (auto sound = must(config.every > Duration{0}, "every must be longer than 0."); !sound) return sound;
  return must(config.at_most > Duration{0}, "at_most must be longer than 0.");
}

Reaper::Reaper(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters, WorkSink sink)
    : connection_(connection),
      config_(config),
      counters_(counters),
      sink_(std::move(sink)),
      pace_({least_reaped, config.batch, reap_aim, config.share}),
      effort_(pace_, sink_) {}

Reaper::Reaper(pg::Connection& connection, const profile::Profile& profile, const ReapConfig& config, WorkSink sink)
    : Reaper(connection, config, nullptr, std::move(sink)) {
  function_ = profile::function_name(profile, std::nullopt);
  foreign_table_ = profile::table_name(profile);
  source_ = reconcile::reap_function_source(profile);
}

Result<Reaper::Batch> Reaper::batch(const Place& from, const Slice& slice, int rows, bool skip_locked) {
  // Locking first costs a third of the rate: rows are locked only where a batch has met one that somebody else holds.
  static const std::string plain = with_locking(""), skipping = with_locking("FOR UPDATE SKIP LOCKED");
  const auto began = Steady::now();
  static const std::string also = std::string(reconcile::walking) + "; SET LOCAL synchronous_commit = off";
  // Not waited for on the disk: a batch that a crash takes back is due again, and whatever is claimed anew is written behind it.
  auto transaction = pg::Transaction::begin(
      connection_, {.statement_timeout = std::chrono::seconds(30), .lock_timeout = config_.lock_timeout, .also = also});
  if (!transaction) return fail(transaction.error());
  const Place until = slice.until.value_or(Place{Timestamp::infinity(), {}});
  pg::Params params;
  params.timestamp(from.created_at).text(from.id.key).integer(rows);
  params.timestamp(until.created_at).text(until.id.key);
  auto gone = transaction->exec_prepared(skip_locked ? skipping : plain, params);
  if (!gone) {
    if (gone.error().sqlstate != pg::sqlstate::lock_not_available) return fail(gone.error());
    transaction->rollback();
    effort_.did(Work::reap, 0, began);
    if (!skip_locked) return batch(from, slice, rows, true);
    // A key's entry in the list of unfinished keys is being tended.
    Batch none;
    none.met_lock = true;
    return none;
  }
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
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

// False: the run has ended before the slice did.
Result<bool> Reaper::reap_slice(const Slice& slice, Deadline until, ReapCounts& counts, const std::function<bool()>& go_on) {
  Place place = slice.behind;
  for (;;) {
    from_ = place;
    if ((go_on && !go_on()) || Steady::now() >= until) {
      counts.cut_short = true;
      return false;
    }
    const int rows = pace_.batch();
    auto done = batch(place, slice, rows, false);
    if (!done) return fail(done.error());
    if (done->last) {
      ++counts.batches;
      counts.reaped += done->gone;
      pace_.went(static_cast<int>(done->due), effort_.longest_write());
      // The walk goes on from here: the dead rows of this batch need not be passed again.
      place = *done->last;
    }
    effort_.rest(go_on);
    if (done->met_lock) {
      counts.cut_short = true;
      return false;
    }
    if (done->due == rows) continue;
    // Each batch heeds the stop switch by itself and then finds nothing due: only here is it worth a look, why.
    auto stop = reconcile::stop_switch(connection_);
    if (!stop) return fail(stop.error());
    counts.stopped = stop->stopped;
    return !counts.stopped;
  }
}

// Who has the reaper's role alone (core/reconcile/db_roles.h) deletes by its function.
Result<bool> Reaper::has_the_function_alone() {
  auto rights = connection_.exec(
      "SELECT NOT has_table_privilege('onceover.keys', 'DELETE') AND COALESCE((SELECT has_function_privilege(p.oid, 'EXECUTE') FROM "
      "pg_catalog.pg_proc p WHERE p.pronamespace = 'onceover'::pg_catalog.regnamespace AND p.proname = 'reap_finished' AND p.pronargs = "
      "1), false)");
  if (!rights) return fail(rights.error());
  return rights->boolean(0, 0);
}

// An older script may delete what the profile says no more.
Result<void> Reaper::check_foreign_function() {
  auto found = connection_.exec(
      "SELECT p.prosrc, pg_catalog.has_function_privilege(p.oid, 'EXECUTE') FROM pg_catalog.pg_proc p WHERE p.pronamespace = "
      "'onceover'::pg_catalog.regnamespace AND p.proname = $1::text AND p.pronargs = 1",
      pg::Params{}.text(function_));
  if (!found) return fail(found.error());
  const auto refused = [&](const std::string& what) {
    return fail(ErrorKind::unsupported, what, "Nothing was deleted.",
                "Have the reaper's script made and run for this table: oncectl roles print --role reaper --profile FILE.");
  };
  if (found->empty()) return refused("There is no function onceover." + function_ + " by which rows of " + foreign_table_ + " are reaped.");
  if (found->text(0, 0) != source_)
    return refused("The function onceover." + function_ + " does not delete what the profile of " + foreign_table_ + " says.");
  if (!found->boolean(0, 1)) return refused("This user may not call onceover." + function_ + '.');
  return {};
}

Result<ReapCounts> Reaper::run_by_function(Deadline until, const std::function<bool()>& go_on) {
  ReapCounts counts;
  for (;;) {
    if ((go_on && !go_on()) || Steady::now() >= until) {
      counts.cut_short = true;
      return counts;
    }
    const auto from = Steady::now();
    const int rows = pace_.batch();
    auto transaction =
        pg::Transaction::begin(connection_, {.statement_timeout = std::chrono::seconds(30), .lock_timeout = config_.lock_timeout});
    if (!transaction) return fail(transaction.error());
    auto gone = transaction->exec("SELECT onceover." + profile::quoted_name(function_) + "($1::bigint)", pg::Params{}.integer(rows));
    if (!gone && gone.error().sqlstate == pg::sqlstate::lock_not_available) {
      counts.cut_short = true;
      return counts;
    }
    if (!gone) return fail(gone.error());
    if (auto committed = transaction->commit(); !committed) return fail(committed.error());
    const auto reaped = static_cast<int>(gone->integer(0, 0));
    effort_.did(Work::reap, reaped, from);
    counts.reaped += reaped;
    if (reaped > 0) ++counts.batches;
    if (reaped == 0) break;
    pace_.went(reaped, effort_.longest_write());
    effort_.rest(go_on);
  }
  auto stop = reconcile::stop_switch(connection_);
  if (!stop) return fail(stop.error());
  counts.stopped = stop->stopped;
  return counts;
}

Result<ReapCounts> Reaper::run_once(const std::function<bool()>& go_on) {
  ReapCounts counts;
  if (auto sound = validate(config_); !sound) return fail(sound.error());
  if (config_.dry_run && !foreign_table_.empty())
    return fail(ErrorKind::unsupported, "Rows of " + foreign_table_ + " that are due cannot be counted by who may only reap them.",
                "Nothing was counted.");
  if (config_.dry_run) {
    auto due = connection_.exec(sql::reap_due);
    if (!due) return fail(due.error());
    counts.due = due->integer(0, 0);
    return counts;
  }
  if (auto writable = schema::require_writable(connection_); !writable) return fail(writable.error());
  const Deadline until = Steady::now() + config_.at_most;
  if (!foreign_table_.empty()) {
    if (auto sound = check_foreign_function(); !sound) return fail(sound.error());
    return run_by_function(until, go_on);
  }
  auto by_function = has_the_function_alone();
  if (!by_function) return fail(by_function.error());
  if (*by_function) return run_by_function(until, go_on);
  Walk walk(connection_, config_.slice, from_);
  for (;;) {
    const auto from = Steady::now();
    auto slice = walk.next();
    if (!slice) return fail(slice.error());
    if (!*slice) break;
    effort_.did(Work::look, 0, from);
    auto on = reap_slice(**slice, until, counts, go_on);
    if (!on) return fail(on.error());
    if (!*on) return counts;
  }
  from_ = {};
  return counts;
}

Result<ReapCounts> reap(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters,
                        const std::function<bool()>& go_on) {
  return Reaper(connection, config, counters).run_once(go_on);
}

}  // namespace onceover::sweeper
