// SPDX-License-Identifier: Apache-2.0
// The facts that the checks judge: read from one table's catalogue, statistics and rows, judged by judge.h. A
// value.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/events/events.h"
#include "core/health/health.h"
#include "core/outbox/operate.h"
#include "core/pg/transaction.h"
#include "core/tables/inspect/inspect.h"
#include "core/unfinished/frontier.h"

namespace onceover::health {

struct IndexFacts {
  std::string name;                  // unquoted, in the table's schema
  std::vector<std::string> columns;  // of its key, in order; "" for an expression
  std::vector<std::string> uses;     // all columns: of expressions, of the predicate, and included ones too
  std::string predicate;
  // constraint: it implements a primary key, unique or exclusion constraint
  bool valid = true, unique = false, constraint = false;
  std::int64_t bytes = 0;
  std::optional<std::int64_t> scans;  // since the statistics were reset
};

struct Activity {
  std::int64_t updated = 0, hot_updated = 0, live = 0, dead = 0;
  std::optional<Timestamp> last_vacuum;  // manual or automatic, whichever was later
};

// A session setting of a role or a database, besides the server's own.
struct SettingOf {
  std::string who;  // "role app", "database shop", "role app in database shop"
  std::string name, value;
};

struct OldTransaction {
  std::string who;  // "pid 4242, application payments-7, user app, idle in transaction"
  Duration age{0};
  int pid = 0;              // 0: a prepared one
  std::string prepared_id;  // of that
};

struct SequenceFacts {
  std::string column;
  std::int64_t last = 0, most = 0;  // most: of the column's type or of the sequence, whichever ends first
};

// A statement that deletes from the table, and where it was found: "function public.clean_keys()", "cron job
// 7 (clean)".
struct Deleter {
  std::string where, text;
};

// A SECURITY DEFINER function of ours that belongs to a superuser.
struct SuperuserFunction {
  std::string name, owner;  // as SQL
  // of another owner, who is no superuser: that owner's triggers and policies run with its rights
  bool touches_table = false;
};

// Counted over a sample: all rows of a small table.
struct RowFacts {
  std::int64_t rows = 0, finished = 0, finished_without_response = 0, in_progress = 0,
               in_progress_without_lease = 0;
  std::optional<std::string> unanswered_key, leaseless_key;  // an example of each
  std::optional<Duration> median_window;                     // from creation to expiry, of finished rows
  std::optional<Duration>
      longest_retry;  // counted in the last 35 days: a retry came at least this long after its key's creation
  std::optional<Duration> longest_life;     // from creation to completion, of rows with more than one attempt
  std::optional<Timestamp> oldest_created;  // of all of them
  std::optional<Timestamp> oldest_expiry;   // of the finished ones
};

// Parts that could not be read are empty, and their checks are in Facts::not_checked.
struct EventFacts {
  std::optional<events::Recent> written;
  std::vector<outbox::RelayView> relays;
  std::optional<events::Partitions> partitions;
  std::optional<events::Origin> origin;
  std::vector<events::Backlog> backlog;
  std::vector<events::Received> received;
  bool is_used() const { return !relays.empty() || !received.empty() || (written && written->newest); }
};

inline constexpr std::int64_t times_ahead_most = 10'000;

struct SampledKey {
  std::string tenant, operation, key, fingerprint;  // fingerprint as text, empty where there is none
  std::optional<Timestamp> created;
};

struct Facts {
  Timestamp as_of;
  tables::Access access;
  std::string key_collation_problem;  // why the server takes two different keys as equal; empty: it does not
  std::vector<IndexFacts> indexes;
  bool unlogged = false;
  std::optional<double> rows;  // the planner's estimate; none: never analysed
  std::int64_t heap_bytes = 0;
  // what the rows would take if they were rewritten; none without statistics
  std::optional<std::int64_t> needed_bytes;
  int fillfactor = 100;
  bool autovacuum_here = true;  // the table's own storage parameter
  double vacuum_threshold = 0;  // dead rows at which the server would vacuum
  std::int64_t transaction_age = 0;
  std::optional<Activity> activity;
  std::map<std::string, std::string> settings;
  std::vector<SettingOf> settings_of;
  std::vector<OldTransaction> transactions;
  std::vector<SequenceFacts> sequences;
  std::vector<Deleter> deleters;
  std::optional<unfinished::Frontier> frontier;  // only for our own schema
  std::vector<unfinished::Writer> writers;       // of keys, now
  std::vector<std::string> created_at_writers;   // roles other than the owner, quoted
  bool explicit_times_noted = true;              // by the type of created_at
  // what they are, and how many; up to times_ahead_most of each
  std::vector<std::pair<std::string, std::int64_t>> times_ahead;
  std::optional<std::int64_t> fence_given;  // by the sequence, last; only for our own schema
  std::int64_t fence_used = 0;              // the highest among the newest keys and audit rows
  std::optional<EventFacts> events;         // only for our own schema, where it has their tables
  std::string table_owner;                  // as SQL
  std::vector<SuperuserFunction> superuser_functions;
  std::optional<RowFacts> sample;
  std::vector<SampledKey> keys;  // the newest, where an index finds them
  std::vector<NotChecked> not_checked;
  // checks of rows that are not all seen, or not in a known state: open where they find nothing
  std::vector<NotChecked> not_seen;
};

// Reads the facts. Each part has its own transaction, so that a slow or forbidden part fails on its own. Only
// for this room.

// These throw errors, for as_result().
Facts read_facts(pg::Connection& connection, const tables::Profile& profile, const Options& options);

struct Parts {
  pg::Connection& connection;
  const Options& options;
  Facts& facts;

  pg::Transaction begin() const;
  // One statement in its own transaction; if it fails and the connection survives, only these checks are not
  // made.
  void read(std::string_view sql, const pg::Params& params, std::initializer_list<Check> checks,
            const std::function<void(const pg::Rows& rows)>& take) const;
  void leave_open(std::initializer_list<Check> checks, const std::string& why) const;
};
// Those that read rows: read_rows.cpp.
void read_rows(const Parts& parts, const tables::Profile& profile);

// The statements, to show.
std::string facts_sql(const tables::Profile& profile);

}  // namespace onceover::health
