// Reading a store through its profile. Every call runs in one BEGIN READ ONLY transaction with a statement timeout, pages by
// keyset, and never counts unasked. Each answer carries the database's time (its age) and the SQL that was run.
//
// Where the profile has a twin (Profile::twin), both tables are read as one: KeyRow::archived tells where a row stands. A page is one
// statement over both, of which each is walked by its own index for a page's length at most. So a row that is moved while somebody turns
// pages is neither lost nor shown twice, as long as the move keeps the values of the listing's order; a row that stands in both for a
// while, the same in identity and order, is shown once, as the live one (`more` may then promise a page that is empty). Everything else
// asks the live table, and then the archive: a single row that is moved in between is still found; a count may count it twice.
//
// Threads: as the connection. Errors: timeout where the statement took longer than allowed; the connection stays usable.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/browse/walk.h"
#include "core/key/decide.h"
#include "core/pg/connection.h"
#include "core/profile/profile.h"
#include "core/unfinished/answer.h"

namespace onceover::browse {

struct Filter {
  std::optional<std::string> tenant, operation;  // exact
  std::vector<key::State> states;                // any of; empty: all
  std::string key;                               // exact, or a prefix
  bool prefix = false;
  std::string contains;    // text inside the key, customer or reference; scans
  bool in_bodies = false;  // `contains` looks into payload and stored response too
  std::string error_code;  // of our own exactly; in a foreign table, which keeps whole messages, text inside
  std::optional<int> response_code;
  std::string correlation_id, reference;  // exact; empty: any
  std::optional<Timestamp> from, to;      // created_at, half open
  bool stuck = false;                     // expired and unsettled
  bool needs_human = false;
  bool due = false;   // of our own: no case holds it back (it waits for a person, or for its next try): what a sweeper would take
  bool dead = false;  // failed, and the system itself will not run it again: dead letters
};

// A place in the order of a listing: a value for each of profile::order_columns(), as the server writes it; where the column may be NULL
// "=" stands in front of a value, and "" is NULL. Good for one profile.
struct Cursor {
  std::vector<std::string> at;
  bool operator==(const Cursor&) const = default;
};
Cursor cursor_of(const KeyRow& row);

struct PageRequest {
  Filter filter;
  std::optional<Cursor> after;  // none: from the beginning of the order
  bool newest_first = true;
  bool backwards = false;  // the page before `after` instead of behind it; the last page of all where there is no `after`
  // Instead of `after` and `backwards`: begin about here, where 0 is the first page and 1 the last. Statistics of the order's first column
  // say where that is; they know nothing of the filter but its times. Never a walk: as fast as any other page.
  std::optional<double> part;
  int limit = 200;  // 1…1000
};

struct Page {
  std::vector<KeyRow> rows;
  bool more = false;  // in the direction asked; of a page asked for by `part` and found at 1: in front of it
  double part = 0;    // of a page asked for by `part`: where it begins, about. Without statistics that is the nearer end
  std::optional<unfinished::Knowledge> knowledge;  // of a filter for unfinished rows: whether these are all
  std::string remark;  // why there is no going on from here, although there are more: nothing tells this table's rows apart
  Timestamp as_of;
  std::string sql;
};

// Whether it asks for unfinished rows alone: then a page says whether it holds all of them (Page::knowledge).
bool asks_for_unfinished(const Filter& filter);

// What the filter costs, before it runs.
struct Forecast {
  bool scans = false;  // no index serves it, and it takes longer than Limits::patience
  double rows = 0;     // the planner's estimate of rows found
  double table_rows = 0;
  std::string why;     // in words, with the index that would help
  std::string index;   // only that index, as a statement to run; empty where few rows are read, or no index would help
  double seconds = 0;  // above 0 where it reads many rows: how long about, at the rate measured on this server
};

struct Count {
  std::int64_t n = 0;
  bool exact = true;  // false: at least n
};

struct StateCounts {
  unfinished::Answer unfinished;
  std::int64_t succeeded = 0, failed = 0;
  bool finished_exact = true;               // false: the planner's estimate
  std::int64_t needs_human = 0;             // unfinished keys whose case needs a person
  unfinished::Knowledge needs_human_known;  // exact, but for a session that is not shown all rows
  Timestamp as_of;
  std::string sql;
};

// Stuck leases grouped: by operation, owner and age (up to 15 minutes, an hour, a day, more), oldest first.
struct StuckGroup {
  std::string operation, owner;
  std::int64_t n = 0, needs_human = 0;
  Timestamp oldest, newest;  // lease ends
};
struct StuckGroups {
  std::vector<StuckGroup> groups;
  // Of all stuck rows, also where there are more groups than were asked for. in_progress and released are not counted here.
  unfinished::Answer unfinished;
  Forecast cost;  // of reading the whole table, where nothing else finds stuck rows; of zero seconds elsewhere
  Timestamp as_of;
  std::string sql;
};

// Where nothing but reading the whole table finds stuck rows.
enum class Scan {
  never,     // nothing is read then, and the answer is unknown
  if_quick,  // it is read where that takes no longer than Limits::patience
  always,
};

struct Detail {
  KeyRow row;
  std::optional<key::StoredResponse> response;         // finished rows
  std::string response_problem;                        // why it cannot be shown: unknown version, …
  std::optional<std::string> payload;                  // bytes, where the profile maps one and it is not too large
  std::string evidence_json, verdict, verdict_reason;  // of the case
  // The row as it is: name and text, in UTC and ISO notation, cut at 10,000 characters. Of payload and stored
  // response the size alone: bodies are shown where they can be masked. NULL is "NULL".
  std::vector<std::pair<std::string, std::string>> columns;
  std::set<std::string> nulls;  // the columns among them that are NULL, and not a text that says so
  Timestamp as_of;
  std::string sql;
};

// Who locks the row right now. A row lock is not a sign of life: an executor in the middle of an HTTP call holds none.
struct LockHolder {
  enum class Answer { nobody, held, cannot_tell } answer = Answer::cannot_tell;
  std::string words;  // "row locked by pid 4242, payments-7, in a transaction for 12 min"; or why it cannot be told
  int pid = 0;
  std::string application, user, client, state, query_age;
  bool is_row_there = true;
  Timestamp as_of;
};

// Why does a client get this answer? Which rule answered, who holds the lease, when it clears, whether the payload matches.
struct Why {
  std::optional<KeyRow> row;            // none: no row, the next request claims it
  int status = 0;                       // what a duplicate would get now (0: the handler's own answer)
  bool status_known = true;             // false: the table is not ours, and what its service answers is the service's own affair
  std::string error_code;               // of that answer
  std::string rule;                     // the sentence of the contract that answered
  std::string clears;                   // when and by whom it changes
  std::optional<bool> payload_matches;  // where a body was given
  Timestamp as_of;
};

// How long one statement may take, and how long it may wait for a lock: a reader waits for nobody but DDL.
struct Limits {
  Duration statement = std::chrono::seconds(5), lock = std::chrono::seconds(1);
  Duration patience = std::chrono::seconds(2);  // what takes longer to read is not read unasked
  double whole_up_to = 500'000;  // rows: a smaller table is read itself, in about a hundred milliseconds. Tests of large tables lower it
  bool operator==(const Limits&) const = default;
};

// What is not done yet, and what failed for good, of an inbox or an outbox. Failed rows that the system itself runs again are unfinished.
struct Backlog {
  struct Part {
    Count n;                          // counted up to 10,000; where no index serves that, the planner's estimate
    bool estimated = false;           // n is that estimate
    std::optional<Timestamp> oldest;  // created_at; none where there is none, the table does not say, or it would take a scan
  };
  Part unfinished, dead;
  Timestamp as_of;
  std::string sql;
};

class Reading;

class Browser {
 public:
  // Both must outlive the browser.
  Browser(pg::Connection& connection, const profile::Profile& profile, Limits limits = {});

