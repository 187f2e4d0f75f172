// SPDX-License-Identifier: Apache-2.0
// Reads a store through its profile. Every call runs in one BEGIN READ ONLY transaction with a statement
// timeout, pages by keyset, and counts only on request. Each answer has the database's time (its age) and the
// SQL that was run.
//
// Where the profile has an archive (Profile::twin), both tables are read as one: KeyRow::archived shows where
// a row is. A page is one statement over both, each read by its own index for at most one page. A row that
// moves while pages are turned is neither lost nor shown twice, as long as the move keeps the values of the
// listing's order. A row that is in both for a while, with the same identity and order, is shown once, as the
// live one (`more` may then announce an empty page). All other calls ask the live table, then the archive: a
// single row that moves in between is still found; a count may count it twice.
//
// Threads: as the connection. Errors: timeout where the statement took longer than allowed; the connection
// stays usable.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/browse/key_row.h"
#include "core/browse/sight.h"
#include "core/browse/walk.h"
#include "core/key/decide.h"
#include "core/key/money.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"
#include "core/unfinished/answer.h"

namespace onceover::browse {

struct Filter {
  std::optional<std::string> tenant, operation;  // exact
  std::vector<key::State> states;                // any of; empty: all
  bool unknown_state = false;  // rows whose state the profile does not give, beside those of `states`
  std::string key;             // exact, or a prefix
  bool prefix = false;
  std::string contains;    // text in the key, customer or reference; scans
  bool in_bodies = false;  // `contains` also searches payload and stored response
  // our own: exactly; an external table, which keeps whole messages: text in the message
  std::string error_code;
  std::optional<int> response_code;
  std::string correlation_id, reference, customer;  // exact; empty: any
  std::optional<Timestamp> from, to;                // created_at, half open
  std::optional<std::string> owner;                 // owner_name() of the row
  std::optional<std::string> host;                  // host_of() of the row's owner
  std::optional<Timestamp> lease_from, lease_to;    // when the lease of a stuck row ended, half open
  bool stuck = false;                               // expired and unsettled
  bool needs_human = false;
  // only rows that are set aside, in whatever state; without it, such rows are in no state
  bool set_aside = false;
  bool due = false;   // our own: no case delays it (for a person, or for its next attempt): the keys that a
                      // sweeper would take
  bool dead = false;  // failed, and not retried by the system itself: dead letters
  bool operator==(const Filter&) const = default;
};

// A place in the order of a listing: a value for each of tables::order_columns(), as the server writes it;
// where the column may be NULL, a value has the prefix "=", and "" is NULL. Valid for one profile.
struct Cursor {
  std::vector<std::string> at;
  bool operator==(const Cursor&) const = default;
};
Cursor cursor_of(const KeyRow& row);

struct PageRequest {
  Filter filter;
  std::optional<Cursor> after;  // none: from the start of the order
  bool newest_first = true;
  // the page before `after` instead of the one after it; the last page where there is no `after`
  bool backwards = false;
  // Instead of `after` and `backwards`: start about here, where 0 is the first page and 1 the last. The place
  // comes from statistics of the order's first column; of the filter they include only the times. Never a
  // scan: as fast as any other page.
  std::optional<double> part;
  int limit = 200;  // 1…1000
  // Instead of the listing's order and places in it: stuck rows, those whose lease ended longest ago first.
  bool longest_stuck_first = false;
};

struct Page {
  std::vector<KeyRow> rows;
  bool more = false;  // in the requested direction; for a page by `part` at 1: before it
  double part = 0;    // of a page by `part`: its approximate start. Without statistics, the nearer end
  // Whether the rows are all that match from here on: at_least where there are more, or rows may be hidden,
  // or in an unknown state. An empty page that is not exact does not say that there is none.
  unfinished::Knowledge knowledge;
  // why there is no next page although there are more rows: the rows of this table have no identity
  std::string remark;
  Timestamp as_of;
  std::string sql;
};

// The order of a listing, in words: "newest first" where it begins with the time of creation, "by id,
// descending" elsewhere.
std::string order_words(const tables::Profile& profile, bool newest_first);
// The order of PageRequest::longest_stuck_first.
std::string longest_stuck_words(const tables::Profile& profile);

// Whether it asks only for unfinished rows: then a page says whether it has all of them (Page::knowledge).
bool asks_for_unfinished(const Filter& filter);

// The cost of the filter, before it runs.
struct Forecast {
  bool scans = false;  // no index serves it, and it takes longer than Limits::patience
  double rows = 0;     // the planner's estimate of the matching rows
  double table_rows = 0;
  std::string why;  // for display, with the index that would help
  std::string
      index;  // only that index, as a statement to run; empty where few rows are read, or no index would help
  // above 0 where it reads many rows: the estimated time, at the rate measured on this server
  double seconds = 0;
};

struct Count {
  std::int64_t n = 0;
  unfinished::Knowledge knowledge;  // at_least, too, where the counting was stopped
  bool is_exact() const { return knowledge.known == unfinished::Known::exact; }
};

struct StateCounts {
  unfinished::Answer unfinished;
  std::int64_t succeeded = 0, failed = 0;
  // Rows whose state the profile does not give: none of the other counts includes them. Rows that are set
  // aside are in none.
  std::int64_t unknown = 0;
  unfinished::Knowledge
      finished;  // of succeeded, failed and unknown; unknown: they are the planner's estimates
  std::int64_t needs_human = 0;             // unfinished keys whose case needs a decision by a person
  unfinished::Knowledge needs_human_known;  // exact, unless rows are hidden from this session
  Timestamp as_of;
  std::string sql;
};

// What stuck leases are grouped by. No two groups of one answer have the same values of it.
enum class StuckBy { operation_owner_age, operation, host, tenant, age };
inline constexpr auto stuck_by_words = words<StuckBy>({{StuckBy::operation_owner_age, "operation_owner_age"},
                                                       {StuckBy::operation, "operation"},
                                                       {StuckBy::host, "host"},
                                                       {StuckBy::tenant, "tenant"},
                                                       {StuckBy::age, "age"}});
std::string_view word(StuckBy by);
std::optional<StuckBy> stuck_by_from_word(std::string_view word);

// How long ago a lease ended. Ages that need different actions: a short delay, a deployment, today's
// incident, forgotten keys.
enum class StuckAge { minutes, hour, day, older };
inline constexpr auto stuck_age_words = words<StuckAge>({{StuckAge::minutes, "up to 15 min"},
                                                         {StuckAge::hour, "15 min to 1 h"},
                                                         {StuckAge::day, "1 h to 1 day"},
                                                         {StuckAge::older, "more than 1 day"}});
std::string_view word(StuckAge age);

// Stuck leases that have the same values of what they are grouped by; what they are not grouped by is empty.
struct StuckGroup {
  std::string operation, owner;  // owner: owner_name(), or host_of() where they are grouped by host
  std::int64_t n = 0, needs_human = 0;
  Timestamp oldest, newest;    // lease ends
  std::int64_t unretried = 0;  // released, and no client has retried in time
  std::string tenant = {};
  std::optional<StuckAge> age = {};
  key::Sums money = {};
};
// The stuck rows of a group, as far as Filter can name them; by: what it is a group of.
Filter filter_of(const StuckGroup& group, StuckBy by, const tables::Profile& profile);

struct StuckGroups {
  std::vector<StuckGroup> groups;  // oldest first
  StuckBy by = StuckBy::operation_owner_age;
  // All stuck rows, even if there are more groups than requested. n, needs_human, the lease ends and the
  // money are exact as far as `unfinished` is; n == 0: none was found, or nothing was read.
  StuckGroup all;
  // All stuck rows, even if there are more groups than requested. in_progress and released are not counted
  // here.
  unfinished::Answer unfinished;
  unfinished::Knowledge people;  // of needs_human, in each group: cases are in a table of their own
  Forecast cost;  // of reading the whole table, where nothing else finds stuck rows; zero seconds otherwise
  Timestamp as_of;
  std::string sql;
};

// Where only reading the whole table finds stuck rows.
enum class Scan {
  never,     // nothing is read, and the answer is unknown
  if_quick,  // it is read if that takes no longer than Limits::patience
  always,
};

struct Detail {
  KeyRow row;
  std::optional<key::StoredResponse> response;  // finished rows
  std::string response_problem;                 // why it cannot be shown: unknown version, …
  std::optional<std::string> payload;           // bytes, where the profile maps one and it is not too large
  std::string evidence_json, verdict, verdict_reason;  // of the case
  // The row as it is: name and text, in UTC and ISO notation, cut at 10,000 characters. Of payload and stored
  // response only the size: bodies are shown where they can be masked. NULL is "NULL".
  std::vector<std::pair<std::string, std::string>> columns;
  std::set<std::string> nulls;  // the columns that are NULL, rather than the text "NULL"
  Timestamp as_of;
  std::string sql;
};

// Who locks the row now. A row lock does not prove that the executor is alive: during an HTTP call it holds
// none.
struct LockHolder {
  enum class Answer { nobody, held, cannot_tell } answer = Answer::cannot_tell;
  // "row locked by pid 4242, payments-7, in a transaction for 12 min"; or why it is unknown
  std::string words;
  int pid = 0;
  std::string application, user, client, state, query_age;
  bool is_row_there = true;
  Timestamp as_of;
};

// Why does a client get this answer? The rule that decided, who holds the lease, when that ends, and whether
// the payload matches.
struct Why {
  std::optional<KeyRow> row;  // none: no row, the next request claims it
  int status = 0;             // what a duplicate would get now (0: the handler's own answer)
  bool status_known = true;   // false: an external table, whose service decides the answer
  std::string error_code;     // of that answer
  bool row_known =
      true;            // false: there may be a row that this session does not see, and the answer is unknown
  std::string rule;    // the rule of the contract, as a sentence
  std::string clears;  // when and how it changes
  std::optional<bool> payload_matches;  // where a body was given, and can be compared
  std::string why_not_compared;         // a sentence: why a body that was given says nothing
  Timestamp as_of;
};

// How long one statement may take, and how long it may wait for a lock: a reader waits only for DDL.
struct Limits {
  Duration statement = std::chrono::seconds(5), lock = std::chrono::seconds(1);
  Duration patience = std::chrono::seconds(2);  // longer readings need a request
  // rows: a smaller table is read whole, in about a hundred milliseconds. Tests of large tables lower it
  double whole_up_to = 500'000;
  bool operator==(const Limits&) const = default;
};

// Unfinished rows of an inbox or an outbox whose work is due, and those that failed for good. Failed rows
// that the system itself retries are unfinished.
struct Backlog {
  struct Part {
    std::int64_t n =
        0;  // counted up to 10,000; where knowledge is unknown, the planner's estimate, or nothing
    unfinished::Knowledge knowledge;  // of n
    // Since when it waits: created_at, or its due time where that is later. None: no such row, no such time,
    // or why_no_oldest.
    std::optional<Timestamp> oldest;
    std::string why_no_oldest;  // a sentence
    bool may_be_older = false;  // there may be older ones that were not seen
    bool is_none() const { return n == 0 && knowledge.known == unfinished::Known::exact; }
    bool is_estimated() const { return knowledge.known == unfinished::Known::unknown && n > 0; }
  };
  Part unfinished, dead;
  Timestamp as_of;
  std::string sql;
};

class Reading;

class Browser {
 public:
  // Both must outlive the browser.
  Browser(pg::Connection& connection, const tables::Profile& profile, Limits limits = {});

