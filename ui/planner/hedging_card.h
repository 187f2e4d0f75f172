// A second request after a while, drawn: what the tail of the latency gains by it, and what load it costs.
#pragma once

#include <optional>

#include "core/planner/amplification.h"
#include "ui/planner/inputs.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {
class PlotChart;
}

namespace onceover::planner {

class HedgingCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit HedgingCard(QWidget* parent = nullptr);
  Inputs* inputs() const { return inputs_; }
  const std::optional<Hedging>& hedging() const { return hedging_; }

 private:
  void compute();
  Inputs* inputs_;
  SpanEdit *p50_, *p95_, *p99_, *longest_;
  QDoubleSpinBox *at_, *common_;
  widgets::PlainLabel *note_, *words_;
  charts::PlotChart* chart_;
  std::optional<Hedging> hedging_;
};

}  // namespace onceover::planner
