// SPDX-License-Identifier: Apache-2.0
#include "core/browse/filter_sql.h"

#include <fmt/format.h>

#include "core/browse/key_row_sql.h"
#include "core/browse/unfinished_rows.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

using tables::Query;
using tables::quoted_name;

std::string column_of(const std::string& name) { return "k." + quoted_name(name); }

// Refuses the filter: its caller's as_result() returns the error.
[[noreturn]] void refuse(std::string what, std::string next = "Leave it out of the filter.") {
  raise(ErrorKind::invalid_input, std::move(what), "Nothing was read.", std::move(next));
}

void needs(const std::string& column, std::string_view role) {
  if (column.empty())
    refuse(fmt::format("No column is mapped as {}.", role),
           "Map one in the profile, or leave it out of the filter.");
}

void equals(Query& query, const std::string& column, std::string_view role, const std::string& value) {
  needs(column, role);
  (query << " AND " << column_of(column) << " = ").text(value);
}

// As equals(); an empty name stands for NULL, too, in a table of others.
void names(Query& query, const tables::Profile& p, const std::string& column, std::string_view role,
           const std::string& value) {
  if (tables::is_own(p) || !value.empty()) return equals(query, column, role, value);
  needs(column, role);
  query << " AND COALESCE(" << column_of(column) << "::pg_catalog.text, '') = ''";
}

void owner_is(Query& query, const std::string& name_sql, const std::string& value) {
  (query << " AND COALESCE(" << name_sql << ", '') = ").text(value);
}

std::vector<std::string> bare_order(const tables::Profile& p) {
  std::vector<std::string> out = tables::order_columns(p);
  for (std::string& column : out) column = column_of(column);
  return out;
}

std::string pattern_of(std::string_view text) { return "%" + tables::escaped_for_like(text) + "%"; }

void bodies_sql(Query& query, const tables::Profile& p, const std::string& text) {
  const auto like = [&](const std::string& column, const std::string& pattern) {
    (query << " OR " << column_of(column) << "::pg_catalog.text LIKE ").text(pattern);
  };
  if (!p.payload.empty()) {
    like(p.payload.column, pattern_of(text));
    // Bytes are written in hexadecimal.
    if (p.payload.holds == tables::Place::Holds::text) like(p.payload.column, pattern_of(to_hex(text)));
  }
  const tables::Body& body = p.response_body;
  if (body.empty() || body.is_pointer()) return;
  if (body.form != tables::Body::Form::bytes) return like(body.column, pattern_of(text));
  (query << " OR pg_catalog.position(" << column_of(body.column) << ", pg_catalog.convert_to(").text(text)
      << "::pg_catalog.text, 'UTF8')) > 0";
}

void contains_sql(Query& query, const tables::Profile& p, const std::string& text, bool in_bodies) {
  (query << " AND (" << column_of(p.key) << "::pg_catalog.text LIKE ").text(pattern_of(text));
  for (const tables::Place* place : {&p.customer, &p.reference}) {
    if (!is_told_by_server(*place)) continue;
    (query << " OR " << place_sql(*place) << " LIKE ").text(pattern_of(text));
  }
  if (in_bodies) bodies_sql(query, p, text);
  query << ")";
}

// Our own table has codes, compared exactly; others keep whole messages, of which a part is searched.
void error_is(Query& query, const tables::Profile& p, const std::string& asked) {
  if (tables::is_own(p)) return equals(query, p.error.column, "the error code", asked);
  needs(p.error.column, "the error");
  if (!is_told_by_server(p.error)) refuse("The error is in a document that the server cannot search.");
  (query << " AND " << place_sql(p.error) << " LIKE ").text(pattern_of(asked));
}

// The same table, with failed rows that the system retries as unfinished.
tables::Profile retries_unfinished(tables::Profile p) {
  const auto mend = [](tables::StateRule& rule) {
    if (rule.state == key::State::failed && rule.may_retry.value_or(false)) rule.state = key::State::released;
  };
  std::ranges::for_each(p.states.rules, mend);
  if (p.states.otherwise) mend(*p.states.otherwise);
  return p;
}

