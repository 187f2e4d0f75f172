#include "app/oncectl/daemon.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "app/oncectl/dsn.h"
#include "app/oncectl/exposition.h"
#include "app/oncectl/log.h"
#include "app/oncectl/notify.h"
#include "app/oncectl/reap_worker.h"
#include "app/oncectl/service_config.h"
#include "app/oncectl/signals.h"
#include "app/oncectl/sweep_worker.h"
#include "app/try/local_http.h"
#include "core/base/text.h"
#include "core/metrics/flusher.h"
#include "core/profile/sql.h"

namespace onceover::oncectl {
namespace {

// A call to a store or a gateway is bounded by less: who is silent for longer hangs, and systemd may start the service again.
constexpr Duration longest_silence = std::chrono::minutes(2);

// What was counted before a reload goes on.
struct Known {
  std::map<std::string, std::shared_ptr<SweepStats>> sweeps;  // by name, store and gateway
  std::map<std::string, std::shared_ptr<ReapStats>> reaps;    // by name and store
};

// Everything that runs under one configuration.
class Crew {
 public:
  Crew(const ServiceConfig& config, Known& known, const LogSink& log, const gateway::Keychain& keychain) {
    for (const StoreEntry& store : config.stores) {
      const auto is_there = [&](const auto& one) { return one.store.name == store.name; };
      if (!std::ranges::any_of(config.sweeps, is_there) && !std::ranges::any_of(config.reaps, is_there)) continue;
      if (!store.warning.empty()) log({LogLevel::warning, store.warning, {{"store", store.name}}});
      Counting& counting = counting_[store.name];
      counting.counters = std::make_unique<metrics::Counters>();
      counting.flusher = std::make_unique<metrics::Flusher>(*counting.counters, store.where, std::chrono::seconds(1), log);
    }
    for (const SweepEntry& sweep : config.sweeps) {
      auto& stats = known.sweeps[sweep.name + '\n' + sweep.store.name + '\n' + sweep.gateway];
      if (!stats) stats = std::make_shared<SweepStats>(sweep.name, sweep.store.name, sweep.gateway, profile::table_name(*sweep.profile));
      stats_.push_back(stats);
      for (int i = 0; i < sweep.workers; ++i) {
        workers_.push_back(std::make_unique<SweepWorker>(sweep, i, *stats, *counting_.at(sweep.store.name).counters, log, keychain));
      }
    }
    for (const ReapEntry& reap : config.reaps) {
      auto& stats = known.reaps[reap.name + '\n' + reap.store.name];
      if (!stats) stats = std::make_shared<ReapStats>(reap.name, reap.store.name, profile::table_name(*reap.profile));
      reap_stats_.push_back(stats);
      reapers_.push_back(std::make_unique<ReapWorker>(reap, *stats, *counting_.at(reap.store.name).counters, log));
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // What is owned is settled first. Returns when all have ended.
  void stop_all() {
    each_loop([](WorkLoop& loop) { loop.stop(); });
    each_loop([](WorkLoop& loop) { loop.join(); });
  }
  void cancel() {
    each_loop([](WorkLoop& loop) { loop.cancel(); });
  }
  bool is_alive() const {
    bool alive = true;
    each_loop([&](const WorkLoop& loop) { alive = alive && loop.silent_for() < longest_silence; });
    return alive;
  }
  const std::vector<std::shared_ptr<SweepStats>>& stats() const { return stats_; }
  const std::vector<std::shared_ptr<ReapStats>>& reap_stats() const { return reap_stats_; }

 private:
  void each_loop(const std::function<void(WorkLoop&)>& what) const {
    for (const auto& worker : workers_) what(worker->loop());
    for (const auto& reaper : reapers_) what(reaper->loop());
  }
  struct Counting {
    std::unique_ptr<metrics::Counters> counters;
    std::unique_ptr<metrics::Flusher> flusher;
  };
  std::map<std::string, Counting> counting_;
  std::vector<std::shared_ptr<SweepStats>> stats_;
  std::vector<std::shared_ptr<ReapStats>> reap_stats_;
  std::vector<std::unique_ptr<SweepWorker>> workers_;
  std::vector<std::unique_ptr<ReapWorker>> reapers_;
};

class Daemon {
 public:
  Daemon(std::string file, bool json, gateway::Keychain keychain)
      : file_(std::move(file)), json_(json), keychain_(std::move(keychain)), log_(make_log(json)) {}

  Outcome run() {
    // Where nobody says otherwise, a store proves who it is; a service file, which we do not read, stands above this.
    ::setenv("PGSSLMODE", "verify-full", 0);
    // Before any thread, which inherits the mask.
    const StopSignals signals([this] { happened(stop_); }, [this] { insist(); }, [this] { happened(reload_); });
    auto config = read_service_config(file_, keychain_);
    if (!config) return fail(config.error());
    if (auto taken = take(std::move(*config)); !taken) return fail(taken.error());
    log_({LogLevel::info,
          "Started.",
          {{"version", ONCEOVER_VERSION},
           {"sweeps", std::to_string(config_.sweeps.size())},
           {"reaps", std::to_string(config_.reaps.size())}}});
    notify::ready();
    const auto watchdog = notify::watchdog();
    const Duration every = std::min<Duration>(watchdog ? *watchdog / 3 : std::chrono::seconds(5), std::chrono::seconds(5));
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, every, [this] { return stop_ || reload_; });
        if (stop_) break;
      }
      if (take_flag(reload_)) reload();
      if (crew_->is_alive()) notify::alive();
      notify::status(status_line(facts()));
    }
    log_({LogLevel::info, "Asked to stop: what is owned is settled first.", {}});
    notify::stopping();
    disband();
    server_.reset();
    log_({LogLevel::info,
          insisted_ ? "Stopped at once, as asked twice; what was owned is free when its lease ends."
                    : "Stopped as asked; nothing is left owned.",
          {}});
    return Exit::done;
  }

