// SPDX-License-Identifier: Apache-2.0
// What publishing costs: a full outbox drained into Kafka and into a pipe, beside a loop written by hand;
// with a transaction held open; and while little or nothing comes. See README.md.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/outbox/kafka.h"
#include "core/outbox/operate.h"
#include "core/outbox/relay.h"
#include "tests/bench/hand_relay.h"
#include "tests/bench/relay_store.h"
#include "tests/support/backend.h"
#include "tests/support/kafka/kafka.h"
#include "tests/support/process.h"

namespace onceover::bench::bench_relay {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

// ----------------------------------------------------------------------------------------------------------------------
// drain

// Reads a pipe to its end in a process of its own, and prints how many lines and bytes there were.
class PipeReader {
 public:
  PipeReader() : process_(start()) { close(ends_[0]); }
  ~PipeReader() { close_end(); }
  PipeReader(const PipeReader&) = delete;
  PipeReader& operator=(const PipeReader&) = delete;
  int fd() const { return ends_[1]; }
  // Lines and bytes, after the end.
  std::pair<std::int64_t, std::int64_t> total() {
    close_end();
    if (!process_.wait()) give_up("the reader of the pipe does not end");
    std::int64_t lines = 0, bytes = 0;
    if (std::sscanf(process_.out().c_str(), "%ld %ld", &lines, &bytes) != 2)
      give_up("the reader of the pipe failed");
    return {lines, bytes};
  }

 private:
  test::Process start() {
    if (pipe2(ends_, O_CLOEXEC) != 0) give_up("there is no pipe");
    return test::Process::forked([this] {
      close(ends_[1]);
      std::vector<char> buffer(1 << 16);
      std::int64_t lines = 0, bytes = 0;
      for (ssize_t n = 0; (n = read(ends_[0], buffer.data(), buffer.size())) > 0; bytes += n)
        lines += std::count(buffer.begin(), buffer.begin() + n, '\n');
      fmt::print("{} {}\n", lines, bytes);
      return 0;
    });
  }
  void close_end() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }
  int ends_[2] = {-1, -1};
  test::Process process_;
};

// What a way published, and the processor time of its backend.
struct Drained {
  std::int64_t events = 0;
  double backend_cpu = 0;
};

Drained by_relay(const std::string& conninfo, outbox::Destination& to) {
  auto connection = open(conninfo);
  outbox::Relay relay(connection, to, {.name = "relay", .topics = {"payments"}}, "bench", Random(1));
  Drained out;
  for (;;) {
    const auto turn = relay.run_once();
    if (!turn) give_up(turn.error());
    if (!turn->trouble.empty()) give_up(turn->trouble);
    out.events += turn->published;
    if (turn->state == outbox::Turn::State::idle) break;
  }
  out.backend_cpu = backend_cpu_seconds(test::backend_pid(connection));
  return out;
}

Drained by_hand(const std::string& conninfo, const std::shared_ptr<HandSink>& to) {
  HandRelay hand(conninfo, to);
  const std::int64_t events = hand.drain();
  return {events, backend_cpu_seconds(hand.backend_pid())};
}

