// A person settles one key: own it, ask afresh, and write what was confirmed, or nothing of the kind. The console and oncectl run
// the same sequence.
//
// Threads: as the connection. Blocking; no transaction is open while the gateway is asked. Errors: as settle.h. After an error behind
// the taking over, `not_done` says until when the key stays owned: its lease ends by itself, and nothing is stranded.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/gateway/evidence.h"
#include "core/pg/connection.h"
#include "core/profile/profile.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/settle.h"

namespace onceover::reconcile {

// A person may write this verdict: nobody may write "unresolved" as if it settled something.
bool is_offered(VerdictKind kind);

// What was on the screen when a person said yes.
struct Confirmed {
  Seen seen;
  Verdict verdict;
  // For done_needs_response, which is then settled as succeeded with it. Refused beside any other verdict.
  std::optional<key::StoredResponse> supplied;
  std::string reason;  // never empty
  std::string ticket;
};

struct FlowOptions {
  Duration lease = std::chrono::seconds(60);       // longer than asking takes
  Duration ask_within = std::chrono::seconds(20);  // the gateway's answer is waited for so long
  Duration next_try_in = std::chrono::minutes(1);  // where the evidence changed and the key waits for the sweeper again
  int max_attempts = 8;
};

// As confirmed.
struct FlowSettled {
  browse::KeyRow before;  // as owned
  Settled settled;
  Asked asked;
};
// Somebody else was there first, or a lease is live: nothing was written by the step that found it.
struct FlowChanged {
  std::optional<browse::KeyRow> now;      // none: the row is gone
  std::optional<audit::Record> last_act;  // the newest audit row of the key; none: no trail, so it was its executor
  Timestamp as_of;                        // the database's clock when last_act was read
};
// The gateway now says something else than what was confirmed. Nothing was settled: the new evidence is on file, the key is handed back.
struct FlowEvidenceChanged {
  Settled recorded;
  Act act = Act::unresolved;  // unresolved, or needs_human
  Asked asked;
};
using FlowOutcome = std::variant<FlowSettled, FlowChanged, FlowEvidenceChanged>;

Result<FlowOutcome> settle_confirmed(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway& gateway,
                                     const Confirmed& confirmed, const audit::Actor& actor, const FlowOptions& options = {});

// What settle_confirmed would write for this row; for the preview and the SQL. Same rules as for writing.
Settlement settlement_for(const browse::KeyRow& row, const Asked& asked, const Confirmed& confirmed);

// Both verdicts would write the same: kind, response, error code, end of the window.
bool same_effect(const Verdict& a, const Verdict& b);

// "Somebody else settled it: alice@desk-1, 3 s ago." One sentence about a FlowChanged, for people.
std::string sentence(const FlowChanged& changed, const Seen& seen);

}  // namespace onceover::reconcile
