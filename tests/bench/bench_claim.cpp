// SPDX-License-Identifier: Apache-2.0
// What a new key costs, each way of running beside its twin by plain libpq, and beside five round trips. See
// README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/metrics/flusher.h"
#include "core/schema/schema.h"
#include "tests/bench/common.h"
#include "tests/bench/hand_claim.h"
#include "tests/support/backend.h"

namespace onceover::bench::bench_claim {
namespace {

struct Options {
  int rounds = 10;
  double seconds = 0.3;
  std::vector<int> clients{1, 8, 32};
  std::string directory;
  std::vector<std::string> only{""};
  bool fsync = true, json = false;
};

key::StoredResponse response() {
  return {key::response_version, 201, {{"Content-Type", "application/json"}}, std::string(answer_body)};
}

pg::Statement payment(const engine::Request& request) {
  return {"INSERT INTO shop.payments (key, amount, currency) VALUES ($1::text, $2::int8, 'EUR')",
          pg::Params().text(request.id.key).integer(1000)};
}

// What a service that counts runs beside its requests: one for all clients of the counted ways, as long as
// any of them is there.
struct Counting {
  metrics::Counters counters;
  metrics::Flusher flusher;
  explicit Counting(const std::string& conninfo) : flusher(counters, {.conninfo = conninfo}) {}
  static std::shared_ptr<Counting> at(const std::string& conninfo) {
    static std::weak_ptr<Counting> current;
    auto counting = current.lock();
    if (!counting) current = counting = std::make_shared<Counting>(conninfo);
    return counting;
  }
};

class ByEngine : public Client {
 public:
  explicit ByEngine(const std::string& conninfo, std::shared_ptr<Counting> counting = nullptr)
      : connection_(open(conninfo)), counting_(std::move(counting)) {}
  int backend_pid() override { return test::backend_pid(connection_); }

