// SPDX-License-Identifier: Apache-2.0
// Sweepers and the reaper, each in a thread of its own until its stop token says so, with decisions from a
// stream of its own.
#pragma once

#include <stop_token>

#include "core/sweeper/sweeper.h"
#include "tests/integration/history/bank.h"

namespace onceover::test::history {

// nullopt where the run ended first.
std::optional<pg::Connection> connect_until(const std::stop_token& stop, const std::string& conninfo,
                                            Duration deadline, Bank& bank);

// Short enough for a run of seconds.
sweeper::SweepConfig sweep_config();

// One pass, logged. nullopt: an error, and the connection may be gone.
std::optional<sweeper::SweepCounts> sweep_once(sweeper::Sweeper& sweeper, Log& log, const std::string& actor);

// mortal: it is killed now and then while it asks (Killed), and another one starts in its place.
void sweep_until(std::stop_token stop, const std::string& name, const std::string& conninfo,
                 Duration deadline, double mortal, Bank& bank, std::uint64_t seed);
// Looks for unfinished keys that the list of unfinished keys does not lead to. What it found, each once.
std::vector<std::string> audit_until(std::stop_token stop, const std::string& conninfo, Bank& bank);
// Seals the trail, too, now and then.
void reap_until(std::stop_token stop, const std::string& conninfo, Bank& bank, std::uint64_t seed);

}  // namespace onceover::test::history
