// SPDX-License-Identifier: Apache-2.0
// Compares finished keys with the gateway's ledger over a time range, both ways. Writes, settles and cancels
// nothing.
//
// One way asks the gateway about each finished key of the range, or about a sample. The other reads the
// ledger where the gateway declares a listing, and looks for the row of each effect in the range and a margin
// around it: an effect is younger than its row, and the two clocks differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/drift/compare.h"
#include "core/gateway/evidence.h"
#include "core/tables/profile.h"

namespace onceover::drift {

struct Options {
  Timestamp from, to;  // half open: created_at of rows, the gateway's own time of effects
  std::optional<std::string> tenant, operation;
  // of one order: rows, and listed effects, with exactly this reference
  std::optional<std::string> reference;
  std::optional<std::int64_t> sample;  // the number of finished keys to ask about, drawn evenly; none: all
  std::uint64_t seed = 1;              // of the draw
  Duration margin = std::chrono::hours(1);
  std::int64_t max_rows =
      500'000;  // of the range and its margin; more are refused, since a listing is compared with all of them
  int at_once = 32;                         // questions in one call
  static constexpr int max_found = 10'000;  // kept; all are counted
};

struct Report {
  Timestamp from, to, as_of;
  std::int64_t rows = 0;      // of the range
  std::int64_t finished = 0;  // of them
  std::int64_t asked = 0, agreed = 0;
  std::map<std::string, std::int64_t> open;  // asked without proof, by reason
  std::int64_t not_askable =
      0;  // the gateway does not serve the operation, or its name for the row is unknown
  bool listing_declared = false, listing_complete = false;
  std::string listing_problem;
  std::int64_t effects = 0, effects_done = 0;
  std::map<Kind, std::int64_t> counts;
  std::vector<Found> found;
  std::string ended_early;  // why not all were asked; empty: all were
  // sentences: why rows of the range may be missing; then no effect is said to be without a row
  std::string rows_unknown;

  bool has_found() const { return !counts.empty(); }
  // False where the gateway was asked and proved nothing at all.
  bool is_complete() const {
    std::int64_t without_proof = 0;
    for (const auto& [why, times] : open) without_proof += times;
    return ended_early.empty() && rows_unknown.empty() && (!listing_declared || listing_complete) &&
           (asked == 0 || without_proof < asked);
  }
};

struct Progress {
  std::int64_t rows = 0, asked = 0, effects = 0;
  const Report* so_far = nullptr;  // with what was found until now; during the call only
};

// Blocking; go_on is called between questions and pages and may end the run early: the report then has what
// was found so far. No transaction is open while the gateway is asked. Errors: of the store; invalid_input
// where the range is empty or has more than max_rows.
Result<Report> compare(browse::Browser& browser, const tables::Profile& profile, gateway::Gateway& gateway,
                       const Options& options, const std::function<bool(const Progress&)>& go_on = {});

// The key that the gateway received for the row; empty where it is asked by reference. None: it does not
// serve the operation, or the profile does not name its key.
std::optional<std::string> gateway_key(const gateway::Gateway& gateway, const tables::Profile& profile,
                                       const key::Identity& id);

// A comparison for people and programs, in one form for every program that shows it. Pure. Data remains
// unchanged: the caller makes it visible for a terminal or a screen; Markdown, CSV and JSON are complete
// files and do so themselves.

// "Asked about", "47, of which 41 agree"; lines without a value are left out. Visible text.
std::vector<std::pair<std::string, std::string>> totals_of(const Report& report);
// The two sides of a finding, as received: "succeeded 12.50 EUR", "no row"; "done ch_9 12.50 EUR at …", "no
// such key".
std::string ours_of(const Found& found);
std::string theirs_of(const Found& found);
// "POST /refunds, key r-1, tenant acme"; without a row, the gateway's own key.
std::string named(const Found& found);

// At most so many findings; the rest is counted. CSV has a line for each, and no totals.
std::string to_markdown(const Report& report, std::size_t limit);
std::string to_csv(const Report& report, std::size_t limit);
std::string to_json(const Report& report, std::size_t limit);

}  // namespace onceover::drift
