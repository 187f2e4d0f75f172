// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/calculator.h"

#include <fmt/format.h>

#include "core/base/enum_names.h"
#include "core/calculator/storm.h"

namespace onceover::oncectl {

namespace {

// "none" or what parse makes of it.
template <class Value, class Parse>
CLI::Option* add_optional(CLI::App& app, const std::string& name, std::optional<Value>& value,
                          const std::string& description, const char* must, Parse parse) {
  return add_parsed(app, name, value, description, must,
                    [parse](const std::string& text) -> std::optional<std::optional<Value>> {
                      if (text == "none") return std::optional<Value>();
                      if (const std::optional<Value> parsed = parse(text)) return parsed;
                      return std::nullopt;
                    });
}

std::optional<calculator::Service> parse_layer(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 4 || parts[0].empty()) return std::nullopt;
  const auto attempts = number_from<unsigned>(parts[1]);
  if (!attempts || *attempts == 0 || *attempts > 1'000'000) return std::nullopt;
  calculator::Service out{.name = std::string(parts[0]), .attempts = *attempts};
  if (parts.size() > 2 && parts[2] != "none") {
    out.timeout = parse_duration(parts[2]);
    if (!out.timeout) return std::nullopt;
  }
  if (parts.size() > 3) {
    out.budget = number_from<double>(parts[3]);
    if (!out.budget || !(*out.budget >= 0)) return std::nullopt;
  }
  return out;
}

constexpr auto unit_words = enum_names<calculator::Unit>();

}  // namespace

CLI::Option* add_bound(CLI::App& app, const std::string& name, std::optional<Duration>& value,
                       const std::string& description) {
  return add_optional(app, name, value, description,
                      "must be a time such as 500ms, 30s, 5m, 2h or 3d, longer than 0, or none",
                      parse_duration)
      ->type_name("TIME|none");
}

void declare_policy(CLI::App& command, calculator::Policy& policy) {
  command
      .add_option_function<std::string>(
          "--backoff",
          [&policy](const std::string& text) { policy.backoff = *calculator::backoff_from_word(text); },
          "none, fixed, exponential, full_jitter, equal_jitter or decorrelated_jitter")
      ->check(backoff_words)
      ->type_name("WORD");
  declare_waits(command, policy);
}

void declare_waits(CLI::App& command, calculator::Policy& policy) {
  add_duration(command, "--base", policy.base, "The wait that the others grow from");
  add_bound(command, "--cap", policy.cap, "Longest single wait");
  add_optional(command, "--attempts", policy.attempts, "Attempts, the first one included",
               "must be a number from 1 on, or none",
               [](std::string_view text) {
                 const auto attempts = number_from<unsigned>(text);
                 return attempts && *attempts > 0 ? attempts : std::nullopt;
               })
      ->type_name("N|none");
  add_bound(command, "--total", policy.total, "From the start of the first attempt to the start of the last");
  command
      .add_option("--first-power", policy.first_power,
                  "The first wait is base times 2 to the power of this: 0, or 1 as many clients count")
      ->check(CLI::Range(0, 10));
}

void declare_layers(CLI::App& command, std::vector<calculator::Service>& layers) {
  command
      .add_option_function<std::vector<std::string>>(
          "--layer",
          [&layers](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
              auto layer = parse_layer(text);
              if (!layer)
                throw CLI::ValidationError(
                    "--layer", "must be NAME:ATTEMPTS[:TIMEOUT[:BUDGET]], such as payments:3:2s:0.1");
              layers.push_back(std::move(*layer));
            }
          },
          "A service, how often its caller tries it, the caller's patience for one attempt, the caller's "
          "retry budget as a share of its requests; again for the one that it calls")
      ->type_name("NAME:N[:TIME[:SHARE]]");
}

