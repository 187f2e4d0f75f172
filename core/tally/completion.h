// How a table tells when its rows finished, by what its profile says. Pure.
#pragma once

#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "core/tally/cell.h"

namespace onceover::tally {

enum class Dated {
  by_completion,  // completed_at
  by_update,      // updated_at: the last change of a finished row
  by_creation,    // the table does not say: a completion counts in the step in which its row was made
};

struct Finish {
  bool exists = false;  // some rule gives this state, for good
  Dated dated = Dated::by_creation;
  profile::Instant at;  // empty where dated by creation
};

struct Completions {
  Finish succeeded, failed;  // failed for good: what the system itself runs again is unfinished
  // The one column that tells it of all finished rows; null: there is none.
  const profile::Instant* shared() const;
  bool tells_durations() const;
};
Completions completions_of(const profile::Profile& profile);

// The numbers of state_number(): which What each rule makes, `unfinished` as nullopt.
std::vector<std::optional<What>> what_by_rule(const profile::Profile& profile);

// What a source that reads these rows can be asked for; names as in metrics::all_metrics() and counters.h.
struct Knowledge {
  std::vector<std::string> metrics, distributions;
  std::vector<metrics::By> by;
  std::string why_not;  // a sentence: nothing can be told
};
Knowledge knowledge_of(const profile::Profile& profile);

}  // namespace onceover::tally
