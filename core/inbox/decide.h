// SPDX-License-Identifier: Apache-2.0
// What an event gets when it was received before, and what a failed attempt becomes. Pure: the row, the database's time, the policy and
// random numbers are arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/random.h"
#include "core/base/time.h"
#include "core/retry/backoff.h"

namespace onceover::inbox {

// discarded: a person gave the dead letter up; it has no effect, and is a duplicate when it comes again.
enum class State { in_progress, succeeded, dead, discarded };
std::string_view word(State state);
std::optional<State> state_from_word(std::string_view word);

// The answer to an event that is accepted or stored. Only `accepted` runs the effect.
enum class Answer {
  accepted,
  duplicate,             // received before, with the same fingerprint: skip it
  duplicate_unverified,  // received before; a fingerprint is missing on one side, so whether the content is the same is unknown: skip it
  mismatch,              // received before with other content: do not process it, report it
  stale,                 // its aggregate's version is not newer than the last accepted one: skip it
  contended,             // another transaction held it for longer than rival_wait: try it again later, no attempt is spent
};
std::string_view word(Answer answer);

enum class Content { same, unknown, different };
// Empty: unknown, which never equals anything, itself included.
Content compare(std::string_view left, std::string_view right);
// To an event whose row has this fingerprint.
Answer answer_to_repeat(std::string_view stored, std::string_view fingerprint);

struct Policy {
  unsigned attempts = 5;                      // then the event is a dead letter
  Duration lease = std::chrono::seconds(30);  // how long others wait for a silent handler; must exceed the handler's own timeout
  retry::Strategy strategy = retry::Strategy::full_jitter;
  Duration base = std::chrono::seconds(1);
  Duration cap = std::chrono::hours(1);
  Duration rival_wait = std::chrono::milliseconds(200);  // for each uncommitted row of another transaction
};

struct Existing {
  State state = State::in_progress;
  std::string fingerprint;  // empty: unknown
  std::int64_t fence = 0;
  std::int64_t attempts = 0;
  std::optional<Timestamp> locked_until, next_try_at;
};

struct Duplicate {
  bool verified = false;  // false: a fingerprint is missing on one side
};
struct Mismatch {};
// Another handler has it. No time: its transaction is still open
struct InProgress {
  std::optional<Timestamp> until;
};
// It failed, and its backoff is not over
struct NotDue {
  Timestamp until;
};
struct Dead {};
// Its attempts are used up and the last one ended without a result: it becomes a dead letter, if the row is unchanged
struct MustBury {
  std::int64_t fence = 0;
};
// Begin a further attempt under a new fence, if the row is unchanged
struct MayBegin {
  std::int64_t fence = 0;
};
using BeginDecision = std::variant<Duplicate, Mismatch, InProgress, NotDue, Dead, MustBury, MayBegin>;

// now: the database's clock, read no earlier than the row.
BeginDecision decide(const Existing& row, std::string_view fingerprint, Timestamp now, const Policy& policy);

struct RetryIn {
  Duration delay;
};
struct BecomesDead {};
using AfterFailure = std::variant<RetryIn, BecomesDead>;

// attempts: those made, this one included. definitive: no further attempt can succeed. retry_after: of the other side; it overrides the
// computed delay and the cap, up to key::longest_lease, as onceover.inbox_fail.
AfterFailure after_failure(const Policy& policy, std::int64_t attempts, bool definitive, std::optional<Duration> retry_after,
                           Random& random);

}  // namespace onceover::inbox
