// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/write_row_sql.h"

#include <nlohmann/json.hpp>

#include "core/browse/key_row_sql.h"
#include "core/reconcile/weigh.h"
#include "core/roles/row_functions.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::reconcile {
namespace {

using tables::Access;
using tables::Profile;
using tables::quoted_name;

void add_once(std::vector<std::string>& columns, const std::string& column) {
  if (!column.empty() && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
}

std::string raw_text(const std::string& column, bool digest) {
  // Exact, whatever the column's collation calls equal.
  const std::string text = fmt::format("k.{}::pg_catalog.text COLLATE pg_catalog.\"C\"", quoted_name(column));
  if (!digest) return text;
  return fmt::format(
      "(pg_catalog.octet_length({0})::pg_catalog.text || ':' || pg_catalog.hashtextextended({0}, "
      "0)::pg_catalog.text)",
      text);
}

std::string guard_of(const tables::Write& write) {
  std::string all;
  for (const tables::Condition& condition : write.guard)
    all += (all.empty() ? "" : " AND ") + tables::condition_sql(condition);
  return all;
}

}  // namespace

std::vector<SeenRow::Raw> compared_columns(const Profile& p, const Access& access) {
  std::vector<std::string> exact = p.identity;
  for (const std::string& column : tables::state_columns(p)) add_once(exact, column);
  for (const std::string& column : tables::lease_columns(p)) add_once(exact, column);
  std::vector<SeenRow::Raw> compared;
  for (const std::string& column : exact) compared.push_back({column, {}, false});
  if (access.reads_xmin) return compared;
  for (const std::string& column : tables::columns_named(p)) {
    const Access::Column* known = access.column(column);
    const bool readable = known != nullptr && known->may_select;
    if (readable && std::ranges::find(exact, column) == exact.end()) compared.push_back({column, {}, true});
  }
  return compared;
}

tables::Query look_query(const Profile& p, const Access& access, const key::Identity& id) {
  tables::Query query("SELECT " + browse::key_row_columns(p));
  query << ", pg_catalog.clock_timestamp(), " << tables::lease_is_over(p) << ", " << roles::row_key_sql(p)
        << ", " << roles::before_sql(p, access) << ", " << roles::whole_sql(p, access) << ", "
        << (access.reads_xmin ? "k.xmin::pg_catalog.text" : "NULL::pg_catalog.text");
  for (const auto& [verb, write] : p.writes) {
    const std::string guard = guard_of(write);
    query << (guard.empty() ? ", TRUE" : ", COALESCE((" + guard + "), FALSE)");
  }
  for (const SeenRow::Raw& raw : compared_columns(p, access))
    query << ", " << raw_text(raw.column, raw.is_digest);
  query << " FROM " << browse::key_row_source(p) << " WHERE ";
  browse::key_row_is(query, p, id);
  return query << " LIMIT 2";
}

tables::Query lock_query(const Profile& p, const SeenRow& seen) {
  tables::Query query("SELECT FROM " + tables::table_name(p) + " AS k WHERE ");
  browse::key_row_is(query, p, seen.row.id);
  return query << " FOR NO KEY UPDATE";
}

std::string path_of_triggers(const Profile& p) {
  return fmt::format(
      "SELECT pg_catalog.set_config('search_path', 'pg_catalog, ' || pg_catalog.quote_ident(n.nspname) || ', "
      "pg_temp', true)\n"
      "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace\n"
      "WHERE c.oid = {}::pg_catalog.regclass\n"
      "  AND NOT EXISTS (\n"
      "    SELECT FROM pg_catalog.aclexplode(COALESCE(n.nspacl, pg_catalog.acldefault('n', n.nspowner))) a\n"
      "    LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee\n"
      "    WHERE a.privilege_type = 'CREATE' AND a.grantee NOT IN (n.nspowner, c.relowner) AND r.rolsuper IS "
      "DISTINCT FROM true)",
      tables::literal(tables::table_name(p)));
}

bool asks_for_lease(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  if (tables::is_for_live_leases(request.verb) || request.although_held) return false;
  if (!p.lease.is_observable()) return seen.row.state == key::State::in_progress;
  const auto& states = p.lease.at.only_in;
  return seen.row.state != key::State::succeeded &&
         (states.empty() || std::ranges::find(states, seen.row.state) != states.end());
}

tables::Query write_query(const Profile& p, const Access& access, const SeenRow& seen,
                          const WriteRequest& request, bool with_stop_switch) {
  const tables::Write& write = p.writes.at(request.verb);
  tables::Query query;
  tables::begin_write(query, p, access.columns, write, request.values);
  query << "\nWHERE ";
  browse::key_row_is(query, p, seen.row.id);
  query << "\n  AND " << tables::state_is(p, {seen.row.state});
  for (const SeenRow::Raw& raw : seen.raw) {
    query << "\n  AND " << raw_text(raw.column, raw.is_digest) << " IS NOT DISTINCT FROM ";
    if (raw.value) {
      query.text(*raw.value);
    } else {
      query << "NULL";
    }
  }
  if (seen.xmin) (query << "\n  AND k.xmin::pg_catalog.text = ").text(*seen.xmin);
  if (const std::string guard = guard_of(write); !guard.empty()) query << "\n  AND " << guard;
  if (asks_for_lease(p, seen, request)) query << "\n  AND " << tables::lease_is_over(p);
  if (with_stop_switch) query << "\n  AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)";
  query << "\nRETURNING ";
  if (write.deletes) return query << "NULL::pg_catalog.int8, NULL::pg_catalog.text";
  return query << "(" << tables::state_number(p) << ")::pg_catalog.int8, " << roles::before_sql(p, access);
}

key::Identity known_of(const SeenRow& seen) {
  constexpr std::size_t indexed = 500;
  const key::Identity& id = seen.row.id;
  return {elided(id.tenant, indexed), elided(id.operation, indexed), elided(id.key, indexed)};
}

namespace {

using tables::Access;
using tables::Profile;
using tables::Verb;

std::string words_of(const std::vector<key::State>& states) {
  std::vector<std::string_view> words;
  for (const key::State state : states) words.push_back(key::word(state));
  return fmt::format("{}", fmt::join(words, " or "));
}

std::optional<std::string> why_not(const Profile& p, const Access& access, const SeenRow& seen, Verb verb,
                                   bool by_script) {
  const auto write = p.writes.find(verb);
  if (write == p.writes.end())
    return fmt::format("The profile does not say what \"{}\" writes.", tables::word(verb));
  const auto offer = access.offers.find(verb);
  if (offer == access.offers.end()) return fmt::format("\"{}\" was not looked at.", tables::word(verb));
  if (by_script ? !offer->second.is_for_script() : !offer->second.is_offered())
    return fmt::format("{}", fmt::join(offer->second.why_not, " "));
  if (seen.row.set_aside)
    return "The row is set aside (deleted, archived or cancelled): no verdict is for it.";
  if (!seen.row.state_known)
    return fmt::format("The profile does not know the row's state, \"{}\".", visible(seen.row.state_word));
  const std::vector<key::State> from = tables::offered_from(write->second, verb);
  if (std::ranges::find(from, seen.row.state) == from.end()) {
    return fmt::format("\"{}\" is for rows that are {}; this one is {}.", tables::word(verb), words_of(from),
                       key::word(seen.row.state));
  }
  for (std::size_t i = 0; i < p.identity.size() && i < seen.row.id.columns.size(); ++i) {
    if (!seen.row.id.columns[i] &&
        std::ranges::find(access.null_columns, p.identity[i]) != access.null_columns.end()) {
      return fmt::format("\"{}\" is NULL, and the unique key \"{}\" does not distinguish such rows.",
                         visible(p.identity[i]), visible(access.unique_index));
    }
  }
  if (std::ranges::find(seen.withheld, verb) != seen.withheld.end()) {
    return fmt::format("The row does not meet the profile's condition for \"{}\".", tables::word(verb));
  }
  return std::nullopt;
}

}  // namespace

tl::unexpected<Error> refused_row(ErrorKind kind, std::string what, std::string next) {
  return fail(kind, std::move(what), "Nothing was written.", std::move(next));
}

std::optional<std::string> why_not_written(const Profile& p, const Access& access, const SeenRow& seen,
                                           Verb verb) {
  return why_not(p, access, seen, verb, false);
}

std::optional<std::string> why_not_scripted(const Profile& p, const Access& access, const SeenRow& seen,
                                            Verb verb) {
  return why_not(p, access, seen, verb, true);
}

bool changes_nothing(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  const tables::Write& write = p.writes.at(request.verb);
  const auto before = nlohmann::json::parse(seen.before_json, nullptr, false);
  if (write.deletes || !before.is_object()) return false;
  return std::ranges::all_of(write.set, [&](const tables::Assignment& a) {
    const auto now = before.find(a.column);
    if (now == before.end()) return false;
    if (a.value == tables::Assignment::Value::null) return now->is_null();
    return now->is_string() && *now == tables::shown_value(a, request.values);
  });
}

bool is_held(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  return asks_for_lease(p, seen, request) && !(p.lease.is_observable() && seen.is_lease_over);
}

WriteRequest with_reason(const Profile& p, WriteRequest request) {
  const tables::Write& write = p.writes.at(request.verb);
  if (tables::writes(write, tables::Assignment::Value::reason) && !request.values.reason)
    request.values.reason = request.reason;
  return request;
}

Result<WriteRequest> sound_request(const Profile& p, const Access& access, const SeenRow& seen,
                                   WriteRequest request, RunBy by) {
  if (tables::is_own(p)) {
    return refused_row(ErrorKind::unsupported,
                       "Keys in the onceover schema are settled under their fence, not written by verb.");
  }
  if (auto why = why_not(p, access, seen, request.verb, by == RunBy::script)) {
    return refused_row(ErrorKind::unsupported, std::move(*why));
  }
  if (request.reason.empty()) return refused_row(ErrorKind::invalid_input, "A reason is needed.", "Say why.");
  for (const std::string* text : {&request.reason, &request.ticket}) {
    if (!is_storable(*text))
      return refused_row(ErrorKind::invalid_input, "Reason and ticket are text in UTF-8, without NUL.");
  }
  if (auto lacks = missing_for_override(p, request)) {
    return refused_row(ErrorKind::invalid_input, std::move(*lacks),
                       "Give a ticket and what shows it, or ask a gateway that can be asked.");
  }
  const tables::Write& write = p.writes.at(request.verb);
  if (auto missing = tables::missing_value(request.verb, write, request.values)) {
    return refused_row(ErrorKind::invalid_input, std::move(*missing));
  }
  request = with_reason(p, std::move(request));
  if (request.values.reason && !is_storable(*request.values.reason)) {
    return refused_row(ErrorKind::invalid_input, "The reason for the row is text in UTF-8, without NUL.");
  }
  for (const tables::Assignment& a : write.set) {
    const Access::Column* column = access.column(a.column);
    const bool bytes = column != nullptr && column->holds() == tables::Holds::bytes;
    if (a.value == tables::Assignment::Value::body && !bytes && !is_storable(*request.values.body)) {
      return refused_row(
          ErrorKind::invalid_input,
          fmt::format("\"{}\" holds text, and the body is not UTF-8 or holds NUL.", visible(a.column)));
    }
    const std::string* text = a.value == tables::Assignment::Value::body     ? &*request.values.body
                              : a.value == tables::Assignment::Value::reason ? &*request.values.reason
                                                                             : nullptr;
    if (text != nullptr && column != nullptr && column->max_length >= 0 &&
        std::cmp_greater(code_points(*text), column->max_length)) {
      return refused_row(ErrorKind::invalid_input,
                         fmt::format("\"{}\" holds at most {} characters, and {} has {}.", visible(a.column),
                                     column->max_length,
                                     a.value == tables::Assignment::Value::body ? "the body" : "the reason",
                                     code_points(*text)),
                         "Give a shorter one.");
    }
    const bool json = column != nullptr && column->holds() == tables::Holds::json;
    if (a.value == tables::Assignment::Value::body && json && !nlohmann::json::accept(*request.values.body)) {
      return refused_row(ErrorKind::invalid_input,
                         fmt::format("\"{}\" holds JSON, and the body is not JSON.", visible(a.column)),
                         "Give the body as JSON: a text in quotes.");
    }
  }
  if (request.values.lease && *request.values.lease > key::longest_lease) {
    return refused_row(ErrorKind::invalid_input, "A lease is extended by a day at most.",
                       "Name a shorter one.");
  }
  if (request.verb == Verb::extend && request.values.lease && seen.row.locked_until &&
      *seen.row.locked_until > seen.as_of + *request.values.lease) {
    return refused_row(
        ErrorKind::invalid_input,
        fmt::format("The lease lasts until {}: this would shorten it.", moment(*seen.row.locked_until)));
  }
  if (changes_nothing(p, seen, request)) {
    return refused_row(ErrorKind::unsupported, fmt::format("The row is already as \"{}\" would leave it.",
                                                           tables::word(request.verb)));
  }
  return request;
}

audit::Entry entry_for(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  audit::Entry entry;
  entry.action = "write";
  entry.id = known_of(seen);
  entry.from_state = key::word(seen.row.state);
  entry.before_json = p.writes.at(request.verb).deletes ? seen.whole_json : seen.before_json;
  entry.evidence_json = request.evidence_json;
  if (request.although_held && !seen.is_lease_over) {
    auto evidence = nlohmann::ordered_json::parse(request.evidence_json, nullptr, false);
    if (!evidence.is_object()) evidence = nlohmann::ordered_json::object();
    evidence["although_held"] = true;
    if (seen.row.locked_until) evidence["locked_until"] = iso(*seen.row.locked_until);
    entry.evidence_json = evidence.dump();
  }
  entry.verdict = request.verdict ? word(*request.verdict) : tables::word(request.verb);
  entry.reason = request.reason;
  entry.ticket = request.ticket;
  entry.correlation_id = seen.row.correlation_id;
  entry.profile = p.name;
  entry.relation = tables::table_name(p);
  entry.row_key_json = seen.row_key_json;
  return entry;
}

}  // namespace onceover::reconcile
