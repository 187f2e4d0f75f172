// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "core/serve/serve.h"

namespace onceover::serve {

Running::Running(Places places, Renew renew) : places_(places), renew_(std::move(renew)) {
  renewer_ = std::thread([this] { renew_due(); });
}

Running::~Running() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  due_.notify_all();
  renewer_.join();
}

Running::Handle Running::begin(const engine::Claim& claim, Duration lease, Steady::time_point claimed_at,
                               Duration renew_for) {
  auto entry = std::make_shared<Entry>(
      Entry{claim, lease, claimed_at + lease, claimed_at + lease / 3, claimed_at + renew_for});
  {
    const std::lock_guard lock(mutex_);
    Handle& here = entries_[claim.id];
    if (here) here->is_lost = true;  // or the store would not have given the key away
    here = entry;
  }
  due_.notify_one();
  return entry;
}

bool Running::is_lost(const Handle& handle) const {
  const std::lock_guard lock(mutex_);
  return handle->is_lost;
}

void Running::finishing(const Handle& handle) {
  std::unique_lock lock(mutex_);
  handle->renew_until = {};
  changed_.wait(lock, [&] { return !handle->is_renewing; });
}

void Running::end(const Handle& handle) {
  {
    const std::lock_guard lock(mutex_);
    handle->renew_until = {};
    const auto found = entries_.find(handle->claim.id);
    if (found != entries_.end() && found->second == handle) entries_.erase(found);
  }
  changed_.notify_all();
}

std::optional<engine::Outcome> Running::duplicate_of(const engine::Request& request) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(request.id);
  if (found == entries_.end() || found->second->is_lost) return std::nullopt;
  const key::Fingerprint& executed = found->second->claim.fingerprint;
  if (executed != request.against(executed)) return key::Mismatch{};
  const auto left = std::chrono::duration_cast<Duration>(found->second->lease_ends - Steady::now());
  if (left <= Duration{0}) return std::nullopt;
  return key::InFlight{left};
}

bool Running::take_place(const key::Identity& id) {
  const std::lock_guard lock(mutex_);
  unsigned& here = waiting_[id];
  if (here < places_.per_key && waiting_in_all_ < places_.in_all) {
    ++here;
    ++waiting_in_all_;
    return true;
  }
  if (here == 0) waiting_.erase(id);
  return false;
}

void Running::leave(const key::Identity& id) {
  const std::lock_guard lock(mutex_);
  --waiting_in_all_;
  const auto found = waiting_.find(id);
  if (--found->second == 0) waiting_.erase(found);
}

void Running::wait(const key::Identity& id, Duration pause, Duration at_most) {
  std::unique_lock lock(mutex_);
  const bool is_here = entries_.contains(id);
  changed_.wait_for(lock, is_here ? at_most : std::min(pause, at_most),
                    [&] { return is_here && !entries_.contains(id); });
}

void Running::renew_due() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto now = Steady::now();
    auto next = now + std::chrono::hours(1);
    std::vector<Handle> due;
    for (const auto& [id, entry] : entries_) {
      if (entry->is_lost || entry->renew_until <= now) continue;
      if (entry->renew_at <= now) {
        due.push_back(entry);
      } else {
        next = std::min(next, entry->renew_at);
      }
    }
    for (const Handle& entry : due) renew_one(lock, entry);
    if (due.empty()) due_.wait_until(lock, next);
  }
}

void Running::renew_one(std::unique_lock<std::mutex>& lock, const Handle& entry) {
  const auto now = Steady::now();
  if (stopping_ || entry->renew_until <= now) return;
  entry->is_renewing = true;
  lock.unlock();
  const auto renewed = renew_(entry->claim, entry->lease);
  lock.lock();
  entry->is_renewing = false;
  if (renewed && std::holds_alternative<engine::OwnershipLost>(*renewed)) {
    entry->is_lost = true;
  } else if (renewed) {
    entry->lease_ends = now + entry->lease;
    entry->renew_at = now + entry->lease / 3;
  } else {
    entry->renew_at = Steady::now() + entry->lease / 12;  // the store may be back before the lease ends
  }
  changed_.notify_all();
}

}  // namespace onceover::serve
