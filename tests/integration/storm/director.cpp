// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/director.h"

#include <stdlib.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/try/gateway_server.h"
#include "app/try/private_server.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "tests/integration/storm/executor.h"
#include "tests/integration/storm/ledger.h"
#include "tests/integration/storm/verify.h"
#include "tests/support/eventually.h"
#include "tests/support/key_changes.h"
#include "tests/support/patience.h"
#include "tests/support/process.h"
#include "tests/support/schema_template.h"

namespace onceover::test::storm {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
namespace fs = std::filesystem;

constexpr int daemons = 2;
constexpr Duration silent_for = milliseconds(700), late_by = milliseconds(1'500);
constexpr int planted_at_a_time = 200;

// A stop that outlasts every lease.
constexpr milliseconds stopped_for = std::chrono::duration_cast<milliseconds>(lease * 3 / 2);

using try_it::Fault;
const try_it::FaultRates foul{{Fault::slow, 0.06},
                              {Fault::timeout_after_effect, 0.05},
                              {Fault::error_after_effect, 0.06},
                              {Fault::error_before_effect, 0.05},
                              {Fault::arrives_late, 0.04},
                              {Fault::rate_limited, 0.05},
                              {Fault::wrong_key_echoed, 0.02},
                              {Fault::declined, 0.05},
                              {Fault::stays_pending, 0.005}};
const try_it::FaultRates fair{
    {Fault::slow, 0.01}, {Fault::error_after_effect, 0.01}, {Fault::declined, 0.03}};
constexpr Fault lookup_faults[] = {Fault::slow, Fault::timeout_after_effect, Fault::error_before_effect,
                                   Fault::rate_limited, Fault::wrong_key_echoed};

struct Folder {
  Folder() {
    path = (fs::temp_directory_path() / "onceover-storm-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no folder for the storm");
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  std::string file(const std::string& name, const std::string& text) const {
    const std::string at = path + "/" + name;
    std::ofstream(at) << text;
    fs::permissions(at, fs::perms::owner_read | fs::perms::owner_write);
    return at;
  }
  std::string path;
};

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence() + " " + result.error().detail);
  return std::move(*result);
}

class Director {
 public:
  explicit Director(const StormOptions& options) : options_(options), random_(options.seed) {}

  StormResult whole() {
    const auto begun = Steady::now();
    set_up();
    const auto storm_begun = Steady::now();
    for (int slot = 0; slot < options_.executors; ++slot) start_executor(slot);
    for (int i = 0; i < daemons; ++i) start_daemon(i);
    storm();
    result_.storm_s = since(storm_begun);
    const auto quiet_begun = Steady::now();
    const bool is_settled = settle();
    result_.settling_s = since(quiet_begun);
    if (is_settled) verify();
    result_.whole_s = since(begun);
    return std::move(result_);
  }

 private:
  struct Store {
    StoreKind kind;
    std::unique_ptr<try_it::GatewayServer> gateway;
    std::string gateway_config;
  };

  static double since(Steady::time_point from) {
    return std::chrono::duration<double>(Steady::now() - from).count();
  }
  std::int64_t& figure(const char* name) { return result_.figures[name]; }
  std::string conninfo(const Store& store) const { return server_->conninfo(name_of(store.kind)); }

