// What two columns say together, row by row over the sample. Names play no part. Inside the room only.
#pragma once

#include <optional>
#include <vector>

#include "core/detect/columns.h"

namespace onceover::profile {

// NULL in exactly the same rows, and there are rows of both sorts.
bool absent_together(const Column& a, const Column& b);

// NULL in some sampled row, or by the planner's statistics in some row that was not sampled.
bool has_nulls(const Column& column);

// Each value of the first occurs with one value of the second only. Both have several values, and those of the first recur.
bool determines(const Column& first, const Column& second);

// Seconds from `from` to `to` in each sampled row; nullopt in a row that lacks one. A sentinel of the distant past counts as absent. Empty
// where either column is no instant.
std::vector<std::optional<double>> spans_by_row(const Column& from, const Column& to);

// The same without the rows that lack one, sorted.
std::vector<double> spans(const Column& from, const Column& to);

// Whether the first is nowhere before the second, to the second; nullopt where fewer than three rows have both.
std::optional<bool> never_before(const Column& later, const Column& earlier);

}  // namespace onceover::profile
