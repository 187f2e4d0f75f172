// SPDX-License-Identifier: Apache-2.0
// What a storm costs to simulate: a page with sliders asks again with every move. See README.md. Needs no
// server.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/calculator/storm.h"

namespace onceover::bench::bench_storm {
namespace {

using Json = nlohmann::ordered_json;

constexpr calculator::Backoff published[] = {
    calculator::Backoff::none, calculator::Backoff::exponential, calculator::Backoff::full_jitter,
    calculator::Backoff::equal_jitter, calculator::Backoff::decorrelated_jitter};

// Median, least and most of the rounds, in milliseconds; calls of the last round.
template <class Run>
Json measured(const char* name, int rounds, Run run) {
  std::vector<double> times;
  std::uint64_t calls = 0;
  for (int i = 0; i < rounds; ++i) {
    const auto began = Steady::now();
    calls = run(static_cast<std::uint64_t>(i) + 1);
    times.push_back(std::chrono::duration<double, std::milli>(Steady::now() - began).count());
  }
  std::ranges::sort(times);
  return {{"name", name},
          {"ms", times[times.size() / 2]},
          {"ms_min", times.front()},
          {"ms_max", times.back()},
          {"calls", calls}};
}

std::uint64_t calls_of(const calculator::Storm& storm, std::uint64_t seed) {
  Random random(seed);
  const auto result = calculator::simulate(storm, random);
  return result ? result->calls : 0;
}

std::uint64_t five_backoffs(unsigned clients, std::uint64_t seed) {
  std::uint64_t calls = 0;
  for (const calculator::Backoff backoff : published)
    calls += calls_of(calculator::published_storm(clients, backoff), seed);
  return calls;
}

std::uint64_t all_curves(std::uint64_t seed) {
  Random random(seed);
  const auto drawn =
      calculator::curves({.like = calculator::published_storm(100, calculator::Backoff::none)}, random);
  return drawn ? static_cast<std::uint64_t>(drawn->front().points.back().calls) : 0;
}

std::uint64_t overloaded(std::uint64_t seed) {
  calculator::Storm storm{
      .clients = 10'000,
      .server = calculator::Capacity{.per_second = 1000, .queue = 1000, .outage = std::chrono::seconds(5)}};
  storm.policy.attempts = 20;
  storm.policy.total = std::chrono::minutes(1);
  return calls_of(storm, seed);
}

void run(int rounds, bool json) {
  const Json results{measured("five backoffs, 100 clients", rounds,
                              [](std::uint64_t seed) { return five_backoffs(100, seed); }),
                     measured("five backoffs, 1000 clients", rounds,
                              [](std::uint64_t seed) { return five_backoffs(1000, seed); }),
                     measured("five curves, 10 to 190 clients, 5 runs", rounds, all_curves),
                     measured("server of capacity, 10000 clients", rounds, overloaded)};
  if (json) {
    std::puts(Json{{"rounds", rounds}, {"results", results}}.dump().c_str());
  } else {
    for (const Json& one : results) {
      std::puts(fmt::format("{:<40} {:8.2f} ms ({:.2f} to {:.2f}), {} calls", one["name"].get<std::string>(),
                            one["ms"].get<double>(), one["ms_min"].get<double>(), one["ms_max"].get<double>(),
                            one["calls"].get<std::uint64_t>())
                    .c_str());
    }
  }
}

const Benchmark benchmark{"storm", "What a storm costs to simulate", "--rounds 1", [](CLI::App& app) {
                            static int rounds = 9;
                            static bool json = false;
                            app.add_option("--rounds", rounds, "Of each; the median is told")
                                ->check(CLI::Range(1, 10'000))
                                ->capture_default_str();
                            add_json(app, json);
                            app.callback([] { run(rounds, json); });
                          }};

}  // namespace
}  // namespace onceover::bench::bench_storm