 protected:
  pg::Connection connection_;
  std::shared_ptr<Counting> counting_;
  engine::Engine engine_{connection_, counting_ ? &counting_->counters : nullptr};
  const engine::OperationPolicy policy_ = policy();
  const key::StoredResponse response_ = response();
};

template <class T, class V>
bool is(const Result<V>& outcome) {
  return outcome && std::holds_alternative<T>(*outcome);
}

class Known : public ByEngine {
 public:
  using ByEngine::ByEngine;
  bool run(std::int64_t number) override {
    const auto request = request_of(number);
    const std::array business{payment(request)};
    return is<engine::Engine::Executed>(
        engine_.run_known(request, policy_, key::State::succeeded, response_, business));
  }
};

class Interactive : public ByEngine {
 public:
  using ByEngine::ByEngine;
  bool run(std::int64_t number) override {
    const auto request = request_of(number);
    const auto outcome = engine_.claim_within(request, policy_);
    if (!is<engine::Claim>(outcome)) return false;
    const std::array business{payment(request)};
    return is<engine::Done>(
        engine_.finish_within(std::get<engine::Claim>(*outcome), key::State::succeeded, response_, business));
  }
};

class Lease : public ByEngine {
 public:
  using ByEngine::ByEngine;
  bool run(std::int64_t number) override {
    const auto outcome = engine_.claim(request_of(number), policy_);
    return is<engine::Claim>(outcome) &&
           is<engine::Done>(engine_.complete(std::get<engine::Claim>(*outcome), response_));
  }
};

template <class T>
std::unique_ptr<Client> make(const std::string& conninfo) {
  return std::make_unique<T>(conninfo);
}
template <class T>
std::unique_ptr<Client> counted(const std::string& conninfo) {
  return std::make_unique<T>(conninfo, Counting::at(conninfo));
}

// What a way must reach beside another.
struct Target {
  std::string way, beside;
  double bound = 0;
};

// Where a way's keys are: one store has no frontier, one no wall (0012_wall.sql), so its claims pay nothing
// for it. Stores that are compared get as many keys each; all other ways share a store of their own.
enum Where { listed, unlisted, unwalled, shared, minimal, stores };

struct Way {
  const char* name;
  std::unique_ptr<Client> (*make)(const std::string&);
  bool durable;  // commits by lease are waited for, whatever the setting
  Where where = shared;
};

const std::vector<Way> ways{{"known", make<Known>, false},
                            {"known_minimal", make<KnownMinimal>, false, minimal},
                            {"known_twin", make<KnownByHand>, false},
                            {"five_trips", make<FiveTrips>, false},
                            {"interactive", make<Interactive>, false, listed},
                            {"interactive_minimal", make<InteractiveMinimal>, false, minimal},
                            {"interactive_twin", make<InteractiveByHand>, false},
                            {"lease", make<Lease>, true, listed},
                            {"lease_minimal", make<LeaseMinimal>, true, minimal},
                            {"lease_twin", make<LeaseByHand>, true},
                            {"interactive_again", make<Interactive>, false},
                            {"interactive_unlisted", make<Interactive>, false, unlisted},
                            {"interactive_unwalled", make<Interactive>, false, unwalled},
                            {"lease_again", make<Lease>, true},
                            {"lease_unlisted", make<Lease>, true, unlisted},
                            {"lease_unwalled", make<Lease>, true, unwalled},
                            {"known_counted", counted<Known>, false},
                            {"lease_counted", counted<Lease>, true}};

const std::vector<Target> targets{{"known", "known_twin", 0.85},
                                  {"known", "five_trips", 3},
                                  {"interactive", "interactive_twin", 0.85},
                                  {"lease", "lease_twin", 0.85},
                                  {"known", "known_minimal", 0.85},
                                  {"interactive", "interactive_minimal", 0.9},
                                  {"lease", "lease_minimal", 0.85},
                                  {"known_counted", "known", 0.98},
                                  {"lease_counted", "lease", 0.98}};

// What a way's backends may cost beside another's: the frontier and the wall at most 2 %, and a way beside
// itself shows how far such a figure is to be trusted.
const std::vector<Target> server_costs{
    {"known", "known_minimal", 0},     {"interactive", "interactive_minimal", 0},
    {"lease", "lease_minimal", 0},     {"interactive", "interactive_unlisted", 1.02},
    {"lease", "lease_unlisted", 1.02}, {"interactive", "interactive_unwalled", 1.02},
    {"lease", "lease_unwalled", 1.02}, {"interactive_again", "interactive", 0},
    {"lease_again", "lease", 0}};

struct Setting {
  int clients = 1;
  bool waits = true;  // synchronous_commit
};

struct Measured {
  Setting setting;
  std::vector<Series> series;
  const Series* find(const std::string& name) const {
    for (const Series& one : series) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }
};

constexpr std::int64_t numbers_of_a_client = 100'000'000;  // so that no two requests of a turn have one key
constexpr int warm_up = 20;  // requests: statements get prepared, and planned again after a TRUNCATE

bool is_wanted(std::string_view name, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& beginning) { return name.starts_with(beginning); });
}

struct Store {
  std::string conninfo;
  test::RawConnection look;
};
using Stores = std::array<Store, stores>;

const char* keys_of(Where where) { return where == minimal ? "minimal.keys" : "onceover.keys"; }

