// SPDX-License-Identifier: Apache-2.0
// One reading of bench_unfinished: what it said, what is true, and what the server read for it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/browse/browser.h"
#include "core/unfinished/answer.h"
#include "tests/bench/store.h"

namespace onceover::bench {

// Fewer finished rows are read for each answer.
inline constexpr std::int64_t most_finished_rows = 10'000;

double rounded(double value);

template <class T>
T sound(Result<T> result) {
  if (!result) give_up(result.error());
  return std::move(*result);
}

// Rows, and entries of indexes, that the server read of the keys and of the list.
struct RowsRead {
  std::int64_t keys = 0, list = 0;
};

// Ends what the backend keeps to itself of its statistics. It then keeps them to itself for a second at
// least.
void tell_statistics(pg::Connection& connection);
// Of all backends, as far as they told; exact where nothing else reads.
RowsRead read_by_all(test::RawConnection& look);
// Of this backend, since it told its statistics: what it has not told yet. nullopt: it may have told some in
// between.
std::optional<RowsRead> read_by(pg::Connection& connection, Steady::time_point told);

// What one reading said.
struct Said {
  unfinished::Known known = unfinished::Known::unknown;
  std::int64_t stuck = 0;
  bool is_whole = true;  // all else it said is right too
  std::string level{}, why{};
  bool has_failed = false;  // why: the error
};

// What is true.
struct Truth {
  std::int64_t stuck = 0, released = 0;
  Timestamp oldest;
};

// As ui/overview/glance.cpp.
Said read_overview(pg::Connection& connection, browse::Browser& browser, const Truth& truth);
// As ui/stuck/leases_page.cpp and app/oncectl/stuck.cpp.
Said read_groups(browse::Browser& browser, const Truth& truth);
// As app/oncectl/check.cpp. Without its walk, which comes before.
Said read_check(pg::Connection& connection, browse::Browser& browser);

// One reading in one scene, round by round.
struct Figure {
  std::string name;
  double target_ms = 0;
  std::vector<double> ms{}, rows{}, list{};
  std::map<std::string, int> known{}, levels{};
  std::int64_t least = 0, most = 0;  // stuck
  int wrong = 0;                     // rounds in which something else was not right
  std::string why{};

  void add(double took, const Said& said, const std::optional<RowsRead>& read);
  bool is_exact() const { return known.size() == 1 && known.contains("exact"); }
  bool meets(const Truth& truth) const;
  // has_target: the frontier is there.
  nlohmann::ordered_json json(const Truth& truth, bool has_target) const;
};

// A table of them, headed once.
void print(std::FILE* to, const std::string& scene, const std::vector<Figure>& figures, const Truth& truth,
           bool has_target);

}  // namespace onceover::bench
