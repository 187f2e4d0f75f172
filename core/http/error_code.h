// SPDX-License-Identifier: Apache-2.0
// The error taxonomy: the meaning of each code for a caller, as the manual page "Names" has it.
#pragma once

#include <optional>
#include <string_view>

namespace onceover::http {

namespace error_code {
inline constexpr std::string_view key_missing = "VALIDATION.idempotency.key_missing";
inline constexpr std::string_view key_malformed = "VALIDATION.idempotency.key_malformed";
inline constexpr std::string_view payload_mismatch = "CONFLICT.idempotency.payload_mismatch";
inline constexpr std::string_view in_progress = "CONFLICT.idempotency.in_progress";
inline constexpr std::string_view awaiting_reconciliation = "CONFLICT.idempotency.awaiting_reconciliation";
// A failed key: it had no effect, and no client retried it in time.
inline constexpr std::string_view not_retried = "CONFLICT.idempotency.not_retried";
// A released key whose executors said of each attempt that it had no effect; also in key_release.sql.
inline constexpr std::string_view no_effect = "TRANSIENT.no_effect";
inline constexpr std::string_view deadline_too_short = "TRANSIENT.deadline_too_short";
inline constexpr std::string_view unreadable_response = "INTERNAL.idempotency.unreadable_response";
inline constexpr std::string_view rate_limited = "RATE_LIMIT.exceeded";
inline constexpr std::string_view dependency_timeout = "DEPENDENCY.timeout";
inline constexpr std::string_view dependency_unavailable = "DEPENDENCY.unavailable";
inline constexpr std::string_view provider_duplicate = "PROVIDER.duplicate";
// A failed key: the provider refused the effect for good, or it was cancelled there before it was performed.
inline constexpr std::string_view provider_refused = "PROVIDER.refused";
inline constexpr std::string_view provider_cancelled = "PROVIDER.cancelled";
// Of a receiver of webhooks.
inline constexpr std::string_view webhook_invalid = "VALIDATION.webhook.invalid";
inline constexpr std::string_view webhook_too_large = "VALIDATION.webhook.too_large";
inline constexpr std::string_view webhook_signature = "AUTH.webhook.signature";
inline constexpr std::string_view webhook_mismatch = "CONFLICT.webhook.payload_mismatch";
}  // namespace error_code

enum class MayRetry {
  no,
  after_retry_after,  // not before the time in the answer
  with_backoff,
};

struct Advice {
  MayRetry retry;
  std::string_view say;  // text for the caller; empty if waiting is all that helps
};

// By the code itself, or by its family (VALIDATION.*, AUTH.*, TRANSIENT.*, INTERNAL.*); nullopt: the code is
// not in the taxonomy.
std::optional<Advice> advice_for(std::string_view code);

}  // namespace onceover::http
