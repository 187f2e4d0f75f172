// Vacuum, and what blocks it.
#include <fmt/format.h>

#include "core/base/moment.h"
#include "core/health/judge.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

using tables::table_name;

void judge_space(const tables::Profile& p, const Facts& facts, const Options& options, Findings& out) {
  const Thresholds& t = options.thresholds;
  if (facts.needed_bytes && facts.heap_bytes > 0) {
    const std::int64_t wasted = facts.heap_bytes - *facts.needed_bytes;
    const double share = static_cast<double>(wasted) / static_cast<double>(facts.heap_bytes);
    if (wasted >= t.wasted_bytes && share >= t.wasted_share) {
      Finding& f = add(out, Check::bloated,
                       fmt::format("The table takes {} bytes; its rows need about {} ({:.0f} % is empty).", facts.heap_bytes,
                                   *facts.needed_bytes, share * 100));
      f.sql = fmt::format("VACUUM (ANALYZE, VERBOSE) {};\n", table_name(p));
      f.advice =
          "This makes the space usable again. To return it to the system, rewrite the table: VACUUM FULL under an exclusive lock, or "
          "a tool that copies the table online.";
    }
  }
  if (facts.activity && facts.activity->dead >= t.dead_rows && static_cast<double>(facts.activity->dead) > 2 * facts.vacuum_threshold) {
    Finding& f =
        add(out, Check::vacuum_behind,
            fmt::format("{} dead rows and {} live rows; the server vacuums at {:.0f}; last vacuumed: {}.", facts.activity->dead,
                        facts.activity->live, facts.vacuum_threshold,
                        facts.activity->last_vacuum ? moment(*facts.activity->last_vacuum) : "never since the statistics were reset"));
    f.sql = fmt::format("VACUUM (ANALYZE) {0};\nALTER TABLE {0} SET (autovacuum_vacuum_scale_factor = 0.02);\n", table_name(p));
  }
}

std::string setting(const Facts& facts, const std::string& name) {
  const auto found = facts.settings.find(name);
  return found == facts.settings.end() ? std::string() : found->second;
}

}  // namespace

void judge_upkeep(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out) {
  judge_space(profile, facts, options, out);
  for (const char* name : {"autovacuum", "track_counts"}) {
    if (setting(facts, name) != "off") continue;
    add(out, Check::autovacuum_off, fmt::format("{} is off on this server.", name)).sql =
        fmt::format("ALTER SYSTEM SET {} = on;\nSELECT pg_reload_conf();\n", name);
  }
  if (!facts.autovacuum_here) {
    add(out, Check::autovacuum_off, "autovacuum_enabled is off for this table.").sql =
        fmt::format("ALTER TABLE {} RESET (autovacuum_enabled);\n", table_name(profile));
  }
  for (const OldTransaction& old : facts.transactions) {
    if (old.age < options.thresholds.open_transaction) continue;
    Finding& f = add(out, Check::transaction_held_open, fmt::format("{}, open for {}.", old.who, human(old.age)));
    if (old.pid != 0) {
      f.sql = fmt::format("-- Ends that session and rolls back its transaction:\nSELECT pg_terminate_backend({});\n", old.pid);
      f.advice = "Ask its owner first. Set idle_in_transaction_session_timeout, so that the next one ends by itself.";
    } else {
      f.sql = fmt::format("-- One of these, as its transaction manager decides:\nCOMMIT PREPARED {0};\nROLLBACK PREPARED {0};\n",
                          tables::literal(old.prepared_id));
    }
  }
  if (facts.transaction_age >= options.thresholds.transaction_age) {
    Finding& f = add(out, Check::wraparound_near, fmt::format("The table's oldest row is {} transactions old.", facts.transaction_age));
    f.sql = fmt::format("VACUUM (FREEZE, VERBOSE) {};\n", table_name(profile));
  }
}

}  // namespace onceover::health
