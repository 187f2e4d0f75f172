// SPDX-License-Identifier: Apache-2.0
// Whether the service's memory is flat: `oncectl sweep --follow` on a store where keys expire, are settled
// and go, all the time. See README.md.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "core/schema/schema.h"
#include "tests/bench/store.h"
#include "tests/integration/oncectl/fake_gateway.h"
#include "tests/support/eventually.h"
#include "tests/support/process.h"
#include "tests/support/raw.h"

namespace onceover::bench::bench_memory {
namespace {

struct Options {
  double minutes = 2;
  int per_minute = 6000;
  std::string program = ONCEOVER_BIN_DIR "/oncectl", series;
  bool json = false;
};

// Seconds since the service stood ready, and kilobytes.
struct Sample {
  double at = 0, rss = 0, anonymous = 0;
};

std::optional<Sample> sample_of(pid_t pid, double at) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  Sample sample{at, 0, 0};
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) sample.rss = std::stod(line.substr(6));
    if (line.starts_with("RssAnon:")) sample.anonymous = std::stod(line.substr(8));
  }
  return sample.rss > 0 ? std::optional(sample) : std::nullopt;
}

std::vector<double> of(const std::vector<Sample>& samples, double Sample::*field, double from, double to) {
  std::vector<double> values;
  for (const Sample& one : samples) {
    if (one.at >= from && one.at < to) values.push_back(one.*field);
  }
  return values;
}

// By least squares, a minute; from `from` on.
double slope(const std::vector<Sample>& samples, double Sample::*field, double from) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Sample& one : samples) {
    if (one.at < from) continue;
    n += 1;
    x += one.at / 60;
    y += one.*field;
    xx += one.at / 60 * one.at / 60;
    xy += one.at / 60 * one.*field;
  }
  const double spread = n * xx - x * x;
  return spread > 0 ? (n * xy - x * y) / spread : 0;
}

nlohmann::ordered_json told(const std::vector<Sample>& samples, double Sample::*field, double all) {
  const double window = std::min(60.0, all / 3);
  nlohmann::ordered_json minutes = nlohmann::ordered_json::array();
  for (double at = 0; at + window / 2 < all; at += 60)
    minutes.push_back(quantile(of(samples, field, at, at + 60), 0.5));
  return {{"first_kb", quantile(of(samples, field, 0, window), 0.5)},
          {"last_kb", quantile(of(samples, field, all - window, all + 1), 0.5)},
          {"max_kb", quantile(of(samples, field, 0, all + 1), 1)},
          {"slope_kb_per_min", std::round(slope(samples, field, all / 2) * 10) / 10},
          {"medians_kb", std::move(minutes)}};
}

// What the log lines say of what was done: the service counts it itself.
double counted(const std::string& metrics, const std::string& series) {
  double sum = 0;
  std::istringstream lines(metrics);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(series)) sum += std::stod(line.substr(line.rfind(' ') + 1));
  }
  return sum;
}

// A key's life here: its lease has ended when it is made, it is settled, and it may go half a minute later.
constexpr const char* more_keys =
    "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
    "locked_until, owner, customer, amount, currency, created_at, retention_s) SELECT 'acme', 'refund', 'k-' "
    "|| $1 || '-' || n, 'in_progress', nextval('onceover.fence'), 'raw-sha256', sha256('body'), "
    "clock_timestamp(), 'executor-1', 'cus-1', 12.50, 'EUR', clock_timestamp() - interval '1 minute', 30 "
    "FROM generate_series(1, $2::int) n";

// Until an address stands in the log: where the service listens.
std::string address_in(const std::string& log, test::Process& child) {
  std::string address;
  test::eventually(
      [&] {
        std::ifstream in(log);
        for (std::string line; address.empty() && std::getline(in, line);) {
          const auto said = nlohmann::json::parse(line, nullptr, false);
          if (said.is_object() && said.value("message", "") == "Listening.") address = said["address"];
        }
        return !address.empty() || !child.is_running();
      },
      std::chrono::seconds(60));
  if (!address.empty()) return address;
  std::stringstream all;
  all << std::ifstream(log).rdbuf();
  give_up("the service did not start: " + all.str());
}

