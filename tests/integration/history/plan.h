// SPDX-License-Identifier: Apache-2.0
// What a run is going to try, made from its seed alone: the same seed makes the same decisions for every
// actor. When they meet is the machine's affair.
#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/engine/engine.h"
#include "tests/integration/history/recording.h"

namespace onceover::test::history {

// What becomes of an executor after its claim.
enum class Fate {
  finishes,
  dies_after_claim,
  dies_after_send,
  pauses_before_send,    // past its lease, as a rule; then it goes on as if nothing had happened
  pauses_before_finish,  // the same, with its answer in hand
  dies_after_finish,
};

enum class SendFault {
  none,
  slow,
  answer_lost,          // performed; the executor hears nothing
  error_after_effect,   // performed; the executor is told 503
  error_before_effect,  // 503, and nothing was performed
  arrives_late,         // on its way for longer than anybody waits
  rate_limited,         // 429: known to be without effect
  wrong_key_echoed,     // performed; the answer speaks of another key
  sent_twice,           // performed; the executor's own retry under the same downstream key
};
inline constexpr int send_fault_count = 9;
std::string_view word(SendFault fault);

// One visit of a client to a key.
struct Step {
  int key = 0;
  bool other_payload = false;
  Fate fate = Fate::finishes;
  SendFault send = SendFault::none;
  Duration delay{0};  // of the pause, the late arrival or the slow answer
  bool renews = false;
  bool waits = false;       // looks again while the claim of another is live
  bool rolls_back = false;  // the handler of a transaction fails
  Duration rest{0};         // before the visit
};

struct KeyPlan {
  KeyFacts facts;
  engine::OperationPolicy policy;
  std::string amount;  // of the right payload
};

struct Plan {
  std::vector<KeyPlan> keys;
  std::vector<std::vector<Step>> scripts;  // one a client
};

// forgets: the store will lose what it has acknowledged. Then every bank dedupes, and a key has one payload.
Plan plan_for(std::uint64_t seed, int keys, int clients, bool forgets = false);

// An independent stream for each actor.
Random stream(std::uint64_t seed, std::string_view actor);

std::string amount_of(const KeyPlan& key, bool other_payload);
engine::Request request_of(const KeyPlan& key, bool other_payload, const std::string& owner);

// The dedupe window that a way's downstream declares; none: it declares none.
std::optional<Duration> declared_window(Way way);

}  // namespace onceover::test::history
