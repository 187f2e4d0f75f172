// What a request meets when its key is already there. One pure function: row, request, database time and policy in, outcome out.
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
  std::optional<Timestamp> locked_until;  // in_progress: the lease; none means no lease was ever given
  std::optional<Timestamp> retry_before;  // released: the end of the downstream's dedupe window; none means no bound
  Timestamp created_at;
};

struct DecidePolicy {
  // The operation's downstream dedupes by our key for this long after the key was made: an expired lease may be taken over.
  std::optional<Duration> rerunnable_for;
};

struct Replay {};  // finished: answer with what is stored
// Somebody holds a live lease
struct InFlight {
  Duration retry_after;
};
// Expired and unsettled: never a blind re-run
struct AwaitingReconciliation {
  std::optional<Duration> retry_after;
};
struct Mismatch {};  // the key is known with another payload
// Claim it again under a new fence, if it still stands so
struct MayTakeOver {
  State from;
  std::int64_t fence;
};

using Decision = std::variant<Replay, InFlight, AwaitingReconciliation, Mismatch, MayTakeOver>;

// now: the database's clock, read no earlier than the row. retry_after is never negative.
Decision decide(const Existing& row, const Fingerprint& request, Timestamp now, const DecidePolicy& policy);

}  // namespace onceover::key
