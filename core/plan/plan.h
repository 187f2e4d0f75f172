// SPDX-License-Identifier: Apache-2.0
// Plans: one act on many rows. The set is frozen in the store when the plan is made; a dry run asks the
// gateway about each and keeps what it foresees; a run works only from the store's record, so that any
// process continues where another one ended. Any number may run one plan at once: an item is owned (runner
// and short lease, committed) before anything is asked, nothing is open while the gateway is asked, and a
// row's settlement, its audit row and the item's result are one transaction. Killed at any point, each row is
// settled at most once, and done items, settlements and their audit rows are as many.
//
// A row is written only where it stands as it was frozen and, behind a dry run, where the fresh evidence says
// what was foreseen: else the item is skipped, with both. The stop switch, the plan's own state and the
// server's identity (system identifier, database) are looked at inside each writing transaction.
//
// Plans are on onceover.keys (settle, release, extend, reap) or on any table with a profile (settle, release,
// extend, requeue, discard).
//
// Threads: as the connection; a Runner belongs to one thread. Errors: as core/reconcile/settle.h;
// invalid_input names what is wrong with a plan; unsupported where the database is another one than the plan
// was made on.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/exports/encoder.h"
#include "core/gateway/evidence.h"
#include "core/gateway/open.h"
#include "core/pg/connection.h"
#include "core/pg/server_identity.h"
#include "core/retry/breaker.h"
#include "core/tables/profile.h"

