// SPDX-License-Identifier: Apache-2.0
// What the commands of `oncectl calculator` share: a policy on the command line, and how times and lists are
// shown.
#pragma once

#include <string>
#include <vector>

#include "app/oncectl/program.h"
#include "core/calculator/amplification.h"
#include "core/calculator/figure.h"
#include "core/calculator/policy.h"

namespace onceover::oncectl {

// --backoff, --base, --cap, --attempts, --total, --first-power: what they are without a word is what policy
// holds.
void declare_policy(CLI::App& command, calculator::Policy& policy);

// All of them but --backoff.
void declare_waits(CLI::App& command, calculator::Policy& policy);
inline const CLI::IsMember backoff_words({"none", "fixed", "exponential", "full_jitter", "equal_jitter",
                                          "decorrelated_jitter"});

// "none" or a time.
CLI::Option* add_bound(CLI::App& app, const std::string& name, std::optional<Duration>& value,
                       const std::string& description);

// --layer NAME:ATTEMPTS[:TIMEOUT[:BUDGET]], outermost first; one below the other.
void declare_layers(CLI::App& command, std::vector<calculator::Service>& layers);
std::optional<calculator::Service> chain_of(std::vector<calculator::Service> layers);

// --rate and --by-hour: of what.
void declare_rate(CLI::App& command, double& per_second, std::vector<double>& by_hour,
                  const std::string& what);
// --checkpoint, --price, --currency.
void declare_costs(CLI::App& command, std::optional<Duration>& checkpoint, std::optional<double>& price,
                   std::string& currency);

// Milliseconds, null for none.
Json json_ms(std::optional<Duration> span);
Json json_figure(const calculator::Figure* figure);
// Each with its sum, and an empty line.
std::string figures_text(const std::vector<const calculator::Figure*>& figures);
Json json_policy(const calculator::Policy& policy);
// "137 ms", "1.35 s": finer than human(), since schedules are compared.
std::string fine(Duration span);
std::string percent(double share);

void add_calculator_size(Program& program, CLI::App& calculator);
void add_calculator_events(Program& program, CLI::App& calculator);  // outbox and inbox
void add_calculator_schedule(Program& program, CLI::App& calculator);
void add_calculator_storm(Program& program, CLI::App& calculator);
void add_calculator_lint(Program& program, CLI::App& calculator);

}  // namespace onceover::oncectl
