// Reads the facts. Each part has its own transaction, so that a slow or forbidden part fails on its own. Only for this room.
#pragma once

#include "core/health/facts.h"

namespace onceover::health {

Result<Facts> read_facts(pg::Connection& connection, const profile::Profile& profile, const Options& options);

// The parts that read rows: read_rows.cpp.
Result<void> read_rows(pg::Connection& connection, const profile::Profile& profile, const Options& options, Facts& facts);
// The parts that look for DELETE statements: read_deleters.cpp.
Result<void> read_deleters(pg::Connection& connection, const profile::Profile& profile, const Options& options, Facts& facts);

// The statements, to show.
std::string facts_sql(const profile::Profile& profile, const Options& options);

}  // namespace onceover::health
