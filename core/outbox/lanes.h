// SPDX-License-Identifier: Apache-2.0
// Which of the events in memory may be sent, and how far all before are done. Of an aggregate at most one
// event is on its way: if the first of several were refused, later ones must not be stored before it. Inside
// the room only. No clock, no I/O.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/outbox/destination.h"

namespace onceover::outbox {

// What is visible in the snapshot `to` and not in `from`.
struct Window {
  std::string from, to;
};

// The place in a window; after it is published, everything up to it is.
struct Place {
  std::shared_ptr<const Window> window;
  std::int64_t pos = 0;
};

class Lanes {
 public:
  struct Parked {
    Stored event;
    std::int64_t attempts = 0;  // with the one that failed; 0: it waits behind another
  };

  // Not ordered: each event is a lane of its own.
  explicit Lanes(bool is_ordered) : is_ordered_(is_ordered) {}

  // In order. An event of a parked aggregate is parked at once.
  void add(Stored event, Place place);
  // Of an event on its way as well; those that are behind it join it when they are added.
  bool is_parked(const Stored& event) const;

  struct Ready {
    std::uint64_t token;
    const Stored* event;
  };
  // One that was parked, for another attempt; its place is behind nothing.
  void retry(Parked parked);
  // The next that may be sent; it stays the next until took().
  std::optional<Ready> next() const;
  void note_taking();
  // On its way.
  const Stored& event(std::uint64_t token) { return item(token).event; }
  // It was taken on and comes back: the destination is not there. Sent again in its order.
  void put_back(std::uint64_t token);
  // Published. Returns the event if it was a retry.
  std::optional<Stored> done(std::uint64_t token);
  // It failed: its aggregate is parked, with all of it that is here, itself first. Of a retry only itself is
  // returned.
  std::vector<Parked> park(std::uint64_t token);
  void hold(std::string_view aggregate_type, std::string_view aggregate_id) {
    parked_.emplace(lane_of(aggregate_type, aggregate_id));
  }
  // Nothing of it is parked any more.
  void let_go(std::string_view aggregate_type, std::string_view aggregate_id) {
    parked_.erase(std::string(lane_of(aggregate_type, aggregate_id)));
  }

  // Events that wait, are on their way, or are done behind one that is not.
  std::size_t size() const { return items_.size() + retries_.size(); }
  std::size_t on_their_way() const { return on_their_way_; }
  // The last place of which everything before is done, if it moved since the last call, and how many events
  // are behind it now.
  struct Reached {
    Place place;
    std::int64_t events = 0;  // published or parked since
    std::vector<Parked> parked;
  };
  std::optional<Reached> reached();

 private:
  struct Lane {
    std::uint64_t last = 0;  // token of its last event; its first is ready or on its way
  };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Named = std::pair<const std::string, Lane>;
  struct Item {
    Stored event;
    Place place;
    bool done = false;
    std::int64_t attempts = -1;  // of a retry: before this one
    Named* lane = nullptr;       // none: of a retry, of what is parked, and where nothing is ordered
    std::uint64_t next = 0;      // token of the event behind it in its lane; 0: none
  };

  // Valid until the next call.
  std::string_view lane_of(std::string_view type, std::string_view id) const {
    name_.assign(type);
    name_ += '\0';
    return name_ += id;
  }
  Item& item(std::uint64_t token);
  void leave(const Item& item);

  bool is_ordered_;
  std::deque<Item> items_;                           // from first_ on
  std::uint64_t first_ = 1;                          // token of items_.front()
  std::unordered_map<std::uint64_t, Item> retries_;  // tokens with the highest bit
  std::uint64_t next_retry_ = std::uint64_t{1} << 63;
  std::unordered_map<std::string, Lane, Hash, std::equal_to<>> lanes_;
  std::unordered_set<std::string, Hash, std::equal_to<>> parked_;
  mutable std::string name_;  // so that a name costs no memory where its lane is there
  std::deque<std::uint64_t> ready_;
  std::size_t on_their_way_ = 0;
  std::vector<Parked> parked_now_;  // since reached()
};

}  // namespace onceover::outbox