  void set_up() {
    // The WAL of a commit reaches the kernel before its acknowledgement: enough for a server that is stopped
    // at once.
    server_ = value_or_throw(try_it::PrivateServer::start(
        {.settings = {{"max_connections", "150"}, {"autovacuum_naptime", "5s"}}}));
    for (const StoreKind kind : store_kinds) {
      const bool dedupes = kind == StoreKind::dedupes;
      Store store{kind,
                  value_or_throw(
                      try_it::GatewayServer::start({.seed = options_.seed + static_cast<std::uint64_t>(kind),
                                                    .dedupe_window = dedupes ? dedupes_for : Duration{0},
                                                    .late_by = late_by,
                                                    .silent_for = silent_for})),
                  {}};
      std::string toml = try_it::gateway_toml({.port = store.gateway->port(),
                                               .dedupe_window = dedupes ? dedupes_for : Duration{0},
                                               .cancel_declared = kind == StoreKind::cancels});
      // Few questions at once: its HTTP server queues five connections at most.
      for (const auto& [from, to] :
           {std::pair<std::string, std::string>{"connect_timeout_ms = 1000",
                                                "connect_timeout_ms = 1000\nparallel = 4"},
            {"\ntimeout_ms = 3000", "\ntimeout_ms = 1200"}}) {
        toml.replace(toml.find(from), from.size(), to);
      }
      store.gateway_config = folder_.file("gateway-" + name_of(kind) + ".toml", toml);
      RawConnection(server_->conninfo()).exec("CREATE DATABASE " + quoted_name(name_of(kind)));
      installed_schema().fill(conninfo(store));
      RawConnection raw(conninfo(store));
      raw.exec(key_changes_sql);
      // No unique key: a second effect must be able to show.
      raw.exec(
          "CREATE SCHEMA storm; CREATE TABLE storm.effects (number bigint NOT NULL, fence bigint NOT NULL)");
      stores_.push_back(std::move(store));
    }
    std::string text = "version = 1\nlog = \"json\"\n";
    for (const Store& store : stores_) {
      const std::string name = name_of(store.kind);
      text += fmt::format(
          "[[store]]\nname = \"{0}\"\ndsn = \"{1}\"\n[[gateway]]\nname = \"{0}\"\nfile = "
          "\"{2}\"\n[[sweep]]\nname = \"{0}\"\nstore = \"{0}\"\ngateway = \"{0}\"\nworkers = 1\nshare = "
          "1\nevery = \"100ms\"\nask_timeout = \"2s\"\nown_lease = \"3s\"\nfull_every = \"2s\"\nbackoff_base "
          "= \"150ms\"\nbackoff_cap = \"600ms\"\nmax_attempts = 5\nretry_budget = {{ per_second = 1000, "
          "burst = 10000 }}\n[[reap]]\nname = \"{0}\"\nstore = \"{0}\"\nevery = \"500ms\"\nshare = 1\n",
          name, conninfo(store), store.gateway_config);
    }
    daemon_config_ = folder_.file("sweep.toml", text);
    plant();
    slots_.resize(static_cast<std::size_t>(options_.executors));
    daemons_.resize(daemons);
  }

  // Finished keys past their window, for the reaper.
  void plant() {
    for (const Store& store : stores_) {
      RawConnection(conninfo(store))
          .exec(fmt::format("INSERT INTO onceover.keys (tenant, operation, key, state, fence, "
                            "fingerprint_kind, fingerprint, response_code, response_version, response_body, "
                            "created_at, completed_at, expires_at) SELECT 'acme', 'POST /payments', 'old-' "
                            "|| g, 'succeeded', nextval('onceover.fence'), 'raw-sha256', sha256('body'), "
                            "201, 1, 'done', now() - interval '9 days', now() - interval '9 days', now() - "
                            "interval '6 days' FROM generate_series({}, {}) g",
                            planted_ + 1, planted_ + planted_at_a_time));
    }
    planted_ += planted_at_a_time;
  }

  struct Slot {
    std::optional<Process> process;
    std::optional<Steady::time_point> resumes;  // while it is stopped
    int generation = 0;
  };

  const Store& store_for(int slot) const { return stores_[static_cast<std::size_t>(store_of(slot))]; }

