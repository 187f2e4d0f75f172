#include "core/reconcile/approval.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/reconcile/approval_use.h"
#include "core/reconcile/approval_view.h"
#include "core/reconcile/role_call.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

using Json = nlohmann::ordered_json;

Approval approval_from(const pg::Rows& rows, int i) {
  Approval a;
  int c = 0;
  a.id = rows.integer(i, c++);
  a.status = rows.text(i, c++);
  a.asked_at = rows.timestamp(i, c++);
  a.requested_by = rows.text(i, c++);
  a.actor.name = rows.text(i, c++);
  a.actor.host = rows.text(i, c++);
  a.actor.program = rows.text(i, c++);
  a.act = rows.text(i, c++);
  a.known_as.tenant = rows.text(i, c++);
  a.known_as.operation = rows.text(i, c++);
  a.known_as.key = rows.text(i, c++);
  a.fence = rows.optional_integer(i, c++);
  for (std::string* text : {&a.profile, &a.profile_toml, &a.relation, &a.row_key_json, &a.seen_json, &a.seen_digest, &a.request_json,
                            &a.request_digest, &a.response_headers, &a.response_body, &a.reason, &a.ticket, &a.evidence_json, &a.verdict}) {
    *text = rows.text(i, c++);
  }
  a.decided_at = rows.optional_timestamp(i, c++);
  a.decided_by = rows.text(i, c++);
  a.decided_actor = rows.text(i, c++);
  a.decided_reason = rows.text(i, c++);
  a.audit_id = rows.optional_integer(i, c++);
  a.is_mine = rows.boolean(i, c++);
  return a;
}

Result<std::vector<Approval>> listed(pg::Connection& connection, std::optional<std::int64_t> id, bool waiting, int limit) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.integer(id).boolean(waiting).integer(std::clamp(limit, 1, 1000));
  auto rows = transaction->exec(sql::approval_list, params);
  if (!rows) return fail(rows.error());
  std::vector<Approval> out;
  for (int i = 0; i < rows->size(); ++i) out.push_back(approval_from(*rows, i));
  return out;
}

// By somebody who may not decide on approvals himself; none: he may.
Result<std::optional<bool>> ended_by_function(pg::Connection& connection, const Approval& a, const char* status, const audit::Actor& actor,
                                              const std::string& reason) {
  const auto p = profile_of(a);
  if (!p) return std::optional<bool>();
  auto there = has_call(connection, *p, RoleAct::end_approval);
  if (!there) return fail(there.error());
  if (!*there) return std::optional<bool>();
  auto access = profile::inspect(connection, *p);
  if (!access) return fail(access.error());
  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
  auto call = call_of(*transaction, *p, *access, RoleAct::end_approval);
  if (!call) return fail(call.error());
  if (!*call) return std::optional<bool>();
  pg::Params params;
  params.integer(a.id).text(status).text(actor.name).text(actor.host).text(actor.program).text(reason);
  auto ended = transaction->exec(**call + "($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)", params);
  if (!ended) return fail(ended.error());
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  return std::optional(!ended->is_null(0, 0));
}

Result<bool> end(pg::Connection& connection, const Approval& a, const char* status, const audit::Actor& actor, const std::string& reason) {
  if (!a.relation.empty()) {
    auto ended = ended_by_function(connection, a, status, actor, reason);
    if (!ended) return fail(ended.error());
    if (*ended) return **ended;
  }
  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.integer(a.id).text(status).text(actor.name).text(reason);
  auto rows = transaction->exec(sql::approval_end, params);
  if (!rows) return fail(rows.error());
  if (rows->empty()) return false;
  audit::Entry entry{.action = "end_approval", .id = a.known_as};
  entry.to_state = status;
  entry.evidence_json = Json{{"approval", {{"id", a.id}, {"act", a.act}, {"requested_by", a.requested_by}}}}.dump();
  entry.reason = reason;
  entry.ticket = a.ticket;
  entry.profile = a.profile;
  entry.relation = a.relation;
  entry.row_key_json = a.row_key_json;
  if (a.relation.empty()) entry.profile.clear();
  if (auto noted = audit::append(connection, actor, entry); !noted) return fail(noted.error());
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  return true;
}

Result<ApproveOutcome> outdated(pg::Connection& connection, const Approval& a, std::optional<browse::KeyRow> now,
                                const audit::Actor& actor) {
  auto ended = end(connection, a, "outdated", actor, "The row is not as it was when the approval was asked for.");
  if (!ended) return fail(ended.error());
  return ApproveOutcome(Outdated{std::move(now)});
}

