#include <fmt/format.h>

#include <charconv>

#include "app/oncectl/calculator.h"
#include "core/base/text.h"
#include "core/calculator/figure.h"
#include "core/calculator/lint.h"

namespace onceover::oncectl {
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
  if (problem != std::errc() || rule.status < 100 || rule.status > 599 || (!text.empty() && text.front() != ':')) return std::nullopt;
  if (!text.empty()) rule.error_code = text.substr(1);
  return rule;
}

void append_tree(const calculator::Calls& calls, std::string& text) {
  text += fmt::format("{:>{}}{}  {} calls at worst, {} lasting under the budgets\n", "", 2 * calls.depth, visible(calls.name),
                      calls.product, calculator::plain(calls.worst_in_budget));
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
      if (!rule) return usage(fmt::format("\"{}\" is no status such as 503, or 409:CONFLICT.idempotency.in_progress.", visible(text)));
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
    text += fmt::format("\n{}: {} [{}]\n  {}\n  Remedy: {}\n", calculator::word(one.severity), visible(one.what),
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

void add_yes_no(CLI::App& command, const std::string& name, std::optional<bool>& value, const std::string& description) {
  command
      .add_option_function<std::string>(
          name, [&value](const std::string& text) { value = text == "yes"; }, description)
      ->check(CLI::IsMember({"yes", "no"}))
      ->type_name("yes|no");
}

void declare_lint(CLI::App& command, LintOptions& o) {
  declare_policy(command, o.input.policy);
  add_bound(command, "--attempt-timeout", o.input.attempt_timeout, "Of one attempt: 1s unless given");
  command.add_option("--retries", o.retries, "A status that is retried, with or without its error code; may be given again")
      ->type_name("STATUS[:CODE]")
      ->allow_extra_args(false);
  command.add_option("--gives-up", o.gives_up, "A status that is not")->type_name("STATUS[:CODE]")->allow_extra_args(false);
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
      "When: a client's retries are reviewed. What is known to go wrong, with consequence and remedy; with --layer the tree of calls,\n"
      "too. What is not given is not judged. Exit code 5 where a warning or an error was found.\n"
      "  oncectl calculator lint --backoff exponential --cap none --retries 400 --retries 503 --key per_attempt --window 1d\n"
      "  oncectl calculator lint --layer edge:3:10s --layer orders:3:4s --layer payments:3:2s:0.1");
}

}  // namespace

void add_calculator_lint(Program& program, CLI::App& calculator) {
  add_command<LintOptions>(program, calculator, "lint", "What is known to go wrong with a retry policy, and the remedy", lint_planned,
                           declare_lint);
}

}  // namespace onceover::oncectl
