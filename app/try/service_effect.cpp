#include "app/try/service_effect.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/http/error_code.h"
#include "core/http/problem.h"
#include "core/http/retry_after.h"
#include "core/reconcile/response_template.h"

namespace onceover::try_it {
namespace {

http::Answer with_retry_after(http::Answer answer, Duration wait) {
  answer.headers.emplace_back("Retry-After", http::format_retry_after(wait));
  return answer;
}

Effect unknown(int status, std::string_view code, std::string detail) {
  return {outcome_unknown(status, code, std::move(detail)), false, {}, {}};
}

}  // namespace

http::Answer problem(int status, std::string_view code, std::string title, std::string detail) {
  return http::problem_answer({status, code, std::move(title), std::move(detail)});
}

http::Answer outcome_unknown(int status, std::string_view code, std::string detail) {
  return with_retry_after(
      problem(status, code, "The outcome is not known yet", std::move(detail) + " Send the request again later, with the same key."),
      std::chrono::seconds(2));
}

Effect read_effect(const HttpReply& reply, const std::string& downstream_key, bool taken_over, const gateway::ResponseTemplate* shape) {
  if (reply.status == 0) return unknown(504, http::error_code::dependency_timeout, "The gateway did not answer.");
  if (reply.status == 429) {
    // From before the gateway's own idempotency layer: this call did nothing. An earlier one may have.
    const auto wait = http::parse_retry_after(reply.header("Retry-After"), Timestamp{}).value_or(std::chrono::seconds(1));
    return {with_retry_after(problem(429, http::error_code::rate_limited, "Too many requests", "Nothing was executed."), wait),
            !taken_over,
            {},
            {}};
  }
  const auto told = nlohmann::json::parse(reply.body, nullptr, false);
  const auto text = [&](const char* name) {
    return told.is_object() && told.contains(name) && told[name].is_string() ? told[name].get<std::string>() : std::string();
  };
  if (text("idempotency_key") != downstream_key) {
    return unknown(502, http::error_code::dependency_unavailable,
                   fmt::format("The gateway's answer (HTTP {}) says nothing about this request.", reply.status));
  }
  const std::string status = text("status");
  if (status == "declined" || status == "cancelled") {
    const bool declined = status == "declined";
    const std::string code = declined ? "PROVIDER.refused" : "PROVIDER.cancelled";
    return {problem(declined ? 402 : 422, code, declined ? "Refused by the provider" : "Cancelled before it was performed",
                    "Nothing was performed, and never will be under this key. To try again, use a new key."),
            false,
            {},
            code};
  }
  if (status != "captured") return unknown(503, http::error_code::dependency_unavailable, "The gateway is still working on it.");
  gateway::Evidence evidence;
  evidence.body = reply.body;
  const auto response = shape == nullptr ? std::nullopt : reconcile::render(*shape, evidence);
  if (!response) return unknown(502, http::error_code::dependency_unavailable, "The gateway's answer was not understood.");
  return {{response->code, response->headers, response->body}, false, text("id"), {}};
}

}  // namespace onceover::try_it
