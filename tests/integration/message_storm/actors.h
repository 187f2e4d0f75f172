// SPDX-License-Identifier: Apache-2.0
// The processes of a message storm: services that write events, relays, a broker that is a file for each
// lane, and consumers. Each runs until it is killed.
#pragma once

#include <cstdint>
#include <string>

namespace onceover::test::messages {

inline constexpr int lanes = 3, aggregates = 40;
inline constexpr const char* relay_name = "storm";
// Their handlers end the process until the storm is over.
inline constexpr const char* poison = "poison";

struct Place {
  std::string conninfo, folder;  // of the broker and of what consumers have acknowledged
  std::uint64_t seed = 0;        // of this process: another one for its successor
};
std::string log_path(const std::string& folder, int lane);
// While this file is there, nothing fails by itself.
std::string calm_path(const std::string& folder);

// An aggregate's next version, its event and a business row in one transaction, some of which are rolled back
// or stay open for a while.
int run_producer(const Place& place);
int run_relay(const Place& place);
// billing: events are handled as they come. audit: they are stored, and workers handle them.
int run_billing(const Place& place, int lane);
int run_storing(const Place& place, int lane);
int run_worker(const Place& place);

}  // namespace onceover::test::messages
