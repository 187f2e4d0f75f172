#include "app/oncectl/reap_worker.h"

namespace onceover::oncectl {

ReapWorker::ReapWorker(ReapEntry entry, ReapStats& stats, metrics::Counters& counters, const LogSink& log)
    : entry_(std::move(entry)),
      stats_(stats),
      counters_(counters),
      log_(named_log(log, "reap", entry_.name, entry_.store.name)),
      loop_(entry_.store.where, "No reaping", log_, [this](const Error& error) { stats_.run_failed(error); }) {
  stats_.takes_every(entry_.config.every);
  loop_.start([this](const std::stop_token& stop) { return run(stop); });
}

ReapWorker::~ReapWorker() = default;

Result<Duration> ReapWorker::run(const std::stop_token& stop) {
  auto connection = loop_.connection();
  if (!connection) return fail(connection.error());
  if (!reaper_) {
    const sweeper::WorkSink sink = [this](sweeper::Work work, int rows, Duration took) {
      if (work == sweeper::Work::reap) stats_.batch(rows, took);
    };
    if (profile::is_own(*entry_.profile)) {
      reaper_.emplace(**connection, entry_.config, &counters_, sink);
    } else {
      reaper_.emplace(**connection, *entry_.profile, entry_.config, sink);
    }
  }
  const auto from = Steady::now();
  auto counts = reaper_->run_once([&] {
    loop_.beat();
    return !stop.stop_requested();
  });
  if (!counts) return fail(counts.error());
  const auto took = std::chrono::duration_cast<Duration>(Steady::now() - from);
  stats_.run_ended(*counts, took);
  if (counts->reaped > 0)
    log_({LogLevel::info, "Reaped finished keys past their window.", {{"keys", std::to_string(counts->reaped)}, {"took", human(took)}}});
  if (counts->stopped != was_stopped_)
    log_({LogLevel::warning, counts->stopped ? "The store's stop switch is on: waiting." : "The store's stop switch is off again.", {}});
  was_stopped_ = counts->stopped;
  // More is due: after a rest all the same, so that others get at the store. Otherwise a fifth more or less, so that several services that
  // were started together do not come together for ever.
  if (counts->cut_short) return std::min<Duration>(entry_.config.every, std::chrono::seconds(1));
  return Duration(static_cast<Duration::rep>(static_cast<double>(entry_.config.every.count()) * random_.between(0.8, 1.2)));
}

}  // namespace onceover::oncectl
