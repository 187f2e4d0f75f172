#include "core/browse/filter_sql.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/browse/key_row_sql.h"
#include "core/profile/instants.h"
#include "core/profile/states.h"

namespace onceover::browse {
namespace {

using profile::Query;
using profile::quoted_name;

std::string column_of(const std::string& name) { return "k." + quoted_name(name); }

Result<void> needs(const std::string& column, std::string_view role) {
  if (!column.empty()) return {};
  return fail(ErrorKind::invalid_input, fmt::format("This table has no column for {}.", role), "Nothing was read.",
              "Leave it out of the filter.");
}

Result<void> equals(Query& query, const std::string& column, std::string_view role, const std::string& value) {
  if (auto mapped = needs(column, role); !mapped) return mapped;
  query << " AND " << column_of(column) << " = ";
  query.text(value);
  return {};
}

std::vector<std::string> bare_order(const profile::Profile& p) {
  std::vector<std::string> out = profile::order_columns(p);
  for (std::string& column : out) column = column_of(column);
  return out;
}

std::string pattern_of(std::string_view text) { return "%" + profile::escaped_for_like(text) + "%"; }

void contains_sql(Query& query, const profile::Profile& p, const std::string& text, bool in_bodies) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& column) {
    if (!column.empty() && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
  };
  for (const std::string* column : {&p.key, &p.customer.column, &p.reference.column}) add(*column);
  const bool body_here = in_bodies && !p.response_body.empty() && !p.response_body.is_pointer();
  if (in_bodies) add(p.payload.column);
  if (body_here && p.response_body.form != profile::Body::Form::bytes) add(p.response_body.column);
  std::string_view before = " AND (";
  for (const std::string& column : columns) {
    query << before << column_of(column) << "::pg_catalog.text LIKE ";
    query.text(pattern_of(text));
    before = " OR ";
  }
  if (in_bodies && p.payload.holds == profile::Place::Holds::text && !p.payload.empty()) {
    // Bytes are written in hexadecimal.
    query << " OR " << column_of(p.payload.column) << "::pg_catalog.text LIKE ";
    query.text(pattern_of(to_hex(text)));
  }
  if (body_here && p.response_body.form == profile::Body::Form::bytes) {
    query << before << "pg_catalog.position(" << column_of(p.response_body.column) << ", pg_catalog.convert_to(";
    query.text(text) << "::pg_catalog.text, 'UTF8')) > 0";
  }
  query << ")";
}

Result<void> error_sql(Query& query, const profile::Profile& p, const std::string& asked) {
  if (profile::is_own(p)) return equals(query, p.error.column, "the error code", asked);
  if (auto mapped = needs(p.error.column, "the error"); !mapped) return mapped;
  query << " AND (" << place_sql(p.error) << ")::pg_catalog.text LIKE ";
  query.text(pattern_of(asked));
  return {};
}

void key_sql(Query& query, const profile::Profile& p, const Filter& filter) {
  query << " AND " << column_of(p.key);
  if (filter.prefix) {
    // Of a number or a uuid the beginning is a matter of text.
    query << (profile::is_own(p) ? " LIKE " : "::pg_catalog.text LIKE ");
    query.text(profile::escaped_for_like(filter.key) + "%");
  } else {
    query << " = ";
    query.text(filter.key);
  }
}

// The same table, its failed rows that the system runs again counted among the unfinished.
profile::Profile retries_unfinished(profile::Profile p) {
  const auto mend = [](profile::StateRule& rule) {
    if (rule.state == key::State::failed && rule.may_retry) rule.state = key::State::released;
  };
  std::ranges::for_each(p.states.rules, mend);
  if (p.states.otherwise) mend(*p.states.otherwise);
  return p;
}

}  // namespace

void state_sql(Query& query, const profile::Profile& p, const std::vector<key::State>& states) { query << profile::state_is(p, states); }

void unfinished_sql(Query& query, const profile::Profile& p) { state_sql(query, p, {key::State::in_progress, key::State::released}); }

void dead_sql(Query& query, const profile::Profile& p) { state_sql(query, retries_unfinished(p), {key::State::failed}); }

void waiting_sql(Query& query, const profile::Profile& p) { unfinished_sql(query, retries_unfinished(p)); }

