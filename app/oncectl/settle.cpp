#include <fmt/format.h>

#include "app/oncectl/address.h"
#include "app/oncectl/inquiry.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"
#include "core/reconcile/settle_flow.h"
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

Result<std::optional<key::StoredResponse>> persons_response(const SettleOptions& options) {
  if (!options.response_code) return std::nullopt;
  key::StoredResponse response;
  response.code = *options.response_code;
  if (!options.response_body.empty()) {
    auto body = read_file(options.response_body);
    if (!body) return fail(body.error());
    response.body = std::move(*body);
    response.headers = {{"Content-Type", options.response_type}};
  }
  return std::optional(std::move(response));
}

reconcile::FlowOptions flow_options(Context& context) {
  return {.lease = context.ask_timeout() + room_to_write, .ask_within = context.ask_timeout(), .next_try_in = next_try};
}

// Whatever the gateway says, or the verdict that is expected and no other.
reconcile::Confirmed wanted(const browse::KeyRow& row, const std::optional<key::StoredResponse>& supplied, const SettleOptions& options) {
  return {.seen = reconcile::seen(row),
          .verdict = {},
          .supplied = supplied,
          .reason = options.reason,
          .ticket = options.ticket,
          .expected = reconcile::verdict_kind_from_word(options.expect)};
}

void remark(const Output& out, const Inquiry& inquiry, const std::optional<key::StoredResponse>& supplied, const SettleOptions& options) {
  const VerdictKind kind = inquiry.asked.verdict.kind;
  if (!options.expect.empty() && options.expect != reconcile::word(kind)) {
    out.note(fmt::format("the verdict is {}, not {} as expected: the key is not settled.", reconcile::word(kind), options.expect));
  } else if (supplied && kind != VerdictKind::done_needs_response) {
    out.note("the response given was not used: it is for a verdict of done_needs_response alone.");
  } else if (!supplied && kind == VerdictKind::done_needs_response) {
    out.note("it happened, and clients get 409 until their answer is there: give it with --response-code and --response-body.");
  }
}

void show_inquiry(const Output& out, const Inquiry& inquiry, const SettleOptions& options) {
  if (!out.is_json()) return out.text(inquiry_text(inquiry, true, options.reveal) + "\nDry run: nothing was written.\n");
  Json json = json_inquiry(inquiry, true, options.reveal);
  json["dry_run"] = true;
  out.json(json);
}

Outcome show_settlement(Context& context, const SettleOptions& options, const Addressed& found,
                        const std::optional<key::StoredResponse>& supplied) {
  if (!found.row.is_due(found.as_of)) return fail_with(changed(found.row, found.row, found.as_of));
  auto asked = ask_gateway(context, found.row, found.as_of, false);
  if (!asked) return fail(asked.error());
  Inquiry inquiry{found.row, found.as_of, std::move(*asked), {}};
  inquiry.settlement = reconcile::settlement_for(inquiry.row, inquiry.asked, wanted(inquiry.row, supplied, options), next_try);
  const Output& out = context.out();
  remark(out, inquiry, supplied, options);
  show_inquiry(out, inquiry, options);
  return exit_for(inquiry);
}

Outcome tell_settled(const Output& out, const SettleOptions& options, const Inquiry& inquiry, const reconcile::Settled& settled) {
  if (!settled.unconfirmed.empty()) out.note(settled.unconfirmed);
  const bool open = inquiry.settlement.act == reconcile::Act::unresolved || inquiry.settlement.act == reconcile::Act::needs_human;
  if (out.is_json()) {
    Json json = json_inquiry(inquiry, false, options.reveal);
    json["settled"] = !open;
    json["act"] = reconcile::word(inquiry.settlement.act);
    json["after"] = json_row(settled.after, inquiry.as_of);
    json["audit_id"] = settled.audit_id;
    if (!settled.unconfirmed.empty()) json["unconfirmed"] = settled.unconfirmed;
    out.json(json);
  } else {
    out.text(inquiry_text(inquiry, false, options.reveal) + (open ? "\nNot settled; the case is on file.\n" : "\nSettled.\n") +
             row_fields(settled.after, inquiry.as_of) + fmt::format("audit row {}\n", settled.audit_id));
  }
  return open ? Exit::unsettled : Exit::done;
}

