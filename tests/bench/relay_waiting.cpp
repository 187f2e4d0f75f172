// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "tests/bench/relay_store.h"
#include "tests/support/kafka/kafka.h"
#include "tests/support/process.h"

namespace onceover::bench {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

// The events' times of arrival, by the number at the end of their payload.
class Arrivals {
 public:
  explicit Arrivals(std::size_t most) : at_(most) {}
  void arrived(std::string_view text) {
    const std::size_t begin = text.find("\"number\":\"");
    if (begin == std::string_view::npos) return;
    const auto number = static_cast<std::size_t>(std::stoll(std::string(text.substr(begin + 10, 12))));
    std::int64_t none = 0;
    if (number < at_.size())
      at_[number].compare_exchange_strong(none, Steady::now().time_since_epoch().count());
    ++count;
  }
  std::int64_t at(std::size_t number) const { return at_[number]; }
  std::atomic<std::int64_t> count = 0;

 private:
  std::vector<std::atomic<std::int64_t>> at_;
};

}  // namespace

void relay_waiting(const RelayOptions& options, bool to_kafka) {
  const RelayStore store(options);
  test::RawConnection look(store.conninfo);
  std::optional<test::Broker> broker;
  if (to_kafka) broker.emplace(options.brokers).make_topic("payments", options.partitions);
  Arrivals arrivals(1'000'000);
  const std::string fifo = store.server->socket_dir() + "/lines";
  std::vector<std::string> arguments;
  if (to_kafka) {
    const std::string file = store.server->socket_dir() + "/relay.toml";
    std::ofstream(file) << fmt::format(
        "version = 1\n[[store]]\nname = \"main\"\ndsn = \"{}\"\nprepare = true\n"
        "[[relay]]\nname = \"waiting\"\nstore = \"main\"\ntopics = [\"payments\"]\n[relay.kafka]\nbrokers = "
        "\"{}\"\n",
        store.conninfo, broker->bootstrap());
    std::filesystem::permissions(file,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    arguments = {options.program, "relay", "--follow", "--config", file};
  } else {
    if (mkfifo(fifo.c_str(), 0600) != 0) give_up("there is no named pipe");
    arguments = {"/bin/sh",
                 "-c",
                 "exec \"$@\" > \"$0\"",
                 fifo,
                 options.program,
                 "relay",
                 "--name",
                 "waiting",
                 "--topic",
                 "payments",
                 "--lines",
                 "--follow",
                 "--dsn",
                 store.conninfo};
  }
  std::atomic<bool> stop = false;
  const int fd = to_kafka ? -1 : ::open(fifo.c_str(), O_RDWR | O_CLOEXEC);
  std::thread receiver([&] {
    if (to_kafka) {
      test::follow(
          broker->bootstrap(), "payments", options.partitions, [&] { return !stop; },
          [&](std::string_view value) { arrivals.arrived(value); });
      return;
    }
    std::string rest;
    std::vector<char> buffer(1 << 16);
    for (ssize_t n = 0; !stop && (n = read(fd, buffer.data(), buffer.size())) > 0;) {
      rest.append(buffer.data(), static_cast<std::size_t>(n));
      std::size_t from = 0;
      for (std::size_t end = 0; (end = rest.find('\n', from)) != std::string::npos; from = end + 1)
        arrivals.arrived(std::string_view(rest).substr(from, end - from));
      rest.erase(0, from);
    }
  });
  auto program = test::Process::spawn(arguments);
  const auto wait_for = [&](const std::function<bool()>& is_so, const char* what) {
    for (const auto until = Steady::now() + 30s; !is_so();) {
      if (Steady::now() > until || !program.is_running())
        give_up(fmt::format("{}: {}{}", what, program.out(), program.err()));
      std::this_thread::sleep_for(20ms);
    }
  };
  wait_for(
      [&] { return look.scalar("SELECT count(*) FROM onceover.relays WHERE locked_until > now()") == "1"; },
      "the relay did not start");
  std::vector<int> backends;
  for (const auto& row : look.exec("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' "
                                   "AND pid <> pg_backend_pid()"))
    backends.push_back(std::stoi(*row[0]));
  const auto server_cpu = [&] {
    double sum = 0;
    for (const int pid : backends) sum += backend_cpu_seconds(pid);
    return sum;
  };
  const std::string insert = fmt::format("INSERT INTO onceover.outbox ({}) VALUES ({})", event_columns,
                                         values_of("$1::bigint", options.aggregates));
  std::int64_t next = 1;
  // Writes so many a second, by four connections, and returns when all have arrived.
  const auto phase = [&](const char* name, double per_s, double seconds) {
    constexpr std::size_t writers = 4;
    const auto events = static_cast<std::int64_t>(per_s * seconds);
    std::vector<std::int64_t> committed(static_cast<std::size_t>(next + events));
    // Statistics of an idle backend appear within a second of its next transaction's end.
    const auto progress_writes = [&] {
      std::this_thread::sleep_for(1500ms);
      return std::stoll(
          look.scalar("SELECT n_tup_upd FROM pg_stat_user_tables WHERE relid = 'onceover.relays'::regclass"));
    };
    const std::int64_t writes = progress_writes();
    const double cpu = cpu_seconds(program.pid()), backend = server_cpu(), wal = wal_position(look);
    const auto from = Steady::now();
    std::vector<std::thread> threads;
    std::atomic<bool> failed = false;
    for (std::size_t w = 0; w < std::min<std::size_t>(writers, static_cast<std::size_t>(events)); ++w) {
      threads.emplace_back([&, w] {
        try {
          test::RawConnection raw(store.conninfo);
          for (std::int64_t i = static_cast<std::int64_t>(w); i < events; i += writers) {
            std::this_thread::sleep_until(
                from + std::chrono::duration_cast<Steady::duration>(
                           std::chrono::duration<double>((static_cast<double>(i) + 0.5) / per_s)));
            raw.exec(insert, {std::to_string(next + i)});
            committed[static_cast<std::size_t>(next + i)] = Steady::now().time_since_epoch().count();
          }
        } catch (const std::exception&) {
          failed = true;
        }
      });
    }
    for (auto& thread : threads) thread.join();
    if (failed) give_up("an event could not be written");
    std::this_thread::sleep_until(
        from + std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(seconds)));
    const double took = seconds_since(from);
    const double used = cpu_seconds(program.pid()) - cpu, backend_used = server_cpu() - backend,
                 wal_used = wal_position(look) - wal;
    wait_for([&] { return arrivals.count >= next - 1 + events; }, "events did not arrive");
    const auto wrote = progress_writes() - writes;
    std::vector<double> lags;
    // An idle relay looks each half second: what comes first waits for that.
    for (std::int64_t i = next + static_cast<std::int64_t>(std::ceil(per_s)); i < next + events; ++i)
      lags.push_back(std::max(0.0, static_cast<double>(arrivals.at(static_cast<std::size_t>(i)) -
                                                       committed[static_cast<std::size_t>(i)]) /
                                       1e6));
    next += events;
    Json result{{"phase", name},
                {"to", to_kafka ? "kafka" : "lines"},
                {"events", events},
                {"seconds", took},
                {"relay_cpu", used / took},
                {"backend_cpu", backend_used / took},
                {"progress_writes_per_s", static_cast<double>(wrote) / took},
                {"wal_bytes", std::llround(wal_used)}};
    if (!lags.empty())
      result["lag_ms"] = {
          {"p50", quantile(lags, 0.5)}, {"p99", quantile(lags, 0.99)}, {"max", quantile(lags, 1)}};
    if (!options.json)
      fmt::print(
          "{:<6} {:<7} {:>6} events: {:>5.2f} % of a core by the relay, {:>5.2f} % by its backend, {:>5.1f} "
          "writes of progress a second, lag p50 {:.1f} ms, p99 {:.1f} ms, most {:.1f} ms\n",
          to_kafka ? "kafka" : "lines", name, events, used / took * 100, backend_used / took * 100,
          static_cast<double>(wrote) / took, quantile(lags, 0.5), quantile(lags, 0.99), quantile(lags, 1));
    return result;
  };
  // The first message makes connections, and a broker's partitions their leaders.
  phase("first", 10, 1);
  Json out{{"benchmark", "relay waiting"},
           {"server", look.scalar("SHOW server_version")},
           {"fsync", options.fsync}};
  out["phases"].push_back(phase("idle", 0, options.seconds / 2));
  out["phases"].push_back(phase("1/s", 1, options.seconds));
  out["phases"].push_back(phase("1000/s", 1000, options.seconds / 2));
  say_or_print(options, out);
  program.kill(SIGTERM);
  program.wait();
  stop = true;
  if (fd >= 0 && write(fd, "\n", 1) != 1) give_up("the pipe is gone");
  receiver.join();
  if (fd >= 0) close(fd);
}

}  // namespace onceover::bench
