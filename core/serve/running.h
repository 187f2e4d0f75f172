// SPDX-License-Identifier: Apache-2.0
// The keys that this process is executing: their leases are renewed, and a duplicate of one is answered here, without the store. And the
// duplicates that wait, of any key: few of each, so that they hold up no other request.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/engine/engine.h"

namespace onceover::serve {

struct Places {
  unsigned per_key = 2, in_all = 16;
};

class Running {
 public:
  using Renew = std::function<Result<engine::WriteOutcome>(const engine::Claim& claim, Duration lease)>;
  struct Entry {
    engine::Claim claim;
    Duration lease{0};
    // By this machine's clock, never later than by the store's.
    Steady::time_point lease_ends{}, renew_at{}, renew_until{};
    bool is_renewing = false, is_lost = false;
  };
  using Handle = std::shared_ptr<Entry>;

  // renew: called from a thread of this object.
  Running(Places places, Renew renew);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // claimed_at: before the claim was sent. Its lease is renewed until finishing() or end(), for renew_for at most.
  Handle begin(const engine::Claim& claim, Duration lease, Steady::time_point claimed_at, Duration renew_for);
  bool is_lost(const Handle& handle) const;
  // No renewal is under way any more, nor begins: it could meet the completion.
  void finishing(const Handle& handle);
  void end(const Handle& handle);

  // What a duplicate gets; nullopt: the key is not executed here, or its lease may be over. The store decides.
  std::optional<engine::Outcome> duplicate_of(const engine::Request& request) const;
  // False: all places are taken; the duplicate must not wait. Otherwise leave() later.
  bool take_place(const key::Identity& id);
  void leave(const key::Identity& id);
  // Until the key is not executed here any more, or `at_most`. For a key that is executed elsewhere: `pause`.
  void wait(const key::Identity& id, Duration pause, Duration at_most);

 private:
  void renew_due();
  void renew_one(std::unique_lock<std::mutex>& lock, const Handle& entry);

  const Places places_;
  const Renew renew_;
  mutable std::mutex mutex_;
  std::condition_variable changed_, due_;
  std::map<key::Identity, Handle> entries_;
  std::map<key::Identity, unsigned> waiting_;
  unsigned waiting_in_all_ = 0;
  bool stopping_ = false;
  std::thread renewer_;
};

}  // namespace onceover::serve
