// What stands behind a point of a chart: rows, acts, or nothing that can be listed, and then why. Pure.
#pragma once

#include <QString>
#include <optional>
#include <string>

#include "core/browse/browser.h"
#include "core/metrics/chart.h"

namespace onceover::metrics {

struct Place {
  std::string metric;  // of a line, or the name of a distribution
  By by = By::nothing;
  std::optional<std::string> group;  // none: of all, or of the rest
  Timestamp from, to;                // the step
  std::string tenant, operation;     // of the whole page; empty: all
};

struct Behind {
  std::optional<browse::Filter> rows;
  bool acts = false;  // instead of rows: what was done in the step
  QString whyNot;     // instead of both, a sentence
};
// Rows are told by when they were created: it is the one time that every table keeps. What stands is asked as it is now.
Behind behind(const Place& place);

}  // namespace onceover::metrics