// The raw column, for the index. A clock that is set forward skips values that a column may still hold, and
// one that is set back repeats some: there the raw value is compared with a day of margin, and the instant
// decides.
void created_sql(Query& query, const tables::Profile& p, Timestamp at, std::string_view compares,
                 Duration wider) {
  const tables::Instant& created = p.created_at;
  // Texts of another offset than UTC's do not sort as their instants do.
  const bool is_wide = created.form == tables::TimeForm::iso_text ||
                       (created.form == tables::TimeForm::timestamp && created.zone != "UTC");
  query << " AND " << column_of(created.column) << " " << compares << " "
        << tables::raw_instant(created, is_wide ? at + wider : at);
  if (is_wide)
    (query << " AND (" << tables::shown_instant(p, created) << ") " << compares << " ").timestamp(at);
}

// Columns of the order that may be NULL: last, or first in the opposite direction, as the server sorts them.
bool any_may_be_null(const tables::Profile& p) {
  const auto columns = tables::order_columns(p);
  return std::ranges::any_of(columns, [&](const std::string& column) { return !p.is_never_null(column); });
}

// One column of the cursor, as written by key_row_columns().
struct CursorValue {
  std::string column;
  bool may_be_null = false, is_null = false;
  std::string value;
};

CursorValue cursor_value(const tables::Profile& p, const std::string& name, const std::string& at) {
  if (p.is_never_null(name)) return {column_of(name), false, false, at};
  return {column_of(name), true, at.empty(), at.empty() ? at : at.substr(1)};
}

void is_behind(Query& query, const CursorValue& v, bool descending) {
  if (v.is_null) {
    query << (descending ? v.column + " IS NOT NULL" : "FALSE");
    return;
  }
  (query << (v.may_be_null && !descending ? "(" : "") << v.column << (descending ? " < " : " > "))
      .text(v.value);
  if (v.may_be_null && !descending) query << " OR " << v.column << " IS NULL)";
}

void is_level(Query& query, const CursorValue& v) {
  if (v.is_null) {
    query << v.column << " IS NULL";
  } else {
    (query << v.column << " = ").text(v.value);
  }
}

}  // namespace

void state_sql(Query& query, const tables::Profile& p, const std::vector<key::State>& states) {
  query << tables::state_is(p, states);
}

void unfinished_sql(Query& query, const tables::Profile& p) {
  state_sql(query, p, {key::State::in_progress, key::State::released});
}

void dead_sql(Query& query, const tables::Profile& p) {
  state_sql(query, retries_unfinished(p), {key::State::failed});
}

void waiting_sql(Query& query, const tables::Profile& p) {
  unfinished_sql(query, retries_unfinished(p));
  if (!p.due.empty()) query << " AND " << tables::is_due(p);
}

void stuck_sql(Query& query, const tables::Profile& p) {
  query << "(" << tables::state_is(p, {key::State::in_progress}) << " AND ";
  if (tables::is_own(p)) {
    // A key that a sweeper or a person has taken over to ask about is still stuck.
    query << "(" << tables::lease_is_over(p) << " OR k.stuck_since IS NOT NULL)";
  } else {
    query << tables::lease_has_ended(p);
    if (!p.due.empty()) query << " AND " << tables::is_due(p);
  }
  if (!p.retry_before.empty()) {
    query << " OR " << tables::state_is(p, {key::State::released}) << " AND " << column_of(p.retry_before)
          << " <= pg_catalog.now()";
  }
  query << ")";
}

void unretried_sql(Query& query, const tables::Profile& p) {
  if (p.retry_before.empty()) {
    query << "FALSE";
    return;
  }
  query << "(" << tables::state_is(p, {key::State::released}) << " AND " << column_of(p.retry_before)
        << " <= pg_catalog.now()";
  // A key that was taken over to ask about it keeps its bound.
  if (tables::is_own(p))
    query << " OR k.state = 'in_progress' AND k.stuck_since IS NOT NULL AND k.retry_before IS NOT NULL";
  query << ")";
}

std::string lease_end_sql(const tables::Profile& p) {
  std::string out = "COALESCE(";
  if (tables::is_own(p)) out += "k.stuck_since, ";
  out += tables::shown_lease_end(p) + ", ";
  // A released row has no lease; its time to retry can run out instead.
  if (!p.retry_before.empty()) out += column_of(p.retry_before) + ", ";
  out += tables::shown_instant(p, p.created_at);
  if (!tables::is_own(p)) out += ", timestamptz '-infinity'";
  return out + ")";
}

