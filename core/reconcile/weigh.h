// SPDX-License-Identifier: Apache-2.0
// What a person's verdict on a row, ours or external, rests on: a gateway's answer, or the manual override
// with a ticket and what shows it. Pure.
#pragma once

#include <optional>
#include <string>

#include "core/reconcile/ask.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

// What writes a verdict; none: nothing follows from it.
std::optional<tables::Verb> verb_for(VerdictKind verdict);
// The state that a verb that says something of the effect leaves a row in; nullopt of the others.
std::optional<key::State> settled_as(tables::Verb verb);
// What shows it, in the person's words, as {"said": …}; empty if nothing was said.
std::string said_json(const std::string& words);
// Whether what a gateway shows is what the verb says.
bool confirms(VerdictKind verdict, tables::Verb verb);
// What a manual override counts beside what a gateway says, whatever the table. Evidence is never overruled,
// its lack may be.
enum class Weight {
  evidence,   // it shows the same
  against,    // it shows something else, or another effect, or two, under the key that would be sent again
  too_early,  // it has answered, and nothing follows from that yet: it is to be asked again
  manual,     // it does not answer, or has been asked often enough, or the key waits (Verdict::waits): the
              // person decides
};
Weight weight_of(const JudgedEvidence& asked, tables::Verb verb);
// A sentence about what the request lacks to be written where no verdict of a gateway confirms it: a ticket,
// and what shows it (evidence_json). none: nothing. write() and script() refuse what lacks it.
std::optional<std::string> missing_for_override(const tables::Profile& profile, const WriteRequest& request);

// The request as a gateway's fresh answer leaves it: with the verdict, the answer beside what the person said
// in evidence_json, and the response for clients where the verb writes one. Where the answer says that a
// person must decide, the manual override does. Errors: unsupported, what the gateway shows is against it,
// nothing is shown yet, or another response than the one that was given; invalid_input, the word lacks
// something.
Result<WriteRequest> weighed(const tables::Profile& profile, WriteRequest request,
                             const JudgedEvidence& asked);

}  // namespace onceover::reconcile
