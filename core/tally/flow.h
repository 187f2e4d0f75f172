// One reading of a table's rows: what is asked, what is known of the table, what was chosen to be read and what is told so far.
// choose.h, gather.h and read_rows() work on it in turn. Inside the room only.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/metrics/chart.h"
#include "core/pg/connection.h"
#include "core/profile/profile.h"
#include "core/profile/sql.h"
#include "core/tally/build.h"
#include "core/tally/cell.h"
#include "core/tally/completion.h"
#include "core/tally/tally.h"

namespace onceover::tally {

inline std::size_t place(Axis axis) { return static_cast<std::size_t>(axis); }

// By what cells must be counted to answer this; nullopt: they cannot, since they are counted by one thing at a time.
std::optional<metrics::By> cells_by(const metrics::Request& request);

// For estimates: in UTC, and by how much longer a range of raw values is then to be.
struct Widened {
  profile::Profile profile;
  Duration by{0};
};

// Read by one statement, or by a few.
struct Run {
  Timestamp from, to;
  double rows = 0;  // estimated
  double paid = 0;  // rows of hours behind it that are kept
};

struct Flow {
  // All are to outlive it.
  Flow(pg::Connection& on, const profile::Profile& of, const metrics::Request& asked, const std::vector<Cell>& cells,
       const Options& how_to);

  pg::Connection& connection;
  const profile::Profile& profile;
  const std::vector<Cell>& kept;
  const Options& options;
  const Completions how;
  const Widened wide;
  metrics::Request request;  // in whole steps of what it is answered from
  std::map<std::pair<Axis, Timestamp>, const Cell*> kept_at;

  // What choosing finds out, by Axis where there are two.
  Axis finished_by = Axis::created;
  Timestamp now;
  double table_rows = 0;
  bool is_served[2] = {false, false};
  bool is_direct = false;  // the range itself is read, and no hours
  std::vector<Run> runs[2];
  double kept_rows[2] = {0, 0};

  // What is told so far.
  Known known;
  double not_read = 0, rows_done = 0;
  std::string asked_sql;

  bool uses_cells() const;
  Duration grain() const;  // as fine as what it is answered from
  bool asks_created() const;
  bool asks_finished() const;
  bool asks_flows() const;
  bool needs(Axis axis) const;
  bool finds_finished(Axis axis) const { return axis == finished_by && asks_finished(); }
  double budget() const { return static_cast<double>(options.most_rows); }
  double at_once() const;
  bool may_read(Axis axis) const { return options.asked || is_served[place(axis)] || table_rows <= budget(); }

  // Not read. From the newest on: what lies beside what was left before is one with it.
  void leave(Axis axis, Timestamp from, Timestamp to, double rows, const std::string& why = {});
  // none: it does not tell what is asked, or there is none.
  const Cell* kept_cell(Axis axis, Timestamp hour) const;
  // Told as it was counted earlier.
  void use(const Cell& cell);
  void use_kept(Axis axis, const Run& run);
  void add_slice(const Cell& cell, bool was_kept);
  void note(const profile::Query& query);  // of statements to be shown
};

}  // namespace onceover::tally
