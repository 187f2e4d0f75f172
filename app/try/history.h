// A past for a new store: finished keys and counters of the last days, ending now. Made by the server itself, set by set.
#pragma once

#include <cstdint>
#include <string>

#include "app/try/ledger.h"
#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::try_it {

// rows finished keys of the last three days (payments, refunds, ledger entries, credits of three tenants; one in forty failed), the
// same for the same seed up to the time of the call, and what they and their replays would have counted. Our schema must be
// installed. 200,000 rows take some seconds, so the connection's deadline must be generous.
Result<void> seed_history(pg::Connection& connection, std::int64_t rows, std::uint64_t seed);

// The same history in the gateway's books: what each finished payment and refund did there, or that it was refused. Before any traffic.
Result<void> read_past(const std::string& conninfo, Ledger& ledger);

}  // namespace onceover::try_it
