// SPDX-License-Identifier: Apache-2.0
// What a received event costs: arrays and single events, each way beside its twin by plain libpq, and the WAL
// of duplicates. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>

#include "core/inbox/inbox.h"
#include "core/pg/params.h"
#include "core/schema/schema.h"
#include "tests/bench/common.h"
#include "tests/bench/hand.h"
#include "tests/support/backend.h"

namespace onceover::bench::bench_inbox {
namespace {

struct Options {
  int rounds = 10, clients = 4, array = 1'000;
  double seconds = 0.5;
  std::string directory;
  std::vector<std::string> only{""};
  bool fsync = true, json = false;
};

constexpr std::string_view source = "orders";
// numbers of events that are there before the turns
constexpr std::int64_t duplicates_from = 1'000'000'000'000;

std::string id_of(std::int64_t number) { return fmt::format("evt_{:020}", number); }
std::string fingerprint_of(std::int64_t number) { return fmt::format("{:032}", number); }

inbox::Event event_of(std::int64_t number) {
  inbox::Event event;
  event.source = source;
  event.id = id_of(number);
  event.fingerprint = fingerprint_of(number);
  return event;
}

class ByInbox : public Client {
 public:
  explicit ByInbox(const std::string& conninfo) : connection_(open(conninfo)) {}
  int backend_pid() override { return test::backend_pid(connection_); }

 protected:
  bool accept(std::span<const inbox::Event> events, inbox::Answer expected) {
    if (!connection_.exec_prepared("BEGIN")) return false;
    const auto answers = box_.accept_within(events);
    if (!answers || !connection_.exec_prepared("COMMIT")) return false;
    return std::all_of(answers->begin(), answers->end(),
                       [&](inbox::Answer answer) { return answer == expected; });
  }
  pg::Connection connection_;
  inbox::Inbox box_{connection_, "billing"};
};

class Arrays : public ByInbox {
 public:
  Arrays(const std::string& conninfo, int size, bool repeats = false)
      : ByInbox(conninfo), size_(size), repeats_(repeats) {}
  bool run(std::int64_t number) override {
    std::vector<inbox::Event> events;
    events.reserve(static_cast<std::size_t>(size_));
    for (int i = 0; i < size_; ++i)
      events.push_back(event_of(repeats_ ? duplicates_from + i : number * size_ + i));
    return accept(events, repeats_ ? inbox::Answer::duplicate : inbox::Answer::accepted);
  }

 private:
  int size_;
  bool repeats_;
};

class Single : public ByInbox {
 public:
  using ByInbox::ByInbox;
  bool run(std::int64_t number) override {
    const inbox::Event event = event_of(number);
    return accept(std::span(&event, 1), inbox::Answer::accepted);
  }
};

class Known : public ByInbox {
 public:
  using ByInbox::ByInbox;
  bool run(std::int64_t number) override {
    const auto answer = box_.run_known(event_of(number), {});
    return answer && *answer == inbox::Answer::accepted;
  }
};

// The parts that a careful author would write: prepared, binary, one insert that skips duplicates and returns
// what is new.
namespace by_hand {

constexpr const char* array =
    "INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at) SELECT "
    "$1, $2, v.event_id, 'succeeded', v.fingerprint, clock_timestamp() FROM unnest($3::text[], $4::bytea[]) "
    "AS v (event_id, fingerprint) ORDER BY v.event_id ON CONFLICT DO NOTHING RETURNING i.event_id";
constexpr const char* one =
    "INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at) VALUES ($1, "
    "$2, $3, 'succeeded', $4::bytea, clock_timestamp()) ON CONFLICT DO NOTHING RETURNING event_id";
constexpr const char* known =
    "INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at) VALUES ($1, "
    "$2, $3, 'succeeded', $4::bytea, clock_timestamp()) ON CONFLICT DO NOTHING RETURNING "
    "set_config('onceover.inbox', 'accepted', true)";
constexpr const char* prelude =
    "SELECT concat(set_config('onceover.lock_timeout', current_setting('lock_timeout'), true), "
    "set_config('lock_timeout', $1, true), set_config('onceover.inbox', '', true))";
constexpr const char* postlude =
    "SELECT set_config('lock_timeout', current_setting('onceover.lock_timeout'), true)";
constexpr const char* require =
    "SELECT 1 / CASE WHEN p.put_back IS NULL OR coalesce(current_setting('onceover.inbox', true), '') = '' "
    "THEN 0 ELSE 1 END FROM (SELECT set_config('lock_timeout', current_setting('onceover.lock_timeout'), "
    "true) AS put_back) p";

}  // namespace by_hand

class ByHand : public Client {
 public:
  explicit ByHand(const std::string& conninfo) : hand_(conninfo) {
    const std::array<std::pair<const char*, const char*>, 10> statements{
        {{"begin", "BEGIN"},
         {"commit", "COMMIT"},
         {"savepoint", "SAVEPOINT by_hand"},
         {"release", "RELEASE SAVEPOINT by_hand"},
         {"prelude", by_hand::prelude},
         {"postlude", by_hand::postlude},
         {"require", by_hand::require},
         {"array", by_hand::array},
         {"one", by_hand::one},
         {"known", by_hand::known}}};
    for (const auto& [name, sql] : statements) hand_.prepare(name, sql);
    wait_.text("200");
  }
  int backend_pid() override { return hand_.backend_pid(); }

