// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/attendants.h"

#include <fmt/format.h>

#include <set>

#include "core/audit/verify.h"
#include "core/sweeper/reaper.h"
#include "tests/support/complete.h"

namespace onceover::test::history {

using std::chrono::milliseconds;

std::optional<pg::Connection> connect_until(const std::stop_token& stop, const std::string& conninfo,
                                            Duration deadline, Bank& bank) {
  while (!stop.stop_requested()) {
    auto opened = pg::Connection::open({.conninfo = conninfo,
                                        .application_name = "history",
                                        .connect_timeout = std::chrono::seconds(5),
                                        .deadline = deadline});
    if (opened) return std::move(*opened);
    bank.pacer().rest(milliseconds(5));
  }
  return std::nullopt;
}

sweeper::SweepConfig sweep_config() {
  sweeper::SweepConfig config;
  config.batch = 25;
  config.own_lease = milliseconds(60);
  config.ask_timeout = milliseconds(50);
  config.max_attempts = 6;
  config.backoff_base = milliseconds(10);
  config.backoff_cap = milliseconds(60);
  // The whole table is compared with the list of unfinished keys again and again.
  config.full_every = milliseconds(300);
  config.retry_budget = {.ratio = 1, .per_second = 10'000, .burst = 10'000};
  return config;
}

std::optional<sweeper::SweepCounts> sweep_once(sweeper::Sweeper& sweeper, Log& log,
                                               const std::string& actor) {
  const int call = log.add({.actor = actor, .act = Act::sweep});
  auto counts = sweeper.run_once();
  if (!counts) {
    log.add({.actor = actor,
             .call = call,
             .phase = phase_of(counts.error()),
             .act = Act::sweep,
             .result = words_of(counts.error())});
    return std::nullopt;
  }
  log.add({.actor = actor,
           .call = call,
           .phase = Phase::ok,
           .act = Act::sweep,
           .result = fmt::format("owned {}, lost {}{}", counts->owned, counts->lost,
                                 counts->stopped ? ", stopped" : "")});
  return *counts;
}

void sweep_until(std::stop_token stop, const std::string& name, const std::string& conninfo,
                 Duration deadline, double mortal, Bank& bank, std::uint64_t seed) {
  Random random = stream(seed, name);
  BankLine line(bank, name, stream(seed, name + "'s line"), mortal);
  while (!stop.stop_requested()) {
    auto connection = connect_until(stop, conninfo, deadline, bank);
    if (!connection) return;
    // Replaced now and then, as daemons are: its breaker and budget start anew.
    auto config = sweep_config();
    config.batch = static_cast<int>(5 + 5 * random.below(5));
    sweeper::Sweeper sweeper(*connection, tables::own(), line, config, {name, "host", "history"}, nullptr,
                             random);
    try {
      for (int pass = 0; pass < 20 && !stop.stop_requested(); ++pass) {
        if (connection->is_open() || connection->reopen()) sweep_once(sweeper, bank.log(), name);
        bank.pacer().rest(milliseconds(20 + random.below(120)));
      }
    } catch (const Killed&) {
      bank.count("F3 sweeper killed between owning and settling");
    }
  }
}

void reap_until(std::stop_token stop, const std::string& conninfo, Bank& bank, std::uint64_t seed) {
  Random random = stream(seed, "reaper");
  auto connection = connect_until(stop, conninfo, std::chrono::seconds(2), bank);
  if (!connection) return;
  while (!stop.stop_requested()) {
    sweeper::ReapConfig config;
    config.batch = static_cast<int>(1 + random.below(50));
    // An error is a fault of the run's own making; the next pass reaps what this one did not.
    if (connection->is_open() || connection->reopen()) {
      (void)sweeper::reap(*connection, config, nullptr);
      if (random.chance(0.3)) (void)audit::seal(*connection);
    }
    bank.pacer().rest(milliseconds(10 + random.below(60)));
  }
}

std::vector<std::string> audit_until(std::stop_token stop, const std::string& conninfo, Bank& bank) {
  std::set<std::string> found;
  while (!stop.stop_requested()) {
    try {
      RawConnection raw(conninfo);
      while (!stop.stop_requested()) {
        if (std::string missing = missing_keys(raw); !missing.empty()) found.insert(std::move(missing));
        bank.pacer().rest(milliseconds(30));
      }
    } catch (const std::runtime_error&) {
      // The server is restarted, or another one now.
      bank.pacer().rest(milliseconds(30));
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace onceover::test::history
