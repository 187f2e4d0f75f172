// One storm under each backoff, a line each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/calculator/curves.h"
#include "core/calculator/storm.h"
#include "ui/widgets/rows_model.h"

namespace onceover::calculator {

// One storm under each backoff, and curves over the number of clients: what is asked for, and what comes of it. Pure.
struct StormWanted {
  Storm storm;  // its backoff is replaced
  std::vector<Backoff> backoffs;
  std::vector<unsigned> curve;  // numbers of clients; empty: no curves
  unsigned runs = 5;            // that a point is the mean of
  std::uint64_t seed = 1;
};

struct StormOutcome {
  StormWanted wanted;
  std::vector<StormResult> storms;  // as wanted.backoffs
  std::vector<Curve> curves;        // likewise
};

// The same seed gives the same storms and curves, and the same as `oncectl calculator storm` tells. The errors of simulate().
Result<StormOutcome> run_storms(const StormWanted& wanted, const Progress& progress);

struct StormRow {
  Backoff backoff;
  StormResult result;
};

class StormModel : public widgets::RowsModel<StormRow> {
  Q_OBJECT
 public:
  enum Columns { Strategy, Calls, Wasted, Replayed, Succeeded, GaveUp, Held, Time, Half, Most, Remark };
  explicit StormModel(QObject* parent = nullptr);
  void setOutcome(const StormOutcome& outcome);
};

}  // namespace onceover::calculator
