// SPDX-License-Identifier: Apache-2.0
// Settling expired leases: the sweeper, beside one hand-written UPDATE of them all; and what it takes from
// live claims. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "core/sweeper/sweeper.h"
#include "tests/bench/store.h"
#include "tests/support/backend.h"
#include "tests/support/raw.h"

namespace onceover::bench::bench_sweep {
namespace {

struct Options {
  int keys = 1'000'000, rounds = 10, clients = 2, workers = sweeper::default_workers;
  double window = 1.5;
  bool fsync = true, json = false;
};

// Answers at once: every effect happened.
class PromptGateway : public gateway::Gateway {
 public:
  PromptGateway() {
    declared_.name = "prompt";
    declared_.dedupe_window = std::chrono::hours(24);
    declared_.echoes_amount = declared_.echoes_currency = true;
    declared_.response =
        gateway::ResponseTemplate{201, "application/json", R"({"id":"{{/id}}","status":"{{/status}}"})"};
  }
  const gateway::Declaration* declaration(const std::string&) const override { return &declared_; }
  std::string effect(const std::string&) const override { return "refund"; }
  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions, Deadline) override {
    asked_ += static_cast<std::int64_t>(questions.size());
    std::vector<gateway::Evidence> answers(questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
      gateway::Evidence& evidence = answers[i];
      evidence.finding = gateway::Finding::done;
      evidence.why = "captured";
      evidence.status = 200;
      evidence.echoed.amount = "10.00";
      evidence.echoed.currency = "EUR";
      evidence.body = R"({"id":"rf_123456","status":"succeeded"})";
      evidence.request = "GET https://gateway.example/refunds?key=" + questions[i].id.key;
    }
    return answers;
  }
  gateway::Evidence cancel(const gateway::Question&, Deadline) override { return {}; }
  std::int64_t asked() const { return asked_; }

 private:
  gateway::Declaration declared_;
  std::int64_t asked_ = 0;
};

// What a careful author would send as one statement: state and expiry checked, rows in somebody's hands left
// alone, the stop switch heeded, a new fence a row, and the same audit row as the sweeper's settlement. No
// ownership before asking, no case.
constexpr const char* one_update = R"(
WITH due AS (
  SELECT k.ctid, k.fence, k.holder, k.owner
  FROM onceover.keys k
  WHERE k.state = 'in_progress' AND k.locked_until <= pg_catalog.clock_timestamp()
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  FOR UPDATE OF k SKIP LOCKED
), settled AS (
  UPDATE onceover.keys k
  SET state = 'succeeded', fence = pg_catalog.nextval('onceover.fence'), locked_until = NULL, response_version = 1, response_code = 201,
      response_headers = '\x0000000000000000'::bytea, response_body = '{"id":"rf_123456","status":"succeeded"}'::bytea,
      completed_at = pg_catalog.clock_timestamp(), updated_at = pg_catalog.clock_timestamp(),
      expires_at = pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => k.retention_s)
  FROM due d
  WHERE k.ctid = d.ctid AND k.fence = d.fence AND k.state = 'in_progress' AND k.locked_until <= pg_catalog.clock_timestamp()
  RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.response_code, k.correlation_id, k.amount, k.currency, d.fence AS old_fence, d.holder, d.owner
)
INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                            evidence, verdict, reason, correlation_id)
SELECT 'settle', 'bench', 'host', 'bench_sweep', tenant, operation, key, 'in_progress', state, old_fence, fence,
       pg_catalog.jsonb_build_object('state', 'in_progress', 'fence', old_fence, 'holder', holder, 'owner', owner),
       pg_catalog.jsonb_build_object('state', state, 'fence', fence, 'response_code', response_code, 'retry_before', NULL),
       pg_catalog.jsonb_build_object('finding', 'done', 'why', 'captured', 'status', 200, 'amount', amount, 'currency', currency,
                                     'request', 'GET https://gateway.example/refunds?key=' || key, 'took_ms', 0),
       'settle_succeeded', 'The gateway has done it, and what it did is what was asked for.', correlation_id
FROM settled)";

struct Run {
  double per_s = 0, server_us = 0, client_us = 0;  // processor time a key
};

struct Written {
  std::vector<double> own_ms, settle_ms;
  void add(sweeper::Work work, Duration took) {
    const double ms = static_cast<double>(took.count()) / 1000;
    if (work == sweeper::Work::own) own_ms.push_back(ms);
    if (work == sweeper::Work::settle) settle_ms.push_back(ms);
  }
};

nlohmann::ordered_json times(const std::vector<double>& ms) {
  const auto rounded = [&](double q) {
    return static_cast<double>(static_cast<int>(quantile(ms, q) * 100)) / 100;
  };
  return {{"transactions", ms.size()},
          {"p50_ms", rounded(0.5)},
          {"p99_ms", rounded(0.99)},
          {"max_ms", rounded(1)}};
}

