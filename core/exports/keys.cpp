// SPDX-License-Identifier: Apache-2.0
#include "core/exports/keys.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::exports {
namespace {

using tables::Profile;

struct Role {
  std::string name, sql;  // empty sql: the table has no such column
  Kind kind = Kind::text;
  bool secret = false;
};

std::string bare(const std::string& column) { return column.empty() ? std::string() : "k." + tables::quoted_name(column); }

// A time of unknown zone is a text, and no instant.
Role time_role(std::string name, const Profile& p, const tables::Instant& instant) {
  if (instant.empty()) return {std::move(name), {}, Kind::time};
  if (instant.has_unknown_zone()) return {std::move(name), tables::zoneless_text(p, instant)};
  return {std::move(name), tables::shown_instant(p, instant), Kind::time};
}

// A value in a document that the server cannot search is left out: the whole document is not an amount.
std::string placed(const tables::Place& place) {
  const bool inside_text = !place.path.empty() && place.holds == tables::Place::Holds::text;
  return place.empty() || inside_text ? std::string() : browse::place_sql(place);
}

// A whole row is in memory while it is written, and an error of a gigabyte is useless. Only for external tables; names and bodies are not
// cut.
constexpr int text_max = 1'000'000;  // characters

std::string capped(const Profile& p, const tables::Place& place) {
  const std::string text = placed(place);
  if (text.empty() || tables::is_own(p)) return text;
  const std::string length = "pg_catalog.octet_length(" + text + ")";
  return fmt::format(
      "CASE WHEN {} <= {} THEN {} ELSE pg_catalog.left({}, {}) OPERATOR(pg_catalog.||) '... (the first {} characters of ' "
      "OPERATOR(pg_catalog.||) {}::pg_catalog.text OPERATOR(pg_catalog.||) ' bytes)' END",
      length, 4 * text_max, text, text, text_max, text_max, length);
}

// Our word for the state, where the table has its own; empty: the table has none.
std::string our_state(const Profile& p) {
  if (p.states.rules.empty()) return p.states.otherwise ? tables::literal(key::word(p.states.otherwise->state)) : std::string();
  std::string out = "CASE " + tables::state_number(p);
  for (std::size_t i = 0; const tables::StateRule* rule = tables::rule_at(p, static_cast<std::int64_t>(i)); ++i) {
    if (i > p.states.rules.size()) break;
    out += fmt::format(" WHEN {} THEN {}", i, tables::literal(key::word(rule->state)));
  }
  return out + " END";
}

Kind kind_of(const tables::Body& body) { return body.form == tables::Body::Form::json ? Kind::json : Kind::body; }

std::vector<Role> roles_of(const Profile& p) {
  const bool own = tables::is_own(p);
  std::vector<Role> roles{{"tenant", bare(p.tenant)}, {"operation", bare(p.operation)}, {"key", bare(p.key)}};
  if (!own) {
    for (const std::string& column : p.identity) {
      if (column != p.tenant && column != p.operation && column != p.key) roles.push_back({column, bare(column)});
    }
    roles.push_back(time_role("due", p, p.due));
    roles.push_back({"set_aside", p.set_aside.empty() ? std::string() : tables::is_set_aside(p)});
    roles.push_back({"stored_state", p.states.column.empty() ? std::string() : bare(p.states.column)});
  }
  const std::vector<Role> others{
      {"state", own ? bare(p.states.column) : our_state(p)},
      time_role("created_at", p, p.created_at),
      time_role("updated_at", p, p.updated_at),
      time_role("completed_at", p, p.completed_at),
      time_role("expires_at", p, p.expires_at),
      {"locked_until", p.lease.is_observable() ? tables::shown_lease_end(p) : std::string(), Kind::time},
      {"retry_before", bare(p.retry_before), Kind::time},
      {"fence", bare(p.fence), Kind::number},
      {"holder", bare(p.holder)},
      {"owner", own ? bare(p.owner) : capped(p, {.column = p.owner})},
      {"attempts", p.attempts.empty() ? std::string() : bare(p.attempts[0]), Kind::number},
      {"attempts_finished", p.attempts.size() < 2 ? std::string() : bare(p.attempts[1]), Kind::number},
      {"correlation_id", own ? bare(p.correlation_id) : capped(p, {.column = p.correlation_id})},
      {own ? "error_code" : "error", capped(p, p.error)},
      {"fingerprint_kind", bare(p.fingerprint_kind)},
      {"fingerprint", bare(p.fingerprint.column), p.fingerprint.form == tables::Digest::Form::bytes ? Kind::bytes : Kind::text},
      {"response_version", bare(p.response_version), Kind::number},
      {"response_code", bare(p.response_code), Kind::number},
      {"response_headers", bare(p.response_headers), Kind::body, true},
      {"response_body", p.response_body.is_pointer() ? std::string() : bare(p.response_body.column), kind_of(p.response_body), true},
      {"retention_s", bare(p.retention_s), Kind::number},
      {"customer", capped(p, p.customer)},
      {"amount", placed(p.amount).empty() ? std::string() : browse::amount_sql(p), Kind::number},
      {"currency", capped(p, p.currency)},
      {"reference", capped(p, p.reference)},
  };
  roles.insert(roles.end(), others.begin(), others.end());
  return roles;
}

// Text of a document, which has no length.
std::string length_of(const Role& role) {
  return fmt::format("pg_catalog.octet_length({}{})", role.sql, role.kind == Kind::json ? "::pg_catalog.text" : "");
}

// The role's value, or only its size if the value must not be shown.
std::string shown(const Role& role, bool reveal) { return role.secret && !reveal ? length_of(role) : role.sql; }

// The same from one of two tables, whose types may differ while the meaning is the same.
std::string shown_of_two(const Role& role, bool reveal) {
  if (role.sql.empty()) return "NULL";
  const bool has_one_type = role.secret || role.kind == Kind::time || role.kind == Kind::bytes;
  return has_one_type ? shown(role, reveal) : "(" + role.sql + ")::pg_catalog.text";
}

// The columns that identify a row, as one text.
std::string name_sql(const Profile& p) {
  std::string names;
  std::vector<std::string> columns = p.identity;
  if (columns.empty()) columns = {p.tenant, p.operation, p.key};
  for (const std::string& column : columns) {
    if (!column.empty()) names += ", " + bare(column);
  }
  return "pg_catalog.concat_ws(' '" + names + ")";
}

// Both tables, merged by the server in the order of the listing.
Result<Source> keys_of_both(const Profile& live, const browse::Filter& filter, bool newest_first, bool reveal) {
  const Profile& archive = *live.twin.profile;
  const std::vector<Role> here = roles_of(live), there = roles_of(archive);
  if (here.size() != there.size()) {
    return fail(ErrorKind::unsupported, "Besides key, tenant and operation, this table and its archive identify rows by different columns.",
                "Nothing was exported.", "Export them one by one.");
  }
  Source source;
  std::string columns, order, shown_columns;
  const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
  for (std::size_t i = 0; i < here.size(); ++i) {
    const Role& role = here[i].sql.empty() ? there[i] : here[i];
    if (role.sql.empty()) continue;
    source.columns.push_back({role.name, role.kind, role.secret && !reveal ? Mask::size : Mask::none});
    add(shown_columns, fmt::format("u.c{}", i));
    add(columns, fmt::format("c{}", i));
  }
  source.columns.push_back({"archived"});
  add(shown_columns, "u.archived");
  add(columns, "archived");
  for (std::size_t i = 0; i < tables::order_columns(live).size(); ++i) {
    add(columns, fmt::format("o{}", i));
    add(order, fmt::format("u.o{}{}", i, newest_first ? " DESC" : ""));
  }
  tables::Query& query = source.query;
  query << "SELECT " << shown_columns << " FROM (";
  for (const bool archived : {false, true}) {
    const Profile& p = archived ? archive : live;
    std::string values;
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (!here[i].sql.empty() || !there[i].sql.empty()) add(values, shown_of_two(archived ? there[i] : here[i], reveal));
    }
    add(values, archived ? "TRUE" : "FALSE");
    for (const std::string& column : tables::order_columns(p)) add(values, bare(column));
    query << (archived ? " UNION ALL SELECT " : "SELECT ") << values << " FROM " << browse::key_row_source(p) << " WHERE ";
    if (auto done = browse::where_sql(query, p, filter); !done) return fail(done.error());
  }
  query << ") u (" << columns << ") ORDER BY " << order << ", u.archived";
  return source;
}

}  // namespace