 private:
  void happened(bool& flag) {
    const std::scoped_lock lock(mutex_);
    flag = true;
    changed_.notify_all();
  }
  bool take_flag(bool& flag) {
    const std::scoped_lock lock(mutex_);
    return std::exchange(flag, false);
  }
  void insist() {
    const std::scoped_lock lock(mutex_);
    insisted_ = true;
    if (const auto crew = crew_) crew->cancel();
  }

  ServiceFacts facts() {
    ServiceFacts facts;
    std::vector<std::shared_ptr<SweepStats>> stats;
    std::vector<std::shared_ptr<ReapStats>> reap_stats;
    {
      const std::scoped_lock lock(mutex_);
      facts.was_reload_taken = was_reload_taken_;
      facts.configured_at = configured_at_;
      stats = shown_;
      reap_stats = shown_reaps_;
    }
    for (const auto& one : reap_stats) facts.reaps.push_back(one->facts());
    for (const auto& one : stats) facts.sweeps.push_back(one->facts());
    return facts;
  }

  http::Answer page(const std::string& path) {
    const auto answer = [](int status, const char* type, std::string body) {
      return http::Answer{status, {{"Cache-Control", "no-store"}, {"Content-Type", type}}, std::move(body)};
    };
    if (path == "/metrics") return answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics_text(facts()));
    if (path == "/healthz") {
      Duration within{0};
      {
        const std::scoped_lock lock(mutex_);
        within = healthy_within_;
      }
      Health health = health_of(facts(), Steady::now(), within);
      return answer(health.is_well ? 200 : 503, "application/json", std::move(health.json));
    }
    return answer(404, "text/plain", "This server has /metrics and /healthz.\n");
  }

  // The old crew ends before the new one begins: a sweep never runs under two configurations. What may be refused is done first.
  Result<void> take(ServiceConfig config) {
    const bool listens_anew = config.listen_host != config_.listen_host || config.listen_port != config_.listen_port;
    std::unique_ptr<try_it::HttpServer> server;
    if (listens_anew && !config.listen_host.empty()) {
      // Nobody who looks can hold up the sweeper: two threads, one request a connection. Two services must not share a port without a word.
      auto started = try_it::HttpServer::start([this](const try_it::HttpRequest& request) { return page(request.path); },
                                               {.host = config.listen_host, .port = config.listen_port, .threads = 2});
      if (!started) return fail(started.error());
      server = std::move(*started);
    }
    disband();
    if (listens_anew) server_ = std::move(server);
    log_ = make_log(config.json_log.value_or(false) || json_);
    auto crew = std::make_shared<Crew>(config, known_, log_, keychain_);
    config_ = std::move(config);
    {
      const std::scoped_lock lock(mutex_);
      crew_ = crew;
      shown_ = crew->stats();
      shown_reaps_ = crew->reap_stats();
      healthy_within_ = config_.healthy_within;
      was_reload_taken_ = true;
      configured_at_ = Timestamp{std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()};
    }
    if (listens_anew && server_) {
      const std::string address = fmt::format("{}:{}", config_.listen_host, server_->port());
      if (!is_local_host(config_.listen_host))
        log_({LogLevel::warning,
              "Others than this machine may look at the metrics, which name stores and gateways.",
              {{"address", address}}});
      log_({LogLevel::info, "Listening.", {{"address", address}}});
    }
    return {};
  }

