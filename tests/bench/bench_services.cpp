// SPDX-License-Identifier: Apache-2.0
// What the SQL contract costs the server beside the engine: a lease cycle, a replay, an answer known in
// advance. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/schema/schema.h"
#include "tests/bench/common.h"
#include "tests/bench/hand.h"
#include "tests/support/backend.h"

namespace onceover::bench::bench_services {
namespace {

struct Options {
  int rounds = 10, clients = 1, keys = 1'000;
  double seconds = 0.5;
  std::string directory;
  bool fsync = true, json = false;
};

constexpr std::string_view body = R"({"refund":"re_1"})";

key::StoredResponse response() {
  return {key::response_version, 201, {{"Content-Type", "application/json"}}, std::string(body)};
}

class ByEngine : public Client {
 public:
  explicit ByEngine(const std::string& conninfo) : connection_(open(conninfo)) {}
  int backend_pid() override { return test::backend_pid(connection_); }

 protected:
  pg::Connection connection_;
  engine::Engine engine_{connection_, nullptr};
};

class LeaseByEngine : public ByEngine {
 public:
  using ByEngine::ByEngine;
  bool run(std::int64_t number) override {
    const auto outcome = engine_.claim(request_of(number), policy());
    const auto* claim = outcome ? std::get_if<engine::Claim>(&*outcome) : nullptr;
    return claim != nullptr && engine_.complete(*claim, response()).has_value();
  }
};

// Its cold path: an engine that has not met replays yet.
class ReplayByEngine : public ByEngine {
 public:
  using ByEngine::ByEngine;
  bool run(std::int64_t number) override {
    engine::Engine fresh(connection_, nullptr);
    const auto outcome = fresh.claim(request_of(number), policy());
    return outcome && std::holds_alternative<engine::Replay>(*outcome);
  }
};

class KnownByEngine : public ByEngine {
 public:
  using ByEngine::ByEngine;
  bool run(std::int64_t number) override {
    const auto outcome =
        engine_.run_known(request_of(number), policy(), key::State::succeeded, response(), {});
    return outcome && std::holds_alternative<engine::Engine::Executed>(*outcome);
  }
};

class BySql : public Client {
 public:
  explicit BySql(const std::string& conninfo) : hand_(conninfo) {
    constexpr std::string_view request =
        "tenant => $1, operation => $2, key => $3, fingerprint => $4, attempt => gen_random_uuid(), ";
    constexpr std::string_view kind = "fingerprint_kind => 'jcs-sha256'";
    hand_.prepare("claim", fmt::format("CALL onceover.claim({}owner => 'bench', {})", request, kind).c_str());
    hand_.prepare("complete",
                  "SELECT onceover.complete(tenant => $1, operation => $2, key => $3, fence => $4, code => "
                  "201, headers => '{Content-Type,application/json}', body => $5)");
    hand_.prepare("record",
                  fmt::format("SELECT * FROM onceover.record({}state => 'succeeded', code => 201, headers => "
                              "'{{Content-Type,application/json}}', body => $5, owner => 'bench', {})",
                              request, kind)
                      .c_str());
  }
  int backend_pid() override { return hand_.backend_pid(); }

