// SPDX-License-Identifier: Apache-2.0
#include "core/roles/roles.h"

#include <set>

#include "core/base/enum_names.h"
#include "core/roles/role_functions.h"
#include "core/roles/row_functions.h"
#include "core/tables/sql.h"
#include "core/tables/writes.h"

namespace onceover::roles {
namespace {

using tables::Access;
using tables::Assignment;
using tables::literal;
using tables::Profile;
using tables::quoted_name;
using tables::Verb;

constexpr std::size_t longest_name = 63;  // bytes, of PostgreSQL's names

constexpr std::string_view own_tables =
    "onceover.keys, onceover.cases, onceover.row_cases, onceover.audit, onceover.audit_links, "
    "onceover.audit_seals, onceover.audit_seal_heads, onceover.audit_seal_tips, onceover.approvals, "
    "onceover.notes, onceover.plans, onceover.plan_items, onceover.control, onceover.counter_deltas, "
    "onceover.counter_series, onceover.counter_minutes, onceover.counter_hours, onceover.counter_rollup, "
    "onceover.schema_version, onceover.frontier, onceover.unfinished, onceover.gateways, onceover.relays, "
    "onceover.relay_holds, onceover.outbox_parked, onceover.event_requests, onceover.outbox_adoptions, "
    "onceover.outbox_seq_seq, onceover.samples, onceover.slices_to_reap";
// Payloads, headers and results are not for everyone.
constexpr std::string_view outbox_columns =
    "(seq, xid, id, topic, aggregatetype, aggregateid, type, content_type, created_at, correlation_id) ON "
    "onceover.outbox";
constexpr std::string_view inbox_columns =
    "(ctid, consumer, source, event_id, received_at, next_try_at, locked_until, started_at, processed_at, "
    "dead_at, fence, aggregate_version, attempts, stored, state, fingerprint, owner, aggregate_type, "
    "aggregate_id, content_type, last_error) ON onceover.inbox";

// What a role gets in our own schema beside reading, each the rest of a GRANT. Only services and producers
// write tables directly, by column, and none deletes; all others act by functions that check and audit.
constexpr std::string_view service_rights[] = {
    // Not created_at: a key before the frontier must be finished or listed, so only the owner may set its
    // time.
    "INSERT (tenant, operation, key, updated_at, fence, locked_until, retry_before, completed_at, "
    "expires_at, retention_s, attempts, response_code, response_version, state, holder, fingerprint_kind, "
    "fingerprint, owner, correlation_id, error_code, customer, amount, currency, reference, "
    "response_headers, response_body) ON onceover.keys",
    // Not the identity, the fingerprint and what the client sent.
    "UPDATE (updated_at, fence, locked_until, retry_before, stuck_since, completed_at, expires_at, attempts, "
    "response_code, response_version, state, holder, owner, correlation_id, error_code, response_headers, "
    "response_body) ON onceover.keys",
    "USAGE ON SEQUENCE onceover.fence",
    "INSERT ON onceover.counter_deltas",
    "SELECT, INSERT (source, flush), UPDATE (flush, at) ON onceover.counter_sources",
    // Not number, time and database user, which the server sets.
    "INSERT (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, "
    "fence_after, before, after, evidence, verdict, reason, ticket, correlation_id, profile, relation, "
    "row_key) ON onceover.audit",
    "INSERT (relation, row_digest, row_key, profile, tenant, operation, key, status, attempts, next_try_at, "
    "verdict, reason, evidence, owner, fence, locked_until) ON onceover.row_cases",
    "UPDATE (profile, status, attempts, next_try_at, opened_at, updated_at, verdict, reason, evidence, "
    "owner, fence, locked_until) ON onceover.row_cases",
};
constexpr std::string_view producer_rights[] = {
    // Not seq, xid and created_at, by which relays find what is new.
    "INSERT (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers) ON onceover.outbox",
};
// Everything of the inbox: its payloads are for the handler.
constexpr std::string_view consumer_rights[] = {
    "SELECT ON onceover.inbox, onceover.inbox_versions, onceover.inbox_positions",
};
constexpr std::string_view relay_rights[] = {
    // Not the tokens: only the process that takes a relay knows its own.
    "SELECT ON onceover.outbox, onceover.outbox_adoptions, onceover.outbox_seq_seq, onceover.relays, "
    "onceover.relay_holds, onceover.outbox_parked, onceover.event_requests",
};
// By name alone: none of them is overloaded.
constexpr std::string_view service_functions =
    "onceover.settle_keys, onceover.set_key_aside, onceover.reap_finished, onceover.seal_audit, "
    "onceover.roll_up_counters, onceover.publish_floor, onceover.advance_frontier, onceover.tend_unfinished, "
    "onceover.relist_unfinished, onceover.begin_full_pass, onceover.dedupe_window_of, onceover.add_sample, "
    "onceover.reap_samples";
// Those that commit are procedures, which a GRANT names apart. claim_key, claimed_fence and finish_key are
// what the others call in its name.
constexpr std::string_view client_functions =
    "onceover.claim_key, onceover.claimed_fence, onceover.claim_within, onceover.record, onceover.look, "
    "onceover.finish_key, onceover.downstream_key, onceover.complete, onceover.fail, onceover.release, "
    "onceover.renew, onceover.count";
constexpr std::string_view client_procedures = "onceover.claim";
constexpr std::string_view consumer_functions =
    "onceover.inbox_accept, onceover.inbox_accept_many, onceover.inbox_accept_one, "
    "onceover.inbox_accept_versions, onceover.inbox_accept_known, onceover.inbox_move_versions, "
    "onceover.inbox_keep_positions, onceover.inbox_unaccept, onceover.inbox_store, onceover.inbox_set_aside, "
    "onceover.inbox_begin, onceover.inbox_begin_again, onceover.inbox_lock, onceover.inbox_bury, "
    "onceover.inbox_bury_first, onceover.inbox_take, onceover.inbox_start, onceover.inbox_renew, "
    "onceover.inbox_finish, onceover.inbox_fail, onceover.inbox_release, onceover.inbox_reap, "
    "onceover.inbox_reap_versions, onceover.register_settled";
constexpr std::string_view relay_functions =
    "onceover.relay_take, onceover.relay_renew, onceover.relay_progress, onceover.relay_let_go, "
    "onceover.relay_moved, onceover.relay_park, onceover.relay_unpark, onceover.relay_parked_first, "
    "onceover.relay_parked_ahead, onceover.relay_bury, onceover.relay_carry_out, onceover.add_sample";
constexpr std::string_view reconciler_functions =
    "onceover.take_keys, onceover.settle_keys, onceover.ask_approval, onceover.end_approval, "
    "onceover.undo_release, onceover.undo_extension, onceover.extend_leases, onceover.create_plan, "
    "onceover.freeze_items, onceover.unforesee_items, onceover.foresee_items, onceover.take_items, "
    "onceover.finish_items, onceover.move_plan, onceover.wait_of_plan, onceover.pace_plan, "
    "onceover.add_note, onceover.set_stop, onceover.register_gateway, onceover.dedupe_window_of, "
    "onceover.pause_relay, onceover.retire_relay, onceover.settle_event, onceover.count_events, "
    "onceover.republish_events, onceover.ask_republish, onceover.erase_event, onceover.erase_inbox";
constexpr std::string_view approver_functions =
    "onceover.agree_settlement, onceover.agree_republish, onceover.end_approval, onceover.approve_gateway, "
    "onceover.add_note, onceover.dedupe_window_of";
constexpr std::string_view reaper_functions =
    "onceover.reap_finished, onceover.reap_samples, onceover.set_key_aside";

std::string_view own_functions(DbRole role) {
  switch (role) {
    case DbRole::viewer:
    case DbRole::producer: return "";
    case DbRole::service: return service_functions;
    case DbRole::client: return client_functions;
    case DbRole::consumer: return consumer_functions;
    case DbRole::relay: return relay_functions;
    case DbRole::reconciler: return reconciler_functions;
    case DbRole::approver: return approver_functions;
    case DbRole::reaper: return reaper_functions;
  }
  return "";
}

std::span<const std::string_view> table_rights(DbRole role) {
  switch (role) {
    case DbRole::service: return service_rights;
    case DbRole::producer: return producer_rights;
    case DbRole::consumer: return consumer_rights;
    case DbRole::relay: return relay_rights;
    case DbRole::viewer:
    case DbRole::client:
    case DbRole::reconciler:
    case DbRole::approver:
    case DbRole::reaper: break;
  }
  return {};
}

// Of our own tables only, and without reading what they have nothing to do with.
bool is_of_events(DbRole role) {
  return role == DbRole::producer || role == DbRole::consumer || role == DbRole::relay;
}

std::string own_rights(DbRole db_role, const std::string& role) {
  std::string sql;
  for (const std::string_view right : table_rights(db_role))
    sql += fmt::format("GRANT {} TO {};\n", right, role);
  if (const auto functions = own_functions(db_role); !functions.empty())
    sql += fmt::format("GRANT EXECUTE ON FUNCTION {} TO {};\n", functions, role);
  if (db_role == DbRole::client)
    sql += fmt::format("GRANT EXECUTE ON PROCEDURE {} TO {};\n", client_procedures, role);
  return sql;
}

Result<void> check(const Profile& p, DbRole role, const std::string& name) {
  if (name.empty() || name.size() > longest_name || !is_storable(name) || name.starts_with("pg_")) {
    return fail(ErrorKind::invalid_input, "This is no name of a role.", "Nothing was printed.",
                "Give one of at most 63 bytes.");
  }
  if (tables::is_own(p)) return {};
  if (is_of_events(role) || role == DbRole::client) {
    return fail(ErrorKind::unsupported,
                fmt::format("The role {} is for the tables of the schema onceover.", word(role)),
                "Nothing was printed.", "Leave --profile out.");
  }
  if ((role == DbRole::reconciler || role == DbRole::service || role == DbRole::approver) &&
      p.writes.empty()) {
    return fail(ErrorKind::unsupported, "The profile does not state what any verb writes.",
                "Nothing was printed.", "Add it to the profile.");
  }
  if (role == DbRole::reaper && p.expires_at.empty()) {
    return fail(ErrorKind::unsupported,
                "The profile names no expires_at: it is unknown which rows are past their window.",
                "Nothing was printed.");
  }
  if (role == DbRole::reaper && p.expires_at.has_unknown_zone()) {
    return fail(
        ErrorKind::unsupported,
        fmt::format("The time zone of \"{}\" is unknown: it is unknown which rows are past their window.",
                    visible(p.expires_at.column)),
        "Nothing was printed.", "Give its zone in the profile (times.expires_at).");
  }
  return {};
}

// Of our schema: it heeds the stop switch, and deletes by the function of the table's owner.
std::string reap_body(const Profile& p) {
  const RowFunction row = row_reap(p);
  return fmt::format(R"(#variable_conflict use_column
BEGIN
  PERFORM FROM onceover.control s WHERE s.stopped;
  IF FOUND THEN
    RETURN 0;
  END IF;
{}  RETURN {}(onceover_limit);
END
)",
                     requires_sql(p, row), row.name);
}

std::string reap_name(const Profile& p) {
  return "onceover." + quoted_name(tables::function_name(p, std::nullopt));
}

std::string made(const std::string& name) {
  const std::string body = fmt::format(
      "\nBEGIN\n  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = {}) THEN\n    CREATE "
      "ROLE {} NOLOGIN;\n  END IF;\nEND\n",
      literal(name), quoted_name(name));
  return fmt::format("DO {};\n", tables::dollar_quoted(body));
}

// In our schema.
std::string own_reading(DbRole db_role, const std::string& role) {
  if (db_role == DbRole::client) return fmt::format("GRANT USAGE ON SCHEMA onceover TO {};\n", role);
  if (db_role == DbRole::reaper || is_of_events(db_role))
    return fmt::format(
        "GRANT USAGE ON SCHEMA onceover TO {0};\nGRANT SELECT ON onceover.schema_version, onceover.control "
        "TO {0};\n",
        role);
  return fmt::format(
      "GRANT USAGE ON SCHEMA onceover TO {0};\nGRANT SELECT ON {1} TO {0};\nGRANT SELECT {2} TO {0};\nGRANT "
      "SELECT {3} TO {0};\n"
      "GRANT EXECUTE ON FUNCTION onceover.writers_of_keys() TO {0};\n",
      role, own_tables, outbox_columns, inbox_columns);
}

std::string table_reading(const Profile& p, DbRole db_role, const std::string& role) {
  if (db_role == DbRole::reaper) return {};
  std::string columns;
  if (db_role == DbRole::viewer) {
    for (const std::string& column : tables::columns_named(p))
      columns += (columns.empty() ? " (" : ", ") + quoted_name(column);
    if (!columns.empty()) columns += ')';
  }
  return fmt::format("GRANT USAGE ON SCHEMA {} TO {};\nGRANT SELECT{} ON {} TO {};\n", quoted_name(p.schema),
                     role, columns, tables::table_name(p), role);
}

std::string_view words_of(DbRole role, bool own) {
  switch (role) {
    case DbRole::viewer: return "Reads the table, the cases and the trail; writes nothing.";
    case DbRole::service:
      return own ? "Claims and finishes keys, sweeps and counts. Deletes only keys past their window, by a "
                   "function."
                 : "Sweeps: settles rows of the table by the verbs of the profile, with their cases and "
                   "audit rows.";
    case DbRole::client:
      return "Claims, finishes and counts keys in any language, only by functions. Reads no table.";
    case DbRole::producer: return "Writes events into the outbox, and reads none.";
    case DbRole::consumer:
      return "Receives events and runs their effects, only by the functions of the inbox.";
    case DbRole::relay:
      return "Publishes the events of the outbox, only by functions. Makes and drops no partition: the owner "
             "of the tables does.";
    case DbRole::reconciler:
      return own ? "Settles keys, runs plans and asks for a second approver, only by functions. Deletes "
                   "nothing."
                 : "Reads the table; writes it, its cases, notes and requests for a second approver only by "
                   "the functions below; deletes nothing but what a verb of the profile deletes.";
    case DbRole::approver:
      return "Agrees to what another database user asked for, or refuses it, only by functions.";
    case DbRole::reaper: return "Deletes finished rows past their window, only by the function below.";
  }
  return "";
}

Result<void> check_columns(const Profile& p, const Access& access) {
  for (const auto& [verb, write] : p.writes) {
    for (const Assignment& a : write.set) {
      if (access.column(a.column) == nullptr) {
        return fail(ErrorKind::unsupported, fmt::format("The table has no column \"{}\".", visible(a.column)),
                    "Nothing was printed.", "Correct the profile.");
      }
    }
  }
  return {};
}

bool is_approval(RoleAct act) {
  switch (act) {
    case RoleAct::note:
    case RoleAct::keep_case:
    case RoleAct::ask: return false;
    case RoleAct::agree_succeed:
    case RoleAct::agree_fail:
    case RoleAct::agree_release:
    case RoleAct::agree_requeue:
    case RoleAct::agree_discard:
    case RoleAct::end_approval: return true;
  }
  return false;
}

bool is_given(DbRole db_role, RoleAct act) {
  return is_approval(act) == (db_role == DbRole::approver) || act == RoleAct::end_approval;
}

// What the functions of the role call.
std::vector<RowFunction> row_functions(const Profile& p, const Access& access, DbRole db_role) {
  std::vector<RowFunction> all;
  if (db_role == DbRole::reaper) all.push_back(row_reap(p));
  if (db_role != DbRole::reconciler && db_role != DbRole::approver) return all;
  all.push_back(row_look(p, access));
  const auto approved = verbs_to_approve(p);
  for (const auto& [verb, write] : p.writes) {
    if (db_role == DbRole::reconciler || std::ranges::find(approved, verb) != approved.end())
      all.push_back(row_write(p, access, verb));
  }
  return all;
}

// Of an external table, for its owner.
std::string table_part(const Profile& p, const Access& access, DbRole db_role, const std::string& role) {
  std::string sql = table_reading(p, db_role, role);
  for (const RowFunction& function : row_functions(p, access, db_role)) sql += '\n' + creation(p, function);
  if (db_role != DbRole::service) return sql;
  std::set<std::string> columns;
  bool deletes = false;
  for (const auto& [verb, write] : p.writes) {
    deletes = deletes || write.deletes;
    for (const Assignment& a : write.set) columns.insert(quoted_name(a.column));
  }
  if (!columns.empty())
    sql += fmt::format("GRANT UPDATE ({}) ON {} TO {};\n", fmt::join(columns, ", "), tables::table_name(p),
                       role);
  if (deletes) sql += fmt::format("GRANT DELETE ON {} TO {};\n", tables::table_name(p), role);
  return sql;
}

// For the owner of the schema onceover.
std::string schema_part(const Profile& p, const Access& access, DbRole db_role, const std::string& role) {
  const bool own = tables::is_own(p);
  std::string sql = own_reading(db_role, role);
  if (own || db_role == DbRole::service) return sql + own_rights(db_role, role);
  if (db_role == DbRole::reaper) {
    return sql +
           creation(reap_name(p), "onceover_limit bigint", "bigint", "bigint", reap_function_source(p)) +
           fmt::format("GRANT EXECUTE ON FUNCTION {}(bigint), onceover.reap_samples TO {};\n", reap_name(p),
                       role);
  }
  if (db_role == DbRole::viewer) return sql;
  sql += fmt::format("GRANT EXECUTE ON FUNCTION onceover.dedupe_window_of TO {};\n", role);
  if (db_role == DbRole::reconciler) {
    for (const auto& [verb, write] : p.writes)
      sql += fmt::format("\n{}GRANT EXECUTE ON FUNCTION {} TO {};\n", creation(p, access, verb),
                         signature(p, verb), role);
  }
  for (const RoleAct act : role_acts(p)) {
    if (is_given(db_role, act))
      sql += fmt::format("\n{}GRANT EXECUTE ON FUNCTION {} TO {};\n", creation(p, access, act),
                         signature(p, act), role);
  }
  return sql;
}

std::string_view who_runs(std::optional<Part> part) {
  if (!part)
    return "a superuser. Without one, each part is run by its owner: --part roles, --part table, --part "
           "schema";
  switch (*part) {
    case Part::roles: return "a user who may create roles";
    case Part::table: return "the owner of the table";
    case Part::schema: return "the owner of the schema onceover";
  }
  return "";
}

std::string header(const Profile& p, DbRole role, const std::string& name, std::string_view words,
                   std::optional<Part> part) {
  return fmt::format(
      "-- {}: {} of {}.\n-- {}\n-- Run as {}: psql -v ON_ERROR_STOP=1 -f this-file\n-- Then: GRANT {} TO a "
      "role that logs in.\n",
      visible(name), word(role), visible(tables::table_name(p)), words, who_runs(part),
      visible(quoted_name(name)));
}

std::string dropped(const RowFunction& function) {
  return fmt::format("DROP FUNCTION IF EXISTS {};\n", function.signature());
}

Result<void> check_part(const Profile& p, std::optional<Part> part) {
  if (part != Part::table || !tables::is_own(p)) return {};
  return fail(ErrorKind::unsupported, "Our own keys belong to the owner of the schema onceover.",
              "Nothing was printed.", "Print the parts roles and schema.");
}

}  // namespace

