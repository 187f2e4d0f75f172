// SPDX-License-Identifier: Apache-2.0
// Rows that no state and no time of the profile judges rightly: those created ahead of the clock, and those that used up their attempts.
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/browse/reading.h"
#include "core/browse/sight.h"
#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

using tables::Query;

// Unfinished rows for which this holds, and the latest time of creation; none: a table without a helpful index is too large to look.
struct Doubted {
  std::int64_t n = 0;
  std::optional<Timestamp> created;
};
Doubted doubted(Reading& reading, const tables::Profile& p, const std::string& condition, double table_rows, double whole_up_to) {
  const std::string unfinished =
      " FROM " + tables::table_name(p) + " k WHERE " + tables::state_is(p, {key::State::in_progress, key::State::released});
  if (table_rows > whole_up_to) {
    const auto plan = explain(reading, p, Query("SELECT" + unfinished));
    if (plan.whole || (plan.walks && plan.walked_rows > whole_up_to)) return {};
  }
  const Query query("SELECT pg_catalog.count(*), pg_catalog.max(" + tables::shown_instant(p, p.created_at) + ")" + unfinished + " AND " +
                    condition);
  const auto found = reading.run(query).value();
  return {found.integer(0, 0), found.optional_timestamp(0, 1)};
}

// The table's column of the most attempts that a row is given, by its name; empty: it has none.
std::string limit_of_attempts(Reading& reading, const tables::Profile& p) {
  Query query(
      "SELECT pg_catalog.min(a.attname::pg_catalog.text) FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid "
      "WHERE a.attnum > 0 AND NOT a.attisdropped AND t.typcategory = 'N' AND pg_catalog.replace(pg_catalog.lower(a.attname), '_', '') ~ "
      "'^(max(imum)?(attempt|retr(y|ie)|tr(y|ie)|deliver(y|ie))s?(count)?|(attempts?|retry|retries|tries)(max|limit))$' AND a.attrelid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass HAVING pg_catalog.count(*) = 1";
  const auto found = reading.run(query).value();
  return found.empty() ? std::string() : found.text(0, 0);
}

}  // namespace

std::optional<Gap> created_ahead(Reading& reading, const tables::Profile& p, double table_rows, double whole_up_to) {
  if (tables::is_own(p) || p.created_at.empty() || p.created_at.has_unknown_zone()) return std::nullopt;
  const std::string ahead = "(" + tables::shown_instant(p, p.created_at) + ") > pg_catalog.now() + interval '1 minute'";
  const Doubted found = doubted(reading, p, ahead, table_rows, whole_up_to);
  if (found.n == 0) return std::nullopt;
  return Gap{fmt::format("{} created ahead of the server's clock, at {} or earlier: since when {} is unknown.",
                         found.n == 1 ? "1 unfinished row was" : fmt::format("{} unfinished rows were", found.n),
                         found.created ? moment(*found.created) : "an unknown time", found.n == 1 ? "it waits" : "they wait"),
             "Compare the clock and the time zone of the program that writes the table with those of the server."};
}

std::optional<Gap> without_attempts_left(Reading& reading, const tables::Profile& p, double table_rows, double whole_up_to) {
  if (tables::is_own(p) || p.attempts.empty()) return std::nullopt;
  const std::string most = limit_of_attempts(reading, p);
  if (most.empty() || most == p.attempts.front()) return std::nullopt;
  const auto column = [](const std::string& name) { return "k." + tables::quoted_name(name); };
  std::string used_up = fmt::format("{} > 0 AND {} >= {}", column(most), column(p.attempts.front()), column(most));
  // A worker may be at the last attempt.
  if (p.lease.is_observable() && !p.lease.at.empty()) used_up += " AND " + tables::lease_is_over(p);
  if (!p.owner.empty()) used_up += fmt::format(" AND ({0} IS NULL OR {0}::pg_catalog.text = '')", column(p.owner));
  const Doubted found = doubted(reading, p, used_up, table_rows, whole_up_to);
  if (found.n == 0) return std::nullopt;
  return Gap{fmt::format("{} made as many attempts as \"{}\" allows: whether {} given up is unknown.",
                         found.n == 1 ? "1 unfinished row has" : fmt::format("{} unfinished rows have", found.n), visible(most),
                         found.n == 1 ? "it is" : "they are"),
             "Look at their errors (oncectl keys list), and requeue them or let the service mark them as failed."};
}

}  // namespace onceover::browse