  // What a walk found is shown where nothing else finds unfinished rows. Null: there is none. It must outlive the browser, or be replaced.
  void use_walk(const Walk* walk) { walk_ = walk; }
  // Walks on for about this long, at most one statement longer. false: the table needs no walk, or cannot be walked; then the walk is
  // empty.
  Result<bool> walk_on(Walk& walk, Duration budget);
  // Whether nothing but a walk finds unfinished rows.
  Result<bool> needs_walk();
  // Walk::about of this table.
  Result<std::string> walk_subject();

  Result<Page> page(const PageRequest& request);
  Result<Forecast> forecast(const Filter& filter);
  // Stops counting at cap.
  Result<Count> count(const Filter& filter, std::int64_t cap = 10'000);
  // resting: also the released keys of the list that need not be looked at yet, which may be very many; without them `released` is no
  // number to show.
  Result<StateCounts> state_counts(bool resting = true);
  Result<StuckGroups> stuck_groups(int limit = 200, Scan scan = Scan::never);
  // What stuck_groups() costs, which reads every stuck row.
  Result<Forecast> forecast_stuck_groups();
  Result<Backlog> backlog();
  // none: no such row.
  Result<std::optional<Detail>> detail(const key::Identity& id);
  // A value asked for that the column's type cannot hold (a text that is no uuid) is one that no row has, here and in page(), count(),
  // forecast(), detail() and why().
  // Rows that carry the key, in any tenant and operation; also where it was pasted with blanks or quotes around it. At most 100.
  Result<Page> find(std::string_view pasted);
  Result<LockHolder> who_locks(const key::Identity& id);
  // request_body: compared by every way of making a fingerprint. operation policy decides re-runnable and mismatch status.
  Result<Why> why(const key::Identity& id, const std::optional<std::string>& request_body, const key::DecidePolicy& policy = {},
                  int mismatch_status = 422);
  // tenants and operations for filter boxes, from the planner's statistics and the newest rows; not complete, never a scan.
  Result<std::vector<std::string>> operations();
  Result<std::vector<std::string>> tenants();

 private:
  // One table of the two. Its twin, if it has one, is left alone.
  static Browser alone(pg::Connection& connection, const profile::Profile& profile, Limits limits, const Walk* walk);
  Browser live() const { return alone(connection_, profile_, limits_, walk_); }
  Browser archive() const { return alone(connection_, *profile_.twin.profile, limits_, nullptr); }
  bool reads_both() const { return !is_alone_ && profile_.twin.profile != nullptr; }
  Result<Page> page_of_both(const PageRequest& request);
  Result<Forecast> forecast_of_both(const Filter& filter);
  Result<Count> count_of_both(const Filter& filter, std::int64_t cap);
  Result<StateCounts> state_counts_of_both(bool resting);
  Result<StuckGroups> stuck_groups_of_both(int limit, Scan scan);
  Result<Forecast> forecast_stuck_groups_of_both();
  Result<Backlog> backlog_of_both();
  Result<std::optional<Detail>> detail_of_either(const key::Identity& id);
  Result<LockHolder> who_locks_either(const key::Identity& id);
  Result<Why> why_of_either(const key::Identity& id, const std::optional<std::string>& request_body, const key::DecidePolicy& policy,
                            int mismatch_status);

  Result<bool> walk_slice(Walk& walk, std::int64_t& slice);
  Result<Page> nothing();
  Result<Page> page_at(const PageRequest& request);
  Result<Forecast> foretold(const Filter& filter);
  Result<std::optional<Forecast>> listed_forecast();
  Result<Forecast> cost_of_groups(Reading& reading);
  pg::Connection& connection_;
  const profile::Profile& profile_;
  Limits limits_;
  bool is_alone_ = false;
  const Walk* walk_ = nullptr;
};

// The key inside what a person pasted: blanks, quotes, a header line or key=… of a log line taken off.
std::string key_from_paste(std::string_view pasted);

}  // namespace onceover::browse
