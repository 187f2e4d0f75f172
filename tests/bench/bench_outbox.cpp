// SPDX-License-Identifier: Apache-2.0
// What ten million events in 24 partitions cost those who look, the relay that is idle, and the drop of a
// partition. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "core/outbox/operate.h"
#include "core/outbox/relay.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "tests/bench/store.h"

namespace onceover::bench::bench_outbox {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

struct Options {
  std::int64_t rows = 10'000'000;
  int partitions = 24, parked = 100'000, rounds = 5;
  std::string directory = "/dev/shm";
  bool json = false;
};

// An hour each, the newest of them an hour old.
void fill(const std::string& conninfo, const Options& options) {
  test::RawConnection raw(conninfo);
  raw.exec("SET synchronous_commit = off");
  const std::int64_t each = options.rows / options.partitions;
  for (int hour = options.partitions; hour >= 1; --hour) {
    const auto at = [](int hours) {
      return fmt::format("date_trunc('hour', now()) - interval '{} h'", hours);
    };
    raw.exec(
        fmt::format("DO $$ BEGIN EXECUTE format('CREATE TABLE onceover.outbox_h{0} PARTITION OF "
                    "onceover.outbox FOR VALUES FROM (%L) TO (%L)', {1}, {2}); END $$",
                    hour, at(hour + 1), at(hour)));
    raw.exec(
        fmt::format("INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload, headers, "
                    "created_at) SELECT CASE i % 10 WHEN 0 THEN 'refunds' ELSE 'payments' END, 'payment', "
                    "'p-' || i % 100000, 'payment.captured', convert_to('{{\"payment\":\"p-' || i || "
                    "'\",\"amount\":\"10.00\",\"currency\":\"EUR\"}}', 'UTF8'), "
                    "'{{\"traceparent\":\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\"}}', {} + "
                    "i * interval '{} us' FROM generate_series(1, {}) i",
                    at(hour + 1), 3'599'000'000 / each, each));
  }
  raw.exec("VACUUM (ANALYZE) onceover.outbox");
}

// Relays in the places that differ for a reader: all is published; nothing is; in the middle of a large
// window; a topic that has a tenth of the events, and one that has none, from the beginning; adopted.
void make_relays(test::RawConnection& raw, const Options& options) {
  const auto make = [&](const char* name, const char* topics, const char* from, const char* to,
                        std::int64_t pos, bool drains = false) {
    raw.exec(
        fmt::format("INSERT INTO onceover.relays (name, topics, window_from, window_to, pos, drain_pos, "
                    "drain_up_to, database_oid) SELECT '{}', '{}', {}, {}, {}, {}, {}, oid FROM pg_database "
                    "WHERE datname = current_database()",
                    name, topics, from, to, drains ? 0 : pos, drains ? pos : 0,
                    drains ? std::to_string(options.rows) : "NULL"));
  };
  const char *none = "'3:3:'", *now = "pg_current_snapshot()";
  make("done", "{*}", now, now, 0);
  make("new", "{*}", none, none, 0);
  make("in a window", "{payments}", none, now, options.rows / 2);
  make("a tenth", "{refunds}", none, none, 0);
  make("no event", "{nothing}", none, none, 0);
  make("adopted", "{payments}", now, now, options.rows / 3, true);
  raw.exec(
      "INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, "
      "state, attempts, next_try_at) SELECT 'done', seq, id, topic, aggregatetype, aggregateid, created_at, "
      "CASE seq % 50 WHEN 0 THEN 'dead' WHEN 1 THEN 'waiting' ELSE 'behind' END, 1, CASE seq % 50 WHEN 1 "
      "THEN now() + interval '1 h' END FROM onceover.outbox WHERE seq BETWEEN $1::bigint AND $1::bigint + "
      "$2::bigint - 1",
      {std::to_string(options.rows - options.parked), std::to_string(options.parked)});
  raw.exec("VACUUM (ANALYZE) onceover.relays; ");
  raw.exec("VACUUM (ANALYZE) onceover.outbox_parked");
}

struct Measured {
  const Options& options;
  Json out = Json::array();
  double worst_ms = 0;
  void read(const std::string& name, double target_ms, const std::function<void()>& run) {
    std::vector<double> took;
    for (int round = 0; round < options.rounds; ++round) {
      const auto from = Steady::now();
      run();
      took.push_back(seconds_since(from) * 1e3);
    }
    out.push_back(
        {{"name", name}, {"ms", median(took)}, {"ms_worst", quantile(took, 1)}, {"target_ms", target_ms}});
    if (!options.json)
      fmt::print("{:<44} {:>8.1f} ms, worst {:>8.1f} (below {})\n", name, median(took), quantile(took, 1),
                 target_ms);
  }
};

// One event after the other while partitions are dropped.
struct Stream {
  explicit Stream(const std::string& conninfo)
      : thread([this, conninfo] {
          test::RawConnection raw(conninfo);
          while (!stop) {
            const auto from = Steady::now();
            raw.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'stream')");
            took.push_back(seconds_since(from) * 1e3);
          }
        }) {}
  ~Stream() { end(); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  void end() {
    stop = true;
    if (thread.joinable()) thread.join();
  }
  std::atomic<bool> stop = false;
  std::vector<double> took;
  std::thread thread;
};

template <class T>
T sound(Result<T> result) {
  if (!result) give_up(result.error());
  return std::move(*result);
}

// A range of two hours in the middle: found by its times, counted as a dry run does, and its batches written
// anew, each taken back.
void republish(Measured& measured, pg::Connection& connection, test::RawConnection& look,
               const Options& options) {
  const auto at = [&](int hours) {
    return *parse_iso(look.scalar(
        "SELECT to_char((date_trunc('hour', now()) - make_interval(hours => $1)) AT TIME ZONE 'UTC', "
        "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
        {std::to_string(hours)}));
  };
  const int middle = options.partitions / 2;
  outbox::Selection range;
  measured.read("the numbers of a range of times", 200,
                [&] { range = sound(outbox::between(connection, {}, at(middle + 1), at(middle - 1))); });
  // Not on the bounds of partitions, and to the newest event.
  measured.read("the same within partitions", 200, [&] {
    (void)sound(outbox::between(connection, {}, at(middle + 1) + Duration(50min), at(1) - Duration(10min)));
  });
  const audit::Actor actor{"bench", "here", "bench_outbox"};
  struct Filter {
    const char* name;
    outbox::Selection selection;
  };
  std::vector<Filter> filters{{"of a topic", range}, {"of an aggregate", range}, {"of no event", range}};
  filters[0].selection.topic = "payments";
  filters[1].selection.aggregate_id = "p-4711";
  filters[2].selection.topic = "nothing";
  for (const auto& [name, selection] : filters) {
    measured.read(fmt::format("a step of the count before republishing, {}", name), 200,
                  [&] { (void)sound(outbox::count(connection, selection, 100'000)); });
    // One after the other, so that rounds differ; taken back at the end.
    auto rest = selection;
    measured.read(fmt::format("a step of republishing, {}", name), 200, [&] {
      const auto done = sound(outbox::republish(connection, rest, "bench", actor));
      rest.after_seq = done.reached.value_or(selection.after_seq);
    });
  }
  outbox::Selection whole = filters[1].selection;
  const auto from = Steady::now();
  const auto counted = sound(outbox::count_all(connection, whole, 1'000'000, [] { return true; }));
  if (!measured.options.json)
    fmt::print("{:<44} {:>8.1f} ms for {} events of an aggregate\n", "the count of all of the range",
               seconds_since(from) * 1e3, counted.events);
}

struct Sink final : outbox::Destination {
  bool send(std::uint64_t token, const outbox::Stored&) override {
    ended.push_back({.token = token});
    return true;
  }
  std::vector<outbox::Report> poll(Duration) override {
    sent += static_cast<std::int64_t>(ended.size());
    return std::exchange(ended, {});
  }
  void abandon(Duration) override { ended.clear(); }
  std::vector<outbox::Report> ended;
  std::int64_t sent = 0;
};

// A transaction writes an event and stays open while 2,000,000 of others pass; then it commits, and 5,000
// more are there, so that the window is a large one.
void late_event(Measured& measured, pg::Connection& connection, const std::string& conninfo,
                const Options& options) {
  Sink sink;
  outbox::Relay relay(connection, sink, {.name = "late", .topics = {"late"}, .start = outbox::Start::now},
                      "bench", Random(1));
  const auto drain = [&] {
    for (;;) {
      const auto turn = sound(relay.run_once());
      if (turn.state == outbox::Turn::State::idle) return;
    }
  };
  drain();
  test::RawConnection writer(conninfo), others(conninfo);
  others.exec("SET synchronous_commit = off");
  writer.exec("BEGIN; INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('late', 'p-1')");
  others.exec(
      fmt::format("INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'p-' || i % 1000 FROM "
                  "generate_series(1, {}) i",
                  std::min<std::int64_t>(2'000'000, options.rows)));
  drain();
  others.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'late', 'p-' || i % 1000 FROM "
      "generate_series(1, 5000) i");
  writer.exec("COMMIT");
  sink.sent = 0;
  const auto from = Steady::now();
  while (sink.sent == 0) (void)sound(relay.run_once(1ms));
  const double first = seconds_since(from) * 1e3;
  drain();
  if (sink.sent != 5001) give_up(fmt::format("{} events were published", sink.sent));
  if (!measured.options.json)
    fmt::print("{:<44} {:>8.1f} ms to the first, {:.1f} ms to the last\n", "a late event in a large window",
               first, seconds_since(from) * 1e3);
  measured.out.push_back({{"name", "a late event in a large window"},
                          {"ms_first", first},
                          {"ms_all", seconds_since(from) * 1e3},
                          {"target_ms", 200}});
  sound(relay.let_go().map([] { return true; }));
}

void run(const Options& options) {
  const auto server = quiet_server(false, options.directory, {{"shared_buffers", "2GB"}});
  const std::string conninfo = server->conninfo();
  auto connection = open(conninfo);
  if (auto installed = schema::install(connection); !installed) give_up(installed.error());
  const auto from = Steady::now();
  fill(conninfo, options);
  const double fill_s = seconds_since(from);
  test::RawConnection look(conninfo);
  make_relays(look, options);
  look.exec("CHECKPOINT");
  const auto bytes = [&] {
    return std::stoll(
        look.scalar("SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = "
                    "'onceover.outbox'::regclass"));
  };
  const std::int64_t bytes_before = bytes();
  Measured measured{options};

  measured.read("relays(), six of them, three far behind", 200, [&] {
    const auto views = sound(outbox::relays(connection));
    for (const auto& v : views) {
      const bool is_right = v.name == "done"       ? v.lag == 0 && v.is_lag_exact
                            : v.name == "no event" ? v.lag == 0 && !v.is_lag_exact
                                                   : v.lag > 0 && !v.is_lag_exact;
      if (!is_right)
        give_up(fmt::format("the lag of \"{}\" is {}{}", v.name, v.lag, v.is_lag_exact ? "" : " or more"));
    }
  });
  measured.read("parked(), the first page", 200, [&] {
    if (sound(outbox::parked(connection, "", "")).size() != 200) give_up("the page is not full");
  });
  measured.read("parked(), dead ones of a relay", 200, [&] {
    if (sound(outbox::parked(connection, "done", "dead")).size() != 200) give_up("the page is not full");
  });
  const auto last_page = sound(outbox::parked(
      connection, "done", "", outbox::ParkedEvent{.relay = "done", .seq = options.rows - 300}));
  measured.read("parked(), the last page", 200, [&] {
    if (sound(outbox::parked(connection, "done", "", last_page.back())).empty()) give_up("the page is empty");
  });
  const auto look_as_relay = [&](std::string_view sql, const pg::Params& params) {
    const pg::Statement both[] = {{sql::outbox_settings, {}}, {sql, params}};
    return sound(connection.pipeline(both, pg::Connection::Ends::open))[1];
  };
  const std::string now = look.scalar("SELECT pg_current_snapshot()"), all = "3:3:";
  const std::vector<std::string> topics{"payments"};
  measured.read("a relay's look for a new window, none there", 10,
                [&] { (void)look_as_relay(sql::outbox_window, pg::params(now, std::int64_t{4000})); });
  measured.read("a relay's look for parked events that are due", 10,
                [&] { (void)look_as_relay(sql::parked_due, pg::params("done", std::int64_t{1000}, true)); });
  measured.read("1,000 events in the middle of a large window", 50, [&] {
    const auto rows = look_as_relay(
        sql::outbox_walk, pg::params(all, now, options.rows / 2, topics, std::int64_t{8'000'000},
                                     Timestamp::minus_infinity(), std::int64_t{1000}, std::int64_t{50'000}));
    if (rows.size() != 1000) give_up("the batch is not full");
  });
  measured.read("50,000 rows with no event for a relay", 200, [&] {
    const std::vector<std::string> none{"nothing"};
    const auto rows = look_as_relay(
        sql::outbox_walk, pg::params(all, now, options.rows / 2, none, std::int64_t{8'000'000},
                                     Timestamp::minus_infinity(), std::int64_t{1000}, std::int64_t{50'000}));
    const auto passed = look_as_relay(
        sql::outbox_pass,
        pg::params(all, now, options.rows / 2, none, Timestamp::minus_infinity(), std::int64_t{50'000}));
    if (!rows.empty() || passed.integer(0, 0) != options.rows / 2 + 50'000) give_up("it is not passed");
  });
  republish(measured, connection, look, options);
  late_event(measured, connection, conninfo, options);
  measured.read("why a partition is kept", 200, [&] {
    if (look.scalar("SELECT coalesce(onceover.needs_outbox_partition('onceover.outbox_h3', now() - interval "
                    "'4 h', now() - interval '3 h'), '')")
            .empty())
      give_up("a relay that has published nothing does not need its partition");
  });

  // Only relays that have passed it let a partition go.
  look.exec("DELETE FROM onceover.outbox_parked");
  look.exec("DELETE FROM onceover.relays WHERE name <> 'done'");
  Stream stream(conninfo);
  std::vector<double> drops;
  const int keep = options.partitions / 2;
  while (static_cast<int>(drops.size()) < options.partitions - keep) {
    const auto began = Steady::now();
    const auto dropped = connection.exec("SELECT onceover.drop_outbox_partition($1::interval)",
                                         pg::params(Duration(std::chrono::hours(keep))));
    // 55P03: a writer held its lock for 50 ms; the next pass drops it.
    if (!dropped && dropped.error().sqlstate == "55P03") continue;
    if (!dropped) give_up(dropped.error());
    if (dropped->is_null(0, 0)) break;
    drops.push_back(seconds_since(began) * 1e3);
  }
  stream.end();
  const double waited = quantile(stream.took, 1);
  const std::int64_t bytes_after = bytes();
  if (drops.empty()) give_up("no partition was dropped");
  if (!options.json)
    fmt::print(
        "{} partitions dropped: {:.1f} ms each, worst {:.1f} (below 1000); of {} INSERTs beside them the "
        "longest took {:.1f} ms (below 100); {:.0f} MB of {:.0f} MB freed\n",
        drops.size(), median(drops), quantile(drops, 1), stream.took.size(), waited,
        static_cast<double>(bytes_before - bytes_after) / 1e6, static_cast<double>(bytes_before) / 1e6);
  const Json out{{"benchmark", "outbox"},
                 {"server", look.scalar("SHOW server_version")},
                 {"rows", options.rows},
                 {"partitions", options.partitions},
                 {"parked", options.parked},
                 {"fill_s", fill_s},
                 {"bytes", bytes_before},
                 {"reads", measured.out},
                 {"drop",
                  {{"partitions", drops.size()},
                   {"ms", median(drops)},
                   {"ms_worst", quantile(drops, 1)},
                   {"inserts", stream.took.size()},
                   {"insert_ms_worst", waited},
                   {"bytes_freed", bytes_before - bytes_after}}}};
  if (options.json) fmt::print("{}\n", out.dump());
}

const Benchmark benchmark{
    "outbox", "What many events in partitions cost. On a private server; see tests/bench/README.md.",
    "--rows 100000 --partitions 4 --parked 10000 --rounds 1", [](CLI::App& app) {
      static Options options;
      app.add_option("--rows", options.rows, "Events")
          ->check(CLI::Range(100'000, 1'000'000'000))
          ->capture_default_str();
      app.add_option("--partitions", options.partitions, "Of an hour each")
          ->check(CLI::Range(4, 1'000))
          ->capture_default_str();
      app.add_option("--parked", options.parked, "Parked events of one relay")
          ->check(CLI::Range(10'000, 10'000'000))
          ->capture_default_str();
      app.add_option("--rounds", options.rounds, "Each reading is repeated so often")
          ->check(CLI::Range(1, 1'000))
          ->capture_default_str();
      app.add_option("--dir", options.directory, "Where the server's data lies; 400 MB for a million events")
          ->capture_default_str();
      add_json(app, options.json);
      app.callback([] { run(options); });
    }};

}  // namespace
}  // namespace onceover::bench::bench_outbox
