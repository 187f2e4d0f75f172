#include "app/try/comparison.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>
#include <tuple>

#include "core/base/text.h"

namespace onceover::try_it {
namespace {

using Name = std::tuple<std::string, std::string, std::string>;
Name name_of(const key::Identity& id) { return {id.tenant, id.operation, id.key}; }

std::string plural(std::int64_t n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); }

}  // namespace

Comparison compare(const std::vector<Paid>& paid, const std::vector<Booked>& booked, std::vector<DeadEvent> dead) {
  Comparison out;
  out.paid = static_cast<std::int64_t>(paid.size());
  out.bookings = static_cast<std::int64_t>(booked.size());
  std::map<Name, std::vector<const Booked*>> by_key;
  for (const Booked& one : booked) {
    by_key[name_of(one.id)].push_back(&one);
    out.booked_sums[one.currency] += one.amount;
  }
  std::set<Name> dead_keys;
  for (const DeadEvent& one : dead) {
    if (one.id) dead_keys.insert(name_of(*one.id));
  }
  std::set<Name> paid_keys;
  for (const Paid& one : paid) {
    const Name name = name_of(one.id);
    paid_keys.insert(name);
    if (one.effects != 1 || !one.charged || *one.charged != std::abs(one.amount)) ++out.not_charged_alike;
    const auto bookings = by_key.find(name);
    const bool is_booked = bookings != by_key.end();
    if (dead_keys.contains(name)) {
      if (is_booked) ++out.dead_and_booked;
      continue;
    }
    out.paid_sums[one.currency] += one.amount;
    if (!is_booked) {
      ++out.missing;
      continue;
    }
    const Booked& first = *bookings->second.front();
    if (bookings->second.size() > 1) ++out.booked_twice;
    if (first.amount != one.amount || first.currency != one.currency) ++out.other_amount;
  }
  for (const auto& [name, bookings] : by_key) {
    if (!paid_keys.contains(name)) ++out.unexplained;
  }
  out.dead = std::move(dead);
  return out;
}

std::vector<std::string> in_words(const Comparison& c) {
  if (!c.no_events.empty()) return {"No events were carried. " + c.no_events};
  std::vector<std::string> lines;
  if (!c.is_caught_up) lines.push_back("Some events were still on their way: the numbers below are of that moment.");
  lines.push_back(fmt::format("{}, {}, {}", plural(c.paid, "payment or refund", "payments and refunds"),
                              plural(c.bookings, "booking", "bookings"), plural(c.differences(), "difference", "differences")));
  const std::pair<std::int64_t, const char*> differences[] = {{c.missing, "paid and not booked"},
                                                              {c.unexplained, "booked and not paid"},
                                                              {c.other_amount, "booked with another amount"},
                                                              {c.not_charged_alike, "not once in the gateway's ledger with this amount"},
                                                              {c.dead_and_booked, "dead and booked all the same"}};
  for (const auto& [n, words] : differences) {
    if (n > 0) lines.push_back(fmt::format("{} {}", n, words));
  }
  if (c.paid_sums != c.booked_sums) lines.push_back("the sums of the currencies differ");
  lines.push_back(fmt::format("{}, of which {} repeated an event; {} booked twice", plural(c.deliveries, "delivery", "deliveries"),
                              c.repeats, c.booked_twice));
  lines.push_back(fmt::format("{} without a booking", plural(static_cast<std::int64_t>(c.dead.size()), "dead letter", "dead letters")));
  for (const DeadEvent& one : c.dead) {
    lines.push_back(fmt::format("  event {} of {}: {}", visible(one.event),
                                one.id ? fmt::format("{} {}", visible(one.id->operation), visible(one.id->key)) : "an unknown key",
                                elided(visible(one.error), 120)));
  }
  return lines;
}

}  // namespace onceover::try_it