std::string owner_name_sql(const tables::Profile& p) {
  if (p.owner.empty()) return "''::pg_catalog.text";
  const std::string stored = column_of(p.owner) + "::pg_catalog.text";
  return tables::is_own(p) ? "pg_catalog.split_part(" + stored + ", '#', 1)" : stored;
}

std::string host_sql(const tables::Profile& p) {
  if (p.owner.empty()) return "''::pg_catalog.text";
  return "pg_catalog.regexp_replace(" + column_of(p.owner) + "::pg_catalog.text, '[/:#].*$', '')";
}

bool is_told_by_server(const tables::Place& place) {
  return !place.empty() && (place.path.empty() || place.holds == tables::Place::Holds::jsonb);
}

void times_sql(Query& query, const tables::Profile& p, const Filter& filter) {
  if (!filter.from && !filter.to) return;
  if (p.created_at.empty())
    refuse("No column is mapped as the time of creation.",
           "Map one in the profile (times.created_at), or leave the times out of the filter.");
  if (const std::string why = why_no_instant(p.created_at); !why.empty())
    refuse(why + " It is compared with no other time.", give_zone("times.created_at"));
  if (filter.from) created_sql(query, p, *filter.from, ">=", -std::chrono::days(1));
  if (filter.to) created_sql(query, p, *filter.to, "<", std::chrono::days(1));
}

namespace {

void states_sql(Query& query, const tables::Profile& p, const Filter& filter) {
  if (filter.set_aside) {
    if (p.set_aside.empty())
      refuse("The profile does not say which rows are set aside.", "Say it in the profile (set_aside).");
    query << " AND " << tables::is_set_aside(p);
  }
  if (!filter.unknown_state && filter.states.empty()) return;
  tables::Profile of_rows = p;
  if (filter.set_aside) of_rows.set_aside.clear();
  query << " AND (";
  if (filter.unknown_state)
    query << tables::state_is_unknown(of_rows) << (filter.states.empty() ? "" : " OR ");
  if (!filter.states.empty()) state_sql(query, of_rows, filter.states);
  query << ")";
}

void place_is(Query& query, const tables::Place& place, const std::string& what, const std::string& value) {
  if (value.empty()) return;
  if (!is_told_by_server(place)) refuse("This table has no " + what + " that the server can search.");
  if (place.path.empty()) return equals(query, place.column, "the " + what, value);
  query << " AND " << place_sql(place) << " = ";
  query.text(value);
}

void filter_sql(Query& query, const tables::Profile& p, const Filter& filter) {
  query << "TRUE";
  if (filter.tenant) names(query, p, p.tenant, "the tenant", *filter.tenant);
  if (filter.operation) names(query, p, p.operation, "the operation", *filter.operation);
  if (filter.owner || filter.host) needs(p.owner, "the owner");
  if (filter.owner) owner_is(query, owner_name_sql(p), *filter.owner);
  if (filter.host) owner_is(query, host_sql(p), *filter.host);
  if (!filter.key.empty()) {
    query << " AND " << column_of(p.key);
    if (filter.prefix) {
      (query << "::pg_catalog.text LIKE ").text(tables::escaped_for_like(filter.key) + "%");
    } else {
      (query << " = ").text(filter.key);
    }
  }
  states_sql(query, p, filter);
  if (!filter.contains.empty()) contains_sql(query, p, filter.contains, filter.in_bodies);
  if (!filter.error_code.empty()) error_is(query, p, filter.error_code);
  if (filter.response_code) {
    needs(p.response_code, "the response code");
    query << " AND " << column_of(p.response_code) << " = ";
    // An external column may hold it as text.
    tables::is_own(p) ? query.integer(*filter.response_code)
                      : query.text(std::to_string(*filter.response_code));
  }
  if (!filter.correlation_id.empty())
    equals(query, p.correlation_id, "the correlation id", filter.correlation_id);
  place_is(query, p.reference, "reference", filter.reference);
  place_is(query, p.customer, "customer", filter.customer);
  times_sql(query, p, filter);
  if (filter.stuck) {
    query << " AND ";
    stuck_sql(query, p);
  }
  if (filter.lease_from) (query << " AND " << lease_end_sql(p) << " >= ").timestamp(*filter.lease_from);
  if (filter.lease_to) (query << " AND " << lease_end_sql(p) << " < ").timestamp(*filter.lease_to);
  if (filter.due && tables::is_own(p)) {
    query << " AND (c.status IS NULL OR c.status = 'settled' OR (c.status = 'open' AND (c.next_try_at IS "
             "NULL OR c.next_try_at <= pg_catalog.clock_timestamp())))";
  }
  if (filter.dead) {
    query << " AND ";
    dead_sql(query, p);
  }
  if (filter.needs_human) {
    if (!tables::is_own(p))
      refuse("Only onceover.keys has cases to filter by.", "Leave \"needs a person\" out of the filter.");
    // A key that its executor finished later no longer needs a person, whatever its case says.
    query << " AND c.status = 'needs_human' AND ";
    unfinished_sql(query, p);
  }
}

}  // namespace

