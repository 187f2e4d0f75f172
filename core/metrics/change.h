// SPDX-License-Identifier: Apache-2.0
// What changed within a range, and where: a sentence for people. Pure.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/chart.h"

namespace onceover::metrics {

// One step from one level to another.
struct Change {
  std::string metric;
  Timestamp since;               // the first step of the new level
  double before = 0, after = 0;  // of a flow: on average in a step; of a level: its first and last value
  double counted = 0;            // of a flow: all since then
  bool is_part_unknown = false;  // steps without a value: it may have begun there
  double certainty = 0;          // how much likelier it is than no change, as a logarithm
  bool is_rise() const { return after > before; }
};

// The most telling change of a line; none: it does not change by a factor of two or more, or too little was
// counted to say so.
std::optional<Change> change_in(const Chart& chart, const Line& line);

// Of all lines: those that mean harm before those that do not, the most certain first. At most `most`.
std::vector<Change> changes_in(const Chart& chart, std::size_t most = 2);

// Where it happened: the lines of a chart of that metric, split. "refunds ×6": the group that accounts for at
// least half of the difference.
struct Where {
  const Chart* by_operation = nullptr;
  const Chart* by_tenant = nullptr;
};

// "Conflicts ×5 since 19:12: refunds ×6, mostly globex." clock: how a time is written. Without a change: that
// there is none in what is known, or that too little was counted.
std::string in_words(const Chart& chart, const std::vector<Change>& changes,
                     const std::function<Where(const Change&)>& where,
                     const std::function<std::string(Timestamp)>& clock);

// The same chart with round steps so long that one of these flows has 20 or more of them on average, or that
// 24 are left. Steps begin at multiples of their length; one that is not whole is unknown.
Chart smoothed(const Chart& chart, const std::vector<std::string>& flows);

}  // namespace onceover::metrics
