// SPDX-License-Identifier: Apache-2.0
// How the unfinished keys of our own schema are found.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/health/judge.h"
#include "core/tables/sql.h"

namespace onceover::health {

namespace {

void judge_times_ahead(const Facts& facts, Findings& out) {
  if (facts.times_ahead.empty()) return;
  std::int64_t n = 0;
  bool is_least = false;
  std::vector<std::string> parts;
  for (const auto& [what, count] : facts.times_ahead) {
    n += count;
    is_least = is_least || count >= times_ahead_most;
    parts.push_back(fmt::format("{}: {}", what, count));
  }
  add(out, Check::times_ahead,
      fmt::format("Times in the future: {}{} ({}).", is_least ? "at least " : "", n, fmt::join(parts, ", ")),
      "Find out why the clock was ahead. Nothing else is to be done: each is written anew when its row is "
      "next taken.");
}

}  // namespace

void judge_frontier(const tables::Profile& p, const Facts& facts, const Options& options, Findings& out) {
  for (const IndexFacts& index : facts.indexes) {
    if (!tables::is_own(p) || index.predicate.find("state") == std::string::npos) continue;
    add(out, Check::index_names_state,
        fmt::format("{} is partial on {}.", tables::quoted_name(index.name), index.predicate),
        "It is not needed: a list finds the unfinished keys.",
        fmt::format("DROP INDEX CONCURRENTLY {}.{};\n", tables::quoted_name(p.schema),
                    tables::quoted_name(index.name)));
  }
  judge_times_ahead(facts, out);
  if (!facts.frontier || !facts.frontier->exists) return;
  const unfinished::Frontier& frontier = *facts.frontier;
  const bool is_late = frontier.is_valid && frontier.now - frontier.until > options.thresholds.frontier_lag;
  // A small table is read instead.
  const bool is_large = facts.rows ? *facts.rows >= options.thresholds.small_table
                                   : facts.heap_bytes >= options.thresholds.wasted_bytes;
  if (is_large && (!frontier.is_valid || is_late)) {
    std::string evidence = is_late ? fmt::format("It covers the keys made before {}, {} ago.",
                                                 moment(frontier.until), human(frontier.now - frontier.until))
                                   : frontier.why;
    if (auto hidden = unfinished::hidden_by(facts.writers, frontier.now)) evidence += " " + *hidden;
    add(out, Check::frontier_behind, std::move(evidence),
        "Run oncectl sweep --follow as a service: it moves the frontier and keeps the list.");
  }
  if (!frontier.is_kept) {
    Finding& f = add(out, Check::frontier_behind, "Triggers that maintain it are missing or disabled.",
                     "Enable them, then run a sweeper: its full pass finds the missed keys. If one is "
                     "missing, install the schema again.");
    for (const char* name :
         {"key_is_sound", "key_stays_sound", "key_changed", "released_key_deleted", "keys_truncated"})
      f.sql += fmt::format("ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER {};\n", name);
  }
  if (!facts.explicit_times_noted) {
    Finding& f = add(out, Check::explicit_times_unnoticed, "created_at is not of the type onceover.key_time.",
                     {}, "ALTER TABLE onceover.keys ALTER COLUMN created_at TYPE onceover.key_time;\n");
    f.advice =
        "It reads every row. Claims wait meanwhile, and services prepare their statements again. A view over "
        "created_at must be dropped first and created again.";
  }
  if (frontier.found_behind > 0) {
    add(out, Check::frontier_missed_keys,
        fmt::format("The full pass has found {} of them so far.", frontier.found_behind),
        "Rows that were written with explicit times explain it. Otherwise please report it.");
  }
  if (!facts.created_at_writers.empty()) {
    Finding& f = add(out, Check::created_at_writable,
                     fmt::format("{} may.", fmt::join(facts.created_at_writers, ", ")),
                     "Grant INSERT and UPDATE on the other columns instead: oncectl roles print shows how.");
    for (const std::string& role : facts.created_at_writers) {
      f.sql += fmt::format(
          "REVOKE INSERT, UPDATE ON onceover.keys FROM {};\nREVOKE INSERT (created_at), UPDATE (created_at) "
          "ON onceover.keys FROM {};\n",
          role, role);
    }
  }
}

}  // namespace onceover::health
