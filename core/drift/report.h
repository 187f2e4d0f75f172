// A comparison as people and programs read it: the one form for every program that hands it out. Pure. Data stays data: what a terminal or
// a screen could be misled by is made visible there, not here, except in Markdown, CSV and JSON, which are whole files.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/drift/drift.h"

namespace onceover::drift {

// "Asked about", "47, of which 41 agree"; those without a value are left out. Visible text.
std::vector<std::pair<std::string, std::string>> totals_of(const Report& report);
// What stands on the two sides of a finding, as it came: "succeeded 12.50 EUR", "no row"; "done ch_9 12.50 EUR at …", "no such key".
std::string ours_of(const Found& found);
std::string theirs_of(const Found& found);
// "POST /refunds, key r-1, tenant acme"; where no row of ours has it, the gateway's own key.
std::string named(const Found& found);

// At most so many findings; the rest is counted. CSV has a line each, and no totals.
std::string to_markdown(const Report& report, std::size_t limit);
std::string to_csv(const Report& report, std::size_t limit);
std::string to_json(const Report& report, std::size_t limit);

}  // namespace onceover::drift