profile::Verb overruling(const SettleOptions& options) {
  return profile::verb_from_word(options.overrule).value_or(profile::Verb::release);
}

tl::expected<void, Failure> check_overruling(const SettleOptions& o) {
  const bool is_failure = o.overrule == "fail";
  if (o.response_code && *o.response_code > 299 && !is_failure) return usage("--response-code is 200 to 299: the effect happened.");
  if (o.response_code && *o.response_code < 400 && is_failure) return usage("--response-code is 400 to 599: the effect did not happen.");
  if (o.overrule.empty()) {
    return o.evidence.empty() ? tl::expected<void, Failure>() : usage("--evidence goes with --overrule.");
  }
  if (o.ticket.empty() || o.evidence.empty())
    return usage("--overrule is a person's word.", "Give --ticket, and what shows it: --evidence.");
  if (!o.expect.empty()) return usage("--expect is for evidence, --overrule for its lack.");
  if (o.overrule != "release" && !o.response_code) {
    return usage("A finished key needs the answer that its clients will be given.", "Give --response-code and --response-body.");
  }
  return {};
}

Outcome tell_waiting(const Output& out, const SettleOptions& options, const reconcile::Waiting& waiting, Timestamp now) {
  if (!waiting.put_aside.unconfirmed.empty()) out.note(waiting.put_aside.unconfirmed);
  if (out.is_json()) {
    out.json({{"settled", false},
              {"waits_for", waiting.approval},
              {"act", options.overrule},
              {"after", json_row(waiting.put_aside.after, now)},
              {"audit_id", waiting.put_aside.audit_id}});
  } else {
    out.text(fmt::format("It waits for a second person: approval {}. Another database user: oncectl approvals show {}.\n", waiting.approval,
                         waiting.approval) +
             row_fields(waiting.put_aside.after, now));
  }
  return Exit::waiting;
}

// A word that the gateway's answer took the place of, whichever way.
void remark_word(const Output& out, const Inquiry& inquiry, const SettleOptions& options) {
  const VerdictKind kind = inquiry.asked.verdict.kind;
  if (!reconcile::bears_out(kind, overruling(options))) {
    out.note(fmt::format("the gateway shows {}, and evidence is not overruled: the key is not settled.", reconcile::word(kind)));
  } else if (options.response_code && kind != VerdictKind::done_needs_response) {
    out.note("the response given was not used: the gateway's answer makes one.");
  }
}

Outcome show_word(const Output& out, const SettleOptions& options, const browse::KeyRow& row, Timestamp now,
                  const std::optional<reconcile::Asked>& asked, const reconcile::WordWeighed& weight) {
  if (weight.by != reconcile::WordWeighed::By::word) {
    const Inquiry inquiry{row, now, *asked, weight.settlement};
    remark_word(out, inquiry, options);
    show_inquiry(out, inquiry, options);
    return reconcile::bears_out(asked->verdict.kind, overruling(options)) ? exit_for(inquiry) : Exit::unsettled;
  }
  if (out.is_json()) {
    out.json(
        {{"dry_run", true}, {"act", options.overrule}, {"needs_second_person", weight.needs_second_person}, {"row", json_row(row, now)}});
  } else {
    out.text(row_fields(row, now) + fmt::format("\n{} by a person's word{}\nDry run: nothing was written.\n", options.overrule,
                                                weight.needs_second_person ? ": it would wait for a second person." : "."));
  }
  return Exit::done;
}

