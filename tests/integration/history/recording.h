// SPDX-License-Identifier: Apache-2.0
// What a run leaves behind: what every actor did and was told, what the table went through, what the bank
// performed. Plain values, which the checker judges and a trace shows.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/key/types.h"

namespace onceover::test::history {

// How an operation is run, and what its downstream declares. Each is an operation of its own.
enum class Way {
  deduped,       // by lease; the bank dedupes by our key
  rerunnable,    // the same, and an expired lease may be taken over
  short_window,  // dedupes, but the bound of a release comes within the run
  lagging,       // dedupes; look-ups lag behind
  tombstone,     // each request performs the effect anew, unless it was cancelled before
  bare,          // each request performs the effect anew, and nothing is declared
  untemplated,   // dedupes; a person supplies the response
  local_lease,   // by lease; the effect is a row here, written with the completion
  interactive,   // in the caller's transaction
  known,         // known in advance
  unanswered,    // the bank is for ever "working on it"
};
inline constexpr int way_count = 11;
std::string_view word(Way way);
// The effect is rows of this database: nothing is sent to the bank.
bool is_local(Way way);
bool may_run_again(Way way);
bool dedupes(Way way);

enum class Phase { invoked, ok, failed, in_doubt };  // failed: a definite error, nothing was done
std::string_view word(Phase phase);
// What an error lets its reader conclude.
Phase phase_of(const Error& error);
// "busy: …", for Entry::result.
std::string words_of(const Error& error);

enum class Act {
  claim,
  renew,
  complete,
  fail,
  release,
  finish_here,  // completion and business row together: interactive, local_lease
  known,
  send,
  look_up,
  cancel,
  sweep,
  settle,
  phone,       // a person asks the bank's clerk, who blocks what has not happened
  ask_second,  // a second person's word is asked for
  approve,
  undo,
  make_plan,
  dry_step,
  plan_step,
  wrong_server,  // a plan's runner before another database
  stop,
  start,
  fault,
};
std::string_view word(Act act);

inline constexpr int no_key = -1;

struct Entry {
  std::int64_t number = 0;  // in order of recording
  std::int64_t at_us = 0;   // machine's clock, as the server's
  std::string actor;
  int call = 0;  // pairs an invocation with its end
  Phase phase = Phase::invoked;
  Act act = Act::claim;
  int key = no_key;
  std::int64_t fence = 0;
  std::int64_t about = 0;   // the approval, the audit row, the plan
  std::string result;       // "claimed", "replay", "done", "lost", an error's sentence
  std::string fingerprint;  // of the request, shortened
  std::string digest;       // of the response written or replayed
};

// Thread-safe.
class Log {
 public:
  // number, at_us and, where it is 0, call are filled in; the call is returned.
  int add(Entry entry);
  // Only while nobody adds any more.
  const std::vector<Entry>& entries() const { return entries_; }
  // Whether anybody was told such a thing from this entry on.
  bool says(const std::string& text, std::int64_t from);
  // Of the entry that comes next.
  std::int64_t next_number();
  static std::int64_t now_us();

 private:
  std::mutex mutex_;
  std::vector<Entry> entries_;
  int calls_ = 0;
};

// One version of a key's row replaced by the next, as a trigger saw it, in the order of the key's life.
struct Change {
  std::int64_t number = 0, at_us = 0, xid = 0;
  std::int64_t db_us = 0;  // at, by the server's own clock, which may be a wrong one
  int key = no_key;
  std::string before, after;  // state; empty: no row
  std::int64_t fence_before = 0, fence_after = 0;
  std::string holder_before, holder_after, owner_before, owner_after;
  std::optional<std::int64_t> locked_until_before_us, expires_before_us;  // by the server's clock
  std::string fingerprint;            // of the row after; before, where it was deleted
  std::string digest, digest_before;  // of a finished row's response
};

struct BusinessRow {
  int key = no_key, call = 0;
  std::int64_t xid = 0;
};

// A request that reached the bank, whenever that was.
struct Landing {
  int key = no_key;
  std::int64_t at_us = 0;
  std::string from, amount;
  std::string outcome;  // "performed", "repeated", "declined", "refused"
};

struct Audited {
  std::int64_t number = 0, at_us = 0, xid = 0;
  int key = no_key;
  std::string action, actor, verdict, reason, to_state;
  std::int64_t fence_before = 0, fence_after = 0;
  std::int64_t approval = 0, undone = 0;  // named by its evidence
};

struct Approved {
  std::int64_t id = 0, audit_id = 0, fence = 0;
  int key = no_key;
  std::string status, requested_by, decided_by;
};

struct PlanItem {
  int key = no_key, position = 0;
  std::string state, outcome;
  std::int64_t audit_id = 0;
};
struct PlanMade {
  std::int64_t id = 0;
  std::string name, act, state;
  std::int64_t items = 0;
  std::map<std::string, std::int64_t> told;  // what the product says of it: "done", "skipped", …, "audited"
  std::vector<PlanItem> listed;
};

// A standby was promoted that had not received what was acknowledged in between: entries by number.
struct Lost {
  std::int64_t from = 0, to = 0;
};

struct FinalRow {
  std::string state;  // empty: no row
  std::int64_t fence = 0;
  std::string case_status, reason;
};

struct KeyFacts {
  key::Identity id;
  Way way = Way::deduped;
  bool may_be_reaped = false;
};

struct Recording {
  std::uint64_t seed = 0;
  std::vector<KeyFacts> keys;
  std::vector<Entry> entries;
  std::vector<Change> changes;
  std::vector<BusinessRow> business;
  std::vector<Landing> landings;
  std::vector<Audited> audit;
  std::vector<FinalRow> rows;  // one a key
  std::vector<Approved> approvals;
  std::vector<PlanMade> plans;
  std::vector<std::string> trail_faults;  // what verifying the audit chain found
  std::vector<std::string> unlisted;   // unfinished keys before the frontier that its list does not lead to,
                                       // whenever that was looked at
  std::int64_t written_elsewhere = 0;  // in the database that merely answered in place of the right one
  std::optional<Lost> lost;
  std::vector<std::int64_t> clock_steps;  // when the server's clock was put elsewhere
};

// Short names for long bytes, the same in C++ and in SQL (store.cpp).
std::string digest_of(const key::StoredResponse& response);
std::string shortened(const key::Fingerprint& fingerprint);

// Everything that happened to one key, in the order of time.
std::string trace(const Recording& recording, int key);

}  // namespace onceover::test::history