void run(const Options& options) {
  const auto server = quiet_server(
      false, {}, {{"autovacuum", "on"}, {"autovacuum_naptime", "5s"}, {"checkpoint_timeout", "5min"}});
  {
    auto connection = open(server->conninfo());
    if (auto installed = schema::install(connection); !installed) give_up(installed.error());
  }
  oncectl::FakeGateway gateway;
  gateway.knows_done();
  std::string folder = (std::filesystem::temp_directory_path() / "onceover-memory-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) give_up("no folder");
  const std::string config = folder + "/sweep.toml", log = folder + "/log";
  std::ofstream(config)
      << "version = 1\nlog = \"json\"\nlisten = \"127.0.0.1:0\"\n[[store]]\nname = \"main\"\ndsn = \""
      << server->conninfo() << "\"\n[[gateway]]\nname = \"acme\"\nfile = \"" << gateway.config_path()
      << "\"\n[[sweep]]\nname = \"keys\"\nstore = \"main\"\ngateway = \"acme\"\nevery = "
         "\"500ms\"\n[[reap]]\nname = \"keys\"\nstore = \"main\"\nevery = \"2s\"\n";
  test::Process child =
      test::Process::spawn({"/bin/sh", "-c", "exec \"$1\" sweep --follow --config \"$2\" 2>\"$3\"", "sh",
                            options.program, config, log});
  const std::string address = address_in(log, child);
  test::RawConnection raw(server->conninfo());
  std::vector<Sample> samples;
  std::string metrics;
  const auto began = Steady::now();
  std::int64_t made = 0;
  for (int second = 0; second < options.minutes * 60; ++second) {
    std::this_thread::sleep_until(began + std::chrono::seconds(second));
    const auto due = static_cast<std::int64_t>((second + 1) / 60.0 * options.per_minute) - made;
    raw.exec(more_keys, {std::to_string(second), std::to_string(due)});
    made += due;
    if (second % 5 == 4) metrics = oncectl::fetched(address, "/metrics");  // as Prometheus would
    const auto sample = sample_of(child.pid(), second);
    if (!sample) give_up("the service has ended; its log: " + log);
    samples.push_back(*sample);
  }
  metrics = oncectl::fetched(address, "/metrics");
  child.kill(SIGTERM);
  const auto ended = child.wait(std::chrono::seconds(60));
  if (!ended || *ended != test::Exit{0, 0}) give_up(fmt::format("the service ended badly; its log: {}", log));
  if (!options.series.empty()) {
    std::ofstream out(options.series);
    out << "second,rss_kb,anonymous_kb\n";
    for (const Sample& one : samples) out << fmt::format("{},{},{}\n", one.at, one.rss, one.anonymous);
  }
  const double all = options.minutes * 60;
  const nlohmann::ordered_json out{
      {"benchmark", "memory"},
      {"minutes", options.minutes},
      {"keys_made", made},
      {"settled", counted(metrics, "onceover_sweep_settled_total{")},
      {"reaped", counted(metrics, "onceover_reap_deleted_total{")},
      {"failed",
       counted(metrics, "onceover_sweep_passes_total{sweep=\"keys\",store=\"main\",result=\"failed\"")},
      {"log_bytes", std::filesystem::file_size(log)},
      {"rss", told(samples, &Sample::rss, all)},
      {"anonymous", told(samples, &Sample::anonymous, all)}};
  std::cout << out.dump(options.json ? -1 : 2) << '\n';
  std::filesystem::remove_all(folder);
}

const Benchmark benchmark{
    "memory",
    "The memory of `oncectl sweep --follow` over time, on a private server; see tests/bench/README.md.",
    "--minutes 0.1 --per-minute 60", [](CLI::App& app) {
      static Options options;
      app.add_option("--minutes", options.minutes, "How long")
          ->check(CLI::Range(0.1, 10'000.0))
          ->capture_default_str();
      app.add_option("--per-minute", options.per_minute, "Keys whose lease ends in a minute")
          ->check(CLI::Range(60, 600'000))
          ->capture_default_str();
      app.add_option("--program", options.program, "oncectl, of another build")
          ->type_name("FILE")
          ->capture_default_str();
      app.add_option("--series", options.series, "Each second's sample as CSV")->type_name("FILE");
      add_json(app, options.json);
      app.callback([] { run(options); });
    }};

}  // namespace
}  // namespace onceover::bench::bench_memory
