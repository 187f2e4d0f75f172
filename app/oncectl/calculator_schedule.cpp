// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>

#include "app/oncectl/calculator.h"
#include "core/base/text.h"
#include "core/calculator/client_log.h"
#include "core/calculator/figure.h"
#include "core/calculator/lint.h"
#include "core/calculator/schedule.h"

namespace onceover::oncectl {
namespace {

struct ScheduleCommand {
  calculator::Policy policy;
  calculator::ScheduleOptions options{.rows = 20};
  Duration slack = std::chrono::milliseconds(5);
  bool from_start = false;
  std::int64_t seed = 1;
  std::string log;
};

struct LaidLog {
  calculator::ClientLog log;
  calculator::Overlay overlay;
};

Json json_spread(const calculator::Spread& spread) {
  return {{"least_ms", json_ms(spread.least)},
          {"mean_ms", json_ms(spread.mean)},
          {"p50_ms", json_ms(spread.p50)},
          {"p95_ms", json_ms(spread.p95)},
          {"most_ms", json_ms(spread.most)}};
}

Json json_overlaid(const calculator::Overlaid& one) {
  return {{"line", one.entry.line},
          {"request", one.entry.request},
          {"attempt", one.entry.attempt},
          {"delay_ms", json_ms(one.entry.delay)},
          {"status", json_text(one.entry.status)},
          {"code", json_optional(one.entry.code)},
          {"notes", json_text(one.entry.notes)},
          {"least_ms", json_ms(one.allowed.least)},
          {"most_ms", json_ms(one.allowed.most)},
          {"fit", calculator::word(one.fit)},
          {"what", json_text(one.what)}};
}

Json json_log(const LaidLog& laid) {
  const auto error = [](const calculator::RowError& one) -> Json {
    return {{"line", one.line}, {"what", json_text(one.what)}, {"text", json_text(one.text)}};
  };
  return {{"requests", laid.overlay.requests},
          {"outside", laid.overlay.outside},
          {"looks_like",
           laid.overlay.looks_like ? Json(calculator::word(*laid.overlay.looks_like)) : Json(nullptr)},
          {"rows", json_list(laid.overlay.entries, json_overlaid)},
          {"errors", json_list(laid.log.errors, error)}};
}

std::string log_text(const LaidLog& laid) {
  Table table({">line", ">request", ">attempt", ">waited", "policy waits", "fit", "why"});
  for (const calculator::Overlaid& one : laid.overlay.entries) {
    const bool first = one.entry.attempt == 1;
    table.add({std::to_string(one.entry.line), std::to_string(one.entry.request),
               std::to_string(one.entry.attempt), fine(one.entry.delay),
               first ? "" : fine(one.allowed.least) + " to " + fine(one.allowed.most),
               std::string(calculator::word(one.fit)), visible(one.what)});
  }
  std::string text = "\n" + table.text();
  text += fmt::format("Requests: {}, attempts: {}, outside the policy: {}.{}\n", laid.overlay.requests,
                      laid.overlay.entries.size(), laid.overlay.outside,
                      laid.overlay.looks_like ? fmt::format(" The waits look like {}.",
                                                            calculator::word(*laid.overlay.looks_like))
                                              : "");
  for (const calculator::RowError& one : laid.log.errors)
    text += fmt::format("line {}: {} {}\n", one.line, one.what, visible(one.text));
  return text;
}

std::string schedule_text(const ScheduleCommand& o, const calculator::Schedule& schedule) {
  Table table({">attempt", ">wait: least", ">mean", ">95 %", ">most", ">begins: mean", ">95 %", ">most",
               ">comes to it"});
  for (const calculator::AttemptRow& row : schedule.attempts) {
    table.add({std::to_string(row.attempt), fine(row.delay.least), fine(row.delay.mean), fine(row.delay.p95),
               fine(row.delay.most), fine(row.at.mean), fine(row.at.p95), fine(row.at.most),
               percent(row.reached)});
  }
  std::string text = calculator::describe(o.policy) + "\n\n" + table.text();
  if (schedule.more) text += "and more\n";
  text += schedule.horizon ? fmt::format("\nLongest retry: {}", fine(*schedule.horizon))
                           : std::string("\nLongest retry: without end");
  if (schedule.horizon && schedule.asked_horizon != schedule.horizon) {
    text += schedule.asked_horizon
                ? fmt::format("; {} where Retry-After is honoured", fine(*schedule.asked_horizon))
                : std::string("; without end where Retry-After is honoured");
  }
  text += schedule.asked_horizon
              ? fmt::format(". Keep keys for at least {}.\n", human(*schedule.asked_horizon * 2))
              : std::string(". No window of keys is long enough for what has no end.\n");
  const calculator::FailureModel& failure = o.options.failure;
  text += fmt::format(
      "Where an attempt fails with {}{}: done in the end {}{}, after {:.2f} attempts on average; done by",
      percent(failure.p),
      failure.outage > Duration::zero() ? " and an outage lasts " + fine(failure.outage) : "",
      schedule.cut ? "at least " : "", percent(schedule.in_the_end), schedule.mean_attempts);
  const std::size_t n = schedule.chance.size() - 1;
  for (std::size_t part = 1; part <= 5; ++part) {
    const calculator::ChancePoint& point = schedule.chance[n * part / 5];
    text += fmt::format("{} {} {}", part > 1 ? "," : "", fine(point.by), percent(point.done));
  }
  return text + ".\n";
}

Outcome draw_planned(Context& context, const ScheduleCommand& given) {
  ScheduleCommand o = given;
  o.options.failure.anywhere = !o.from_start;
  std::optional<LaidLog> laid;
  if (!o.log.empty()) {
    auto text = read_file(o.log).value();
    laid.emplace();
    laid->log = calculator::parse_client_log(text);
    laid->overlay = calculator::overlay(o.policy, laid->log, o.slack);
  }
  Random random(static_cast<std::uint64_t>(o.seed));
  const auto schedule = calculator::draw_schedule(o.policy, o.options, random).value();
  const auto attempt = [](const calculator::AttemptRow& row) -> Json {
    return {{"attempt", row.attempt},
            {"delay", json_spread(row.delay)},
            {"at", json_spread(row.at)},
            {"reached", row.reached}};
  };
  const auto chance = [](const calculator::ChancePoint& point) -> Json {
    return {{"by_ms", json_ms(point.by)}, {"done", point.done}};
  };
  context.out().say({{"policy", json_policy(o.policy)},
                     {"attempts", json_list(schedule.attempts, attempt)},
                     {"more", schedule.more},
                     {"horizon_ms", json_ms(schedule.horizon)},
                     {"asked_horizon_ms", json_ms(schedule.asked_horizon)},
                     {"chance", json_list(schedule.chance, chance)},
                     {"in_the_end", schedule.in_the_end},
                     {"mean_attempts", schedule.mean_attempts},
                     {"cut", schedule.cut},
                     {"log", laid ? json_log(*laid) : Json(nullptr)}},
                    schedule_text(o, schedule) + (laid ? log_text(*laid) : ""));
  return laid && (laid->overlay.outside > 0 || !laid->log.errors.empty()) ? Exit::unsettled : Exit::done;
}

void declare_schedule(CLI::App& command, ScheduleCommand& o) {
  declare_policy(command, o.policy);
  add_duration(command, "--attempt-takes", o.options.attempt_takes,
               "From the start of an attempt until it has failed");
  add_number(command, "--failure", o.options.failure.p, 0.0, 1.0,
             "Chance that an attempt fails, each by itself");
  add_duration(command, "--outage", o.options.failure.outage,
               "Attempts that begin during an outage of this length fail");
  command.add_flag("--from-start", o.from_start,
                   "The first attempt meets the outage at its beginning, not anywhere in it");
  command
      .add_option(
          "--log", o.log,
          "A client's own log (CSV: attempt,delay_ms,status,code,notes), laid over it; - for standard input")
      ->type_name("FILE");
  add_duration(command, "--slack", o.slack,
               "By which the log's clock may be off, either way: 5ms unless given");
  add_number(command, "--rows", o.options.rows, 1, 10'000, "Attempts listed");
  command.add_option("--seed", o.seed, "Of the dice: the same seed draws the same schedule")
      ->capture_default_str();
  command.footer(
      "When: a retry policy is chosen, or a client's retries are not what was agreed. When each attempt "
      "comes, how long a client goes\n"
      "on (what the window of keys must exceed), and how likely it is done by when. The policy is "
      "core/retry's own unless given\n"
      "otherwise: full jitter from 100 ms, at most 2 s a wait, 5 attempts, 10 s in all. Exit code 5 where "
      "the log does not fit the\n"
      "policy or has rows that cannot be read.\n"
      "  oncectl calculator schedule --attempts 8 --total 30s --attempt-takes 1s --outage 20s\n"
      "  oncectl calculator schedule --backoff equal_jitter --first-power 1 --log retries.csv");
}

}  // namespace

void add_calculator_schedule(Program& program, CLI::App& calculator) {
  add_command<ScheduleCommand>(program, calculator, "schedule",
                               "A retry policy drawn: waits, times, chances; a client's log laid over it",
                               draw_planned, declare_schedule);
}

namespace {

struct LintOptions {
  calculator::LintInput input;
  std::vector<std::string> retries, gives_up;
  std::vector<calculator::Service> layers;
};

// STATUS or STATUS:CODE
std::optional<calculator::AnswerRule> parse_answer(std::string_view text, bool retries) {
  calculator::AnswerRule rule{.retries = retries};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), rule.status);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (problem != std::errc() || rule.status < 100 || rule.status > 599 ||
      (!text.empty() && text.front() != ':'))
    return std::nullopt;
  if (!text.empty()) rule.error_code = text.substr(1);
  return rule;
}

void append_tree(const calculator::Calls& calls, std::string& text) {
  text += fmt::format("{:>{}}{}  {} calls at worst, {} lasting under the budgets\n", "", 2 * calls.depth,
                      visible(calls.name), calls.product, calculator::plain(calls.worst_in_budget));
  for (const calculator::Calls& below : calls.calls) append_tree(below, text);
}

Json json_calls(const calculator::Calls& calls) {
  return {{"name", json_text(calls.name)},
          {"worst", calls.worst},
          {"product", json_text(calls.product)},
          {"worst_in_budget", calls.worst_in_budget},
          {"calls", json_list(calls.calls, json_calls)}};
}

Outcome lint_planned(Context& context, const LintOptions& given) {
  calculator::LintInput input = given.input;
  for (const bool retries : {true, false}) {
    for (const std::string& text : retries ? given.retries : given.gives_up) {
      auto rule = parse_answer(text, retries);
      if (!rule)
        return usage(fmt::format("\"{}\" is no status such as 503, or 409:CONFLICT.idempotency.in_progress.",
                                 visible(text)));
      input.answers.push_back(std::move(*rule));
    }
  }
  input.layers = chain_of(given.layers);
  std::optional<calculator::Amplification> amplified;
  if (input.layers) amplified = calculator::amplify(*input.layers).value();
  const auto findings = calculator::lint(input);
  const auto json_finding = [](const calculator::Finding& one) -> Json {
    return {{"rule", calculator::word(one.rule)},
            {"severity", calculator::word(one.severity)},
            {"what", json_text(one.what)},
            {"consequence", json_text(one.consequence)},
            {"remedy", json_text(one.remedy)}};
  };
  std::string text = calculator::describe(input.policy) + "\n";
  if (amplified) append_tree(amplified->tree, text += '\n');
  for (const calculator::Finding& one : findings) {
    text +=
        fmt::format("\n{}: {} [{}]\n  {}\n  Remedy: {}\n", calculator::word(one.severity), visible(one.what),
                    calculator::word(one.rule), visible(one.consequence), visible(one.remedy));
  }
  if (findings.empty()) text += "\nNothing wrong was found in what was given.\n";
  context.out().say({{"policy", json_policy(input.policy)},
                     {"findings", json_list(findings, json_finding)},
                     {"layers", amplified ? json_calls(amplified->tree) : Json(nullptr)}},
                    text);
  const bool clean = findings.empty() || findings.front().severity == calculator::Severity::note;
  return clean ? Exit::done : Exit::unsettled;
}

void add_yes_no(CLI::App& command, const std::string& name, std::optional<bool>& value,
                const std::string& description) {
  command
      .add_option_function<std::string>(
          name, [&value](const std::string& text) { value = text == "yes"; }, description)
      ->check(CLI::IsMember({"yes", "no"}))
      ->type_name("yes|no");
}

void declare_lint(CLI::App& command, LintOptions& o) {
  declare_policy(command, o.input.policy);
  add_bound(command, "--attempt-timeout", o.input.attempt_timeout, "Of one attempt: 1s unless given");
  command
      .add_option("--retries", o.retries,
                  "A status that is retried, with or without its error code; may be given again")
      ->type_name("STATUS[:CODE]")
      ->allow_extra_args(false);
  command.add_option("--gives-up", o.gives_up, "A status that is not")
      ->type_name("STATUS[:CODE]")
      ->allow_extra_args(false);
  command
      .add_option_function<std::string>(
          "--key",
          [&o](const std::string& text) {
            o.input.key = text == "once"   ? calculator::KeyUse::once
                          : text == "none" ? calculator::KeyUse::none
                                           : calculator::KeyUse::per_attempt;
          },
          "Idempotency key: once, before the first attempt; per_attempt; none")
      ->check(CLI::IsMember({"once", "per_attempt", "none"}))
      ->type_name("WORD");
  add_yes_no(command, "--retry-after", o.input.honours_retry_after, "The client honours Retry-After");
  add_yes_no(command, "--budget", o.input.budget, "A retry budget limits the retries");
  add_yes_no(command, "--breaker", o.input.breaker, "A circuit breaker limits the retries");
  add_duration(command, "--manual", o.input.manual, "How long afterwards a person or a batch may try again");
  add_bound(command, "--window", o.input.window, "How long keys are kept");
  add_bound(command, "--gateway-window", o.input.gateway_window, "How long the gateway dedupes by our key");
  declare_layers(command, o.layers);
  command.footer(
      "When: a client's retries are reviewed. What is known to go wrong, with consequence and remedy; with "
      "--layer the tree of calls,\n"
      "too. What is not given is not judged. Exit code 5 where a warning or an error was found.\n"
      "  oncectl calculator lint --backoff exponential --cap none --retries 400 --retries 503 --key "
      "per_attempt --window 1d\n"
      "  oncectl calculator lint --layer edge:3:10s --layer orders:3:4s --layer payments:3:2s:0.1");
}

}  // namespace

void add_calculator_lint(Program& program, CLI::App& calculator) {
  add_command<LintOptions>(program, calculator, "lint",
                           "What is known to go wrong with a retry policy, and the remedy", lint_planned,
                           declare_lint);
}

}  // namespace onceover::oncectl
