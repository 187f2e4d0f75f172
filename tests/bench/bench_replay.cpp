// SPDX-License-Identifier: Apache-2.0
// What a replay costs: Engine::claim on finished keys, beside a hand-written SELECT first and the no-op
// update. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>

#include "core/key/replay_headers.h"
#include "core/schema/schema.h"
#include "tests/bench/common.h"
#include "tests/bench/hand.h"
#include "tests/support/backend.h"

namespace onceover::bench::bench_replay {
namespace {

struct Options {
  int rounds = 10, clients = 4, keys = 1'000, body = 512;
  double seconds = 0.5;
  std::string directory;
  bool fsync = true, json = false;
};

// of each client: more than the engine needs to see that it meets replays alone
constexpr int reads_before_a_turn = 50;

class ReplayClient : public Client {
 public:
  virtual void flush_statistics() = 0;
};

// An engine for each connection, or for each request: with the process's share of replays, or as though it
// were the first claim.
enum class Engines { kept, shared, cold };

class ByEngine : public ReplayClient {
 public:
  ByEngine(const std::string& conninfo, Engines engines) : connection_(open(conninfo)), engines_(engines) {}
  bool run(std::int64_t number) override {
    std::optional<engine::Engine> fresh;
    if (engines_ != Engines::kept)
      fresh.emplace(connection_, nullptr, engines_ == Engines::shared ? &share_ : nullptr);
    const auto outcome = (fresh ? *fresh : kept_).claim(request_of(number), policy());
    return outcome && std::holds_alternative<engine::Replay>(*outcome);
  }
  int backend_pid() override { return test::backend_pid(connection_); }
  void flush_statistics() override {
    if (!connection_.exec("SELECT pg_catalog.pg_stat_force_next_flush()") || !connection_.exec("SELECT 1"))
      give_up("no statistics");
  }

 private:
  pg::Connection connection_;
  Engines engines_;
  engine::Engine kept_{connection_, nullptr};
  static inline engine::ReplayShare share_;
};

// The stored answer as a service needs it. Nobody guesses at a version he does not know.
bool is_answer(const HandResult& rows) {
  if (PQntuples(rows.get()) != 1 || integer_at(rows, 0) != key::response_version) return false;
  auto headers = key::decode_headers(bytes_at(rows, 2));
  if (!headers) return false;
  const key::StoredResponse response{key::response_version, static_cast<int>(integer_at(rows, 1)),
                                     std::move(*headers), std::string(bytes_at(rows, 3))};
  return response.code == 201 && !response.body.empty();
}

// As a careful author would write it with plain libpq: prepared, binary, one round trip; fingerprint, state
// and version are looked at.
class ByHand : public ReplayClient {
 public:
  ByHand(const std::string& conninfo, const char* sql) : hand_(conninfo) { hand_.prepare("replay", sql); }
  bool run(std::int64_t number) override {
    const engine::Request request = request_of(number);
    Values values;
    values.text(request.id.tenant).text(request.id.operation).text(request.id.key);
    values.text("jcs-sha256").bytes(digest_of(request));
    return is_answer(hand_.run("replay", values));
  }
  int backend_pid() override { return hand_.backend_pid(); }
  void flush_statistics() override {
    hand_.raw().exec("SELECT pg_stat_force_next_flush()");
    hand_.raw().exec("SELECT 1");
  }

