// SPDX-License-Identifier: Apache-2.0
#include "core/health/health.h"

#include <fmt/format.h>

#include "core/base/enum_names.h"
#include "core/exports/cell_text.h"
#include "core/health/facts.h"
#include "core/health/judge.h"
#include "core/tables/sql.h"

namespace onceover::health {

Result<Report> examine(pg::Connection& connection, const tables::Profile& profile, const Options& options) {
  return as_result([&]() -> Report {
    auto facts = read_facts(connection, profile, options);
    Report report;
    report.table = tables::table_name(profile);
    report.findings = judge(profile, facts, options);
    report.not_checked = facts.not_checked;
    for (const NotChecked& open : facts.not_seen) {
      if (std::ranges::find(report.findings, open.check, &Finding::check) == report.findings.end() &&
          std::ranges::find(report.not_checked, open.check, &NotChecked::check) == report.not_checked.end())
        report.not_checked.push_back(open);
    }
    if (is_private_store(facts))
      report.not_checked.push_back({Check::server_not_durable, std::string(private_store_words)});
    report.review =
        review(profile, report.findings, report.not_checked, facts.events, facts.access.why_key_not_unique);
    // remarks are only for external tables
    if (!tables::is_own(profile)) report.remarks = facts.access.remarks;
    report.as_of = facts.as_of;
    report.sql = facts_sql(profile);
    return report;
  });
}

Result<std::optional<Duration>> gateway_window(browse::Browser& browser, const tables::Profile& profile,
                                               const gateway::Gateway& gateway) {
  std::vector<std::string> operations{profile.operation_name};
  if (profile.operation_name.empty()) {
    auto known = browser.operations();
    if (!known) return fail(known.error());
    operations = std::move(*known);
  }
  std::optional<Duration> longest;
  for (const std::string& operation : operations) {
    const gateway::Declaration* declared = gateway.declaration(operation);
    if (declared != nullptr && declared->dedupe_window)
      longest = std::max(longest.value_or(Duration{0}), *declared->dedupe_window);
  }
  return longest;
}

namespace {

std::string cell(std::string_view text) {
  std::string out;
  exports::append_markdown(out, text, false);
  return out;
}

// A fence longer than any run of backticks inside.
std::string code(std::string_view sql) {
  std::size_t longest = 2, run = 0;
  for (const char c : sql) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}sql\n{}{}{}\n", fence, sql, sql.ends_with('\n') ? "" : "\n", fence);
}

}  // namespace

constexpr auto review_item_answer_words = enum_names<ReviewItem::Answer>();

std::string_view word(ReviewItem::Answer answer) { return review_item_answer_words.of(answer); }

std::string to_markdown(const Report& report) {
  std::string text = fmt::format("# Health of {}\n\nAs of {}.\n", cell(report.table), iso(report.as_of));
  if (report.findings.empty()) text += "\nNothing was found.\n";
  for (const Finding& f : report.findings) {
    text += fmt::format("\n## {}: {}\n\n{}\n\n{}\n", word(f.severity), info(f.check).title, cell(f.evidence),
                        info(f.check).consequence);
    if (!f.advice.empty()) text += "\n" + cell(f.advice) + "\n";
    if (!f.sql.empty()) text += "\n" + code(f.sql);
  }
  if (!report.not_checked.empty()) text += "\n## Not checked\n\n| check | why |\n| --- | --- |\n";
  for (const NotChecked& n : report.not_checked)
    text += fmt::format("| {} | {} |\n", info(n.check).title, cell(n.why));
  text += "\n## Review checklist\n\n| answer | promise | by |\n| --- | --- | --- |\n";
  for (const ReviewItem& item : report.review) {
    std::string by = item.how_to_see;
    for (const Check check : item.by) by += fmt::format("{}{}", by.empty() ? "" : ", ", info(check).title);
    text += fmt::format("| {} | {} | {} |\n", word(item.answer), item.what, by);
  }
  return text;
}

constexpr auto severity_words = enum_names<Severity>();

std::string_view word(Severity severity) { return severity_words.of(severity); }

