// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/row_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/reconcile/write_row_sql.h"
#include "core/roles/role_functions.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {
namespace {

CaseKept committed(pg::Transaction& transaction, CaseKept kept, const Within& within) {
  if (within) require(within(transaction, kept.audit_id));
  require(transaction.commit());
  return kept;
}

// By a database user who has no right on the cases themselves.
Result<CaseOutcome> kept_by_function(pg::Transaction& transaction, const std::string& call, const SeenRow& seen, const audit::Entry& entry,
                                     Duration wait, const audit::Actor& actor, const Within& within, const SeenRow& now) {
  const auto kept = transaction.exec(
      fmt::format("SELECT k[1], k[2] FROM ({}($1::jsonb, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb, $9::text, "
                  "$10::interval) AS k) done",
                  call),
      pg::params(seen.row_key_json, seen.xmin, actor.name, actor.host, actor.program, entry.reason, entry.ticket, entry.evidence_json,
                 entry.verdict, wait));
  if (!kept && kept.error().sqlstate == "OC004") return Changed{now.row};
  const pg::Rows& done = kept.value();
  const std::string status = entry.action == "unresolved" ? "open" : "needs_human";
  return committed(transaction, {status, static_cast<int>(done.integer(0, 1)), done.integer(0, 0)}, within);
}

}  // namespace

Result<std::optional<RowCase>> case_of(pg::Connection& connection, const std::string& relation, const std::string& row_key_json) {
  return as_result([&]() -> Result<std::optional<RowCase>> {
    if (!schema::status(connection).value().is_readable()) return std::nullopt;
    const pg::Rows rows = pg::run(connection, sql::row_case_list, pg::params(relation, row_key_json, 1)).value();
    if (rows.empty()) return std::nullopt;
    RowCase one;
    rows.read(0, 0, one.relation, one.row_key_json, one.profile, one.id.tenant, one.id.operation, one.id.key, one.status, one.attempts,
              one.next_try_at, one.opened_at, one.updated_at, one.verdict, one.reason, one.evidence_json);
    return one;
  });
}

Result<CaseOutcome> keep_case(pg::Connection& connection, const tables::Profile& p, const tables::Access& access, const SeenRow& seen,
                              const JudgedEvidence& asked, const std::string& reason, const std::string& ticket, Duration next_try_in,
                              const audit::Actor& actor, const Within& within, std::optional<std::int64_t> owned_fence) {
  return as_result([&]() -> Result<CaseOutcome> {
    const bool open = asked.verdict.kind == VerdictKind::unresolved;
    if (verb_alone(asked.verdict.kind)) {
      return fail(ErrorKind::invalid_input, "This evidence settles the row: there is no case to keep.", "Nothing was written.");
    }
    require(schema::require_writable(connection));
    auto now = read_row(connection, p, access, seen.row.id).value();
    if (!now) return Changed{};
    if (!now->is_same_as(seen)) return Changed{std::move(now->row)};

    const std::string state(key::word(seen.row.state));
    const audit::Entry entry{.action = open ? "unresolved" : "needs_human",
                             .id = known_of(seen),
                             .from_state = state,
                             .to_state = state,
                             .evidence_json = gateway::to_json(asked.evidence),
                             .verdict = std::string(word(asked.verdict.kind)),
                             .reason = asked.verdict.why + (reason.empty() ? "" : " (asked for because: " + reason + ")"),
                             .ticket = ticket,
                             .correlation_id = seen.row.correlation_id,
                             .profile = p.name,
                             .relation = tables::table_name(p),
                             .row_key_json = seen.row_key_json};

    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    const Duration wait = std::min<Duration>(wait_before(asked.verdict, next_try_in), key::longest_lease);
    if (!owned_fence) {  // a sweeper has rights of its own
      auto call = roles::call_of(transaction, p, access, roles::RoleAct::keep_case).value();
      if (call) return kept_by_function(transaction, *call, seen, entry, wait, actor, within, *now);
    }
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(wait).count();
    const pg::Rows kept =
        transaction
            .exec(sql::row_case_keep,
                  pg::params(entry.relation, entry.row_key_json, p.name, entry.id->tenant, entry.id->operation, entry.id->key,
                             open ? "open" : "needs_human", milliseconds, entry.verdict, entry.reason, entry.evidence_json, owned_fence))
            .value();
    if (kept.empty()) return Changed{std::move(now->row)};
    const std::int64_t noted = audit::append(connection, actor, entry).value();
    return committed(transaction, {kept.text(0, 1), static_cast<int>(kept.integer(0, 0)), noted}, within);
  });
}

}  // namespace onceover::reconcile
