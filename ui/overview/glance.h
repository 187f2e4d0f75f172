// What the overview shows, read in one go on the worker. A part that cannot be read is missing and says why; the rest is shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/browse/browser.h"
#include "core/metrics/history.h"
#include "core/reconcile/stop_switch.h"
#include "ui/bridge/reader.h"
#include "ui/overview/headline.h"

namespace onceover::overview {

// What the numbers of the second row are about, and how far back their lines reach.
inline constexpr Duration recently = std::chrono::minutes(5);
inline constexpr Duration lineSpan = std::chrono::minutes(30);
inline constexpr Duration lineStep = std::chrono::seconds(30);

struct Counted {
  std::vector<metrics::Total> totals;  // of the last five minutes
  metrics::History history;

  // Sum over the series whose name is `name` or begins with `name` and a dot.
  std::int64_t now(std::string_view name) const;
  std::vector<double> line(std::string_view name) const;
};

struct Glance {
  browse::StateCounts counts;
  std::vector<browse::StuckGroup> groups;
  std::vector<browse::KeyRow> oldestStuck;  // a few
  std::optional<Error> listProblem;         // why groups or the oldest are missing
  std::optional<Counted> counted;
  std::optional<Error> countedProblem;
  std::optional<reconcile::StopSwitch> stop;  // none: it could not be read
  std::string sql;
};

Result<Glance> readGlance(bridge::Reader& reader);

Situation situationOf(const Glance& glance);
// What stands above everything while the stop switch is on.
Headline stopHeadline(const reconcile::StopSwitch& stop, Timestamp asOf);

}  // namespace onceover::overview
