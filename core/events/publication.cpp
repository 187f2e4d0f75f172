// SPDX-License-Identifier: Apache-2.0
#include "core/events/publication.h"

#include <fmt/format.h>

#include <map>

#include "core/sql/statements.h"

namespace onceover::events {
namespace {

using State = Publication::State;

struct Told {
  State state;
  std::optional<Timestamp> before;
  std::string words;
};

Told at_one(Timestamp created_at, const EventAtRelay& at) {
  const auto unknown = [&](std::string why) {
    return Told{State::unknown, {}, fmt::format("unknown of {}: {}", at.relay, why)};
  };
  if (at.is_foreign) return unknown("events, or its progress, are of another server");
  if (at.held == "dead")
    return {State::dead, {}, fmt::format("given up by {} after {} attempts", at.relay, at.attempts)};
  if (at.held == "waiting")
    return {State::held, {}, fmt::format("held back by {} after {} attempts", at.relay, at.attempts)};
  if (at.held)
    return {
        State::held, {}, fmt::format("held back by {} behind an earlier event of its aggregate", at.relay)};
  if (at.skipped_at)
    return {State::skipped, at.skipped_at,
            fmt::format("skipped at {} at {}", at.relay, moment(*at.skipped_at))};
  if (at.is_too_old) return {State::passed_over, {}, fmt::format("older than the start of {}", at.relay)};
  if (!at.is_passed) return {State::waiting, {}, fmt::format("not yet published by {}", at.relay)};
  if (created_at < at.whole_since)
    return unknown(fmt::format("it, or a topic of it, began at {}, and may have passed over earlier events",
                               moment(at.whole_since)));
  if (!at.published_at || *at.published_at < created_at)
    return unknown("it is past the event, and has published nothing since");
  return {State::published, at.published_at,
          fmt::format("published by {} before {}", at.relay, moment(*at.published_at))};
}

Publication unknown_all(std::string why) { return {State::unknown, {}, "unknown: " + std::move(why)}; }

}  // namespace

Publication publication_of(Timestamp created_at, std::span<const EventAtRelay> at, bool has_relays) {
  if (!has_relays) return {State::waiting, {}, "not published: there is no relay"};
  Publication out{State::passed_over, {}, {}};
  for (const EventAtRelay& one : at) {
    const Told told = at_one(created_at, one);
    // A retired relay counts for what it has done, and does nothing more.
    if (one.is_retired && told.state != State::published && told.state != State::unknown) continue;
    out.state = std::min(out.state, told.state);
    out.relays.push_back({one.relay, told.state, told.before});
    out.words += (out.words.empty() ? "" : "; ") + told.words;
  }
  return out.relays.empty()
             ? unknown_all("no relay publishes its topic now; whether one did before is not kept")
             : out;
}

Result<std::vector<Publication>> publications(pg::Connection& connection,
                                              const std::vector<std::int64_t>& numbers) {
  return as_result([&] {
    const pg::Rows may = connection.exec(sql::event_progress_seen).value();
    if (!may.boolean(0, 0)) {
      return std::vector(
          numbers.size(),
          unknown_all("this user may not read all of how far relays are (onceover.relays, relay_holds, "
                      "outbox_parked, outbox_adoptions and audit)"));
    }
    const pg::Rows rows = connection.exec(sql::event_progress, pg::params(numbers)).value();
    struct Event {
      Timestamp created_at;
      bool has_relays = false;
      std::vector<EventAtRelay> at;
    };
    std::map<std::int64_t, Event> events;
    for (int row = 0; row < rows.size(); ++row) {
      Event& event = events[rows.integer(row, 0)];
      rows.read(row, 1, event.created_at, event.has_relays);
      if (rows.is_null(row, 3)) continue;
      EventAtRelay& at = event.at.emplace_back();
      rows.read(row, 3, at.relay, at.is_retired, at.is_foreign, at.is_too_old, at.is_passed, at.whole_since,
                at.published_at, at.skipped_at, at.held, at.attempts);
    }
    std::vector<Publication> out;
    for (const std::int64_t number : numbers) {
      const auto found = events.find(number);
      out.push_back(found == events.end() ? unknown_all("its row is gone")
                                          : publication_of(found->second.created_at, found->second.at,
                                                           found->second.has_relays));
    }
    return out;
  });
}

}  // namespace onceover::events
