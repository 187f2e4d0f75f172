// SPDX-License-Identifier: Apache-2.0
// What an event costs beside its business row: the library, plain libpq on its table, and an outbox as it is
// usually made. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/outbox/outbox.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "tests/bench/common.h"
#include "tests/bench/hand.h"
#include "tests/support/backend.h"

namespace onceover::bench::bench_event {
namespace {

struct Options {
  int rounds = 10, clients = 8;
  double seconds = 0.5;
  std::string directory;
  bool fsync = true, json = false;
};

constexpr const char* payload =
    R"({"payment":"pay_00000000000000000001","amount":"10.00","currency":"EUR","captured_at":"2030-01-01T00:00:00Z"})";
constexpr const char* headers =
    R"({"correlation_id":"c-1","idempotency_key":"key-1","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})";
constexpr const char* business =
    "INSERT INTO shop.payments (key, amount, currency) VALUES ($1, $2::int8, 'EUR')";
constexpr const char* usual_table =
    "CREATE SCHEMA usual; CREATE TABLE usual.outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
    "event_id uuid NOT NULL, topic text NOT NULL, aggregate_type text NOT NULL, aggregate_id text NOT NULL, "
    "type text NOT NULL, payload bytea, headers jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT "
    "now(), published_at timestamptz); CREATE INDEX ON usual.outbox (id) WHERE published_at IS NULL";

std::string aggregate_of(std::int64_t number) { return fmt::format("pay_{}", number); }

class ByLibrary : public Client {
 public:
  explicit ByLibrary(const std::string& conninfo) : connection_(open(conninfo)) {}
  int backend_pid() override { return test::backend_pid(connection_); }
  bool run(std::int64_t number) override {
    outbox::Event event{
        .topic = "payments",
        .aggregate_type = "payment",
        .aggregate_id = aggregate_of(number),
        .type = "payment.captured",
        .payload = payload,
        .headers = {{"correlation_id", "c-1"},
                    {"idempotency_key", "key-1"},
                    {"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}};
    auto written = outbox::enqueue_statement(event);
    if (!written) return false;
    const std::array statements{pg::Statement{business, pg::Params().text(event.aggregate_id).integer(1000)},
                                std::move(*written)};
    return connection_.pipeline(statements, pg::Connection::Ends::commits).has_value();
  }

 private:
  pg::Connection connection_;
};

// Both in one flush.
class ByHand : public Client {
 public:
  ByHand(const std::string& conninfo, const char* insert) : hand_(conninfo) {
    hand_.prepare("business", business);
    hand_.prepare("event", insert);
  }
  int backend_pid() override { return hand_.backend_pid(); }
  bool run(std::int64_t number) override {
    const std::string aggregate = aggregate_of(number);
    Values row, event;
    row.text(aggregate).integer(1000);
    const std::string id = fmt::format("00000000-0000-4000-8000-{:012x}", number & 0xffffffffffff);
    event.text(id).text("payments").text("payment").text(aggregate);
    event.text("payment.captured").bytes(payload).text("application/json").text(headers);
    hand_.send("business", row);
    hand_.send("event", event);
    hand_.sync();
    (void)hand_.take();
    const HandResult written = hand_.take();
    hand_.end();
    return std::string_view(PQcmdTuples(written.get())) == "1";
  }

 private:
  Hand hand_;
};

class ByTwin : public ByHand {
 public:
  explicit ByTwin(const std::string& conninfo) : ByHand(conninfo, std::string(sql::outbox_enqueue).c_str()) {}
};

class ByUsual : public ByHand {
 public:
  explicit ByUsual(const std::string& conninfo)
      : ByHand(conninfo,
               "INSERT INTO usual.outbox (event_id, topic, aggregate_type, aggregate_id, type, payload, "
               "headers) SELECT $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::bytea, $8::jsonb WHERE "
               "$7::text <> ''") {}
};

struct Way {
  Series series;
  Clients clients;
};

template <class T>
Way make(const char* name, const std::string& conninfo, int clients) {
  Way way{{name}, {}};
  for (int i = 0; i < clients; ++i) way.clients.push_back(std::make_unique<T>(conninfo));
  return way;
}

void run(const Options& options) {
  const auto server = quiet_server(options.fsync, options.directory, {{"shared_buffers", "512MB"}});
  auto connection = open(server->conninfo());
  if (auto installed = schema::install(connection); !installed) give_up(installed.error().sentence());
  test::RawConnection look(server->conninfo());
  look.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.payments (id bigserial PRIMARY KEY, key text NOT NULL, amount "
      "bigint NOT NULL, currency text NOT NULL)");
  look.exec(usual_table);
  look.exec("SELECT onceover.make_outbox_partitions('1 day', 2)");
  std::vector<Way> ways;
  ways.push_back(make<ByLibrary>("event", server->conninfo(), options.clients));
  ways.push_back(make<ByTwin>("event_twin", server->conninfo(), options.clients));
  ways.push_back(make<ByUsual>("usual", server->conninfo(), options.clients));
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t turn = 0; turn < ways.size(); ++turn) {
      Way& way = ways[(turn + static_cast<std::size_t>(round)) % ways.size()];
      look.exec("TRUNCATE onceover.outbox, usual.outbox, shop.payments");
      for (std::size_t c = 0; c < way.clients.size(); ++c) {
        for (int i = 1; i <= 20; ++i) {
          if (!way.clients[c]->run(-static_cast<std::int64_t>(c) * 20 - i))
            give_up(way.series.name + ": not written");
        }
      }
      const double before = wal_position(look);
      const Turn taken = take_turn(way.clients, options.seconds, [](std::size_t client, std::int64_t i) {
        return static_cast<std::int64_t>(client) * 100'000'000 + i;
      });
      way.series.add(taken, wal_position(look) - before);
    }
  }
  nlohmann::ordered_json out{{"benchmark", "event"},
                             {"clients", options.clients},
                             {"rounds", options.rounds},
                             {"turn_s", options.seconds}};
  if (!options.json)
    fmt::print("{:<14} {:>12} {:>14} {:>11}\n", "way", "events/s", "WAL bytes each", "server us");
  for (const Way& way : ways) {
    const auto each = static_cast<double>(way.series.requests);
    out["ways"].push_back(way.series.json());
    if (!options.json)
      fmt::print("{:<14} {:>12.0f} {:>14.0f} {:>11.1f}\n", way.series.name, way.series.rate(),
                 way.series.wal_bytes / each, way.series.server_cpu / each * 1e6);
  }
  for (const std::size_t beside : {1, 2}) {
    const Series &event = ways[0].series, &other = ways[beside].series;
    const double ratio = event.ratio_to(other), cost = event.server_cost_to(other);
    out["ratios"].push_back({{"way", event.name},
                             {"beside", other.name},
                             {"ratio", ratio},
                             {"target", 0.9},
                             {"server_cost", cost}});
    if (!options.json)
      fmt::print("{} is at {:.3f} of {} (target 0.9), and costs the server {:.3f} of it\n", event.name, ratio,
                 other.name, cost);
  }
  if (options.json) fmt::print("{}\n", out.dump());
}

const Benchmark benchmark{
    "event",
    "What writing an event costs beside a usual outbox. On a private server; see tests/bench/README.md.",
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
}  // namespace onceover::bench::bench_event
