#include "core/reconcile/row_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/profile/sql.h"
#include "core/reconcile/role_call.h"
#include "core/reconcile/write_row_sql.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

constexpr int first_version_with_row_cases = 4;

Result<std::vector<RowCase>> listed_cases(pg::Connection& connection, const std::string& relation, const std::string& row_key_json,
                                          int limit) {
  auto status = schema::status(connection);
  if (!status) return fail(status.error());
  std::vector<RowCase> cases;
  if (status->installed < first_version_with_row_cases) return cases;
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.text(relation).text(row_key_json).integer(std::clamp(limit, 1, 1000));
  auto rows = transaction->exec(sql::row_case_list, params);
  if (!rows) return fail(rows.error());
  for (int i = 0; i < rows->size(); ++i) {
    RowCase one{.relation = rows->text(i, 0), .row_key_json = rows->text(i, 1), .profile = rows->text(i, 2)};
    one.id = {rows->text(i, 3), rows->text(i, 4), rows->text(i, 5)};
    one.status = rows->text(i, 6);
    one.attempts = static_cast<int>(rows->integer(i, 7));
    one.next_try_at = rows->optional_timestamp(i, 8);
    one.opened_at = rows->timestamp(i, 9);
    one.updated_at = rows->timestamp(i, 10);
    one.verdict = rows->text(i, 11);
    one.reason = rows->text(i, 12);
    one.evidence_json = rows->text(i, 13);
    cases.push_back(std::move(one));
  }
  return cases;
}

// By somebody who has no right on the cases themselves.
Result<CaseOutcome> kept_by_function(pg::Transaction& transaction, const std::string& call, const SeenRow& seen, const audit::Entry& entry,
                                     Duration wait, const audit::Actor& actor, const Within& within, const SeenRow& now) {
  pg::Params params;
  params.text(seen.row_key_json)
      .text(seen.xmin)
      .text(actor.name)
      .text(actor.host)
      .text(actor.program)
      .text(entry.reason)
      .text(entry.ticket);
  params.text(entry.evidence_json).text(entry.verdict).interval(wait);
  auto kept = transaction.exec(
      fmt::format("SELECT k[1], k[2] FROM ({}($1::jsonb, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb, $9::text, "
                  "$10::interval) AS k) done",
                  call),
      params);
  if (!kept && kept.error().sqlstate == "OC004") return CaseOutcome(Changed{now.row});
  if (!kept) return fail(kept.error());
  const std::int64_t noted = kept->integer(0, 0);
  if (within) {
    if (auto done = within(transaction, noted); !done) return fail(done.error());
  }
  if (auto committed = transaction.commit(); !committed) return fail(committed.error());
  return CaseOutcome(CaseKept{entry.action == "unresolved" ? "open" : "needs_human", static_cast<int>(kept->integer(0, 1)), noted});
}

}  // namespace

Result<std::optional<RowCase>> case_of(pg::Connection& connection, const std::string& relation, const std::string& row_key_json) {
  auto cases = listed_cases(connection, relation, row_key_json, 1);
  if (!cases) return fail(cases.error());
  if (cases->empty()) return std::optional<RowCase>();
  return std::optional(std::move(cases->front()));
}

Result<std::vector<RowCase>> open_cases(pg::Connection& connection, const std::string& relation, int limit) {
  return listed_cases(connection, relation, {}, limit);
}

Result<CaseOutcome> keep_case(pg::Connection& connection, const profile::Profile& p, const profile::Access& access, const SeenRow& seen,
                              const Asked& asked, const std::string& reason, const std::string& ticket, Duration next_try_in,
                              const audit::Actor& actor, const Within& within, std::optional<std::int64_t> owned_fence) {
  const bool open = asked.verdict.kind == VerdictKind::unresolved;
  if (verb_alone(asked.verdict.kind)) {
    return fail(ErrorKind::invalid_input, "This evidence settles the row: there is no case to keep.", "Nothing was written.");
  }
  if (auto writable = schema::require_writable(connection); !writable) return fail(writable.error());
  auto now = look(connection, p, access, seen.row.id);
  if (!now) return fail(now.error());
  if (!*now) return CaseOutcome(Changed{});
  if (!(*now)->is_same_as(seen)) return CaseOutcome(Changed{std::move((*now)->row)});

  audit::Entry entry;
  entry.action = open ? "unresolved" : "needs_human";
  entry.id = known_of(seen);
  entry.from_state = entry.to_state = key::word(seen.row.state);
  entry.evidence_json = gateway::to_json(asked.evidence);
  entry.verdict = word(asked.verdict.kind);
  entry.reason = asked.verdict.why + (reason.empty() ? "" : " (asked for because: " + reason + ")");
  entry.ticket = ticket;
  entry.correlation_id = seen.row.correlation_id;
  entry.profile = p.name;
  entry.relation = profile::table_name(p);
  entry.row_key_json = seen.row_key_json;

  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
  const Duration wait = std::max(asked.verdict.ask_again_after.value_or(next_try_in), next_try_in);
  if (!owned_fence) {  // a sweeper has rights of its own
    auto call = call_of(*transaction, p, access, RoleAct::keep_case);
    if (!call) return fail(call.error());
    if (*call) return kept_by_function(*transaction, **call, seen, entry, wait, actor, within, **now);
  }
  pg::Params params;
  params.text(entry.relation).text(entry.row_key_json).text(p.name).text(entry.id->tenant).text(entry.id->operation).text(entry.id->key);
  params.text(open ? "open" : "needs_human").integer(std::chrono::duration_cast<std::chrono::milliseconds>(wait).count());
  params.text(entry.verdict).text(entry.reason).text(entry.evidence_json).integer(owned_fence);
  auto kept = transaction->exec(sql::row_case_keep, params);
  if (!kept) return fail(kept.error());
  if (kept->empty()) return CaseOutcome(Changed{std::move((*now)->row)});
  auto noted = audit::append(connection, actor, entry);
  if (!noted) return fail(noted.error());
  if (within) {
    if (auto done = within(*transaction, *noted); !done) return fail(done.error());
  }
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  return CaseOutcome(CaseKept{kept->text(0, 1), static_cast<int>(kept->integer(0, 0)), *noted});
}

}  // namespace onceover::reconcile
