// Levels: what stands in a table and what relays have before them, as numbers by name (core/metrics/chart.h lists them). Counts and ages:
// no key, no tenant, nothing of a row.
//
// Threads: as the connection. Errors: of the connection, and timeout.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/browser.h"
#include "core/outbox/operate.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::samples {

struct Level {
  std::string metric;
  std::optional<double> value;  // none: it was looked for, and there was more than could be counted
  bool operator==(const Level&) const = default;
};
struct Levels {
  Timestamp at;  // by the database's clock
  std::vector<Level> values;
};

// Every metric that can come of a table, or of relays.
const std::vector<std::string_view>& table_metrics();
const std::vector<std::string_view>& relay_metrics();

// What was not counted to its end is none: not a number that would be too low. A level that is not known at all is not among them.
std::vector<Level> levels_of(const browse::StateCounts& counts, const tables::Profile& profile);
std::vector<Level> levels_of(const browse::Backlog& backlog);
// Of several relays the one furthest behind, and the held back events of all. No relay: nothing.
std::vector<Level> levels_of(const std::vector<outbox::RelayView>& relays);

// Of the table that the browser reads; bounded by core/browse.
Result<Levels> read_levels(browse::Browser& browser, const tables::Profile& profile);

// How their levels are named where they are kept: relays are of a database, whichever of its tables is read.
inline constexpr std::string_view relays_relation = "onceover.outbox";
std::string relation_of(const tables::Profile& profile);

struct RelayLevels {
  std::vector<Level> values;
  std::string why_not;  // a sentence instead of them
};
RelayLevels read_relays(pg::Connection& connection);

}  // namespace onceover::samples