const audit::Actor actor{"bench", "host", "bench_sweep"};

// Each worker with a connection and a gateway of its own, as `oncectl sweep --workers`.
Run run_sweeper(const std::string& conninfo, int stuck, int workers, Written& written) {
  std::mutex mutex;
  metrics::Counters counters;
  sweeper::SweepConfig config;
  config.share = 1;
  config = sweeper::config_of_each(config, workers);
  std::vector<pg::Connection> connections;
  for (int i = 0; i < workers; ++i) connections.push_back(open(conninfo));
  const auto server_cpu = [&] {
    double sum = 0;
    for (auto& connection : connections) sum += backend_cpu_seconds(test::backend_pid(connection));
    return sum;
  };
  int settled = 0;
  std::int64_t asked = 0;
  double client = 0;
  std::string failure;
  const double server_before = server_cpu();
  const auto from = Steady::now();
  {
    std::vector<std::jthread> threads;
    for (pg::Connection& connection : connections) {
      threads.emplace_back([&] {
        const double client_before = own_cpu_seconds();
        PromptGateway gateway;
        sweeper::Sweeper sweeper(connection, tables::own(), gateway, config, actor, &counters, Random(1), {},
                                 [&](sweeper::Work work, int, Duration took) {
                                   const std::scoped_lock lock(mutex);
                                   written.add(work, took);
                                 });
        auto counts = sweeper.run_once();
        const std::scoped_lock lock(mutex);
        client += own_cpu_seconds() - client_before;
        asked += gateway.asked();
        if (counts) {
          settled += counts->succeeded;
        } else {
          failure = counts.error().sentence();
        }
      });
    }
  }
  const double took = seconds_since(from);
  const double server = server_cpu() - server_before;
  if (!failure.empty()) give_up(failure);
  if (settled != stuck) give_up(fmt::format("the sweeper settled {} of {} keys", settled, stuck));
  if (asked != stuck) give_up(fmt::format("{} questions were asked about {} keys", asked, stuck));
  test::RawConnection look(conninfo);
  if (look.scalar("SELECT count(*) FROM onceover.audit") != std::to_string(2 * stuck))
    give_up("an audit row is missing");
  return {stuck / took, server / stuck * 1e6, client / stuck * 1e6};
}

Run run_update(const std::string& conninfo, int stuck) {
  test::RawConnection raw(conninfo);
  const double server_before = backend_cpu_seconds(raw.backend_pid()), client_before = own_cpu_seconds();
  const auto from = Steady::now();
  raw.exec(
      "BEGIN; SET LOCAL search_path = pg_catalog; SET LOCAL lock_timeout = '1s'; SET LOCAL "
      "synchronous_commit = on");
  raw.exec(one_update);
  raw.exec("COMMIT");
  const double took = seconds_since(from);
  const double server = backend_cpu_seconds(raw.backend_pid()) - server_before,
               client = own_cpu_seconds() - client_before;
  if (raw.scalar("SELECT count(*) FROM onceover.audit") != std::to_string(stuck))
    give_up("the one UPDATE missed keys");
  return {stuck / took, server / stuck * 1e6, client / stuck * 1e6};
}

// Claims and completes new keys as fast as it can.
class LiveClient {
 public:
  LiveClient(const std::string& conninfo, int number)
      : connection_(open(conninfo)), number_(number), thread_([this] { run(); }) {}
  ~LiveClient() {
    stopping_ = true;
    thread_.join();
  }
  std::int64_t done() const { return done_; }
  bool is_sound() const { return sound_; }
  // How long each claim took meanwhile.
  void time_claims(bool on) { timing_ = on; }
  std::vector<double> claims_ms() {
    const std::scoped_lock lock(mutex_);
    return claims_ms_;
  }

 private:
  void run() {
    engine::Engine engine(connection_, nullptr);
    const engine::OperationPolicy policy{};
    const key::StoredResponse response{key::response_version,
                                       201,
                                       {{"Content-Type", "application/json"}},
                                       R"({"id":"rf_123456","status":"succeeded"})"};
    for (std::int64_t i = 0; !stopping_; ++i) {
      const engine::Request request{{"acme", "POST /refunds", fmt::format("live-{}-{}", number_, i)},
                                    key::fingerprint(R"({"amount":1000})"),
                                    "bench",
                                    "",
                                    {}};
      const auto from = Steady::now();
      auto claim = engine.claim(request, policy);
      if (timing_) {
        const std::scoped_lock lock(mutex_);
        claims_ms_.push_back(seconds_since(from) * 1000);
      }
      sound_ = sound_ && claim && std::holds_alternative<engine::Claim>(*claim);
      if (!sound_) return;
      auto done = engine.complete(std::get<engine::Claim>(*claim), response);
      sound_ = sound_ && done && std::holds_alternative<engine::Done>(*done);
      if (!sound_) return;
      ++done_;
    }
  }
  pg::Connection connection_;
  int number_;
  std::atomic<bool> stopping_ = false, sound_ = true, timing_ = false;
  std::atomic<std::int64_t> done_ = 0;
  std::mutex mutex_;
  std::vector<double> claims_ms_;
  std::thread thread_;
};

