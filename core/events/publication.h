// SPDX-License-Identifier: Apache-2.0
// Which relay has published an event, and when: the outbox keeps only what was written, relays keep how far
// they are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/words.h"
#include "core/pg/connection.h"

namespace onceover::events {

// What is known of an event and of a relay that publishes its topic.
struct EventAtRelay {
  std::string relay;
  bool is_retired = false;
  bool is_foreign = false;  // events or progress are of another server: how far it is means nothing
  bool is_too_old = false;  // written before the relay's start
  bool is_passed = false;   // the relay is past it
  Timestamp whole_since;    // of events written before, it may have passed over some
  std::optional<Timestamp> published_at;  // when the relay published last, whatever it was
  std::optional<Timestamp> skipped_at;    // a person had it skipped
  std::optional<std::string> held;        // "waiting", "dead" or "behind": it is held back
  std::int64_t attempts = 0;              // of a held one
};

struct Publication {
  // the first of those of its relays
  enum class State { dead, held, waiting, unknown, published, skipped, passed_over };
  struct AtRelay {
    std::string relay;
    State state = State::unknown;
    std::optional<Timestamp> before;  // of published: it was at that time at the latest; of skipped: when
  };
  State state = State::unknown;
  std::vector<AtRelay> relays;
  std::string words;  // "published by to-kafka before 2026-11-21 02:03:04 UTC"; of unknown: why. Not escaped
};
inline constexpr auto publication_words =
    words<Publication::State>({{Publication::State::dead, "dead"},
                               {Publication::State::held, "held"},
                               {Publication::State::waiting, "waiting"},
                               {Publication::State::unknown, "unknown"},
                               {Publication::State::published, "published"},
                               {Publication::State::skipped, "skipped"},
                               {Publication::State::passed_over, "passed_over"}});

// Pure. at: the relays of its topic; has_relays: there is any relay at all.
Publication publication_of(Timestamp created_at, std::span<const EventAtRelay> at, bool has_relays);

// Of each event of onceover.outbox by its number, in the order of `numbers`. In the caller's transaction.
// Unknown where this user may not read how far relays are.
Result<std::vector<Publication>> publications(pg::Connection& connection,
                                              const std::vector<std::int64_t>& numbers);

}  // namespace onceover::events
