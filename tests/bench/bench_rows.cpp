// SPDX-License-Identifier: Apache-2.0
// A table of ten million rows as a source of charts: what is read unasked, what asking costs, and what it is
// worth afterwards. README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/row_metrics/row_metrics.h"
#include "tests/bench/foreign.h"
#include "tests/bench/store.h"

namespace onceover::bench::bench_rows {
namespace {

using Json = nlohmann::ordered_json;
using metrics::By;
using metrics::Request;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

struct Options {
  std::int64_t rows = 10'000'000;
  int rounds = 5;
  std::string directory = "/dev/shm";
  bool json = false;
};

// Thirty days of payments, evenly; three of a hundred thousand never finish, one in fifty fails.
constexpr const char* month_of_payments = R"(
CREATE TABLE payment_keys (id bigint NOT NULL, merchant text NOT NULL, route text NOT NULL, key uuid NOT NULL, status text NOT NULL,
  created_at timestamptz NOT NULL, locked_until timestamptz, completed_at timestamptz, code int, answer text);
INSERT INTO payment_keys
SELECT i, 'm-' || floor(pow((hash >> 20 & 4095) / 4096.0, 3) * 200), (ARRAY['POST /payments', 'POST /refunds', 'PUT /payouts', 'POST /mandates',
       'POST /holds'])[1 + hash % 5], md5(i::text)::uuid, CASE WHEN kind < 3 THEN 'pending' WHEN kind < 2000 THEN 'failed' ELSE 'done' END, t,
       CASE WHEN kind < 3 THEN t + interval '1 minute' END, CASE WHEN kind >= 3 THEN t + (hash & 4095) * interval '1 ms' END,
       CASE WHEN kind < 3 THEN NULL WHEN kind < 2000 THEN 402 ELSE 201 END, repeat('x', 60)
FROM (SELECT i, hashint4(i) & 2147483647 AS hash, i::bigint * 7919 % 100000 AS kind, now() - interval '30 days' + i * (interval '30 days' / {0})
      AS t FROM generate_series(1, {0}) i) each_row;
ALTER TABLE payment_keys ADD PRIMARY KEY (id);
CREATE INDEX ON payment_keys (created_at);)";

tables::Profile month_profile() {
  const auto when = [](const std::string& word, key::State state) {
    return tables::StateRule{
        {{.column = "status", .is = tables::Condition::Is::one_of, .values = {word}}}, state, word};
  };
  return {.name = "payments",
          .schema = "public",
          .table = "payment_keys",
          .identity = {"id"},
          .key = "key",
          .tenant = "merchant",
          .operation = "route",
          .order = {"created_at", "id"},
          .never_null = {"id", "merchant", "route", "key", "status", "created_at"},
          .states = {.column = "status",
                     .rules = {when("pending", key::State::in_progress), when("done", key::State::succeeded),
                               when("failed", key::State::failed)}},
          .lease = {.form = tables::Lease::Form::deadline, .at = {.column = "locked_until"}},
          .created_at = {.column = "created_at"},
          .completed_at = {.column = "completed_at"},
          .response_code = "code"};
}

struct Ask {
  std::string name;
  Duration span, step;
  std::vector<std::string> metrics, distributions = {};
  By by = By::nothing;
  std::string tenant = {};
};

// As a page of twelve charts asks.
std::vector<Ask> page() {
  const std::vector<std::string> flows{"created", "completed", "failed"};
  return {{"15 min by second", minutes(15), seconds(1), flows},
          {"15 min by 5 s, of a tenant, by operation",
           minutes(15),
           seconds(5),
           {"created"},
           {},
           By::operation,
           "m-0"},
          {"6 h by minute", hours(6), minutes(1), flows},
          {"6 h by minute, times", hours(6), minutes(1), {}, {"time_to_completion_ms"}},
          {"24 h by minute", hours(24), minutes(1), flows},
          {"24 h by minute, times", hours(24), minutes(1), {}, {"time_to_completion_ms"}},
          {"24 h by 10 min, by tenant", hours(24), minutes(10), {"created"}, {}, By::tenant},
          {"24 h by 10 min, by operation", hours(24), minutes(10), {"completed"}, {}, By::operation},
          {"24 h by 10 min, by code", hours(24), minutes(10), {"completed", "failed"}, {}, By::code},
          {"30 d by hour", hours(720), hours(1), flows},
          {"30 d by minute", hours(720), minutes(1), flows},
          {"30 d by hour, times", hours(720), hours(1), {}, {"time_to_completion_ms"}},
          {"how it stands",
           hours(1),
           minutes(1),
           {"in_progress", "oldest_in_progress_s", "stuck", "oldest_stuck_s"}}};
}

double rounded(double value) { return std::round(value * 100) / 100; }

class Bench {
 public:
  Bench(const Options& options, std::string conninfo)
      : options_(options), conninfo_(std::move(conninfo)), look_(conninfo_) {
    look_.exec("SET timezone = 'UTC'; SET jit = off");
  }

  Json run() {
    Json out;
    const Touched before = touched(conninfo_, "payment_keys");
    out["unasked"] = charts({});
    const Touched after = touched(conninfo_, "payment_keys");
    out["seq_scans"] = after.seq_scans - before.seq_scans;
    std::vector<row_metrics::Cell> cells;
    out["asked"] = asked(cells);
    out["with_cells"] = charts(cells);
    double worst = 0;
    for (const char* part : {"unasked", "with_cells"}) {
      for (const Json& chart : out[part]) worst = std::max(worst, chart["server_ms_worst"].get<double>());
    }
    out["worst_statement_ms"] = worst;
    return out;
  }

