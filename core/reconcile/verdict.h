// SPDX-License-Identifier: Apache-2.0
// From evidence to verdict: one pure function; the manual page "Gateways" has the table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"
#include "core/gateway/evidence.h"
#include "core/key/types.h"

namespace onceover::reconcile {

enum class VerdictKind {
  settle_succeeded,     // with a response made from evidence
  done_needs_response,  // it happened; a person supplies the response; clients get 409 until then
  settle_failed,        // the effect never will happen
  release,              // the next client retry rolls forward under the same gateway key
  unresolved,           // ask again later
  needs_human,          // loud, with the reason
};
std::string_view word(VerdictKind kind);
std::optional<VerdictKind> verdict_kind_from_word(std::string_view word);

// Of a finished key: whether the gateway's answer agrees with it. open: the answer proves neither.
enum class Agreement { open, confirms, contradicts };
std::string_view word(Agreement agreement);

struct Verdict {
  VerdictKind kind = VerdictKind::unresolved;
  std::string why;                              // one sentence for a person
  std::optional<key::StoredResponse> response;  // settle_succeeded, settle_failed
  std::optional<Timestamp> retry_before;        // release: the end of the dedupe window less the margin
  std::optional<Duration>
      ask_again_after;     // unresolved, where the gateway said so (at most max_gateway_wait) or declared it
  std::string error_code;  // settle_failed: the code within the response ("PROVIDER.refused")
  bool loud = false;       // another effect, or two, under this key
  std::optional<Agreement>
      finished;        // the key is finished: there is nothing to settle, and this is what the answer shows
  bool waits = false;  // unresolved: released, not retried in time; a person may decide, and need not
};

// The longest wait that a gateway's Retry-After is granted. It comes from a stranger's answer, and every
// client of the key gets 409 meanwhile: longer than any honest rate limit, short beside a dedupe window of a
// day, so that after AttemptPolicy::max_attempts such waits a person hears of the key on the same day.
inline constexpr Duration max_gateway_wait = std::chrono::hours(1);

// Between two questions about a released key for which nothing has changed: late evidence is found before the
// key is reaped, and many such keys leave the gateway time for others.
inline constexpr Duration wait_of_released = std::chrono::hours(24);

struct RowFacts {
  key::State state = key::State::in_progress;  // released also while it is held to ask about it
  Timestamp created_at;
  key::Subject subject;
  // Of the last executor, or when the key was finished: the request may have been sent until then; none: at
  // created_at.
  std::optional<Timestamp> lease_ended = {};
  // released: until then a client may still roll it forward; past it, an expired lease
  std::optional<Timestamp> retry_before = {};
  bool no_effect = false;  // released: the executors' word for each attempt
};

struct AttemptPolicy {
  int attempts_so_far = 0;  // asked before this evidence
  int max_attempts = 8;     // then needs_human
  // a release must leave the client at least this long
  static constexpr Duration dedupe_margin = std::chrono::minutes(5);
};

// declaration may be null: nothing is promised, so nothing but a human can settle.
// now: the database's clock. Amounts are compared as decimal values ("12.5" is "12.50"), currencies without
// regard to case, references byte by byte; where the row itself does not know a value, there is nothing to
// compare. A tombstone that stands goes before a release: nothing can roll forward under a key that is
// cancelled. A released key that no client has retried fails only with proof that it had no effect, and
// otherwise waits (end_of_released): it needs a person only where the gateway knows of something under its
// key. It is asked about again each day. A refused or cancelled effect is answered with problem+json,
// PROVIDER.refused (Declaration::refusal_status) or PROVIDER.cancelled (422): final to every client that
// knows the retry rules, unlike 409 or 408, and its advice is the one 422 has here already: use a new key.
Verdict verdict(const RowFacts& row, const gateway::Evidence& evidence,
                const gateway::Declaration* declaration, Timestamp now, const AttemptPolicy& policy);

// How a released key ends that no client has retried in time. Pure.

// What proves that a key had no effect and never will have one. That the gateway does not know the key is no
// proof: a request may be under way.
enum class Proof {
  none,
  // the executors' word for each attempt (key_release.sql), and the gateway does not contradict it
  no_effect,
  refused,    // the gateway refused it, with a word that is declared final
  tombstone,  // the gateway holds a cancel now: it would refuse the request
};

// What the executors said of a key, and what the gateway says of it now. is_released: no executor has claimed
// it since.
Proof proof_of(bool is_released, bool no_effect, const gateway::Evidence& evidence,
               const gateway::Declaration& declared);

enum class ReleasedEnd {
  not_released,
  may_be_retried,  // a client may still claim it
  waits,           // counted and listed, until there is evidence or it is reaped
  fails,           // with the error code and the answer of IfNotRetried, or of the gateway's refusal
};
// retry_before: none: no limit. A refusal or a tombstone needs no policy: the request can never become an
// effect.
ReleasedEnd end_of_released(key::State state, std::optional<Timestamp> retry_before, Proof proof,
                            const std::optional<gateway::IfNotRetried>& policy, Timestamp now);

// The answer a client would have got, made from what the gateway says now.

// A placeholder {{/json/pointer}} points into the effect within the gateway's answer (Evidence::effect_at).
// Numbers stay as the gateway wrote them. Between quotes a placeholder becomes the escaped text of a string,
// number or boolean; outside of quotes it becomes the JSON value itself. nullopt, rather than a wrong body: a
// pointer that leads nowhere (null between quotes counts as nowhere), a placeholder that is none, an answer
// or a result that is not JSON, a template that is not for a 2xx answer in JSON. A template without body
// gives an empty body. The gateway's credential is masked (Evidence::mask).
std::optional<key::StoredResponse> render(const gateway::ResponseTemplate& response,
                                          const gateway::Evidence& evidence);

}  // namespace onceover::reconcile
