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
  const std::string_view name = lane_of(added.aggregate_type, added.aggregate_id);
  auto lane = lanes_.find(name);
  const bool is_new = lane == lanes_.end();
  if (is_new) lane = lanes_.try_emplace(std::string(name)).first;
  items_.back().lane = &*lane;
  if (is_new) {
    ready_.push_back(token);
  } else {
    item(lane->second.last).next = token;
  }
  lane->second.last = token;
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
void Lanes::leave(const Item& item) {
  if (item.lane == nullptr) return;
  if (item.next != 0) {
    ready_.push_back(item.next);
  } else {
    lanes_.erase(lanes_.find(item.lane->first));
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
  leave(it);
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
  if (failed.lane == nullptr) return parked;
  for (std::uint64_t behind = failed.next; behind != 0; behind = item(behind).next) {
    Item& waiting = item(behind);
    waiting.done = true;
    parked.push_back({waiting.event, 0});
  }
  const auto at = lanes_.find(failed.lane->first);
  parked_.insert(at->first);
  lanes_.erase(at);
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