void drain(const RelayOptions& options) {
  const RelayStore store(options);
  test::RawConnection look(store.conninfo);
  look.exec("SET synchronous_commit = off");
  // A transaction each, as services write them.
  look.exec(
      fmt::format("DO $$ BEGIN FOR i IN 1 .. {} LOOP INSERT INTO onceover.outbox ({}) VALUES ({}); COMMIT; "
                  "END LOOP; END $$",
                  options.events, event_columns, values_of("i", options.aggregates)));
  // Autovacuum is off: whoever reads the rows first would set their hint bits.
  look.exec("VACUUM (ANALYZE) onceover.outbox");
  look.exec("CHECKPOINT");
  const std::string bytes = look.scalar(
      "SELECT round(avg(octet_length(payload) + octet_length(headers::text) + octet_length(aggregateid) + "
      "octet_length(type))) FROM onceover.outbox");
  test::Broker broker(options.brokers);
  broker.make_topic("payments", options.partitions);
  // Producers are kept over the rounds: a service connects once.
  auto kafka = outbox::to_kafka({.brokers = broker.bootstrap()});
  if (!kafka) give_up(kafka.error());
  const auto kafka_twin = kafka_by_hand(broker.bootstrap());

  struct Way {
    const char* name;
    std::function<Drained()> run;
  };
  std::int64_t bytes_of_lines[2] = {0, 0};
  const auto piped = [&](bool is_twin) {
    PipeReader reader;
    const Drained drained = is_twin ? by_hand(store.conninfo, lines_by_hand(reader.fd()))
                                    : by_relay(store.conninfo, *outbox::to_lines(reader.fd()));
    const auto [lines, length] = reader.total();
    if (lines != drained.events) give_up(fmt::format("{} lines of {} events", lines, drained.events));
    bytes_of_lines[is_twin ? 1 : 0] = length;
    return drained;
  };
  const std::vector<Way> ways{{"kafka", [&] { return by_relay(store.conninfo, **kafka); }},
                              {"kafka_twin", [&] { return by_hand(store.conninfo, kafka_twin); }},
                              {"lines", [&] { return piped(false); }},
                              {"lines_twin", [&] { return piped(true); }}};
  std::vector<Series> series;
  std::vector<std::function<void()>> turns;
  std::vector<std::size_t> chosen;
  for (std::size_t w = 0; w < ways.size(); ++w) {
    if (std::any_of(options.only.begin(), options.only.end(),
                    [&](const auto& only) { return std::string_view(ways[w].name).starts_with(only); }))
      chosen.push_back(w), series.push_back({ways[w].name});
  }
  for (std::size_t s = 0; s < chosen.size(); ++s) {
    turns.emplace_back([&, s] {
      look.exec("DELETE FROM onceover.relays");
      look.exec("VACUUM onceover.relays");
      Turn turn;
      const double wal = wal_position(look);
      const double cpu = cpu_seconds(getpid());
      const auto from = Steady::now();
      const Drained drained = ways[chosen[s]].run();
      turn.done = drained.events;
      turn.seconds = seconds_since(from);
      turn.client_cpu = cpu_seconds(getpid()) - cpu;
      turn.server_cpu = drained.backend_cpu;
      if (turn.done != options.events)
        give_up(fmt::format("{}: {} events were published of {}", series[s].name, turn.done, options.events));
      series[s].add(turn, wal_position(look) - wal);
    });
  }
  in_turn(1, turns);
  for (Series& one : series) one = {one.name};
  in_turn(options.rounds, turns);
  if (bytes_of_lines[0] != bytes_of_lines[1] && bytes_of_lines[0] > 0 && bytes_of_lines[1] > 0)
    give_up("the lines of the two ways differ");

  Json out{{"benchmark", "relay"},
           {"server", look.scalar("SHOW server_version")},
           {"fsync", options.fsync},
           {"rounds", options.rounds},
           {"events", options.events},
           {"bytes_per_event", std::stoi(bytes)},
           {"aggregates", options.aggregates},
           {"partitions", options.partitions}};
  for (const Series& one : series) {
    out["ways"].push_back(one.json());
    if (!options.json)
      fmt::print(
          "{:<12} {:>9.0f} events/s {:>6.2f} WAL bytes, {:>5.2f} us of the client and {:>5.2f} us of the "
          "server an event\n",
          one.name, one.rate(), one.wal_bytes / static_cast<double>(one.requests),
          one.client_cpu / static_cast<double>(one.requests) * 1e6,
          one.server_cpu / static_cast<double>(one.requests) * 1e6);
  }
  for (const char* name : {"kafka", "lines"}) {
    const auto find = [&](const std::string& wanted) {
      return std::find_if(series.begin(), series.end(), [&](const Series& s) { return s.name == wanted; });
    };
    const auto way = find(name), twin = find(name + std::string("_twin"));
    if (way == series.end() || twin == series.end()) continue;
    const double ratio = way->ratio_to(*twin);
    const double cpu = (way->client_cpu + way->server_cpu) / (twin->client_cpu + twin->server_cpu);
    out["ratios"].push_back(
        {{"way", name}, {"beside", twin->name}, {"ratio", ratio}, {"target", 0.8}, {"cpu", cpu}});
    if (!options.json)
      fmt::print("{} is at {:.3f} of {} (target 0.8), with {:.3f} of its processor time\n", name, ratio,
                 twin->name, cpu);
  }
  say_or_print(options, out);
}

