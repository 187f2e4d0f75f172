// The event of a finished payment or refund, and the books that a consumer keeps of such events: each once, by its inbox. The format is
// pure; only book() talks to a database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/inbox/handler.h"
#include "core/key/types.h"

namespace onceover::try_it {

inline constexpr const char* bookings_topic = "payments";
inline constexpr const char* bookings_consumer = "bookkeeping";
inline constexpr const char* account_header = "account";

struct Booking {
  key::Identity id;         // of the payment or refund
  std::string effect_id;    // the gateway's
  std::string account;      // the event's aggregate
  std::int64_t amount = 0;  // minor units; negative for a refund
  std::string currency;
};

// JSON. A poison event is one in a format that the consumer does not know: it fails each time.
std::string payload_of(const Booking& booking, bool is_poison);
// The booking, or a sentence about why it cannot be read.
tl::expected<Booking, std::string> read_booking(std::string_view payload);
// Whose booking it is, in whatever format; nullopt: not told.
std::optional<key::Identity> announced_by(std::string_view payload);

// Keys that ask for a poison event begin so.
inline constexpr std::string_view poison_prefix = "poison-";
// Always the same for the same key. one_in: 0: only those that ask.
bool is_poison(std::string_view key, int one_in);

// An inbox::Handler: a row in shop.bookings for each event.
std::optional<inbox::Failure> book(inbox::Work& work);

}  // namespace onceover::try_it
