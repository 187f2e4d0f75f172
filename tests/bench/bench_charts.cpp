// SPDX-License-Identifier: Apache-2.0
// What the charts of a dashboard's page cost the server where 100 million events were counted, and what
// rolling up costs. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "core/metrics/chart.h"
#include "core/metrics/rollup.h"
#include "core/schema/schema.h"
#include "tests/bench/common.h"
#include "tests/support/backend.h"
#include "tests/support/counted.h"

namespace onceover::bench::bench_charts {
namespace {

using metrics::By;
using metrics::Request;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using Json = nlohmann::ordered_json;

struct Options {
  test::CountedStore store;
  int rounds = 7;
  double target_ms = 200;
  std::string directory;
  bool json = false;
};

struct Asked {
  std::string chart, range;
  Request request;
};

std::vector<Asked> page(Timestamp now) {
  const std::vector<std::pair<std::string, Request>> charts{
      {"keys", {.metrics = {"created", "completed", "failed"}}},
      {"retries", {.metrics = {"replayed", "conflict", "mismatch"}}},
      {"reconciliation",
       {.metrics = {"taken_over", "settled.succeeded", "settled.failed", "settled.released", "needs_human"}}},
      {"end of life", {.metrics = {"released", "reaped", "lost_ownership"}}},
      {"completion time", {.distributions = {"time_to_completion_ms"}}},
      {"lease age", {.distributions = {"lease_age_at_settling_ms"}}},
      {"retry delay", {.distributions = {"retry_delay_ms"}}},
      {"created by tenant", {.metrics = {"created"}, .by = By::tenant}},
      {"replays by tenant", {.metrics = {"replayed", "created"}, .by = By::tenant}},
      {"conflicts by tenant", {.metrics = {"conflict"}, .by = By::tenant}},
      {"created by operation", {.metrics = {"created"}, .by = By::operation}},
      {"one tenant by operation",
       {.tenant = "tenant-3", .metrics = {"created", "conflict"}, .by = By::operation}}};
  const struct {
    const char* name;
    Duration span, step;
    std::size_t first;
  } ranges[] = {{"15 min by second", minutes(15), seconds(1), 12},
                {"24 h by minute", hours(24), minutes(1), 12},
                {"30 d by hour", hours(24 * 30), hours(1), 12},
                {"30 d by minute", hours(24 * 30), minutes(1), 4}};
  std::vector<Asked> asked;
  for (const auto& range : ranges) {
    for (std::size_t i = 0; i < range.first; ++i) {
      Request request = charts[i].second;
      request.to = now;
      request.from = now - range.span;
      request.step = range.step;
      asked.push_back({charts[i].first, range.name, request});
    }
  }
  return asked;
}

struct Cost {
  // the slowest statement at the server (planned and run, the slowest of its runs); the whole answer
  double server_ms = 0, all_ms = 0;
};

Cost cost_of(pg::Connection& connection, test::RawConnection& look, const Request& request, int rounds) {
  look.exec("SELECT pg_stat_statements_reset()");
  std::vector<double> took;
  for (int round = 0; round < rounds; ++round) {
    const auto from = Steady::now();
    const auto chart = metrics::read_counters(connection, request);
    if (!chart) give_up(chart.error());
    took.push_back(std::chrono::duration<double, std::milli>(Steady::now() - from).count());
  }
  return {std::stod(look.scalar("SELECT coalesce(max(max_exec_time + max_plan_time), 0) FROM "
                                "pg_stat_statements WHERE query LIKE '%counter_%'")),
          median(std::move(took))};
}

void measure(const Options& options) {
  const auto server = quiet_server(false, options.directory,
                                   {{"shared_buffers", "2GB"},
                                    {"shared_preload_libraries", "pg_stat_statements"},
                                    {"pg_stat_statements.track_planning", "on"}});
  test::RawConnection look(server->conninfo());
  {
    auto connection = open(server->conninfo());
    if (auto installed = schema::install(connection); !installed) give_up(installed.error());
  }
  look.exec("CREATE EXTENSION pg_stat_statements; SET synchronous_commit = off; SET work_mem = '256MB'");
  test::fill_counted(look, options.store);
  const std::string events = look.scalar(
      "SELECT sum(h.n) FROM onceover.counter_hours h JOIN onceover.counter_series s ON s.id = h.series WHERE "
      "s.grouped = 'all' AND s.name <> 'alive'");
  const std::string rows = look.scalar("SELECT count(*) FROM onceover.counter_hours");
  const std::string bytes = look.scalar(
      "SELECT pg_total_relation_size('onceover.counter_hours') + "
      "pg_total_relation_size('onceover.counter_minutes')");
  auto connection = open(server->conninfo());
  const Timestamp now = connection.exec("SELECT now()").value().timestamp(0, 0);
  Json results = Json::array();
  double worst = 0;
  if (!options.json) {
    fmt::print("{} events, {} rows of hours, {:.0f} MB\n\n{:<18} {:<26} {:>10} {:>10}\n", events, rows,
               std::stod(bytes) / 1e6, "range", "chart", "server ms", "answer ms");
  }
  for (const Asked& asked : page(now)) {
    const Cost cost = cost_of(connection, look, asked.request, options.rounds);
    worst = std::max(worst, cost.server_ms);
    results.push_back({{"range", asked.range},
                       {"chart", asked.chart},
                       {"server_ms", cost.server_ms},
                       {"answer_ms", cost.all_ms}});
    if (!options.json) {
      fmt::print("{:<18} {:<26} {:>10.1f} {:>10.1f}\n", asked.range, asked.chart, cost.server_ms,
                 cost.all_ms);
      std::fflush(stdout);
    }
  }
  const double inbox = std::stod(look.scalar("SELECT count(*) FROM onceover.counter_deltas"));
  const double cpu = cpu_seconds(test::backend_pid(connection));
  const auto from = Steady::now();
  if (const auto moved = metrics::roll_up(connection, 1'000'000); !moved) give_up(moved.error());
  const double seconds_taken = std::chrono::duration<double>(Steady::now() - from).count();
  const double server_cpu = cpu_seconds(test::backend_pid(connection)) - cpu;
  if (options.json) {
    fmt::print("{}\n",
               Json{{"benchmark", "charts"},
                    {"events", std::stoll(events)},
                    {"rows", std::stoll(rows)},
                    {"bytes", std::stoll(bytes)},
                    {"charts", results},
                    {"worst_server_ms", worst},
                    {"target_ms", options.target_ms},
                    {"roll_up", {{"rows", inbox}, {"seconds", seconds_taken}, {"server_cpu_s", server_cpu}}}}
                   .dump());
  } else {
    fmt::print(
        "\nslowest statement {:.1f} ms at the server (target {:.0f})\na minute's inbox of {:.0f} rows rolled "
        "up in {:.2f} s, {:.2f} s of the server's processor\n",
        worst, options.target_ms, inbox, seconds_taken, server_cpu);
  }
}

const Benchmark benchmark{
    "charts", "What a dashboard's charts cost the server. On a private server; see tests/bench/README.md.",
    "--days 2 --tenants 2 --operations 2 --rounds 1", [](CLI::App& app) {
      static Options options;
      app.add_option("--days", options.store.days, "Days of counts")
          ->check(CLI::Range(1, 400))
          ->capture_default_str();
      app.add_option("--tenants", options.store.tenants, "Tenants")
          ->check(CLI::Range(1, 5'000))
          ->capture_default_str();
      app.add_option("--operations", options.store.operations, "Operations")
          ->check(CLI::Range(1, 200))
          ->capture_default_str();
      app.add_option("--density", options.store.density, "Events a minute; 1: about 100 million in 30 days")
          ->check(CLI::Range(0.0, 1e6))
          ->capture_default_str();
      app.add_option("--rounds", options.rounds,
                     "Runs of each chart; the slowest at the server, the median of the answer")
          ->check(CLI::Range(1, 1'000))
          ->capture_default_str();
      add_directory(app, options.directory);
      add_json(app, options.json);
      app.callback([] { measure(options); });
    }};

}  // namespace
}  // namespace onceover::bench::bench_charts