// -----------------------------------------------------------------------------------------------------------------------
// held

// Takes everything at once, and knows the order of each aggregate and what came twice.
class Checking final : public outbox::Destination {
 public:
  bool send(std::uint64_t token, const outbox::Stored& event) override {
    auto& last = last_[std::string(event.aggregate_id)];
    if (event.seq <= last) disorder = true;
    last = event.seq;
    const auto at = static_cast<std::size_t>(event.seq);
    if (seen_.size() <= at) seen_.resize(at * 2 + 1);
    if (seen_[at]) repeats = true;
    seen_[at] = true;
    ended_.push_back({.token = token});
    ++received;
    return true;
  }
  std::vector<outbox::Report> poll(Duration) override { return std::exchange(ended_, {}); }
  void abandon(Duration) override { ended_.clear(); }

  std::atomic<std::int64_t> received = 0;
  std::atomic<bool> disorder = false, repeats = false;

 private:
  std::unordered_map<std::string, std::int64_t> last_;
  std::vector<bool> seen_;
  std::vector<outbox::Report> ended_;
};

struct HeldRun {
  double rate = 0, last_rate = 0;  // over all, and in the last ten seconds
  double catch_up_s = 0;  // from the end of the writer, or of the transaction, until all is published
  std::int64_t written = 0, row_bytes = 0, relays_bytes = 0;
};

HeldRun run_held(const RelayOptions& options, bool holds) {
  const RelayStore store(options, {{"synchronous_commit", "off"}});
  test::RawConnection look(store.conninfo), held(store.conninfo), count(store.conninfo);
  HeldRun out;
  std::atomic<bool> stop = false;
  std::atomic<std::int64_t> written = 0;
  Checking to;
  std::string failure;
  std::mutex failure_mutex;
  const auto thread = [&](const std::function<void()>& run) {
    return std::thread([&, run] {
      try {
        run();
      } catch (const std::exception& error) {
        const std::scoped_lock lock(failure_mutex);
        failure = error.what();
        stop = true;
      }
    });
  };
  if (holds)
    held.exec(
        "BEGIN; INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid) VALUES ('payments', "
        "'payment', 'held')");
  std::atomic<bool> is_last = false;
  auto relay_thread = thread([&] {
    auto connection = open(store.conninfo);
    outbox::Relay relay(connection, to, {.name = "relay", .topics = {"payments"}}, "bench", Random(1));
    while (!stop) {
      const bool was_last = is_last;
      const auto turn = relay.run_once(50ms);
      if (!turn) give_up(turn.error());
      if (turn->state != outbox::Turn::State::idle) continue;
      if (was_last && to.received >= written) break;
      std::this_thread::sleep_for(std::min<Duration>(turn->rest, 10ms));
    }
  });
  auto writer = thread([&] {
    test::RawConnection raw(store.conninfo);
    const std::string insert = fmt::format(
        "INSERT INTO onceover.outbox ({}) SELECT {} FROM generate_series($1::bigint, $1::bigint + 99) i",
        event_columns, values_of("i", options.aggregates));
    while (!stop && !is_last) {
      // As much as the relay can take, and no more than it can hold twice.
      if (written - to.received > 30'000) {
        std::this_thread::sleep_for(1ms);
        continue;
      }
      raw.exec(insert, {std::to_string(written.load())});
      written += 100;
    }
  });
  const auto from = Steady::now();
  std::vector<std::int64_t> each_second;
  for (int second = 1; second <= static_cast<int>(options.seconds) && !stop; ++second) {
    std::this_thread::sleep_until(from + std::chrono::seconds(second));
    each_second.push_back(to.received);
    out.row_bytes = std::max<std::int64_t>(
        out.row_bytes,
        std::stoll(look.scalar("SELECT coalesce(max(pg_column_size(r.*)), 0) FROM onceover.relays r")));
  }
  const auto n = static_cast<std::int64_t>(each_second.size());
  const std::int64_t last = std::min<std::int64_t>(10, n - 1);
  out.relays_bytes = std::stoll(look.scalar("SELECT pg_relation_size('onceover.relays')"));
  is_last = true;
  writer.join();
  if (holds) {
    held.exec(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid) SELECT 'payments', 'payment', 'p-' "
        "|| i FROM generate_series(1, 9) i; COMMIT");
    written += 10;
  }
  const auto ended = Steady::now();
  relay_thread.join();
  out.catch_up_s = seconds_since(ended);
  if (!failure.empty()) give_up(failure);
  if (to.disorder || to.repeats)
    give_up(to.disorder ? "an aggregate's order is broken" : "an event came twice");
  if (to.received != written)
    give_up(fmt::format("{} events came of {}", to.received.load(), written.load()));
  out.written = written;
  out.rate = static_cast<double>(each_second.back()) / static_cast<double>(n);
  out.last_rate =
      static_cast<double>(each_second.back() - each_second[static_cast<std::size_t>(n - 1 - last)]) /
      static_cast<double>(last);
  return out;
}