  void start_executor(int slot) {
    Slot& it = slots_[static_cast<std::size_t>(slot)];
    const Store& store = store_for(slot);
    const ExecutorOptions options{
        .slot = slot,
        .seed = options_.seed * 1'000'003 + static_cast<std::uint64_t>(slot * 100'003 + it.generation++),
        .conninfo = conninfo(store),
        .gateway_port = store.gateway->port(),
        .gateway_config = store.gateway_config,
        .folder = folder_.path,
        .rest_us = options_.rest_us};
    std::vector<std::string> argv{fs::read_symlink("/proc/self/exe").string(), "executor"};
    for (const std::string& word : words_of(options)) argv.push_back(word);
    it.resumes.reset();
    it.process.reset();
    it.process.emplace(Process::spawn(argv));
  }

  void start_daemon(int i) {
    auto& daemon = daemons_[static_cast<std::size_t>(i)];
    daemon.reset();
    daemon.emplace(
        Process::spawn({ONCEOVER_BIN_DIR "/oncectl", "sweep", "--follow", "--config", daemon_config_}));
  }

  int any_slot() { return static_cast<int>(random_.below(slots_.size())); }

  void kill_executor() {
    const int slot = any_slot();
    Process& process = *slots_[static_cast<std::size_t>(slot)].process;
    if (const auto exit = process.wait(milliseconds(0)))
      accident(fmt::format("executor {} ended by itself, code {}, signal {}: {}", slot, exit->code,
                           exit->signal, process.err()));
    process.kill(SIGKILL);
    process.wait();
    start_executor(slot);
    ++figure("executors killed");
  }

  void stop_executor() {
    Slot& slot = slots_[static_cast<std::size_t>(any_slot())];
    if (slot.resumes || !slot.process->is_running()) return;
    slot.process->stop();
    slot.resumes = Steady::now() + stopped_for;
    ++figure("executors stopped past a lease");
  }

  void resume_due(bool all = false) {
    for (Slot& slot : slots_) {
      if (!slot.resumes || (!all && *slot.resumes > Steady::now())) continue;
      slot.process->resume();
      slot.resumes.reset();
    }
  }

  void terminate_backend() {
    RawConnection raw(server_->conninfo());
    const auto pids = raw.exec(
        "SELECT pid FROM pg_stat_activity WHERE application_name IN ('storm-executor', 'oncectl-sweep') AND "
        "backend_type = 'client backend' ORDER BY pid");
    if (pids.empty()) return;
    raw.exec("SELECT pg_terminate_backend($1::int)", {*pids[random_.below(pids.size())][0]});
    ++figure("backends terminated");
  }

  void restart_server() {
    if (const auto stopped = server_->stop(try_it::StopMode::immediate); !stopped)
      throw std::runtime_error(stopped.error().sentence());
    if (const auto started = server_->start_again(); !started)
      throw std::runtime_error(started.error().sentence());
    ++figure("server restarts");
  }

  void kill_daemon() {
    const int i = static_cast<int>(random_.below(daemons));
    Process& daemon = *daemons_[static_cast<std::size_t>(i)];
    if (const auto exit = daemon.wait(milliseconds(0)))
      accident(fmt::format("daemon {} ended by itself, code {}, signal {}: {}", i, exit->code, exit->signal,
                           last_lines(daemon.err())));
    daemon.kill(SIGKILL);
    daemon.wait();
    start_daemon(i);
    ++figure("daemons killed");
  }

  void change_weather() {
    Store& store = stores_[random_.below(stores_.size())];
    store.gateway->set_rates(random_.chance(0.7) ? foul : fair);
    // Two in a row at most: more would keep the sweepers from asking for seconds, which is another scene.
    for (std::uint64_t i = random_.below(3); i > 0; --i) {
      store.gateway->script_lookup("*", lookup_faults[random_.below(std::size(lookup_faults))]);
      ++figure("gateway look-ups disturbed");
    }
    ++figure("changes of the gateways' weather");
  }

  struct Act {
    const char* counted;
    double weight;
    void (Director::*run)();
  };
  static constexpr Act acts[] = {{"executors killed", 30, &Director::kill_executor},
                                 {"executors stopped past a lease", 10, &Director::stop_executor},
                                 {"backends terminated", 30, &Director::terminate_backend},
                                 {"changes of the gateways' weather", 14, &Director::change_weather},
                                 {"daemons killed", 4, &Director::kill_daemon},
                                 {"server restarts", 2, &Director::restart_server}};

  void act(const Act& what) {
    try {
      (this->*what.run)();
    } catch (const std::exception& error) {
      accident(fmt::format("{}: {}", what.counted, error.what()));
    }
  }

  void storm() {
    const auto until = Steady::now() + seconds(options_.seconds);
    for (Store& store : stores_) store.gateway->set_rates(foul);
    const auto next_in = [this] { return milliseconds(30 + random_.below(160)); };
    auto next = Steady::now() + next_in();
    while (Steady::now() < until && result_.accidents.empty()) {
      // The next moment at which something is to happen; an executor that ends by itself is noticed by the
      // next act.
      auto wake = std::min(next, until);
      for (const Slot& slot : slots_) {
        if (slot.resumes) wake = std::min(wake, *slot.resumes);
      }
      eventually([&] { return Steady::now() >= wake; }, seconds(5));
      resume_due();
      if (Steady::now() < next) continue;
      next = Steady::now() + next_in();
      double at = random_.between(0, 90);
      for (const Act& one : acts) {
        at -= one.weight;
        if (at > 0) continue;
        act(one);
        break;
      }
      if (random_.chance(0.02)) plant();
    }
    // A short storm still has each of them.
    for (const Act& one : acts) {
      for (int tries = 0; figure(one.counted) == 0 && tries < 20 && result_.accidents.empty(); ++tries)
        act(one);
    }
  }

  // Faults have stopped: everybody goes on until every request is answered or waits for a person.
  bool settle() {
    for (Store& store : stores_) {
      store.gateway->set_rates({});
      store.gateway->ledger().land_due(Steady::time_point::max());
    }
    resume_due(true);
    for (Slot& slot : slots_) {
      if (!slot.process->wait_for_out(ready_word))
        accident("an executor did not start: " + slot.process->err());
      slot.process->kill(SIGTERM);
    }
    bool is_settled = true;
    const auto until = Steady::now() + patience();
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      Process& process = *slots_[i].process;
      const auto left =
          std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(until - Steady::now()));
      const auto exit = process.wait(left);
      if (exit == Exit{0, 0}) continue;
      is_settled = false;
      accident(exit ? fmt::format("executor {} ended with code {}, signal {}: {}", i, exit->code,
                                  exit->signal, process.err())
                    : fmt::format("executor {} still waits for answers {} s after the faults stopped: {}", i,
                                  patience().count(), unanswered(static_cast<int>(i))));
    }
    for (const Store& store : stores_) {
      const std::string open = open_keys(store);
      const auto has_settled = [&] { return open_keys(store).empty(); };
      if (open.empty() || eventually(has_settled)) continue;
      is_settled = false;
      accident(fmt::format("{}: unfinished after the faults stopped, and no case says why: {}",
                           name_of(store.kind), open_keys(store)));
    }
    for (auto& daemon : daemons_) {
      daemon->kill(SIGTERM);
      if (daemon->wait(seconds(20)) == Exit{0, 0}) continue;
      is_settled = false;
      accident("a daemon did not end as asked: " + last_lines(daemon->err()));
    }
    for (Store& store : stores_) store.gateway->ledger().land_due(Steady::time_point::max());
    return is_settled;
  }

