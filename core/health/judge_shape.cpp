// SPDX-License-Identifier: Apache-2.0
// The promises of the table's columns and keys.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/health/judge.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

using tables::Access;
using tables::Kind;
using tables::quoted_name;
using tables::table_name;

constexpr int longest_key = 255;  // bytes of a caller's key: key::max_name_bytes

std::string quoted_list(const std::vector<std::string>& columns) {
  std::vector<std::string> quoted;
  for (const std::string& column : columns) quoted.push_back(quoted_name(column));
  return fmt::format("{}", fmt::join(quoted, ", "));
}

// Columns of the table that the profile does not name and that could hold what it does not map.
std::vector<std::string> could_hold(const tables::Profile& p, const Facts& facts,
                                    bool (*is_like)(const Access::Column&)) {
  const std::vector<std::string> named = tables::columns_named(p);
  std::vector<std::string> out;
  for (const auto& [name, column] : facts.access.columns) {
    if (is_like(column) && std::ranges::find(named, name) == named.end()) out.push_back(name);
  }
  return out;
}

// A role that the profile leaves out. The table may have the column all the same: only where none could be
// it, one is to be added.
void not_mapped(Finding& f, const tables::Profile& p, const Facts& facts,
                bool (*is_like)(const Access::Column&), std::string_view field, std::string_view column,
                std::string_view advice) {
  const std::vector<std::string> columns = could_hold(p, facts, is_like);
  f.advice = advice;
  f.advice[0] = static_cast<char>(f.advice[0] - 'a' + 'A');
  if (columns.empty() && !facts.access.columns.empty()) {
    f.sql = fmt::format("ALTER TABLE {} ADD COLUMN {};\n", table_name(p), column);
    return;
  }
  constexpr std::size_t most = 5;
  if (!columns.empty()) {
    f.evidence += fmt::format(
        " Not named in it, and of a type that could hold it: {}{}.",
        quoted_list(
            {columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(std::min(columns.size(), most))}),
        columns.size() > most ? " and others" : "");
  }
  f.advice =
      fmt::format("Where the table has it, map its column in the profile ({}). Otherwise: {}", field, advice);
}

bool is_text_or_bytes(const Access::Column& c) { return c.is_text() || c.is_bytes(); }
bool is_body(const Access::Column& c) { return c.is_text() || c.is_bytes() || c.is_json(); }
bool is_time(const Access::Column& c) { return c.is_instant(); }
bool is_counter(const Access::Column& c) { return c.is_integer() && !c.generated; }

void judge_identity(const tables::Profile& p, const Facts& facts, Findings& out) {
  if (facts.access.relation == Access::Relation::view || facts.access.relation == Access::Relation::foreign)
    return;  // it has no keys to show
  const std::string columns = quoted_list(p.identity);
  if (facts.access.unique == Access::Unique::no) {
    Finding& f = add(out, Check::identity_not_unique, facts.access.why_not_unique);
    if (!p.identity.empty()) {
      f.sql = fmt::format(
          "-- First find duplicates:\nSELECT {0}, count(*) FROM {1} GROUP BY {0} HAVING count(*) > 1;\n"
          "CREATE UNIQUE INDEX CONCURRENTLY ON {1} ({0});\n",
          columns, table_name(p));
    } else {
      f.advice = "Name in the profile the columns that identify a row, and create a unique key on them.";
    }
  } else if (facts.access.unique == Access::Unique::without_null) {
    Finding& f = add(out, Check::identity_may_be_null, facts.access.why_not_unique);
    for (const std::string& column : facts.access.null_columns)
      f.sql +=
          fmt::format("ALTER TABLE {} ALTER COLUMN {} SET NOT NULL;\n", table_name(p), quoted_name(column));
    f.advice = "Or make the key UNIQUE NULLS NOT DISTINCT (PostgreSQL 15).";
  }
  // A key that is unique together with columns of other roles, or of none, is a question for a person:
  // review().
  const bool is_in_identity = std::ranges::find(p.identity, p.key) != p.identity.end();
  if (facts.access.unique != Access::Unique::no && !facts.access.why_key_not_unique.empty() &&
      !is_in_identity)
    add(out, Check::key_not_unique, facts.access.why_key_not_unique, std::string(map_what_recognises));
  if (!p.tenant.empty() && p.identity == std::vector{p.key}) {
    add(out, Check::identity_without_tenant,
        fmt::format("The unique key is only ({}); the tenant is in {}.", columns, quoted_name(p.tenant)), {},
        fmt::format("CREATE UNIQUE INDEX CONCURRENTLY ON {} ({}, {});\n-- then let the service insert ON "
                    "CONFLICT on these columns, and drop the old one.\n",
                    table_name(p), quoted_name(p.tenant), quoted_name(p.key)));
  }
}

void judge_key(const tables::Profile& p, const Facts& facts, Findings& out) {
  const Access::Column* key = facts.access.column(p.key);
  if (key == nullptr) return;
  const std::string alter = fmt::format("ALTER TABLE {} ALTER COLUMN {} TYPE text COLLATE \"C\";\n",
                                        table_name(p), quoted_name(p.key));
  if (!facts.key_collation_problem.empty()) {
    add(out, Check::key_folded, facts.key_collation_problem,
        "It rewrites the index under an exclusive lock: choose a quiet hour.", alter);
  }
  if (key->max_length >= 0 && key->max_length < longest_key) {
    add(out, Check::key_cut,
        fmt::format("{} is {}; a caller's key has up to {} characters.", quoted_name(p.key), key->type_name,
                    longest_key),
        {}, alter);
  }
}

