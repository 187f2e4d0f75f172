#include "core/http/contract.h"

#include <fmt/format.h>

#include "core/http/error_code.h"
#include "core/http/idempotency_key.h"
#include "core/http/problem.h"
#include "core/http/retry_after.h"
#include "core/key/replay_headers.h"

namespace onceover::http {
namespace {

Answer with_retry_after(Answer answer, Duration wait) {
  answer.headers.emplace_back("Retry-After", format_retry_after(wait));
  return answer;
}

Answer with_status(Answer answer, std::string_view status) {
  answer.headers.emplace_back(idempotency_status_header, status);
  return answer;
}

// A handler that proxies another service of this kind must not pass on its header as ours.
void drop_status(std::vector<key::Header>& headers) {
  std::erase_if(headers, [](const key::Header& header) { return key::same_header_name(header.first, idempotency_status_header); });
}

Answer unreadable(std::string detail) {
  return problem_answer({500, error_code::unreadable_response, "The stored answer cannot be replayed", std::move(detail)});
}

}  // namespace

Answer key_missing() {
  return problem_answer({400, error_code::key_missing, "Idempotency key is missing",
                         fmt::format("This operation requires the header {}. Nothing was executed.", idempotency_key_header)});
}

Answer key_malformed(std::string_view reason) {
  return problem_answer({400, error_code::key_malformed, "Idempotency key is malformed", fmt::format("{} Nothing was executed.", reason)});
}

Answer in_progress(Duration retry_after) {
  return with_retry_after(problem_answer({409, error_code::in_progress, "The first request is still being executed",
                                          "A request with this idempotency key is in progress. Send it again later, with the same key."}),
                          retry_after);
}

Answer awaiting_reconciliation(std::optional<Duration> retry_after) {
  return with_retry_after(
      problem_answer({409, error_code::awaiting_reconciliation, "The outcome of the first request is being established",
                      "A request with this idempotency key ended without a known outcome. It will be settled; send it again "
                      "later, with the same key. A new key could repeat the effect."}),
      retry_after.value_or(unsettled_wait));
}

Answer payload_mismatch(MismatchStatus status) {
  return problem_answer(
      {status == MismatchStatus::conflict_409 ? 409 : 422, error_code::payload_mismatch, "The idempotency key belongs to another request",
       "This idempotency key was used with a different payload. Nothing was executed. A different request needs a new key."});
}

Answer first_answer(Answer handlers, bool stored) {
  drop_status(handlers.headers);
  return stored ? with_status(std::move(handlers), "stored") : handlers;
}

Answer replay(const key::StoredResponse& stored) {
  if (stored.version != key::response_version) {
    return unreadable(fmt::format("It was stored as version {}; this service reads version {}. Nothing was executed.", stored.version,
                                  key::response_version));
  }
  if (stored.code < 200 || stored.code > 599) return unreadable(fmt::format("Its status is {}. Nothing was executed.", stored.code));
  Answer answer{stored.code, stored.headers, stored.body};
  drop_status(answer.headers);
  return with_status(std::move(answer), "replayed");
}

Answer outcome_unknown(std::string_view reason, Duration retry_after) {
  return with_retry_after(
      problem_answer({503, error_code::dependency_timeout, "The outcome is not known yet",
                      fmt::format("{}{}The request may have been executed. Send it again later, with the same key: a new key could "
                                  "repeat the effect.",
                                  reason, reason.empty() ? "" : " ")}),
      retry_after);
}

Answer store_unavailable(Duration retry_after) {
  return with_retry_after(problem_answer({503, error_code::dependency_unavailable, "The store of idempotency keys is unavailable",
                                          "Nothing was executed. Send the request again later, with the same key."}),
                          retry_after);
}

}  // namespace onceover::http
