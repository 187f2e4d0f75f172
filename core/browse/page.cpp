// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/result.h"
#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/browse/unfinished_rows.h"

namespace onceover::browse {
namespace {

// Finds a part of a listing in its order, by the planner's statistics.

using tables::Query;

// A histogram has bounds with equal numbers of rows between them, a hundred by default; rows between two
// bounds are assumed to be even.
constexpr std::array<std::string_view, 7> between_is_a_value{"timestamp with time zone",
                                                             "timestamp without time zone",
                                                             "bigint",
                                                             "integer",
                                                             "numeric",
                                                             "double precision",
                                                             "real"};

std::optional<std::string> type_of(Reading& reading, const tables::Profile& p, const std::string& column) {
  // The base type of a domain: a value is only compared here, and a domain's checks are for stored values.
  Query query(
      "SELECT pg_catalog.format_type(COALESCE(NULLIF(t.typbasetype, 0), t.oid), NULL) FROM "
      "pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid WHERE a.attrelid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass AND NOT a.attisdropped AND a.attname = ";
  query.text(column);
  auto rows = reading.run(query).value();
  if (rows.empty()) return std::nullopt;
  return rows.text(0, 0);
}

// In the listing's order. For a table with children, the statistics of all together.
pg::Rows bounds_of(Reading& reading, const tables::Profile& p, const Filter& filter,
                   const std::string& column, const std::string& type, bool newest_first) {
  const std::string name = tables::quoted_name(column);
  Query query(fmt::format(
      "SELECT k.{0}::pg_catalog.text FROM (SELECT pg_catalog.unnest(s.bounds)::{1} AS {0} FROM (SELECT "
      "h.histogram_bounds::pg_catalog.text::pg_catalog.text[] AS bounds FROM pg_catalog.pg_stats h WHERE "
      "h.schemaname = ",
      name, type));
  query.text(p.schema) << " AND h.tablename = ";
  query.text(p.table) << " AND h.attname = ";
  query.text(column) << " ORDER BY h.inherited DESC LIMIT 1) s) k WHERE TRUE";
  if (column == p.created_at.column) {
    times_sql(query, p, filter);
  }
  query << " ORDER BY k." << name << (newest_first ? " DESC" : "");
  return reading.run(query).value();
}

// The condition on the order's first column after which a page begins that has this part (0…1) of the listing
// before it. Of the filter only the times count. none: the column has no statistics, or it may be NULL.
std::optional<Place> place_at(Reading& reading, const tables::Profile& p, const Filter& filter, double part,
                              bool newest_first) {
  const auto order = tables::order_columns(p);
  if (order.empty() || !p.is_never_null(order.front())) return std::nullopt;
  auto type = type_of(reading, p, order.front());
  if (!type) return std::nullopt;
  auto bounds = bounds_of(reading, p, filter, order.front(), *type, newest_first);
  if (bounds.size() < 2) return std::nullopt;
  const double at = part * (bounds.size() - 1);
  const int before = std::min(static_cast<int>(at), bounds.size() - 2);
  const double beyond = at - before;
  const std::string from = bounds.text(before, 0), to = bounds.text(before + 1, 0);
  const bool is_finite = !from.ends_with("infinity") && !to.ends_with("infinity");
  const bool even = is_finite && std::ranges::find(between_is_a_value, *type) != between_is_a_value.end();
  return [=, column = "k." + tables::quoted_name(order.front()), type = *type](Query& query) {
    query << " AND " << column << (newest_first ? " <= " : " >= ");
    if (!even) {
      query.text(beyond < 0.5 ? from : to);
      return;
    }
    (query << "((").text(from) << "::" << type << ") + ((";
    query.text(to) << "::" << type << ") - (";
    query.text(from) << fmt::format("::{0})) * {1:.6f}::pg_catalog.float8)::{0}", type, beyond);
  };
}

// The rows of a page; one more than `limit` was requested, to know whether there are more.
Page read_rows(Reading& reading, const tables::Profile& profile, tables::Query query, int limit) {
  (query << " LIMIT ").integer(limit + 1);
  auto rows = reading.run(query).value();
  Page page;
  page.sql = query.spelled_out();
  page.more = rows.size() > limit;
  if (page.more && tables::order_columns(profile).empty()) page.remark = first_page_alone;
  for (int i = 0; i < std::min(rows.size(), limit); ++i) page.rows.push_back(key_row_from(profile, rows, i));
  if (!rows.empty()) {
    page.as_of = rows.timestamp(0, key_row_width(profile));
    require(join_cases(reading.connection(), profile, page.rows));
    require(join_publications(reading.connection(), profile, page.rows));
    return page;
  }
  page.as_of = reading.as_of();
  return page;
}

constexpr int find_max = 100;
constexpr std::int64_t count_max = 1'000'000'000'000;  // leaves room for one more row

}  // namespace

Browser::Browser(pg::Connection& connection, const tables::Profile& profile, Limits limits)
    : connection_(connection), profile_(profile), limits_(limits) {}

Result<Page> Browser::page(const PageRequest& request) {
  if (auto seen = leases_are_seen(profile_); request.filter.stuck && !is_alone_ && !seen)
    return fail(seen.error());
  if (request.part) return page_at(request);
  // Only the live table has stuck rows.
  if (reads_both()) return request.longest_stuck_first ? live().page(request) : page_of_both(request);
  std::string sql;
  auto page = begun(connection_, profile_, limits_, [&](Reading& reading) {
    std::optional<UnfinishedRows> source;
    if (asks_for_unfinished(request.filter))
      source = unfinished_rows(reading, profile_, walk_, limits_.whole_up_to);
    auto query =
        request.longest_stuck_first
            ? longest_stuck_sql(profile_, request.filter, source ? &*source : nullptr)
            : page_sql(profile_, request.filter, request.after, request.newest_first != request.backwards,
                       nullptr, source ? &*source : nullptr);
    sql = query.spelled_out();
    auto read = read_rows(reading, profile_, std::move(query), std::clamp(request.limit, 1, max_page_rows));
    if (source) {
      read.knowledge = source->after_reading();
      limit_to_found(read.knowledge, reading, profile_, request.filter);
    } else {
      read.knowledge = read.more
                           ? more_than(read.as_of)
                           : known_of(reading, profile_, request.filter, limits_.whole_up_to, read.as_of);
    }
    return read;
  });
  if (page && request.backwards) std::reverse(page->rows.begin(), page->rows.end());
  if (page || !cannot_be(connection_, profile_, limits_, request.filter, page.error())) return page;
  auto none = nothing();
  if (none) none->sql = sql;
  return none;
}

Result<Page> Browser::page_at(const PageRequest& request) {
  const double part = std::clamp(std::isfinite(*request.part) ? *request.part : 0.0, 0.0, 1.0);
  PageRequest end = request;
  end.part.reset();
  end.after.reset();
  std::optional<Page> found;
  // For two tables together, and for a list of few rows, statistics do not show where a part of the listing
  // is: use the nearer end.
  if (part > 0 && part < 1 && !reads_both() && !asks_for_unfinished(request.filter)) {
    auto inside = begun(connection_, profile_, limits_, [&](Reading& reading) -> std::optional<Page> {
      auto place = place_at(reading, profile_, request.filter, part, request.newest_first);
      if (!place) return std::nullopt;
      auto query = page_sql(profile_, request.filter, std::nullopt, request.newest_first, &*place);
      auto page = read_rows(reading, profile_, std::move(query), std::clamp(request.limit, 1, max_page_rows));
      page.knowledge = page.more
                           ? more_than(page.as_of)
                           : known_of(reading, profile_, request.filter, limits_.whole_up_to, page.as_of);
      page.part = part;
      return page;
    });
    // No row can have a requested value: the end below handles it.
    if (!inside && !cannot_be(connection_, profile_, limits_, request.filter, inside.error()))
      return fail(inside.error());
    if (inside) found = std::move(*inside);
  }
  // Nothing after that place: the statistics are older than the newest rows, or the filter ends before it.
  if (found && !found->rows.empty()) return std::move(*found);
  end.backwards = found ? true : part > 0.5;
  auto page_there = page(end);
  if (page_there) page_there->part = end.backwards ? 1 : 0;
  return page_there;
}

Result<Page> Browser::nothing() {
  return begun(connection_, profile_, limits_, [](Reading& reading) {
    const Timestamp as_of = reading.as_of();
    return Page{.knowledge = {.known = unfinished::Known::exact, .as_of = as_of}, .as_of = as_of};
  });
}

Result<unfinished::Knowledge> Browser::knowledge(const Filter& filter) {
  return begun(connection_, profile_, limits_, [&](Reading& reading) {
    const Timestamp as_of = reading.as_of();
    unfinished::Knowledge known = known_of(reading, profile_, filter, limits_.whole_up_to, as_of);
    if (!reads_both()) return known;
    return both_known(std::move(known),
                      known_of(reading, *profile_.twin.profile, filter, limits_.whole_up_to, as_of));
  });
}

Result<Count> Browser::count(const Filter& filter, std::int64_t cap) {
  if (auto seen = leases_are_seen(profile_); filter.stuck && !is_alone_ && !seen) return fail(seen.error());
  if (reads_both()) return count_of_both(filter, cap);
  cap = std::clamp<std::int64_t>(cap, 0, count_max);
  unfinished::Knowledge knowledge;
  auto rows = begun(connection_, profile_, limits_, [&](Reading& reading) {
    tables::Query query("SELECT pg_catalog.count(*) FROM (SELECT 1 FROM ");
    if (asks_for_unfinished(filter)) {
      auto source = unfinished_rows(reading, profile_, walk_, limits_.whole_up_to);
      source.from(query, profile_, asks_for_released(filter));
      knowledge = source.after_reading();
      limit_to_found(knowledge, reading, profile_, filter);
    } else {
      knowledge = known_of(reading, profile_, filter, limits_.whole_up_to, reading.as_of());
      query << key_row_source(profile_);
    }
    query << " WHERE ";
    require(where_sql(query, profile_, filter));
    (query << " LIMIT ").integer(cap + 1) << ") found";
    return reading.run(query);
  });
  if (!rows) {
    if (cannot_be(connection_, profile_, limits_, filter, rows.error()))
      return Count{0, {.known = unfinished::Known::exact}};
    return fail(rows.error());
  }
  const std::int64_t n = rows->integer(0, 0);
  if (n > cap) limit(knowledge, counted_up_to(cap));
  return Count{std::min(n, cap), knowledge};
}

Result<Page> Browser::find(std::string_view pasted) {
  // The unchanged text first: a key may itself look like a header or contain quotes.
  const std::vector<std::string> candidates = keys_from_paste(pasted);
  if (candidates.empty()) return nothing();
  Page none;
  for (const std::string& candidate : candidates) {
    PageRequest request;
    request.filter.key = candidate;
    request.limit = find_max;
    auto found = page(request);
    if (!found || !found->rows.empty()) return found;
    none = std::move(*found);
  }
  return none;
}

}  // namespace onceover::browse
