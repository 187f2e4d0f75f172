#include "app/try/booking.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/key/sha256.h"

namespace onceover::try_it {
namespace {

using nlohmann::json;

constexpr int known_format = 1, poison_format = 2;

std::string text_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

key::Identity identity_of(const json& object) { return {text_in(object, "tenant"), text_in(object, "operation"), text_in(object, "key")}; }

}  // namespace

std::string payload_of(const Booking& booking, bool is_poison) {
  return json{{"format", is_poison ? poison_format : known_format},
              {"tenant", booking.id.tenant},
              {"operation", booking.id.operation},
              {"key", booking.id.key},
              {"effect", booking.effect_id},
              {"account", booking.account},
              {"amount", booking.amount},
              {"currency", booking.currency}}
      .dump();
}

tl::expected<Booking, std::string> read_booking(std::string_view payload) {
  const json object = json::parse(payload, nullptr, false);
  if (!object.is_object()) return tl::unexpected<std::string>("The booking is not a JSON object.");
  const auto format = object.find("format"), amount = object.find("amount");
  if (format == object.end() || *format != known_format)
    return tl::unexpected(fmt::format("The booking has format {}, and this consumer reads format {}.",
                                      format == object.end() ? std::string("none") : format->dump(), known_format));
  if (amount == object.end() || !amount->is_number_integer()) return tl::unexpected<std::string>("The booking has no amount.");
  Booking booking{identity_of(object), text_in(object, "effect"), text_in(object, "account"), amount->get<std::int64_t>(),
                  text_in(object, "currency")};
  if (booking.id.key.empty() || booking.account.empty() || booking.currency.empty())
    return tl::unexpected<std::string>("The booking lacks its key, its account or its currency.");
  return booking;
}

std::optional<key::Identity> announced_by(std::string_view payload) {
  const json object = json::parse(payload, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  key::Identity id = identity_of(object);
  return id.key.empty() ? std::nullopt : std::optional(std::move(id));
}

bool is_poison(std::string_view key, int one_in) {
  if (key.starts_with(poison_prefix)) return true;
  if (one_in <= 0) return false;
  const key::Digest digest = key::sha256(key);
  const unsigned drawn = static_cast<unsigned>(digest[0]) << 16 | static_cast<unsigned>(digest[1]) << 8 | digest[2];
  return drawn % static_cast<unsigned>(one_in) == 0;
}

std::optional<inbox::Failure> book(inbox::Work& work) {
  for (const inbox::Event& event : work.events) {
    const auto booking = read_booking(event.payload.value_or(""));
    if (!booking) return inbox::Failure{.error = booking.error()};
    require(
        work.connection.exec_prepared("INSERT INTO shop.bookings (event_id, tenant, operation, key, account, amount, currency) "
                                      "VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, $7::text)",
                                      pg::params(event.id, booking->id.tenant, booking->id.operation, booking->id.key, booking->account,
                                                 booking->amount, booking->currency)));
  }
  return std::nullopt;
}

}  // namespace onceover::try_it
