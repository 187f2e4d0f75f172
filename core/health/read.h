// Reads the facts. Each part has a transaction of its own, so that what is slow or forbidden costs itself alone. Inside the room only.
#pragma once

#include "core/health/facts.h"

namespace onceover::health {

Result<Facts> read_facts(pg::Connection& connection, const profile::Profile& profile, const Options& options);

// The parts of it that look at rows: read_rows.cpp.
Result<void> read_rows(pg::Connection& connection, const profile::Profile& profile, const Options& options, Facts& facts);
// The parts of it that look for statements of others: read_deleters.cpp.
Result<void> read_deleters(pg::Connection& connection, const profile::Profile& profile, const Options& options, Facts& facts);

// The statements, to show.
std::string facts_sql(const profile::Profile& profile, const Options& options);

}  // namespace onceover::health