 protected:
  static Values& identity(Values& values, const engine::Request& request) {
    return values.text(request.id.tenant).text(request.id.operation).text(request.id.key);
  }
  HandResult claim(const engine::Request& request) {
    Values values;
    return hand_.run("claim", identity(values, request).bytes(digest_of(request)));
  }
  static bool is(const HandResult& rows, std::string_view outcome) {
    return PQntuples(rows.get()) == 1 && bytes_at(rows, 0) == outcome;
  }
  Hand hand_;
};

class LeaseByCall : public BySql {
 public:
  using BySql::BySql;
  bool run(std::int64_t number) override {
    const auto request = request_of(number);
    const HandResult claimed = claim(request);
    if (!is(claimed, "claimed")) return false;
    Values values;
    return PQntuples(
               hand_.run("complete", identity(values, request).integer(integer_at(claimed, 1)).bytes(body))
                   .get()) == 1;
  }
};

class ReplayByCall : public BySql {
 public:
  using BySql::BySql;
  bool run(std::int64_t number) override { return is(claim(request_of(number)), "replay"); }
};

class KnownByRecord : public BySql {
 public:
  using BySql::BySql;
  bool run(std::int64_t number) override {
    const auto request = request_of(number);
    Values values;
    return is(hand_.run("record", identity(values, request).bytes(digest_of(request)).bytes(body)),
              "recorded");
  }
};

template <class T>
Clients make(const std::string& conninfo, int clients) {
  Clients all;
  for (int i = 0; i < clients; ++i) all.push_back(std::make_unique<T>(conninfo));
  return all;
}

struct Way {
  Series series;
  Clients clients;
  bool replays;
};

constexpr std::int64_t numbers_of_a_client = 100'000'000;  // so that no two requests have one key
constexpr int warm_up = 20;

void run_turn(Way& way, test::RawConnection& look, const Options& options) {
  if (!way.replays)
    look.tamper("DELETE FROM onceover.keys WHERE created_at > (SELECT at FROM public.filled)");
  look.exec("VACUUM (FREEZE) onceover.keys");
  for (std::size_t c = 0; c < way.clients.size(); ++c) {
    for (int i = 1; i <= warm_up; ++i) {
      const std::int64_t number = way.replays ? i : -static_cast<std::int64_t>(c) * warm_up - i;
      if (!way.clients[c]->run(number)) give_up(way.series.name + ": not executed");
    }
  }
  const double before = wal_position(look);
  const Turn turn = take_turn(way.clients, options.seconds, [&](std::size_t client, std::int64_t i) {
    return way.replays ? i % options.keys
                       : options.keys + static_cast<std::int64_t>(client) * numbers_of_a_client + i;
  });
  way.series.add(turn, wal_position(look) - before);
}

struct Target {
  std::size_t way, beside;
  double bound;
};
constexpr Target targets[] = {{1, 0, 1.15}, {3, 2, 1.2}, {5, 4, 1.3}};

void run(const Options& options) {
  const auto server = quiet_server(options.fsync, options.directory, {{"shared_buffers", "512MB"}});
  auto connection = open(server->conninfo());
  if (auto installed = schema::install(connection); !installed) give_up(installed.error().sentence());
  engine::Engine engine(connection, nullptr);
  for (int key = 0; key < options.keys; ++key) {
    if (auto done = engine.run_known(request_of(key), policy(), key::State::succeeded, response(), {}); !done)
      give_up(done.error().sentence());
  }
  test::RawConnection look(server->conninfo());
  look.exec("CREATE TABLE public.filled AS SELECT clock_timestamp() AS at");
  std::vector<Way> ways;
  const auto add = [&](const char* name, Clients clients, bool replays) {
    ways.push_back({{name}, std::move(clients), replays});
  };
  add("lease", make<LeaseByEngine>(server->conninfo(), options.clients), false);
  add("lease_call", make<LeaseByCall>(server->conninfo(), options.clients), false);
  add("replay", make<ReplayByEngine>(server->conninfo(), options.clients), true);
  add("replay_call", make<ReplayByCall>(server->conninfo(), options.clients), true);
  add("known", make<KnownByEngine>(server->conninfo(), options.clients), false);
  add("record", make<KnownByRecord>(server->conninfo(), options.clients), false);
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t turn = 0; turn < ways.size(); ++turn)
      run_turn(ways[(turn + static_cast<std::size_t>(round)) % ways.size()], look, options);
  }
  nlohmann::ordered_json out{{"benchmark", "services"},
                             {"clients", options.clients},
                             {"rounds", options.rounds},
                             {"turn_s", options.seconds}};
  if (!options.json)
    fmt::print("{:<14} {:>12} {:>14} {:>11}\n", "way", "requests/s", "WAL bytes each", "server us");
  for (const Way& way : ways) {
    const auto each = static_cast<double>(way.series.requests);
    out["ways"].push_back(way.series.json());
    if (!options.json)
      fmt::print("{:<14} {:>12.0f} {:>14.0f} {:>11.1f}\n", way.series.name, way.series.rate(),
                 way.series.wal_bytes / each, way.series.server_cpu / each * 1e6);
  }
  for (const auto& [way, beside, bound] : targets) {
    const double ratio = ways[way].series.server_cost_to(ways[beside].series);
    out["server_costs"].push_back({{"way", ways[way].series.name},
                                   {"beside", ways[beside].series.name},
                                   {"ratio", ratio},
                                   {"target", bound}});
    if (!options.json)
      fmt::print("{} costs the server {:.3f} of {} (at most {})\n", ways[way].series.name, ratio,
                 ways[beside].series.name, bound);
  }
  if (options.json) fmt::print("{}\n", out.dump());
}

const Benchmark benchmark{
    "services",
    "What the SQL contract costs beside the engine. On a private server; see tests/bench/README.md.",
    "--rounds 1 --turn 0.05 --clients 2 --no-fsync", [](CLI::App& app) {
      static Options options;
      add_rounds(app, options.rounds);
      add_turn(app, options.seconds);
      app.add_option("--clients", options.clients, "Connections of each way")
          ->check(CLI::Range(1, 32))
          ->capture_default_str();
      add_directory(app, options.directory);
      add_fsync(app, options.fsync);
      add_json(app, options.json);
      app.callback([] { run(options); });
    }};

}  // namespace
}  // namespace onceover::bench::bench_services
