// SPDX-License-Identifier: Apache-2.0
// The processes that carry events: the broker, the relay from the outbox to it, and the consumer that books
// what it delivers. Each obeys lines on standard input and speaks in lines on standard output; child_main.cpp
// starts them.
//
//   broker     "faults on|off", "lose N"       says "ready PORT"
//   relay      "crash on|off"                  dies after events were delivered, before its progress is
//   written consumer   "crash on|off"                  dies after its transaction, before it acknowledges to
//   the broker
//              says "handled RECEIVED REPEATS" of what it received from the broker and skipped as a repeat
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/time.h"
#include "core/inbox/source.h"

namespace onceover::try_it {

struct BrokerChild {
  std::uint64_t seed = 1;
  bool faults = false;
};
int broker_main(const BrokerChild& options);

struct MessengerChild {
  std::string conninfo, owner;
  int broker_port = 0;
};
int relay_main(const MessengerChild& options);
int consumer_main(const MessengerChild& options);

// librdkafka's mock cluster ends with a failed assertion if members of a group come while others that were
// killed are still waited for. So the next consumer comes after the last one is forgotten, which is looked at
// once a second. A new group takes 3 s to begin, and a member must not be forgotten meanwhile.
inline constexpr Duration group_forgets_after = std::chrono::milliseconds(3600),
                          next_consumer_after = std::chrono::milliseconds(5000);

inline constexpr const char* broker_name = "the broker";
inline constexpr const char* relay_name = "payments";

// A source of events that delivers worse than the broker behind it: an event comes again after it was
// acknowledged, and events of one account overtake those of others. Both are done by us, at the consumer's
// side: librdkafka's mock cluster repeats only what a producer sends twice, and keeps the order of a
// partition. The events of one account keep their order.

// The account of an event, from its header; empty: none.
std::string account_of(const inbox::Event& event);

// In another order, drawn; that of each account is kept. Pure but for the dice.
std::vector<inbox::Received> reordered(std::vector<inbox::Received> received, Random& random);

struct Unruliness {
  double repeat = 0.1;  // of events: an earlier one comes again with it
  double hold =
      0.05;  // of calls that deliver something: one account's events wait, and the others overtake them
  Duration hold_for = std::chrono::milliseconds(400);
};

class UnrulySource final : public inbox::Source {
 public:
  // before_acknowledging: called after the commit of what is acknowledged; a process may die there.
  UnrulySource(std::unique_ptr<inbox::Source> source, Unruliness unruliness, Random random,
               std::function<void()> before_acknowledging);

  Result<std::span<const inbox::Received>> poll(std::size_t most, Duration wait) override;
  void acknowledge(std::span<const std::uint64_t> tokens) override;
  void use(inbox::Positions* positions) override { source_->use(positions); }
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
