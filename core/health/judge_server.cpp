// SPDX-License-Identifier: Apache-2.0
// The server's settings, and what this user can see.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/time.h"
#include "core/health/judge.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

std::string reset(const SettingOf& s) { return fmt::format("ALTER {} RESET {};\n", s.who, s.name); }

void judge_setting(const Facts& facts, const std::string& name, const std::vector<std::string>& wrong,
                   Check check, const std::string& right, Findings& out) {
  const auto is_wrong = [&wrong](const std::string& value) {
    return std::ranges::find(wrong, value) != wrong.end();
  };
  std::vector<std::string> seen;
  std::string sql;
  bool is_of_others = false;
  for (const SettingOf& s : facts.settings_of) {
    if (s.name != name || !is_wrong(s.value)) continue;
    is_of_others = true;
    seen.push_back(fmt::format("{} begins with {} = {}", s.who, name, s.value));
    sql += reset(s);
  }
  const auto here = facts.settings.find(name);
  if (here != facts.settings.end() && is_wrong(here->second) && !is_of_others) {
    seen.push_back(fmt::format("{} is {} for this session", name, here->second));
    sql += fmt::format("ALTER SYSTEM SET {} = {};\nSELECT pg_reload_conf();\n", name, right);
  }
  if (seen.empty()) return;
  add(out, check, fmt::format("{}.", fmt::join(seen, "; ")), {}, std::move(sql));
}

}  // namespace

bool is_private_store(const Facts& facts) {
  const auto is = [&](const char* name, std::string_view value) {
    const auto found = facts.settings.find(name);
    return found != facts.settings.end() && found->second == value;
  };
  return is("onceover.private_store", "on") && is("listen_addresses", "");
}

void judge_server(const tables::Profile&, const Facts& facts, const Options&, Findings& out) {
  judge_setting(facts, "synchronous_commit", {"off"}, Check::commit_not_durable, "on", out);
  judge_setting(facts, "default_transaction_isolation", {"repeatable read", "serializable"},
                Check::isolation_not_default, "'read committed'", out);
  if (!is_private_store(facts)) {
    judge_setting(facts, "fsync", {"off"}, Check::server_not_durable, "on", out);
    judge_setting(facts, "full_page_writes", {"off"}, Check::server_not_durable, "on", out);
  }
  if (facts.access.hides_rows) {
    add(out, Check::rows_hidden, "Row-level security is in force for this user.",
        "Connect as a role that may see every row by policy; BYPASSRLS is for owners and superusers.");
  }
  if (!facts.access.may_select) {
    const std::vector<std::string> why = facts.access.why_not_read();
    add(out, Check::rows_hidden,
        why.empty() ? "This user may not read every column that the profile names."
                    : fmt::format("{}", fmt::join(why, " ")),
        "oncectl roles print prints a script with the rights of a viewer.");
  }
}

void judge_rights(const tables::Profile& p, const Facts& facts, const Options&, Findings& out) {
  if (facts.fence_given && *facts.fence_given < facts.fence_used) {
    add(out, Check::fences_behind,
        fmt::format("The sequence onceover.fence has given {}, and {} is in use.", *facts.fence_given,
                    facts.fence_used),
        "Logical replication copies no sequences: stop the services, run this, and start them again.",
        "SELECT * FROM onceover.repair_sequences();\n");
  }
  if (facts.superuser_functions.empty()) return;
  const auto& all = facts.superuser_functions;
  const auto reaching = std::ranges::find_if(all, &SuperuserFunction::touches_table);
  const SuperuserFunction& example = reaching == all.end() ? all.front() : *reaching;
  Finding& f = add(out, Check::functions_of_superuser,
                   fmt::format("{} belongs to the superuser {}{}.", example.name, example.owner,
                               all.size() > 1 ? fmt::format(", and {} more do to one", all.size() - 1) : ""));
  if (reaching == all.end()) {
    f.advice = "Let a role that is no superuser own the schema onceover and what is in it.";
    return;
  }
  f.severity = Severity::critical;
  f.evidence +=
      fmt::format(" It touches {}, which belongs to {}: triggers that this owner adds run as a superuser.",
                  tables::table_name(p), facts.table_owner);
  const bool own = tables::is_own(p);
  f.advice =
      own ? ""
          : "Have the role's script made and run anew: its parts belong to the owners of table and schema.";
  for (const SuperuserFunction& function : all) {
    if (!function.touches_table) continue;
    f.sql += own ? fmt::format("ALTER FUNCTION {} OWNER TO {};\n", function.name, facts.table_owner)
                 : fmt::format("DROP FUNCTION {};\n", function.name);
  }
}