  void disband() {
    // Held here until its workers have ended, so that a second signal still finds it.
    if (crew_) crew_->stop_all();
    const std::scoped_lock lock(mutex_);
    crew_.reset();
  }

  void reload() {
    notify::reloading();
    auto config = read_service_config(file_, keychain_);
    auto taken = config ? take(std::move(*config)) : Result<void>(fail(config.error()));
    if (taken) {
      log_({LogLevel::info,
            "The new configuration is in force.",
            {{"sweeps", std::to_string(config_.sweeps.size())}, {"reaps", std::to_string(config_.reaps.size())}}});
    } else {
      log_({LogLevel::error, "The new configuration is refused: the old one stays in force.", {{"error", taken.error().sentence()}}});
      const std::scoped_lock lock(mutex_);
      was_reload_taken_ = false;
    }
    notify::ready();
  }

  std::string file_;
  bool json_;
  gateway::Keychain keychain_;
  LogSink log_;
  ServiceConfig config_;
  Known known_;

  std::mutex mutex_;  // of what follows, but for the server
  std::condition_variable changed_;
  bool stop_ = false, reload_ = false, insisted_ = false, was_reload_taken_ = true;
  std::optional<Timestamp> configured_at_;
  std::shared_ptr<Crew> crew_;
  std::vector<std::shared_ptr<SweepStats>> shown_;
  std::vector<std::shared_ptr<ReapStats>> shown_reaps_;
  Duration healthy_within_{0};
  std::unique_ptr<try_it::HttpServer> server_;  // last: its threads look at all of the above
};

}  // namespace

Outcome run_daemon(Context& context, const std::string& config_file) {
  return Daemon(config_file, context.out().is_json(), context.keychain()).run();
}

Outcome check_daemon_config(Context& context, const std::string& config_file) {
  auto config = read_service_config(config_file, context.keychain());
  if (!config) return fail(config.error());
  const Output& out = context.out();
  if (out.is_json()) {
    const auto sweep = [](const SweepEntry& one) -> Json {
      return {{"sweep", json_text(one.name)},
              {"store", json_text(one.store.name)},
              {"gateway", json_text(one.gateway)},
              {"table", json_text(profile::table_name(*one.profile))},
              {"workers", one.workers}};
    };
    const auto reap = [](const ReapEntry& one) -> Json {
      return {{"reap", json_text(one.name)},
              {"store", json_text(one.store.name)},
              {"table", json_text(profile::table_name(*one.profile))},
              {"every_s", std::chrono::duration<double>(one.config.every).count()},
              {"batch", one.config.batch}};
    };
    out.json({{"sound", true},
              {"stores", config->stores.size()},
              {"sweeps", json_list(config->sweeps, sweep)},
              {"reaps", json_list(config->reaps, reap)}});
    return Exit::done;
  }
  const auto sweep = [](const SweepEntry& one) -> Cells {
    return {visible(one.name), visible(one.store.name), visible(profile::table_name(*one.profile)), visible(one.gateway),
            std::to_string(one.workers)};
  };
  const auto reap = [](const ReapEntry& one) -> Cells {
    return {visible(one.name), visible(one.store.name), visible(profile::table_name(*one.profile)), human(one.config.every),
            std::to_string(one.config.batch)};
  };
  std::string text;
  if (!config->sweeps.empty()) text += Table({"SWEEP", "STORE", "TABLE", "GATEWAY", ">WORKERS"}, config->sweeps, sweep).text() + '\n';
  if (!config->reaps.empty()) {
    text += Table({"REAP", "STORE", "TABLE", ">EVERY", ">BATCH"}, config->reaps, reap).text() +
            "Deletes finished keys past their window, never unfinished ones.\n\n";
  }
  out.text(text + "The configuration is sound. No store and no gateway was asked.\n");
  return Exit::done;
}

}  // namespace onceover::oncectl
