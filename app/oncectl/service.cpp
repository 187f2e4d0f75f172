#include "app/oncectl/service.h"

#include <optional>

#include "app/oncectl/notify.h"
#include "app/oncectl/signals.h"
#include "core/base/random.h"
#include "core/metrics/flusher.h"
#include "core/sweeper/loop.h"

namespace onceover::oncectl {

Result<void> run_service(Context& context, const std::vector<pg::Connection*>& stores, metrics::Counters& counters, const LogSink& log,
                         bool follow, Duration every, const std::function<Pass()>& make_pass) {
  sweeper::Loop loop;
  pg::Connection& store = *stores.front();
  std::vector<pg::CancelHandle> cancels;
  for (const pg::Connection* one : stores) cancels.push_back(one->cancel_handle());
  const StopSignals signals(
      [&loop, &log] {
        loop.stop();
        notify::stopping();
        log({LogLevel::info, "Asked to stop: what is owned is settled first.", {}});
      },
      [cancels] {
        for (const pg::CancelHandle& one : cancels) one.cancel();
      });
  std::optional<metrics::Flusher> flusher;
  if (follow) flusher.emplace(counters, context.connect_options(), std::chrono::seconds(1), log);
  const Pass pass = make_pass();
  const auto go_on = [&loop] { return !loop.is_stopped(); };

  if (!follow) {
    auto worked = pass(go_on);
    if (!worked) return fail(worked.error());
    const auto deltas = counters.take();
    if (deltas.empty()) return {};
    // Counting is the lesser thing: the keys are settled whether it succeeds or not.
    if (auto flushed = metrics::flush(store, new_uuid(), 1, deltas); !flushed) {
      log({LogLevel::warning, "What was done could not be counted.", {{"error", flushed.error().sentence()}}});
    }
    return {};
  }
  log({LogLevel::info, "Started.", {}});
  notify::ready();
  const auto step = [&]() -> Result<bool> {
    for (pg::Connection* one : stores) {
      if (one->is_open()) continue;
      if (auto opened = one->reopen(); !opened) return fail(opened.error());
    }
    return pass(go_on);
  };
  auto ended = loop.run(store, every, Random::from_system(), step, log);
  const bool told_to = loop.is_stopped() && (ended || ended.error().is_cancelled());
  if (told_to)
    log({LogLevel::info,
         ended ? "Stopped as asked; nothing is left owned."
               : "Stopped at once, as asked twice; what was owned is free when its lease ends.",
         {}});
  if (!ended && !told_to) return fail(ended.error());
  return {};
}

}  // namespace onceover::oncectl
