#include <fmt/format.h>

#include <chrono>

#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
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

const std::vector<gateway::Operation>& operations_of(const gateway::AnyConfig& config) {
  return std::visit([](const auto& each) -> const std::vector<gateway::Operation>& { return each.operations; }, config);
}
const std::string& name_of(const gateway::AnyConfig& config) {
  return std::visit([](const auto& each) -> const std::string& { return each.name; }, config);
}
const gateway::Lookup& lookup_of(const gateway::AnyConfig& config) {
  return std::visit([](const auto& each) -> const gateway::Lookup& { return each.lookup; }, config);
}
bool lists(const gateway::AnyConfig& config) {
  return std::visit([](const auto& each) { return each.listing.has_value(); }, config);
}

// What follows where the gateway knows no such key: the declaration's one consequence that surprises.
std::string when_unknown(const gateway::Declaration& declared) {
  if (declared.cancel == gateway::Cancel::with_tombstone) return "cancelled with a tombstone, then settled failed";
  if (declared.dedupe_window) return "released within " + human(*declared.dedupe_window) + " of the request, unresolved after";
  return "unresolved: nothing is promised";
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
      if (auto credential = gateway::read_credential(*http->auth, context.keychain()); !credential) wrong = credential.error();
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
    Json operations = Json::array();
    text += fmt::format("{}: {}, {}{}\n", visible(file), visible(name_of(*config)), http ? "over HTTP" : "from SQL",
                        lists(*config) ? ", with a listing" : "");
    for (const gateway::Operation& each : operations_of(*config)) {
      const gateway::Declaration& declared = each.declaration;
      operations.push_back({{"name", json_text(each.name)},
                            {"effect", json_text(each.effect)},
                            {"template", declared.response.has_value()},
                            {"lookup_by_key", declared.lookup_by_key},
                            {"when_no_such_key", when_unknown(declared)}});
      text += fmt::format("  {} ({}): done {}; no such key: {}\n", visible(each.name), visible(each.effect),
                          declared.response ? "is settled with a response" : "waits for a person's response", when_unknown(declared));
    }
    files.push_back({{"file", json_text(file)},
                     {"sound", true},
                     {"name", json_text(name_of(*config))},
                     {"kind", http ? "http" : "sql"},
                     {"listing", lists(*config)},
                     {"operations", std::move(operations)}});
  }
  const Output& out = context.out();
  out.say({{"files", std::move(files)}}, text);
  return sound ? Exit::done : Exit::usage;
}

struct GatewayTest {
  std::string key, tenant;
  std::optional<std::string> operation, reference, amount, currency;
  bool as_sent = false, reveal = false;
  std::string state = "in_progress";
  Duration age = std::chrono::minutes(20);
  int attempts = 0;
};

Result<std::string> operation_asked_about(const gateway::AnyConfig& config, const GatewayTest& options) {
  if (options.operation) return *options.operation;
  const auto& operations = operations_of(config);
  if (operations.size() == 1) return operations.front().name;
  std::string names;
  for (const gateway::Operation& each : operations) names += (names.empty() ? "" : ", ") + visible(each.name);
  return fail(ErrorKind::invalid_input, "The gateway serves several operations.", "Nothing was asked.",
              "Name one with --operation: " + names + ".");
}

// For the verdict of a row that nobody has: its age alone counts.
Timestamp clock_here() { return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()}; }

Json json_read_line(const gateway::ReadLine& line) {
  return {
      {"field", line.field}, {"pointer", json_text(line.pointer)}, {"value", json_optional(line.value)}, {"means", json_text(line.means)}};
}

