// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/calculator.h"

#include <fmt/format.h>

#include "core/base/enum_names.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

// "none" or what parse makes of it.
template <class Value, class Parse>
CLI::Option* add_optional(CLI::App& app, const std::string& name, std::optional<Value>& value, const std::string& description,
                          const char* must, Parse parse) {
  return add_parsed(app, name, value, description, must, [parse](const std::string& text) -> std::optional<std::optional<Value>> {
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

CLI::Option* add_bound(CLI::App& app, const std::string& name, std::optional<Duration>& value, const std::string& description) {
  return add_optional(app, name, value, description, "must be a time such as 500ms, 30s, 5m, 2h or 3d, longer than 0, or none",
                      parse_duration)
      ->type_name("TIME|none");
}

void declare_policy(CLI::App& command, calculator::Policy& policy) {
  command
      .add_option_function<std::string>(
          "--backoff", [&policy](const std::string& text) { policy.backoff = *calculator::backoff_from_word(text); },
          "none, fixed, exponential, full_jitter, equal_jitter or decorrelated_jitter")
      ->check(backoff_words)
      ->type_name("WORD");
  declare_waits(command, policy);
}

void declare_waits(CLI::App& command, calculator::Policy& policy) {
  add_duration(command, "--base", policy.base, "The wait that the others grow from");
  add_bound(command, "--cap", policy.cap, "Longest single wait");
  add_optional(command, "--attempts", policy.attempts, "Attempts, the first one included", "must be a number from 1 on, or none",
               [](std::string_view text) {
                 const auto attempts = number_from<unsigned>(text);
                 return attempts && *attempts > 0 ? attempts : std::nullopt;
               })
      ->type_name("N|none");
  add_bound(command, "--total", policy.total, "From the start of the first attempt to the start of the last");
  command
      .add_option("--first-power", policy.first_power, "The first wait is base times 2 to the power of this: 0, or 1 as many clients count")
      ->check(CLI::Range(0, 10));
}

void declare_layers(CLI::App& command, std::vector<calculator::Service>& layers) {
  command
      .add_option_function<std::vector<std::string>>(
          "--layer",
          [&layers](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
              auto layer = parse_layer(text);
              if (!layer) throw CLI::ValidationError("--layer", "must be NAME:ATTEMPTS[:TIMEOUT[:BUDGET]], such as payments:3:2s:0.1");
              layers.push_back(std::move(*layer));
            }
          },
          "A service, how often its caller tries it, the caller's patience for one attempt, the caller's retry budget as a share of its "
          "requests; again for the one that it calls")
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

void declare_rate(CLI::App& command, double& per_second, std::vector<double>& by_hour, const std::string& what) {
  auto* rate = command.add_option("--rate", per_second, what + " a second");
  command.add_option("--by-hour", by_hour, what + " in each hour instead, repeated without end: 24 numbers are a day, 168 a week")
      ->delimiter(',')
      ->type_name("N,N,…")
      ->excludes(rate);
}

void declare_costs(CLI::App& command, std::optional<Duration>& checkpoint, std::optional<double>& price, std::string& currency) {
  add_bound(command, "--checkpoint", checkpoint, "Time between checkpoints, 5m unless given; none: full_page_writes is off");
  command.add_option("--price", price, "Of a GB a month");
  command.add_option("--currency", currency, "Of the price");
}

Json json_ms(std::optional<Duration> span) { return span ? Json(static_cast<double>(span->count()) / 1000) : Json(nullptr); }

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
    for (const std::string& line : figure->arithmetic) text += fmt::format("{:<20}   {}\n", "", visible(line));
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
      add_group(program.app, "calculator", "Window and size, retry schedules, storms, and what is wrong with a policy; needs no store");
  add_calculator_size(program, *calculator);
  add_calculator_events(program, *calculator);
  add_calculator_schedule(program, *calculator);
  add_calculator_storm(program, *calculator);
  add_calculator_lint(program, *calculator);
}

}  // namespace onceover::oncectl