namespace {

using tables::table_name;

void judge_space(const tables::Profile& p, const Facts& facts, const Options& options, Findings& out) {
  const Thresholds& t = options.thresholds;
  if (facts.needed_bytes && facts.heap_bytes > 0) {
    const std::int64_t wasted = facts.heap_bytes - *facts.needed_bytes;
    const double share = static_cast<double>(wasted) / static_cast<double>(facts.heap_bytes);
    if (wasted >= t.wasted_bytes && share >= t.wasted_share) {
      Finding& f = add(out, Check::bloated,
                       fmt::format("The table takes {} bytes; its rows need about {} ({:.0f} % is empty).",
                                   facts.heap_bytes, *facts.needed_bytes, share * 100),
                       {}, fmt::format("VACUUM (ANALYZE, VERBOSE) {};\n", table_name(p)));
      f.advice =
          "This makes the space usable again. To return it to the system, rewrite the table: VACUUM FULL "
          "under an exclusive lock, or a tool that copies the table online.";
    }
  }
  if (facts.activity && facts.activity->dead >= t.dead_rows &&
      static_cast<double>(facts.activity->dead) > 2 * facts.vacuum_threshold) {
    add(out, Check::vacuum_behind,
        fmt::format("{} dead rows and {} live rows; the server vacuums at {:.0f}; last vacuumed: {}.",
                    facts.activity->dead, facts.activity->live, facts.vacuum_threshold,
                    facts.activity->last_vacuum ? moment(*facts.activity->last_vacuum)
                                                : "never since the statistics were reset"),
        {},
        fmt::format("VACUUM (ANALYZE) {0};\nALTER TABLE {0} SET (autovacuum_vacuum_scale_factor = 0.02);\n",
                    table_name(p)));
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
    add(out, Check::autovacuum_off, fmt::format("{} is off on this server.", name), {},
        fmt::format("ALTER SYSTEM SET {} = on;\nSELECT pg_reload_conf();\n", name));
  }
  if (!facts.autovacuum_here) {
    add(out, Check::autovacuum_off, "autovacuum_enabled is off for this table.", {},
        fmt::format("ALTER TABLE {} RESET (autovacuum_enabled);\n", table_name(profile)));
  }
  for (const OldTransaction& old : facts.transactions) {
    if (old.age < options.thresholds.open_transaction) continue;
    Finding& f =
        add(out, Check::transaction_held_open, fmt::format("{}, open for {}.", old.who, human(old.age)));
    if (old.pid != 0) {
      f.sql = fmt::format(
          "-- Ends that session and rolls back its transaction:\nSELECT pg_terminate_backend({});\n",
          old.pid);
      f.advice =
          "Ask its owner first. Set idle_in_transaction_session_timeout, so that the next one ends by "
          "itself.";
    } else {
      f.sql = fmt::format(
          "-- One of these, as its transaction manager decides:\nCOMMIT PREPARED {0};\nROLLBACK PREPARED "
          "{0};\n",
          tables::literal(old.prepared_id));
    }
  }
  if (facts.transaction_age >= options.thresholds.transaction_age) {
    add(out, Check::wraparound_near,
        fmt::format("The table's oldest row is {} transactions old.", facts.transaction_age), {},
        fmt::format("VACUUM (FREEZE, VERBOSE) {};\n", table_name(profile)));
  }
}

}  // namespace onceover::health
