// SPDX-License-Identifier: Apache-2.0
// What was asked about one key and what follows from it, as text and JSON; shared by ask and settle.
#pragma once

#include <string>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"
#include "app/oncectl/print.h"
#include "core/reconcile/ask.h"

namespace onceover::oncectl {

// Bodies, of at most so many bytes, only where revealed.
Json json_evidence(const gateway::Evidence& evidence, bool reveal, std::size_t most = std::string::npos);
Json json_verdict(const reconcile::Verdict& verdict, bool reveal);
// "Verdict", or another head.
std::string verdict_text(const reconcile::Verdict& verdict, const std::string& head, bool reveal);

struct Inquiry {
  browse::KeyRow row;
  Timestamp as_of;
  reconcile::JudgedEvidence asked;
  reconcile::Settlement settlement;  // what settle would write, or wrote
};

// How long an open verdict is not asked about again where the gateway did not say.
inline constexpr Duration next_try = std::chrono::minutes(1);

// evidence, verdict and, where preview is set, what a settlement would write (null otherwise). Bodies are
// masked unless revealed, in the SQL too.
Json json_inquiry(const Inquiry& inquiry, bool preview, bool reveal);
std::string inquiry_text(const Inquiry& inquiry, bool preview, bool reveal);

// done for a verdict that settles, and for a key that is finished already; unsettled; unreachable where not
// even an HTTP status came back.
Exit exit_for(const Inquiry& inquiry);

}  // namespace onceover::oncectl