 protected:
  Hand hand_;
  Values none_, wait_;
};

// As it is mostly written: nothing but the insert in its transaction.
class ArraysByHand : public ByHand {
 public:
  ArraysByHand(const std::string& conninfo, int size) : ByHand(conninfo), size_(size) {}
  bool run(std::int64_t number) override {
    std::vector<std::string> ids, fingerprints;
    for (int i = 0; i < size_; ++i) {
      ids.push_back(id_of(number * size_ + i));
      fingerprints.push_back(fingerprint_of(number * size_ + i));
    }
    pg::Params arrays;
    arrays.texts(ids).byteas(fingerprints);
    Values values;
    values.text("billing").text(std::string(source));
    values.bytes(arrays.bytes_of(arrays.values()[0])).bytes(arrays.bytes_of(arrays.values()[1]));
    (void)hand_.run("begin", none_);
    const HandResult inserted = hand_.run("array", values);
    (void)hand_.run("commit", none_);
    return PQntuples(inserted.get()) == size_;
  }

 private:
  int size_;
};

// With the guards that accept_within has: lock_timeout set and restored, a savepoint, so that a contended
// event leaves the transaction usable.
class SingleByHand : public ByHand {
 public:
  using ByHand::ByHand;
  bool run(std::int64_t number) override {
    const std::string id = id_of(number), fingerprint = fingerprint_of(number);
    Values values;
    values.text("billing").text("orders").text(id).bytes(fingerprint);
    (void)hand_.run("begin", none_);
    hand_.send("prelude", wait_);
    hand_.send("savepoint", none_);
    hand_.send("one", values);
    hand_.send("release", none_);
    hand_.send("postlude", none_);
    hand_.sync();
    for (int i = 0; i < 2; ++i) (void)hand_.take();
    const HandResult inserted = hand_.take();
    for (int i = 0; i < 2; ++i) (void)hand_.take();
    hand_.end();
    (void)hand_.run("commit", none_);
    return PQntuples(inserted.get()) == 1;
  }
};

class KnownByHand : public ByHand {
 public:
  using ByHand::ByHand;
  bool run(std::int64_t number) override {
    const std::string id = id_of(number), fingerprint = fingerprint_of(number);
    Values values;
    values.text("billing").text("orders").text(id).bytes(fingerprint);
    hand_.send("prelude", wait_);
    hand_.send("known", values);
    hand_.send("require", none_);
    hand_.sync();
    (void)hand_.take();
    const HandResult inserted = hand_.take();
    (void)hand_.take();
    hand_.end();
    return PQntuples(inserted.get()) == 1;
  }
};

struct Way {
  const char* name;
  std::function<std::unique_ptr<Client>(const std::string&, const Options&)> make;
  bool is_array = false;
};

template <class T>
Way one_by_one(const char* name) {
  return {name, [](const std::string& conninfo, const Options&) { return std::make_unique<T>(conninfo); }};
}

const std::vector<Way> ways{
    {"array",
     [](const auto& conninfo, const Options& o) { return std::make_unique<Arrays>(conninfo, o.array); },
     true},
    {"array_twin",
     [](const auto& conninfo, const Options& o) { return std::make_unique<ArraysByHand>(conninfo, o.array); },
     true},
    one_by_one<Single>("single"),
    one_by_one<SingleByHand>("single_twin"),
    one_by_one<Known>("known"),
    one_by_one<KnownByHand>("known_twin"),
    {"duplicates",
     [](const auto& conninfo, const Options& o) { return std::make_unique<Arrays>(conninfo, o.array, true); },
     true}};

struct Target {
  const char *way, *beside;
  double bound;
};
constexpr std::array targets{Target{"array", "array_twin", 0.9}, Target{"single", "single_twin", 0.9},
                             Target{"known", "known_twin", 0.9}};

struct Measured {
  std::vector<Series> series{};
  std::vector<Clients> clients{};
  std::vector<int> sizes{};
  const Series* find(std::string_view name) const {
    for (const Series& one : series) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }
};

// Of a call, the benchmark's and the backends' together.
double cpu_of(const Series& series) {
  return (series.client_cpu + series.server_cpu) / static_cast<double>(series.requests);
}

void turn(Measured& measured, std::size_t way, test::RawConnection& look, const Options& options) {
  look.tamper("TRUNCATE onceover.inbox");
  look.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at) SELECT "
      "'billing', 'orders', 'evt_' || lpad((1000000000000 + i)::text, 20, '0'), 'succeeded', "
      "lpad((1000000000000 + i)::text, 32, '0')::bytea, now() FROM generate_series(0, $1::int - 1) i",
      {std::to_string(options.array)});
  look.exec("VACUUM (FREEZE) onceover.inbox");
  Clients& clients = measured.clients[way];
  for (std::size_t c = 0; c < clients.size(); ++c) {
    for (int i = 1; i <= 10; ++i) {
      if (!clients[c]->run(900'000'000 + static_cast<std::int64_t>(c) * 100 + i))
        give_up(measured.series[way].name + ": another answer");
    }
  }
  const double before = wal_position(look);
  const Turn taken = take_turn(clients, options.seconds, [](std::size_t client, std::int64_t i) {
    return static_cast<std::int64_t>(client) * 100'000'000 + i;
  });
  measured.series[way].add(taken, wal_position(look) - before);
}