 private:
  Request request_of(const Ask& ask) {
    const Timestamp now =
        *parse_iso(look_.scalar("SELECT to_char(now(), 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
    return {.from = now - ask.span,
            .to = now,
            .step = ask.step,
            .tenant = ask.tenant,
            .metrics = ask.metrics,
            .distributions = ask.distributions,
            .by = ask.by};
  }

  // Each statement of the answer at the server: planning and execution.
  std::vector<double> explained(const std::string& asked) {
    std::vector<double> ms;
    for (std::size_t at = 0; at < asked.size();) {
      const auto end = std::min(asked.find(";\n\n", at), asked.size());
      const auto plan = nlohmann::json::parse(look_.scalar("EXPLAIN (ANALYZE, TIMING off, FORMAT JSON) " +
                                                           asked.substr(at, end - at)))
                            .at(0);
      ms.push_back(plan.at("Execution Time").get<double>() + plan.at("Planning Time").get<double>());
      at = end + 3;
    }
    return ms;
  }

  Json charts(const std::vector<row_metrics::Cell>& cells) {
    Json out = Json::array();
    for (const Ask& ask : page()) {
      std::vector<double> client, worst;
      row_metrics::Reading reading;
      // A connection of its own: its statistics are told when it goes.
      pg::Connection connection = open(conninfo_);
      for (int round = 0; round < options_.rounds; ++round) {
        const auto from = Steady::now();
        auto read = row_metrics::read_rows(connection, profile_, request_of(ask), cells);
        client.push_back(seconds_since(from) * 1e3);
        if (!read) give_up(read.error());
        reading = std::move(*read);
        const auto statements = explained(reading.chart.asked);
        worst.push_back(statements.empty() ? 0 : *std::ranges::max_element(statements));
      }
      std::size_t known = 0;
      if (!reading.chart.lines.empty()) {
        for (const double value : reading.chart.lines[0].values) known += std::isnan(value) ? 0 : 1;
      }
      for (const auto& took : reading.chart.distributions) {
        for (std::size_t i = 0; i < reading.chart.steps; ++i) known += std::isnan(took.at(i, 0)) ? 0 : 1;
      }
      out.push_back({{"name", ask.name},
                     {"server_ms", rounded(quantile(worst, 0.5))},
                     {"server_ms_worst", rounded(quantile(worst, 1))},
                     {"client_ms", rounded(quantile(client, 0.5))},
                     {"steps", reading.chart.steps},
                     {"steps_known", known},
                     {"not_read", std::llround(reading.not_read)}});
    }
    return out;
  }

  Json asked(std::vector<row_metrics::Cell>& cells) {
    pg::Connection connection = open(conninfo_);
    row_metrics::Options options{.asked = true};
    options.on_cell = [&](const row_metrics::Cell& cell) { cells.push_back(cell); };
    const auto from = Steady::now();
    auto read = row_metrics::read_rows(connection, profile_, request_of(page()[10]), {}, options);
    if (!read) give_up(read.error());
    const double took = seconds_since(from);
    std::size_t bytes = 0;
    double counted = 0;
    for (const row_metrics::Cell& cell : cells) {
      for (const std::string& counts : cell.counts) bytes += counts.size();
    }
    for (const double value : read->chart.lines[0].values) counted += std::isnan(value) ? 0 : value;
    return {{"seconds", rounded(took)},
            {"rows_per_s", std::llround(counted / took)},
            {"rows", std::llround(counted)},
            {"cells", cells.size()},
            {"bytes", bytes}};
  }

  const Options& options_;
  std::string conninfo_;
  const tables::Profile profile_ = month_profile();
  test::RawConnection look_;
};

void run(const Options& options) {
  const auto server =
      quiet_server(false, options.directory,
                   {{"shared_buffers", "1GB"}, {"maintenance_work_mem", "512MB"}, {"max_wal_size", "512MB"}});
  Json out{{"benchmark", "rows"}, {"rows", options.rows}, {"rounds", options.rounds}};
  const auto from = Steady::now();
  {
    test::RawConnection raw(server->conninfo());
    out["server"] = raw.scalar("SHOW server_version");
    raw.exec("SET jit = off");
    raw.exec(fmt::format(fmt::runtime(month_of_payments), options.rows));
    raw.exec("VACUUM (FREEZE, ANALYZE) payment_keys");
  }
  out["fill_s"] = rounded(seconds_since(from));
  out.update(Bench(options, server->conninfo()).run());
  out["target"] = {{"worst_statement_ms", 200}, {"seq_scans", 0}};
  std::cout << out.dump(options.json ? -1 : 2) << '\n';
}

const Benchmark benchmark{
    "rows", "A table's own rows as a source of charts. On a private server; see tests/bench/README.md.",
    "--rows 5000 --rounds 1", [](CLI::App& app) {
      static Options options;
      app.add_option("--rows", options.rows, "Rows of the table")
          ->check(CLI::Range(1'000, 100'000'000))
          ->capture_default_str();
      app.add_option("--rounds", options.rounds, "Rounds; times are their median and worst")
          ->check(CLI::Range(1, 100))
          ->capture_default_str();
      app.add_option("--dir", options.directory, "Where the data lies")
          ->check(CLI::ExistingDirectory)
          ->capture_default_str();
      add_json(app, options.json);
      app.callback([] { run(options); });
    }};

}  // namespace
}  // namespace onceover::bench::bench_rows
