// SPDX-License-Identifier: Apache-2.0
// What a thousand duplicates of one key cost an unrelated request: by serve, beside a service whose
// duplicates each hold a thread and a connection while they wait. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <optional>
#include <thread>

#include "core/key/fingerprint.h"
#include "core/schema/schema.h"
#include "core/serve/serve.h"
#include "tests/bench/common.h"
#include "tests/bench/store.h"
#include "tests/support/work_queue.h"

namespace onceover::bench::bench_serve {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  int duplicates = 1'000, threads = 16, connections = 8;
  double seconds = 3, target_ms = 50;
  std::string directory;
  bool json = false;
};

serve::Request request(const std::string& key) {
  return {"acme", {{"Idempotency-Key", key}}, R"({"amount":1250})", {}};
}

serve::Handled created() {
  return serve::Answered{{201, {{"Content-Type", "application/json"}}, R"({"id":"rf_1"})"}};
}

// As serve, except that a duplicate keeps its thread and its connection until the first request ends.
void hold(serve::Pool& pool, const std::string& key, Deadline until) {
  auto lent = pool.lend(until);
  if (!lent) return;
  const engine::Request as{
      {"acme", "POST /refunds", key}, key::fingerprint(R"({"amount":1250})"), "bench", "", {}};
  for (bool again = false;; again = true) {
    const auto outcome = (*lent)->engine.claim(as, {}, again);
    if (!outcome || !std::holds_alternative<key::InFlight>(*outcome) || Steady::now() >= until) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// The latencies of unrelated requests, one each 5 ms, from when they join the queue.
Json measure(const std::string& name, const std::string& conninfo, const Options& o, int duplicates,
             bool held) {
  serve::Server server({.store = {.conninfo = conninfo},
                        .owner = "bench",
                        .connections = static_cast<unsigned>(o.connections)});
  serve::Pool pool({.conninfo = conninfo}, static_cast<unsigned>(o.connections), nullptr);
  const serve::Operation refunds{.name = "POST /refunds", .wait = std::chrono::minutes(1)},
      payments{.name = "POST /payments"};
  const std::string hot = "hot " + name;
  std::mutex mutex;
  std::vector<double> latencies;
  std::atomic<int> refused = 0, replayed = 0;
  std::atomic<bool> is_executing = false;
  const auto until = Steady::now() + Duration(static_cast<std::int64_t>(o.seconds * 1e6));
  {
    test::WorkQueue service(static_cast<unsigned>(o.threads));
    const auto pay = [&](int number) {
      service.add([&, number, from = Steady::now()] {
        const auto answer = server.serve(payments, request(fmt::format("{} {}", name, number)),
                                         [](const serve::Work&) { return created(); });
        if (answer.status != 201) give_up(answer.body);
        const std::lock_guard lock(mutex);
        latencies.push_back(seconds_since(from) * 1e3);
      });
    };
    service.add([&] {
      server.serve(refunds, request(hot), [&](const serve::Work&) {
        is_executing = true;
        std::this_thread::sleep_until(until);
        return created();
      });
    });
    while (!is_executing) std::this_thread::yield();
    for (int i = 0; i < duplicates; ++i) {
      service.add([&] {
        if (held) return hold(pool, hot, until + std::chrono::minutes(1));
        const auto answer = server.serve(
            refunds, request(hot), [](const serve::Work&) -> serve::Handled { return serve::Unknown{}; });
        ++(answer.status == 409 ? refused : replayed);
      });
    }
    for (int number = 0; Steady::now() < until; ++number) {
      pay(number);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  return {{"name", name},
          {"duplicates", duplicates},
          {"unrelated", latencies.size()},
          {"p50_ms", quantile(latencies, 0.5)},
          {"p99_ms", quantile(latencies, 0.99)},
          {"max_ms", quantile(latencies, 1)},
          {"refused", refused.load()},
          {"replayed", replayed.load()}};
}

void run(const Options& o) {
  const auto server = quiet_server(true, o.directory);
  auto connection = open(server->conninfo());
  if (auto installed = schema::install(connection); !installed) give_up(installed.error());
  const Json ways{measure("none", server->conninfo(), o, 0, false),
                  measure("serve", server->conninfo(), o, o.duplicates, false),
                  measure("held", server->conninfo(), o, o.duplicates, true)};
  const bool holds = ways[1]["p99_ms"].get<double>() < o.target_ms;
  if (o.json) {
    fmt::print("{}\n", Json{{"benchmark", "serve"},
                            {"threads", o.threads},
                            {"connections", o.connections},
                            {"ways", ways},
                            {"target_ms", o.target_ms},
                            {"holds", holds}}
                           .dump());
    return;
  }
  for (const Json& way : ways)
    fmt::print(
        "{:<6} {:>5} duplicates: an unrelated request takes p50 {:8.2f} ms, p99 {:8.2f} ms, max {:8.2f} ms "
        "({} of them)\n",
        way["name"].get<std::string>(), way["duplicates"].get<int>(), way["p50_ms"].get<double>(),
        way["p99_ms"].get<double>(), way["max_ms"].get<double>(), way["unrelated"].get<int>());
  fmt::print("p99 by serve below {} ms: {}\n", o.target_ms, holds ? "yes" : "NO");
}

const Benchmark benchmark{"serve",
                          "A thousand duplicates of one key beside unrelated requests. On a private server; "
                          "see tests/bench/README.md.",
                          "--duplicates 20 --threads 4 --connections 2 --seconds 0.3", [](CLI::App& app) {
                            static Options options;
                            app.add_option("--duplicates", options.duplicates, "Of one key, at once")
                                ->check(CLI::Range(0, 100'000))
                                ->capture_default_str();
                            app.add_option("--threads", options.threads, "Of the service")
                                ->check(CLI::Range(1, 256))
                                ->capture_default_str();
                            app.add_option("--connections", options.connections, "To the store")
                                ->check(CLI::Range(1, 64))
                                ->capture_default_str();
                            app.add_option("--seconds", options.seconds,
                                           "How long the first request of the key is executed")
                                ->check(CLI::Range(0.1, 60.0))
                                ->capture_default_str();
                            add_directory(app, options.directory);
                            add_json(app, options.json);
                            app.callback([] { run(options); });
                          }};

}  // namespace
}  // namespace onceover::bench::bench_serve