namespace onceover::plan {

// A list of keys as people bring it: a file out of a ticket, a column out of a spreadsheet, lines that were
// pasted. Pure.
//
// With a header, whose names are columns ("key", "tenant", "operation", or those of the table's identity), or
// bare: a key a line. RFC 4180 quotes, LF or CRLF, a UTF-8 byte order mark; blank lines are nothing. Blanks
// around an unquoted cell are taken off.

struct ListOptions {
  // names, beside key, tenant and operation, that a header may have: tables::Profile::identity
  std::vector<std::string> columns;
  char delimiter = ',';
  bool own = true;  // keys of onceover.keys: 1 to 255 bytes of printable ASCII
};

// A line that was not understood, or names nothing that can be planned.
struct LineError {
  int line = 0;      // 1 is the first; a quoted cell with line ends in it counts from where it begins
  std::string what;  // a sentence, fit for a screen
  bool operator==(const LineError&) const = default;
};

struct ListedKey {
  int line = 0;
  std::vector<std::optional<std::string>> cells;  // as KeyList::columns; none: an unquoted empty cell
};

struct KeyList {
  std::vector<std::string> columns;  // of the header, as written in ListOptions; {"key"} where there is none
  std::vector<ListedKey> keys;
  std::vector<LineError> errors;  // in the order of their lines
};

// Never fails: what is wrong stands in errors, and the lines that are right are there all the same.
KeyList parse_key_list(std::string_view text, const ListOptions& options = {});

// The verbs of plans: settle is whatever the evidence says; release where the evidence says so, or, of an
// external table, a manual override with a ticket; reap deletes finished keys, now.
using tables::Verb;
inline constexpr Verb all_acts[] = {Verb::settle,  Verb::release, Verb::extend,
                                    Verb::requeue, Verb::discard, Verb::reap};
using tables::word;
std::optional<Verb> act_from_word(std::string_view word);

enum class Work { dry_run, run };

enum class State { frozen, ready, running, paused, stopped, finished };
std::string_view word(State state);
std::optional<State> state_from_word(std::string_view word);

// Which gateway is asked, as it was described: a run with another description is refused.
struct GatewayNamed {
  std::string name, digest;
  bool operator==(const GatewayNamed&) const = default;
};
// SHA-256 of a description's bytes, in hexadecimal.
std::string digest_of(std::string_view description);
// As a file describes it; the second reads it. Errors: as gateway::load_any_config.
GatewayNamed named(const gateway::DescribedConfig& described);
Result<GatewayNamed> gateway_named(const std::string& config_path);

struct Options {
  double error_share = 0.1;  // the plan stops itself where so many of what was worked on went wrong …
  int error_count = 10;      // … and at least so many
  double rate = 0;           // items a second, of all runners together; 0: as fast as may be
  Duration lease{0};         // of extend
  // the person knows that no executor works on rows whose lease cannot be observed
  bool although_held = false;
  bool cancel =
      false;  // of settle: the gateway, where it knows nothing and can, is told never to perform the effect
  bool within_window = false;  // of reap: finished keys whose window has not ended, too
  int max_tries = 3;           // a gateway that does not answer is asked about an item so often
  int max_attempts = 8;        // of a case; then needs_human
  bool operator==(const Options&) const = default;
};

struct NewPlan {
  std::string name;  // 1 to 100 characters, unique in the store
  Verb act = Verb::settle;
  std::optional<GatewayNamed> gateway;  // needed where evidence decides
  std::string reason;                   // never empty
  std::string ticket;
  std::string proof;  // what shows it, where a manual override stands in for a gateway's
  Options options;
  bool rehearse = false;  // everything but the making: Created::id is 0
};
// "error_share must be between 0 and 1": names the field.
Result<void> validate(const NewPlan& plan, const tables::Profile& profile);

inline constexpr int max_items = 200'000;
inline constexpr Duration longest_lease = std::chrono::hours(24);  // of extend: the store refuses more

struct Plan {
  std::int64_t id = 0;
  std::string name;
  Verb act = Verb::settle;
  State state = State::frozen;
  std::string state_why;                  // of paused, stopped and unreadable
  std::string profile_toml;               // empty: onceover.keys
  tables::Profile table = tables::own();  // as profile_toml describes it
  std::string profile,
      relation;  // of `table`: its profile's name, and its own; empty where it cannot be read
  std::optional<GatewayNamed> gateway;
  std::string reason, ticket, proof, chosen_by;  // chosen_by: the filter or the list, in words
  Options options;
  std::string unreadable;    // why act, state or options are not what the store has; empty: they are. Such a
                             // plan is not run
  int items = 0, ended = 0;  // ended: that wait no more, whatever became of them
  audit::Actor actor;
  std::string db_user;
  bool is_mine = false;  // this connection's database user made it
  pg::ServerIdentity made_on;
  Timestamp created_at, changed_at, as_of;  // as_of: the database's clock now
  std::optional<Timestamp> ready_at, started_at, finished_at;
};

struct Created {
  std::int64_t id = 0;
  int items = 0;
  std::vector<LineError> left_out;  // lines, or rows that cannot be planned
  std::string incomplete = {};      // why there may be more rows than were found; empty: there are not
  key::Sums money = {};             // of the items
};
// "tenant "acme"; stuck", "all rows".
std::string in_words(const browse::Filter& filter);
// The rows of a filter, oldest first. Not one moment: each row is frozen as its page showed it. archived rows
// are left out.
Result<Created> create(pg::Connection& connection, const tables::Profile& profile, const NewPlan& plan,
                       const browse::Filter& filter, const audit::Actor& actor);
// Those of a list. Where a line is wrong or names no row, or several, nothing is made and `refused` is told
// why, unless leave_out.
struct FromList {
  KeyList list;
  bool leave_out = false;
};
// Rows that a person selected, each as a line of a list.
KeyList key_list_of(const std::vector<key::Identity>& ids, const tables::Profile& profile);
struct Refused {
  std::vector<LineError> errors;
};
Result<tl::expected<Created, Refused>> create(pg::Connection& connection, const tables::Profile& profile,
                                              const NewPlan& plan, const FromList& from,
                                              const audit::Actor& actor);

// Newest first. before: the id behind which to go on.
Result<std::vector<Plan>> list(pg::Connection& connection, std::optional<std::int64_t> before = {},
                               int limit = 200);
Result<std::optional<Plan>> find(pg::Connection& connection, const std::string& name);

enum class ItemState {
  waiting,
  done,       // written
  skipped,    // the row or the evidence is not what it was, or the act is not for it
  unsettled,  // asked, and nothing follows: on file as a case
  failed,     // the gateway did not answer, or the database refused
};
std::string_view word(ItemState state);
std::optional<ItemState> item_state_from_word(std::string_view word);

struct Item {
  int position = 0, line = 0;  // line 0: of a filter
  key::Identity id;
  std::string frozen_json;
  key::Subject subject;  // as it was frozen; empty in plans of versions that did not keep it
  std::int64_t fence = 0;
  ItemState state = ItemState::waiting;
  int tries = 0;
  std::string runner;  // whoever took it last
  std::optional<Timestamp> taken_until, next_try_at;
  std::string foreseen;  // a verdict's or verb's word, or "skip"; empty: no dry run was here
  bool foreseen_writes = false;
  std::string foreseen_why, foreseen_evidence_json;
  std::optional<Timestamp> foreseen_at;
  std::string outcome, why, evidence_json, to_state;
  std::optional<std::int64_t> audit_id;
  std::optional<Timestamp> finished_at;
};
// Behind a position, in order. limit 1…1000.
Result<std::vector<Item>> items(pg::Connection& connection, std::int64_t plan, int behind = 0,
                                int limit = 200, std::optional<ItemState> state = {});

struct Totals {
  struct Line {
    ItemState state = ItemState::waiting;
    std::string outcome, foreseen;
    bool foreseen_writes = false;
    std::int64_t n = 0;
    key::Sums money = {};  // of the rows as they were frozen
  };
  std::vector<Line> lines;
  std::int64_t items = 0, waiting = 0, taken = 0, done = 0, skipped = 0, unsettled = 0, failed = 0;
  std::int64_t foreseen = 0, would_write = 0;
  std::int64_t audited = 0;           // items that name an audit row
  key::Sums money;                    // of all items
  double per_second = 0;              // ended within the last half minute, or since the first one within it
  std::optional<Duration> remaining;  // at that rate; none: nobody is at work, or nothing is left
  double foreseen_per_second = 0;     // the same of a dry run
  std::optional<Duration> foreseen_remaining;
  std::int64_t& of(ItemState state);
};
Result<Totals> totals(pg::Connection& connection, std::int64_t plan);
// What list, totals and items run, for people.
std::string shown_sql();

// What a run may write, read from the plan's description of the table, never from a name that its maker gave.
struct Writes {
  std::string table;
  std::vector<std::string> lines;    // "discard: DELETE FROM public.orders", one a verb
  std::vector<std::string> options;  // those that widen what is written, in words
  std::string word;                  // of all this and the plan's set: RunOptions::confirmed
};
Writes writes_of(const Plan& plan);
// Another database user made it: what it writes must have been shown to a person, who confirms it. A dry run
// reads an external table and asks the gateway with the rights of the person who runs it.
bool needs_confirmation(const Plan& plan, Work work);

// False: it does not stand so that this could be. resume: of a paused or stopped plan. All are audited.
Result<bool> pause(pg::Connection& connection, std::int64_t plan, const std::string& reason,
                   const audit::Actor& actor);
Result<bool> resume(pg::Connection& connection, std::int64_t plan, const std::string& reason,
                    const audit::Actor& actor);
Result<bool> stop(pg::Connection& connection, std::int64_t plan, const std::string& reason,
                  const audit::Actor& actor);

struct RunOptions {
  Duration lease = std::chrono::seconds(30);  // of a batch; must exceed ask_within
  Duration ask_within = std::chrono::seconds(10);
  // a dry run older than this foresees nothing any more
  static constexpr Duration stale_after = std::chrono::hours(12);
  int most = 500;  // items of a batch at most
  bool although_stale = false;
  bool without_dry_run = false;
  std::string confirmed;         // Writes::word, where needs_confirmation()
  bool another_gateway = false;  // run although the gateway's description is not the plan's
  // for asking about the same item again
  retry::BudgetConfig budget{.ratio = 0.1, .per_second = 1, .burst = 50};
  retry::BreakerConfig breaker;
};

struct Step {
  State state = State::running;  // of the plan
  bool over = false;             // nothing is left for this work, or the plan was halted
  int taken = 0, done = 0, skipped = 0, unsettled = 0, failed = 0, foreseen = 0;
  Duration wait{0};     // before the next step: the rate, the gateway's rest, items of other runners
  Duration longest{0};  // writing transaction
  std::string note;     // what a person should hear: not confirmed by the standby, …
  // Sums what was done; the rest is as the later one says it.
  Step& operator+=(const Step& later);
};

// One of the processes that work on a plan.
class Runner {
 public:
  // Starts it: a run needs a plan that is ready (or without_dry_run), or goes on with one that is running.
  // gateway: null where the plan asks none. All references outlive the runner. described: as the gateway is
  // described now.
  static Result<std::unique_ptr<Runner>> start(pg::Connection& connection, const Plan& plan, Work work,
                                               gateway::Gateway* gateway,
                                               const std::optional<GatewayNamed>& described,
                                               const audit::Actor& actor, const RunOptions& options,
                                               Random random);
  virtual ~Runner() = default;
  // One batch. After an error the items in hand are free again when their lease ends, at the latest.
  virtual Result<Step> step() = 0;
};

struct Ran {
  Step sum;  // state and over of the last step
  bool cancelled = false;
};
// Steps and waits until it is over or go_on says no; that is asked between steps and while waiting.
Result<Ran> run(Runner& runner, const std::function<bool()>& go_on,
                const std::function<void(const Step&)>& on_step = {});

enum class ReportFormat { markdown, csv, json };
// Of one moment: the plan, its totals and every item; CSV has the items alone.
using Sink = std::function<Result<void>(std::string_view)>;
Result<Totals> report(pg::Connection& connection, const Plan& plan, ReportFormat format, const Sink& sink);
// Into a file for its owner alone, whole or not at all.
Result<Totals> report_to_file(pg::Connection& connection, const Plan& plan, ReportFormat format,
                              const std::string& path);

}  // namespace onceover::plan
