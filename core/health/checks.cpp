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
      {identity_not_unique, "identity-not-unique", critical, "Nothing keeps one key to one row",
       "Two requests with the same key can both claim it, and the effect happens twice."},
      {identity_may_be_null, "identity-may-be-null", warning, "A NULL takes a row out of the unique key",
       "Rows with a NULL there are never duplicates of each other: two requests with the same key both run."},
      {identity_without_tenant, "identity-without-tenant", warning, "The tenant is not part of the unique key",
       "Two tenants that send the same key share one row: the second is refused, or is given the answer of the first."},
      {fingerprint_not_stored, "fingerprint-not-stored", warning, "The request's fingerprint is not stored",
       "A key that comes back with another payload cannot be told from a retry: it is answered with the first request's result."},
      {response_not_stored, "response-not-stored", warning, "The response is not stored",
       "A duplicate cannot be given the first answer: clients see an error, or another answer, for what was done."},
      {response_reordered, "response-reordered", notice, "The response is stored as jsonb",
       "jsonb drops the order of members, duplicates and the way numbers were written: a replay is not the same bytes, and signatures "
       "over it break."},
      {lease_not_stored, "lease-not-stored", warning, "The row has no lease",
       "When an executor dies, nothing tells that its key is stuck: clients get 409 until somebody deletes the row by hand."},
      {attempts_not_counted, "attempts-not-counted", warning, "Attempts are not counted",
       "An event whose handler kills its process is taken up again for ever, and never becomes a dead letter."},
      {time_without_zone, "time-without-zone", warning, "A time is stored without its zone",
       "A session in another zone, or the hour that summer time repeats, moves leases and expiries by an hour or more."},
      {key_folded, "key-folded", critical, "Different keys are one to the server",
       "Two callers whose keys differ only in case or accent meet in one row: the second is given the first one's answer."},
      {key_cut, "key-cut", warning, "The key's column is shorter than a key may be",
       "A longer key is refused, or is cut by the service and then collides with another one."},
      {ids_run_out, "ids-run-out", warning, "The numbers of a column run out",
       "When the last number is used, every insert fails, and so does every new request."},
      {unlogged, "unlogged", critical, "The table is unlogged",
       "A crash of the server empties it: every finished key is forgotten and every retry runs again."},
      {index_invalid, "index-invalid", warning, "An index is not valid",
       "It is written with every row and serves no query; a unique one does not keep keys apart."},
      {expiry_not_indexed, "expiry-not-indexed", warning, "No index finds expired rows",
       "The reaper reads the whole table each time, and falls behind as the table grows."},
      {stuck_not_indexed, "stuck-not-indexed", warning, "No index finds unfinished rows",
       "Finding stuck keys reads the whole table: just when somebody waits for it."},
      {hot_defeated, "hot-defeated", warning, "An index that nothing uses makes every completion dearer",
       "An update of a column that any index names writes to all indexes: about a quarter more WAL and processor time, and bloat."},
      {index_names_state, "index-names-state", warning, "A partial index names the state",
       "No completion is a heap-only update any more, and the planner completes keys through it: about twice the processor time."},
      {fillfactor_full, "fillfactor-full", notice, "Pages have no room for updates",
       "A completion finds no place on its row's page and writes to all indexes instead."},
      {finished_without_response, "finished-without-response", warning, "Finished rows have no response",
       "A retry of such a key cannot be answered with what happened."},
      {unfinished_without_lease, "unfinished-without-lease", warning, "Rows in progress have no lease",
       "They never count as expired: no sweeper takes them up, and their clients get 409 for ever."},
      {key_hard_coded, "key-hard-coded", warning, "Keys look hard-coded",
       "Everybody who sends such a key meets in one row: the first request runs, all others are given its answer."},
      {key_reused, "key-reused", warning, "One key is sent with different payloads",
       "A client makes one key for several requests: all but the first are refused or, without a fingerprint, silently dropped."},
      {key_made_anew, "key-made-anew", warning, "The same request comes with a new key each time",
       "A client makes a new key for each retry, and so has no protection: the effect happens as often as it retries."},
      {frontier_behind, "frontier-behind", warning, "The list of unfinished keys is out of date",
       "Whether keys are stuck takes longer to find with each new key, and is unknown in the end."},
      {frontier_missed_keys, "frontier-missed-keys", warning, "Unfinished keys were missing from the list",
       "Until the sweeper's full pass found them, they were missing from every answer to \"what is stuck\"."},
      {created_at_writable, "created-at-writable", warning, "A role other than the owner may write created_at",
       "A key with an earlier time fails to be inserted, or moves the list of unfinished keys back."},
      {explicit_times_unnoticed, "explicit-times-unnoticed", notice, "Rows with explicit times are noticed late",
       "Unfinished keys that are imported or restored are missing from the answer to \"what is stuck\" until the sweeper's next full "
       "pass."},
      {deletes_unfinished, "deletes-unfinished", critical, "Something deletes keys that are not finished",
       "It turns a crash into a double charge: the retry finds no row and runs again what may have happened."},
      {reaper_behind, "reaper-behind", warning, "Expired rows are still there",
       "No reaper runs, or it does not keep up: the table grows without end, and everything on it slows down."},
      {never_reaped, "never-reaped", notice, "Rows are never removed",
       "The table grows without end: its window is for ever, and its indexes leave the memory."},
      {window_below_retries, "window-below-retries", critical, "The window is shorter than twice the longest retry",
       "A retry that comes after the key was removed runs as a new request: the effect happens twice."},
      {window_below_gateway, "window-below-gateway", notice, "The window is shorter than the gateway's",
       "Between the two the store runs a retry anew and relies on the gateway alone to notice."},
      {bloated, "bloated", warning, "Much of the table is empty space", "Scans and the cache pay for pages that hold nothing."},
      {vacuum_behind, "vacuum-behind", warning, "Vacuum does not keep up", "Dead rows slow down every read, and the table grows."},
      {autovacuum_off, "autovacuum-off", warning, "Autovacuum is off",
       "Dead rows stay, statistics go stale, and in the end the server stops to prevent wraparound."},
      {transaction_held_open, "transaction-held-open", warning, "A transaction has been open for long",
       "Nothing that died since it began can be vacuumed, in any table of this database."},
      {wraparound_near, "wraparound-near", critical, "Transaction numbers run out",
       "The server stops taking writes before they do: every claim fails until a vacuum is done."},
      {commit_not_durable, "commit-not-durable", critical, "Commits are not waited for",
       "A claim or a completion that was acknowledged can be gone after a crash, while its effect has happened."},
      {isolation_not_default, "isolation-not-default", warning, "The default isolation is not READ COMMITTED",
       "A claim in the caller's transaction cannot see the rival that it waited for: it fails with serialization errors."},
      {server_not_durable, "server-not-durable", critical, "The server does not write safely to disk",
       "After a crash the database may be corrupt, keys included."},
      {rows_hidden, "rows-hidden", warning, "This user does not see every row",
       "What is shown and counted here is a part: a stuck key may be among the rest."},
  };
  return checks;
}

const CheckInfo& info(Check check) { return all_checks().at(static_cast<std::size_t>(check)); }

}  // namespace onceover::health
