// Everybody beside the clients: sweepers, operators, the reaper, and those who break things. Each runs in a thread of its own until its
// stop token says so, with decisions from a stream of its own.
#pragma once

#include <stop_token>

#include "core/sweeper/sweeper.h"
#include "tests/integration/history/bank.h"
#include "tests/support/proxy.h"

namespace onceover::test::history {

// Short enough for a run of seconds.
sweeper::SweepConfig sweep_config();

// One pass, logged. nullopt: an error, and the connection may be gone.
std::optional<sweeper::SweepCounts> sweep_once(sweeper::Sweeper& sweeper, Log& log, const std::string& actor);

void sweep_until(std::stop_token stop, const std::string& name, const std::string& conninfo, Duration deadline, Bank& bank,
                 std::uint64_t seed);
void reap_until(std::stop_token stop, const std::string& conninfo, Bank& bank, std::uint64_t seed);
// Settles keys by hand from what the bank says, as the console does: look, ask, decide, confirm.
void operate_until(std::stop_token stop, const std::string& name, const std::string& conninfo, Bank& bank, std::uint64_t seed);
// One key; false where there was nothing to do for a person.
bool settle_by_hand(pg::Connection& connection, Bank& bank, gateway::Gateway& line, int key, const std::string& name, Duration thinks);

// Terminates and cancels backends, holds rows locked, springs traps at the proxy, and flicks the stop switch.
void disturb_until(std::stop_token stop, const std::string& conninfo, PgProxy& proxy, Bank& bank, std::uint64_t seed);

}  // namespace onceover::test::history
