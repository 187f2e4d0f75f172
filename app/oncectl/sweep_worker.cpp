#include "app/oncectl/sweep_worker.h"

#include <limits>
#include <type_traits>

#include "core/audit/verify.h"
#include "core/base/random.h"
#include "core/browse/browser.h"
#include "core/retry/backoff.h"
#include "core/sweeper/row_sweeper.h"
#include "core/sweeper/sweeper.h"

namespace onceover::oncectl {
namespace {

// Counting what is stuck may read more than a pass does.
constexpr Duration backlog_every = std::chrono::seconds(15);
// What is written between two seals could be cut off unseen; a seal reads every link of the trail.
constexpr Duration seal_every = std::chrono::hours(1);
constexpr Steady::rep resting = std::numeric_limits<Steady::rep>::max();

}  // namespace

SweepWorker::SweepWorker(SweepEntry entry, int number, SweepStats& stats, metrics::Counters& counters, LogSink log,
                         gateway::Keychain keychain)
    : entry_(std::move(entry)), number_(number), stats_(stats), counters_(counters), keychain_(std::move(keychain)) {
  log_ = [log = std::move(log), name = entry_.name, store = entry_.store.name](const LogRecord& record) {
    LogRecord named = record;
    named.fields.emplace_back("sweep", name);
    named.fields.emplace_back("store", store);
    log(named);
  };
  beat();
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

SweepWorker::~SweepWorker() = default;

void SweepWorker::cancel() {
  const std::scoped_lock lock(mutex_);
  if (cancel_) cancel_->cancel();
}

void SweepWorker::beat() { heard_ = Steady::now().time_since_epoch().count(); }

Duration SweepWorker::silent_for() const {
  const Steady::rep heard = heard_;
  if (heard == resting) return Duration{0};
  return std::chrono::duration_cast<Duration>(Steady::now().time_since_epoch() - Steady::duration(heard));
}

void SweepWorker::rest(Duration span, const std::stop_token& stop) {
  heard_ = resting;
  std::unique_lock lock(rest_mutex_);
  rested_.wait_for(lock, stop, span, [] { return false; });
  beat();
}

void SweepWorker::run(const std::stop_token& stop) {
  Random random = Random::from_system();
  for (unsigned failures = 0; !stop.stop_requested();) {
    beat();
    auto worked = pass(stop);
    if (stop.stop_requested()) return;
    if (worked) {
      failures = 0;
      if (!*worked) rest(entry_.config.every, stop);
      continue;
    }
    const Error& error = worked.error();
    stats_.pass_failed(error);
    const bool passing = error.is_connection_lost() || error.is_retryable() || error.is_timeout() || error.kind == ErrorKind::read_only;
    const Duration wait = retry::next_delay(retry::Strategy::equal_jitter, failures++, std::chrono::milliseconds(passing ? 200 : 2000),
                                            std::chrono::seconds(passing ? 15 : 60), {}, random);
    LogRecord record{
        passing ? LogLevel::warning : LogLevel::error, "No pass: trying again in " + human(wait) + '.', {{"error", error.sentence()}}};
    if (!error.sqlstate.empty()) record.fields.emplace_back("sqlstate", error.sqlstate);
    record.fields.emplace_back("error_code", std::string(word(error.kind)));
    log_(record);
    rest(wait, stop);
  }
}

// What is there already stays: after a lost connection the sweeper goes on where it was.
Result<void> SweepWorker::prepare() {
  if (!gateway_) {
    auto opened = gateway::open_gateway(entry_.gateway_file, keychain_);
    if (!opened) return fail(opened.error());
    gateway_ = std::move(*opened);
    counted_.emplace(*gateway_, stats_);
  }
  if (!connection_) {
    auto opened = pg::Connection::open(entry_.store.where);
    if (!opened) return fail(opened.error());
    connection_ = std::move(*opened);
    const std::scoped_lock lock(mutex_);
    cancel_ = connection_->cancel_handle();
  } else if (!connection_->is_open()) {
    if (auto opened = connection_->reopen(); !opened) return fail(opened.error());
  }
  if (sweeping_) return {};
  const sweeper::SweepConfig config = sweeper::config_of_each(entry_.config, entry_.workers);
  const sweeper::WorkSink sink = [this](sweeper::Work work, int, Duration took) { stats_.did(work, took); };
  const auto make = [&]<class Kind>(std::type_identity<Kind>) {
    sweeping_ = std::make_unique<Kind>(*connection_, *entry_.profile, *counted_, config, audit::this_actor("oncectl"), &counters_,
                                       Random::from_system(), log_, sink);
  };
  profile::is_own(*entry_.profile) ? make(std::type_identity<sweeper::Sweeper>()) : make(std::type_identity<sweeper::RowSweeper>());
  return {};
}

Result<bool> SweepWorker::pass(const std::stop_token& stop) {
  if (auto prepared = prepare(); !prepared) return fail(prepared.error());
  sweeper::SweepCounts told;
  sweeping_->on_progress([&](const sweeper::SweepCounts& so_far) {
    stats_.progressed(number_, so_far.since(told), sweeping_->condition());
    told = so_far;
  });
  const auto from = Steady::now();
  auto counts = sweeping_->run_once([&] {
    beat();
    return !stop.stop_requested();
  });
  sweeping_->on_progress({});
  if (!counts) return fail(counts.error());
  stats_.progressed(number_, counts->since(told), sweeping_->condition());
  stats_.pass_ended(*counts, std::chrono::duration_cast<Duration>(Steady::now() - from));
  if (counts->stopped != was_stopped_ && number_ == 0) {
    log_({LogLevel::warning, counts->stopped ? "The store's stop switch is on: waiting." : "The store's stop switch is off again.", {}});
  }
  was_stopped_ = counts->stopped;
  if (number_ == 0) {
    look_at_backlog();
    if (!counts->stopped) seal_trail();
  }
  return counts->owned > 0;
}

// A trail that cannot be sealed keeps no key from being settled.
void SweepWorker::seal_trail() {
  const auto now = Steady::now();
  if (sealed_at_ != Steady::time_point{} && now - sealed_at_ < seal_every) return;
  sealed_at_ = now;
  auto sealed = audit::seal(*connection_);
  if (!sealed) {
    log_({LogLevel::warning, "The audit trail was not sealed: see oncectl audit seal.", {{"error", sealed.error().sentence()}}});
  } else if (*sealed) {
    log_({LogLevel::info, "The audit trail is sealed.", {{"seal", std::to_string(**sealed)}}});
  }
}

void SweepWorker::look_at_backlog() {
  const auto now = Steady::now();
  if (backlog_at_ != Steady::time_point{} && now - backlog_at_ < backlog_every) return;
  backlog_at_ = now;
  browse::Browser browser(*connection_, *entry_.profile);
  auto counts = browser.state_counts();
  if (!counts) {
    log_({LogLevel::warning, "What is stuck could not be counted.", {{"error", counts.error().sentence()}}});
    return;
  }
  stats_.backlog(counts->stuck, counts->needs_human, counts->oldest_stuck, counts->as_of);
}

}  // namespace onceover::oncectl