void judge_content(const tables::Profile& p, const Facts& facts, Findings& out) {
  if (p.kind == Kind::inbox && p.attempts.empty()) {
    not_mapped(add(out, Check::attempts_not_counted, "The profile maps no attempts column."), p, facts,
               is_counter, "attempts", "attempts integer NOT NULL DEFAULT 0",
               "let the consumer count each attempt.");
  }
  if (p.kind != Kind::idempotency) return;
  if (p.fingerprint.empty()) {
    not_mapped(add(out, Check::fingerprint_not_stored, "The profile maps no fingerprint."), p, facts,
               is_text_or_bytes, "fingerprint", "fingerprint bytea",
               "let the service store the SHA-256 of the request with the claim, and refuse a key whose "
               "fingerprint differs.");
  }
  if (p.response_body.empty()) {
    not_mapped(add(out, Check::response_not_stored, "The profile maps no stored response."), p, facts,
               is_body, "response_body", "response_body bytea",
               "let the service store code and body exactly as sent.");
  } else if (const Access::Column* body = facts.access.column(p.response_body.column);
             body != nullptr && !p.response_body.is_pointer() && body->base == "jsonb") {
    add(out, Check::response_reordered, fmt::format("{} is jsonb.", quoted_name(p.response_body.column)),
        "Let the service store and replay the bytes that it sent; keep jsonb only for reading.",
        fmt::format("ALTER TABLE {} ADD COLUMN response_bytes bytea;\n", table_name(p)));
  }
  if (!p.lease.is_observable()) {
    Finding& f = add(out, Check::lease_not_stored,
                     p.lease.form == tables::Lease::Form::owner_only ? "The row names its owner, but no time."
                                                                     : "The profile maps no lease.");
    constexpr std::string_view advice =
        "let the service write a lease with the claim: the time until which others must wait, by the "
        "database's clock.";
    if (p.lease.at.has_unknown_zone()) {
      f.evidence = fmt::format("The time zone of the lease, \"{}\", is unknown.", p.lease.at.column);
      f.advice = "Set the zone in the profile (lease.at).";
    } else {
      not_mapped(f, p, facts, is_time, "lease", "locked_until timestamptz", advice);
    }
  }
}

void judge_times(const tables::Profile& p, Findings& out) {
  std::vector<std::string> columns;
  std::vector<std::string> unknown;
  std::string sql;
  for (const tables::Instant* at :
       {&p.lease.at, &p.created_at, &p.updated_at, &p.completed_at, &p.expires_at}) {
    if (at->empty() || at->form != tables::TimeForm::timestamp) continue;
    if (std::ranges::find(columns, at->column) != columns.end()) continue;
    columns.push_back(at->column);
    if (at->has_unknown_zone()) {
      unknown.push_back(at->column);
      continue;
    }
    sql += fmt::format("ALTER TABLE {} ALTER COLUMN {} TYPE timestamptz USING {} AT TIME ZONE {};\n",
                       table_name(p), quoted_name(at->column), quoted_name(at->column),
                       tables::literal(at->zone));
  }
  if (columns.empty()) return;
  Finding& f =
      add(out, Check::time_without_zone,
          fmt::format("Timestamps without time zone: {}.", quoted_list(columns)), {}, std::move(sql));
  if (!unknown.empty()) {
    f.evidence += fmt::format(" It is unknown in which time zone {} is written.", quoted_list(unknown));
    f.advice =
        "Find out in which time zone the service writes, and set it in the profile (zone): the wrong zone "
        "would shift every value.";
    if (unknown.size() == columns.size()) return;
    f.advice += " ";
  }
  f.advice +=
      "It rewrites the table under an exclusive lock, unless both the session's time zone and the named zone "
      "are UTC.";
}

void judge_numbers(const tables::Profile& p, const Facts& facts, const Options& options, Findings& out) {
  for (const SequenceFacts& s : facts.sequences) {
    const double used = s.most > 0 ? static_cast<double>(s.last) / static_cast<double>(s.most) : 0;
    if (used < options.thresholds.ids_used) continue;
    Finding& f =
        add(out, Check::ids_run_out,
            fmt::format("{} is at {} of {} ({:.0f} %).", quoted_name(s.column), s.last, s.most, used * 100));
    if (used > 0.9) f.severity = Severity::critical;
    f.sql =
        fmt::format("ALTER TABLE {} ALTER COLUMN {} TYPE bigint;\n", table_name(p), quoted_name(s.column));
    f.advice =
        "It rewrites the table under an exclusive lock; change its sequence and the columns that refer to it "
        "to bigint, too.";
  }
}

}  // namespace

void judge_shape(const tables::Profile& profile, const Facts& facts, const Options& options, Findings& out) {
  judge_identity(profile, facts, out);
  judge_key(profile, facts, out);
  judge_content(profile, facts, out);
  judge_times(profile, out);
  judge_numbers(profile, facts, options, out);
  if (facts.unlogged) {
    add(out, Check::unlogged, "relpersistence is u.", "It rewrites the table under an exclusive lock.",
        fmt::format("ALTER TABLE {} SET LOGGED;\n", table_name(profile)));
  }
}

}  // namespace onceover::health