void held(const RelayOptions& options) {
  Json out{{"benchmark", "relay held"},
           {"seconds", options.seconds},
           {"rounds", options.rounds},
           {"aggregates", options.aggregates}};
  std::vector<double> ratios;
  for (int round = 0; round < options.rounds; ++round) {
    const HeldRun without = run_held(options, false), with = run_held(options, true);
    ratios.push_back(with.last_rate / without.last_rate);
    for (const auto& [name, run] : {std::pair("without", without), std::pair("held", with)}) {
      out["runs"].push_back({{"name", name},
                             {"events", run.written},
                             {"events_per_s", std::llround(run.rate)},
                             {"events_per_s_last_ten", std::llround(run.last_rate)},
                             {"catch_up_s", run.catch_up_s},
                             {"progress_row_bytes", run.row_bytes},
                             {"relays_table_bytes", run.relays_bytes}});
      if (!options.json)
        fmt::print(
            "{:<8} {:>9} events {:>8.0f} events/s, in the last ten seconds {:>8.0f}; {:.2f} s to catch up; "
            "the row of progress has {} bytes, its table {}\n",
            name, run.written, run.rate, run.last_rate, run.catch_up_s, run.row_bytes, run.relays_bytes);
    }
  }
  out["ratio"] = median(ratios);
  out["target"] = 0.5;
  if (!options.json)
    fmt::print("in the last ten seconds at {:.3f} of the rate without it (target 0.5)\n", median(ratios));
  say_or_print(options, out);
}

const Benchmark benchmark{
    "relay",
    "What publishing events costs, beside a loop written by hand. On a private server; see "
    "tests/bench/README.md.",
    "--events 1000 --aggregates 10 --rounds 1 --no-fsync", [](CLI::App& app) {
      static RelayOptions options{.program = ONCEOVER_BIN_DIR "/oncectl"};
      app.add_option("--events", options.events, "Events in the outbox")
          ->check(CLI::Range(1'000, 10'000'000))
          ->capture_default_str();
      app.add_option("--aggregates", options.aggregates, "Aggregates")
          ->check(CLI::Range(1, 1'000'000))
          ->capture_default_str();
      add_rounds(app, options.rounds);
      app.add_option("--brokers", options.brokers, "Of the mock cluster")
          ->check(CLI::Range(1, 10))
          ->capture_default_str();
      app.add_option("--partitions", options.partitions, "Of the topic")
          ->check(CLI::Range(1, 1'000))
          ->capture_default_str();
      app.add_option("--only", options.only, "Only ways whose names begin so: kafka, lines")->delimiter(',');
      auto* held_flag = app.add_flag(
          "--held", options.held,
          "Instead: while a transaction is held open and events are written as fast as they are published");
      app.add_flag("--waiting", options.waiting,
                   "Instead: oncectl relay --follow while nothing, little and 1,000 events a second come")
          ->excludes(held_flag);
      app.add_option("--seconds", options.seconds, "Of --held, and of the longest phase of --waiting")
          ->check(CLI::Range(4.0, 3600.0))
          ->capture_default_str();
      app.add_option("--program", options.program, "oncectl, for --waiting")->capture_default_str();
      add_directory(app, options.directory);
      add_fsync(app, options.fsync);
      add_json(app, options.json);
      app.callback([] {
        if (options.held) return held(options);
        if (!options.waiting) return drain(options);
        for (const bool to_kafka : {false, true}) relay_waiting(options, to_kafka);
      });
    }};

}  // namespace
}  // namespace onceover::bench::bench_relay
