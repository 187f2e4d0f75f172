// What a replay costs: Engine::claim on finished keys, beside a hand-written SELECT first and the no-op update. See README.md.
#include <fmt/format.h>
#include <libpq-fe.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "app/try/private_server.h"
#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "core/schema/schema.h"
#include "tests/support/raw.h"

namespace onceover::bench {
namespace {

struct Options {
  int replays = 100'000, noop_replays = 20'000, rounds = 5, clients = 4, keys = 1'000, body = 512;
  bool fsync = true, json = false;
};

struct Way {
  std::string name;
  int replays = 0;
  std::vector<double> rates;
  double wal_bytes = 0, dead_tuples = 0, row_versions = 0;

  double median_rate() const {
    std::vector<double> sorted = rates;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

[[noreturn]] void give_up(const std::string& why) { throw std::runtime_error(why); }

engine::Request request_of(int key) {
  return {{"acme", "POST /refunds", "key-" + std::to_string(key)}, key::fingerprint(R"({"amount":1000})"), "bench", "", {}};
}

const engine::OperationPolicy policy{.operation = "POST /refunds"};

pg::Connection open(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo});
  if (!connection) give_up(connection.error().sentence());
  return std::move(*connection);
}

class Client {
 public:
  virtual ~Client() = default;
  virtual bool replay(int key) = 0;  // whether the stored answer came
  virtual void flush_statistics() = 0;
};

class ByEngine : public Client {
 public:
  explicit ByEngine(const std::string& conninfo) : connection_(open(conninfo)) {}
  bool replay(int key) override {
    const auto outcome = engine_.claim(request_of(key), policy);
    return outcome && std::holds_alternative<engine::Replay>(*outcome);
  }
  void flush_statistics() override {
    if (!connection_.exec("SELECT pg_catalog.pg_stat_force_next_flush()") || !connection_.exec("SELECT 1")) give_up("no statistics");
  }

 private:
  pg::Connection connection_;
  engine::Engine engine_{connection_, nullptr};
};

// As a careful author would write it with plain libpq: prepared, binary, one round trip.
class ByHand : public Client {
 public:
  ByHand(const std::string& conninfo, const char* sql) : raw_(conninfo) {
    const std::unique_ptr<PGresult, decltype(&PQclear)> done(PQprepare(raw_.native(), "replay", sql, 0, nullptr), &PQclear);
    if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) give_up(PQerrorMessage(raw_.native()));
  }
  bool replay(int key) override {
    const engine::Request request = request_of(key);
    const std::array<const char*, 4> values{request.id.tenant.c_str(), request.id.operation.c_str(), request.id.key.c_str(),
                                            reinterpret_cast<const char*>(request.fingerprint.digest.data())};
    const std::array<int, 4> lengths{0, 0, 0, 32}, formats{0, 0, 0, 1};
    const std::unique_ptr<PGresult, decltype(&PQclear)> rows(
        PQexecPrepared(raw_.native(), "replay", 4, values.data(), lengths.data(), formats.data(), 1), &PQclear);
    return PQresultStatus(rows.get()) == PGRES_TUPLES_OK && PQntuples(rows.get()) == 1 && PQgetlength(rows.get(), 0, 2) > 0;
  }
  void flush_statistics() override {
    raw_.exec("SELECT pg_stat_force_next_flush()");
    raw_.exec("SELECT 1");
  }

