#include "core/retry/classify.h"

#include "core/base/words.h"

namespace onceover::retry {

constexpr auto outcome_words =
    words<Outcome>({{Outcome::done, "done"}, {Outcome::retryable, "retryable"}, {Outcome::permanent, "permanent"}});

std::string_view word(Outcome outcome) { return outcome_words.of(outcome); }

Outcome classify(int http_status, std::optional<std::string_view> error_code) {
  if (http_status >= 100 && http_status < 400) return Outcome::done;
  if (error_code == "PROVIDER.duplicate") return Outcome::permanent;
  if (http_status == 409) {
    const bool still_at_it =
        error_code == "CONFLICT.idempotency.in_progress" || error_code == "CONFLICT.idempotency.awaiting_reconciliation";
    return still_at_it ? Outcome::retryable : Outcome::permanent;
  }
  if (http_status == 408 || http_status == 429 || (http_status >= 500 && http_status <= 599)) return Outcome::retryable;
  return Outcome::permanent;
}

}  // namespace onceover::retry
