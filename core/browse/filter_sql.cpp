#include "core/browse/filter_sql.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/browse/key_row_sql.h"

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

std::vector<std::string> order_columns(const profile::Profile& p) {
  std::vector<std::string> out{column_of(p.created_at), column_of(p.key)};
  if (!p.tenant.empty()) out.push_back(column_of(p.tenant));
  if (!p.operation.empty()) out.push_back(column_of(p.operation));
  return out;
}

void contains_sql(Query& query, const profile::Profile& p, const std::string& text) {
  const std::string pattern = "%" + profile::escaped_for_like(text) + "%";
  std::string_view before = " AND (";
  for (const std::string* column : {&p.key, &p.customer, &p.reference}) {
    if (column->empty()) continue;
    query << before << column_of(*column) << " LIKE ";
    query.text(pattern);
    before = " OR ";
  }
  query << ")";
}

}  // namespace

void state_sql(Query& query, const profile::Profile& p, const std::vector<key::State>& states) {
  query << column_of(p.state) << " IN (";
  query.texts(profile::words_for(p, states)) << ")";
}

void unfinished_sql(Query& query, const profile::Profile& p) { state_sql(query, p, {key::State::in_progress, key::State::released}); }

void stuck_sql(Query& query, const profile::Profile& p) {
  query << "(";
  state_sql(query, p, {key::State::in_progress});
  if (!p.locked_until.empty()) {
    query << " AND (" << column_of(p.locked_until) << " IS NULL OR " << column_of(p.locked_until) << " <= pg_catalog.now())";
  }
  if (!p.retry_before.empty()) {
    query << " OR ";
    state_sql(query, p, {key::State::released});
    query << " AND " << column_of(p.retry_before) << " <= pg_catalog.now()";
  }
  query << ")";
}

std::string lease_end_sql(const profile::Profile& p) {
  std::string out = "COALESCE(";
  // A released row keeps no lease; what it runs out of is the time to retry.
  if (!p.locked_until.empty()) out += column_of(p.locked_until) + ", ";
  if (!p.retry_before.empty()) out += column_of(p.retry_before) + ", ";
  return out + column_of(p.created_at) + ")";
}

Result<void> where_sql(Query& query, const profile::Profile& p, const Filter& filter) {
  query << "TRUE";
  if (filter.tenant) {
    if (auto done = equals(query, p.tenant, "the tenant", *filter.tenant); !done) return done;
  }
  if (filter.operation) {
    if (auto done = equals(query, p.operation, "the operation", *filter.operation); !done) return done;
  }
  if (!filter.key.empty()) {
    query << " AND " << column_of(p.key);
    if (filter.prefix) {
      query << " LIKE ";
      query.text(profile::escaped_for_like(filter.key) + "%");
    } else {
      query << " = ";
      query.text(filter.key);
    }
  }
  if (!filter.states.empty()) {
    query << " AND ";
    state_sql(query, p, filter.states);
  }
  if (!filter.contains.empty()) contains_sql(query, p, filter.contains);
  if (!filter.error_code.empty()) {
    if (auto done = equals(query, p.error_code, "the error code", filter.error_code); !done) return done;
  }
  if (filter.response_code) {
    if (auto mapped = needs(p.response_code, "the response code"); !mapped) return mapped;
    query << " AND " << column_of(p.response_code) << " = ";
    query.integer(*filter.response_code);
  }
  if (filter.from) {
    query << " AND " << column_of(p.created_at) << " >= ";
    query.timestamp(*filter.from);
  }
  if (filter.to) {
    query << " AND " << column_of(p.created_at) << " < ";
    query.timestamp(*filter.to);
  }
  if (filter.stuck) {
    query << " AND ";
    stuck_sql(query, p);
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
  query << fmt::format(" AND ({}) {} (", fmt::join(order_columns(p), ", "), descending ? "<" : ">");
  query.timestamp(cursor.created_at) << ", ";
  query.text(cursor.id.key);
  if (!p.tenant.empty()) (query << ", ").text(cursor.id.tenant);
  if (!p.operation.empty()) (query << ", ").text(cursor.id.operation);
  query << ")";
}

std::string order_sql(const profile::Profile& p, bool descending) {
  const std::string_view direction = descending ? " DESC" : "";
  return fmt::format(" ORDER BY {}{}", fmt::join(order_columns(p), fmt::format("{}, ", direction)), direction);
}

Result<Query> page_sql(const profile::Profile& p, const Filter& filter, const std::optional<Cursor>& after, bool descending) {
  Query query("SELECT ");
  query << key_row_columns(p) << ", pg_catalog.now() FROM " << key_row_source(p) << " WHERE ";
  if (auto done = where_sql(query, p, filter); !done) return fail(done.error());
  if (after) behind_sql(query, p, *after, descending);
  query << order_sql(p, descending);
  return query;
}

}  // namespace onceover::browse
