// SPDX-License-Identifier: Apache-2.0
// Reads a bounded sample of rows: all of a small table; of a larger one both ends of its listing, and pages
// all over it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "core/browse/browser.h"
#include "core/health/facts.h"
#include "core/metrics/counters.h"
#include "core/pg/transaction.h"
#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::health {
namespace {

using key::State;
using tables::quoted_name;
using tables::table_name;

constexpr std::int64_t small_bytes = 16'000'000;  // read whole in some tens of milliseconds
constexpr int newest_keys = 2'000;

bool is_small(const Facts& facts, const Options& options) {
  using R = tables::Access::Relation;
  const bool has_size = facts.access.relation == R::table || facts.access.relation == R::partitioned ||
                        facts.access.relation == R::materialized;
  return has_size && facts.heap_bytes <= small_bytes &&
         facts.rows.value_or(0) <= std::max(options.sample_rows, 50'000);
}

std::string quoted_columns(const std::vector<std::string>& columns, std::string_view behind = "") {
  std::vector<std::string> quoted;
  for (const std::string& column : columns) quoted.push_back(quoted_name(column) + std::string(behind));
  return fmt::format("{}", fmt::join(quoted, ", "));
}

// The order in which an index finds both ends of a listing; empty: none does.
std::vector<std::string> served_order(const tables::Profile& p, const Facts& facts) {
  if (facts.access.is_order_served) return tables::order_columns(p);
  const bool is_led = std::ranges::any_of(facts.indexes, [&](const IndexFacts& index) {
    return index.valid && index.predicate.empty() && !index.columns.empty() &&
           index.columns.front() == p.created_at.column;
  });
  return is_led && !p.created_at.empty() ? std::vector{p.created_at.column} : std::vector<std::string>();
}

// The rows of the sample, as a FROM item called k.
std::string sample_from(const tables::Profile& p, const Facts& facts, const Options& options) {
  if (is_small(facts, options)) return table_name(p) + " k";
  using R = tables::Access::Relation;
  const std::string columns = quoted_columns(tables::columns_named(p));
  const int n = options.sample_rows;
  std::vector<std::string> parts;
  if (facts.access.relation == R::table || facts.access.relation == R::partitioned) {
    const double share = std::clamp(
        200.0 * n / std::max(1.0, facts.rows.value_or(static_cast<double>(facts.heap_bytes) / 200)), 0.0001,
        100.0);
    parts.push_back(fmt::format("(SELECT {} FROM {} TABLESAMPLE SYSTEM ({:.6f}) LIMIT {})", columns,
                                table_name(p), share, n));
  } else {
    parts.push_back(fmt::format("(SELECT {} FROM {} LIMIT {})", columns, table_name(p), n));
  }
  const std::vector<std::string> order = served_order(p, facts);
  if (order.empty() || p.identity.empty()) return parts[0] + " k";
  for (const std::string_view direction : {"", " DESC"}) {
    parts.push_back(fmt::format("(SELECT {} FROM {} ORDER BY {} LIMIT {})", columns, table_name(p),
                                quoted_columns(order, direction), n));
  }
  // A row that two parts returned counts once.
  return fmt::format("(SELECT DISTINCT ON ({}) * FROM ({}) every) k", quoted_columns(p.identity),
                     fmt::join(parts, " UNION ALL "));
}

std::string seconds(const std::string& from, const std::string& to) {
  return fmt::format(
      "CASE WHEN isfinite({0}) AND isfinite({1}) THEN EXTRACT(epoch FROM {1} - {0})::float8 END", from, to);
}

std::string rows_sql(const tables::Profile& p, const Facts& facts, const Options& options) {
  const bool keeps_answers = p.kind == tables::Kind::idempotency && !p.response_body.empty();
  const std::string finished = tables::state_is(p, {State::succeeded, State::failed});
  const std::string in_progress = tables::state_is(p, {State::in_progress});
  std::string unanswered = "FALSE", leaseless = "FALSE";
  if (keeps_answers) {
    unanswered = fmt::format("{} AND k.{} IS NULL", tables::state_is(p, {State::succeeded}),
                             quoted_name(p.response_body.column));
    // Answers without a body.
    if (!p.response_code.empty())
      unanswered += fmt::format(" AND COALESCE(k.{}::text, '') NOT IN ('204', '205', '304')",
                                quoted_name(p.response_code));
  }
  if (p.kind == tables::Kind::idempotency && p.lease.is_observable()) {
    leaseless = fmt::format("{} AND ({}) AND NOT COALESCE({}, FALSE)", in_progress, tables::lease_is_over(p),
                            tables::lease_has_ended(p));
  }
  const std::string key = p.key.empty() ? "''" : fmt::format("k.{}::text", quoted_name(p.key));
  const std::string born = tables::shown_instant(p, p.created_at),
                    ends = tables::shown_instant(p, p.expires_at);
  const std::string done = tables::shown_instant(p, p.completed_at.empty() ? p.updated_at : p.completed_at);
  const tables::Access::Column* attempts =
      p.attempts.empty() ? nullptr : facts.access.column(p.attempts.front());
  const std::string again = attempts != nullptr && attempts->is_number()
                                ? fmt::format("k.{} > 1", quoted_name(p.attempts.front()))
                                : std::string("FALSE");
  return fmt::format(
      "SELECT count(*), count(*) FILTER (WHERE {0}), count(*) FILTER (WHERE {1}), count(*) FILTER (WHERE "
      "{2}), count(*) FILTER (WHERE {3}),\n"
      "  min({4}) FILTER (WHERE {1}), min({4}) FILTER (WHERE {3}),\n"
      "  (percentile_cont(0.5) WITHIN GROUP (ORDER BY {5}) FILTER (WHERE {0}))::float8, (max({6}) FILTER "
      "(WHERE ({0}) AND {7}))::float8,\n"
      "  min({8}) FILTER (WHERE isfinite({8})), min({9}) FILTER (WHERE ({0}) AND isfinite({9}))\nFROM {10}",
      finished, unanswered, in_progress, leaseless, key, seconds(born, ends), seconds(born, done), again,
      born, ends, sample_from(p, facts, options));
}

std::string keys_sql(const tables::Profile& p, const Facts& facts, const Options& options) {
  const auto text = [](const std::string& column) {
    return column.empty() ? std::string("''") : fmt::format("COALESCE(k.{}::text, '')", quoted_name(column));
  };
  std::string from = sample_from(p, facts, options), order;
  const std::vector<std::string> columns =
      is_small(facts, options) ? tables::order_columns(p) : served_order(p, facts);
  if (!columns.empty()) {
    from = table_name(p) + " k";
    order = " ORDER BY " + quoted_columns(columns, " DESC");
  }
  return fmt::format(
      "SELECT \"left\"({}, 300), \"left\"({}, 300), \"left\"({}, 300), \"left\"({}, 300), {} FROM {}{} LIMIT "
      "{}",
      text(p.tenant), text(p.operation), text(p.key), text(p.fingerprint.column),
      tables::shown_instant(p, p.created_at), from, order, newest_keys);
}

std::optional<Duration> span(const pg::Rows& rows, int column) {
  if (rows.is_null(0, column) || rows.real(0, column) < 0 || rows.real(0, column) > 1e11) return std::nullopt;
  return Duration(static_cast<std::int64_t>(rows.real(0, column) * 1e6));
}

// Each bound of a histogram that ever counted is a series; the highest with a recent count contains the
// longest retry.
constexpr const char* longest_retry_sql =
    "SELECT pg_catalog.max(s.bucket)::text FROM onceover.counter_series s WHERE s.grouped = 'all' AND s.name "
    "= 'retry_age_ms' AND (SELECT pg_catalog.max(h.at) FROM onceover.counter_hours h WHERE h.series = s.id) "
    "> pg_catalog.clock_timestamp() - '35 days'::interval";

// A value in a bin is longer than the next lower bound.
std::optional<Duration> counted_at_least(const std::optional<std::string>& upper_ms) {
  if (!upper_ms) return std::nullopt;
  const double upper = *upper_ms == "Infinity" ? std::numeric_limits<double>::infinity()
                                               : std::strtod(upper_ms->c_str(), nullptr);
  const auto* bound = std::lower_bound(metrics::bounds_ms.begin(), metrics::bounds_ms.end(), upper);
  if (bound == metrics::bounds_ms.begin()) return std::nullopt;
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(*std::prev(bound)));
}

// What rows that are not seen would show is unknown.
void note_not_seen(const Parts& parts, const tables::Profile& profile, const browse::Filter& filter,
                   std::initializer_list<Check> checks) {
  const auto known = browse::Browser(parts.connection, profile).knowledge(filter);
  if (!known && (!parts.connection.is_open() || known.error().kind == ErrorKind::cancelled))
    raise(known.error());
  if (known && known->known == unfinished::Known::exact) return;
  const std::string why = known ? unfinished::explanation(*known) : known.error().what;
  for (const Check check : checks) parts.facts.not_seen.push_back({check, why});
}

}  // namespace