Result<Source> keys(const Profile& profile, const browse::Filter& filter, bool newest_first, bool reveal) {
  if (auto wrong = tables::problem(profile)) return fail(ErrorKind::invalid_input, *wrong, "Nothing was exported.", "Correct the profile.");
  if (profile.twin.profile) return keys_of_both(profile, filter, newest_first, reveal);
  Source source;
  tables::Query& query = source.query;
  query << "SELECT ";
  for (const Role& role : roles_of(profile)) {
    if (role.sql.empty()) continue;
    if (!source.columns.empty()) query << ", ";
    query << shown(role, reveal);
    source.columns.push_back({role.name, role.kind, role.secret && !reveal ? Mask::size : Mask::none});
  }
  if (tables::is_own(profile)) {
    query << ", k.stuck_since, c.status, c.attempts, c.next_try_at, c.verdict, c.reason";
    for (const auto& [name, kind] :
         {std::pair{"stuck_since", Kind::time}, std::pair{"case_status", Kind::text}, std::pair{"case_attempts", Kind::number},
          std::pair{"next_try_at", Kind::time}, std::pair{"verdict", Kind::text}, std::pair{"verdict_reason", Kind::text}}) {
      source.columns.push_back({name, kind, Mask::none});
    }
  }
  query << " FROM " << browse::key_row_source(profile) << " WHERE ";
  if (auto done = browse::where_sql(query, profile, filter); !done) return fail(done.error());
  query << browse::order_sql(profile, newest_first);
  tables::Query& names = source.names.emplace();
  names << "SELECT " << name_sql(profile) << " FROM " << browse::key_row_source(profile) << " WHERE ";
  if (auto done = browse::where_sql(names, profile, filter); !done) return fail(done.error());
  names << browse::order_sql(profile, newest_first);
  return source;
}

}  // namespace onceover::exports
