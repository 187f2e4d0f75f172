// SPDX-License-Identifier: Apache-2.0
// Deleting finished keys past their window: the reaper, beside one hand-written DELETE of them all. See
// README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/sweeper/reaper.h"
#include "tests/bench/store.h"
#include "tests/support/backend.h"
#include "tests/support/raw.h"

namespace onceover::bench::bench_reap {
namespace {

struct Options {
  int keys = 1'000'000, rounds = 10, due = 3;
  bool fsync = true, json = false;
};

// The same predicate and the same work as the reaper's, at once: the stop switch heeded, the cases taken
// along.
constexpr const char* one_delete = R"(
WITH gone AS (
  DELETE FROM onceover.keys k
  WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp()
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  RETURNING k.tenant, k.operation, k.key
), closed AS (
  DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
)
SELECT tenant, operation, count(*) FROM gone GROUP BY tenant, operation)";

constexpr const char* bare_delete =
    "DELETE FROM onceover.keys WHERE state IN ('succeeded', 'failed', 'released') AND expires_at <= now()";

struct Run {
  double per_s = 0, server_us = 0, client_us = 0;  // processor time a key
  double first_ms = 0, again_ms = 0;               // a run, and the run after it, to which nothing is due
};

void check(const std::string& conninfo, const Options& options) {
  test::RawConnection look(conninfo);
  if (look.scalar("SELECT count(*) FROM onceover.keys") !=
      std::to_string(options.keys / 10 * (10 - options.due)))
    give_up("not what was due has gone");
  if (look.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'in_progress'") !=
      std::to_string(options.keys / 10))
    give_up("an unfinished key has gone");
}

Run run_reaper(const std::string& conninfo, const Options& options, double share,
               std::vector<double>& batch_ms) {
  pg::Connection connection = open(conninfo);
  metrics::Counters counters;
  sweeper::Reaper reaper(connection, {.share = share}, &counters,
                         [&](sweeper::Work work, int, Duration took) {
                           if (work == sweeper::Work::reap)
                             batch_ms.push_back(static_cast<double>(took.count()) / 1000);
                         });
  const double server_before = backend_cpu_seconds(test::backend_pid(connection)),
               client_before = own_cpu_seconds();
  const auto from = Steady::now();
  auto counts = reaper.run_once();
  const double took = seconds_since(from), client = own_cpu_seconds() - client_before;
  const double server = backend_cpu_seconds(test::backend_pid(connection)) - server_before;
  if (!counts) give_up(counts.error().sentence());
  check(conninfo, options);
  const auto again = Steady::now();
  if (const auto second = reaper.run_once(); !second || second->reaped != 0)
    give_up("the run after it found keys that are due");
  const auto reaped = static_cast<double>(counts->reaped);
  return {reaped / took, server / reaped * 1e6, client / reaped * 1e6, 1000 * took,
          1000 * seconds_since(again)};
}

Run run_delete(const std::string& conninfo, const Options& options, const char* sql) {
  test::RawConnection raw(conninfo);
  const double server_before = backend_cpu_seconds(raw.backend_pid()), client_before = own_cpu_seconds();
  const auto from = Steady::now();
  raw.exec("BEGIN; SET LOCAL search_path = pg_catalog; SET LOCAL lock_timeout = '1s'");
  raw.exec(sql);
  raw.exec("COMMIT");
  const double took = seconds_since(from), client = own_cpu_seconds() - client_before;
  const double server = backend_cpu_seconds(raw.backend_pid()) - server_before;
  check(conninfo, options);
  const double due = options.keys / 10 * options.due;
  return {due / took, server / due * 1e6, client / due * 1e6, 1000 * took};
}

using Figure = double (*)(const Run&);
double rate_of(const Run& run) { return run.per_s; }
double cpu_of(const Run& run) { return run.server_us + run.client_us; }

double ratio(const std::vector<Run>& over, const std::vector<Run>& under, Figure figure) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < over.size(); ++i) ratios.push_back(figure(over[i]) / figure(under[i]));
  return quantile(ratios, 0.5);
}

double median_of(const std::vector<Run>& runs, double Run::*field) {
  std::vector<double> values;
  for (const Run& run : runs) values.push_back(run.*field);
  return quantile(values, 0.5);
}

void run(const Options& options) {
  BigStore store({.keys = options.keys, .stuck_of_ten = 1, .past_of_ten = options.due}, options.fsync);
  std::vector<Run> ours, one, bare;
  std::vector<double> batch_ms, paced_ms;
  in_turn(options.rounds, {[&] { ours.push_back(run_reaper(store.fresh(), options, 1, batch_ms)); },
                           [&] { one.push_back(run_delete(store.fresh(), options, one_delete)); },
                           [&] { bare.push_back(run_delete(store.fresh(), options, bare_delete)); }});
  const double default_share = sweeper::ReapConfig{}.share;
  const Run paced = run_reaper(store.fresh(), options, default_share, paced_ms);
  const auto rate = [](const std::vector<Run>& runs) {
    return static_cast<std::int64_t>(median_of(runs, &Run::per_s));
  };
  const nlohmann::ordered_json out{{"benchmark", "reap"},
                                   {"server", store.server_version()},
                                   {"fsync", options.fsync},
                                   {"keys", options.keys},
                                   {"due", options.keys / 10 * options.due},
                                   {"unfinished", options.keys / 10},
                                   {"rounds", options.rounds},
                                   {"first_run_ms", median_of(ours, &Run::first_ms)},
                                   {"nothing_due_ms", median_of(ours, &Run::again_ms)},
                                   {"reaper_per_s", rate(ours)},
                                   {"server_cpu_us", median_of(ours, &Run::server_us)},
                                   {"client_cpu_us", median_of(ours, &Run::client_us)},
                                   {"one_delete_per_s", rate(one)},
                                   {"bare_delete_per_s", rate(bare)},
                                   {"ratio", ratio(ours, one, rate_of)},
                                   {"cpu_ratio", ratio(one, ours, cpu_of)},
                                   {"ratio_to_bare", ratio(ours, bare, rate_of)},
                                   {"cpu_ratio_to_bare", ratio(bare, ours, cpu_of)},
                                   {"batches", batch_ms.size()},
                                   {"batch_p50_ms", quantile(batch_ms, 0.5)},
                                   {"batch_p99_ms", quantile(batch_ms, 0.99)},
                                   {"batch_max_ms", quantile(batch_ms, 1)},
                                   {"share", default_share},
                                   {"paced_per_s", static_cast<std::int64_t>(paced.per_s)},
                                   {"paced_batch_p99_ms", quantile(paced_ms, 0.99)}};
  std::cout << out.dump(options.json ? -1 : 2) << '\n';
}

const Benchmark benchmark{
    "reap",
    "Deleting finished keys past their window, beside one DELETE. On a private server; see "
    "tests/bench/README.md.",
    "--keys 10000 --rounds 1 --no-fsync", [](CLI::App& app) {
      static Options options;
      app.add_option("--keys", options.keys, "Keys in the table; one of ten is unfinished")
          ->check(CLI::Range(1'000, 100'000'000))
          ->capture_default_str();
      app.add_option("--due", options.due,
                     "Of ten keys, so many are due. With 0 only the times of runs mean something")
          ->check(CLI::Range(0, 9))
          ->capture_default_str();
      add_rounds(app, options.rounds);
      add_fsync(app, options.fsync);
      add_json(app, options.json);
      app.callback([] {
        options.keys -= options.keys % 10;
        run(options);
      });
    }};

}  // namespace
}  // namespace onceover::bench::bench_reap