void read_rows(const Parts& parts, const tables::Profile& profile) {
  using enum Check;
  const auto& [connection, options, facts] = parts;
  const auto of_rows = {finished_without_response, unfinished_without_lease, reaper_behind, never_reaped,
                        window_below_retries};
  const auto of_keys = {key_hard_coded, key_reused, key_made_anew};
  if (const std::vector<std::string> why = facts.access.why_not_read(); !why.empty()) {
    parts.leave_open(of_rows, why.front());
    parts.leave_open(of_keys, why.front());
    return;
  }
  const auto take_rows = [&](const pg::Rows& rows) {
    facts.sample = RowFacts{.rows = rows.integer(0, 0),
                            .finished = rows.integer(0, 1),
                            .finished_without_response = rows.integer(0, 2),
                            .in_progress = rows.integer(0, 3),
                            .in_progress_without_lease = rows.integer(0, 4),
                            .unanswered_key = rows.optional_text(0, 5),
                            .leaseless_key = rows.optional_text(0, 6),
                            .median_window = span(rows, 7),
                            .longest_life = span(rows, 8),
                            .oldest_created = rows.optional_timestamp(0, 9),
                            .oldest_expiry = rows.optional_timestamp(0, 10)};
  };
  using key::State;
  note_not_seen(parts, profile,
                {.states = {State::in_progress, State::released, State::succeeded, State::failed}}, of_rows);
  parts.read(rows_sql(profile, facts, options), {}, of_rows, take_rows);
  if (tables::is_own(profile) && facts.sample) {
    const auto take_counted = [&](const pg::Rows& rows) {
      facts.sample->longest_retry = counted_at_least(rows.optional_text(0, 0));
    };
    parts.read(longest_retry_sql, {}, {}, take_counted);
  }
  if (profile.kind != tables::Kind::idempotency || profile.key.empty()) return;
  note_not_seen(parts, profile, {}, of_keys);
  parts.read(keys_sql(profile, facts, options), {}, of_keys, [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i)
      facts.keys.push_back({rows.text(i, 0), rows.text(i, 1), rows.text(i, 2), rows.text(i, 3),
                            rows.optional_timestamp(i, 4)});
  });
}

}  // namespace onceover::health
