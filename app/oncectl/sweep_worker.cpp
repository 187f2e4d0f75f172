#include "app/oncectl/sweep_worker.h"

#include <type_traits>

#include "core/audit/verify.h"
#include "core/base/random.h"
#include "core/browse/browser.h"
#include "core/sweeper/row_sweeper.h"
#include "core/sweeper/sweeper.h"

namespace onceover::oncectl {
namespace {

// Counting what is stuck may read more than a pass does.
constexpr Duration backlog_every = std::chrono::seconds(15);
// What is written between two seals could be cut off unseen; a seal reads every link of the trail.
constexpr Duration seal_every = std::chrono::hours(1);

}  // namespace

SweepWorker::SweepWorker(SweepEntry entry, int number, SweepStats& stats, metrics::Counters& counters, LogSink log,
                         gateway::Keychain keychain)
    : entry_(std::move(entry)),
      number_(number),
      stats_(stats),
      counters_(counters),
      log_(named_log(std::move(log), "sweep", entry_.name, entry_.store.name)),
      keychain_(std::move(keychain)),
      loop_(entry_.store.where, "No pass", log_, [this](const Error& error) { stats_.pass_failed(error); }) {
  loop_.start([this](const std::stop_token& stop) { return pass(stop); });
}

SweepWorker::~SweepWorker() = default;

// What is there already stays: after a lost connection the sweeper goes on where it was.
Result<void> SweepWorker::prepare() {
  if (!gateway_) {
    auto opened = gateway::open_gateway(entry_.gateway_file, keychain_);
    if (!opened) return fail(opened.error());
    gateway_ = std::move(*opened);
    counted_.emplace(*gateway_, stats_);
  }
  auto connection = loop_.connection();
  if (!connection) return fail(connection.error());
  connection_ = *connection;
  if (sweeping_) return {};
  const sweeper::SweepConfig config = sweeper::config_of_each(entry_.config, entry_.workers);
  const sweeper::WorkSink sink = [this](sweeper::Work work, int, Duration took) { stats_.did(work, took); };
  const auto make = [&]<class Kind>(std::type_identity<Kind>) {
    sweeping_ = std::make_unique<Kind>(*connection_, *entry_.profile, *counted_, config, audit::this_actor("oncectl sweep"), &counters_,
                                       Random::from_system(), log_, sink);
  };
  profile::is_own(*entry_.profile) ? make(std::type_identity<sweeper::Sweeper>()) : make(std::type_identity<sweeper::RowSweeper>());
  return {};
}

Result<Duration> SweepWorker::pass(const std::stop_token& stop) {
  if (auto prepared = prepare(); !prepared) return fail(prepared.error());
  sweeper::SweepCounts told;
  sweeping_->on_progress([&](const sweeper::SweepCounts& so_far) {
    stats_.progressed(number_, so_far.since(told), sweeping_->condition());
    told = so_far;
  });
  const auto from = Steady::now();
  auto counts = sweeping_->run_once([&] {
    loop_.beat();
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
  return counts->owned > 0 ? Duration{0} : entry_.config.every;
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
  stats_.backlog(counts ? std::optional(*counts) : std::nullopt);
  if (!counts) log_({LogLevel::warning, "What is stuck could not be counted.", {{"error", counts.error().sentence()}}});
}

}  // namespace onceover::oncectl
