// SPDX-License-Identifier: Apache-2.0
// A table whose rows are settled: keys of the onceover schema, each owned under a fence of its own, or rows
// of an external table, each guarded by the row as it was read. The steps are take → ask (ask.h) → decide →
// write, and the write contains case and audit row. Console, oncectl, plans and sweepers share all but the
// first: plans and sweepers take many rows at once.
//
// Threads: as the connection. Errors: as in settle.h and write_row.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/reconcile/ask.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

struct TakenRow {
  SeenRow seen;         // of an own key: row and as_of only
  std::string at = {};  // of an own key: DueRow::at
  // of an external row: of the sweeper that owns it (own_rows.h)
  std::optional<std::int64_t> owned_fence = {};
  std::optional<Timestamp> lease_ended = {};   // of the executor's lease
  std::optional<Duration> dedupe_window = {};  // registered_window(), where it was read
};

// How long a key that a second approver lets be released may be claimed again, where no registered gateway
// deduplicates.
inline constexpr Duration release_without_window = std::chrono::hours(24);

// What is wanted of a row.
struct Instruction {
  // none: what the answer shows, and what a person must finish is filed for one
  std::optional<tables::Verb> verb = {};
  // Its verb is ignored. reason: empty only where no person acts: the verdict's own sentence is used.
  // evidence_json: what shows it, in the person's words, as {"said": …}: a manual override. Values are of
  // external rows only.
  WriteRequest request = {};
  // Of own keys: what clients get, by manual override, or where the answer shows that it happened and makes
  // no response (2xx).
  std::optional<key::StoredResponse> response = {};
  // What a person was shown. Where the gateway says something else now, nothing is settled. expected: the
  // kind of verdict only.
  std::optional<Verdict> confirmed = {};
  std::optional<VerdictKind> expected = {};
  Duration next_try_in = std::chrono::minutes(1);  // of a row that is left for a sweeper
};

// What follows from a gateway's answer, or from a manual override.
struct Decision {
  enum class Kind {
    write,            // `verb` is written
    nothing_follows,  // the answer settles nothing, and neither does a manual override: it is filed
    not_for_this_row,
    not_shown,      // the answer shows something else than the verb, or than what was confirmed
    lacks_a_value,  // what the verb writes is not known
  } kind = Kind::write;
  std::optional<JudgedEvidence> asked = {};  // none: no question was sent
  std::optional<tables::Verb> verb = {};
  bool by_evidence = true;      // false: by manual override
  bool needs_approval = false;  // by a second approver
  Error why = {};               // unless write
  WriteRequest request = {};    // of an external row
  Settlement settlement = {};   // of an own key
  Duration next_try_in{0};      // of what is filed
  bool is_handed_back = false;  // Target::handed_back()
};
// The decision about an own key. asked: none only with a verb. Pure.
Decision decide_own(const TakenRow& row, const Instruction& instruction, std::optional<JudgedEvidence> asked);
// A sentence about what a manual override of an own key lacks; none: nothing.
std::optional<std::string> missing_override(const Instruction& instruction);
// A sentence: why clients could not read the body by its Content-Type; none: they can, or it names none.
std::optional<std::string> why_not_of_its_type(const key::StoredResponse& response);
// A person may write this verdict: `unresolved` and `needs_human` settle nothing.
bool is_offered(VerdictKind kind);
// Both verdicts would write the same: kind, response, error code, end of the window.
bool same_effect(const Verdict& a, const Verdict& b);

// Another was there first, or a lease is live: nothing was written by the step that found it.
struct RowChanged {
  std::optional<browse::KeyRow> now = {};  // none: the row is gone
  // of an own key: its newest audit row; none: no trail, so it was its executor
  std::optional<audit::Record> last_act = {};
  Timestamp as_of = {};  // the database's clock when last_act was read
};
// "Another user settled it: alice@desk-1, 3 s ago." One sentence about an own key, for people.
std::string sentence(const RowChanged& changed, const FencedRow& seen);
RowChanged changed_since(pg::Connection& connection, Changed changed);