void run(const Options& options) {
  const auto server = quiet_server(options.fsync, options.directory, {{"shared_buffers", "512MB"}});
  {
    auto connection = open(server->conninfo());
    if (auto installed = schema::install(connection); !installed) give_up(installed.error().sentence());
  }
  test::RawConnection look(server->conninfo());
  look.exec("CHECKPOINT");
  Measured measured;
  for (const Way& way : ways) {
    if (std::none_of(options.only.begin(), options.only.end(),
                     [&](const auto& only) { return std::string_view(way.name).starts_with(only); }))
      continue;
    measured.series.push_back({way.name});
    measured.sizes.push_back(way.is_array ? options.array : 1);
    measured.clients.emplace_back();
    for (int i = 0; i < options.clients; ++i)
      measured.clients.back().push_back(way.make(server->conninfo(), options));
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < measured.series.size(); ++i)
      turn(measured, (i + static_cast<std::size_t>(round)) % measured.series.size(), look, options);
  }
  nlohmann::ordered_json out{{"benchmark", "inbox"},      {"server", look.scalar("SHOW server_version")},
                             {"fsync", options.fsync},    {"rounds", options.rounds},
                             {"turn_s", options.seconds}, {"clients", options.clients},
                             {"array", options.array}};
  for (std::size_t i = 0; i < measured.series.size(); ++i) {
    const Series& series = measured.series[i];
    auto way = series.json();
    way["events_per_s"] = std::round(series.rate() * measured.sizes[i]);
    out["ways"].push_back(way);
    if (!options.json)
      fmt::print("{:<12} {:>10.0f} events/s {:>8.1f} WAL bytes an event\n", series.name,
                 series.rate() * measured.sizes[i],
                 series.wal_bytes / static_cast<double>(series.requests) / measured.sizes[i]);
  }
  for (const Target& target : targets) {
    const Series* way = measured.find(target.way);
    const Series* beside = measured.find(target.beside);
    if (way == nullptr || beside == nullptr) continue;
    const double ratio = way->ratio_to(*beside);
    const double cpu = cpu_of(*way) / cpu_of(*beside);
    out["ratios"].push_back({{"way", target.way},
                             {"beside", target.beside},
                             {"ratio", ratio},
                             {"target", target.bound},
                             {"cpu", cpu}});
    if (!options.json)
      fmt::print("{} is at {:.3f} of {} (target {}), with {:.3f} of its processor time\n", target.way, ratio,
                 target.beside, target.bound, cpu);
  }
  if (options.json) fmt::print("{}\n", out.dump());
}

const Benchmark benchmark{"inbox",
                          "What a received event costs, each way beside its hand-written twin. On a private "
                          "server; see tests/bench/README.md.",
                          "--rounds 1 --turn 0.05 --clients 2 --array 20 --no-fsync", [](CLI::App& app) {
                            static Options options;
                            add_rounds(app, options.rounds);
                            add_turn(app, options.seconds);
                            app.add_option("--clients", options.clients, "Connections")
                                ->check(CLI::Range(1, 36))
                                ->capture_default_str();
                            app.add_option("--array", options.array, "Events of an array")
                                ->check(CLI::Range(1, 100'000))
                                ->capture_default_str();
                            app.add_option("--only", options.only,
                                           "Only ways whose names begin so: array or single,known")
                                ->delimiter(',');
                            add_directory(app, options.directory);
                            add_fsync(app, options.fsync);
                            add_json(app, options.json);
                            app.callback([] { run(options); });
                          }};

}  // namespace
}  // namespace onceover::bench::bench_inbox