std::string reap_function_source(const Profile& p) { return '\n' + reap_body(p); }

constexpr auto db_role_words = enum_names<DbRole>();

std::string_view word(DbRole role) { return db_role_words.of(role); }

std::optional<DbRole> db_role_from_word(std::string_view text) { return db_role_words.from(text); }

constexpr auto part_words = enum_names<Part>();

std::optional<Part> part_from_word(std::string_view text) { return part_words.from(text); }

Result<std::string> role_script(const Profile& p, const Access& access, DbRole db_role,
                                const std::string& name, std::optional<Part> part) {
  if (auto sound = check(p, db_role, name); !sound) return fail(sound.error());
  if (auto sound = check_part(p, part); !sound) return fail(sound.error());
  const bool own = tables::is_own(p);
  if (!own && db_role != DbRole::viewer && db_role != DbRole::reaper) {
    if (auto known = check_columns(p, access); !known) return fail(known.error());
  }
  const std::string role = quoted_name(name);
  std::string sql;
  if (part.value_or(Part::roles) == Part::roles) sql += made(name);
  if (!own && part.value_or(Part::table) == Part::table) sql += table_part(p, access, db_role, role);
  if (part.value_or(Part::schema) == Part::schema) sql += schema_part(p, access, db_role, role);
  return header(p, db_role, name, words_of(db_role, own), part) +
         "BEGIN;\nSET LOCAL search_path = pg_catalog;\n" + sql + "COMMIT;\n";
}