// A sweeper that works only while it is let: it waits between two batches, where nothing is open.
class Beside {
 public:
  Beside(const std::string& conninfo, double share, int workers)
      : connection_(open(conninfo)), thread_([this, share, workers] {
          sweeper::SweepConfig config;
          config.share = share;
          run(sweeper::config_of_each(config, workers));
        }) {}
  ~Beside() {
    {
      const std::scoped_lock lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  void let(bool work) {
    std::unique_lock lock(mutex_);
    allowed_ = work;
    changed_.notify_all();
    if (!work) changed_.wait(lock, [this] { return waiting_ || ended_; });
  }
  bool has_ended() {
    const std::scoped_lock lock(mutex_);
    return ended_;
  }
  std::int64_t settled() {
    const std::scoped_lock lock(mutex_);
    return settled_;
  }
  Written written() {
    const std::scoped_lock lock(mutex_);
    return written_;
  }

 private:
  bool go_on() {
    std::unique_lock lock(mutex_);
    waiting_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return allowed_ || stopping_; });
    waiting_ = false;
    return !stopping_;
  }
  void run(const sweeper::SweepConfig& config) {
    PromptGateway gateway;
    metrics::Counters counters;
    sweeper::Sweeper sweeper(connection_, tables::own(), gateway, config, actor, &counters, Random(1), {},
                             [&](sweeper::Work work, int rows, Duration took) {
                               const std::scoped_lock lock(mutex_);
                               written_.add(work, took);
                               if (work == sweeper::Work::settle) settled_ += rows;
                             });
    (void)sweeper.run_once([this] { return go_on(); });
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  pg::Connection connection_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool allowed_ = false, waiting_ = false, stopping_ = false, ended_ = false;
  std::int64_t settled_ = 0;
  Written written_;
  std::thread thread_;
};

struct Live {
  std::vector<double> alone, beside, loss, settled_per_s, claims_ms;  // claims: beside the sweep
  Written written;
};

void run_live(const std::string& conninfo, double share, double window, const Options& options, Live& live) {
  std::vector<std::unique_ptr<LiveClient>> clients;
  for (int i = 0; i < options.clients; ++i) clients.push_back(std::make_unique<LiveClient>(conninfo, i));
  const auto done = [&] {
    std::int64_t sum = 0;
    for (const auto& client : clients) {
      if (!client->is_sound()) give_up("a live claim failed");
      sum += client->done();
    }
    return sum;
  };
  const auto rate = [&] {
    const auto before = done();
    const auto from = Steady::now();
    std::this_thread::sleep_for(std::chrono::duration<double>(window));
    return static_cast<double>(done() - before) / seconds_since(from);
  };
  (void)rate();  // warm
  std::vector<std::unique_ptr<Beside>> sweep;
  for (int i = 0; i < options.workers; ++i)
    sweep.push_back(std::make_unique<Beside>(conninfo, share, options.workers));
  const auto let = [&](bool work) {
    for (const auto& one : sweep) one->let(work);
  };
  const auto all_settled = [&] {
    std::int64_t sum = 0;
    for (const auto& one : sweep) sum += one->settled();
    return sum;
  };
  for (int round = 0; round < options.rounds; ++round) {
    const double before = rate();
    const auto settled = all_settled();
    let(true);
    for (const auto& client : clients) client->time_claims(true);
    const double with = rate();
    for (const auto& client : clients) client->time_claims(false);
    if (std::ranges::any_of(sweep, [](const auto& one) { return one->has_ended(); }))
      break;  // nothing was left to sweep for part of the window: it is not counted
    const auto now_settled = all_settled();
    let(false);
    const double after = rate();
    live.alone.push_back((before + after) / 2);
    live.beside.push_back(with);
    live.loss.push_back(1 - with / ((before + after) / 2));
    live.settled_per_s.push_back(static_cast<double>(now_settled - settled) / window);
  }
  for (const auto& client : clients) {
    const auto ms = client->claims_ms();
    live.claims_ms.insert(live.claims_ms.end(), ms.begin(), ms.end());
  }
  for (const auto& one : sweep) {
    const Written written = one->written();
    live.written.own_ms.insert(live.written.own_ms.end(), written.own_ms.begin(), written.own_ms.end());
    live.written.settle_ms.insert(live.written.settle_ms.end(), written.settle_ms.begin(),
                                  written.settle_ms.end());
  }
}

nlohmann::ordered_json json_of(const Live& live, double share, double window) {
  return {{"share", share},
          {"window_s", window},
          {"windows", live.loss.size()},
          {"claims_per_s_alone", static_cast<std::int64_t>(quantile(live.alone, 0.5))},
          {"claims_per_s_beside", static_cast<std::int64_t>(quantile(live.beside, 0.5))},
          {"loss", quantile(live.loss, 0.5)},
          {"settled_per_s", static_cast<std::int64_t>(quantile(live.settled_per_s, 0.5))},
          {"claims_beside", times(live.claims_ms)},
          {"own", times(live.written.own_ms)},
          {"settle", times(live.written.settle_ms)}};
}

void run(const Options& options) {
  const int stuck = options.keys / 10;
  BigStore store({.keys = options.keys, .stuck_of_ten = 1, .past_of_ten = 0}, options.fsync);
  std::vector<Run> one, many, theirs;
  Written one_wrote, many_wrote;
  in_turn(options.rounds,
          {[&] { one.push_back(run_sweeper(store.fresh(), stuck, 1, one_wrote)); },
           [&] { theirs.push_back(run_update(store.fresh(), stuck)); },
           [&] { many.push_back(run_sweeper(store.fresh(), stuck, options.workers, many_wrote)); }});
  const auto median = [](const std::vector<Run>& runs, double Run::*field) {
    std::vector<double> values;
    for (const Run& run : runs) values.push_back(run.*field);
    return quantile(values, 0.5);
  };
  const auto json_of_ours = [&](const std::vector<Run>& ours, int workers, const Written& written) {
    std::vector<double> ratios, cpu_ratios;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      ratios.push_back(ours[i].per_s / theirs[i].per_s);
      cpu_ratios.push_back((theirs[i].server_us + theirs[i].client_us) /
                           (ours[i].server_us + ours[i].client_us));
    }
    return nlohmann::ordered_json{{"workers", workers},
                                  {"per_s", static_cast<std::int64_t>(median(ours, &Run::per_s))},
                                  {"ratio", quantile(ratios, 0.5)},
                                  {"cpu_ratio", quantile(cpu_ratios, 0.5)},
                                  {"server_cpu_us", median(ours, &Run::server_us)},
                                  {"client_cpu_us", median(ours, &Run::client_us)},
                                  {"own", times(written.own_ms)},
                                  {"settle", times(written.settle_ms)}};
  };
  Live paced, unpaced;
  const double default_share = sweeper::SweepConfig{}.share;
  run_live(store.fresh(), default_share, options.window, options, paced);
  run_live(store.fresh(), 1, options.window / 4, options, unpaced);
  const nlohmann::ordered_json out{
      {"benchmark", "sweep"},
      {"server", store.server_version()},
      {"fsync", options.fsync},
      {"keys", options.keys},
      {"stuck", stuck},
      {"rounds", options.rounds},
      {"one_update_per_s", static_cast<std::int64_t>(median(theirs, &Run::per_s))},
      {"one_update_server_cpu_us", median(theirs, &Run::server_us)},
      {"sweeper", {json_of_ours(many, options.workers, many_wrote), json_of_ours(one, 1, one_wrote)}},
      {"clients", options.clients},
      {"beside", {json_of(paced, default_share, options.window), json_of(unpaced, 1, options.window / 4)}}};
  std::cout << out.dump(options.json ? -1 : 2) << '\n';
}

const Benchmark benchmark{
    "sweep",
    "Settling expired leases, beside one UPDATE of them all. On a private server; see tests/bench/README.md.",
    "--keys 10000 --rounds 1 --workers 2 --clients 1 --window 0.1 --no-fsync", [](CLI::App& app) {
      static Options options;
      app.add_option("--keys", options.keys, "Keys in the table; a tenth has an expired lease")
          ->check(CLI::Range(1'000, 100'000'000))
          ->capture_default_str();
      add_rounds(app, options.rounds);
      app.add_option("--workers", options.workers, "Sweepers side by side, beside the run with one")
          ->check(CLI::Range(1, 64))
          ->capture_default_str();
      app.add_option("--clients", options.clients, "Live clients beside the sweep")
          ->check(CLI::Range(1, 64))
          ->capture_default_str();
      app.add_option("--window", options.window, "Seconds of each look at the live clients")
          ->check(CLI::Range(0.1, 60.0))
          ->capture_default_str();
      add_fsync(app, options.fsync);
      add_json(app, options.json);
      app.callback([] {
        options.keys -= options.keys % 10;
        run(options);
      });
    }};

}  // namespace
}  // namespace onceover::bench::bench_sweep
