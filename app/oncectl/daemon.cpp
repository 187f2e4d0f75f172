// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/daemon.h"

#include <condition_variable>
#include <csignal>
#include <cstdlib>

#include "app/oncectl/http_listener.h"
#include "app/oncectl/jobs.h"
#include "app/oncectl/signals.h"
#include "core/base/version.h"
#include "core/metrics/flusher.h"

namespace onceover::oncectl {
namespace {

// A call to a store or a gateway is bounded by less: who is silent for longer hangs, and systemd may start
// the service again.
constexpr Duration longest_silence = std::chrono::minutes(2);

template <class Facts>
using FactsByName = std::map<std::string, std::shared_ptr<Shared<Facts>>>;
template <class Facts>
using FactsList = std::vector<std::shared_ptr<Shared<Facts>>>;

// What was counted before a reload goes on. By name and store; of a sweep also by gateway.
using Known = OfKinds<FactsByName>;
// What is shown outlives its crew, until there is another.
using Shown = OfKinds<FactsList>;

JobFacts facts_of(const JobEntry& job, const std::string& relation) {
  return {.name = job.name, .store = job.store.name, .relation = relation};
}

std::string relation_of(const JobEntry& job) { return tables::table_name(*job.profile); }

std::string name_in(const JobEntry& job) { return job.name + '\n' + job.store.name; }

// Says of each record whose it is; the one job of a command line needs no name.
LogSink named_log(const LogSink& log, const char* kind, const JobEntry& job) {
  if (job.name.empty()) return log;
  return [log, kind, name = job.name, store = job.store.name](const LogRecord& record) {
    LogRecord named = record;
    named.fields.emplace_back(kind, name);
    named.fields.emplace_back("store", store);
    log(named);
  };
}

// Everything that runs under one configuration.
class Crew {
 public:
  // ended: called on a worker's thread when it has ended.
  Crew(const ServiceConfig& config, Known& known, const LogSink& log, const gateway::Keychain& keychain,
       const std::function<void()>& ended)
      : until_(config.until), ended_(ended) {
    for (const StoreEntry& store : config.stores) {
      const auto is_there = [&](const JobEntry& job) { return job.store.name == store.name; };
      if (!std::ranges::any_of(config.sweeps, is_there) && !std::ranges::any_of(config.reaps, is_there))
        continue;
      if (!store.warning.empty()) log({LogLevel::warning, store.warning, {{"store", store.name}}});
      Counting& counting = counting_[store.name];
      counting.counters = std::make_unique<metrics::Counters>();
      counting.flusher =
          std::make_unique<metrics::Flusher>(*counting.counters, store.where, std::chrono::seconds(1), log);
    }
    for (const SweepEntry& sweep : config.sweeps) {
      auto& facts = facts_for(known.sweeps, shown_.sweeps, name_in(sweep) + '\n' + sweep.gateway,
                              SweepFacts{facts_of(sweep, relation_of(sweep)), sweep.gateway});
      const LogSink named = named_log(log, "sweep", sweep);
      auto& counters = *counting_.at(sweep.store.name).counters;
      for (int i = 0; i < sweep.workers; ++i)
        add(sweep, "No pass", named, sweep_job(sweep, i, until_, facts, counters, named, keychain));
    }
    for (const ReapEntry& reap : config.reaps) {
      auto& facts =
          facts_for(known.reaps, shown_.reaps, name_in(reap), ReapFacts{facts_of(reap, relation_of(reap))});
      const LogSink named = named_log(log, "reap", reap);
      add(reap, "No reaping", named,
          reap_job(reap, until_, facts, *counting_.at(reap.store.name).counters, named));
    }
    for (const RelayEntry& relay : config.relays) {
      auto& facts = facts_for(known.relays, shown_.relays, name_in(relay),
                              RelayFacts{facts_of(relay, "onceover.outbox")});
      const LogSink named = named_log(log, "relay", relay);
      add(relay, "No publishing", named, relay_job(relay, until_, facts, named));
    }
    for (const ReceiveEntry& receive : config.receives) {
      auto& facts = facts_for(known.receives, shown_.receives, name_in(receive),
                              ReceiveFacts{{facts_of(receive, "onceover.inbox")}});
      const LogSink named = named_log(log, "receive", receive);
      add(receive, "No receiving", named, receive_job(receive, facts, named));
    }
    for (const ConsumeEntry& consume : config.consumes) {
      auto& facts = facts_for(known.consumes, shown_.consumes, name_in(consume),
                              ConsumeFacts{{facts_of(consume, "onceover.inbox")}});
      const LogSink named = named_log(log, "consume", consume);
      add(consume, "No receiving", named, consume_job(consume, until_, facts, named));
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // What is owned is settled first. Returns when all have ended: with the first error that ended one.
  Result<void> stop_all() {
    for (const auto& loop : loops_) loop->stop();
    for (const auto& loop : loops_) loop->join();
    const auto failed =
        std::ranges::find_if(loops_, [](const auto& loop) { return loop->error().has_value(); });
    return failed == loops_.end() ? Result<void>() : fail(*(*failed)->error());
  }
  void cancel() {
    for (const auto& loop : loops_) loop->cancel();
  }
  bool is_alive() const {
    return std::ranges::all_of(loops_, [](const auto& loop) { return loop->silent_for() < longest_silence; });
  }
  // All jobs that are done once; otherwise one that cannot go on.
  bool has_ended() const {
    const auto ended = [](const auto& loop) { return loop->has_ended(); };
    return until_ == Until::done ? std::ranges::all_of(loops_, ended) : std::ranges::any_of(loops_, ended);
  }
  const Shown& shown() const { return shown_; }

 private:
  template <class Facts>
  static Shared<Facts>& facts_for(FactsByName<Facts>& known, FactsList<Facts>& shown, const std::string& name,
                                  Facts initial) {
    auto& facts = known[name];
    if (!facts) facts = std::make_shared<Shared<Facts>>(std::move(initial));
    shown.push_back(facts);
    return *facts;
  }
  void add(const JobEntry& entry, const char* no_work, const LogSink& log, std::unique_ptr<Job> job) {
    loops_.push_back(std::make_unique<WorkLoop>(entry.store, until_, no_work, log, std::move(job), ended_));
  }

  struct Counting {
    std::unique_ptr<metrics::Counters> counters;
    std::unique_ptr<metrics::Flusher> flusher;
  };
  Until until_;
  std::function<void()> ended_;
  std::map<std::string, Counting> counting_;
  Shown shown_;
  std::vector<std::unique_ptr<WorkLoop>> loops_;
};

class Daemon {
 public:
  Daemon(std::function<Result<ServiceConfig>()> reread, bool json, gateway::Keychain keychain)
      : reread_(std::move(reread)), json_(json), keychain_(std::move(keychain)), log_(make_log(json)) {}

  Result<ServiceFacts> run(ServiceConfig config) {
    const bool follows = config.until != Until::done;
    std::function<void()> on_reload;
    if (reread_) on_reload = [this] { happened(reload_); };
    // The reader of the log may go away: what is stuck is settled all the same. A relay's lines end with
    // their reader, as in any pipeline.
    const bool writes_lines = std::ranges::any_of(
        config.relays, [](const RelayEntry& one) { return !one.to.kafka && !one.to.webhook; });
    if (follows && !writes_lines) std::signal(SIGPIPE, SIG_IGN);
    // Before any thread, which inherits the mask.
    const StopSignals signals([this] { happened(stop_); }, [this] { insist(); }, on_reload);
    if (auto taken = take(std::move(config)); !taken) return fail(taken.error());
    if (follows) {
      log_({LogLevel::info, "Started.", with_jobs({{"version", ONCEOVER_VERSION}})});
      notify::ready();
    }
    const auto watchdog = notify::watchdog();
    const Duration every =
        std::min<Duration>(watchdog ? *watchdog / 3 : std::chrono::seconds(5), std::chrono::seconds(5));
    bool is_asked = false;
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, every, [this] { return stop_ || reload_ || crew_->has_ended(); });
        is_asked = stop_;
        if (is_asked || crew_->has_ended()) break;
      }
      if (take_flag(reload_)) reload();
      if (crew_->is_alive()) notify::alive();
      notify::status(status_line(facts()));
    }
    if (is_asked) {
      log_({LogLevel::info, "Asked to stop: what is owned is settled first.", {}});
      notify::stopping();
    }
    auto ended = disband();
    server_.reset();
    if (!ended) return fail(ended.error());
    if (follows)
      log_({LogLevel::info,
            insisted_ ? "Stopped at once, as asked twice; what was owned is free when its lease ends."
                      : "Stopped as asked; nothing is left owned.",
            {}});
    return facts();
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
  using LogFields = std::vector<std::pair<std::string, std::string>>;
  // With the number of its jobs of each kind.
  LogFields with_jobs(LogFields fields = {}) const {
    for (const auto& [kind, count] : {std::pair("sweeps", config_.sweeps.size()),
                                      {"reaps", config_.reaps.size()},
                                      {"relays", config_.relays.size()},
                                      {"receives", config_.receives.size()},
                                      {"consumes", config_.consumes.size()}})
      fields.emplace_back(kind, std::to_string(count));
    return fields;
  }

