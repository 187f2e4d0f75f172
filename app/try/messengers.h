// The processes that carry events: the broker, the relay from the outbox to it, and the consumer that books what it delivers. Each obeys
// lines on standard input and speaks in lines on standard output; child_main.cpp starts them.
//
//   broker     "faults on|off", "lose N"       says "ready PORT"
//   relay      "crash on|off"                  dies after events were delivered, before its progress is written
//   consumer   "crash on|off"                  dies after its transaction, before the broker is told
//              says "handled RECEIVED REPEATS" of what it received from the broker and skipped as a repeat
#pragma once

#include <cstdint>
#include <string>

#include "core/base/time.h"

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

// librdkafka's mock cluster ends with a failed assertion if members of a group come while others that were killed are still waited for. So
// the next consumer comes after the last one is forgotten, which is looked at once a second. A new group takes 3 s to begin, and a member
// must not be forgotten meanwhile.
inline constexpr Duration group_forgets_after = std::chrono::milliseconds(3600), next_consumer_after = std::chrono::milliseconds(5000);

inline constexpr const char* broker_name = "the broker";
inline constexpr const char* relay_name = "payments";

}  // namespace onceover::try_it