Outcome tell_word(const Output& out, const SettleOptions& options, const reconcile::WordSettled& word) {
  const Timestamp now = word.before.updated_at;  // the database's clock as the key was taken over
  const reconcile::Settled& settled = word.settled;
  if (word.by_evidence) {
    Inquiry inquiry{word.before, now, *word.asked, {}};
    inquiry.settlement.act = overruling(options) == profile::Verb::succeed ? reconcile::Act::succeed
                             : overruling(options) == profile::Verb::fail  ? reconcile::Act::fail
                                                                           : reconcile::Act::release;
    remark_word(out, inquiry, options);
    return tell_settled(out, options, inquiry, settled);
  }
  if (!settled.unconfirmed.empty()) out.note(settled.unconfirmed);
  if (out.is_json()) {
    out.json({{"settled", true}, {"act", options.overrule}, {"after", json_row(settled.after, now)}, {"audit_id", settled.audit_id}});
  } else {
    out.text("Settled, by a person's word.\n" + row_fields(settled.after, now) + fmt::format("audit row {}\n", settled.audit_id));
  }
  return Exit::done;
}

// A person's word in place of evidence. The gateway is asked where one is named: what it shows goes before.
Outcome overrule_key(Context& context, const SettleOptions& options, const std::optional<key::StoredResponse>& supplied) {
  auto found = resolve(context, options.address);
  if (!found) return fail_with(found.error());
  const Output& out = context.out();
  auto store = context.store(options.dry_run ? Need::reading : Need::writing);
  if (!store) return fail(store.error());
  const browse::KeyRow& row = found->row;
  const Timestamp now = found->as_of;
  const profile::Verb verb = overruling(options);
  const reconcile::Word word{.seen = reconcile::seen(row),
                             .verb = verb,
                             .response = verb == profile::Verb::release ? std::nullopt : supplied,
                             .said = options.evidence,
                             .reason = options.reason,
                             .ticket = options.ticket};
  if (options.dry_run) {
    if (!row.is_due(now)) return fail_with(changed(row, row, now));
    std::optional<reconcile::Asked> asked;
    if (context.names_gateway()) {
      auto answer = ask_gateway(context, row, now, false);
      if (!answer) return fail(answer.error());
      asked = std::move(*answer);
    }
    return show_word(out, options, row, now, asked, reconcile::weighed_word(row, asked, word, next_try));
  }
  gateway::Gateway* gateway = nullptr;
  if (context.names_gateway()) {
    auto opened = context.gateway();
    if (!opened) return fail(opened.error());
    gateway = *opened;
  }
  const reconcile::FlowOptions flow = flow_options(context);
  auto outcome = reconcile::settle_by_word(**store, profile::own(), gateway, word, context.actor(), flow);
  if (!outcome) return fail(outcome.error());
  if (const auto* lost = std::get_if<reconcile::FlowChanged>(&*outcome)) return fail_with(changed(row, lost->now, now));
  if (const auto* waits = std::get_if<reconcile::WordWaits>(&*outcome))
    return tell_waiting(out, options, waits->waiting, waits->before.updated_at);
  if (const auto* other = std::get_if<reconcile::FlowEvidenceChanged>(&*outcome)) {
    Inquiry inquiry{other->recorded.after, other->recorded.after.updated_at, other->asked, {}};
    inquiry.settlement.act = other->act;
    remark_word(out, inquiry, options);
    return tell_settled(out, options, inquiry, other->recorded);
  }
  return tell_word(out, options, std::get<reconcile::WordSettled>(*outcome));
}