  ServiceFacts facts() {
    ServiceFacts facts;
    Shown shown;
    {
      const std::scoped_lock lock(mutex_);
      facts.was_reload_taken = was_reload_taken_;
      facts.configured_at = configured_at_;
      shown = shown_;
    }
    for_kinds(
        [](auto& to, const auto& from) {
          for (const auto& one : from) {
            to.push_back(one->read());
            to.back().forget_old();
          }
        },
        facts, shown);
    return facts;
  }

  http::Answer page(const std::string& path) {
    const auto answer = [](int status, const char* type, std::string body) {
      return http::Answer{status, {{"Cache-Control", "no-store"}, {"Content-Type", type}}, std::move(body)};
    };
    if (path == "/metrics")
      return answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics_text(facts()));
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

  // The old crew ends before the new one begins: a sweep never runs under two configurations. What may be
  // refused is done first.
  Result<void> take(ServiceConfig config) {
    const bool listens_anew =
        config.listen_host != config_.listen_host || config.listen_port != config_.listen_port;
    std::unique_ptr<StatusListener> server;
    if (listens_anew && !config.listen_host.empty()) {
      auto started = StatusListener::start(config.listen_host, config.listen_port,
                                           [this](const std::string& path) { return page(path); });
      if (!started) return fail(started.error());
      server = std::move(*started);
    }
    (void)disband();
    if (listens_anew) server_ = std::move(server);
    log_ = make_log(config.json_log.value_or(false) || json_);
    auto crew = std::make_shared<Crew>(config, known_, log_, keychain_, [this] { happened(looked_); });
    config_ = std::move(config);
    {
      const std::scoped_lock lock(mutex_);
      crew_ = crew;
      shown_ = crew->shown();
      healthy_within_ = config_.healthy_within;
      was_reload_taken_ = true;
      configured_at_ = machine_time();
    }
    if (listens_anew && server_) {
      const std::string address = fmt::format("{}:{}", config_.listen_host, server_->port());
      if (!is_loopback(config_.listen_host))
        log_({LogLevel::warning,
              "Others than this machine may look at the metrics, which name stores and gateways.",
              {{"address", address}}});
      log_({LogLevel::info, "Listening.", {{"address", address}}});
    }
    return {};
  }

