#include "core/sweeper/sweeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/reconcile/stop_switch.h"
#include "core/retry/backoff.h"
#include "core/schema/schema.h"
#include "core/sweeper/said.h"

namespace onceover::sweeper {
namespace {

using metrics::Counter;

// A quarter of the 50 ms that a claim may be kept waiting: workers side by side on few cores keep one another waiting too.
constexpr Duration sweep_aim = std::chrono::milliseconds(12);
// What a gateway of some 50 ms an answer is asked within the default ask_timeout, one after the other.
constexpr int least_owned = 200;
// A claim's transaction commits at once, so that its created_at is hardly ever older than this when it is first seen.
constexpr Duration late_commit = std::chrono::minutes(1);

void tally(SweepCounts& counts, reconcile::Act act) {
  switch (act) {
    case reconcile::Act::succeed: ++counts.succeeded; break;
    case reconcile::Act::fail: ++counts.failed; break;
    case reconcile::Act::release: ++counts.released; break;
    case reconcile::Act::unresolved: ++counts.unresolved; break;
    case reconcile::Act::needs_human: ++counts.needs_human; break;
  }
}

std::optional<Counter> counter_for(reconcile::Act act) {
  switch (act) {
    case reconcile::Act::succeed: return Counter::settled_succeeded;
    case reconcile::Act::fail: return Counter::settled_failed;
    case reconcile::Act::release: return Counter::settled_released;
    case reconcile::Act::needs_human: return Counter::needs_human;
    case reconcile::Act::unresolved: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

Sweeper::Sweeper(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway& gateway, SweepConfig config,
                 audit::Actor actor, metrics::Counters* counters, Random random, LogSink log, WorkSink sink)
    : Sweeping(connection, profile, gateway, config, std::move(actor), counters, random, std::move(log), std::move(sink),
               {least_owned, config.batch, sweep_aim, config.share}) {}

Result<void> Sweeper::settle(const std::vector<reconcile::DueRow>& due, const std::vector<reconcile::Asked>& asked, SweepCounts& counts) {
  std::vector<reconcile::Settlement> settlements;
  settlements.reserve(due.size());
  for (std::size_t i = 0; i < due.size(); ++i) {
    settlements.push_back(reconcile::settlement_for(due[i].row, asked[i], {}, backoff(due[i].row)));
    settlements.back().at = due[i].at;
  }
  const auto from = Steady::now();
  auto written = reconcile::settle_batch(connection_, profile_, settlements, actor_, {});
  effort_.did(Work::settle, static_cast<int>(due.size()), from);
  if (!written) {
    const Error& error = written.error();
    if (error.is_connection_lost() || error.is_retryable() || error.is_timeout() || error.kind == ErrorKind::read_only) return fail(error);
    // One row that cannot be written (an answer that does not fit the database's encoding) must not hold up the others.
    if (due.size() > 1) {
      for (std::size_t i = 0; i < due.size(); ++i) {
        if (auto settled = settle({due[i]}, {asked[i]}, counts); !settled) return settled;
      }
      return {};
    }
    ++counts.lost;
    if (log_) {
      LogRecord record = said_of(due[0].row, LogLevel::error, "The key could not be settled.", key::word(due[0].row.state));
      record.fields.emplace_back("error", error.sentence());
      log_(record);
    }
    return {};
  }
  if (!written->empty()) note_unconfirmed(written->front().unconfirmed, counts);
  std::set<key::Identity> ours_now;
  for (const reconcile::Written& row : *written) ours_now.insert(row.id);
  for (std::size_t i = 0; i < due.size(); ++i) {
    const key::Identity& id = due[i].row.id;
    const bool ours = ours_now.contains(id);
    if (!ours) {
      ++counts.lost;
      if (log_) log_(said_of(due[i].row, LogLevel::info, "The key was settled or taken over by somebody else; nothing was written.", {}));
      continue;
    }
    tally(counts, settlements[i].act);
    if (counters_ != nullptr) {
      if (const auto counter = counter_for(settlements[i].act)) counters_->add(*counter, id.tenant, id.operation);
      if (due[i].lease_ended && due[i].row.locked_until) {
        // By the database's clock: the new lease began at locked_until − own_lease.
        counters_->observe(metrics::Histogram::lease_age_at_settling, *due[i].row.locked_until - config_.own_lease - *due[i].lease_ended,
                           id.tenant, id.operation);
      }
    }
    if (log_) {
      log_(said_of(due[i].row, settlements[i].act == reconcile::Act::needs_human ? LogLevel::warning : LogLevel::info,
                   settlements[i].reason, state_behind(settlements[i].act, due[i].row.state), settlements[i].verdict,
                   settlements[i].error_code));
    }
  }
  return {};
}

Result<SweepCounts> Sweeper::run_once(const std::function<bool()>& go_on) {
  SweepCounts counts;
  auto begun = begins(counts, [this] { return reconcile::count_due(connection_); });
  if (!begun) return fail(begun.error());
  if (!*begun) return counts;

  std::optional<Place> oldest;  // unfinished, seen by this pass
  const auto began = Steady::now();
  const bool full = !full_pass_ || began - *full_pass_ >= config_.full_every;
  Walk walk(connection_, config_.slice, full ? Place{} : Place{oldest_.created_at - late_commit, {}});
  for (Place edge;;) {
    if (go_on && !go_on()) return counts;
    const auto from = Steady::now();
    auto slice = walk.next();
    if (!slice) return fail(slice.error());
    if (!*slice) {
      if (full) full_pass_ = began;
      // Where all is finished, the last slice is where the next claims come.
      if (oldest || edge.created_at > oldest_.created_at) oldest_ = oldest.value_or(edge);
      return counts;
    }
    edge = (*slice)->behind;
    if (!oldest) {
      auto first = first_unfinished(connection_, **slice);
      if (!first) return fail(first.error());
      oldest = *first;
    }
    effort_.did(Work::look, 0, from);
    if (!oldest) {
      effort_.rest(go_on);
      continue;
    }
    auto on = sweep_slice(**slice, counts, go_on);
    if (!on) return fail(on.error());
    if (!*on) return counts;
  }
}

// False: the pass has ended before the slice did.
Result<bool> Sweeper::sweep_slice(const Slice& slice, SweepCounts& counts, const std::function<bool()>& go_on) {
  Place place = slice.behind;
  for (;;) {
    if (go_on && !go_on()) return false;
    const auto now = Steady::now();
    if (is_open_breaker(counts, now)) return false;
    const bool only_fresh = budget_.tokens(now) < 1;
    const int rows = pace_.batch();
    auto due = reconcile::own_due(connection_, profile_, place, {rows, config_.own_lease, only_fresh, slice.until}, actor_);
    if (!due) return fail(due.error());
    effort_.did(due->empty() ? Work::look : Work::own, static_cast<int>(due->size()), now);
    if (!due->empty()) {
      auto on = ask_and_settle(*due, now, counts);
      if (!on) return fail(on.error());
      if (!*on) return false;
      place = {due->back().row.created_at, due->back().row.id};
    }
    effort_.rest(go_on);
    if (static_cast<int>(due->size()) < rows) return true;
  }
}

// False: the gateway's declared rate is used up; another batch would be owned in vain.
Result<bool> Sweeper::ask_and_settle(const std::vector<reconcile::DueRow>& due, Steady::time_point now, SweepCounts& counts) {
  counts.owned += static_cast<int>(due.size());
  note_unconfirmed(due.front().unconfirmed, counts);
  std::vector<browse::KeyRow> rows;
  for (const reconcile::DueRow& row : due) rows.push_back(row.row);
  // The database's clock: each row's new lease tells when it was taken.
  const Timestamp db_now = due.front().row.locked_until ? *due.front().row.locked_until - config_.own_lease : due.front().row.updated_at;
  Answers answers = ask(rows, now, db_now, true, nullptr, counts);
  if (answers.all) {
    if (auto settled = settle(due, answers.asked, counts); !settled) return fail(settled.error());
  } else {
    std::vector<reconcile::DueRow> asked_about;
    for (std::size_t i = 0; i < due.size(); ++i) {
      if (answers.asked[i].evidence.was_asked) asked_about.push_back(due[i]);
    }
    std::erase_if(answers.asked, [](const reconcile::Asked& a) { return !a.evidence.was_asked; });
    if (!asked_about.empty()) {
      if (auto settled = settle(asked_about, answers.asked, counts); !settled) return fail(settled.error());
    }
  }
  // A larger batch is more questions, too, within one ask_timeout.
  pace_.went(static_cast<int>(due.size()), effort_.longest_write(), answers.soon);
  if (progress_) progress_(counts);
  return answers.all;
}

}  // namespace onceover::sweeper
