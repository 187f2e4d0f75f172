// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "app/oncectl/inquiry.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/approval/approval.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/gateway/mapping.h"
#include "core/gateway/open.h"
#include "core/key/identity.h"
#include "core/reconcile/verdict.h"

namespace onceover::oncectl {
namespace {

// More of an answer than anybody reads on a terminal.
constexpr std::size_t max_shown_answer = 16 * 1024;

struct GatewayCheck {
  std::vector<std::string> files;
  bool credential = false;
};

// What a description has, over HTTP or from SQL.
struct Described {
  const std::string& name;
  const std::vector<gateway::Operation>& operations;
  const gateway::Lookup& lookup;
  bool lists;
};
Described described(const gateway::AnyConfig& config) {
  return std::visit(
      [](const auto& each) -> Described {
        return {each.name, each.operations, each.lookup, each.listing.has_value()};
      },
      config);
}

// What follows where the gateway knows no such key: the declaration's one consequence that surprises.
std::string when_unknown(const gateway::Declaration& declared) {
  if (declared.cancel == gateway::Cancel::with_tombstone)
    return "cancelled with a tombstone, then settled failed";
  if (declared.dedupe_window)
    return "released within " + human(*declared.dedupe_window) + " of the request, unresolved after";
  return "unresolved: nothing is promised";
}

// What follows where no client retries a released key.
std::string when_not_retried(const gateway::Declaration& declared) {
  const auto& end = declared.if_not_retried;
  if (!end) return "waits";
  return fmt::format("settled failed ({}){}, if it had no effect; else it waits", end->error_code,
                     end->after > Duration{0} ? " after " + human(end->after) : "");
}

Outcome check_files(Context& context, const GatewayCheck& options) {
  Json files = Json::array();
  std::string text;
  bool sound = true;
  for (const std::string& file : options.files) {
    auto config = gateway::load_any_config(file);
    std::optional<Error> wrong;
    if (!config) wrong = config.error();
    const auto* http = config ? std::get_if<gateway::Config>(&*config) : nullptr;
    if (options.credential && http && http->auth) {
      if (auto credential = gateway::read_credential(*http->auth, context.keychain()); !credential)
        wrong = credential.error();
    }
    if (wrong) {
      sound = false;
      files.push_back({{"file", json_text(file)},
                       {"sound", false},
                       {"what", json_text(redacted(wrong->what))},
                       {"next", json_text(redacted(wrong->next))}});
      text += fmt::format("{}\n", redacted(wrong->what));
      continue;
    }
    const Described its = described(*config);
    Json operations = Json::array();
    text += fmt::format("{}: {}, {}{}\n", visible(file), visible(its.name), http ? "over HTTP" : "from SQL",
                        its.lists ? ", with a listing" : "");
    for (const gateway::Operation& each : its.operations) {
      const gateway::Declaration& declared = each.declaration;
      operations.push_back({{"name", json_text(each.name)},
                            {"effect", json_text(each.effect)},
                            {"effects", json_texts(each.effects())},
                            {"template", declared.response.has_value()},
                            {"lookup_by_key", declared.lookup_by_key},
                            {"when_no_such_key", when_unknown(declared)},
                            {"when_not_retried", when_not_retried(declared)}});
      text += fmt::format("  {} ({}): done {}; no such key: {}; released and not retried: {}\n",
                          visible(each.name), visible(fmt::format("{}", fmt::join(each.effects(), ", "))),
                          declared.response ? "is settled with a response" : "waits for a person's response",
                          when_unknown(declared), when_not_retried(declared));
    }
    files.push_back({{"file", json_text(file)},
                     {"sound", true},
                     {"name", json_text(its.name)},
                     {"kind", http ? "http" : "sql"},
                     {"listing", its.lists},
                     {"operations", std::move(operations)}});
  }
  context.out().say({{"files", std::move(files)}}, text);
  return sound ? Exit::done : Exit::usage;
}

struct DeclarationOptions {
  std::vector<std::string> files;
  std::int64_t number = 0;
  std::string reason;
  bool all = false, dry_run = false;
};

std::string window_text(const approval::Registered& one) {
  return one.declared.dedupe_window ? human(*one.declared.dedupe_window) : "does not deduplicate";
}

std::string standing(const approval::Registered& one) {
  if (one.ended_at) return "ended " + iso(*one.ended_at);
  return one.in_force_since ? "in force since " + iso(*one.in_force_since) : "waits for a second approver";
}

Json json_declaration(const approval::Registered& one) {
  Json json{{"number", one.id},
            {"gateway", json_text(one.declared.gateway)},
            {"operation", json_text(one.declared.operation)}};
  json["dedupe_window_s"] =
      one.declared.dedupe_window
          ? Json(std::chrono::duration_cast<std::chrono::seconds>(*one.declared.dedupe_window).count())
          : Json(nullptr);
  json["reason"] = json_text(one.reason);
  json["registered_by"] = json_text(one.registered_by);
  json["registered_at"] = iso(one.registered_at);
  json["in_force_since"] = json_time(one.in_force_since);
  json["approved_by"] = json_filled(one.approved_by);
  json["ended_at"] = json_time(one.ended_at);
  return json;
}

Outcome show_declarations(const Output& out, const std::vector<approval::Registered>& list, ListTexts texts) {
  return show_list(
      out, "declarations", list, json_declaration,
      {">NUMBER", "GATEWAY", "OPERATION", "DEDUPLICATES", "STANDING", "REGISTERED BY"},
      [](const approval::Registered& one) -> Cells {
        return {std::to_string(one.id),
                visible(one.declared.gateway),
                visible(one.declared.operation),
                window_text(one),
                standing(one),
                visible(one.registered_by) + (one.is_mine ? " (you)" : "")};
      },
      texts);
}

Outcome list_declarations(Context& context, const DeclarationOptions& o) {
  const auto list = approval::declarations(context.store(Need::reading), o.all).value();
  return show_declarations(context.out(), list,
                           {.none = "No gateway is registered.\n", .known = context.known_of({"gateways"})});
}

Outcome show_new(const Output& out, const std::vector<approval::Declared>& list) {
  std::string text;
  Json json = Json::array();
  for (const approval::Declared& one : list) {
    const auto window = one.dedupe_window;
    json.push_back({{"gateway", json_text(one.gateway)},
                    {"operation", json_text(one.operation)},
                    {"dedupe_window_s", window ? Json(*window / std::chrono::seconds(1)) : Json(nullptr)}});
    text += fmt::format("{}Would register {} {}: {}", text.empty() ? "" : "\n", visible(one.gateway),
                        visible(one.operation),
                        window ? "deduplicates for " + human(*window) : "does not deduplicate");
  }
  return show_dry_run(out, {{"declarations", Json::array()}, {"would_register", std::move(json)}},
                      text.empty() ? "All of it is registered already." : text);
}

Outcome register_files(Context& context, const DeclarationOptions& o) {
  std::vector<approval::Declared> declared;
  for (const std::string& file : o.files) {
    const gateway::AnyConfig config = gateway::load_any_config(file).value();
    for (const gateway::Operation& each : described(config).operations)
      declared.push_back({described(config).name, each.name, each.declaration.dedupe_window});
  }
  if (o.dry_run)
    return show_new(context.out(),
                    approval::new_among(context.store(Need::reading), std::move(declared)).value());
  const auto made =
      approval::register_gateway(context.store(Need::writing), declared, o.reason, context.actor()).value();
  if (made.empty()) {
    context.out().say({{"declarations", Json::array()}}, "All of it is registered already.\n");
    return Exit::done;
  }
  return show_declarations(context.out(), made, {});
}

Outcome approve_registered(Context& context, const DeclarationOptions& o) {
  if (!approval::approve_declaration(context.store(Need::writing), o.number, o.reason, context.actor(),
                                     o.dry_run)
           .value()) {
    return fail_with({Exit::changed, "decided",
                      fmt::format("Declaration {} does not wait for an approver.", o.number),
                      "Nothing was written.", "See oncectl gateway registered --all."});
  }
  context.out().say(
      {{"approved", o.dry_run ? Json(nullptr) : Json(o.number)}, {"dry_run", o.dry_run}},
      o.dry_run ? fmt::format("Declaration {} would be in force. Dry run: nothing was written.\n", o.number)
                : fmt::format("Declaration {} is in force.\n", o.number));
  return Exit::done;
}

struct GatewayTest {
  std::string key, tenant;
  std::optional<std::string> operation, effect, reference, amount, currency;
  bool as_sent = false, reveal = false;
  std::string state = "in_progress";
  Duration age = std::chrono::minutes(20);
  int attempts = 0;
};

std::string operation_asked_about(const gateway::AnyConfig& config, const GatewayTest& options) {
  if (options.operation) return *options.operation;
  const auto& operations = described(config).operations;
  if (operations.size() == 1) return operations.front().name;
  std::string names;
  for (const gateway::Operation& each : operations) names += (names.empty() ? "" : ", ") + visible(each.name);
  end(fail(ErrorKind::invalid_input, "The gateway serves several operations.", "Nothing was asked.",
           "Name one with --operation: " + names + "."));
}

Json json_read_line(const gateway::ReadLine& line) {
  return {{"field", line.field},
          {"pointer", json_text(line.pointer)},
          {"value", json_optional(line.value)},
          {"means", json_text(line.means)}};
}

Outcome test_gateway(Context& context, const GatewayTest& options) {
  auto config = gateway::load_any_config(context.gateway_path()).value();
  const std::string operation = operation_asked_about(config, options);
  const gateway::Lookup lookup = described(config).lookup;
  auto gateway = gateway::open_gateway(std::move(config), context.keychain()).value();
  gateway::Question question{{options.tenant, operation, options.key},
                             {},
                             {std::nullopt, options.amount, options.currency, options.reference}};
  question.downstream_key =
      options.as_sent ? options.key
                      : key::downstream_key(question.id, options.effect.value_or(gateway->effect(operation)));
  const gateway::Evidence evidence = gateway->ask({question}, Steady::now() + context.ask_timeout()).at(0);
  const Timestamp now = machine_time();  // of a row that no one has: only its age counts
  const reconcile::RowFacts row{*key::state_from_word(options.state), now - options.age, question.expected};
  const reconcile::Verdict verdict = reconcile::verdict(row, evidence, gateway->declaration(operation), now,
                                                        {.attempts_so_far = options.attempts});
  const auto reading = evidence.body.empty() ? std::vector<gateway::ReadLine>{}
                                             : gateway::explained(lookup, question, evidence.body);

  Json judged = json_verdict(verdict, options.reveal);
  judged["of_a_row"] = {{"state", options.state},
                        {"age_s", std::chrono::duration_cast<std::chrono::seconds>(options.age).count()}};
  std::string text = fields({{"Asked", visible(evidence.request)},
                             {"Sent as", visible(question.downstream_key)},
                             {"Status", evidence.status ? fmt::format("HTTP {}", *evidence.status) : "none"},
                             {"Took", human(evidence.took)},
                             {"Retry after", evidence.retry_after ? human(*evidence.retry_after) : ""},
                             {"Answer", options.reveal ? visible(elided(evidence.body, max_shown_answer))
                                                       : fmt::format("{} bytes, masked: --reveal shows it",
                                                                     evidence.body.size())}});
  if (!reading.empty()) {
    const auto cells = [](const gateway::ReadLine& line) -> Cells {
      return {line.field, visible(line.pointer), line.value ? elided(visible(*line.value), 60) : "",
              visible(line.means)};
    };
    text += "\n" + Table({"read", "at", "there", "which is"}, reading, cells).text();
  }
  text += fmt::format("\nFinding: {}\n{}\n", gateway::word(evidence.finding), visible(evidence.why));
  text +=
      verdict_text(verdict, fmt::format("Verdict for a row {} since {}", options.state, human(options.age)),
                   options.reveal);
  context.out().say({{"asked",
                      {{"operation", json_text(operation)},
                       {"key", json_text(options.key)},
                       {"downstream_key", json_text(question.downstream_key)}}},
                     {"evidence", json_evidence(evidence, options.reveal, max_shown_answer)},
                     {"read", json_list(reading, json_read_line)},
                     {"verdict", std::move(judged)}},
                    text + "\nNothing was written, and nothing was cancelled.\n");
  if (evidence.finding != gateway::Finding::unknown) return Exit::done;
  return evidence.status || !evidence.body.empty() ? Exit::unsettled : Exit::unreachable;
}

void declare_test(CLI::App& command, GatewayTest& o) {
  command
      .add_option("--key", o.key,
                  "The client's key, from which the gateway's is derived with tenant, operation and effect")
      ->required();
  command.add_flag("--as-sent", o.as_sent,
                   "--key is the key as it was sent to the gateway, as the gateway lists it");
  command.add_option("--tenant", o.tenant, "The key's tenant");
  add_text(command, "--operation", o.operation,
           "The key's operation; needed where the gateway serves several");
  add_text(command, "--effect", o.effect, "Which of its effects; the first one without it");
  add_text(command, "--reference", o.reference, "Our own reference, for gateways that are asked by it");
  add_text(command, "--amount", o.amount, "What the request was about, to be compared: 12.50");
  add_text(command, "--currency", o.currency, "And its currency");
  command.add_option("--state", o.state, "State of the row that the verdict is for")
      ->check(CLI::IsMember({"in_progress", "released", "succeeded", "failed"}))
      ->capture_default_str();
  add_duration(command, "--age", o.age, "How long ago its request was made: 20m unless given");
  add_number(command, "--attempts", o.attempts, 0, 1000, "How often it was asked about before");
  command.add_flag("--reveal", o.reveal, "Show the answer itself, and the one clients would get");
  command.footer(
      "When: a description of a gateway is new, or its answers are not what they were. Asks one question and "
      "shows the request, the\n"
      "answer, how each of its values was read, what that proves, and the verdict that a row of the stated "
      "state and age would get.\n"
      "Needs no store, writes nothing, cancels nothing. Exit code 5 if the answer proves nothing, 6 if there "
      "was no answer.\n"
      "  oncectl gateway test --gateway acme.toml --key r-1 --operation 'POST /refunds' --amount 12.50 "
      "--currency EUR\n"
      "  oncectl gateway test --gateway acme.toml --key pi_123 --as-sent --reveal");
}

}  // namespace

void add_gateway(Program& program) {
  CLI::App* gateway = add_group(program.app, "gateway",
                                "Descriptions of gateways: checked, tried with one question, registered");
  const auto reason = [](CLI::App& command, DeclarationOptions& o) {
    command.add_option("--reason", o.reason, "Why")->required();
  };
  add_command<DeclarationOptions>(
      program, *gateway, "register", "Tell the store how long gateways deduplicate", register_files,
      [reason](CLI::App& command, DeclarationOptions& o) {
        command.add_option("FILE", o.files, "Descriptions (TOML)")->type_name("FILE")->required();
        reason(command, o);
        add_dry_run(command, o.dry_run);
        command.footer(
            "When: keys may be released without evidence while the gateway deduplicates. In force at once "
            "where the owner of the tables\n"
            "registers it, else when a second database user approves it. It replaces the earlier declaration "
            "of the same operation.\n"
            "  oncectl gateway register /etc/onceover/acme.toml --reason 'contract of 2026'");
      });
  add_command<DeclarationOptions>(
      program, *gateway, "approve", "Approve a declaration that another database user registered",
      approve_registered, [reason](CLI::App& command, DeclarationOptions& o) {
        add_row_number(command, "NUMBER", o.number, "The declaration's number");
        reason(command, o);
        add_dry_run(command, o.dry_run);
        command.footer("  oncectl gateway approve 3 --reason 'as in the contract'");
      });
  add_command<DeclarationOptions>(program, *gateway, "registered", "The gateways that the store knows",
                                  list_declarations, [](CLI::App& command, DeclarationOptions& o) {
                                    command.add_flag("--all", o.all, "Declarations that ended, too");
                                    command.footer("  oncectl gateway registered");
                                  });
  add_command<GatewayTest>(program, *gateway, "test",
                           "Ask one question, and show how the answer is read and what follows", test_gateway,
                           declare_test);
  add_command<GatewayCheck>(
      program, *gateway, "check", "Check descriptions of gateways", check_files,
      [](CLI::App& command, GatewayCheck& o) {
        command.add_option("FILE", o.files, "Descriptions (TOML)")->type_name("FILE")->required();
        command.add_flag("--credential", o.credential,
                         "Read the credential too: its file, variable, program or keychain; it is not shown");
        command.footer(
            "When: before you deploy a description. Sends no request. Exit code 2 if a description is "
            "wrong.\n"
            "  oncectl gateway check /etc/onceover/*.toml");
      });
}

}  // namespace onceover::oncectl
