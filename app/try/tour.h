// SPDX-License-Identifier: Apache-2.0
// The main job without a screen, in plain words: keys get stuck in six ways, the gateway is asked about each,
// what can be settled is settled under its fence, and the client comes back for its answer. Ends with the
// gateway's ledger: each charge once; and with the account ledger that a consumer keeps: each payment booked
// once.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/try/try_store.h"
#include "core/base/result.h"

namespace onceover::try_it {

struct TourStep {
  std::string kind;  // word(Stuck)
  std::string key;
  std::string stuck_answer, gateway_answer, verdict, done, client_got;
  int effects = 0;  // in the gateway's ledger, at the end
  bool as_promised = false;
};

struct TourReport {
  std::vector<TourStep> steps;
  int keys_checked = 0;   // every payment and refund of the run, against the ledger
  int charged_twice = 0;  // must be 0
  int succeeded_without_effect = 0, failed_with_effect = 0;  // must be 0
  bool carries_events = false;                               // when it began
  Comparison comparison;  // of payments and bookings; part of the promise where it carried events
  bool charges_hold() const;
  bool holds() const;
};

// say: one line of text at a time, from the calling thread. Takes some 30 s, and the longer of that and
// TryOptions::late_by.
Result<TourReport> run_tour(TryStore& store, const std::function<void(const std::string& line)>& say);

}  // namespace onceover::try_it
