// At the end: what was paid against what was booked. Pure; TryStore::compare() reads both sides.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/key/types.h"

namespace onceover::try_it {

// A payment or refund whose key has succeeded.
struct Paid {
  key::Identity id;
  std::int64_t amount = 0;  // minor units; negative for a refund
  std::string currency;
  int effects = 0;                      // in the gateway's ledger
  std::optional<std::int64_t> charged;  // there, without a sign; none: the ledger does not know the key
};
struct Booked {
  key::Identity id;
  std::int64_t amount = 0;
  std::string currency;
};
struct DeadEvent {
  std::string event;                // its id
  std::optional<key::Identity> id;  // whose booking it was; none: not told
  std::string error;
};

struct Comparison {
  std::string no_events;      // why none were carried, a sentence; empty: they were
  bool is_caught_up = false;  // nothing was on its way any more

  std::int64_t paid = 0, bookings = 0;
  std::int64_t missing = 0;            // paid and not booked; dead ones are not among them
  std::int64_t booked_twice = 0;       // keys
  std::int64_t unexplained = 0;        // booked, and the key has not succeeded
  std::int64_t other_amount = 0;       // booked with another amount or currency than was paid
  std::int64_t not_charged_alike = 0;  // the gateway's ledger has no effect, several, or one of another amount
  std::vector<DeadEvent> dead;         // each is without a booking, or counted as a difference
  std::int64_t dead_and_booked = 0;
  std::map<std::string, std::int64_t> paid_sums, booked_sums;  // by currency, in minor units; without what is dead

  std::int64_t deliveries = 0, repeats = 0;  // that the consumer received; those among them that it skipped

  std::int64_t differences() const {
    return missing + booked_twice + unexplained + other_amount + not_charged_alike + dead_and_booked + (paid_sums == booked_sums ? 0 : 1);
  }
  bool agrees() const { return no_events.empty() && is_caught_up && differences() == 0; }
};

Comparison compare(const std::vector<Paid>& paid, const std::vector<Booked>& booked, std::vector<DeadEvent> dead);

// For people, a line each.
std::vector<std::string> in_words(const Comparison& comparison);

}  // namespace onceover::try_it
