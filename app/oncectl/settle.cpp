// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/address.h"
#include "app/oncectl/inquiry.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/browse/promises.h"
#include "core/reconcile/settle_one.h"
#include "core/reconcile/weigh.h"

namespace onceover::oncectl {
namespace {

using reconcile::VerdictKind;

// Own it, ask, write: the lease covers the question and leaves room for the writing.
constexpr Duration room_to_write = std::chrono::seconds(30);

struct SettleOptions {
  Address address;
  std::string reason, ticket, expect, overrule, evidence;
  std::optional<int> response_code;
  std::string response_body, response_type = "application/json";
  bool dry_run = false, reveal = false;
};

std::optional<key::StoredResponse> supplied_response(const SettleOptions& options) {
  if (!options.response_code) return std::nullopt;
  key::StoredResponse response;
  response.code = *options.response_code;
  if (!options.response_body.empty()) {
    response.body = read_file(options.response_body).value();
    response.headers = {{"Content-Type", options.response_type}};
    if (const auto why = reconcile::why_not_of_its_type(response))
      end(usage(*why, "Correct the body, or name its type with --response-content-type."));
  }
  return response;
}

// Whatever the gateway says, the verdict that is expected and no other, or a manual override.
reconcile::Instruction wish_of(const std::optional<key::StoredResponse>& supplied,
                               const SettleOptions& options) {
  reconcile::Instruction instruction{.response = supplied,
                                     .expected = reconcile::verdict_kind_from_word(options.expect),
                                     .next_try_in = next_try};
  instruction.request.reason = options.reason;
  instruction.request.ticket = options.ticket;
  if (options.overrule.empty()) return instruction;
  instruction.verb = tables::verb_from_word(options.overrule);
  instruction.request.evidence_json = reconcile::said_json(options.evidence);
  if (instruction.verb == tables::Verb::release) instruction.response.reset();
  return instruction;
}

// A key whose evidence decided: settled, or filed as a case.
Outcome print_settled(const Output& out, const SettleOptions& options, const Inquiry& inquiry,
                      const browse::KeyRow& after, std::int64_t audit_id, const std::string& unconfirmed) {
  if (!unconfirmed.empty()) out.note(unconfirmed);
  const bool open = !inquiry.settlement.verb;
  Json json = json_inquiry(inquiry, false, options.reveal);
  json["settled"] = !open;
  json["act"] = reconcile::word_of(inquiry.settlement);
  json["after"] = json_row(after, inquiry.as_of);
  json["audit_id"] = audit_id;
  if (!unconfirmed.empty()) json["unconfirmed"] = unconfirmed;
  out.say(json, inquiry_text(inquiry, false, options.reveal) +
                    (open ? "\nNot settled; the case is on file.\n" : "\nSettled.\n") +
                    row_fields(after, inquiry.as_of) + fmt::format("audit row {}\n", audit_id));
  return open ? Exit::unsettled : Exit::done;
}

void check_overruling(const SettleOptions& o) {
  const bool is_failure = o.overrule == "fail";
  if (o.response_code && *o.response_code > 299 && !is_failure)
    end(usage("--response-code is 200 to 299: the effect happened."));
  if (o.response_code && *o.response_code < 400 && is_failure)
    end(usage("--response-code is 400 to 599: the effect did not happen."));
  if (o.overrule.empty() && !o.evidence.empty()) end(usage("--evidence goes with --overrule."));
  if (o.overrule.empty()) return;
  if (o.ticket.empty() || o.evidence.empty())
    end(usage("--overrule is a manual override.", "Give --ticket, and what shows it: --evidence."));
  if (!o.expect.empty()) end(usage("--expect is for evidence, --overrule for its lack."));
  if (o.overrule != "release" && !o.response_code)
    end(usage("A finished key needs the answer that its clients will be given.",
              "Give --response-code and --response-body."));
}

Outcome print_waiting(const Output& out, const SettleOptions& options, const reconcile::Waiting& waiting,
                      Timestamp now) {
  if (!waiting.put_aside.unconfirmed.empty()) out.note(waiting.put_aside.unconfirmed);
  out.say(
      {{"settled", false},
       {"waits_for", waiting.approval},
       {"act", options.overrule},
       {"after", json_row(waiting.put_aside.after, now)},
       {"audit_id", waiting.put_aside.audit_id}},
      fmt::format(
          "It waits for a second approver: approval {}. Another database user: oncectl approvals show {}.\n",
          waiting.approval, waiting.approval) +
          row_fields(waiting.put_aside.after, now));
  return Exit::waiting;
}

// What became of the response, or of an override, beside the gateway's answer.
void note_unused(const Output& out, const reconcile::Instruction& instruction,
                 const reconcile::JudgedEvidence& answer) {
  const VerdictKind kind = answer.verdict.kind;
  if (instruction.verb && !reconcile::confirms(kind, *instruction.verb)) {
    out.note(fmt::format("the gateway shows {}, and evidence is not overruled: the key is not settled.",
                         reconcile::word(kind)));
  } else if (instruction.verb && instruction.response && kind != VerdictKind::done_needs_response) {
    out.note("the response given was not used: the gateway's answer makes one.");
  } else if (instruction.verb) {
    return;
  } else if (instruction.expected && *instruction.expected != kind) {
    out.note(fmt::format("the verdict is {}, not {} as expected: the key is not settled.",
                         reconcile::word(kind), reconcile::word(*instruction.expected)));
  } else if (instruction.response && kind != VerdictKind::done_needs_response) {
    out.note("the response given was not used: it is only for a verdict of done_needs_response.");
  } else if (!instruction.response && kind == VerdictKind::done_needs_response) {
    out.note("it happened: give the answer for clients with --response-code and --response-body. " +
             browse::clients_until_settled(tables::own()));
  }
}

Outcome show_decision(const Output& out, const SettleOptions& options, const Addressed& found,
                      const reconcile::Instruction& instruction, reconcile::Decision decision) {
  if (decision.by_evidence || decision.kind != reconcile::Decision::Kind::write) {
    const Inquiry inquiry{found.row, found.as_of, *std::move(decision.asked), std::move(decision.settlement)};
    note_unused(out, instruction, inquiry.asked);
    show_dry_run(out, json_inquiry(inquiry, true, options.reveal),
                 inquiry_text(inquiry, true, options.reveal));
    return !instruction.verb || reconcile::confirms(inquiry.asked.verdict.kind, *instruction.verb)
               ? exit_for(inquiry)
               : Exit::unsettled;
  }
  out.say({{"dry_run", true},
           {"act", options.overrule},
           {"needs_second_person", decision.needs_approval},
           {"row", json_row(found.row, found.as_of)}},
          row_fields(found.row, found.as_of) +
              fmt::format("\n{} by manual override{}\nDry run: nothing was written.\n", options.overrule,
                          decision.needs_approval ? ": it would wait for a second approver." : "."));
  return Exit::done;
}

Outcome print_outcome(const Output& out, const SettleOptions& options,
                      const reconcile::Instruction& instruction, const reconcile::RowSettled& done) {
  const Timestamp now = done.before.updated_at;  // the database's clock as the key was taken over
  if (done.by_evidence) {
    Inquiry inquiry{done.before, now, *done.asked, {}};
    inquiry.settlement.verb = done.verb;
    note_unused(out, instruction, inquiry.asked);
    return print_settled(out, options, inquiry, *done.after, done.audit_id, done.unconfirmed);
  }
  if (!done.unconfirmed.empty()) out.note(done.unconfirmed);
  out.say({{"settled", true},
           {"act", options.overrule},
           {"after", json_row(*done.after, now)},
           {"audit_id", done.audit_id}},
          "Settled, by manual override.\n" + row_fields(*done.after, now) +
              fmt::format("audit row {}\n", done.audit_id));
  return Exit::done;
}

Outcome settle_key(Context& context, const SettleOptions& options) {
  check_overruling(options);
  const reconcile::Instruction instruction = wish_of(supplied_response(options), options);
  context.store(Need::reading);
  // An override asks where a gateway is named: what it shows goes before.
  gateway::Gateway* gateway =
      options.overrule.empty() || context.names_gateway() ? &context.gateway() : nullptr;
  const Addressed found = resolve(context, options.address);
  auto& store = context.store(options.dry_run ? Need::reading : Need::writing);
  const Output& out = context.out();
  reconcile::TakenRow seen{.seen = {.row = found.row, .as_of = found.as_of}};
  const auto target = reconcile::target_of(store, tables::own(), nullptr);
  reconcile::OneOptions flow{.lease = context.ask_timeout() + room_to_write,
                             .ask_within = context.ask_timeout()};
  if (options.dry_run) {
    if (!found.row.is_due(found.as_of)) return fail_with(changed(found.row, found.row, found.as_of));
    seen.dedupe_window = reconcile::registered_window(store, found.row.id.operation).value();
    return show_decision(out, options, found, instruction,
                         reconcile::ask_and_decide(*target, seen, instruction, gateway, flow));
  }
  // A cancel is an act at the gateway: it is not for a person who expects another verdict, or overrides.
  flow.may_cancel =
      !instruction.verb && (!instruction.expected || *instruction.expected == VerdictKind::settle_failed);
  auto outcome =
      reconcile::settle_one(store, *target, seen, instruction, gateway, context.actor(), flow).value();
  if (const auto* lost = std::get_if<reconcile::RowChanged>(&outcome))
    return fail_with(changed(found.row, lost->now, found.as_of));
  if (const auto* waits = std::get_if<reconcile::RowWaits>(&outcome))
    return print_waiting(out, options, waits->waiting, waits->before.updated_at);
  if (const auto* filed = std::get_if<reconcile::RowFiled>(&outcome)) {
    Inquiry inquiry{filed->before, filed->before.updated_at, filed->asked, {}};
    inquiry.settlement.needs_person = filed->status != "open";
    note_unused(out, instruction, inquiry.asked);
    return print_settled(out, options, inquiry, *filed->after, filed->audit_id, filed->unconfirmed);
  }
  return print_outcome(out, options, instruction, std::get<reconcile::RowSettled>(outcome));
}

void declare_settle(CLI::App& command, SettleOptions& o) {
  declare_address(command, o.address);
  add_reason(command, o.reason);
  add_ticket(command, o.ticket);
  command.add_flag("--dry-run", o.dry_run, "Ask, and show what would be written");
  command.add_option("--expect", o.expect, "Settle only where this is the verdict")
      ->check(CLI::IsMember({"settle_succeeded", "done_needs_response", "settle_failed", "release",
                             "unresolved", "needs_human"}));
  auto* code = command
                   .add_option("--response-code", o.response_code,
                               "The answer clients will get, for done_needs_response: its status, 200 to 299")
                   ->check(CLI::Range(200, 599));
  auto* body =
      command.add_option("--response-body", o.response_body, "Its body, byte by byte; - is standard input")
          ->type_name("FILE|-")
          ->needs(code);
  command.add_option("--response-content-type", o.response_type, "Its Content-Type")
      ->needs(body)
      ->capture_default_str();
  command
      .add_option("--overrule", o.overrule,
                  "Manual override where there is no evidence: succeed, fail or release; needs --ticket and "
                  "--evidence")
      ->check(CLI::IsMember({"succeed", "fail", "release"}));
  command.add_option("--evidence", o.evidence, "With --overrule: what shows it; kept in the audit trail")
      ->type_name("TEXT");
  add_reveal(command, o.reveal);
  command.footer(
      "When: a key is stuck. Takes the key over, asks the gateway afresh, and writes what the evidence "
      "shows, with its case and audit\n"
      "row. Where it settles nothing, that is recorded and the exit code is 5. A gateway that declares a "
      "cancel with tombstone may be\n"
      "asked to never perform the effect. Exit code 4: the row changed, nothing was written.\n"
      "Evidence is never overruled, its lack may be: with --overrule, --ticket and --evidence. That it "
      "happened, or never will, waits\n"
      "for a second approver (exit code 10; oncectl approvals); that it may be sent again too, except where "
      "a registered gateway deduplicates.\n"
      "  oncectl settle r-1 --reason 'INC-4711: worker killed' --dry-run\n"
      "  oncectl settle r-1 --reason 'INC-4711: worker killed' --ticket INC-4711 --expect settle_succeeded\n"
      "  oncectl settle r-1 --reason 'paid, no template' --response-code 201 --response-body answer.json\n"
      "  oncectl settle r-1 --overrule fail --reason 'gateway is gone' --ticket INC-4711 --evidence 'its "
      "statement' --response-code 422");
}

}  // namespace

void add_settle(Program& program) {
  add_command<SettleOptions>(program, program.app, "settle", "Settle one key from the gateway's answer",
                             settle_key, declare_settle);
}

}  // namespace onceover::oncectl