Result<ApproveOutcome> approve_own(pg::Connection& connection, const Approval& a, const Approver& approver, const audit::Actor& actor) {
  auto settlement = settlement_of(a);
  if (!settlement) return fail(settlement.error());
  settlement->approval = approver;
  auto outcome = settle(connection, profile::own(), *settlement, actor, a.ticket);
  if (!outcome) return fail(outcome.error());
  if (auto* changed = std::get_if<Changed>(&*outcome)) return outdated(connection, a, std::move(changed->now), actor);
  auto& settled = std::get<Settled>(*outcome);
  return ApproveOutcome(Approved{std::move(settled.after), settled.audit_id, std::move(settled.unconfirmed)});
}

Result<ApproveOutcome> approve_row(pg::Connection& connection, const Approval& a, const Approver& approver, const audit::Actor& actor) {
  auto described = profile_of(a);
  if (!described) return fail(described.error());
  const profile::Profile& p = *described;
  auto request = write_request_of(a);
  if (!request) return fail(request.error());
  auto id = row_of(a, p);
  if (!id) return fail(id.error());
  auto access = profile::inspect(connection, p);
  if (!access) return fail(access.error());
  auto seen = look(connection, p, *access, *id);
  if (!seen) return fail(seen.error());
  if (!*seen) return outdated(connection, a, std::nullopt, actor);
  if (Json::parse(a.request_json)["by_version"] != (*seen)->xmin.has_value()) {
    return fail(ErrorKind::not_permitted,
                "This database user reads other columns of the row than who asked: it cannot be told whether it changed.",
                "Nothing was written.", "Approve it as a user with the same rights.");
  }
  if (seen_digest_of(**seen) != a.seen_digest) return outdated(connection, a, (*seen)->row, actor);
  request->approval = approver;
  auto outcome = write(connection, p, *access, **seen, *request, actor);
  if (!outcome) return fail(outcome.error());
  if (auto* changed = std::get_if<Changed>(&*outcome)) return outdated(connection, a, std::move(changed->now), actor);
  if (std::holds_alternative<Held>(*outcome)) return ApproveOutcome(NotNow{"The row is held: its lease runs, or nobody can tell."});
  if (const auto* withheld = std::get_if<Withheld>(&*outcome)) return ApproveOutcome(NotNow{withheld->why});
  auto& written = std::get<RowWritten>(*outcome);
  return ApproveOutcome(Approved{std::move(written.after), written.audit_id, std::move(written.unconfirmed)});
}

}  // namespace

Result<std::vector<Approval>> approvals(pg::Connection& connection, bool all, int limit) {
  return listed(connection, std::nullopt, !all, limit);
}

std::string approvals_sql(bool all, int limit) {
  return fmt::format("-- $1 = NULL, $2 = {}, $3 = {}\n{}", !all, limit, sql::approval_list);
}

Result<std::optional<Approval>> approval(pg::Connection& connection, std::int64_t id) {
  auto found = listed(connection, id, false, 1);
  if (!found) return fail(found.error());
  if (found->empty()) return std::optional<Approval>();
  return std::optional(std::move(found->front()));
}

Result<ApproveOutcome> approve(pg::Connection& connection, std::int64_t id, const audit::Actor& actor, const std::string& reason) {
  if (reason.empty()) return fail(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
  auto found = approval(connection, id);
  if (!found) return fail(found.error());
  if (!*found) return fail(ErrorKind::invalid_input, fmt::format("There is no approval {}.", id), "Nothing was written.");
  const Approval& a = **found;
  if (!a.is_waiting()) return ApproveOutcome(Decided{a});
  if (a.is_mine) {
    return fail(ErrorKind::not_permitted, fmt::format("Approval {} was asked for by this database user, {}.", id, visible(a.requested_by)),
                "Nothing was written.", "Another person approves it, by his own database user.");
  }
  const Approver approver{id, actor.name, reason};
  return a.relation.empty() ? approve_own(connection, a, approver, actor) : approve_row(connection, a, approver, actor);
}

Result<bool> refuse(pg::Connection& connection, std::int64_t id, const audit::Actor& actor, const std::string& reason) {
  if (reason.empty()) return fail(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
  auto found = approval(connection, id);
  if (!found) return fail(found.error());
  if (!*found) return fail(ErrorKind::invalid_input, fmt::format("There is no approval {}.", id), "Nothing was written.");
  if (!(*found)->is_waiting()) return false;
  return end(connection, **found, "refused", actor, reason);
}

}  // namespace onceover::reconcile
