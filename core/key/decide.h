// SPDX-License-Identifier: Apache-2.0
// What a request gets when its key exists already. One pure function: row, request, database time and policy in, outcome out.
#pragma once

#include <optional>
#include <variant>

#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::key {

// The row as read, without the response's bytes.
struct Existing {
  State state = State::in_progress;
  Fingerprint fingerprint;
  std::int64_t fence = 0;
  Holder holder = Holder::executor;
  std::optional<Timestamp> locked_until;  // in_progress: the lease; none: there was never a lease
  std::optional<Timestamp> retry_before;  // released: the end of the gateway's dedupe window; none: no limit
  Timestamp created_at;
};

struct DecidePolicy {
  // How long the operation's gateway dedupes by our key after the key's creation: meanwhile an expired lease may be taken over.
  std::optional<Duration> rerunnable_for;
};

struct Replay {};  // finished: answer with the stored response
// Another executor holds a valid lease
struct InFlight {
  Duration retry_after;
};
// Expired and unsettled: never repeat the effect blindly
struct AwaitingReconciliation {
  std::optional<Duration> retry_after;
};
struct Mismatch {};  // the key exists with another payload
// Claim it again under a new fence, if the row is unchanged
struct MayTakeOver {
  State from;
  std::int64_t fence;
};

using Decision = std::variant<Replay, InFlight, AwaitingReconciliation, Mismatch, MayTakeOver>;

// now: the database's clock, read no earlier than the row. retry_after is never negative.
Decision decide(const Existing& row, const Fingerprint& request, Timestamp now, const DecidePolicy& policy);

}  // namespace onceover::key
