// The HTTP contract: what a request under a key is answered (CONTRACT, "HTTP contract"). Pure: nothing is sent here.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/time.h"
#include "core/http/answer.h"
#include "core/key/types.h"

namespace onceover::http {

inline constexpr std::string_view idempotency_status_header = "Idempotency-Status";

// 400. The operation requires a key and the request has none.
Answer key_missing();

// 400. reason: KeyMalformed's sentence.
Answer key_malformed(std::string_view reason);

// 409 with Retry-After: somebody holds a live lease for that long.
Answer in_progress(Duration retry_after);

// 409 with Retry-After. Where nobody knows when it will be settled, the wait is a guess that spares both sides.
inline constexpr Duration unsettled_wait = std::chrono::seconds(30);
Answer awaiting_reconciliation(std::optional<Duration> retry_after = std::nullopt);

// The sources and the IETF draft differ on the status, so an operation may choose.
enum class MismatchStatus { unprocessable_422, conflict_409 };
// Says nothing of the first request or its answer.
Answer payload_mismatch(MismatchStatus status = MismatchStatus::unprocessable_422);

// The handler's own answer to the first request, all its headers kept. stored: it is final and was stored under the key; then
// Idempotency-Status: stored is added. An answer that was not stored carries no such header.
Answer first_answer(Answer handlers, bool stored);

// The stored code, headers and body bytes with Idempotency-Status: replayed. A response of a version this code does not know,
// or without an HTTP status, is never guessed at: 500 for the operator, with nothing of it inside.
Answer replay(const key::StoredResponse& stored);

// 503 with Retry-After: the store of keys cannot be asked, so nothing was executed.
Answer store_unavailable(Duration retry_after = std::chrono::seconds(1));

}  // namespace onceover::http
