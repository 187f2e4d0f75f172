// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/oncectl/address.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/approval/approval.h"
#include "core/base/text.h"
#include "core/schema/schema.h"

namespace onceover::oncectl {
namespace {

using approval::Approval;

struct ApprovalsOptions {
  bool all = false;
  int limit = 200;
};
struct ApprovalOptions {
  std::int64_t number = 0;
  std::string reason;
  bool reveal = false, dry_run = false;
};

std::string row_of(const Approval& a) {
  if (a.is_republish())
    return visible(a.known_as.key) +
           (a.known_as.operation.empty() ? "" : " of topic " + visible(a.known_as.operation));
  return a.relation.empty() ? named(a.known_as) : visible(a.relation) + " " + visible(a.row_key_json);
}

// Of a row of an external table, as it was filed: what approving writes to the row as it was seen.
struct Filed {
  tables::Profile profile;
  reconcile::WriteRequest request;
};
std::optional<Filed> filed_in(const Approval& a) {
  if (a.relation.empty() || a.is_republish()) return std::nullopt;
  auto profile = approval::profile_of(a);
  auto request = approval::write_request_of(a);
  if (!profile || !request || !profile->writes.contains(request->verb)) return std::nullopt;
  return Filed{*std::move(profile), *std::move(request)};
}

Json json_approval(const Approval& a, bool reveal) {
  Json json{{"number", a.id},
            {"status", json_text(a.status)},
            {"asked_at", iso(a.asked_at)},
            {"requested_by", json_text(a.requested_by)},
            {"actor", json_text(a.actor.name)},
            {"host", json_text(a.actor.host)},
            {"act", json_text(a.act)},
            {"id", json_id(a.known_as)},
            {"fence", json_optional(a.fence)}};
  if (!a.relation.empty()) json["profile"] = json_text(a.profile);
  add_row_key(json, a.relation, a.row_key_json);
  json["seen"] = json_from(a.seen_json);
  if (const auto filed = filed_in(a)) add_changes(json, filed->profile, filed->request, a.seen_json);
  json["request"] = json_from(a.request_json);
  json["response_bytes"] = a.response_body.size();
  if (reveal) json["response_body"] = json_text(a.response_body);
  json["reason"] = json_text(a.reason);
  json["ticket"] = json_text(a.ticket);
  json["evidence"] = json_from(a.evidence_json);
  json["verdict"] = json_filled(a.verdict);
  json["decided_at"] = json_time(a.decided_at);
  json["decided_by"] = json_filled(a.decided_by);
  json["decided_actor"] = json_filled(a.decided_actor);
  json["decided_reason"] = json_filled(a.decided_reason);
  json["audit_id"] = json_optional(a.audit_id);
  json["mine"] = a.is_mine;
  return json;
}

std::string text_of(const Approval& a, bool reveal) {
  const auto filed = filed_in(a);
  return fields({{"Approval", fmt::format("{}, {}", a.id, visible(a.status))},
                 {"Row", row_of(a)},
                 {"Would write",
                  a.is_republish() ? "these events anew, with new ids: every consumer processes them again"
                  : a.relation.empty()
                      ? visible(a.act)
                      : fmt::format("{}, by the profile {}", visible(a.act), visible(a.profile))},
                 {"Request", visible(a.request_json)},
                 {"Response body", a.response_body.empty() ? ""
                                   : reveal                ? visible(a.response_body)
                                            : fmt::format("{} bytes (--reveal)", a.response_body.size())},
                 {"Row as seen", visible(a.seen_json)},
                 {"Asked by", fmt::format("{} ({}@{}) at {}", visible(a.requested_by), visible(a.actor.name),
                                          visible(a.actor.host), iso(a.asked_at))},
                 {"Reason", visible(a.reason)},
                 {"Ticket", visible(a.ticket)},
                 {"Evidence", visible(a.evidence_json)},
                 {"Gateway's verdict", a.verdict.empty() ? "not asked" : visible(a.verdict)},
                 {"Decided by",
                  a.decided_by.empty()
                      ? ""
                      : fmt::format("{} ({}) at {}: {}", visible(a.decided_by), visible(a.decided_actor),
                                    time_text(a.decided_at), visible(a.decided_reason))},
                 {"Audit row", a.audit_id ? std::to_string(*a.audit_id) : ""}}) +
         (filed ? changes_text(filed->profile, filed->request, a.seen_json) : "");
}

// Of our schema, whatever table --profile names: an approval carries its own description of the table.
pg::Connection& store_of(Context& context, bool writes) {
  auto& store = context.store(Need::server);
  const schema::Status status = schema::status(store).value();
  if (status.fit != schema::Fit::current)
    end(fail(ErrorKind::schema, status.sentence(), "Nothing was done."));
  if (writes) require(schema::require_writable(store));
  return store;
}

Approval found(Context& context, std::int64_t number, bool writes) {
  auto approval = approval::find(store_of(context, writes), number).value();
  if (!approval)
    end_without(context.known_of({"approvals"}), fmt::format("approval {}", number),
                "See oncectl approvals list.");
  return *std::move(approval);
}

Failure decided_already(const Approval& a) {
  Failure failure{
      Exit::changed, "decided",
      fmt::format("Approval {} is {} already, by {}.", a.id, visible(a.status), visible(a.decided_by)),
      "Nothing was written.", ""};
  failure.more["approval"] = json_approval(a, false);
  return failure;
}

Outcome list_approvals(Context& context, const ApprovalsOptions& o) {
  const auto list = approval::list(store_of(context, false), o.all, o.limit).value();
  return show_list(
      context.out(), "approvals", list, [](const Approval& a) { return json_approval(a, false); },
      {">NUMBER", "STATUS", "ASKED", "BY", "ACT", "ROW", "REASON", "TICKET"},
      [](const Approval& a) -> Cells {
        return {std::to_string(a.id), visible(a.status),
                iso(a.asked_at),      visible(a.requested_by) + (a.is_mine ? " (you)" : ""),
                visible(a.act),       row_of(a),
                visible(a.reason),    visible(a.ticket)};
      },
      {.none = o.all ? "There are no requests.\n" : "Nothing waits for a second approver.\n",
       .known = context.known_of({"approvals"})});
}

Outcome show_approval(Context& context, const ApprovalOptions& o) {
  const Approval a = found(context, o.number, false);
  context.out().say(json_approval(a, o.reveal), text_of(a, o.reveal));
  return Exit::done;
}

Outcome approve_one(Context& context, const ApprovalOptions& o) {
  const Approval a = found(context, o.number, true);
  const Output& out = context.out();
  if (!a.is_waiting()) return fail_with(decided_already(a));
  if (o.dry_run) return show_dry_run(out, json_approval(a, o.reveal), text_of(a, o.reveal));
  auto& store = context.store(Need::server);
  auto outcome = approval::approve(store, o.number, context.actor(), o.reason).value();
  if (const auto* decided = std::get_if<approval::Decided>(&outcome))
    return fail_with(decided_already(decided->approval));
  if (const auto* changed = std::get_if<approval::Outdated>(&outcome)) {
    Failure failure{Exit::changed, "changed",
                    changed->now ? "The row is not as it was when this was asked for." : "The row is gone.",
                    "Nothing was written; the request is outdated.", "Look at the row again, and ask again."};
    if (changed->now) {
      failure.more["now"] = json_row(*changed->now, changed->now->updated_at);
      failure.text = row_fields(*changed->now, changed->now->updated_at);
    }
    return fail_with(std::move(failure));
  }
  if (const auto* later = std::get_if<approval::NotNow>(&outcome)) {
    return fail_with(
        {Exit::changed, "held", visible(later->why), "Nothing was written; the request still waits.", ""});
  }
  const auto& approved = std::get<approval::Approved>(outcome);
  if (!approved.unconfirmed.empty()) out.note(approved.unconfirmed);
  out.say({{"approved", o.number},
           {"audit_id", approved.audit_id},
           {"after", approved.after ? json_row(*approved.after, approved.after->updated_at) : Json(nullptr)}},
          "Approved and written.\n" +
              (a.is_republish() ? std::string("The relays of their topics publish the events.\n")
               : approved.after ? row_fields(*approved.after, approved.after->updated_at)
                                : std::string("The row is gone.\n")) +
              fmt::format("audit row {}\n", approved.audit_id));
  return Exit::done;
}

Outcome refuse_one(Context& context, const ApprovalOptions& o) {
  const Approval a = found(context, o.number, true);
  if (!a.is_waiting()) return fail_with(decided_already(a));
  if (o.dry_run)
    return show_dry_run(context.out(), json_approval(a, o.reveal),
                        text_of(a, o.reveal) + "Would be refused.");
  auto& store = context.store(Need::server);
  auto refused = approval::refuse(store, o.number, context.actor(), o.reason).value();
  if (!refused) return fail_with(decided_already(a));
  context.out().say({{"refused", o.number}},
                    fmt::format("Approval {} is refused; nothing was written to the row.\n", o.number));
  return Exit::done;
}

}  // namespace

void add_approvals(Program& program) {
  CLI::App* parent =
      add_group(program.app, "approvals", "Requests that wait for a second approver: show, approve, refuse");
  const auto number = [](CLI::App& command, ApprovalOptions& o) {
    add_row_number(command, "NUMBER", o.number, "The approval's number");
  };
  add_command<ApprovalsOptions>(program, *parent, "list", "Requests that wait, newest first", list_approvals,
                                [](CLI::App& command, ApprovalsOptions& o) {
                                  command.add_flag("--all", o.all, "Decided requests too");
                                  add_limit(command, o.limit);
                                  command.footer(
                                      "When: a colleague asks for your approval. Exit code 3 if no request "
                                      "waits.\n  oncectl approvals list");
                                });
  add_command<ApprovalOptions>(
      program, *parent, "show", "One request: row, evidence, and what would be written", show_approval,
      [number](CLI::App& command, ApprovalOptions& o) {
        number(command, o);
        add_reveal(command, o.reveal);
        command.footer("When: before you approve.\n  oncectl approvals show 7 --reveal");
      });
  add_command<ApprovalOptions>(
      program, *parent, "approve", "Approve a request and write the row", approve_one,
      [number](CLI::App& command, ApprovalOptions& o) {
        number(command, o);
        add_reason(command, o.reason);
        add_dry_run(command, o.dry_run);
        add_reveal(command, o.reveal);
        command.footer(
            "When: you have checked the evidence yourself. You must be another database user than the "
            "requester; the same guards apply.\n"
            "Exit code 4: the row has changed (the request is then outdated), the row is held, or the "
            "request is already decided.\n"
            "  oncectl approvals approve 7 --reason 'seen in the bank statement of 2026-11-21'");
      });
  add_command<ApprovalOptions>(program, *parent, "refuse",
                               "Refuse a request with a reason; the requester can withdraw it this way",
                               refuse_one, [number](CLI::App& command, ApprovalOptions& o) {
                                 number(command, o);
                                 add_reason(command, o.reason);
                                 add_dry_run(command, o.dry_run);
                                 command.footer(
                                     "When: the evidence does not hold.\n  oncectl approvals refuse 7 "
                                     "--reason 'the statement shows no such payment'");
                               });
}

}  // namespace onceover::oncectl
