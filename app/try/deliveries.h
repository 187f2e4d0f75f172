// A source of events that delivers worse than the broker behind it: an event comes again after it was acknowledged, and events of one
// account overtake those of others. Both are done by us, at the consumer's side: librdkafka's mock cluster repeats only what a producer
// sends twice, and keeps the order of a partition. The events of one account keep their order.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/inbox/source.h"

namespace onceover::try_it {

// The account of an event, from its header; empty: none.
std::string account_of(const inbox::Event& event);

// In another order, drawn; that of each account is kept. Pure but for the dice.
std::vector<inbox::Received> reordered(std::vector<inbox::Received> received, Random& random);

struct Unruliness {
  double repeat = 0.1;  // of events: an earlier one comes again with it
  double hold = 0.05;   // of calls that deliver something: one account's events wait, and the others overtake them
  Duration hold_for = std::chrono::milliseconds(400);
};

class UnrulySource final : public inbox::Source {
 public:
  // before_acknowledging: called after the commit of what is acknowledged; a process may die there.
  UnrulySource(std::unique_ptr<inbox::Source> source, Unruliness unruliness, Random random, std::function<void()> before_acknowledging);

  Result<std::span<const inbox::Received>> poll(std::size_t most, Duration wait) override;
  void acknowledge(std::span<const std::uint64_t> tokens) override;
  std::string trouble() const override { return source_->trouble(); }
  bool is_at_end() const override { return source_->is_at_end(); }
  void close(Duration wait) override { source_->close(wait); }

 private:
  void hold_back();
  void repeat_some();

  std::unique_ptr<inbox::Source> source_;
  Unruliness unruliness_;
  Random random_;
  std::function<void()> before_acknowledging_;
  std::vector<inbox::Received> delivered_;         // what the last poll returned
  std::deque<inbox::Received> earlier_;            // acknowledged, the latest last
  std::map<std::string, std::uint64_t> assigned_;  // of each lane
  std::string held_;                               // account; empty: none
  Steady::time_point held_until_{};
  std::uint64_t repeats_ = 0;
};

}  // namespace onceover::try_it
