#include "core/outbox/lanes.h"

#include <utility>

namespace onceover::outbox {
namespace {

constexpr std::uint64_t retry_bit = std::uint64_t{1} << 63;

}  // namespace

Lanes::Item& Lanes::item(std::uint64_t token) {
  return (token & retry_bit) != 0 ? retries_.at(token) : items_.at(static_cast<std::size_t>(token - first_));
}

bool Lanes::is_parked(const Stored& event) const {
  return is_ordered_ && !parked_.empty() && parked_.contains(lane_of(event.aggregate_type, event.aggregate_id));
}

void Lanes::add(Stored event, Place place) {
  const std::uint64_t token = first_ + items_.size();
  const bool parked = is_parked(event);
  if (parked) parked_now_.push_back({event, 0});
  items_.push_back({std::move(event), std::move(place), parked});
  if (parked) return;
  if (!is_ordered_) return ready_.push_back(token);
  const Stored& added = items_.back().event;
  Lane& lane = lanes_[lane_of(added.aggregate_type, added.aggregate_id)];
  lane.tokens.push_back(token);
  if (lane.tokens.size() == 1) ready_.push_back(token);
}

void Lanes::retry(Parked parked) {
  const std::uint64_t token = next_retry_++;
  retries_.emplace(token, Item{std::move(parked.event), {}, false, parked.attempts});
  ready_.push_back(token);
}

std::optional<Lanes::Ready> Lanes::next() const {
  if (ready_.empty()) return std::nullopt;
  const std::uint64_t token = ready_.front();
  return Ready{token, &const_cast<Lanes*>(this)->item(token).event};
}

void Lanes::took() {
  ready_.pop_front();
  ++on_their_way_;
}

void Lanes::put_back(std::uint64_t token) {
  --on_their_way_;
  ready_.push_front(token);
}

// The next of its aggregate follows.
void Lanes::leave(std::uint64_t token, const Item& item) {
  if (!is_ordered_ || (token & retry_bit) != 0) return;
  const auto at = lanes_.find(lane_of(item.event.aggregate_type, item.event.aggregate_id));
  at->second.tokens.pop_front();
  if (at->second.tokens.empty()) {
    lanes_.erase(at);
  } else {
    ready_.push_back(at->second.tokens.front());
  }
}

std::optional<Stored> Lanes::done(std::uint64_t token) {
  --on_their_way_;
  Item& it = item(token);
  if ((token & retry_bit) != 0) {
    Stored event = std::move(it.event);
    retries_.erase(token);
    return event;
  }
  it.done = true;
  leave(token, it);
  return std::nullopt;
}

std::vector<Lanes::Parked> Lanes::park(std::uint64_t token) {
  --on_their_way_;
  Item& failed = item(token);
  std::vector<Parked> parked;
  if ((token & retry_bit) != 0) {
    parked.push_back({std::move(failed.event), failed.attempts + 1});
    retries_.erase(token);
    return parked;
  }
  parked.push_back({failed.event, 1});
  failed.done = true;
  if (!is_ordered_) return parked;
  const std::string name = lane_of(failed.event.aggregate_type, failed.event.aggregate_id);
  const auto at = lanes_.find(name);
  for (const std::uint64_t behind : at->second.tokens) {
    if (behind == token) continue;
    Item& waiting = item(behind);
    waiting.done = true;
    parked.push_back({waiting.event, 0});
  }
  lanes_.erase(at);
  parked_.insert(name);
  return parked;
}

std::optional<Lanes::Reached> Lanes::reached() {
  Reached out;
  while (!items_.empty() && items_.front().done) {
    out.place = std::move(items_.front().place);
    ++out.events;
    items_.pop_front();
    ++first_;
  }
  out.parked = std::exchange(parked_now_, {});
  if (out.events == 0 && out.parked.empty()) return std::nullopt;
  return out;
}

}  // namespace onceover::outbox