 private:
  test::RawConnection raw_;
};

constexpr const char* select_first =
    "SELECT state, response_code, response_body, response_headers FROM onceover.keys "
    "WHERE tenant = $1 AND operation = $2 AND key = $3 AND fingerprint = $4::bytea";
constexpr const char* noop_update =
    "INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, locked_until) "
    "VALUES ($1, $2, $3, 'in_progress', 'jcs-sha256', $4::bytea, 0, pg_catalog.clock_timestamp() + interval '30 s') "
    "ON CONFLICT (tenant, operation, key) DO UPDATE SET updated_at = k.updated_at "
    "RETURNING k.state, k.response_code, k.response_body, k.response_headers";

struct Written {
  double lsn = 0, dead = 0, versions = 0;
};

Written written(test::RawConnection& look) {
  const auto number = [&](const char* sql) { return std::stod(look.scalar(sql)); };
  return {number("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"),
          number("SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = 'onceover.keys'::regclass"),
          number("SELECT n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_user_tables WHERE relid = 'onceover.keys'::regclass")};
}

// One block of one way: the rate of all clients together, and what the server wrote meanwhile.
void run_block(Way& way, const std::vector<std::unique_ptr<Client>>& clients, test::RawConnection& look, int replays, int keys) {
  // Dead versions that another way left would be pruned by whoever reads next, and their WAL be counted there.
  look.exec("VACUUM (FREEZE) onceover.keys");
  for (const auto& client : clients) {
    for (int key = 0; key < keys; key += 50) {
      if (!client->replay(key)) give_up(way.name + ": no replay");
    }
  }
  look.exec("VACUUM (FREEZE) onceover.keys");
  for (const auto& client : clients) client->flush_statistics();
  const Written before = written(look);
  const int each = std::max(1, replays / static_cast<int>(clients.size()));
  std::atomic<bool> sound = true;
  std::vector<std::thread> threads;
  const auto from = Steady::now();
  for (std::size_t c = 0; c < clients.size(); ++c) {
    threads.emplace_back([&, c] {
      for (int i = 0; i < each; ++i) {
        if (!clients[c]->replay(static_cast<int>((static_cast<std::size_t>(i) * 7 + c * 131) % static_cast<std::size_t>(keys))))
          sound = false;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  const double took = std::chrono::duration<double>(Steady::now() - from).count();
  if (!sound) give_up(way.name + ": a replay failed");
  for (const auto& client : clients) client->flush_statistics();
  const Written after = written(look);
  const int done = each * static_cast<int>(clients.size());
  way.replays += done;
  way.rates.push_back(done / took);
  way.wal_bytes += after.lsn - before.lsn;
  way.dead_tuples += after.dead - before.dead;
  way.row_versions += after.versions - before.versions;
}

void fill(const std::string& conninfo, const Options& options) {
  auto connection = open(conninfo);
  if (auto installed = schema::install(connection); !installed) give_up(installed.error().sentence());
  engine::Engine engine(connection, nullptr);
  const key::StoredResponse response{
      key::response_version, 201, {{"Content-Type", "application/json"}}, std::string(static_cast<std::size_t>(options.body), 'x')};
  for (int key = 0; key < options.keys; ++key) {
    auto done = engine.run_known(request_of(key), policy, key::State::succeeded, response, {});
    if (!done) give_up(done.error().sentence());
  }
}

void print_json(const std::vector<Way>& ways, const Options& options, const std::string& version) {
  fmt::print(R"({{"benchmark":"replay","server":"{}","fsync":{},"clients":{},"rounds":{},"keys":{},"body_bytes":{},"ways":[)", version,
             options.fsync, options.clients, options.rounds, options.keys, options.body);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Way& way = ways[i];
    const auto [low, high] = std::minmax_element(way.rates.begin(), way.rates.end());
    fmt::print(
        R"({}{{"name":"{}","replays":{},"replays_per_s":{:.0f},"replays_per_s_min":{:.0f},"replays_per_s_max":{:.0f},"ratio":{:.3f},)"
        R"("wal_bytes":{:.0f},"wal_bytes_per_replay":{:.3f},"dead_tuples":{:.0f},"dead_tuples_per_replay":{:.3f},"row_versions_per_replay":{:.3f}}})",
        i == 0 ? "" : ",", way.name, way.replays, way.median_rate(), *low, *high, way.median_rate() / ways[1].median_rate(), way.wal_bytes,
        way.wal_bytes / way.replays, way.dead_tuples, way.dead_tuples / way.replays, way.row_versions / way.replays);
  }
  fmt::print("]}}\n");
}

void print_table(const std::vector<Way>& ways) {
  fmt::print("{:<14} {:>12} {:>8} {:>14} {:>14} {:>14}\n", "way", "replays/s", "ratio", "WAL bytes each", "dead rows each",
             "versions each");
  for (const Way& way : ways) {
    fmt::print("{:<14} {:>12.0f} {:>8.3f} {:>14.1f} {:>14.3f} {:>14.3f}\n", way.name, way.median_rate(),
               way.median_rate() / ways[1].median_rate(), way.wal_bytes / way.replays, way.dead_tuples / way.replays,
               way.row_versions / way.replays);
  }
}

void run(const Options& options) {
  try_it::PrivateServer::Options server_options;
  server_options.fsync = options.fsync;
  // Nothing of the server's own may write WAL meanwhile: no checkpoint, no vacuum, no snapshots for standbys.
  server_options.settings = {{"wal_level", "minimal"},     {"max_wal_senders", "0"}, {"autovacuum", "off"},
                             {"checkpoint_timeout", "1d"}, {"max_wal_size", "16GB"}, {"bgwriter_lru_maxpages", "0"}};
  auto server = try_it::PrivateServer::start(server_options);
  if (!server) give_up(server.error().sentence());
  const std::string conninfo = (*server)->conninfo();
  fill(conninfo, options);
  test::RawConnection look(conninfo);
  look.exec("CHECKPOINT");
  std::vector<Way> ways{{"engine"}, {"select_first"}, {"noop_update"}};
  std::vector<std::vector<std::unique_ptr<Client>>> clients(ways.size());
  for (int i = 0; i < options.clients; ++i) {
    clients[0].push_back(std::make_unique<ByEngine>(conninfo));
    clients[1].push_back(std::make_unique<ByHand>(conninfo, select_first));
    clients[2].push_back(std::make_unique<ByHand>(conninfo, noop_update));
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t w = 0; w < ways.size(); ++w) {
      run_block(ways[w], clients[w], look, (w == 2 ? options.noop_replays : options.replays) / options.rounds, options.keys);
    }
  }
  if (options.json) {
    print_json(ways, options, look.scalar("SHOW server_version"));
  } else {
    print_table(ways);
  }
}

}  // namespace
}  // namespace onceover::bench

int main(int argc, char** argv) {
  onceover::bench::Options options;
  CLI::App app{"What a replay costs, beside two hand-written ways. On a private server; see tests/bench/README.md."};
  app.add_option("--replays", options.replays, "Replays in all, for the engine and for SELECT first")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  app.add_option("--noop-replays", options.noop_replays, "Replays in all by the no-op update, which is slow")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  app.add_option("--rounds", options.rounds, "Interleaved rounds; rates are their median")
      ->check(CLI::Range(1, 1'000))
      ->capture_default_str();
  app.add_option("--clients", options.clients, "Connections at once")->check(CLI::Range(1, 64))->capture_default_str();
  app.add_option("--keys", options.keys, "Finished keys")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  app.add_option("--body", options.body, "Bytes of each stored body")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  app.add_flag("!--no-fsync", options.fsync, "Do not wait for the disk (flatters the no-op update)");
  app.add_flag("--json", options.json, "One line of JSON");
  CLI11_PARSE(app, argc, argv);
  try {
    onceover::bench::run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_replay: {}\n", error.what());
    return 1;
  }
  return 0;
}