// One row of a write.
struct Order {
  const TakenRow* row = nullptr;
  const Decision* decision = nullptr;
};
struct Done {
  std::size_t order = 0;
  std::int64_t audit_id = 0, fence = 0;  // fence: of an own key, after the write
};
struct RowOutcome {
  enum class Kind {
    written,
    filed,
    unwritten,  // an external row that is only handed back
    changed,    // or taken over by another, or gone: nothing was written
    held,
    withheld,  // a guard, a policy or a trigger of the table
    late,      // WriteOptions::until had passed
    failed,
  } kind = Kind::changed;
  std::optional<browse::KeyRow> now = {};  // of an external row: after the write, or as it was found
  std::int64_t audit_id = 0;
  std::string status = {};  // filed, of an external row: of its case
  int attempts = 0;
  Error error = {};              // failed; of withheld and held its `what`
  std::string unconfirmed = {};  // once for each commit
};
struct WriteOptions {
  std::string ticket = {};
  // More that belongs to the transaction of a write, run before its commit. An error of it ends all.
  std::function<Result<void>(pg::Transaction&, const std::vector<Done>&)> within = {};
  std::optional<Steady::time_point> until = {};                          // no write begins later
  std::function<void(int rows, Steady::time_point from)> on_write = {};  // after each transaction
};

class Target {
 public:
  Target(pg::Connection& connection, const tables::Profile& profile)
      : connection_(connection), profile_(profile) {}
  virtual ~Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  const tables::Profile& profile() const { return profile_; }
  // For AskOptions::profile.
  virtual const tables::Profile* asked_as() const = 0;
  // Whether a tombstone at the gateway could be put on record here: without that, it would refuse the row's
  // requests for ever.
  virtual bool may_cancel() const = 0;
  // Whether the gateway is asked for this instruction.
  virtual bool asks(const TakenRow& row, const Instruction& instruction,
                    const gateway::Gateway* gateway) const = 0;
  // invalid_input: what the instruction of a person lacks, as far as it shows before the row is taken.
  virtual Result<void> check(const Instruction& instruction) const = 0;
  // For a person. An own key is taken over under a new fence and lease; an external row stays as it was read.
  virtual Result<std::variant<TakenRow, RowChanged>> take(const TakenRow& seen, const std::string& reason,
                                                          Duration lease, const audit::Actor& actor) = 0;
  virtual Decision decide(const TakenRow& row, const Instruction& instruction,
                          std::optional<JudgedEvidence> asked) const = 0;
  // A decision that is not carried out: the evidence is recorded where the row is owned, and the row is free
  // again. why: for the trail.
  virtual Decision handed_back(Decision decision, const std::string& why) const = 0;
  // A row that could not be written (failed, withheld), or an answer that could not be stored: only that is
  // filed, with the answer where the database can hold it. enough: a person must look at it.
  virtual Decision unwritable(const TakenRow& row, const Decision& decision, const RowOutcome& outcome,
                              bool enough) const = 0;
  // Ends a sweeper's ownership of an external row that it did not write; of an own key the lease ends by
  // itself. As let_go() in own_rows.h.
  virtual Result<void> let_go(const TakenRow& row, const std::string& why_closed, Duration next_try_in) = 0;
  // One outcome an order. Own keys are one transaction, external rows one each; one that the database refuses
  // holds up no other. Errors: whatever ends all: the connection, the stop switch, the schema, `within`.
  virtual Result<std::vector<RowOutcome>> write(const std::vector<Order>& orders, const audit::Actor& actor,
                                                const WriteOptions& options) = 0;

 protected:
  pg::Connection& connection_;
  const tables::Profile& profile_;
};

// access: of an external table; ignored for our own. All must outlive it.
std::unique_ptr<Target> target_of(pg::Connection& connection, const tables::Profile& profile,
                                  const tables::Access* access);

// What the two kinds of targets share. Inside the room only.

std::unique_ptr<Target> external_target(pg::Connection& connection, const tables::Profile& profile,
                                        const tables::Access& access);

// What a person said stays beside what the gateway answers; as JSON.
std::string beside(const std::string& said_json, const gateway::Evidence& evidence);

// What is filed in place of a decision that could not be written, or of an answer that the database cannot
// store.
JudgedEvidence unwritten_answer(const Decision& decision, const RowOutcome& outcome, bool enough);

}  // namespace onceover::reconcile
