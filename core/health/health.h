// SPDX-License-Identifier: Apache-2.0
// Does this store keep its promises? Checks of one profile's table and its server. Each finding has its
// evidence, its consequence, and a remedy as SQL for a person to read and run: nothing here writes. The
// catalogue, the statistics and a bounded sample of rows are read (facts.h); the checks are pure (judge.h).
//
// Threads: as the connection. Errors: of the connection, and invalid_input for a profile that cannot be used.
// Facts that this user may not see, or that took too long, are no error and no finding: Report::not_checked
// names the checks, with the reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/browser.h"
#include "core/gateway/evidence.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::health {

enum class Severity {
  critical,  // an effect may happen twice, an answer may be lost, or the store is about to stop
  warning,   // it causes or prolongs the next incident
  notice,    // worth a look
};
std::string_view word(Severity severity);

enum class Check {
  // The table's shape.
  identity_not_unique,
  identity_may_be_null,
  identity_without_tenant,
  key_not_unique,
  fingerprint_not_stored,
  response_not_stored,
  response_reordered,
  lease_not_stored,
  attempts_not_counted,
  time_without_zone,
  key_folded,
  key_cut,
  ids_run_out,
  unlogged,
  // Its indexes.
  index_invalid,
  expiry_not_indexed,
  stuck_not_indexed,
  hot_defeated,
  index_names_state,
  fillfactor_full,
  // Its rows.
  finished_without_response,
  unfinished_without_lease,
  key_hard_coded,
  key_reused,
  key_made_anew,
  // How unfinished keys are found.
  frontier_behind,
  frontier_missed_keys,
  created_at_writable,
  explicit_times_unnoticed,
  times_ahead,
  // Who may write it, and under which numbers.
  fences_behind,
  functions_of_superuser,
  // How rows are deleted.
  deletes_unfinished,
  reaper_behind,
  never_reaped,
  window_below_retries,
  window_below_gateway,
  // The events that services write and receive; only with our own schema.
  topic_without_relay,
  relay_without_process,
  relay_paused,
  relay_in_trouble,
  events_dead,
  partition_missing,
  partition_held,
  event_rate_high,
  events_foreign,
  event_numbers_behind,
  received_without_fingerprint,
  received_dead,
  received_not_taken,
  // Its upkeep.
  bloated,
  vacuum_behind,
  autovacuum_off,
  transaction_held_open,
  wraparound_near,
  // The server, and this user.
  commit_not_durable,
  isolation_not_default,
  server_not_durable,
  rows_hidden,
};

struct CheckInfo {
  Check check;
  std::string_view id;           // "lease-not-stored": stable, for scripts
  Severity severity;             // of most findings; one may be milder
  std::string_view title;        // what is wrong, as a heading
  std::string_view consequence;  // one sentence
};
const std::vector<CheckInfo>& all_checks();  // in the order of the enum
const CheckInfo& info(Check check);

struct Finding {
  Check check{};
  Severity severity{};
  // what was seen, with numbers; may quote names and values of the table: not yet visible()
  std::string evidence;
  std::string advice;  // the remedy as text; empty where the SQL is enough
  std::string sql;     // the remedy as statements to read before running them; empty: none can be run as is
  bool operator==(const Finding&) const = default;
};

// Limits beyond which something is a finding. The defaults are for production; tests lower those that would
// need a large table.
struct Thresholds {
  Duration open_transaction = std::chrono::hours(1);
  static constexpr Duration reaper_lag = std::chrono::hours(24);  // of a finished row after its expiry
  // of the oldest row of a table without an expiry
  static constexpr Duration never_reaped_age = std::chrono::hours(90 * 24);
  std::int64_t updates = 10'000;  // fewer updates are not judged
  double hot_share = 0.5;
  std::int64_t dead_rows = 10'000;
  std::int64_t wasted_bytes = 100'000'000;
  static constexpr double wasted_share = 0.5;
  // of the oldest row's transaction number; the server stops at about 2,100 million
  std::int64_t transaction_age = 1'000'000'000;
  static constexpr double ids_used = 0.5;  // share of all possible numbers
  static constexpr Duration frontier_lag = std::chrono::minutes(10);
  // events wait without a process, or the destination takes nothing
  Duration relay_silence = std::chrono::minutes(1);
  static constexpr Duration relay_pause = std::chrono::hours(24);
  // as in the service's configuration, unless given there
  static constexpr Duration outbox_retention = std::chrono::hours(168);
  double events_per_second =
      20'000;  // in the last hour; a relay publishes about 150,000 on two cores (bench relay)
  static constexpr double small_table = 200'000;  // rows: below, a missing index is a notice
};

struct Options {
  Thresholds thresholds;
  std::optional<Duration>
      longest_retry;  // of any client, manual retries included; otherwise as far as the rows show
  std::optional<Duration> gateway_window;  // its declared dedupe window
  int sample_rows = 5'000;  // of a larger table: this many from either end, and from pages all over it
  Duration statement_timeout = std::chrono::seconds(5);
};

struct NotChecked {
  Check check{};
  std::string why;  // a sentence
  bool operator==(const NotChecked&) const = default;
};

// The contract's review checklist: what a store's tables show, and what only a person can know.
struct ReviewItem {
  enum class Answer { holds, fails, ask } answer = Answer::ask;
  std::string what;        // "Fingerprint stored, mismatch refused"
  std::vector<Check> by;   // the findings that fail it
  std::string how_to_see;  // of `ask`: where to find the answer
};

struct Report {
  std::string table;              // as SQL
  std::vector<Finding> findings;  // most severe first
  std::vector<NotChecked> not_checked;
  std::vector<ReviewItem> review;
  std::vector<std::string> remarks;  // sentences that are no finding: triggers, a read-only table
  Timestamp as_of;                   // the database's clock
  std::string sql;                   // what was asked, for "show the SQL"
};

Result<Report> examine(pg::Connection& connection, const tables::Profile& profile,
                       const Options& options = {});

// How long the gateway remembers a key, for the operations of a table.

// The longest dedupe window; none: the gateway declares none, or serves none of the operations. Reads the
// operations where the profile names none.
Result<std::optional<Duration>> gateway_window(browse::Browser& browser, const tables::Profile& profile,
                                               const gateway::Gateway& gateway);

// A report for a ticket or a wiki: findings with remedies, checks that were not made, and the checklist.
// Pure.

std::string to_markdown(const Report& report);

std::string_view word(ReviewItem::Answer answer);  // "holds", "fails", "ask"

}  // namespace onceover::health
