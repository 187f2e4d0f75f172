// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/health/facts.h"
#include "core/health/row_size.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"
#include "core/tables/profile.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

std::vector<std::string> names_of(std::string_view hex) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < hex.size();) {
    const std::size_t end = std::min(hex.find(' ', at), hex.size());
    std::string name;
    if (hex.substr(at, end - at) != "-") from_hex(hex.substr(at, end - at), name);
    out.push_back(std::move(name));
    at = end + 1;
  }
  return out;
}

pg::Params relation(const tables::Profile& p) { return pg::Params().text(p.schema).text(p.table); }

// Returns the table's oid.
std::int64_t read_storage(const Parts& parts, const tables::Profile& profile) {
  std::int64_t oid = 0;
  using enum Check;
  parts.read(
      sql::health_storage, relation(profile),
      {unlogged, fillfactor_full, hot_defeated, vacuum_behind, wraparound_near, bloated, autovacuum_off},
      [&](const pg::Rows& rows) {
        Facts& facts = parts.facts;
        rows.read(0, 0, oid, facts.as_of);
        if (rows.integer(0, 2) == 0) return;  // a view or a foreign table: stored elsewhere
        facts.unlogged = rows.boolean(0, 3);
        if (!rows.is_null(0, 4)) facts.rows = rows.real(0, 4);
        facts.heap_bytes = rows.integer(0, 6);
        rows.read(0, 8, facts.fillfactor, facts.autovacuum_here);
        facts.vacuum_threshold = rows.real(0, 10);
        facts.transaction_age = rows.integer(0, 12);
        if (rows.integer(0, 13) == 0) return;
        Activity& activity = facts.activity.emplace();
        rows.read(0, 15, activity.updated, activity.hot_updated, activity.live, activity.dead,
                  activity.last_vacuum);
      });
  return oid;
}

void read_width(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  parts.read(sql::health_width, relation(profile).integer(oid), {Check::bloated}, [&](const pg::Rows& rows) {
    const auto tuple = tuple_bytes(rows);
    if (!parts.facts.rows || !tuple) {
      if (parts.facts.heap_bytes >= parts.options.thresholds.wasted_bytes)
        parts.leave_open({Check::bloated}, "Some columns have no statistics; ANALYZE collects them.");
      return;
    }
    const double room = (page_bytes - page_header_bytes) * parts.facts.fillfactor / 100.0;
    parts.facts.needed_bytes = static_cast<std::int64_t>(
        (*parts.facts.rows * (*tuple + line_pointer_bytes) / room + 1) * page_bytes);
  });
}

void read_indexes(const Parts& parts, std::int64_t oid) {
  parts.read(sql::health_indexes, pg::Params().integer(oid),
             {Check::index_invalid, Check::expiry_not_indexed, Check::stuck_not_indexed, Check::hot_defeated},
             [&](const pg::Rows& rows) {
               for (int i = 0; i < rows.size(); ++i) {
                 parts.facts.indexes.push_back({.name = rows.text(i, 0),
                                                .columns = names_of(rows.view(i, 5)),
                                                .uses = names_of(rows.view(i, 6)),
                                                .predicate = rows.text(i, 4),
                                                .valid = rows.boolean(i, 1),
                                                .unique = rows.boolean(i, 2),
                                                .constraint = rows.boolean(i, 3),
                                                .bytes = rows.integer(i, 7),
                                                .scans = rows.optional_integer(i, 8)});
               }
             });
}

void read_settings(const Parts& parts) {
  using enum Check;
  parts.read(sql::health_settings, {},
             {commit_not_durable, isolation_not_default, server_not_durable, autovacuum_off},
             [&](const pg::Rows& rows) {
               for (int i = 0; i < rows.size(); ++i) parts.facts.settings[rows.text(i, 0)] = rows.text(i, 1);
             });
  parts.read(sql::health_settings_of, {}, {commit_not_durable, isolation_not_default},
             [&](const pg::Rows& rows) {
               for (int i = 0; i < rows.size(); ++i)
                 parts.facts.settings_of.push_back({rows.text(i, 0), rows.text(i, 1), rows.text(i, 2)});
             });
}

void read_transactions(const Parts& parts) {
  parts.read(sql::health_may_see_all, {}, {Check::transaction_held_open}, [&](const pg::Rows& rows) {
    if (!rows.boolean(0, 0))
      parts.leave_open({Check::transaction_held_open},
                       "This user sees only its own sessions; pg_monitor or pg_read_all_stats shows all.");
  });
  parts.read(sql::health_transactions, {}, {Check::transaction_held_open}, [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) {
      parts.facts.transactions.push_back({.who = rows.text(i, 0),
                                          .age = Duration(static_cast<std::int64_t>(rows.real(i, 1) * 1e6)),
                                          .pid = static_cast<int>(rows.integer(i, 2)),
                                          .prepared_id = rows.text(i, 3)});
    }
  });
}

