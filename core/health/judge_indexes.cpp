// SPDX-License-Identifier: Apache-2.0
// Missing indexes, and indexes that only cost.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/health/judge.h"
#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::health {
namespace {

using tables::quoted_name;
using tables::table_name;
using Columns = std::set<std::string>;

bool meets(const std::vector<std::string>& some, const Columns& columns) {
  return std::ranges::any_of(some, [&](const std::string& c) { return columns.contains(c); });
}

// The columns that an update changes when it finishes or takes over a row.
Columns changed_columns(const tables::Profile& p) {
  Columns out;
  const auto put = [&out](const std::string& column) {
    if (!column.empty()) out.insert(column);
  };
  for (const std::string& column : tables::state_columns(p)) put(column);
  for (const std::string& column : tables::lease_columns(p)) put(column);
  for (const std::string& column : p.attempts) put(column);
  for (const std::string* column : {&p.updated_at.column, &p.completed_at.column, &p.response_code,
                                    &p.response_body.column, &p.owner, &p.error.column, &p.fence})
    put(*column);
  if (!p.expires_at.only_in.empty()) put(p.expires_at.column);
  for (const std::string& column : p.identity) out.erase(column);
  out.erase(p.created_at.column);
  return out;
}

// An index in the order of creation serves the reaper and the sweeper too: both read the oldest rows first.
bool is_led(const Facts& facts, const Columns& columns) {
  return std::ranges::any_of(facts.indexes, [&](const IndexFacts& index) {
    return index.valid && !index.columns.empty() && columns.contains(index.columns.front());
  });
}
bool is_narrowed(const Facts& facts, const Columns& columns) {
  return std::ranges::any_of(facts.indexes, [&](const IndexFacts& index) {
    return index.valid && !index.predicate.empty() && meets(index.uses, columns);
  });
}

std::string size_of(const Facts& facts) {
  return facts.rows ? fmt::format("about {:.0f} rows", *facts.rows)
                    : std::string("rows never counted (no ANALYZE yet)");
}

void soften(Finding& f, const Facts& facts, const Options& options) {
  if (facts.rows.value_or(0) < options.thresholds.small_table) f.severity = Severity::notice;
}

void judge_missing(const tables::Profile& p, const Facts& facts, const Options& options, Findings& out) {
  using R = tables::Access::Relation;
  if (facts.access.relation != R::table && facts.access.relation != R::partitioned) return;
  Columns birth;
  if (!p.created_at.empty()) birth.insert(p.created_at.column);
  if (!p.expires_at.empty() && p.expires_at.column != p.created_at.column) {
    Columns expiry = birth;
    expiry.insert(p.expires_at.column);
    if (!is_led(facts, expiry)) {
      Finding& f = add(out, Check::expiry_not_indexed,
                       fmt::format("No index begins with {} or with the time of creation; {}.",
                                   quoted_name(p.expires_at.column), size_of(facts)),
                       {},
                       fmt::format("CREATE INDEX CONCURRENTLY ON {} ({});\n", table_name(p),
                                   quoted_name(p.expires_at.column)));
      soften(f, facts, options);
    }
  }
  const std::vector<std::string> state = tables::state_columns(p);
  Columns unfinished(state.begin(), state.end());
  for (const std::string& column : tables::lease_columns(p)) unfinished.insert(column);
  Columns leading = unfinished;
  leading.insert(birth.begin(), birth.end());
  if (is_led(facts, leading) || is_narrowed(facts, unfinished)) return;
  Finding& f =
      add(out, Check::stuck_not_indexed,
          fmt::format("No index begins with the state, the lease or the time of creation, and none is "
                      "partial on the state; {}.",
                      size_of(facts)));
  soften(f, facts, options);
  if (!p.created_at.empty()) {
    f.sql = fmt::format("CREATE INDEX CONCURRENTLY ON {} ({}{});\n", table_name(p),
                        quoted_name(p.created_at.column), p.key.empty() ? "" : ", " + quoted_name(p.key));
    f.advice =
        "An index on the time of creation serves lists, charts and the sweeper, and keeps completions cheap "
        "(HOT).";
  } else {
    f.sql = fmt::format("CREATE INDEX CONCURRENTLY ON {} ({}) WHERE {};\n", table_name(p),
                        quoted_name(p.identity.empty() ? p.key : p.identity.front()),
                        tables::state_is(p, {key::State::in_progress, key::State::released}, ""));
  }
}

void judge_updates(const tables::Profile& p, const Facts& facts, const Options& options, Findings& out) {
  if (!facts.activity || facts.activity->updated < options.thresholds.updates) return;
  const double hot =
      static_cast<double>(facts.activity->hot_updated) / static_cast<double>(facts.activity->updated);
  if (hot >= options.thresholds.hot_share) return;
  const Columns changed = changed_columns(p);
  const std::string share =
      fmt::format("{:.0f} % of {} updates were heap-only", hot * 100, facts.activity->updated);
  bool is_named = false;
  for (const IndexFacts& index : facts.indexes) {
    if (!meets(index.uses, changed)) continue;
    is_named = true;
    if (index.unique || index.constraint || index.scans.value_or(1) > 0) continue;
    std::string columns;
    for (const std::string& column : index.uses) {
      if (changed.contains(column)) columns += (columns.empty() ? "" : ", ") + quoted_name(column);
    }
    add(out, Check::hot_defeated,
        fmt::format(
            "{}; the index {} ({} bytes) names {} and was never used since the statistics were reset.", share,
            quoted_name(index.name), index.bytes, columns),
        "First check that no standby uses it: a standby has its own statistics.",
        fmt::format("DROP INDEX CONCURRENTLY {}.{};\n", quoted_name(p.schema), quoted_name(index.name)));
  }
  if (is_named || facts.fillfactor <= 90) return;
  add(out, Check::fillfactor_full,
      fmt::format("{}, no index names the changed columns, and fillfactor is {}.", share, facts.fillfactor),
      "It applies to pages written from now on.",
      fmt::format("ALTER TABLE {} SET (fillfactor = 80);\n", table_name(p)));
}

}  // namespace

void judge_indexes(const tables::Profile& profile, const Facts& facts, const Options& options,
                   Findings& out) {
  for (const IndexFacts& index : facts.indexes) {
    if (index.valid) continue;
    const std::string name = fmt::format("{}.{}", quoted_name(profile.schema), quoted_name(index.name));
    add(out, Check::index_invalid,
        fmt::format("{} is not valid: its CREATE INDEX CONCURRENTLY failed or still runs.", name), {},
        fmt::format("REINDEX INDEX CONCURRENTLY {};\n", name));
  }
  judge_missing(profile, facts, options, out);
  judge_updates(profile, facts, options, out);
}

}  // namespace onceover::health