namespace {

// In the order of their enumerators.
struct AllChecks {
  using enum Check;
  using enum Severity;
  static constexpr CheckInfo checks[] = {
      {identity_not_unique, "identity-not-unique", critical, "No unique constraint on the key",
       "Two requests with the same key can both claim it, and the effect happens twice."},
      {identity_may_be_null, "identity-may-be-null", warning, "A column of the unique key may be NULL",
       "Rows with a NULL there are never duplicates: two requests with the same key both run."},
      {identity_without_tenant, "identity-without-tenant", warning,
       "The tenant is not part of the unique key",
       "Two tenants that send the same key share one row: the second is refused, or gets the answer of the "
       "first."},
      {key_not_unique, "key-not-unique", critical, "Several rows may have the same key",
       "Two requests with one key can both run; or the column that is mapped as the key is another than "
       "requests are recognised by."},
      {fingerprint_not_stored, "fingerprint-not-stored", warning, "No column is mapped as the fingerprint",
       "Without one, a key with another payload looks like a retry: it gets the first request's answer."},
      {response_not_stored, "response-not-stored", warning, "No column is mapped as the response",
       "Without one, a duplicate cannot get the first answer: the client sees an error or another answer, "
       "although the effect happened."},
      {response_reordered, "response-reordered", notice, "The response is stored as jsonb",
       "jsonb drops the order of members, duplicates and the format of numbers: a replay has other bytes, "
       "and signatures over it break."},
      {lease_not_stored, "lease-not-stored", warning, "No column is mapped as the lease",
       "Without one, when an executor dies, nothing shows that its key is stuck: clients get 409 until the "
       "row is deleted by hand."},
      {attempts_not_counted, "attempts-not-counted", warning, "No column is mapped as the attempts",
       "Without a count, an event that crashes its handler is retried forever and never becomes a dead "
       "letter."},
      {time_without_zone, "time-without-zone", warning, "A time is stored without its zone",
       "A session in another zone, or the hour that summer time repeats, moves leases and expiries by an "
       "hour or more."},
      {key_folded, "key-folded", critical, "Different keys are equal to the server",
       "Two callers whose keys differ only in case or accent share one row: the second gets the answer of "
       "the first."},
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
       "An update of a column that any index names writes to all indexes: about a quarter more WAL and "
       "processor time, and bloat."},
      {index_names_state, "index-names-state", warning, "A partial index names the state",
       "Completions are no longer heap-only updates, and the planner completes keys through this index: "
       "about twice the processor time."},
      {fillfactor_full, "fillfactor-full", notice, "Pages have no room for updates",
       "A completion finds no space on its row's page, and so writes to all indexes."},
      {finished_without_response, "finished-without-response", warning, "Finished rows have no response",
       "A retry of such a key cannot get the first answer."},
      {unfinished_without_lease, "unfinished-without-lease", warning, "Rows in progress have no lease",
       "They never expire: no sweeper settles them, and their clients get 409 forever."},
      {key_hard_coded, "key-hard-coded", warning, "Keys look hard-coded",
       "All clients that send such a key share one row: the first request runs, all others get its answer."},
      {key_reused, "key-reused", warning, "One key is sent with different payloads",
       "A client makes one key for several requests: all but the first are refused or, without a "
       "fingerprint, silently dropped."},
      {key_made_anew, "key-made-anew", warning, "Retries come with new keys",
       "A client makes a new key for each retry and has no protection: the effect happens once per retry."},
      {frontier_behind, "frontier-behind", warning, "The list of unfinished keys is out of date",
       "Finding stuck keys takes longer with each new key, until the answer is unknown."},
      {frontier_missed_keys, "frontier-missed-keys", warning, "Unfinished keys were missing from the list",
       "Until the sweeper's full pass found them, they were missing from every answer to \"what is stuck\"."},
      {created_at_writable, "created-at-writable", warning,
       "A role other than the owner may write created_at",
       "A key with an earlier time fails to be inserted, or moves the list of unfinished keys back."},
      {explicit_times_unnoticed, "explicit-times-unnoticed", notice,
       "Rows with explicit times are noticed late",
       "Unfinished keys that are imported or restored are missing from the answer to \"what is stuck\" until "
       "the sweeper's next full pass."},
      {times_ahead, "times-in-the-future", warning, "Leases or pauses end in the far future",
       "The database's clock was ahead when they were written. Sweepers, workers and relays take them as "
       "past."},
      {fences_behind, "fences-behind", critical, "New fences are lower than those in use",
       "A new claim gets a lower number than the one before it: systems that compare fences then trust the "
       "executor that was replaced."},
      {functions_of_superuser, "functions-of-superuser", notice, "Functions run with a superuser's rights",
       "A role that finds a way to change what one of them does acts as a superuser."},
      {deletes_unfinished, "deletes-unfinished", critical, "Something deletes keys that are not finished",
       "It turns a crash into a double charge: the retry finds no row and repeats an effect that may have "
       "happened."},
      {reaper_behind, "reaper-behind", warning, "Expired rows are still there",
       "No reaper runs, or it is too slow: the table grows without limit, and every query slows down."},
      {never_reaped, "never-reaped", notice, "Rows are never removed",
       "The table grows without limit, and its indexes no longer fit in memory."},
      {window_below_retries, "window-below-retries", critical,
       "The window is shorter than twice the longest retry",
       "A retry that comes after the key was removed runs as a new request: the effect happens twice."},
      {window_below_gateway, "window-below-gateway", notice, "The window is shorter than the gateway's",
       "Between the two windows a retry runs again, and only the gateway can detect it."},
      {topic_without_relay, "topic-without-relay", warning, "A topic has events and no relay",
       "They are not published, and are deleted with their partition."},
      {relay_without_process, "relay-without-process", warning,
       "Events wait, and no process runs their relay",
       "Consumers get nothing until a process runs it; no event is lost meanwhile."},
      {relay_paused, "relay-paused", warning, "A relay has been paused for a long time",
       "Its events wait and keep their partitions, so that the outbox grows."},
      {relay_in_trouble, "relay-in-trouble", warning, "A relay's destination takes nothing",
       "Its events wait and keep their partitions, so that the outbox grows."},
      {events_dead, "events-dead", warning, "A relay has given up events",
       "Consumers never get them, and the later events of their aggregates wait."},
      {partition_missing, "partition-missing", warning, "The outbox has no partition for new events",
       "The default partition takes them and is never dropped: their space does not come back."},
      {partition_held, "partition-held", warning, "Old partitions of the outbox cannot be dropped",
       "The outbox grows until what holds them is settled."},
      {event_rate_high, "event-rate-high", notice, "Change data capture is advised for this rate of events",
       "At a few times this rate a relay falls behind, and consumers get events late."},
      {events_foreign, "events-foreign", critical, "Events or relays are of another server",
       "No relay starts: nothing is published until the owner adopts them."},
      {event_numbers_behind, "event-numbers-behind", critical, "New events get lower numbers than older ones",
       "They go out before older events of their aggregates, and can be taken for events that are held "
       "back."},
      {received_without_fingerprint, "received-without-fingerprint", notice,
       "Events are received without a fingerprint",
       "The same id with other content is not noticed: it is skipped as a duplicate."},
      {received_dead, "received-dead", warning, "The inbox has dead letters",
       "These events had no effect, and have none until a person decides."},
      {received_not_taken, "received-not-taken", warning, "Received events wait, and no consumer takes them",
       "Their effect is missing until a worker takes them or the broker sends them again."},
      {bloated, "bloated", warning, "Much of the table is empty space",
       "Scans read, and the cache holds, empty pages."},
      {vacuum_behind, "vacuum-behind", warning, "Vacuum does not keep up",
       "Dead rows slow down every read, and the table grows."},
      {autovacuum_off, "autovacuum-off", warning, "Autovacuum is off",
       "Dead rows remain, statistics become outdated, and in the end the server stops to prevent "
       "wraparound."},
      {transaction_held_open, "transaction-held-open", warning, "A transaction has been open for a long time",
       "Rows that were deleted or updated since it began cannot be vacuumed, in any table of this database."},
      {wraparound_near, "wraparound-near", critical, "Transaction numbers run out",
       "The server refuses writes before that: every claim fails until a vacuum is done."},
      {commit_not_durable, "commit-not-durable", critical, "Commits do not wait for the disk",
       "An acknowledged claim or completion can be lost in a crash, although its effect has happened."},
      {isolation_not_default, "isolation-not-default", warning, "The default isolation is not READ COMMITTED",
       "A claim in the caller's transaction cannot see the concurrent claim that it waited for, and fails "
       "with serialization errors."},
      {server_not_durable, "server-not-durable", critical, "The server does not write safely to disk",
       "After a crash the database may be corrupt, keys included."},
      {rows_hidden, "rows-hidden", warning, "This user does not see every row",
       "Lists and counts are incomplete: a stuck key may be among the hidden rows."},
  };
};

}  // namespace

const std::vector<CheckInfo>& all_checks() {
  static const std::vector<CheckInfo> all(std::begin(AllChecks::checks), std::end(AllChecks::checks));
  return all;
}

const CheckInfo& info(Check check) { return all_checks().at(static_cast<std::size_t>(check)); }

}  // namespace onceover::health
