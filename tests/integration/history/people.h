// SPDX-License-Identifier: Apache-2.0
// Persons who settle keys by hand, as the console and oncectl do: look, ask, decide, confirm; from a view
// that has grown old, twice by a double click, on a second person's word; and who take a release back.
#pragma once

#include <stop_token>

#include "tests/integration/history/bank.h"

namespace onceover::test::history {

// conninfo: with the person's own database user.
void operate_until(std::stop_token stop, const std::string& name, const std::string& conninfo, Bank& bank,
                   std::uint64_t seed);
// One key from the bank's word; false where there was nothing to do for a person.
bool settle_by_hand(pg::Connection& connection, Bank& bank, gateway::Gateway& line, int key,
                    const std::string& name, Duration thinks);

}  // namespace onceover::test::history