void read_sequences(const Parts& parts, std::int64_t oid) {
  parts.read(sql::health_sequences, pg::Params().integer(oid), {Check::ids_run_out},
             [&](const pg::Rows& rows) {
               for (int i = 0; i < rows.size(); ++i)
                 parts.facts.sequences.push_back({rows.text(i, 0), rows.integer(i, 1), rows.integer(i, 2)});
             });
}

void read_frontier(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  using enum Check;
  if (!tables::is_own(profile)) return;
  {
    auto transaction = parts.begin();
    parts.facts.frontier = unfinished::read_frontier(parts.connection).value();
    if (!parts.facts.frontier->exists)
      return parts.leave_open({frontier_behind, frontier_missed_keys}, parts.facts.frontier->why);
    if (parts.facts.frontier->may_see_writers)
      parts.facts.writers = unfinished::writers_of_keys(parts.connection).value();
  }
  parts.read(
      sql::health_explicit_times, pg::Params().integer(oid), {explicit_times_unnoticed},
      [&](const pg::Rows& rows) { parts.facts.explicit_times_noted = rows.empty() || rows.boolean(0, 0); });
  parts.read(sql::health_times_ahead, pg::Params().integer(times_ahead_most), {times_ahead},
             [&](const pg::Rows& rows) {
               for (int i = 0; i < rows.size(); ++i)
                 parts.facts.times_ahead.emplace_back(rows.text(i, 0), rows.integer(i, 1));
             });
  parts.read(sql::health_created_at_writers, pg::Params().integer(oid), {created_at_writable},
             [&](const pg::Rows& rows) { parts.facts.created_at_writers = rows.texts(0); });
}

void read_rights(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  const bool own = tables::is_own(profile);
  if (own) {
    parts.read(sql::health_fences, {}, {Check::fences_behind}, [&](const pg::Rows& rows) {
      if (!rows.boolean(0, 0))
        return parts.leave_open({Check::fences_behind},
                                "This user may not read the sequence onceover.fence.");
      parts.facts.fence_given = rows.integer(0, 1);
      parts.facts.fence_used = rows.integer(0, 2);
    });
  }
  parts.read(sql::health_owner, pg::Params().integer(oid), {Check::functions_of_superuser},
             [&](const pg::Rows& rows) {
               if (!rows.empty()) parts.facts.table_owner = rows.text(0, 0);
             });
  parts.read(
      sql::health_superuser_functions,
      pg::Params().integer(oid).text(tables::table_name(profile)).boolean(own),
      {Check::functions_of_superuser}, [&](const pg::Rows& rows) {
        for (int i = 0; i < rows.size(); ++i)
          parts.facts.superuser_functions.push_back({rows.text(i, 0), rows.text(i, 1), rows.boolean(i, 2)});
      });
}

void read_key_type(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  if (profile.key.empty()) return;
  parts.read(sql::health_key_type, pg::Params().integer(oid).text(profile.key), {Check::key_folded},
             [&](const pg::Rows& rows) {
               if (rows.empty()) return;
               if (rows.boolean(0, 0))
                 parts.facts.key_collation_problem = "Its type is citext: 'A' and 'a' are the same key.";
               if (rows.boolean(0, 1))
                 parts.facts.key_collation_problem =
                     "Its collation is not deterministic: keys that sort alike are the same key.";
             });
}

void read_deleters(const Parts& parts, const tables::Profile& profile) {
  const pg::Params table = pg::Params().text(profile.table);
  const auto take = [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) parts.facts.deleters.push_back({rows.text(i, 0), rows.text(i, 1)});
  };
  parts.read(sql::health_deleting_functions, table, {Check::deletes_unfinished}, take);
  const auto sources = parts.begin().exec(sql::health_sources).value();
  for (int i = 0; i < sources.size(); ++i) {
    const std::string_view sql =
        sources.view(i, 0) == "job"
            ? "SELECT 'job ' || j.jobid::text || ' of the scheduler', j.command::text FROM {} j WHERE "
              "j.command::text ILIKE '%delete%' AND "
              "strpos(lower(j.command::text), lower($1::text)) > 0 ORDER BY 1 LIMIT 100"
            : "SELECT 'statement run ' || s.calls::text || ' times', s.query::text FROM {} s WHERE "
              "s.query::text ILIKE '%delete%' AND strpos(lower(s.query::text), lower($1::text)) > 0 ORDER BY "
              "s.calls DESC LIMIT 100";
    parts.read(fmt::format(fmt::runtime(sql), sources.view(i, 1)), table, {Check::deletes_unfinished}, take);
  }
}

