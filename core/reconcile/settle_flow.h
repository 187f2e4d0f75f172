// A person settles one key: own it, ask afresh, and write what was confirmed, or nothing of the kind; or gives a word of his own where
// nobody can tell what happened. The console and oncectl run the same sequence.
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
#include "core/reconcile/approval.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/settle.h"

namespace onceover::reconcile {

// A person may write this verdict: nobody may write "unresolved" as if it settled something.
bool is_offered(VerdictKind kind);

// What was on the screen when a person said yes.
struct Confirmed {
  Seen seen;
  // Where the gateway says something else now, nothing is settled. None: whatever it says is written, also that nothing follows from it.
  std::optional<Verdict> verdict;
  // For done_needs_response, which is then settled as succeeded with it. Refused beside another verdict; without one it is left out.
  std::optional<key::StoredResponse> supplied;
  std::string reason;  // never empty
  std::string ticket;
  std::optional<VerdictKind> expected = {};  // instead of a verdict
};

struct FlowOptions {
  Duration lease = std::chrono::seconds(60);       // longer than asking takes
  Duration ask_within = std::chrono::seconds(20);  // the gateway's answer is waited for so long
  Duration next_try_in = std::chrono::minutes(1);  // where the evidence changed and the key waits for the sweeper again
  int max_attempts = 8;
  bool may_cancel = false;  // as of AskOptions: an act at the gateway
};

// As confirmed.
struct FlowSettled {
  browse::KeyRow before;  // as owned
  Settled settled;
  Asked asked;
  Act act = Act::unresolved;  // unresolved, needs_human: only where no verdict was confirmed
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
  browse::KeyRow before = {};  // as owned
};
using FlowOutcome = std::variant<FlowSettled, FlowChanged, FlowEvidenceChanged>;

Result<FlowOutcome> settle_confirmed(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway& gateway,
                                     const Confirmed& confirmed, const audit::Actor& actor, const FlowOptions& options = {});

// A person's word about a key that no evidence settles. Evidence is never overruled, its lack may be.
struct Word {
  Seen seen;
  profile::Verb verb = profile::Verb::release;  // succeed, fail, release
  std::optional<key::StoredResponse> response;  // what clients get: 2xx with succeed, 4xx or 5xx with fail, none with release
  std::string said;                             // what shows it, in the person's own words
  std::string reason, ticket;
};
// A sentence about what the word lacks; none: nothing.
std::optional<std::string> missing_word(const Word& word);

// What follows from it. asked: the gateway's answer about the row just now; none: nobody can be asked.
struct WordWeighed {
  // As weigh.h says. evidence: the gateway's answer is written. against: it shows something else, or it is too early; nothing is settled.
  enum class By { word, evidence, against } by = By::word;
  Settlement settlement;
  bool needs_second_person = false;
};
WordWeighed weighed_word(const browse::KeyRow& row, const std::optional<Asked>& asked, const Word& word, Duration next_try_in);

struct WordSettled {
  browse::KeyRow before;  // as owned
  Settled settled;
  std::optional<Asked> asked;
  bool by_evidence = false;
};
// The request is filed: the row is put aside as a case that needs a person (approval.h).
struct WordWaits {
  browse::KeyRow before;
  Waiting waiting;
  std::optional<Asked> asked;
};
using WordOutcome = std::variant<WordSettled, WordWaits, FlowChanged, FlowEvidenceChanged>;
// gateway: null where none is configured. Errors: as settle_confirmed(); invalid_input where the word lacks something.
Result<WordOutcome> settle_by_word(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway* gateway, const Word& word,
                                   const audit::Actor& actor, const FlowOptions& options = {});

// What settle_confirmed would write for this row; for the preview and the SQL. Same rules as for writing.
Settlement settlement_for(const browse::KeyRow& row, const Asked& asked, const Confirmed& confirmed,
                          Duration next_try_in = std::chrono::minutes(1));

// Both verdicts would write the same: kind, response, error code, end of the window.
bool same_effect(const Verdict& a, const Verdict& b);

// "Somebody else settled it: alice@desk-1, 3 s ago." One sentence about a FlowChanged, for people.
std::string sentence(const FlowChanged& changed, const Seen& seen);
// "No evidence bears this out: it waits for a second person, as approval 3."
std::string sentence(const WordWaits& waits);

}  // namespace onceover::reconcile
