// SPDX-License-Identifier: Apache-2.0
// How many of an operation's claims are replays, for the engines of a process: where most are, an engine reads the finished key first, in
// one round trip; elsewhere it inserts first, and reads only what the insert found. A guess about speed alone: either way decides alike.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace onceover::engine {

// Any thread.
class ReplayShare {
 public:
  bool expects_replay(std::string_view operation) const {
    const std::lock_guard lock(mutex_);
    const auto found = shares_.find(operation);
    return found != shares_.end() && found->second > 0.5;
  }
  void add(std::string_view operation, bool is_replay) {
    const std::lock_guard lock(mutex_);
    auto found = shares_.find(operation);
    if (found == shares_.end()) {
      if (shares_.size() >= most_operations) return;  // names made from requests
      found = shares_.emplace(operation, 0).first;
    }
    found->second += ((is_replay ? 1 : 0) - found->second) / window;
  }

 private:
  static constexpr std::size_t most_operations = 1'000;
  static constexpr double window = 16;  // claims: the share follows a change within about a dozen
  mutable std::mutex mutex_;
  std::map<std::string, double, std::less<>> shares_;
};

}  // namespace onceover::engine
