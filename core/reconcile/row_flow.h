// A verdict on one row of a table that is not ours, from question to audit row: ask where somebody can be asked, decide, then write or put
// the answer on file. Console and oncectl run settle_row(); plans and sweepers, which ask for many rows at once, decide with decided().
//
// Threads: as the connection. Blocking; no transaction is open while the gateway is asked. Errors: as write_row.h.
#pragma once

#include <optional>
#include <variant>

#include "core/reconcile/ask.h"
#include "core/reconcile/row_case.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

// What follows from a gateway's answer about a row.
struct RowDecision {
  enum class Kind {
    write,            // request is to be written
    nothing_follows,  // the answer settles nothing, and no person's word does: it is put on file
    not_for_this_row,
    not_shown,      // the gateway shows something else than the verb
    lacks_a_value,  // the profile writes what nobody has given
  } kind = Kind::write;
  WriteRequest request;
  Error why = {};  // but for write
};
// The answer as it is put on file where a decision without a person, but for one of `write`, is not written: what settles nothing as it is,
// what a person must finish as such, with what is in the way.
Asked for_case(const RowDecision& decision, Asked asked);

// verb: the one that is wanted, for which the row is; none: what the answer shows. Pure.
RowDecision decided(const profile::Profile& profile, const profile::Access& access, const SeenRow& seen, WriteRequest request,
                    std::optional<profile::Verb> verb, const Asked& asked);

struct RowFlow {
  WriteRequest request;
  // Null: nobody can be asked, and the person's word decides. It is asked where the verb says something of the effect.
  gateway::Gateway* gateway = nullptr;
  std::optional<Verdict> confirmed = {};  // shown to the person: where the gateway says something else now, nothing is written
  AskOptions ask = {};                    // the profile is given by the flow
  Duration next_try_in = std::chrono::minutes(1);
};

// Before anything is written.
struct RowWeighed {
  std::optional<Asked> asked;  // none: nobody was
  RowDecision decision;
};
RowWeighed ask_and_decide(const profile::Profile& profile, const profile::Access& access, const SeenRow& seen, const RowFlow& flow);

// Nothing was written; the gateway's answer is on file.
struct RowOnFile {
  Asked asked;
  CaseKept kept;
  Error why;
};
using RowFlowOutcome = std::variant<RowWritten, Changed, Held, Withheld, RowOnFile>;
// weighed: told behind the asking; may be null.
Result<RowFlowOutcome> settle_row(pg::Connection& connection, const profile::Profile& profile, const profile::Access& access,
                                  const SeenRow& seen, const RowFlow& flow, const audit::Actor& actor, RowWeighed* weighed = nullptr);

}  // namespace onceover::reconcile