template <class Value, class Take>
void take_or_leave_open(const Parts& parts, Result<Value> read, std::initializer_list<Check> checks,
                        Take take) {
  if (read) return take(std::move(*read));
  if (!parts.connection.is_open() || read.error().is_cancelled()) raise(read.error());
  parts.leave_open(checks, read.error().what);
}

void read_events(const Parts& parts, const tables::Profile& profile) {
  using enum Check;
  pg::Connection& connection = parts.connection;
  if (!tables::is_own(profile) || !events::are_there(connection).value()) return;
  EventFacts& out = parts.facts.events.emplace();
  take_or_leave_open(parts, events::recent_events(connection),
                     {topic_without_relay, partition_missing, event_rate_high},
                     [&](events::Recent recent) { out.written = std::move(recent); });
  take_or_leave_open(parts, outbox::relays(connection),
                     {relay_without_process, relay_paused, relay_in_trouble, events_dead},
                     [&](std::vector<outbox::RelayView> relays) { out.relays = std::move(relays); });
  take_or_leave_open(
      parts, events::partitions(connection, parts.options.thresholds.outbox_retention),
      {partition_missing, partition_held}, [&](events::Partitions partitions) {
        if (std::ranges::any_of(partitions.all,
                                [](const events::Partition& p) { return p.may_know == false; }))
          parts.leave_open({partition_held}, "This user may not execute onceover.needs_outbox_partition.");
        out.partitions = std::move(partitions);
      });
  take_or_leave_open(parts, events::origin(connection), {events_foreign, event_numbers_behind},
                     [&](events::Origin origin) {
                       if (!origin.given)
                         parts.leave_open({event_numbers_behind},
                                          "This user may not read the sequence onceover.outbox_seq_seq.");
                       out.origin = std::move(origin);
                     });
  take_or_leave_open(parts, events::inbox_backlog(connection), {received_dead, received_not_taken},
                     [&](std::vector<events::Backlog> backlog) { out.backlog = std::move(backlog); });
  take_or_leave_open(parts, events::inbox_sample(connection),
                     {received_without_fingerprint, received_not_taken},
                     [&](std::vector<events::Received> received) { out.received = std::move(received); });
}

}  // namespace

std::string facts_sql(const tables::Profile& profile) {
  std::vector<std::string_view> statements{
      sql::health_storage,   sql::health_width,       sql::health_indexes,
      sql::health_settings,  sql::health_settings_of, sql::health_transactions,
      sql::health_sequences, sql::health_fences,      sql::health_superuser_functions,
      sql::health_key_type};
  if (tables::is_own(profile)) {
    statements.insert(statements.end(),
                      {sql::health_times_ahead, sql::events_recent, sql::relay_list, sql::events_partitions,
                       sql::events_held, sql::events_origin, sql::inbox_waiting, sql::inbox_recent});
  }
  return fmt::format("{};\n", fmt::join(statements, ";\n"));
}

pg::Transaction Parts::begin() const {
  return pg::Transaction::begin(connection,
                                {.read_only = true, .statement_timeout = options.statement_timeout})
      .value();
}

void Parts::leave_open(std::initializer_list<Check> checks, const std::string& why) const {
  for (const Check check : checks) facts.not_checked.push_back({check, why});
}

void Parts::read(std::string_view sql, const pg::Params& params, std::initializer_list<Check> checks,
                 const std::function<void(const pg::Rows&)>& take) const {
  auto transaction = begin();
  auto rows = transaction.exec(sql, params);
  if (rows) return take(*rows);
  if (!connection.is_open() || rows.error().kind == ErrorKind::cancelled) raise(rows.error());
  leave_open(checks, rows.error().what);
}

Facts read_facts(pg::Connection& connection, const tables::Profile& profile, const Options& options) {
  Facts facts;
  facts.access = tables::inspect(connection, profile).value();
  if (facts.access.relation == tables::Access::Relation::missing) {
    raise(ErrorKind::invalid_input,
          fmt::format("There is no table {}.{}", visible(profile.schema), visible(profile.table)),
          "Nothing was checked.", "Name the table that the service writes, or another profile.");
  }
  const Parts parts{connection, options, facts};
  using Relation = tables::Access::Relation;
  if (facts.access.relation == Relation::view || facts.access.relation == Relation::foreign)
    parts.leave_open({Check::identity_not_unique},
                     "A view or foreign table shows no unique keys: check the table that it reads.");
  const std::int64_t oid = read_storage(parts, profile);
  read_width(parts, profile, oid);
  read_indexes(parts, oid);
  read_settings(parts);
  read_transactions(parts);
  read_sequences(parts, oid);
  read_frontier(parts, profile, oid);
  read_rights(parts, profile, oid);
  read_key_type(parts, profile, oid);
  read_deleters(parts, profile);
  read_rows(parts, profile);
  read_events(parts, profile);
  return facts;
}

}  // namespace onceover::health
