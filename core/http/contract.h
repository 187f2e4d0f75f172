// SPDX-License-Identifier: Apache-2.0
// The HTTP contract: the answers to a request with a key, as the manual page "HTTP contract" has them. Pure:
// sends nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::http {

// An answer to an HTTP request, as a value.

struct Answer {
  int status = 0;
  std::vector<key::Header> headers;
  std::string body;  // bytes
  bool operator==(const Answer&) const = default;
};

inline constexpr std::string_view idempotency_status_header = "Idempotency-Status";

// 400. The operation requires a key and the request has none.
Answer key_missing();

// 400. reason: the sentence of KeyMalformed.
Answer key_malformed(std::string_view reason);

// 409 with Retry-After: another executor holds a valid lease for that long.
Answer in_progress(Duration retry_after);

// 409 with Retry-After. Where the time of the settlement is unknown, the wait is an estimate.
inline constexpr Duration unsettled_wait = std::chrono::seconds(30);
Answer awaiting_reconciliation(std::optional<Duration> retry_after = std::nullopt);

// The sources and the IETF draft differ on the status, so an operation may choose one.
enum class MismatchStatus { unprocessable_422, conflict_409 };
// Reveals nothing about the first request or its answer.
Answer payload_mismatch(MismatchStatus status = MismatchStatus::unprocessable_422);

// The handler's own answer to the first request, with all its headers. stored: it is final and was stored
// under the key; then Idempotency-Status: stored is added. An answer that was not stored has no such header.
Answer first_answer(Answer handlers, bool stored);

// The stored code, headers and body bytes with Idempotency-Status: replayed. A response of an unknown
// version, or without an HTTP status, gives a 500 for the operator, without any of its content.
Answer replay(const key::StoredResponse& stored);

// 503 with Retry-After: the effect was attempted, and whether it happened is unknown, or its answer could not
// be stored. Not 409: clients take that for a refusal unless they read its code, while each retries a 503;
// not 504: Retry-After is defined for 503. The code is DEPENDENCY.timeout and not that of
// store_unavailable(), after which a client may also give up. reason: a sentence about what happened; it goes
// to the client.
Answer outcome_unknown(std::string_view reason = {}, Duration retry_after = unsettled_wait);

// 503: the request leaves less time than it needs (X-Request-Timeout), so it was not begun. TRANSIENT: with
// more time it may succeed.
Answer deadline_too_short(Duration needed);

// 503 with Retry-After: another service could not be reached, so nothing was executed. Only if no attempt has
// reached it.
Answer dependency_unavailable(Duration retry_after);

// 503 with Retry-After: the store of keys is unavailable, so nothing was executed. Only before the effect was
// attempted.
Answer store_unavailable(Duration retry_after = std::chrono::seconds(1));

// problem+json (RFC 9457), written and read.

struct Problem {
  int status = 500;
  std::string_view error_code;  // shown as text, as detail is
  std::string title;
  std::string detail;  // shown as text: invalid UTF-8 and hidden characters are spelled out
};

// Content-Type application/problem+json, Cache-Control no-store: a shared cache must not give one caller's
// refusal to another.
Answer problem_answer(const Problem& problem);

// The limit for reading a body's code.
inline constexpr std::size_t max_problem_bytes = 64 * 1024;

// The error_code of a problem+json body; nullopt: the body is not a JSON object, is longer than
// max_problem_bytes, or has no such string member. It is only the sender's claim.
std::optional<std::string> error_code_of(std::string_view body);
// Whether an error's code, type or title, of another service too, speaks of the idempotency key: such an
// answer says nothing about the effect.
bool is_about_key(std::string_view body);

}  // namespace onceover::http
