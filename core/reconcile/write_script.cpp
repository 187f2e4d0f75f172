// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/browse/promises.h"
#include "core/reconcile/second_approver.h"
#include "core/reconcile/write_row_sql.h"
#include "core/roles/row_functions.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {

using tables::Access;
using tables::Profile;

std::string write_sql(const Profile& p, const Access& access, const SeenRow& seen,
                      const WriteRequest& asked) {
  return write_query(p, access, seen, with_reason(p, asked), true).spelled_out();
}

Result<std::string> script(const Profile& p, const Access& access, const SeenRow& seen,
                           const WriteRequest& asked, const audit::Actor& actor, AuditTo audit_to) {
  auto request = sound_request(p, access, seen, asked, RunBy::script);
  if (!request) return fail(request.error());
  if (asks_for_lease(p, seen, *request) && !p.lease.is_observable()) {
    return refused_row(ErrorKind::unsupported, browse::worker_is_unseen(p),
                       "Confirm that no executor works on it.");
  }
  using tables::literal;
  const bool deletes = p.writes.at(request->verb).deletes;
  const auto or_null = [](const std::string& text) {
    return text.empty() ? std::string("NULL") : literal(text);
  };
  const audit::Entry entry = entry_for(p, seen, *request);
  std::string wrong_state;
  if (const auto wanted = roles::state_after(request->verb); wanted && !deletes) {
    wrong_state = fmt::format(
        "  IF ({}) IS DISTINCT FROM '{}' THEN\n    RAISE EXCEPTION 'onceover: the row would be left in "
        "another state than {}; nothing was written';\n  END IF;\n",
        roles::state_word_of(p, "onceover_state"), key::word(*wanted), key::word(*wanted));
  }
  const std::string names =
      "action, actor, host, program, tenant, operation, key, from_state, to_state, before, after, evidence, "
      "verdict, reason, ticket, correlation_id, profile, relation, row_key";
  const std::string values = fmt::format(
      "{}, {}, {}, {}, {}, {}, {}, {}, {}, {}::jsonb, onceover_after::jsonb,\n          {}::jsonb, {}, {}, "
      "{}, {}, {}, {}, {}::jsonb",
      literal(entry.action), literal(actor.name), literal(actor.host), literal(actor.program),
      literal(entry.id->tenant), literal(entry.id->operation), literal(entry.id->key),
      literal(entry.from_state), deletes ? "NULL" : roles::state_word_of(p, "onceover_state"),
      or_null(entry.before_json), or_null(entry.evidence_json), literal(entry.verdict), literal(entry.reason),
      or_null(entry.ticket), or_null(entry.correlation_id), literal(entry.profile), literal(entry.relation),
      literal(entry.row_key_json));
  std::string note;
  if (audit_to == AuditTo::trail) {
    note = fmt::format("  INSERT INTO onceover.audit ({})\n  VALUES ({});\n", names, values);
    const std::string settles = roles::settle_case_sql(
        p, request->verb,
        {literal(entry.relation), literal(entry.row_key_json) + "::jsonb", literal(p.name),
         literal(entry.id->tenant), literal(entry.id->operation), literal(entry.id->key),
         literal(entry.verdict), literal(entry.reason), or_null(entry.evidence_json) + "::jsonb"});
    if (!settles.empty()) note += "  " + settles + ";\n";
  } else {
    note = fmt::format(
        "  RAISE NOTICE 'onceover audit: %', (SELECT pg_catalog.to_jsonb(a) FROM (VALUES "
        "(pg_catalog.clock_timestamp(), session_user::text, {})) AS a (at, db_user, {}));\n",
        values, names);
  }
  const auto perform = [](const std::string& query) {
    return "PERFORM" + query.substr(std::string_view("SELECT").size()) + ";\n";
  };
  const std::string body = fmt::format(
      "#variable_conflict use_column\nDECLARE\n  onceover_state bigint;\n  onceover_after "
      "text;\nBEGIN\n{}{}{}\nINTO onceover_state, onceover_after;\n  IF NOT FOUND THEN\n    RAISE EXCEPTION "
      "'onceover: the row is not as it was seen; nothing was written' USING ERRCODE = 'OC004';\n  END "
      "IF;\n{}{}END\n",
      perform(path_of_triggers(p)), deletes ? "" : perform(lock_query(p, seen).spelled_out()),
      write_query(p, access, seen, *request, audit_to == AuditTo::trail).spelled_out(), wrong_state, note);
  const std::string_view second =
      needs_second_person(p, request->verb, request->verdict)
          ? "-- No gateway confirms this: a second approver must have agreed to it before it is run.\n"
          : "";
  return fmt::format(
      "-- {} of one row of {}, as it was seen at {}: that row changes, or nothing does.\n-- Row: {}\n-- "
      "Reason: {}\n{}"
      "-- Run with: psql -v ON_ERROR_STOP=1 -f this-file\nBEGIN;\nSET LOCAL client_encoding = 'UTF8'; SET "
      "LOCAL search_path = pg_catalog; SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = "
      "'1s';\n{};\nDO {};\nCOMMIT;\n",
      tables::word(request->verb), visible(tables::table_name(p)), iso(seen.as_of),
      visible(seen.row_key_json), visible(request->reason), second, plain_values,
      tables::dollar_quoted('\n' + body));
}

}  // namespace onceover::reconcile