std::optional<calculator::Service> chain_of(std::vector<calculator::Service> layers) {
  std::optional<calculator::Service> below;
  for (; !layers.empty(); layers.pop_back()) {
    if (below) layers.back().calls.push_back(std::move(*below));
    below = std::move(layers.back());
  }
  return below;
}

void declare_rate(CLI::App& command, double& per_second, std::vector<double>& by_hour,
                  const std::string& what) {
  auto* rate = command.add_option("--rate", per_second, what + " a second");
  command
      .add_option("--by-hour", by_hour,
                  what + " in each hour instead, repeated without end: 24 numbers are a day, 168 a week")
      ->delimiter(',')
      ->type_name("N,N,…")
      ->excludes(rate);
}

void declare_costs(CLI::App& command, std::optional<Duration>& checkpoint, std::optional<double>& price,
                   std::string& currency) {
  add_bound(command, "--checkpoint", checkpoint,
            "Time between checkpoints, 5m unless given; none: full_page_writes is off");
  command.add_option("--price", price, "Of a GB a month");
  command.add_option("--currency", currency, "Of the price");
}

Json json_ms(std::optional<Duration> span) {
  return span ? Json(static_cast<double>(span->count()) / 1000) : Json(nullptr);
}

Json json_policy(const calculator::Policy& policy) {
  return {{"backoff", calculator::word(policy.backoff)},
          {"base_ms", json_ms(policy.base)},
          {"cap_ms", json_ms(policy.cap)},
          {"attempts", policy.attempts ? Json(*policy.attempts) : Json(nullptr)},
          {"total_ms", json_ms(policy.total)},
          {"first_power", policy.first_power}};
}

Json json_figure(const calculator::Figure* figure) {
  return {{"name", json_text(figure->name)},
          {"value", figure->value},
          {"unit", unit_words.of(figure->unit)},
          {"text", json_text(figure->text)},
          {"arithmetic", figure->arithmetic}};
}

std::string figures_text(const std::vector<const calculator::Figure*>& figures) {
  std::string text;
  for (const calculator::Figure* figure : figures) {
    text += fmt::format("{:<20} {}\n", visible(figure->name), visible(figure->text));
    for (const std::string& line : figure->arithmetic)
      text += fmt::format("{:<20}   {}\n", "", visible(line));
  }
  return text + '\n';
}

std::string fine(Duration span) {
  if (span == Duration::zero()) return "0";
  const double ms = static_cast<double>(span.count()) / 1000;
  if (ms < 10) return fmt::format("{:.1f} ms", ms);
  if (ms < 1000) return fmt::format("{:.0f} ms", ms);
  return ms < 100'000 ? fmt::format("{:.2f} s", ms / 1000) : human(span);
}

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

void add_calculator(Program& program) {
  CLI::App* calculator =
      add_group(program.app, "calculator",
                "Window and size, retry schedules, storms, and what is wrong with a policy; needs no store");
  add_calculator_size(program, *calculator);
  add_calculator_events(program, *calculator);
  add_calculator_schedule(program, *calculator);
  add_calculator_storm(program, *calculator);
  add_calculator_lint(program, *calculator);
}

