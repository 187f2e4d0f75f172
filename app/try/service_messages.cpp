#include "app/try/service_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/http/contract.h"
#include "core/http/error_code.h"
#include "core/http/problem.h"
#include "core/http/retry_after.h"
#include "core/reconcile/response_template.h"

namespace onceover::try_it {
namespace {

constexpr std::int64_t most = 1'000'000'000;
constexpr std::size_t max_text = 100;
constexpr std::array<const char*, 3> accepted_currencies{"EUR", "USD", "GBP"};

Effect unknown(std::string_view reason) { return {outcome_unknown(reason), false, {}, {}}; }

}  // namespace

tl::expected<MoneyRequest, std::string> parse_money_request(const std::string& body) {
  const auto parsed = nlohmann::json::parse(body, nullptr, false);
  if (!parsed.is_object()) return tl::unexpected<std::string>("The body must be a JSON object.");
  MoneyRequest request;
  const auto amount = parsed.find("amount");
  if (amount == parsed.end() || !amount->is_number_unsigned())
    return tl::unexpected<std::string>("amount must be a whole number of cents.");
  const auto cents = amount->get<std::uint64_t>();
  if (cents == 0 || cents > static_cast<std::uint64_t>(most)) return tl::unexpected(fmt::format("amount must be from 1 to {}.", most));
  request.amount = static_cast<std::int64_t>(cents);
  const auto text = [&](const char* name) -> std::optional<std::string> {
    const auto found = parsed.find(name);
    if (found == parsed.end()) return std::string();
    if (!found->is_string()) return std::nullopt;
    std::string value = found->get<std::string>();
    // What goes into a database and a URL without further thought.
    const bool is_plain = value.size() <= max_text && std::ranges::all_of(value, [](char c) { return c > ' ' && c < 0x7F; });
    return is_plain ? std::optional(std::move(value)) : std::nullopt;
  };
  const auto customer = text("customer"), currency = text("currency"), reference = text("reference"), charge = text("charge_id");
  if (!customer || !currency || !reference || !charge)
    return tl::unexpected<std::string>("customer, currency, reference and charge_id must be short plain texts.");
  if (!currency->empty()) request.currency = *currency;
  if (std::ranges::find(accepted_currencies, request.currency) == accepted_currencies.end())
    return tl::unexpected<std::string>("currency must be EUR, USD or GBP.");
  request.customer = *customer;
  request.reference = charge->empty() ? *reference : *charge;
  if (request.reference.empty()) return tl::unexpected<std::string>("reference is missing (for a refund: charge_id).");
  return request;
}

std::string decimal(std::int64_t minor) { return fmt::format("{}.{:02}", minor / 100, minor % 100); }

http::Answer problem(int status, std::string_view code, std::string title, std::string detail) {
  return http::problem_answer({status, code, std::move(title), std::move(detail)});
}

http::Answer outcome_unknown(std::string_view reason) { return http::outcome_unknown(reason, std::chrono::seconds(2)); }

Effect read_effect(const HttpReply& reply, const std::string& downstream_key, bool taken_over, const gateway::ResponseTemplate* shape) {
  if (reply.status == 0) return unknown("The gateway did not answer.");
  if (reply.status == 429) {
    // From before the gateway's own idempotency layer: this call did nothing. An earlier one may have.
    const auto wait = http::parse_retry_after(reply.header("Retry-After"), Timestamp{}).value_or(std::chrono::seconds(1));
    auto answer = problem(429, http::error_code::rate_limited, "Too many requests",
                          taken_over ? "This attempt executed nothing; an earlier one may have. Send the request again with the same key."
                                     : "Nothing was executed.");
    answer.headers.emplace_back("Retry-After", http::format_retry_after(wait));
    return {std::move(answer), !taken_over, {}, {}};
  }
  const auto told = nlohmann::json::parse(reply.body, nullptr, false);
  const auto text = [&](const char* name) {
    return told.is_object() && told.contains(name) && told[name].is_string() ? told[name].get<std::string>() : std::string();
  };
  if (text("idempotency_key") != downstream_key) {
    return unknown(fmt::format("The gateway's answer (HTTP {}) does not mention this request.", reply.status));
  }
  const std::string status = text("status");
  if (status == "declined" || status == "cancelled") {
    const bool declined = status == "declined";
    const std::string code(declined ? http::error_code::provider_refused : http::error_code::provider_cancelled);
    return {problem(declined ? 402 : 422, code, declined ? "Refused by the provider" : "Cancelled before it was performed",
                    "Nothing was performed, and never will be under this key. To try again, use a new key."),
            false,
            {},
            code};
  }
  if (status != "captured") return unknown("The gateway is still working on it.");
  gateway::Evidence evidence;
  evidence.body = reply.body;
  const auto response = shape == nullptr ? std::nullopt : reconcile::render(*shape, evidence);
  if (!response) return unknown("The gateway's answer was not understood.");
  return {{response->code, response->headers, response->body}, false, text("id"), {}};
}

}  // namespace onceover::try_it
