// SPDX-License-Identifier: Apache-2.0
// What the gateway of *Try it* may do wrong, as plain values that are seeded by their owner; and where an
// executor may die.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/key/types.h"

namespace onceover::try_it {

enum class Fault {
  none,
  slow,                  // answers late, still in time
  timeout_after_effect,  // charges, and never answers
  error_after_effect,    // charges, and answers 500
  error_before_effect,   // answers 503 and charges nothing
  arrives_late,          // takes the request, answers nothing, "not found" for a while; then it is charged
  rate_limited,          // 429 with Retry-After, from before its own idempotency layer
  wrong_key_echoed,      // charges, and answers about another key
  declined,              // refuses for good: 402
  stays_pending,         // takes the request and keeps "processing" it
};

// "timeout_after_effect".
std::string_view word(Fault fault);

// Probabilities of each request; what is left of 1 goes well. The order is that in which the dice are read.
using FaultRates = std::map<Fault, double>;
// Enough to see each within minutes at the default traffic, few enough that most payments simply work.
FaultRates lively_faults();

// Where an executor may die: the seven points between two of which a crash makes a difference.
enum class CrashPoint {
  before_claim_commit,
  after_claim_commit,
  before_send,
  after_send,
  after_reply,
  before_completion_commit,
  after_completion_commit,
};

// "after_send".
std::string_view word(CrashPoint point);
std::optional<CrashPoint> crash_point_from_word(std::string_view word);
// "after it had sent the charge to the gateway", for a person.
std::string_view in_words(CrashPoint point);

// A request may carry the word of a crash point: the worker that serves it dies there.
inline constexpr std::string_view crash_header = "Onceover-Try-Crash";

inline constexpr int crash_exit_code = 86;

// Which crash is armed. Safe from any thread.
class CrashPlan {
 public:
  // note is called just before the process ends by _exit: no destructor runs, no buffer is flushed.
  using Note = std::function<void(CrashPoint, const key::Identity&)>;
  explicit CrashPlan(Note note) : note_(std::move(note)) {}

  // The next request dies at the point; nullopt: none does.
  void arm(std::optional<CrashPoint> point);
  // What a new request has to do: its own header's point, else the armed one, which it takes.
  std::optional<CrashPoint> take(const std::string& header_value);
  [[noreturn]] void crash(CrashPoint point, const key::Identity& id);

 private:
  std::mutex mutex_;
  std::optional<CrashPoint> armed_;
  Note note_;
};

}  // namespace onceover::try_it
