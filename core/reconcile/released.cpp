#include "core/reconcile/released.h"

#include <algorithm>

namespace onceover::reconcile {

Proof proof_of(bool is_released, bool no_effect, const gateway::Evidence& evidence, const gateway::Declaration& declared) {
  using gateway::Finding;
  if (evidence.finding == Finding::refused) {
    // The gateway's own word decides where it gave one: "review" under HTTP 402 is not settled by 402 being final.
    const std::string said = !evidence.refusal.empty() ? evidence.refusal
                             : evidence.status         ? std::to_string(*evidence.status)
                                                       : std::string();
    const bool is_final = !said.empty() && std::ranges::find(declared.final_refusals, said) != declared.final_refusals.end();
    return is_final ? Proof::refused : Proof::none;
  }
  if (evidence.finding != Finding::no_such_key) return Proof::none;
  if (evidence.cancel_held && declared.cancel == gateway::Cancel::with_tombstone) return Proof::tombstone;
  return is_released && no_effect ? Proof::no_effect : Proof::none;
}

ReleasedEnd end_of_released(key::State state, std::optional<Timestamp> retry_before, Proof proof,
                            const std::optional<gateway::IfNotRetried>& policy, Timestamp now) {
  if (state != key::State::released) return ReleasedEnd::not_released;
  if (proof == Proof::refused || proof == Proof::tombstone) return ReleasedEnd::fails;
  if (!retry_before || now < *retry_before) return ReleasedEnd::may_be_retried;
  const bool is_due = policy && retry_before->is_finite() && now.is_finite() && now - *retry_before >= policy->after;
  return proof == Proof::no_effect && is_due ? ReleasedEnd::fails : ReleasedEnd::waits;
}

}  // namespace onceover::reconcile