Outcome test_gateway(Context& context, const GatewayTest& options) {
  auto path = context.gateway_path().value();
  auto config = gateway::load_any_config(path).value();
  auto operation = operation_asked_about(config, options).value();
  const gateway::Lookup lookup = lookup_of(config);
  auto gateway = gateway::open_gateway(std::move(config), context.keychain()).value();
  const auto state = key::state_from_word(options.state);
  if (!state) return usage("--state must be in_progress, released, succeeded or failed.");

  gateway::Question question{
      {options.tenant, operation, options.key}, {}, {std::nullopt, options.amount, options.currency, options.reference}};
  question.downstream_key = options.as_sent ? options.key : key::downstream_key(question.id, gateway->effect(operation));
  const gateway::Evidence evidence = gateway->ask({question}, Steady::now() + context.ask_timeout()).at(0);
  const Timestamp now = clock_here();
  const reconcile::RowFacts row{*state, now - options.age, question.expected};
  const reconcile::Verdict verdict =
      reconcile::verdict(row, evidence, gateway->declaration(operation), now, {.attempts_so_far = options.attempts});
  const auto reading = evidence.body.empty() ? std::vector<gateway::ReadLine>{} : gateway::explained(lookup, question, evidence.body);

  const Output& out = context.out();
  if (out.is_json()) {
    Json answer = json_from(gateway::to_json(evidence));
    answer["body_bytes"] = evidence.body.size();
    if (options.reveal) answer["body"] = json_text(elided(evidence.body, max_shown_answer));
    out.json(
        {{"asked",
          {{"operation", json_text(operation)}, {"key", json_text(options.key)}, {"downstream_key", json_text(question.downstream_key)}}},
         {"evidence", std::move(answer)},
         {"read", json_list(reading, json_read_line)},
         {"verdict",
          {{"kind", reconcile::word(verdict.kind)},
           {"why", json_text(verdict.why)},
           {"loud", verdict.loud},
           {"of_a_row", {{"state", options.state}, {"age_s", std::chrono::duration_cast<std::chrono::seconds>(options.age).count()}}},
           {"response", verdict.response ? json_response(*verdict.response, options.reveal) : Json(nullptr)}}}});
  } else {
    std::string text = fields({{"Asked", visible(evidence.request)},
                               {"Sent as", visible(question.downstream_key)},
                               {"Status", evidence.status ? fmt::format("HTTP {}", *evidence.status) : "none"},
                               {"Took", human(evidence.took)},
                               {"Retry after", evidence.retry_after ? human(*evidence.retry_after) : ""},
                               {"Answer", options.reveal ? visible(elided(evidence.body, max_shown_answer))
                                                         : fmt::format("{} bytes, masked: --reveal shows it", evidence.body.size())}});
    if (!reading.empty()) {
      const auto cells = [](const gateway::ReadLine& line) -> Cells {
        return {line.field, visible(line.pointer), line.value ? elided(visible(*line.value), 60) : "", visible(line.means)};
      };
      text += "\n" + Table({"read", "at", "there", "which is"}, reading, cells).text();
    }
    text += fmt::format("\nFinding: {}\n{}\n", gateway::word(evidence.finding), visible(evidence.why));
    text += fmt::format("\n{}Verdict for a row {} since {}: {}\n{}\n", verdict.loud ? "!! " : "", options.state, human(options.age),
                        reconcile::word(verdict.kind), visible(verdict.why));
    if (verdict.response) text += "\nThe answer its clients would get\n" + response_text(*verdict.response, options.reveal);
    out.text(text + "\nNothing was written, and nothing was cancelled.\n");
  }
  if (evidence.finding != gateway::Finding::unknown) return Exit::done;
  return evidence.status || !evidence.body.empty() ? Exit::unsettled : Exit::unreachable;
}

void declare_test(CLI::App& command, GatewayTest& o) {
  command.add_option("--key", o.key, "The client's key, from which the gateway's is derived with tenant, operation and effect")->required();
  command.add_flag("--as-sent", o.as_sent, "--key is the key as it was sent to the gateway, as the gateway lists it");
  command.add_option("--tenant", o.tenant, "The key's tenant");
  add_text(command, "--operation", o.operation, "The key's operation; needed where the gateway serves several");
  add_text(command, "--reference", o.reference, "Our own reference, for gateways that are asked by it");
  add_text(command, "--amount", o.amount, "What the request was about, to be compared: 12.50");
  add_text(command, "--currency", o.currency, "And its currency");
  command.add_option("--state", o.state, "State of the row that the verdict is for")->capture_default_str();
  add_duration(command, "--age", o.age, "How long ago its request was made: 20m unless given");
  command.add_option("--attempts", o.attempts, "How often it was asked about before")->check(CLI::Range(0, 1000))->capture_default_str();
  command.add_flag("--reveal", o.reveal, "Show the answer itself, and the one clients would get");
  command.footer(
      "When: a description of a gateway is new, or its answers are not what they were. Asks one question and shows the request, the "
      "answer,\n"
      "how each of its values was read, what that proves, and the verdict that a row of the stated state and age would get. Needs no\n"
      "store, writes nothing, cancels nothing. Exit code 5 where the answer proves nothing, 6 where there was none.\n"
      "  oncectl gateway test --gateway acme.toml --key r-1 --operation 'POST /refunds' --amount 12.50 --currency EUR\n"
      "  oncectl gateway test --gateway acme.toml --key pi_123 --as-sent --reveal");
}

}  // namespace

void add_gateway(Program& program) {
  CLI::App* gateway = add_group(program.app, "gateway", "Descriptions of gateways: checked, and tried with one question");
  add_command<GatewayTest>(program, *gateway, "test", "Ask one question, and show how the answer is read and what follows", test_gateway,
                           declare_test);
  add_command<GatewayCheck>(
      program, *gateway, "check", "Check descriptions of gateways", check_files, [](CLI::App& command, GatewayCheck& o) {
        command.add_option("FILE", o.files, "Descriptions (TOML)")->required();
        command.add_flag("--credential", o.credential, "Read the credential too: its file, variable, program or keychain; it is not shown");
        command.footer(
            "When: before you deploy a description. Sends no request. Exit code 2 if a description is wrong.\n"
            "  oncectl gateway check /etc/onceover/*.toml");
      });
}

}  // namespace onceover::oncectl
