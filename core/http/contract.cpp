// SPDX-License-Identifier: Apache-2.0
#include "core/http/contract.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/http/error_code.h"
#include "core/http/idempotency_key.h"
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
  std::erase_if(headers, [](const key::Header& header) {
    return key::same_header_name(header.first, idempotency_status_header);
  });
}

Answer unreadable(std::string detail) {
  return problem_answer(
      {500, error_code::unreadable_response, "The stored answer cannot be replayed", std::move(detail)});
}

}  // namespace

Answer key_missing() {
  return problem_answer(
      {400, error_code::key_missing, "Idempotency key is missing",
       fmt::format("This operation requires the header {}. Nothing was executed.", idempotency_key_header)});
}

Answer key_malformed(std::string_view reason) {
  return problem_answer({400, error_code::key_malformed, "Idempotency key is malformed",
                         fmt::format("{} Nothing was executed.", reason)});
}

Answer in_progress(Duration retry_after) {
  return with_retry_after(
      problem_answer(
          {409, error_code::in_progress, "The first request is still being executed",
           "A request with this idempotency key is in progress. Send it again later, with the same key."}),
      retry_after);
}

Answer awaiting_reconciliation(std::optional<Duration> retry_after) {
  return with_retry_after(problem_answer({409, error_code::awaiting_reconciliation,
                                          "The outcome of the first request is being established",
                                          "A request with this idempotency key ended without a known "
                                          "outcome. It will be settled; send it again later, with the same "
                                          "key. A new key could repeat the effect."}),
                          retry_after.value_or(unsettled_wait));
}

Answer payload_mismatch(MismatchStatus status) {
  return problem_answer({status == MismatchStatus::conflict_409 ? 409 : 422, error_code::payload_mismatch,
                         "The idempotency key belongs to another request",
                         "This idempotency key was used with a different payload. This request was not "
                         "executed. A different request needs a new key."});
}

Answer first_answer(Answer handlers, bool stored) {
  drop_status(handlers.headers);
  return stored ? with_status(std::move(handlers), "stored") : handlers;
}

Answer replay(const key::StoredResponse& stored) {
  if (stored.version != key::response_version) {
    return unreadable(fmt::format(
        "It was stored as version {}; this service reads version {}. This request was not executed.",
        stored.version, key::response_version));
  }
  if (stored.code < 200 || stored.code > 599)
    return unreadable(fmt::format("Its status is {}. This request was not executed.", stored.code));
  Answer answer{stored.code, stored.headers, stored.body};
  drop_status(answer.headers);
  return with_status(std::move(answer), "replayed");
}

Answer outcome_unknown(std::string_view reason, Duration retry_after) {
  return with_retry_after(problem_answer({503, error_code::dependency_timeout, "The outcome is not known yet",
                                          fmt::format("{}{}The request may have been executed. Send it again "
                                                      "later, with the same key: a new key could repeat the "
                                                      "effect.",
                                                      reason, reason.empty() ? "" : " ")}),
                          retry_after);
}

Answer deadline_too_short(Duration needed) {
  return problem_answer(
      {503, error_code::deadline_too_short, "The request leaves too little time",
       fmt::format(
           "It needs {}. This request was not executed. Send it again with more time, with the same key.",
           human(needed))});
}

Answer dependency_unavailable(Duration retry_after) {
  return with_retry_after(
      problem_answer({503, error_code::dependency_unavailable, "Another service is unavailable",
                      "Nothing was executed. Send the request again later, with the same key."}),
      retry_after);
}

Answer store_unavailable(Duration retry_after) {
  return with_retry_after(
      problem_answer(
          {503, error_code::dependency_unavailable, "The store of idempotency keys is unavailable",
           "This request was not executed; an earlier one with this key may have been. Send it again later, "
           "with the same key: a new key could repeat the effect."}),
      retry_after);
}

Answer problem_answer(const Problem& problem) {
  const std::string code = visible(problem.error_code);
  nlohmann::ordered_json body;
  body["type"] = "urn:onceover:problem:" + code;
  body["title"] = visible(problem.title);
  body["status"] = problem.status;
  body["detail"] = visible(problem.detail);
  body["error_code"] = code;
  return {problem.status,
          {{"Content-Type", "application/problem+json"}, {"Cache-Control", "no-store"}},
          body.dump()};
}

std::optional<std::string> error_code_of(std::string_view body) {
  // The parser treats a NUL as the end of its input.
  if (body.size() > max_problem_bytes || body.find('\0') != std::string_view::npos) return std::nullopt;
  const auto parsed = nlohmann::json::parse(body.begin(), body.end(), nullptr, false);
  if (!parsed.is_object()) return std::nullopt;
  const auto found = parsed.find("error_code");
  if (found == parsed.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

bool is_about_key(std::string_view body) {
  if (body.size() > max_problem_bytes || body.find('\0') != std::string_view::npos) return false;
  const auto parsed = nlohmann::json::parse(body.begin(), body.end(), nullptr, false);
  for (const char* at : {"/error_code", "/code", "/type", "/title", "/error", "/error/code", "/error/type"}) {
    const nlohmann::json::json_pointer pointer(at);
    if (!parsed.contains(pointer) || !parsed.at(pointer).is_string()) continue;
    if (ascii_lower(parsed.at(pointer).get<std::string>()).find("idempoten") != std::string::npos)
      return true;
  }
  return false;
}

namespace {

struct Row {
  std::string_view code;  // a family if it ends with a dot
  Advice advice;
};

constexpr std::array<Row, 15> taxonomy = {{
    {"VALIDATION.", {MayRetry::no, "Fix the input."}},
    {"AUTH.", {MayRetry::no, "Sign in, or ask for the permission."}},
    {error_code::payload_mismatch, {MayRetry::no, "Use a new key."}},
    {error_code::in_progress, {MayRetry::after_retry_after, "Wait."}},
    {error_code::awaiting_reconciliation, {MayRetry::after_retry_after, "Wait."}},
    {error_code::not_retried, {MayRetry::no, "Use a new key."}},
    {error_code::rate_limited, {MayRetry::after_retry_after, "Wait."}},
    {error_code::dependency_timeout, {MayRetry::with_backoff, ""}},
    {error_code::dependency_unavailable, {MayRetry::with_backoff, ""}},
    {error_code::webhook_mismatch, {MayRetry::no, "Send it under an id of its own."}},
    {"TRANSIENT.", {MayRetry::with_backoff, ""}},
    {error_code::provider_duplicate, {MayRetry::no, "It is already applied: show the existing result."}},
    {error_code::provider_refused, {MayRetry::no, "Use a new key to try again."}},
    {error_code::provider_cancelled, {MayRetry::no, "Use a new key to try again."}},
    {"INTERNAL.", {MayRetry::no, "Contact the operator of the service."}},
}};

}  // namespace

std::optional<Advice> advice_for(std::string_view code) {
  for (const Row& row : taxonomy) {
    const bool is_family = row.code.back() == '.';
    if (is_family ? code.size() > row.code.size() && code.starts_with(row.code) : code == row.code)
      return row.advice;
  }
  return std::nullopt;
}

}  // namespace onceover::http