  seconds patience() const { return seconds(60 + options_.seconds / 10); }

  // Its first ten keys, as they are in the store.
  std::string unanswered(int slot) const {
    std::set<std::int64_t> open;
    read_ledger(ledger_path(folder_.path, slot), [&](const Line& line) {
      if (line.said == Said::began) open.insert(line.number);
      if (line.said == Said::done || line.said == Said::replayed || line.said == Said::handed_on)
        open.erase(line.number);
    });
    RawConnection raw(conninfo(store_for(slot)));
    std::string text = fmt::format("{} keys", open.size());
    int shown = 0;
    for (const std::int64_t number : open) {
      if (++shown > 10) break;
      const auto rows = raw.exec(
          "SELECT concat_ws(' ', k.state, k.holder, k.fence, k.locked_until, k.retry_before, c.status, "
          "c.reason) FROM onceover.keys k LEFT JOIN onceover.cases c USING (tenant, operation, key) WHERE "
          "k.key = $1",
          {key_text(number)});
      text += fmt::format("; {}: {}", key_text(number), rows.empty() ? "no row" : *rows[0][0]);
    }
    return text;
  }

  // Twenty of them at most; empty: every key is finished or waits for a person.
  std::string open_keys(const Store& store) const {
    return RawConnection(conninfo(store))
        .scalar(
            "SELECT coalesce(string_agg(concat_ws(' ', key, state, holder, locked_until, retry_before, "
            "status, reason), '; '), '') FROM (SELECT k.key, k.state, k.holder, k.locked_until, "
            "k.retry_before, c.status, c.reason FROM onceover.keys k LEFT JOIN onceover.cases c USING "
            "(tenant, operation, key) WHERE k.state NOT IN ('succeeded', 'failed') AND c.status IS DISTINCT "
            "FROM 'needs_human' LIMIT 20) open");
  }

  void verify() {
    for (Store& store : stores_) {
      std::vector<std::string> ledgers;
      for (int slot = 0; slot < options_.executors; ++slot) {
        if (store_of(slot) == store.kind) ledgers.push_back(ledger_path(folder_.path, slot));
      }
      verify_store({store.kind, conninfo(store), ledgers, numbers_path(folder_.path, store.kind), planted_},
                   store.gateway->ledger(), result_);
    }
  }

  static std::string last_lines(const std::string& text) {
    return text.size() > 3000 ? text.substr(text.size() - 3000) : text;
  }
  void accident(std::string what) { result_.accidents.push_back(std::move(what)); }

  StormOptions options_;
  Random random_;
  StormResult result_;
  Folder folder_;
  std::unique_ptr<try_it::PrivateServer> server_;
  std::vector<Store> stores_;
  std::string daemon_config_;
  int planted_ = 0;
  std::vector<Slot> slots_;
  std::vector<std::optional<Process>> daemons_;
};

}  // namespace

StormResult run_storm(const StormOptions& options) { return Director(options).whole(); }

}  // namespace onceover::test::storm