void stuck_sql(Query& query, const profile::Profile& p) {
  query << "(" << profile::state_is(p, {key::State::in_progress}) << " AND " << profile::lease_is_over(p);
  if (!p.retry_before.empty()) {
    query << " OR " << profile::state_is(p, {key::State::released}) << " AND " << column_of(p.retry_before) << " <= pg_catalog.now()";
  }
  query << ")";
}

std::string lease_end_sql(const profile::Profile& p) {
  std::string out = "COALESCE(" + profile::shown_lease_end(p) + ", ";
  // A released row keeps no lease; what it runs out of is the time to retry.
  if (!p.retry_before.empty()) out += column_of(p.retry_before) + ", ";
  return out + profile::shown_instant(p, p.created_at) + ")";
}

Result<void> where_sql(Query& query, const profile::Profile& p, const Filter& filter) {
  query << "TRUE";
  if (filter.tenant) {
    if (auto done = equals(query, p.tenant, "the tenant", *filter.tenant); !done) return done;
  }
  if (filter.operation) {
    if (auto done = equals(query, p.operation, "the operation", *filter.operation); !done) return done;
  }
  if (!filter.key.empty()) key_sql(query, p, filter);
  if (!filter.states.empty()) {
    query << " AND ";
    state_sql(query, p, filter.states);
  }
  if (!filter.contains.empty()) contains_sql(query, p, filter.contains, filter.in_bodies);
  if (!filter.error_code.empty()) {
    if (auto done = error_sql(query, p, filter.error_code); !done) return done;
  }
  if (filter.response_code) {
    if (auto mapped = needs(p.response_code, "the response code"); !mapped) return mapped;
    query << " AND " << column_of(p.response_code) << " = ";
    // A foreign column may hold it as text.
    profile::is_own(p) ? query.integer(*filter.response_code) : query.text(std::to_string(*filter.response_code));
  }
  if (filter.from || filter.to) {
    if (auto mapped = needs(p.created_at.column, "the time of creation"); !mapped) return mapped;
    if (filter.from) query << " AND " << column_of(p.created_at.column) << " >= " << profile::raw_instant(p.created_at, *filter.from);
    if (filter.to) query << " AND " << column_of(p.created_at.column) << " < " << profile::raw_instant(p.created_at, *filter.to);
  }
  if (filter.stuck) {
    query << " AND ";
    stuck_sql(query, p);
  }
  if (filter.dead) {
    query << " AND ";
    dead_sql(query, p);
  }
  if (filter.needs_human) {
    if (!profile::is_own(p)) {
      return fail(ErrorKind::invalid_input, "Cases are kept beside onceover.keys only.", "Nothing was read.",
                  "Leave \"needs a person\" out of the filter.");
    }
    // A key that its executor finished after all needs nobody any more, whatever its case still says.
    query << " AND c.status = 'needs_human' AND ";
    unfinished_sql(query, p);
  }
  return {};
}

void behind_sql(Query& query, const profile::Profile& p, const Cursor& cursor, bool descending) {
  query << fmt::format(" AND ({}) {} (", fmt::join(bare_order(p), ", "), descending ? "<" : ">");
  for (std::size_t i = 0; i < cursor.at.size(); ++i) {
    if (i > 0) query << ", ";
    query.text(cursor.at[i]);
  }
  query << ")";
}

std::string order_sql(const profile::Profile& p, bool descending) {
  const std::string_view direction = descending ? " DESC" : "";
  return fmt::format(" ORDER BY {}{}", fmt::join(bare_order(p), fmt::format("{}, ", direction)), direction);
}

Result<Query> page_sql(const profile::Profile& p, const Filter& filter, const std::optional<Cursor>& after, bool descending) {
  Query query("SELECT ");
  query << key_row_columns(p) << ", pg_catalog.now() FROM " << key_row_source(p) << " WHERE ";
  if (auto done = where_sql(query, p, filter); !done) return fail(done.error());
  if (after) {
    if (after->at.size() != profile::order_columns(p).size()) {
      return fail(ErrorKind::invalid_input, "The place to go on from is not one of this listing.", "Nothing was read.",
                  "Start from the first page.");
    }
    behind_sql(query, p, *after, descending);
  }
  query << order_sql(p, descending);
  return query;
}

}  // namespace onceover::browse
