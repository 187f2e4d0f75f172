// SPDX-License-Identifier: Apache-2.0
// Reads the input of the rules: counters of the window (our own schema), and what waits in the table now. Every part is limited by an index
// or an estimate (core/browse); anything that needs a scan remains unknown.
//
// Threads: as the browser's connection. Errors: of the connection, and timeout.
#pragma once

#include "core/alerts/rules.h"
#include "core/browse/browser.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::alerts {

// browser reads `profile` on `connection`. window: at most a day.
Result<Observed> observe(pg::Connection& connection, browse::Browser& browser, const tables::Profile& profile,
                         Duration window = std::chrono::minutes(5));

}  // namespace onceover::alerts