namespace {

struct StormOptions {
  calculator::Storm storm = calculator::published_storm(100, calculator::Backoff::none);
  calculator::Capacity server;
  std::string kind = "optimistic";
  std::vector<unsigned> curve;
  std::vector<std::string> backoffs{"none", "exponential", "full_jitter", "equal_jitter",
                                    "decorrelated_jitter"};
  std::optional<double> budget;
  bool breaker = false, without_keys = false;
  unsigned runs = 5;
  std::int64_t seed = 1;
};

calculator::Storm storm_of(const StormOptions& o) {
  calculator::Storm storm = o.storm;
  if (o.kind == "capacity") {
    calculator::Capacity server = o.server;
    server.keyed = !o.without_keys;
    storm.server = server;
  }
  if (o.budget) storm.budget = retry::BudgetConfig{.ratio = *o.budget};
  if (o.breaker) storm.breaker = retry::BreakerConfig{};
  return storm;
}

Json json_storm(calculator::Backoff backoff, const calculator::StormResult& result) {
  const auto load = [](const calculator::LoadPoint& point) -> Json {
    return {{"from_ms", json_ms(point.from)},
            {"calls", point.calls},
            {"succeeded", point.succeeded},
            {"waiting", point.waiting}};
  };
  return {{"backoff", calculator::word(backoff)},
          {"calls", result.calls},
          {"wasted", result.wasted},
          {"replayed", result.replayed},
          {"succeeded", result.succeeded},
          {"out_of_attempts", result.out_of_attempts},
          {"out_of_time", result.out_of_time},
          {"out_of_budget", result.out_of_budget},
          {"stopped_by_breaker", result.stopped_by_breaker},
          {"time_ms", json_ms(result.time)},
          {"p50_ms", result.succeeded > 0 ? json_ms(result.p50) : Json(nullptr)},
          {"p95_ms", result.succeeded > 0 ? json_ms(result.p95) : Json(nullptr)},
          {"complete", result.complete},
          {"slice_ms", json_ms(result.slice)},
          {"load", json_list(result.load, load)}};
}

Outcome one_storm(Context& context, const StormOptions& o) {
  Json storms = Json::array();
  Table table({"backoff", ">calls", ">wasted", ">replayed", ">succeeded", ">gave up", ">breaker held",
               ">time", ">half done", ">95 % done", ""});
  for (const std::string& word : o.backoffs) {
    calculator::Storm storm = storm_of(o);
    storm.policy.backoff = *calculator::backoff_from_word(word);
    Random random(static_cast<std::uint64_t>(o.seed));
    const auto result = calculator::simulate(storm, random).value();
    const auto of_succeeded = [&](Duration span) {
      return result.succeeded > 0 ? fine(span) : std::string("–");
    };
    storms.push_back(json_storm(storm.policy.backoff, result));
    table.add({word, calculator::grouped(static_cast<double>(result.calls)),
               calculator::grouped(static_cast<double>(result.wasted)),
               calculator::grouped(static_cast<double>(result.replayed)), std::to_string(result.succeeded),
               std::to_string(result.out_of_attempts + result.out_of_time + result.out_of_budget),
               calculator::grouped(static_cast<double>(result.stopped_by_breaker)), fine(result.time),
               of_succeeded(result.p50), of_succeeded(result.p95),
               result.complete ? "" : "ended: too many calls"});
  }
  context.out().say({{"clients", o.storm.clients},
                     {"seed", o.seed},
                     {"policy", json_policy(o.storm.policy)},
                     {"storms", std::move(storms)}},
                    table.text());
  return Exit::done;
}

Outcome storm_curves(Context& context, const StormOptions& o) {
  calculator::CurvesOptions options{.like = storm_of(o), .backoffs = {}, .clients = o.curve, .runs = o.runs};
  for (const std::string& word : o.backoffs) options.backoffs.push_back(*calculator::backoff_from_word(word));
  Random random(static_cast<std::uint64_t>(o.seed));
  const auto drawn = calculator::curves(options, random).value();
  Json json = Json::array();
  Table table({"backoff", ">clients", ">calls", ">time", ">succeeded", ""});
  for (const calculator::Curve& curve : drawn) {
    Json points = Json::array();
    for (const calculator::CurvePoint& point : curve.points) {
      points.push_back({{"clients", point.clients},
                        {"calls", point.calls},
                        {"time_ms", point.time_ms},
                        {"succeeded", point.succeeded},
                        {"complete", point.complete}});
      table.add({std::string(calculator::word(curve.backoff)), std::to_string(point.clients),
                 calculator::grouped(point.calls),
                 fine(Duration(static_cast<Duration::rep>(point.time_ms * 1000))),
                 calculator::grouped(point.succeeded), point.complete ? "" : "ended: too many calls"});
    }
    json.push_back({{"backoff", calculator::word(curve.backoff)}, {"points", std::move(points)}});
  }
  context.out().say({{"runs", o.runs},
                     {"seed", o.seed},
                     {"policy", json_policy(o.storm.policy)},
                     {"curves", std::move(json)}},
                    table.text());
  return Exit::done;
}

Outcome storm_planned(Context& context, const StormOptions& o) {
  return o.curve.empty() ? one_storm(context, o) : storm_curves(context, o);
}

void declare_storm(CLI::App& command, StormOptions& o) {
  command.add_option("--clients", o.storm.clients, "That begin together, each until it has succeeded once")
      ->capture_default_str();
  command
      .add_option("--curve", o.curve,
                  "Means over --runs storms for each of these numbers of clients instead of one storm")
      ->delimiter(',')
      ->type_name("N,N,…");
  add_number(command, "--runs", o.runs, 1, 1000, "Storms averaged for each point of the curve");
  command
      .add_option("--backoffs", o.backoffs,
                  "Which to compare: none, fixed, exponential, full_jitter, equal_jitter, "
                  "decorrelated_jitter; all but fixed unless given")
      ->delimiter(',')
      ->check(backoff_words)
      ->type_name("WORD,…");
  declare_waits(command, o.storm.policy);
  command
      .add_option("--server", o.kind,
                  "optimistic: one row with a version; capacity: so many requests a second")
      ->check(CLI::IsMember({"optimistic", "capacity"}))
      ->capture_default_str();
  command.add_option("--rate", o.server.per_second, "Requests a second that a server of capacity serves")
      ->capture_default_str();
  command.add_option("--queue", o.server.queue, "Requests that may wait there")->capture_default_str();
  add_duration(command, "--patience", o.server.patience,
               "Of a client there, for one attempt: 1s unless given");
  add_duration(command, "--outage", o.server.outage, "From the start on the server refuses everything");
  command.add_flag("--without-keys", o.without_keys,
                   "Requests carry no keys: what a client turned away from is done again");
  add_duration(command, "--arrive-within", o.storm.arrive_within,
               "Clients begin evenly spread over this, not all at once");
  command.add_option("--delay", o.storm.network.mean_ms, "Of the network, one way, in milliseconds")
      ->capture_default_str();
  command.add_option("--deviation", o.storm.network.deviation_ms, "And its deviation")->capture_default_str();
  command.add_option("--budget", o.budget, "A retry budget: retries as a share of requests (0.1)")
      ->check(CLI::Range(0.0, 100.0));
  command.add_flag("--breaker", o.breaker,
                   "A circuit breaker: half of at least 5 calls failing in 10 s opens it for 5 s");
  add_number(command, "--processes", o.storm.processes, 1, 100'000,
             "That the clients are spread over; each has its own budget and breaker");
  command.add_option("--seed", o.seed, "Of the dice: the same seed is the same storm")->capture_default_str();
  command.footer(
      "When: a backoff is chosen, or the question is what clients will do to a server that comes back. "
      "Without options it is the\n"
      "published experiment on backoff and jitter: 100 clients write one row, base 5 ms, first power 1, cap "
      "2 s, attempts without\n"
      "bound, network 10 ± 2 ms. A call is a request (optimistic: a write) that reaches the server.\n"
      "  oncectl calculator storm\n"
      "  oncectl calculator storm --curve 10,50,100,150,190 --runs 20\n"
      "  oncectl calculator storm --server capacity --clients 500 --rate 200 --outage 5s --base 100ms "
      "--attempts 8 --breaker --budget 0.1");
}

}  // namespace

void add_calculator_storm(Program& program, CLI::App& calculator) {
  add_command<StormOptions>(program, calculator, "storm",
                            "Many clients that fail together, under each backoff: calls, time, load",
                            storm_planned, declare_storm);
}

}  // namespace onceover::oncectl
