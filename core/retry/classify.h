// SPDX-License-Identifier: Apache-2.0
// Whether a request may be tried again after this answer. Only with an idempotency key: without one, no retry is safe.
#pragma once

#include <optional>
#include <string_view>

namespace onceover::retry {

enum class Outcome {
  done,       // below 400: there is an answer
  retryable,  // the same request may succeed later
  permanent,  // the same request will not succeed
};

// No answer arrived: refused, reset, timed out, unresolved name. The result is unknown, and the key makes a retry safe.
inline constexpr Outcome network_error = Outcome::retryable;

// error_code: the caller reads it from a problem+json body; nullopt: there is none.
// 408, 429 and 5xx are retryable; other 4xx are not. 409 is retryable only if its code means that the first request is still in progress.
// PROVIDER.duplicate is never retried, whatever the status: the effect is already applied.
Outcome classify(int http_status, std::optional<std::string_view> error_code = std::nullopt);

}  // namespace onceover::retry
