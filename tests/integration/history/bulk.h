// SPDX-License-Identifier: Apache-2.0
// Plans over what is stuck, and over what is finished: made, foreseen, run by several runners at once,
// paused, stopped and resumed; a runner is killed in the middle of a batch, and another one goes on.
#pragma once

#include <stop_token>

#include "tests/integration/history/bank.h"
#include "tests/integration/history/stage.h"

namespace onceover::test::history {

void make_plans_until(std::stop_token stop, const std::string& conninfo, Bank& bank, std::uint64_t seed);
// Each runner works on any plan. Now and then it does so before another database that answers at its address.
void run_plans_until(std::stop_token stop, const std::string& name, const Stage& stage,
                     const std::string& conninfo, Bank& bank, std::uint64_t seed);
// Faults have stopped: every plan is run to its end.
void finish_plans(const std::string& conninfo, Bank& bank, std::uint64_t seed);
// What the product says of each plan, into the recording's.
void tell_totals(const std::string& conninfo, std::vector<PlanMade>& plans);

}  // namespace onceover::test::history
