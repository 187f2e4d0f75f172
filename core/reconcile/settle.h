// SPDX-License-Identifier: Apache-2.0
// Settling keys: own them (new fence, own lease, committed), ask with no transaction open, settle where state
// and fence still match; case and audit row in the same transaction. Exactly one writer wins and every loser
// learns it.
//
// Errors: ErrorKind::stopped where the store's stop switch forbids it, read_only/schema where the store
// cannot be written, in_doubt where a lost commit could not be found out by reading, or where what was
// written could not be looked at again.
//
// unconfirmed, in what was written: not empty where it is committed here but its synchronous standby was not
// waited for to the end (pg::Connection::take_unconfirmed): a sentence for the one who acts, since a failover
// at this moment would lose it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/gateway/evidence.h"
#include "core/pg/connection.h"
#include "core/pg/transaction.h"
#include "core/reconcile/verdict.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

// The row as a person saw it. Nothing is written where it has changed since.
struct FencedRow {
  key::Identity id;
  key::State state = key::State::in_progress;
  std::int64_t fence = 0;
};
FencedRow fenced(const browse::KeyRow& row);

// The row is not as seen: nothing was written.
struct Changed {
  std::optional<browse::KeyRow> now;  // none: the row is gone
};

struct Owned {
  browse::KeyRow row;  // as it stands after: the new fence
  std::string unconfirmed = {};
};
using OwnOutcome = std::variant<Owned, Changed>;

// A person takes an expired, unfinished key over for asking. A live lease of another is Changed, with
// the row.
Result<OwnOutcome> own(pg::Connection& connection, const tables::Profile& profile, const FencedRow& seen,
                       Duration lease, const audit::Actor& actor, const std::string& reason);

// A second approver's consent, used up by the write that it allows (second_approver.h).
struct Approver {
  std::int64_t approval = 0;
  std::string name, reason;
};

// What only a verdict writes; none: it is filed. done_needs_response is, since nobody has given the
// response.
std::optional<tables::Verb> verb_alone(VerdictKind kind);

// What to write on one owned key.
struct Settlement {
  key::Identity id;
  std::int64_t fence = 0;  // the one owned
  std::string at;          // DueRow::at, which spares a look into the index; empty: unknown
  std::optional<tables::Verb> verb =
      {};  // succeed, fail, release; none: nothing is settled, and the answer is filed as a case
  bool needs_person = false;                    // of what is filed: no sweeper asks again
  std::optional<key::StoredResponse> response;  // succeed, fail
  std::optional<Timestamp> retry_before;        // release; none: no bound
  std::string error_code;                       // fail
  std::optional<gateway::Evidence> evidence;
  std::string verdict;             // word of the verdict it rests on
  std::string reason;              // never empty
  Duration next_try_in{0};         // unresolved
  std::string evidence_json = {};  // in place of evidence: a person's own words as {"said": …}
  // succeed, fail: needed where `verdict` does not confirm it (needs_second_person())
  std::optional<Approver> approval = {};
};

// The act that the server's function is given: "succeed", "fail", "release", "unresolved", "needs_human".
std::string_view word_of(const Settlement& settlement);

struct Written {
  key::Identity id;
  std::int64_t fence = 0, audit_id = 0;
  std::string unconfirmed = {};  // of the batch's one commit
};

struct BatchOptions {
  std::string ticket;
  // More that belongs to the transaction, run before its commit with what was written, which may be nothing.
  // An error of it is returned, and nothing is written.
  std::function<Result<void>(pg::Transaction&, const std::vector<Written>&)> within = {};
};

// Many at once, one transaction. Those that come back were written; a key that does not was no longer owned
// (or the stop switch is on) and nothing of it was written.
Result<std::vector<Written>> settle_batch(pg::Connection& connection, const tables::Profile& profile,
                                          const std::vector<const Settlement*>& settlements,
                                          const audit::Actor& actor, const BatchOptions& options);
Result<std::vector<Written>> settle_batch(pg::Connection& connection, const tables::Profile& profile,
                                          const std::vector<Settlement>& settlements,
                                          const audit::Actor& actor, const BatchOptions& options);

struct Settled {
  browse::KeyRow after;
  std::int64_t audit_id = 0;
  std::string unconfirmed = {};
};
using SettleOutcome = std::variant<Settled, Changed>;
// One key by itself, as where a case is put aside for an approver. A person's settlement is settle_one().
Result<SettleOutcome> settle(pg::Connection& connection, const tables::Profile& profile,
                             const Settlement& settlement, const audit::Actor& actor,
                             const std::string& ticket);

// The row after the settlement, for showing before anything is written. Fence and times are the server's to
// draw: fence 0, now given.
browse::KeyRow preview(const browse::KeyRow& row, const Settlement& settlement, Timestamp now);
// What a settlement changes in the row, as a guarded update: for reading, not a script. The server's function
// also stores the answer's headers and times, and writes the case and the audit row.
std::string settle_sql(const Settlement& settlement);

// How long the registered gateways of this operation deduplicate, by declarations in force
// (onceover.gateways); none: nothing is declared, or one of them does not.
Result<std::optional<Duration>> registered_window(pg::Connection& connection, const std::string& operation);

// The row as it is now; none where there is none. In its own read-only transaction.
Result<std::optional<browse::KeyRow>> read(pg::Connection& connection, const tables::Profile& profile,
                                           const key::Identity& id);
// The same after it was written with this audit row: tried twice, and then in_doubt.
Result<std::optional<browse::KeyRow>> read_written(pg::Connection& connection, const tables::Profile& profile,
                                                   const key::Identity& id, std::int64_t audit_id);

}  // namespace onceover::reconcile