Outcome settle_key(Context& context, const SettleOptions& options) {
  if (auto sound = check_overruling(options); !sound) return fail_with(sound.error());
  auto supplied = persons_response(options);
  if (!supplied) return fail(supplied.error());
  if (auto own = context.store(Need::reading); !own) return fail(own.error());
  if (!options.overrule.empty()) return overrule_key(context, options, *supplied);
  auto gateway = context.gateway();
  if (!gateway) return fail(gateway.error());
  auto found = resolve(context, options.address);
  if (!found) return fail_with(found.error());
  if (options.dry_run) return show_settlement(context, options, *found, *supplied);

  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  // A cancel is an act at the gateway: it is not for somebody who expects another verdict.
  reconcile::FlowOptions flow = flow_options(context);
  flow.may_cancel = options.expect.empty() || options.expect == reconcile::word(VerdictKind::settle_failed);
  auto outcome =
      reconcile::settle_confirmed(**store, profile::own(), **gateway, wanted(found->row, *supplied, options), context.actor(), flow);
  if (!outcome) return fail(outcome.error());
  if (const auto* lost = std::get_if<reconcile::FlowChanged>(&*outcome)) return fail_with(changed(found->row, lost->now, found->as_of));
  const auto tell = [&](const browse::KeyRow& before, const reconcile::Asked& asked, reconcile::Act act,
                        const reconcile::Settled& settled) {
    // The database's clock as the key was taken over.
    Inquiry inquiry{before, before.updated_at, asked, {}};
    inquiry.settlement.act = act;
    remark(context.out(), inquiry, *supplied, options);
    return tell_settled(context.out(), options, inquiry, settled);
  };
  if (const auto* other = std::get_if<reconcile::FlowEvidenceChanged>(&*outcome))
    return tell(other->before, other->asked, other->act, other->recorded);
  const auto& done = std::get<reconcile::FlowSettled>(*outcome);
  return tell(done.before, done.asked, done.act, done.settled);
}

void declare_settle(CLI::App& command, SettleOptions& o) {
  declare_address(command, o.address);
  add_reason(command, o.reason);
  command.add_option("--ticket", o.ticket, "Incident or ticket; kept in the audit trail");
  command.add_flag("--dry-run", o.dry_run, "Ask, and show what would be written");
  command.add_option("--expect", o.expect, "Settle only where this is the verdict")
      ->check(CLI::IsMember({"settle_succeeded", "done_needs_response", "settle_failed", "release", "unresolved", "needs_human"}));
  auto* code =
      command
          .add_option("--response-code", o.response_code, "The answer clients will get, for done_needs_response: its status, 200 to 299")
          ->check(CLI::Range(200, 599));
  auto* body = command.add_option("--response-body", o.response_body, "Its body, byte by byte; - is standard input")
                   ->type_name("FILE|-")
                   ->needs(code);
  command.add_option("--response-content-type", o.response_type, "Its Content-Type")->needs(body)->capture_default_str();
  command.add_option("--overrule", o.overrule, "Your word, where there is no evidence: succeed, fail or release")
      ->check(CLI::IsMember({"succeed", "fail", "release"}));
  command.add_option("--evidence", o.evidence, "With --overrule: what shows it; kept in the audit trail")->type_name("TEXT");
  command.add_flag("--reveal", o.reveal, "Show bodies");
  command.footer(
      "When: a key is stuck. Takes the key over, asks the gateway afresh, and writes what the evidence says, with its case and audit\n"
      "row. Where it settles nothing, that is recorded and the exit code is 5. A gateway that declares a cancel with tombstone may be\n"
      "asked to never perform the effect. Exit code 4: the row changed, nothing was written.\n"
      "Evidence is never overruled, its lack may be: with --overrule, --ticket and --evidence. That it happened, or never will, waits\n"
      "for a second person (exit code 10; oncectl approvals), that it may be sent again does not.\n"
      "  oncectl settle r-1 --reason 'INC-4711: worker killed' --dry-run\n"
      "  oncectl settle r-1 --reason 'INC-4711: worker killed' --ticket INC-4711 --expect settle_succeeded\n"
      "  oncectl settle r-1 --reason 'paid, no template' --response-code 201 --response-body answer.json\n"
      "  oncectl settle r-1 --overrule fail --reason 'gateway is gone' --ticket INC-4711 --evidence 'its statement' --response-code 422");
}

}  // namespace

void add_settle(Program& program) {
  add_command<SettleOptions>(program, program.app, "settle", "Settle one key from what the gateway says", settle_key, declare_settle);
}

}  // namespace onceover::oncectl