  Result<void> disband() {
    if (!crew_) return {};
    // Held here until its workers have ended, so that a second signal still finds it.
    auto ended = crew_->stop_all();
    const std::scoped_lock lock(mutex_);
    crew_.reset();
    return ended;
  }

  void reload() {
    notify::reloading();
    auto taken = reread_().and_then([this](ServiceConfig config) { return take(std::move(config)); });
    if (taken) {
      log_({LogLevel::info, "The new configuration is in force.", with_jobs()});
    } else {
      log_({LogLevel::error,
            "The new configuration is refused: the old one stays in force.",
            {{"error", taken.error().sentence()}}});
      const std::scoped_lock lock(mutex_);
      was_reload_taken_ = false;
    }
    notify::ready();
  }

  std::function<Result<ServiceConfig>()> reread_;
  bool json_;
  gateway::Keychain keychain_;
  LogSink log_;
  ServiceConfig config_;
  Known known_;

  std::mutex mutex_;  // of what follows, but for the server
  std::condition_variable changed_;
  bool stop_ = false, reload_ = false, looked_ = false, insisted_ = false, was_reload_taken_ = true;
  std::optional<Timestamp> configured_at_;
  std::shared_ptr<Crew> crew_;
  Shown shown_;
  Duration healthy_within_{0};
  std::unique_ptr<StatusListener> server_;  // last: its thread looks at all of the above
};

// Of a job: a member in JSON, and a cell of a table.
struct Value {
  std::string name, head;  // head: ">BATCH" of a number
  Json json;
  std::string text;
  Value(const char* its_name, const char* its_head, const std::string& value)
      : Value(its_name, its_head, json_text(value), visible(value)) {}
  Value(const char* its_name, const char* its_head, Json its_json, std::string its_text)
      : name(its_name), head(its_head), json(std::move(its_json)), text(std::move(its_text)) {}
};

// The jobs of one kind.
struct JobList {
  void add(const std::vector<Value>& values) {
    Json& one = json.emplace_back(Json::object());
    Cells heads, cells;
    for (const Value& value : values) {
      one[value.name] = value.json;
      heads.push_back(value.head);
      cells.push_back(value.text);
    }
    if (!table) table.emplace(std::move(heads));
    table->add(std::move(cells));
  }
  std::string text(const char* below = "") const { return table ? table->text() + below + '\n' : ""; }

