// How a table shows when its rows finished, according to its profile. Pure.
#pragma once

#include <string>
#include <vector>

#include "core/row_metrics/cell.h"
#include "core/tables/profile.h"

namespace onceover::row_metrics {

enum class Dated {
  by_completion,  // completed_at
  by_update,      // updated_at: the last change of a finished row
  by_creation,    // the table has no such time: a completion counts in the step in which its row was created
};

struct Finish {
  bool exists = false;  // a rule gives this final state
  Dated dated = Dated::by_creation;
  tables::Instant at;  // empty where dated by creation
};

struct Completions {
  Finish succeeded, failed;  // failed for good: rows that the system itself retries are unfinished
  // The one column with the time of all finished rows; null: there is none.
  const tables::Instant* shared() const;
  bool tells_durations() const;
};
Completions completions_of(const tables::Profile& profile);

// The numbers of state_number(): the What of each rule, `unfinished` as nullopt.
std::vector<std::optional<What>> what_by_rule(const tables::Profile& profile);

// What can be requested from a source that reads these rows; names as in metrics::all_metrics() and counters.h.
struct Knowledge {
  std::vector<std::string> metrics, distributions;
  std::vector<metrics::By> by;
  std::string why_not;  // a sentence: why nothing can be counted
};
Knowledge knowledge_of(const tables::Profile& profile);

}  // namespace onceover::row_metrics