Result<std::string> role_drop_script(const Profile& p, DbRole db_role, const std::string& name,
                                     std::optional<Part> part) {
  if (auto sound = check(p, db_role, name); !sound) return fail(sound.error());
  if (auto sound = check_part(p, part); !sound) return fail(sound.error());
  const bool own = tables::is_own(p);
  const std::string role = quoted_name(name);
  std::string sql = fmt::format(
      "-- Takes back what {} of {} was given.\n-- Run as {}.\nBEGIN;\nSET LOCAL search_path = pg_catalog;\n",
      word(db_role), visible(tables::table_name(p)), who_runs(part));
  if (part.value_or(Part::schema) == Part::schema) {
    if (db_role == DbRole::reconciler && !own) {
      for (const auto& [verb, write] : p.writes)
        sql += fmt::format("DROP FUNCTION IF EXISTS {};\n", signature(p, verb));
      for (const RoleAct act : role_acts(p))
        sql += fmt::format("DROP FUNCTION IF EXISTS {};\n", signature(p, act));
    }
    if (db_role == DbRole::reaper && !own)
      sql += fmt::format("DROP FUNCTION IF EXISTS {}(bigint);\n", reap_name(p));
    // With the rights on columns.
    sql += fmt::format(
        "REVOKE ALL ON ALL TABLES IN SCHEMA onceover FROM {0};\nREVOKE ALL ON ALL SEQUENCES IN SCHEMA "
        "onceover FROM {0};\nREVOKE ALL ON ALL ROUTINES IN SCHEMA onceover FROM {0};\nREVOKE ALL ON SCHEMA "
        "onceover FROM {0};\n",
        role);
  }
  if (!own && part.value_or(Part::table) == Part::table) {
    if (db_role == DbRole::reconciler || db_role == DbRole::reaper) {
      for (const RowFunction& function : row_functions(p, {}, db_role)) sql += dropped(function);
    }
    if (db_role != DbRole::reaper) {
      sql += fmt::format("REVOKE ALL ON {0} FROM {1};\nREVOKE ALL ON SCHEMA {2} FROM {1};\n",
                         tables::table_name(p), role, quoted_name(p.schema));
    }
  }
  if (part.value_or(Part::roles) == Part::roles) sql += fmt::format("DROP ROLE {};\n", role);
  return sql + "COMMIT;\n";
}

}  // namespace onceover::roles
