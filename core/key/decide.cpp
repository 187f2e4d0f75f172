#include "core/key/decide.h"

namespace onceover::key {

Decision decide(const Existing& row, const Fingerprint& request, Timestamp now, const DecidePolicy& policy) {
  // Another payload is refused in every state: the first request may still be under way at the gateway under this very key.
  if (row.fingerprint != request) return Mismatch{};
  switch (row.state) {
    case State::succeeded:
    case State::failed: return Replay{};
    case State::released:
      if (!row.retry_before || now < *row.retry_before) return MayTakeOver{row.state, row.fence};
      return AwaitingReconciliation{std::nullopt};
    case State::in_progress: break;
  }
  const bool live = row.locked_until && now < *row.locked_until;
  if (live && row.holder == Holder::executor) return InFlight{*row.locked_until - now};
  // A sweeper or an operator is asking the gateway about it right now.
  if (live) return AwaitingReconciliation{*row.locked_until - now};
  if (policy.rerunnable_for && now < row.created_at + *policy.rerunnable_for) return MayTakeOver{row.state, row.fence};
  return AwaitingReconciliation{std::nullopt};
}

}  // namespace onceover::key