  Json json = Json::array();
  std::optional<Table> table;
};

}  // namespace

ServiceConfig service_of(Context& context, bool follow, Need need) {
  StoreEntry store{.where = context.connect_options()};
  if (auto identity = pg::server_identity(context.store(need))) store.only = *identity;
  context.disconnect();
  return {.until = follow ? Until::hopeless : Until::done, .stores = {std::move(store)}};
}

ServiceFacts run_service(Context& context, ServiceConfig config,
                         std::function<Result<ServiceConfig>()> reread) {
  return Daemon(std::move(reread), context.out().is_json(), context.keychain())
      .run(std::move(config))
      .value();
}

Outcome run_daemon(Context& context, const std::string& config_file) {
  const auto read = [&] { return read_service_config(config_file, context.keychain()); };
  run_service(context, read().value(), read);
  return Exit::done;
}

Outcome check_daemon_config(Context& context, const std::string& config_file) {
  const ServiceConfig config = read_service_config(config_file, context.keychain()).value();
  JobList sweeps, reaps, relays, receives, consumes;
  for (const SweepEntry& one : config.sweeps)
    sweeps.add({{"sweep", "SWEEP", one.name},
                {"store", "STORE", one.store.name},
                {"table", "TABLE", relation_of(one)},
                {"gateway", "GATEWAY", one.gateway},
                {"workers", ">WORKERS", one.workers, std::to_string(one.workers)}});
  for (const ReapEntry& one : config.reaps)
    reaps.add({{"reap", "REAP", one.name},
               {"store", "STORE", one.store.name},
               {"table", "TABLE", relation_of(one)},
               {"every_s", ">EVERY", std::chrono::duration<double>(one.config.every).count(),
                human(one.config.every)},
               {"batch", ">BATCH", one.config.batch, std::to_string(one.config.batch)}});
  const auto topics = [](const std::vector<std::string>& all) {
    return Value("topics", "TOPICS", json_texts(all), visible(fmt::format("{}", fmt::join(all, " "))));
  };
  for (const RelayEntry& one : config.relays)
    relays.add({{"relay", "RELAY", one.name},
                {"store", "STORE", one.store.name},
                topics(one.config.topics),
                {"to", "TO", outbox::words(one.to)}});
  for (const ReceiveEntry& one : config.receives)
    receives.add({{"receive", "RECEIVE", one.name},
                  {"store", "STORE", one.store.name},
                  {"consumer", "CONSUMER", one.consumer},
                  {"source", "SOURCE", one.source},
                  {"at", "AT", fmt::format("{}:{}{}", one.listen_host, one.listen_port, one.path)}});
  for (const ConsumeEntry& one : config.consumes)
    consumes.add({{"consume", "CONSUME", one.name},
                  {"store", "STORE", one.store.name},
                  {"consumer", "CONSUMER", one.consumer},
                  topics(one.from.topics),
                  {"identity", "IDENTITY", inbox::text(one.from.identity)},
                  {"from", "FROM", "kafka " + one.from.brokers}});
  context.out().say({{"sound", true},
                     {"stores", config.stores.size()},
                     {"sweeps", std::move(sweeps.json)},
                     {"reaps", std::move(reaps.json)},
                     {"relays", std::move(relays.json)},
                     {"receives", std::move(receives.json)},
                     {"consumes", std::move(consumes.json)}},
                    sweeps.text() +
                        reaps.text("Deletes finished keys past their window, never unfinished ones.\n") +
                        relays.text() + receives.text() + consumes.text() +
                        "The configuration is sound. No store, gateway or broker was asked.\n");
  return Exit::done;
}

}  // namespace onceover::oncectl
