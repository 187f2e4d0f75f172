// SPDX-License-Identifier: Apache-2.0
// What clients send to a service that is down for ten seconds: with a retry budget and a circuit breaker, and
// without, beside what the calculator foretells. Over HTTP on loopback. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>

#include "app/try/local_http.h"
#include "core/calculator/storm.h"
#include "core/call/call.h"
#include "tests/bench/common.h"

namespace onceover::bench::bench_call {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

struct Options {
  unsigned clients = 200, runs = 400;
  double down = 10, seconds = 20;
  std::uint64_t seed = 1;
  bool json = false;
};

struct Way {
  const char* name;
  bool budget, breaker;
};
constexpr Way ways[] = {
    {"neither", false, false}, {"budget", true, false}, {"breaker", false, true}, {"both", true, true}};
constexpr double most_calls_a_request = 1.2, most_off = 0.2;

Duration span(double seconds) { return Duration(static_cast<std::int64_t>(seconds * 1e6)); }

call::Config config_of(const Way& way) {
  call::Config config{
      .name = "bench", .attempt_timeout = 1s, .budget = std::nullopt, .breaker = std::nullopt};
  if (way.budget) config.budget.emplace();
  if (way.breaker) config.breaker.emplace();
  return config;
}

// The clients come evenly spread, each with one request; all of a process.
double foretold(const Way& way, const Options& o) {
  const call::Config config = config_of(way);
  calculator::Storm storm{
      .clients = o.clients,
      .policy = calculator::policy_from(config.policy),
      .server =
          calculator::Capacity{
              .per_second = 1000, .queue = 1000, .patience = config.attempt_timeout, .outage = span(o.down)},
      .network = {.mean_ms = 0.2, .deviation_ms = 0.05},
      .arrive_within = span(o.seconds),
      .budget = config.budget,
      .breaker = config.breaker};
  double calls = 0;
  for (unsigned run = 0; run < o.runs; ++run) {
    Random random(o.seed + run);
    const auto result = calculator::simulate(storm, random);
    if (!result) give_up(result.error());
    calls += static_cast<double>(result->calls);
  }
  return calls / o.runs / o.clients;
}

Json measure(const Way& way, const Options& o) {
  const auto begun = Steady::now();
  std::atomic<unsigned> calls = 0, answered = 0;
  const auto server = try_it::HttpServer::start(
      [&](const try_it::HttpRequest&) -> http::Answer {
        ++calls;
        return {Steady::now() - begun < span(o.down) ? 503 : 201, {}, ""};
      },
      {.threads = 8});
  if (!server) give_up(server.error());
  const std::string url = fmt::format("http://127.0.0.1:{}/", (*server)->port());
  const auto caller = call::Caller::make(config_of(way), {.is_plain_http = true}).value();
  std::vector<std::thread> clients;
  Random random(o.seed);
  for (unsigned i = 0; i < o.clients; ++i) {
    clients.emplace_back([&, at = begun + span(random.between(0, o.seconds)), i] {
      std::this_thread::sleep_until(at);
      const auto called = caller->send({}, {"POST", url, {{"Idempotency-Key", std::to_string(i)}}, "{}"});
      if (called.stop == call::Stop::answered) ++answered;
    });
  }
  for (auto& client : clients) client.join();
  const double each = static_cast<double>(calls) / o.clients, expected = foretold(way, o);
  return {{"name", way.name},        {"calls", calls.load()}, {"answered", answered.load()},
          {"calls_a_request", each}, {"foretold", expected},  {"off", each / expected - 1}};
}

void run(const Options& o) {
  Json results;
  bool holds = true;
  for (const Way& way : ways) {
    results.push_back(measure(way, o));
    holds = holds && std::abs(results.back()["off"].get<double>()) <= most_off;
  }
  holds = holds && results.back()["calls_a_request"].get<double>() <= most_calls_a_request;
  if (o.json) {
    fmt::print("{}\n", Json{{"benchmark", "call"},
                            {"clients", o.clients},
                            {"down_s", o.down},
                            {"seconds", o.seconds},
                            {"ways", results},
                            {"holds", holds}}
                           .dump());
    return;
  }
  for (const Json& one : results)
    fmt::print(
        "{:<8} {:>5} calls, {:5.2f} a request; foretold {:5.2f} ({:+.0f} %); {} of {} clients got an "
        "answer\n",
        one["name"].get<std::string>(), one["calls"].get<int>(), one["calls_a_request"].get<double>(),
        one["foretold"].get<double>(), one["off"].get<double>() * 100, one["answered"].get<int>(), o.clients);
  fmt::print("at most {} calls a request with both, and each foretold within {:.0f} %: {}\n",
             most_calls_a_request, most_off * 100, holds ? "yes" : "NO");
}

const Benchmark benchmark{
    "call",
    "Retries against a service that is down, with a budget and a breaker and without. See "
    "tests/bench/README.md.",
    "--clients 20 --down 0.3 --seconds 0.5", [](CLI::App& app) {
      static Options options;
      app.add_option("--clients", options.clients, "Each with one request")
          ->check(CLI::Range(1, 2'000))
          ->capture_default_str();
      app.add_option("--down", options.down, "Seconds from the start in which everything gets 503")
          ->check(CLI::Range(0.1, 60.0))
          ->capture_default_str();
      app.add_option("--seconds", options.seconds, "In which the clients come")
          ->check(CLI::Range(0.1, 120.0))
          ->capture_default_str();
      app.add_option("--seed", options.seed, "Of the clients' arrival and of the simulation")
          ->capture_default_str();
      add_json(app, options.json);
      app.callback([] { run(options); });
    }};

}  // namespace
}  // namespace onceover::bench::bench_call