Result<void> where_sql(Query& query, const tables::Profile& p, const Filter& filter) {
  return as_result([&] { filter_sql(query, p, filter); });
}

Result<void> leases_are_seen(const tables::Profile& p) {
  if (p.lease.is_observable()) return {};
  if (p.lease.at.has_unknown_zone()) {
    return fail(ErrorKind::invalid_input,
                fmt::format("The time zone of \"{}\" is unknown: whether any row is stuck is unknown.",
                            visible(p.lease.at.column)),
                "Nothing was read.", give_zone("lease.at"));
  }
  return fail(ErrorKind::invalid_input,
              "This table does not show leases: whether any row is stuck is unknown.", "Nothing was read.",
              "Say after how long an unfinished row is stuck: oncectl stuck --older-than 15m, or form = "
              "\"age\" under [profile.lease], or on the page Tables.");
}

void behind_sql(Query& query, const tables::Profile& p, const Cursor& cursor, bool descending) {
  if (any_may_be_null(p)) {
    const auto names = tables::order_columns(p);
    query << " AND (";
    for (std::size_t i = 0; i < names.size(); ++i) {
      query << (i == 0 ? "(" : " OR (");
      for (std::size_t j = 0; j < i; ++j) {
        is_level(query, cursor_value(p, names[j], cursor.at[j]));
        query << " AND ";
      }
      is_behind(query, cursor_value(p, names[i], cursor.at[i]), descending);
      query << ")";
    }
    query << ")";
    return;
  }
  query << fmt::format(" AND ({}) {} (", fmt::join(bare_order(p), ", "), descending ? "<" : ">");
  for (std::size_t i = 0; i < cursor.at.size(); ++i) {
    if (i > 0) query << ", ";
    query.text(cursor.at[i]);
  }
  query << ")";
}

std::string order_sql(const tables::Profile& p, bool descending) {
  const std::string_view direction = descending ? " DESC" : "";
  if (tables::order_columns(p).empty()) {
    if (p.created_at.empty()) return {};
    return fmt::format(" ORDER BY {}{}", column_of(p.created_at.column),
                       descending ? " DESC NULLS LAST" : "");
  }
  return fmt::format(" ORDER BY {}{}", fmt::join(bare_order(p), fmt::format("{}, ", direction)), direction);
}

namespace {

// SELECT, FROM and WHERE of a listing.
Query listing_sql(const tables::Profile& p, const Filter& filter, const UnfinishedRows* rows) {
  Query query("SELECT ");
  query << key_row_columns(p) << ", pg_catalog.now() FROM ";
  if (rows != nullptr) {
    rows->from(query, p, asks_for_released(filter));
  } else {
    query << key_row_source(p);
  }
  query << " WHERE ";
  filter_sql(query, p, filter);
  return query;
}

}  // namespace

Query longest_stuck_sql(const tables::Profile& p, const Filter& filter, const UnfinishedRows* rows) {
  Query query = listing_sql(p, filter, rows);
  query << " ORDER BY " << lease_end_sql(p);
  for (const std::string& column : bare_order(p)) query << ", " << column;
  return query;
}

Query page_sql(const tables::Profile& p, const Filter& filter, const std::optional<Cursor>& after,
               bool descending, const Place* place, const UnfinishedRows* rows) {
  Query query = listing_sql(p, filter, rows);
  if (after) {
    if (tables::order_columns(p).empty())
      refuse(std::string(first_page_alone), "Narrow the filter, by time for example.");
    if (after->at.size() != tables::order_columns(p).size()) {
      refuse("The page marker does not belong to this listing.", "Start from the first page.");
    }
    behind_sql(query, p, *after, descending);
  }
  if (place != nullptr) (*place)(query);
  query << order_sql(p, descending);
  return query;
}

}  // namespace onceover::browse
