// A comparison for people and programs, in one form for every program that shows it. Pure. Data remains unchanged: the caller makes it
// visible for a terminal or a screen; Markdown, CSV and JSON are complete files and do so themselves.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/drift/drift.h"

namespace onceover::drift {

// "Asked about", "47, of which 41 agree"; lines without a value are left out. Visible text.
std::vector<std::pair<std::string, std::string>> totals_of(const Report& report);
// The two sides of a finding, as received: "succeeded 12.50 EUR", "no row"; "done ch_9 12.50 EUR at …", "no such key".
std::string ours_of(const Found& found);
std::string theirs_of(const Found& found);
// "POST /refunds, key r-1, tenant acme"; without a row, the gateway's own key.
std::string named(const Found& found);

// At most so many findings; the rest is counted. CSV has a line for each, and no totals.
std::string to_markdown(const Report& report, std::size_t limit);
std::string to_csv(const Report& report, std::size_t limit);
std::string to_json(const Report& report, std::size_t limit);

}  // namespace onceover::drift
