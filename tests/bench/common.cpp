// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/common.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "core/key/fingerprint.h"

namespace onceover::bench {

void add_rounds(CLI::App& app, int& rounds) {
  app.add_option("--rounds", rounds, "Interleaved rounds; rates and ratios are their medians")
      ->check(CLI::Range(1, 1'000))
      ->capture_default_str();
}
void add_turn(CLI::App& app, double& seconds) {
  app.add_option("--turn", seconds, "Seconds of each turn")
      ->check(CLI::Range(0.01, 600.0))
      ->capture_default_str();
}
void add_directory(CLI::App& app, std::string& directory) {
  app.add_option("--dir", directory, "Where the server's data lies; without it $TMPDIR, else /tmp");
}
void add_fsync(CLI::App& app, bool& fsync) {
  app.add_flag("!--no-fsync", fsync, "Do not wait for the disk where a commit is waited for");
}
void add_json(CLI::App& app, bool& json) { app.add_flag("--json", json, "One JSON object on one line"); }

void give_up(const std::string& why) { throw std::runtime_error(why); }
void give_up(const Error& error) { give_up(error.sentence() + " " + error.detail); }

// Without these, memory that a statement frees at the heap's end goes back to the kernel each time: up to a
// fifth of a claim, which depends on where the heap happens to end and not on what is compared.
std::map<std::string, std::string> keeping_memory() {
  return {{"MALLOC_TRIM_THRESHOLD_", "33554432"}, {"MALLOC_TOP_PAD_", "4194304"}};
}

std::unique_ptr<try_it::PrivateServer> quiet_server(bool fsync, const std::string& directory,
                                                    std::map<std::string, std::string> more) {
  try_it::PrivateServer::Options options;
  options.fsync = fsync;
  options.parent_dir = directory;
  options.settings = std::move(more);
  options.settings.insert({{"wal_level", "minimal"},
                           {"max_wal_senders", "0"},
                           {"autovacuum", "off"},
                           {"checkpoint_timeout", "1d"},
                           {"max_wal_size", "64GB"},
                           {"bgwriter_lru_maxpages", "0"}});
  options.environment = keeping_memory();
  auto server = try_it::PrivateServer::start(options);
  if (!server) give_up(server.error().sentence());
  return std::move(*server);
}

double fdatasync_us(const std::string& directory) {
  const char* usual = std::getenv("TMPDIR");
  std::string path = (!directory.empty() ? directory
                      : usual != nullptr ? usual
                                         : "/tmp") +
                     "/onceover-fdatasync-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) give_up("no file could be made in " + directory);
  unlink(path.c_str());
  const std::string page(8192, 'x');
  std::vector<double> took;
  for (int i = 0; i < 50; ++i) {
    const auto from = Steady::now();
    const bool written = pwrite(file, page.data(), page.size(), 0) == static_cast<ssize_t>(page.size()) &&
                         fdatasync(file) == 0;
    took.push_back(std::chrono::duration<double, std::micro>(Steady::now() - from).count());
    if (!written) give_up("a file in " + directory + " could not be written");
  }
  close(file);
  return median(std::move(took));
}

pg::Connection open(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo});
  if (!connection) give_up(connection.error().sentence());
  return std::move(*connection);
}

engine::Request request_of(std::int64_t number) {
  return {{"acme", "POST /refunds", fmt::format("key-{}", number)},
          key::fingerprint(R"({"amount":1000})"),
          "bench",
          "c-1",
          {"cus_1", "10.00", "EUR", "ch_1"}};
}

std::string_view digest_of(const engine::Request& request) {
  return {reinterpret_cast<const char*>(request.fingerprint.digest.data()),
          request.fingerprint.digest.size()};
}

engine::OperationPolicy policy() { return {}; }

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double wal_position(test::RawConnection& look) {
  return std::stod(look.scalar("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"));
}

double cpu_seconds(int pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return 0;
  // Behind the name: state is the first field, user and system ticks are the 12th and 13th.
  std::size_t at = name_end + 1;
  for (int field = 0; field < 11; ++field) at = line.find(' ', at + 1);
  char* end = nullptr;
  const double user = std::strtod(line.c_str() + at, &end);
  return (user + std::strtod(end, nullptr)) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double backend_cpu_seconds(int pid) {
  std::ifstream file(fmt::format("/proc/{}/schedstat", pid));
  double nanoseconds = 0;
  file >> nanoseconds;
  return nanoseconds / 1e9;
}

Turn take_turn(const Clients& clients, double seconds,
               const std::function<std::int64_t(std::size_t, std::int64_t)>& number_of) {
  Turn turn;
  std::atomic<std::int64_t> done = 0;
  std::atomic<bool> sound = true;
  std::vector<std::thread> threads;
  std::barrier gate(static_cast<std::ptrdiff_t>(clients.size()) + 1);
  Deadline until;
  for (std::size_t c = 0; c < clients.size(); ++c) {
    threads.emplace_back([&, c] {
      gate.arrive_and_wait();
      std::int64_t mine = 0;
      while (sound && Steady::now() < until) {
        if (!clients[c]->run(number_of(c, mine))) sound = false;
        ++mine;
      }
      done += mine;
    });
  }
  const auto backends_cpu = [&] {
    double sum = 0;
    for (const auto& client : clients) sum += backend_cpu_seconds(client->backend_pid());
    return sum;
  };
  turn.server_cpu = -backends_cpu();
  turn.client_cpu = -cpu_seconds(getpid());
  const auto from = Steady::now();
  until = from + std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(seconds));
  gate.arrive_and_wait();
  for (auto& thread : threads) thread.join();
  turn.seconds = std::chrono::duration<double>(Steady::now() - from).count();
  turn.client_cpu += cpu_seconds(getpid());
  turn.server_cpu += backends_cpu();
  turn.done = done;
  if (!sound) give_up("a request failed");
  return turn;
}

void Series::add(const Turn& turn, double wal) {
  rates.push_back(static_cast<double>(turn.done) / turn.seconds);
  requests += turn.done;
  wal_bytes += wal;
  client_cpu += turn.client_cpu;
  server_cpu += turn.server_cpu;
  server_costs.push_back(turn.server_cpu / static_cast<double>(std::max<std::int64_t>(1, turn.done)));
}

namespace {

double median_ratio(const std::vector<double>& ours, const std::vector<double>& theirs) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i)
    ratios.push_back(ours[i] / theirs[i]);
  return median(std::move(ratios));
}

}  // namespace

double Series::ratio_to(const Series& other) const { return median_ratio(rates, other.rates); }

double Series::server_cost_to(const Series& other) const {
  return median_ratio(server_costs, other.server_costs);
}

nlohmann::ordered_json Series::json() const {
  const auto rounded = [](double value, double parts) { return std::round(value * parts) / parts; };
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  const auto each = static_cast<double>(std::max<std::int64_t>(1, requests));
  return {{"name", name},
          {"requests", requests},
          {"requests_per_s", std::llround(rate())},
          {"requests_per_s_min", std::llround(*low)},
          {"requests_per_s_max", std::llround(*high)},
          {"client_cpu_us", rounded(client_cpu / each * 1e6, 100)},
          {"server_cpu_us", rounded(server_cpu / each * 1e6, 100)},
          {"wal_bytes", std::llround(wal_bytes)},
          {"wal_bytes_per_request", rounded(wal_bytes / each, 1000)}};
}

}  // namespace onceover::bench