  // The rows that a walk found are shown where nothing else finds unfinished rows. Null: there is none. It
  // must outlive the browser, or be replaced.
  void use_walk(const Walk* walk) { walk_ = walk; }
  // Continues the walk for about this time, at most one statement longer. false: the table needs no walk, or
  // cannot be walked; then the walk is empty.
  Result<bool> walk_on(Walk& walk, Duration budget);
  // Whether only a walk finds unfinished rows.
  Result<bool> needs_walk();
  // Walk::about of this table.
  Result<std::string> walk_subject();

  Result<Page> page(const PageRequest& request);
  Result<Forecast> forecast(const Filter& filter);
  // Whether all rows that match can be read here; for what reads them by other means, such as an export.
  Result<unfinished::Knowledge> knowledge(const Filter& filter);
  // Stops counting at cap.
  Result<Count> count(const Filter& filter, std::int64_t cap = 10'000);
  // resting: also the released keys in the list that need no check yet, which may be many; without them, do
  // not show `released`.
  Result<StateCounts> state_counts(bool resting = true);
  Result<StuckGroups> stuck_groups(int limit = 200, Scan scan = Scan::never,
                                   StuckBy by = StuckBy::operation_owner_age);
  // The cost of stuck_groups(), which reads every stuck row.
  Result<Forecast> forecast_stuck_groups();
  Result<Backlog> backlog();
  Result<Lookup<Detail>> detail(const key::Identity& id);
  // If the column's type cannot hold a value of the filter (a text that is not a uuid), no row matches it,
  // here and in page(), count(), forecast(), detail() and why(). Rows with the key, in any tenant and
  // operation; blanks or quotes around a pasted key are removed. At most 100.
  Result<Page> find(std::string_view pasted);
  Result<LockHolder> who_locks(const key::Identity& id);
  // request_body: compared by every known fingerprint format; with our own, under each of the salts too
  // (key/fingerprint.h). The operation's policy decides whether it may run again, and the mismatch status.
  Result<Why> why(const key::Identity& id, const std::optional<std::string>& request_body,
                  const key::DecidePolicy& policy = {}, int mismatch_status = 422,
                  const std::vector<std::string>& salts = {});
  // Tenants and operations for filter boxes, from the planner's statistics and the newest rows; incomplete,
  // never a scan.
  Result<std::vector<std::string>> operations();
  Result<std::vector<std::string>> tenants();

 private:
  // One of the two tables. Its archive, if it has one, is not read.
  static Browser alone(pg::Connection& connection, const tables::Profile& profile, Limits limits,
                       const Walk* walk);
  Browser live() const { return alone(connection_, profile_, limits_, walk_); }
  Browser archive() const { return alone(connection_, *profile_.twin.profile, limits_, nullptr); }
  bool reads_both() const { return !is_alone_ && profile_.twin.profile != nullptr; }
  template <class Ask, class Merge>
  auto both(Ask ask, Merge merge);
  Result<Page> page_of_both(const PageRequest& request);
  Result<Forecast> forecast_of_both(const Filter& filter);
  Result<Count> count_of_both(const Filter& filter, std::int64_t cap);
  Result<StateCounts> state_counts_of_both(bool resting);
  Result<StuckGroups> stuck_groups_of_both(int limit, Scan scan, StuckBy by);
  Result<Forecast> forecast_stuck_groups_of_both();
  Result<Backlog> backlog_of_both();
  Result<Lookup<Detail>> detail_of_either(const key::Identity& id);
  Result<LockHolder> who_locks_either(const key::Identity& id);
  Result<Why> why_of_either(const key::Identity& id, const std::optional<std::string>& request_body,
                            const key::DecidePolicy& policy, int mismatch_status,
                            const std::vector<std::string>& salts);

  bool walk_slice(Reading& reading, Walk& walk, std::int64_t& slice);
  Result<Page> nothing();
  Result<Page> page_at(const PageRequest& request);
  StateCounts counted(Reading& reading, bool resting);
  LockHolder locked(Reading& reading, const key::Identity& id);
  Why read_why(Reading& reading, const key::Identity& id, const std::optional<std::string>& request_body,
               const key::DecidePolicy& policy, int mismatch_status, const std::vector<std::string>& salts);
  StuckGroups grouped(Reading& reading, int limit, Scan scan, StuckBy by);
  Forecast foretold(Reading& reading, const Filter& filter);
  std::optional<Forecast> listed_forecast(Reading& reading);
  Forecast cost_of_groups(Reading& reading);
  pg::Connection& connection_;
  const tables::Profile& profile_;
  Limits limits_;
  bool is_alone_ = false;
  const Walk* walk_ = nullptr;
};

// A pasted text without blanks and line ends at the start and the end.
std::string trimmed_paste(std::string_view pasted);
// What the key may be in a pasted text, the likeliest first: the text itself, without blanks,
// key_from_paste(), and the bytes whose hexadecimal digits it is, as the server writes them (\x…).
std::vector<std::string> keys_from_paste(std::string_view pasted);
// The key in a pasted text: removes blanks, quotes, a header name or key=… of a log line.
std::string key_from_paste(std::string_view pasted);

// How many rows are stuck now, as far as it is known, and the oldest of them: what a mapping shows while it
// is made.

struct StuckSummary {
  unfinished::Answer answer;
  std::vector<KeyRow> oldest;
  Timestamp as_of;
};

// Reads the whole table only where that is quick. Errors: as the browser's.
Result<StuckSummary> stuck_summary(Browser& browser, int oldest);

}  // namespace onceover::browse
