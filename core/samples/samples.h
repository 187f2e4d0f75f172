// SPDX-License-Identifier: Apache-2.0
// Samples of levels in the store (onceover.samples): one of a table in each minute, by whichever process is
// first, kept as long as counts by the minute. A sweeper and a relay store them; the reaper deletes what is
// kept no longer.
//
// Threads: as the connection, which must have no open transaction. Errors: of the connection, and timeout;
// schema: the store keeps no samples, or this user may not read them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/browser.h"
#include "core/metrics/chart.h"
#include "core/outbox/operate.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::samples {

// Levels: what stands in a table and what relays have before them, as numbers by name (core/metrics/chart.h
// lists them). Counts and ages: no key, no tenant, nothing of a row.
//
// Threads: as the connection. Errors: of the connection, and timeout.

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

// What was not counted to its end is none: not a number that would be too low. A level that is not known at
// all is not among them.
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

// How far apart samples are in the store.
inline constexpr Duration apart = std::chrono::minutes(1);

// False: this minute has a sample of that table already, and nothing was written.
Result<bool> add(pg::Connection& connection, std::string_view relation, const Levels& levels);

struct Sample {
  Timestamp at;
  std::optional<double> value;  // none: there was more than could be counted
};
struct Sampled {
  std::string metric;
  std::vector<Sample> samples;  // ascending
};
struct History {
  bool are_kept = false;  // false: the store has no samples, or this user may not read them
  std::optional<Timestamp> newest;
  std::vector<Sampled> lines;
};
// The last sample of each step from `from` to before `to`, and where steps are shorter than a minute all of
// them.
Result<History> read(pg::Connection& connection, std::string_view relation,
                     const std::vector<std::string>& metrics, Timestamp from, Timestamp to, Duration step);

// The value of each step: the last sample that was read in it or up to a minute before its end; NaN: none, or
// not counted. uncounted: how many steps were not counted.
std::vector<double> by_step(const Sampled& line, Timestamp from, Duration step, std::size_t steps,
                            Timestamp as_of, std::size_t& uncounted);

// What a chart says of a line with such steps: a sentence.
std::string not_counted(std::string_view label, std::size_t steps);

// As a chart of any source. The steps of the answer are at least a minute.
Result<metrics::Chart> read_samples(pg::Connection& connection, std::string_view relation,
                                    const metrics::Request& request);

// Deletes what is kept no longer, at most so many; how many it deleted. 0 also where the store keeps none,
// where this user may not, and while the stop switch is on.
Result<std::int64_t> reap(pg::Connection& connection, std::int64_t most = 5'000);

// For a process that repeats something: stores a sample once a minute, unless another process did. A store
// without samples, or a user who may not add them, gets none: that is logged once, and keeps nothing else
// from being done.
class Sampler {
 public:
  // none: there is nothing to sample now.
  using Read = std::function<Result<std::optional<Levels>>()>;
  Sampler(std::string relation, LogSink log) : relation_(std::move(relation)), log_(std::move(log)) {}
  // Cheap where it is not due. True: a sample was stored.
  bool sample(pg::Connection& connection, const Read& read);

 private:
  void rest(Duration until) { next_ = Steady::now() + until; }
  void complain(const Error& error);
  std::string relation_;
  LogSink log_;
  Steady::time_point next_{};
  std::string told_;  // the last problem
};

}  // namespace onceover::samples
