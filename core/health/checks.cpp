#include <algorithm>

#include "core/base/words.h"
#include "core/health/health.h"

namespace onceover::health {

constexpr auto severity_words =
    words<Severity>({{Severity::critical, "critical"}, {Severity::warning, "warning"}, {Severity::notice, "notice"}});

std::string_view word(Severity severity) { return severity_words.of(severity); }

const std::vector<CheckInfo>& all_checks() {
  using enum Check;
  using enum Severity;
  static const std::vector<CheckInfo> checks{
      {identity_not_unique, "identity-not-unique", critical, "No unique constraint on the key",
       "Two requests with the same key can both claim it, and the effect happens twice."},
      {identity_may_be_null, "identity-may-be-null", warning, "A column of the unique key may be NULL",
       "Rows with a NULL there are never duplicates: two requests with the same key both run."},
      {identity_without_tenant, "identity-without-tenant", warning, "The tenant is not part of the unique key",
       "Two tenants that send the same key share one row: the second is refused, or gets the answer of the first."},
      {fingerprint_not_stored, "fingerprint-not-stored", warning, "The request's fingerprint is not stored",
       "A key with another payload looks like a retry: it gets the first request's answer."},
      {response_not_stored, "response-not-stored", warning, "The response is not stored",
       "A duplicate cannot get the first answer: the client sees an error or another answer, although the effect happened."},
      {response_reordered, "response-reordered", notice, "The response is stored as jsonb",
       "jsonb drops the order of members, duplicates and the format of numbers: a replay has other bytes, and signatures over it "
       "break."},
      {lease_not_stored, "lease-not-stored", warning, "The row has no lease",
       "When an executor dies, nothing shows that its key is stuck: clients get 409 until the row is deleted by hand."},
      {attempts_not_counted, "attempts-not-counted", warning, "Attempts are not counted",
       "An event that crashes its handler is retried forever and never becomes a dead letter."},
      {time_without_zone, "time-without-zone", warning, "A time is stored without its zone",
       "A session in another zone, or the hour that summer time repeats, moves leases and expiries by an hour or more."},
      {key_folded, "key-folded", critical, "Different keys are equal to the server",
       "Two callers whose keys differ only in case or accent share one row: the second gets the answer of the first."},
      {key_cut, "key-cut", warning, "The key's column is too short",
       "A longer key is refused, or the service cuts it and it collides with another key."},
      {ids_run_out, "ids-run-out", warning, "The numbers of a column run out",
       "When the last number is used, every insert fails, and so does every new request."},
      {unlogged, "unlogged", critical, "The table is unlogged",
       "A crash of the server empties it: every finished key is forgotten and every retry runs again."},
      {index_invalid, "index-invalid", warning, "An index is not valid",
       "It costs every write and serves no query; an invalid unique index does not guarantee unique keys."},
      {expiry_not_indexed, "expiry-not-indexed", warning, "No index finds expired rows",
       "The reaper reads the whole table each time, and becomes too slow as the table grows."},
      {stuck_not_indexed, "stuck-not-indexed", warning, "No index finds unfinished rows",
       "Finding stuck keys reads the whole table, during an incident."},
      {hot_defeated, "hot-defeated", warning, "An unused index makes every completion more expensive",
       "An update of a column that any index names writes to all indexes: about a quarter more WAL and processor time, and bloat."},
      {index_names_state, "index-names-state", warning, "A partial index names the state",
       "Completions are no longer heap-only updates, and the planner completes keys through this index: about twice the processor time."},
      {fillfactor_full, "fillfactor-full", notice, "Pages have no room for updates",
       "A completion finds no space on its row's page, and so writes to all indexes."},
      {finished_without_response, "finished-without-response", warning, "Finished rows have no response",
       "A retry of such a key cannot get the first answer."},
      {unfinished_without_lease, "unfinished-without-lease", warning, "Rows in progress have no lease",
       "They never expire: no sweeper settles them, and their clients get 409 forever."},
      {key_hard_coded, "key-hard-coded", warning, "Keys look hard-coded",
       "All clients that send such a key share one row: the first request runs, all others get its answer."},
      {key_reused, "key-reused", warning, "One key is sent with different payloads",
       "A client makes one key for several requests: all but the first are refused or, without a fingerprint, silently dropped."},
      {key_made_anew, "key-made-anew", warning, "Retries come with new keys",
       "A client makes a new key for each retry and has no protection: the effect happens once per retry."},
      {frontier_behind, "frontier-behind", warning, "The list of unfinished keys is out of date",
       "Finding stuck keys takes longer with each new key, until the answer is unknown."},
      {frontier_missed_keys, "frontier-missed-keys", warning, "Unfinished keys were missing from the list",
       "Until the sweeper's full pass found them, they were missing from every answer to \"what is stuck\"."},
      {created_at_writable, "created-at-writable", warning, "A role other than the owner may write created_at",
       "A key with an earlier time fails to be inserted, or moves the list of unfinished keys back."},
      {explicit_times_unnoticed, "explicit-times-unnoticed", notice, "Rows with explicit times are noticed late",
       "Unfinished keys that are imported or restored are missing from the answer to \"what is stuck\" until the sweeper's next full "
       "pass."},
      {fences_behind, "fences-behind", critical, "New fences are lower than those in use",
       "A new claim gets a lower number than the one before it: systems that compare fences then trust the executor that was replaced."},
      {functions_of_superuser, "functions-of-superuser", notice, "Functions run with a superuser's rights",
       "A role that finds a way to change what one of them does acts as a superuser."},
      {deletes_unfinished, "deletes-unfinished", critical, "Something deletes keys that are not finished",
       "It turns a crash into a double charge: the retry finds no row and repeats an effect that may have happened."},
      {reaper_behind, "reaper-behind", warning, "Expired rows are still there",
       "No reaper runs, or it is too slow: the table grows without limit, and every query slows down."},
      {never_reaped, "never-reaped", notice, "Rows are never removed",
       "The table grows without limit, and its indexes no longer fit in memory."},
      {window_below_retries, "window-below-retries", critical, "The window is shorter than twice the longest retry",
       "A retry that comes after the key was removed runs as a new request: the effect happens twice."},
      {window_below_gateway, "window-below-gateway", notice, "The window is shorter than the gateway's",
       "Between the two windows a retry runs again, and only the gateway can detect it."},
      {bloated, "bloated", warning, "Much of the table is empty space", "Scans read, and the cache holds, empty pages."},
      {vacuum_behind, "vacuum-behind", warning, "Vacuum does not keep up", "Dead rows slow down every read, and the table grows."},
      {autovacuum_off, "autovacuum-off", warning, "Autovacuum is off",
       "Dead rows remain, statistics become outdated, and in the end the server stops to prevent wraparound."},
      {transaction_held_open, "transaction-held-open", warning, "A transaction has been open for a long time",
       "Rows that were deleted or updated since it began cannot be vacuumed, in any table of this database."},
      {wraparound_near, "wraparound-near", critical, "Transaction numbers run out",
       "The server refuses writes before that: every claim fails until a vacuum is done."},
      {commit_not_durable, "commit-not-durable", critical, "Commits do not wait for the disk",
       "An acknowledged claim or completion can be lost in a crash, although its effect has happened."},
      {isolation_not_default, "isolation-not-default", warning, "The default isolation is not READ COMMITTED",
       "A claim in the caller's transaction cannot see the concurrent claim that it waited for, and fails with serialization errors."},
      {server_not_durable, "server-not-durable", critical, "The server does not write safely to disk",
       "After a crash the database may be corrupt, keys included."},
      {rows_hidden, "rows-hidden", warning, "This user does not see every row",
       "Lists and counts are incomplete: a stuck key may be among the hidden rows."},
  };
  return checks;
}

const CheckInfo& info(Check check) { return all_checks().at(static_cast<std::size_t>(check)); }

}  // namespace onceover::health
