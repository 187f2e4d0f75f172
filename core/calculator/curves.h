// Storms over the number of clients, one curve for each backoff: what the published experiment shows, for any server.
#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/calculator/progress.h"
#include "core/calculator/storm.h"

namespace onceover::calculator {

struct CurvesOptions {
  Storm like;  // its number of clients and its backoff are replaced
  std::vector<Backoff> backoffs{Backoff::none, Backoff::exponential, Backoff::full_jitter, Backoff::equal_jitter,
                                Backoff::decorrelated_jitter};
  std::vector<unsigned> clients{10, 30, 50, 70, 90, 110, 130, 150, 170, 190};
  unsigned runs = 5;  // for each point; results are means
};

struct CurvePoint {
  unsigned clients = 0;
  double calls = 0, time_ms = 0, succeeded = 0;  // means over the runs
  bool complete = true;                          // every run was
};

struct Curve {
  Backoff backoff;
  std::vector<CurvePoint> points;
};

// The errors of simulate(). The same seed gives the same curves.
Result<std::vector<Curve>> curves(const CurvesOptions& options, Random& random, const Progress& progress = {});

}  // namespace onceover::calculator
