// What fires, and since when: from one judgement to the next. Pure.
#pragma once

#include <vector>

#include "core/alerts/rules.h"

namespace onceover::alerts {

struct Firing {
  Alert alert;            // as judged last; a rule that is no longer known stays as it was last known
  Timestamp since;        // first seen to fire, by the database's clock; it may have fired before anybody looked
  bool is_known = true;   // false: it fired, and now its value cannot be told
  bool is_muted = false;  // somebody has seen it: until it clears or gets worse
  bool operator==(const Firing&) const = default;
};

// In the order of the rules. A rule clears where it is judged ok, or is off.
std::vector<Firing> follow(std::vector<Firing> before, const std::vector<Alert>& judged, Timestamp as_of);

// The gravest that is not muted, the one that fires longest first; null: none.
const Firing* gravest(const std::vector<Firing>& firing);

// What set_from_text() reads: "stuck-age=300,1800", "lag=off".
std::string to_text(const Settings& settings, Rule rule);

}  // namespace onceover::alerts
