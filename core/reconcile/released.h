// How a released key ends that no client has retried in time. Pure.
#pragma once

#include <optional>

#include "core/gateway/evidence.h"
#include "core/key/types.h"

namespace onceover::reconcile {

// What proves that a key had no effect and never will have one. That the gateway does not know the key is no proof: a request may be
// under way.
enum class Proof {
  none,
  no_effect,  // the executors' word for each attempt (key_release.sql), and the gateway does not contradict it
  refused,    // the gateway refused it, with a word that is declared final
  tombstone,  // the gateway holds a cancel now: it would refuse the request
};

// What the executors said of a key, and what the gateway says of it now. is_released: no executor has claimed it since.
Proof proof_of(bool is_released, bool no_effect, const gateway::Evidence& evidence, const gateway::Declaration& declared);

enum class ReleasedEnd {
  not_released,
  may_be_retried,  // a client may still claim it
  waits,           // counted and listed, until there is evidence or it is reaped
  fails,           // with the error code and the answer of IfNotRetried, or of the gateway's refusal
};
// retry_before: none: no limit. A refusal or a tombstone needs no policy: the request can never become an effect.
ReleasedEnd end_of_released(key::State state, std::optional<Timestamp> retry_before, Proof proof,
                            const std::optional<gateway::IfNotRetried>& policy, Timestamp now);

}  // namespace onceover::reconcile