 private:
  Hand hand_;
};

constexpr const char* select_first =
    "SELECT response_version, response_code, response_headers, response_body FROM onceover.keys WHERE tenant "
    "= $1 AND operation = $2 AND key = $3 AND fingerprint_kind = $4 AND fingerprint = $5::bytea AND state IN "
    "('succeeded', 'failed')";
struct Written {
  double lsn = 0, dead = 0, versions = 0;
};

Written written(test::RawConnection& look) {
  const auto number = [&](const char* sql) { return std::stod(look.scalar(sql)); };
  return {wal_position(look),
          number("SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = 'onceover.keys'::regclass"),
          number("SELECT n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_user_tables WHERE relid = "
                 "'onceover.keys'::regclass")};
}

struct Way {
  Series series;
  Clients clients{};
  double dead_tuples = 0, row_versions = 0;
};

void flush_statistics(const Way& way) {
  for (const auto& client : way.clients) static_cast<ReplayClient&>(*client).flush_statistics();
}

// One turn of one way, and what the server wrote meanwhile.
void run_turn(Way& way, test::RawConnection& look, const Options& options) {
  // Dead versions that another way left would be pruned by whoever reads next, and their WAL be counted
  // there.
  look.exec("VACUUM (FREEZE) onceover.keys");
  for (const auto& client : way.clients) {
    for (int i = 0; i < std::max(reads_before_a_turn, options.keys / 50); ++i) {
      if (!client->run(i * 50 % options.keys)) give_up(way.series.name + ": no replay");
    }
  }
  look.exec("VACUUM (FREEZE) onceover.keys");
  flush_statistics(way);
  const Written before = written(look);
  const Turn turn = take_turn(way.clients, options.seconds, [&](std::size_t client, std::int64_t i) {
    return (i * 7 + static_cast<std::int64_t>(client) * 131) % options.keys;
  });
  flush_statistics(way);
  const Written after = written(look);
  way.series.add(turn, after.lsn - before.lsn);
  way.dead_tuples += after.dead - before.dead;
  way.row_versions += after.versions - before.versions;
}

void fill(const std::string& conninfo, const Options& options) {
  auto connection = open(conninfo);
  if (auto installed = schema::install(connection); !installed) give_up(installed.error().sentence());
  engine::Engine engine(connection, nullptr);
  const key::StoredResponse response{key::response_version,
                                     201,
                                     {{"Content-Type", "application/json"}},
                                     std::string(static_cast<std::size_t>(options.body), 'x')};
  for (int key = 0; key < options.keys; ++key) {
    auto done = engine.run_known(request_of(key), policy(), key::State::succeeded, response, {});
    if (!done) give_up(done.error().sentence());
  }
}

void print_json(const std::vector<Way>& ways, const Options& options, const std::string& version) {
  nlohmann::ordered_json out{{"benchmark", "replay"},    {"server", version},
                             {"fsync", options.fsync},   {"clients", options.clients},
                             {"rounds", options.rounds}, {"turn_s", options.seconds},
                             {"keys", options.keys},     {"body_bytes", options.body}};
  for (const Way& way : ways) {
    auto row = way.series.json();
    const auto each = static_cast<double>(way.series.requests);
    row["ratio"] = way.series.ratio_to(ways[1].series);
    row["dead_tuples"] = way.dead_tuples;
    row["dead_tuples_per_request"] = way.dead_tuples / each;
    row["row_versions_per_request"] = way.row_versions / each;
    out["ways"].push_back(std::move(row));
  }
  fmt::print("{}\n", out.dump());
}

void print_table(const std::vector<Way>& ways) {
  fmt::print("{:<14} {:>12} {:>8} {:>14} {:>14} {:>14} {:>11} {:>11}\n", "way", "replays/s", "ratio",
             "WAL bytes each", "dead rows each", "versions each", "client us", "server us");
  for (const Way& way : ways) {
    const auto each = static_cast<double>(way.series.requests);
    fmt::print("{:<14} {:>12.0f} {:>8.3f} {:>14.1f} {:>14.3f} {:>14.3f} {:>11.1f} {:>11.1f}\n",
               way.series.name, way.series.rate(), way.series.ratio_to(ways[1].series),
               way.series.wal_bytes / each, way.dead_tuples / each, way.row_versions / each,
               way.series.client_cpu / each * 1e6, way.series.server_cpu / each * 1e6);
  }
}

void run(const Options& options) {
  const auto server = quiet_server(options.fsync, options.directory);
  const std::string conninfo = server->conninfo();
  fill(conninfo, options);
  test::RawConnection look(conninfo);
  look.exec("CHECKPOINT");
  std::vector<Way> ways(4);
  ways[0].series.name = "engine";
  ways[1].series.name = "select_first";
  ways[2].series.name = "engine_each";
  ways[3].series.name = "engine_cold";
  for (int i = 0; i < options.clients; ++i) {
    ways[0].clients.push_back(std::make_unique<ByEngine>(conninfo, Engines::kept));
    ways[1].clients.push_back(std::make_unique<ByHand>(conninfo, select_first));
    ways[2].clients.push_back(std::make_unique<ByEngine>(conninfo, Engines::shared));
    ways[3].clients.push_back(std::make_unique<ByEngine>(conninfo, Engines::cold));
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (Way& way : ways) run_turn(way, look, options);
  }
  if (options.json) {
    print_json(ways, options, look.scalar("SHOW server_version"));
  } else {
    print_table(ways);
  }
}

const Benchmark benchmark{"replay",
                          "What a replay costs, with an engine that is kept, one for each request, and by "
                          "hand. On a private server; see tests/bench/README.md.",
                          "--rounds 1 --turn 0.05 --clients 2 --keys 100 --body 100 --no-fsync",
                          [](CLI::App& app) {
                            static Options options;
                            add_rounds(app, options.rounds);
                            add_turn(app, options.seconds);
                            app.add_option("--clients", options.clients, "Connections at once")
                                ->check(CLI::Range(1, 64))
                                ->capture_default_str();
                            app.add_option("--keys", options.keys, "Finished keys")
                                ->check(CLI::Range(1, 1'000'000))
                                ->capture_default_str();
                            app.add_option("--body", options.body, "Bytes of each stored body")
                                ->check(CLI::Range(1, 1'000'000))
                                ->capture_default_str();
                            add_directory(app, options.directory);
                            add_fsync(app, options.fsync);
                            add_json(app, options.json);
                            app.callback([] { run(options); });
                          }};

}  // namespace
}  // namespace onceover::bench::bench_replay
