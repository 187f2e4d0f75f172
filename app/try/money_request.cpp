#include "app/try/money_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace onceover::try_it {
namespace {

constexpr std::int64_t most = 1'000'000'000;
constexpr std::size_t max_text = 100;
constexpr std::array<const char*, 3> accepted_currencies{"EUR", "USD", "GBP"};

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

}  // namespace onceover::try_it