Measured measure(Stores& all, const Setting& setting, const Options& options) {
  const std::string with =
      std::string(" options='-c synchronous_commit=") + (setting.waits ? "on" : "off") + "'";
  Measured measured{setting, {}};
  std::vector<Clients> clients;
  std::vector<test::RawConnection*> looks;
  std::vector<const Way*> ways_there;
  for (const Way& way : ways) {
    if ((way.durable && !setting.waits) || !is_wanted(way.name, options.only)) continue;
    measured.series.push_back({way.name});
    clients.emplace_back();
    ways_there.push_back(&way);
    Store& store = all[way.where];
    looks.push_back(&store.look);
    for (int i = 0; i < setting.clients; ++i) clients.back().push_back(way.make(store.conninfo + with));
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t turn = 0; turn < clients.size(); ++turn) {
      // Each round begins with another way, so that none is always the first.
      const std::size_t way = (turn + static_cast<std::size_t>(round)) % clients.size();
      test::RawConnection& look = *looks[way];
      look.tamper(fmt::format("TRUNCATE {}, shop.payments", keys_of(ways_there[way]->where)));
      for (std::size_t c = 0; c < clients[way].size(); ++c) {
        for (int i = 1; i <= warm_up; ++i) {
          if (!clients[way][c]->run(-static_cast<std::int64_t>(c) * warm_up - i))
            give_up(measured.series[way].name + ": not executed");
        }
      }
      const double before = wal_position(look);
      const Turn taken = take_turn(clients[way], options.seconds, [](std::size_t client, std::int64_t i) {
        return static_cast<std::int64_t>(client) * numbers_of_a_client + i;
      });
      measured.series[way].add(taken, wal_position(look) - before);
      // Every request left what it should have left, or its rate means nothing.
      const auto expected = taken.done + static_cast<std::int64_t>(clients[way].size()) * warm_up;
      if (look.scalar(
              fmt::format("SELECT count(*) FROM {} WHERE state = 'succeeded' AND response_body IS NOT NULL",
                          keys_of(ways_there[way]->where))) != std::to_string(expected))
        give_up(measured.series[way].name + ": other keys than were claimed");
    }
  }
  return measured;
}

// Of a request, the benchmark's and the backends' together.
double cpu_of(const Series& series) {
  return (series.client_cpu + series.server_cpu) / static_cast<double>(series.requests);
}

nlohmann::ordered_json json_of(const Measured& measured) {
  nlohmann::ordered_json out{{"clients", measured.setting.clients},
                             {"synchronous_commit", measured.setting.waits}};
  for (const Series& series : measured.series) out["ways"].push_back(series.json());
  for (const Target& target : targets) {
    const Series* way = measured.find(target.way);
    const Series* beside = measured.find(target.beside);
    if (way == nullptr || beside == nullptr) continue;
    out["ratios"].push_back({{"way", target.way},
                             {"beside", target.beside},
                             {"ratio", way->ratio_to(*beside)},
                             {"target", target.bound},
                             {"cpu", cpu_of(*way) / cpu_of(*beside)}});
  }
  for (const Target& target : server_costs) {
    const Series* way = measured.find(target.way);
    const Series* beside = measured.find(target.beside);
    if (way == nullptr || beside == nullptr) continue;
    out["server_costs"].push_back({{"way", target.way},
                                   {"beside", target.beside},
                                   {"ratio", way->server_cost_to(*beside)},
                                   {"target", target.bound}});
  }
  return out;
}

void print_table(const Measured& measured) {
  fmt::print("\n{} connection{}, commits {}\n", measured.setting.clients,
             measured.setting.clients == 1 ? "" : "s",
             measured.setting.waits ? "waited for" : "not waited for");
  fmt::print("{:<18} {:>12} {:>14} {:>11} {:>11}\n", "way", "requests/s", "WAL bytes each", "client us",
             "server us");
  for (const Series& series : measured.series) {
    const auto each = static_cast<double>(series.requests);
    fmt::print("{:<18} {:>12.0f} {:>14.0f} {:>11.1f} {:>11.1f}\n", series.name, series.rate(),
               series.wal_bytes / each, series.client_cpu / each * 1e6, series.server_cpu / each * 1e6);
  }
  for (const Target& target : targets) {
    const Series* way = measured.find(target.way);
    const Series* beside = measured.find(target.beside);
    if (way != nullptr && beside != nullptr)
      fmt::print("{} is at {:.3f} of {} (target {}), with {:.3f} of its processor time\n", target.way,
                 way->ratio_to(*beside), target.beside, target.bound, cpu_of(*way) / cpu_of(*beside));
  }
  for (const Target& target : server_costs) {
    const Series* way = measured.find(target.way);
    const Series* beside = measured.find(target.beside);
    if (way != nullptr && beside != nullptr)
      fmt::print("{} costs the server {:.3f} of {} ({})\n", target.way, way->server_cost_to(*beside),
                 target.beside, target.bound > 0 ? fmt::format("at most {}", target.bound) : "no limit");
  }
  std::fflush(stdout);
}

