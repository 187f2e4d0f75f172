// A table whose rows are settled: keys of the onceover schema, each owned under a fence of its own, or rows of an external table, each
// guarded by the row as it was read. Console, oncectl, plans and sweepers settle either kind by the same steps:
// take → ask (ask.h) → decide → write, and the write contains the case and the audit row.
//
// Threads: as the connection. Errors: as in settle.h and write_row.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/reconcile/ask.h"
#include "core/reconcile/row_flow.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

struct TakenRow {
  SeenRow seen;                                  // of an own key: row and as_of only
  std::string at = {};                           // of an own key: DueRow::at
  std::optional<std::int64_t> owned_fence = {};  // of an external row: of the sweeper that owns it (own_rows.h)
  std::optional<Timestamp> lease_ended = {};     // of the executor's lease
};

// What is wanted of a row.
struct Wish {
  std::optional<profile::Verb> verb = {};  // none: what the answer shows, and what a person must finish is filed for one
  WriteRequest request;                    // its verb is ignored. reason empty: the verdict's own sentence
  Duration next_try_in = std::chrono::minutes(1);
};

// What follows from a gateway's answer.
struct Decision {
  using Kind = RowDecision::Kind;
  Kind kind = Kind::write;
  Asked asked = {};
  std::optional<profile::Verb> verb = {};
  Error why = {};              // unless write
  WriteRequest request = {};   // of an external row
  Settlement settlement = {};  // of an own key
  Duration next_try_in{0};     // of what is filed
  // handed_back(): of an external row nothing is written.
  bool is_handed_back = false;
};

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
  Target(pg::Connection& connection, const profile::Profile& profile) : connection_(connection), profile_(profile) {}
  virtual ~Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  const profile::Profile& profile() const { return profile_; }
  // For AskOptions::profile.
  virtual const profile::Profile* asked_as() const = 0;
  // Whether a tombstone at the gateway could be put on record here: without that, it would refuse the row's requests for ever.
  virtual bool may_cancel() const = 0;
  virtual Decision decide(const TakenRow& row, const Wish& wish, Asked asked) const = 0;
  // A decision that is not carried out: the evidence is recorded where the row is owned, and the row is free again. why: for the trail.
  virtual Decision handed_back(Decision decision, const std::string& why) const = 0;
  // A row that could not be written, or an answer that could not be stored: only that is filed. enough: a person must look at it.
  virtual Decision unwritable(const TakenRow& row, const Decision& decision, const Error& error, bool enough) const = 0;
  // Ends a sweeper's ownership of an external row that it did not write; of an own key the lease ends by itself. As let_go() in own_rows.h.
  virtual Result<void> let_go(const TakenRow& row, const std::string& why_closed, Duration next_try_in) = 0;
  // One outcome an order. Own keys are one transaction, external rows one each; one that the database refuses holds up no other.
  // Errors: whatever ends all: the connection, the stop switch, the schema, `within`.
  virtual Result<std::vector<RowOutcome>> write(const std::vector<Order>& orders, const audit::Actor& actor,
                                                const WriteOptions& options) = 0;

 protected:
  pg::Connection& connection_;
  const profile::Profile& profile_;
};

// access: of an external table; ignored for our own. All must outlive it.
std::unique_ptr<Target> target_of(pg::Connection& connection, const profile::Profile& profile, const profile::Access* access);

}  // namespace onceover::reconcile
