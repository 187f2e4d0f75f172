// SPDX-License-Identifier: Apache-2.0
// The events that a relay holds back, on their way into the table and out of it. Inside the room only;
// belongs to the relay's thread.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/time.h"
#include "core/outbox/destination.h"
#include "core/outbox/lanes.h"
#include "core/pg/connection.h"

namespace onceover::outbox {

// From a row of the statements that read events.
Stored stored(const pg::Rows& rows, int row);

class Parking {
 public:
  struct Policy {
    std::int64_t attempts;
    Duration base, cap;  // of the pause between two: full jitter
  };
  explicit Parking(Policy policy) : policy_(policy) {}

  // Forgets what is not written.
  void forget() { *this = Parking(policy_); }

  // Whether this failure is its last.
  bool is_dead(const Lanes::Parked& failed, const Report& report) const {
    return report.result == Report::Result::refused || failed.attempts >= policy_.attempts;
  }
  // The first of these failed, the others wait behind it; of a retry, only itself.
  void add_failed(std::vector<Lanes::Parked> parked, const Report& report, Random& random);
  // They belong to an aggregate that is held back already.
  void add_behind(std::vector<Lanes::Parked> parked);
  // A parked one was published.
  void add_published(Stored event) { published_.push_back(std::move(event)); }

  // Due ones that are not on their way.
  std::vector<Lanes::Parked> due(const pg::Rows& rows);
  // False: nothing is held back in the table either, so that nothing can be due.
  bool may_hold() const { return may_hold_; }
  void holds_nothing() { may_hold_ = false; }

  bool is_written() const { return waiting_.empty() && published_.empty(); }
  // What is not written yet, under the relay's token and fence.
  std::vector<pg::Statement> statements(const std::string& relay, const std::string& token,
                                        std::int64_t fence) const;
  // Parked ones on their way, or whose end is not written yet, by seq.
  std::vector<std::int64_t> busy() const { return {retrying_.begin(), retrying_.end()}; }
  // It was committed. Returns the aggregates of which an event was published: they go on if nothing else of
  // them is parked.
  std::set<std::pair<std::string, std::string>> written();

 private:
  struct Waiting {
    Lanes::Parked parked;
    std::string_view state;
    std::string error;
    Duration wait{0};
  };

  Policy policy_;
  std::vector<Waiting> waiting_;
  std::vector<Stored> published_;
  // by seq, until their end is written: until then the table has them as due
  std::unordered_set<std::int64_t> retrying_;
  bool may_hold_ = true;
};

}  // namespace onceover::outbox
