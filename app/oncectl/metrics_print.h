// A chart as a table, as CSV and as JSON: a line for each step, a column for each line of it; what is not known is –, empty and null.
#pragma once

#include <string>

#include "app/oncectl/print.h"
#include "core/metrics/chart.h"
#include "core/row_metrics/row_metrics.h"

namespace onceover::oncectl {

std::string chart_table(const metrics::Chart& chart);
std::string chart_csv(const metrics::Chart& chart);
// not_read is 0 of a source that is always read whole.
Json chart_json(const row_metrics::Reading& reading);

}  // namespace onceover::oncectl
