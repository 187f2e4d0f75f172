// Whether what came back may be tried again. Only under an idempotency key: without one, no attempt is harmless.
#pragma once

#include <optional>
#include <string_view>

namespace onceover::retry {

enum class Outcome {
  done,       // below 400: there is an answer
  retryable,  // the same request may succeed later
  permanent,  // it will not
};

std::string_view word(Outcome outcome);

// No answer came: refused, reset, timed out, unresolved name. What happened there is unknown, and the key makes asking again safe.
inline constexpr Outcome network_error = Outcome::retryable;

// error_code: read out of a problem+json body by the caller; nullopt where there is none.
// 408, 429 and 5xx are retryable; other 4xx are not. 409 is retryable only where its code says that somebody else is still
// at it. PROVIDER.duplicate is never retried, whatever the status: it is already applied.
Outcome classify(int http_status, std::optional<std::string_view> error_code = std::nullopt);

}  // namespace onceover::retry
