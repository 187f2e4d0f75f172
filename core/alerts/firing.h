// Which rules fire, and since when, from one evaluation to the next. Pure.
#pragma once

#include <vector>

#include "core/alerts/rules.h"

namespace onceover::alerts {

struct Firing {
  Alert alert;            // the last result; a rule that is no longer known keeps its last known result
  Timestamp since;        // first seen to fire, by the database's clock; it may have fired earlier
  bool is_known = true;   // false: it fired, and its value is now unknown
  bool is_muted = false;  // acknowledged by a person: until it clears or gets worse
  bool operator==(const Firing&) const = default;
};

// In the order of the rules. A rule clears when it is ok or off.
std::vector<Firing> follow(std::vector<Firing> before, const std::vector<Alert>& judged, Timestamp as_of);

// The most severe one that is not muted, of these the one that fires longest; null: none.
const Firing* gravest(const std::vector<Firing>& firing);

// The format of set_from_text(): "stuck-age=300,1800", "lag=off".
std::string to_text(const Settings& settings, Rule rule);

}  // namespace onceover::alerts
