// SPDX-License-Identifier: Apache-2.0
// Who breaks things: connections through the proxy, backends, locks, the stop switch, and whatever the stage
// has beside.
#pragma once

#include <stop_token>

#include "tests/integration/history/stage.h"
#include "tests/support/proxy.h"

namespace onceover::test::history {

// As often as the seed says while the storm lasts; the stage's own trouble at least once. The switch is off
// and the proxy passes everything at the end.
void disturb_until(std::stop_token stop, Stage& stage, PgProxy& proxy, Bank& bank, std::uint64_t seed);

}  // namespace onceover::test::history
