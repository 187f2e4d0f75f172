// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/oncectl/address.h"
#include "app/oncectl/inquiry.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/browse/inspected.h"
#include "core/browse/promises.h"
#include "core/reconcile/settle_one.h"
#include "core/reconcile/weigh.h"
#include "core/schema/schema.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/sql.h"

namespace onceover::oncectl {
namespace {

using reconcile::SeenRow;
using reconcile::VerdictKind;
using tables::Verb;

struct WriteOptions {
  Address address;
  std::vector<std::string> row;
  std::string verb, reason, ticket, evidence, row_reason, response_body;
  std::optional<int> response_code;
  Duration lease{0};
  bool although_held = false, dry_run = false, script = false, reveal = false;
};

// What is known before anything is written.
struct Plan {
  const tables::Profile& p;
  tables::Access access;
  SeenRow seen;
  reconcile::WriteRequest request;
  std::optional<Inquiry> inquiry;  // none: no question was sent
};

Failure refusal(Exit exit, std::string kind, std::string what, std::string next = {}) {
  return {exit,
          std::move(kind),
          {ErrorKind::unsupported, std::move(what), "Nothing was written.", std::move(next), {}, {}}};
}

Failure with_row(Failure failure, const SeenRow& seen) {
  failure.more["seen"] = json_row(seen.row, seen.as_of);
  failure.text = row_fields(seen.row, seen.as_of);
  return failure;
}

void check_offer(const Plan& plan, bool script) {
  const auto offer = plan.access.offers.find(plan.request.verb);
  if (offer == plan.access.offers.end()) {
    end(refusal(Exit::failed, "not_offered",
                fmt::format("The profile {} does not say what \"{}\" writes.", visible(plan.p.name),
                            tables::word(plan.request.verb)),
                "Say it in the profile: `oncectl profile propose` shows what it could be."));
  }
  const tables::Access::Offer& found = offer->second;
  if (script ? found.is_for_script() : found.is_offered()) return;
  Failure failure = refusal(Exit::failed, "not_offered", fmt::format("{}", fmt::join(found.why_not, " ")),
                            found.is_for_script() ? "--script prints the statement for a user who may run it."
                                                  : "`oncectl profile inspect` shows all of it.");
  failure.more["why_not"] = found.why_not;
  end(std::move(failure));
}

SeenRow read_row(Context& context, pg::Connection& store, const tables::Profile& p,
                 const tables::Access& access, const WriteOptions& o) {
  const key::Identity id = o.row.empty() ? resolve(context, o.address).row.id : id_of_row(p, o.row);
  auto seen = reconcile::read_row(store, p, access, id);
  // a text that is no uuid is in no row
  const bool no_such_value = !seen && seen.error().sqlstate.starts_with("22");
  if (no_such_value || !seen.value()) end(not_found("There is no such row.", "Nothing was written."));
  return **std::move(seen);
}

void fill_values(const WriteOptions& o, reconcile::WriteRequest& request) {
  request.values.code = o.response_code;
  if (!o.response_body.empty()) request.values.body = read_file(o.response_body).value();
  if (o.lease > Duration{0}) request.values.lease = o.lease;
  if (!o.row_reason.empty()) request.values.reason = o.row_reason;
}

struct Flow {
  reconcile::Instruction instruction;
  gateway::Gateway* gateway = nullptr;  // none: no gateway is asked
  reconcile::OneOptions options;
};

// The gateway's answer decides. Without one, or where it says that a person must decide, a manual override
// does.
Flow flow_for(Context& context, const Plan& plan, const WriteOptions& o) {
  Flow flow{.instruction = {.verb = plan.request.verb, .request = plan.request, .next_try_in = next_try}};
  if (!o.evidence.empty()) flow.instruction.request.evidence_json = reconcile::said_json(o.evidence);
  const bool asks =
      tables::says_of_effect(plan.p, plan.request.verb) && plan.p.kind == tables::Kind::idempotency;
  if (!asks || !context.names_gateway()) return flow;
  auto& gateway = context.gateway();
  flow.gateway = &gateway;
  flow.options.ask_within = context.ask_timeout();
  // A cancel is an act at the gateway: only for a person who says that it failed.
  flow.options.may_cancel = plan.request.verb == Verb::fail && !o.dry_run && !o.script;
  if (!reconcile::can_be_asked(gateway, plan.seen.row, &plan.p)) {
    context.out().note(
        "the gateway was not asked: it does not serve this operation, or the profile does not say "
        "(gateway_key) what it calls this key.");
  }
  return flow;
}

// Why nothing was written. kept: the answer is on file.
Failure not_decided(const Plan& plan, const reconcile::Decision& decision, const WriteOptions& o,
                    const reconcile::RowFiled* kept = nullptr) {
  const Error& why = decision.why;
  if (decision.kind == reconcile::Decision::Kind::lacks_a_value)
    return usage(why.what, "See --response-code, --response-body, --lease and --row-reason.").value();
  if (!decision.asked)
    return usage(why.what, "Give --ticket and --evidence, or a gateway that can be asked (--gateway).")
        .value();
  const reconcile::Verdict& verdict = decision.asked->verdict;
  const gateway::Evidence& evidence = decision.asked->evidence;
  const bool silent = evidence.finding == gateway::Finding::unknown && !evidence.status;
  Failure failure =
      refusal(silent ? Exit::unreachable : Exit::unsettled, silent ? "unreachable" : "unsettled", why.what,
              verdict.kind == VerdictKind::needs_human
                  ? "A person decides: give --ticket, and what shows it with --evidence."
              : verdict.kind == VerdictKind::unresolved ? "Ask again later: oncectl ask."
                                                        : why.next);
  failure.more = json_inquiry(*plan.inquiry, false, o.reveal);
  failure.text = inquiry_text(*plan.inquiry, false, o.reveal);
  if (kept != nullptr) {
    failure.more["case"] = {
        {"status", kept->status}, {"attempts", kept->attempts}, {"audit_id", kept->audit_id}};
    failure.text += fmt::format("\nThe case is on file: {}, asked {} (audit row {}).\n", kept->status,
                                counted(kept->attempts, "time"), kept->audit_id);
  }
  return failure;
}

void adopt(Plan& plan, const reconcile::Decision& decision) {
  plan.request = decision.request;
  if (decision.asked) plan.inquiry = Inquiry{plan.seen.row, plan.seen.as_of, *decision.asked, {}};
}

// The row and the request as far as they can be refused before anything is written.
Plan plan_for(Context& context, pg::Connection& store, const tables::Profile& p, const WriteOptions& o) {
  Plan plan{p, browse::inspected(store, p).value(), {}, {}, {}};
  plan.request = {.verb = *tables::verb_from_word(o.verb),
                  .values = {},
                  .reason = o.reason,
                  .ticket = o.ticket,
                  .verdict = {},
                  .evidence_json = {},
                  .although_held = o.although_held};
  check_offer(plan, o.script);
  plan.seen = read_row(context, store, p, plan.access, o);
  const auto why = o.script ? reconcile::why_not_scripted(p, plan.access, plan.seen, plan.request.verb)
                            : reconcile::why_not_written(p, plan.access, plan.seen, plan.request.verb);
  if (why) end(with_row(refusal(Exit::changed, "not_for_this_row", *why), plan.seen));
  if (reconcile::is_held(p, plan.seen, plan.request)) {
    end(with_row(refusal(Exit::changed, "held", browse::why_held(p, plan.seen.row),
                         fmt::format("Make sure that no {} works on it, then say so with --although-held.",
                                     browse::promises_of(p).worker)),
                 plan.seen));
  }
  fill_values(o, plan.request);
  return plan;
}

// The statement as it runs, but for a body that was not to be shown.
std::string shown_sql(const Plan& plan, bool reveal) {
  reconcile::WriteRequest request = plan.request;
  std::string mask;
  if (request.values.body && !reveal) {
    mask = fmt::format("({} bytes, masked: --reveal shows them)", request.values.body->size());
    request.values.body = mask;
  }
  std::string sql = reconcile::write_sql(plan.p, plan.access, plan.seen, request);
  const std::string hex = to_hex(mask);  // where the column holds bytes
  if (const auto at = mask.empty() ? std::string::npos : sql.find(hex); at != std::string::npos)
    sql.replace(at, hex.size(), mask);
  return sql;
}

Json json_plan(const Plan& plan, const WriteOptions& o) {
  Json json{{"verb", tables::word(plan.request.verb)},
            {"profile", json_text(plan.p.name)},
            {"relation", json_text(tables::table_name(plan.p))},
            {"row_key", json_from(plan.seen.row_key_json)},
            {"row", json_row(plan.seen.row, plan.seen.as_of)}};
  add_changes(json, plan.p, plan.request, plan.seen.before_json);
  const Json asked = plan.inquiry ? json_inquiry(*plan.inquiry, false, o.reveal) : Json::object();
  json["evidence"] = asked.value("evidence", Json(nullptr));
  json["verdict"] = asked.value("verdict", Json(nullptr));
  json["remarks"] = plan.access.remarks;
  json["sql"] = json_text(shown_sql(plan, o.reveal));
  json["as_of"] = iso(plan.seen.as_of);
  return json;
}

std::string plan_text(const Plan& plan, const WriteOptions& o) {
  std::string text = plan.inquiry ? inquiry_text(*plan.inquiry, false, o.reveal)
                                  : row_fields(plan.seen.row, plan.seen.as_of);
  text += fmt::format("\n{} of {} in {}\n", tables::word(plan.request.verb), visible(plan.seen.row_key_json),
                      visible(tables::table_name(plan.p)));
  text += changes_text(plan.p, plan.request, plan.seen.before_json);
  for (const std::string& remark : plan.access.remarks) text += "Note: " + remark + '\n';
  return text + '\n' + shown_sql(plan, o.reveal) + '\n';
}

Outcome print_script(Context& context, pg::Connection& store, const Plan& plan) {
  const bool trail = schema::status(store).value().fit == schema::Fit::current;
  const std::string script = reconcile::script(plan.p, plan.access, plan.seen, plan.request, context.actor(),
                                               trail ? reconcile::AuditTo::trail : reconcile::AuditTo::notice)
                                 .value();
  const Output& out = context.out();
  if (!trail)
    out.note(
        "the onceover schema is not there: the script prints its audit row as a notice. Keep what psql "
        "prints.");
  out.say({{"script", json_text(script)},
           {"audit_to", trail ? "trail" : "notice"},
           {"as_of", iso(plan.seen.as_of)}},
          script);
  return Exit::done;
}

Outcome write_planned(Context& context, pg::Connection& store, Plan& plan, const Flow& flow,
                      const WriteOptions& o) {
  const auto target = reconcile::target_of(store, plan.p, &plan.access);
  reconcile::Decision decision;
  auto outcome = reconcile::settle_one(store, *target, {.seen = plan.seen}, flow.instruction, flow.gateway,
                                       context.actor(), flow.options, &decision);
  adopt(plan, decision);
  if (!outcome) {
    if (decision.kind != reconcile::Decision::Kind::write) {
      if (!outcome.error().detail.empty()) context.out().note(outcome.error().detail);
      return fail_with(not_decided(plan, decision, o));
    }
    Error error = outcome.error();
    if (error.kind == ErrorKind::schema)
      error.next = "Run `oncectl schema install`, or print the guarded SQL for a DBA: --script.";
    return fail(error);
  }
  if (const auto* filed = std::get_if<reconcile::RowFiled>(&*outcome))
    return fail_with(not_decided(plan, decision, o, filed));
  if (const auto* lost = std::get_if<reconcile::RowChanged>(&*outcome)) {
    return fail_with(changed(plan.seen.row, lost->now, plan.seen.as_of));
  }
  if (const auto* held = std::get_if<reconcile::Held>(&*outcome)) {
    return fail_with(
        with_row(refusal(Exit::changed, "held", "The row is held.", "Wait for the end of the lease."),
                 {.row = held->now, .as_of = plan.seen.as_of}));
  }
  if (const auto* withheld = std::get_if<reconcile::Withheld>(&*outcome)) {
    return fail_with(with_row(refusal(Exit::failed, "withheld", withheld->why),
                              {.row = withheld->now, .as_of = plan.seen.as_of}));
  }
  const auto& written = std::get<reconcile::RowSettled>(*outcome);
  const Output& out = context.out();
  if (!written.unconfirmed.empty()) out.note(written.unconfirmed);
  if (plan.inquiry && plan.inquiry->asked.verdict.retry_before && plan.request.verb == Verb::release) {
    out.note(
        fmt::format("the gateway dedupes by this key until {}: a retry after that may act a second time, and "
                    "this table keeps no such end.",
                    moment(*plan.inquiry->asked.verdict.retry_before)));
  }
  Json json = json_plan(plan, o);
  json["written"] = true;
  json["after"] = written.after ? json_row(*written.after, plan.seen.as_of) : Json(nullptr);
  json["audit_id"] = written.audit_id;
  if (!written.unconfirmed.empty()) json["unconfirmed"] = written.unconfirmed;
  out.say(
      json,
      plan_text(plan, o) + "\nWritten.\n" +
          (written.after ? row_fields(*written.after, plan.seen.as_of) : "The row is gone.\n") +
          fmt::format("audit row {}\nA program that updates this table only by key may still overwrite it.\n",
                      written.audit_id));
  return Exit::done;
}

Outcome write_row(Context& context, const WriteOptions& o) {
  const auto& table = context.profile();
  if (tables::is_own(table)) {
    return usage("write is for external tables.",
                 "Name the table's description with --profile; keys of onceover.keys are settled.");
  }
  if (o.address.key.empty() == o.row.empty())
    return usage("Which row?", "Name it by KEY, or by --row for each column of its identity.");
  auto& store = context.store(Need::server);
  Plan plan = plan_for(context, store, table, o);
  const auto nothing_to_write = [&]() -> Outcome {
    return fail_with(
        with_row(refusal(Exit::changed, "nothing_to_write",
                         fmt::format("The row is already as \"{}\" would leave it.", o.verb), ""),
                 plan.seen));
  };
  if (!tables::missing_value(plan.request.verb, plan.p.writes.at(plan.request.verb), plan.request.values) &&
      reconcile::changes_nothing(plan.p, plan.seen, plan.request))
    return nothing_to_write();
  const Flow flow = flow_for(context, plan, o);
  if (!o.script && !o.dry_run) return write_planned(context, store, plan, flow, o);
  const auto target = reconcile::target_of(store, plan.p, &plan.access);
  const reconcile::Decision decision =
      reconcile::ask_and_decide(*target, {.seen = plan.seen}, flow.instruction, flow.gateway, flow.options);
  adopt(plan, decision);
  if (decision.kind != reconcile::Decision::Kind::write) return fail_with(not_decided(plan, decision, o));
  if (reconcile::changes_nothing(plan.p, plan.seen, plan.request)) return nothing_to_write();
  if (auto why = reconcile::why_refused(store, plan.p, plan.access, plan.seen, plan.request).value()) {
    return fail_with(with_row(
        refusal(Exit::failed, "not_offered", std::move(*why), "`oncectl profile inspect` tries each verb."),
        plan.seen));
  }
  return o.script ? print_script(context, store, plan)
                  : show_dry_run(context.out(), json_plan(plan, o), plan_text(plan, o));
}

void declare_write(CLI::App& command, WriteOptions& o) {
  std::vector<std::string> verbs;
  for (const Verb verb : tables::all_verbs) verbs.emplace_back(tables::word(verb));
  command.add_option("VERB", o.verb, "succeed, fail, release, extend, requeue or discard")
      ->required()
      ->check(CLI::IsMember(verbs));
  declare_address(command, o.address, false);
  add_columns(command, "--row", o.row,
              "In place of KEY: once for every column of the row's identity; a column without = is NULL");
  add_reason(command, o.reason);
  add_ticket(command, o.ticket);
  command
      .add_option("--evidence", o.evidence, "What shows it, where no gateway can: kept in the audit trail")
      ->type_name("TEXT");
  auto* dry = command.add_flag("--dry-run", o.dry_run, "Show the row, what would be written and the SQL");
  command
      .add_flag("--script", o.script, "Print a script for psql instead: the same guard, in one transaction")
      ->excludes(dry);
  command.add_flag("--although-held", o.although_held,
                   "You know that no executor works on it, although its lease runs or cannot be seen");
  command
      .add_option("--response-code", o.response_code,
                  "The answer clients will get: its status, where the profile writes one")
      ->check(CLI::Range(100, 599));
  command.add_option("--response-body", o.response_body, "Its body, byte by byte; - is standard input")
      ->type_name("FILE|-");
  add_duration(command, "--lease", o.lease, "For extend: how long from now");
  command.add_option("--row-reason", o.row_reason,
                     "The text for the row itself, where the profile writes a reason into it; else --reason");
  add_reveal(command, o.reveal);
  command.footer(
      "When: an external row needs a person's verdict; --profile defines what each verb writes. The row is "
      "read, and written only if\n"
      "nothing of it has changed since, with its audit row in the same transaction. succeed and fail say "
      "what became of the effect,\n"
      "release that it may be sent again: the gateway is asked where one is named, and its answer decides. "
      "Where it knows nothing of\n"
      "the request and can, fail tells it never to perform it. Without a gateway, a manual override needs "
      "--ticket and --evidence.\n"
      "Exit code 4: the row changed, is held, or is in no state for it; 5: the gateway shows something "
      "else.\n"
      "  oncectl write release r-1 --profile shop.toml --reason 'INC-4711: worker killed' --dry-run\n"
      "  oncectl write requeue 7f3c --profile bus.toml#inbox --reason 'INC-4711: fixed in 2.3'\n"
      "  oncectl write discard --profile bus.toml#inbox --row id=7 --reason 'INC-4711' --script | less");
}

}  // namespace

void add_event_verb(Program& program, CLI::App& group, const std::string& verb,
                    const std::string& description, const char* footer) {
  add_command<WriteOptions>(
      program, group, verb, description,
      [](Context& context, const WriteOptions& o) {
        context.use_table("onceover.inbox");
        return write_row(context, o);
      },
      [&](CLI::App& command, WriteOptions& o) {
        o.verb = verb;
        declare_address(command, o.address);
        add_reason(command, o.reason);
        add_ticket(command, o.ticket);
        auto* dry =
            command.add_flag("--dry-run", o.dry_run, "Show the event, what would be written and the SQL");
        command
            .add_flag("--script", o.script,
                      "Print a script for psql instead: the same guard, in one transaction")
            ->excludes(dry);
        command.footer(footer);
      });
}

void add_write(Program& program) {
  add_command<WriteOptions>(program, program.app, "write", "Write a verdict on one external row", write_row,
                            declare_write);
}

}  // namespace onceover::oncectl