Store filled(const std::string& conninfo, Where where) {
  {
    auto connection = open(conninfo);
    if (auto installed = schema::install(connection); !installed) give_up(installed.error().sentence());
  }
  Store store{conninfo, test::RawConnection(conninfo)};
  store.look.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.payments (id bigserial PRIMARY KEY, key text NOT NULL, amount "
      "bigint NOT NULL, currency text NOT NULL)");
  if (where == minimal) store.look.exec(std::string(minimal_table()));
  if (where == unlisted)
    store.look.exec(
        "DROP TRIGGER key_changed ON onceover.keys; DROP TRIGGER released_key_deleted ON onceover.keys; DROP "
        "TRIGGER keys_truncated ON onceover.keys; ALTER TABLE onceover.keys ALTER COLUMN created_at TYPE "
        "timestamptz, ALTER COLUMN created_at SET DEFAULT pg_catalog.clock_timestamp()");
  if (where == unwalled)
    store.look.exec(
        "DROP TRIGGER key_is_sound ON onceover.keys; DROP TRIGGER key_stays_sound ON onceover.keys; DROP "
        "TRIGGER key_is_kept ON onceover.keys; DROP TRIGGER keys_are_kept ON onceover.keys");
  return store;
}

void run(const Options& options) {
  // Those of the setting before may still be ending.
  const auto connections = 20 + 2 * ways.size() * static_cast<std::size_t>(std::ranges::max(options.clients));
  const auto server =
      quiet_server(options.fsync, options.directory,
                   {{"max_connections", std::to_string(connections)}, {"shared_buffers", "512MB"}});
  for (const char* name : {"unlisted", "unwalled", "shared", "minimal"})
    test::RawConnection(server->conninfo())
        .exec(std::string("CREATE DATABASE ") + name + " TEMPLATE template0");
  Stores all{filled(server->conninfo(), listed), filled(server->conninfo("unlisted"), unlisted),
             filled(server->conninfo("unwalled"), unwalled), filled(server->conninfo("shared"), shared),
             filled(server->conninfo("minimal"), minimal)};
  test::RawConnection& look = all[listed].look;
  look.exec("CHECKPOINT");
  nlohmann::ordered_json out{
      {"benchmark", "claim"},     {"server", look.scalar("SHOW server_version")},
      {"fsync", options.fsync},   {"fdatasync_us", std::round(fdatasync_us(options.directory))},
      {"rounds", options.rounds}, {"turn_s", options.seconds}};
  for (const int clients : options.clients) {
    for (const bool waits : {true, false}) {
      const Measured measured = measure(all, {clients, waits}, options);
      if (measured.series.empty()) continue;
      if (options.json) {
        out["settings"].push_back(json_of(measured));
      } else {
        print_table(measured);
      }
    }
  }
  if (options.json) fmt::print("{}\n", out.dump());
}

const Benchmark benchmark{"claim",
                          "What a new key costs, each way beside its hand-written twin. On a private server; "
                          "see tests/bench/README.md.",
                          "--rounds 1 --turn 0.05 --clients 2 --no-fsync", [](CLI::App& app) {
                            static Options options;
                            add_rounds(app, options.rounds);
                            add_turn(app, options.seconds);
                            app.add_option("--clients", options.clients, "Numbers of connections")
                                ->check(CLI::Range(1, 36))
                                ->delimiter(',')
                                ->capture_default_str();
                            app.add_option(
                                   "--only", options.only,
                                   "Only ways whose names begin so: known,five or interactive or lease")
                                ->delimiter(',');
                            add_directory(app, options.directory);
                            add_fsync(app, options.fsync);
                            add_json(app, options.json);
                            app.callback([] { run(options); });
                          }};

}  // namespace
}  // namespace onceover::bench::bench_claim
