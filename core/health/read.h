// Reads the facts. Each part has its own transaction, so that a slow or forbidden part fails on its own. Only for this room.
#pragma once

#include <functional>
#include <initializer_list>

#include "core/health/facts.h"
#include "core/pg/transaction.h"

namespace onceover::health {

// These throw errors, for as_result().
Facts read_facts(pg::Connection& connection, const tables::Profile& profile, const Options& options);

struct Parts {
  pg::Connection& connection;
  const Options& options;
  Facts& facts;

  pg::Transaction begin() const;
  // One statement in its own transaction; if it fails and the connection survives, only these checks are not made.
  void read(std::string_view sql, const pg::Params& params, std::initializer_list<Check> checks,
            const std::function<void(const pg::Rows& rows)>& take) const;
  void leave_open(std::initializer_list<Check> checks, const std::string& why) const;
};
// Those that read rows: read_rows.cpp.
void read_rows(const Parts& parts, const tables::Profile& profile);
// Those that look for DELETE statements: read_deleters.cpp.
void read_deleters(const Parts& parts, const tables::Profile& profile);

// Those that read written and received events: read_events.cpp.
void read_events(const Parts& parts, const tables::Profile& profile);
std::string events_sql();

// The statements, to show.
std::string facts_sql(const tables::Profile& profile, const Options& options);

}  // namespace onceover::health
