#include "core/approval/approval.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/approval/view.h"
#include "core/base/text.h"
#include "core/browse/inspected.h"
#include "core/pg/transaction.h"
#include "core/reconcile/second_approver.h"
#include "core/roles/role_call.h"
#include "core/sql/statements.h"

namespace onceover::approval {
namespace {

using Json = nlohmann::ordered_json;

Approval approval_from(const pg::Rows& rows, int i) {
  Approval a;
  rows.read(i, 0, a.id, a.status, a.asked_at, a.requested_by, a.actor.name, a.actor.host, a.actor.program, a.act, a.known_as.tenant,
            a.known_as.operation, a.known_as.key, a.fence, a.profile, a.profile_toml, a.relation, a.row_key_json, a.seen_json,
            a.seen_digest, a.request_json, a.request_digest, a.response_headers, a.response_body, a.reason, a.ticket, a.evidence_json,
            a.verdict, a.decided_at, a.decided_by, a.decided_actor, a.decided_reason, a.audit_id, a.is_mine);
  return a;
}

std::vector<Approval> listed(pg::Connection& connection, std::optional<std::int64_t> id, bool waiting, int limit) {
  const pg::Rows rows = pg::run(connection, sql::approval_list, pg::params(id, waiting, std::clamp(limit, 1, 1000))).value();
  return rows.map([&rows](int i) { return approval_from(rows, i); });
}

// By a database user who may not decide on approvals himself; none: he may.
std::optional<bool> ended_by_function(pg::Connection& connection, const Approval& a, const char* status, const audit::Actor& actor,
                                      const std::string& reason) {
  const auto p = profile_of(a);
  if (!p || !roles::has_call(connection, *p, roles::RoleAct::end_approval).value()) return std::nullopt;
  const tables::Access access = browse::inspected(connection, *p).value();
  auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
  const auto call = roles::call_of(transaction, *p, access, roles::RoleAct::end_approval).value();
  if (!call) return std::nullopt;
  const auto ended = transaction
                         .exec(*call + "($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)",
                               pg::params(a.id, status, actor.name, actor.host, actor.program, reason))
                         .value();
  require(transaction.commit());
  return !ended.is_null(0, 0);
}

// False: it was decided already.
bool end(pg::Connection& connection, const Approval& a, const char* status, const audit::Actor& actor, const std::string& reason) {
  if (!a.relation.empty()) {
    if (const auto ended = ended_by_function(connection, a, status, actor, reason)) return *ended;
  }
  auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
  if (a.relation.empty()) {
    const pg::Params params = pg::params(a.id, status, actor.name, actor.host, actor.program, reason);
    if (!transaction.exec(sql::approval_end_own, params).value().boolean(0, 0)) return false;
  } else {
    if (transaction.exec(sql::approval_end, pg::params(a.id, status, actor.name, reason)).value().empty()) return false;
    const audit::Entry entry{.action = "end_approval",
                             .id = a.known_as,
                             .to_state = status,
                             .evidence_json = Json{{"approval", {{"id", a.id}, {"act", a.act}, {"requested_by", a.requested_by}}}}.dump(
                                 -1, ' ', false, Json::error_handler_t::replace),
                             .reason = reason,
                             .ticket = a.ticket,
                             .profile = a.profile,
                             .relation = a.relation,
                             .row_key_json = a.row_key_json};
    require(audit::append(connection, actor, entry));
  }
  require(transaction.commit());
  return true;
}

ApproveOutcome outdated(pg::Connection& connection, const Approval& a, std::optional<browse::KeyRow> now, const audit::Actor& actor) {
  (void)end(connection, a, "outdated", actor, "The row is not as it was when the approval was asked for.");
  return Outdated{std::move(now)};
}

ApproveOutcome approve_own(pg::Connection& connection, const Approval& a, const reconcile::Approver& approver, const audit::Actor& actor) {
  reconcile::Settlement settlement = settlement_of(a).value();
  settlement.approval = approver;
  auto outcome = reconcile::settle(connection, tables::own(), settlement, actor, a.ticket).value();
  if (auto* changed = std::get_if<reconcile::Changed>(&outcome)) return outdated(connection, a, std::move(changed->now), actor);
  auto& settled = std::get<reconcile::Settled>(outcome);
  return Approved{std::move(settled.after), settled.audit_id, std::move(settled.unconfirmed)};
}

ApproveOutcome approve_republish(pg::Connection& connection, const Approval& a, const std::string& reason, const audit::Actor& actor) {
  auto transaction = pg::Transaction::begin(connection, {.statement_timeout = std::chrono::minutes(2), .durable = true}).value();
  pg::Params params = pg::params(a.id, actor.name, actor.host, actor.program, reason);
  const auto written = transaction.exec(sql::republish_agreed, params.bytes(a.request_digest));
  if (!written && written.error().sqlstate == "OC006") return Decided{find(connection, a.id).value().value_or(a)};
  const std::int64_t audit_id = written.value().integer(0, 0);
  return Approved{std::nullopt, audit_id, transaction.commit().value().unconfirmed};
}

Result<ApproveOutcome> approve_row(pg::Connection& connection, const Approval& a, const reconcile::Approver& approver,
                                   const audit::Actor& actor) {
  const tables::Profile p = profile_of(a).value();
  reconcile::WriteRequest request = write_request_of(a).value();
  const key::Identity id = row_of(a, p).value();
  const bool by_version = reads_by_version(a).value();
  const tables::Access access = browse::inspected(connection, p).value();
  const auto seen = reconcile::look(connection, p, access, id).value();
  if (!seen) return outdated(connection, a, std::nullopt, actor);
  if (by_version != seen->xmin.has_value()) {
    return fail(ErrorKind::not_permitted,
                "This database user reads other columns of the row than the requester: whether it changed is unknown.",
                "Nothing was written.", "Approve it as a user with the same rights.");
  }
  if (reconcile::seen_digest_of(*seen) != a.seen_digest) return outdated(connection, a, seen->row, actor);
  request.approval = approver;
  auto outcome = reconcile::write(connection, p, access, *seen, request, actor).value();
  if (auto* changed = std::get_if<reconcile::Changed>(&outcome)) return outdated(connection, a, std::move(changed->now), actor);
  if (std::holds_alternative<reconcile::Held>(outcome)) return NotNow{"The row is held: its lease runs, or its table does not show it."};
  if (const auto* withheld = std::get_if<reconcile::Withheld>(&outcome)) return NotNow{withheld->why};
  auto& written = std::get<reconcile::RowWritten>(outcome);
  return Approved{std::move(written.after), written.audit_id, std::move(written.unconfirmed)};
}

// The approval that a decision with this reason is about.
Result<Approval> found_for(pg::Connection& connection, std::int64_t id, const std::string& reason) {
  if (reason.empty()) return fail(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
  auto found = find(connection, id).value();
  if (!found) return fail(ErrorKind::invalid_input, fmt::format("There is no approval {}.", id), "Nothing was written.");
  return *std::move(found);
}

}  // namespace

Result<std::vector<Approval>> list(pg::Connection& connection, bool all, int limit) {
  return as_result([&] { return listed(connection, std::nullopt, !all, limit); });
}

std::string list_sql(bool all, int limit) { return fmt::format("-- $1 = NULL, $2 = {}, $3 = {}\n{}", !all, limit, sql::approval_list); }

Result<std::int64_t> count_waiting(pg::Connection& connection) {
  return pg::run(connection, sql::approval_waiting, pg::params(most_counted + 1)).map([](const pg::Rows& rows) {
    return rows.integer(0, 0);
  });
}

Result<std::optional<Approval>> find(pg::Connection& connection, std::int64_t id) {
  return as_result([&] {
    auto found = listed(connection, id, false, 1);
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
  });
}

Result<ApproveOutcome> approve(pg::Connection& connection, std::int64_t id, const audit::Actor& actor, const std::string& reason) {
  return as_result([&]() -> Result<ApproveOutcome> {
    const Approval a = found_for(connection, id, reason).value();
    if (!a.is_waiting()) return Decided{a};
    if (a.is_mine) {
      return fail(ErrorKind::not_permitted,
                  fmt::format("Approval {} was asked for by this database user, {}.", id, visible(a.requested_by)), "Nothing was written.",
                  "Another person approves it, by another database user.");
    }
    if (a.is_republish()) return approve_republish(connection, a, reason, actor);
    const reconcile::Approver approver{id, actor.name, reason};
    return a.relation.empty() ? approve_own(connection, a, approver, actor) : approve_row(connection, a, approver, actor);
  });
}

Result<bool> refuse(pg::Connection& connection, std::int64_t id, const audit::Actor& actor, const std::string& reason) {
  return as_result([&] {
    const Approval a = found_for(connection, id, reason).value();
    return a.is_waiting() && end(connection, a, "refused", actor, reason);
  });
}

}  // namespace onceover::approval
