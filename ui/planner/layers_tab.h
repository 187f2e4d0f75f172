// Retries multiply through layers: a list of services drawn as a tree, with the product, the worst case and the expected one, and where
// timeouts grow inward.
#pragma once

#include <QWidget>
#include <optional>

#include "core/planner/amplification.h"
#include "ui/planner/inputs.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {
class TreeChart;
}

namespace onceover::planner {

class FindingsView;
class HedgingCard;
class Grid;

class LayersTab : public QWidget {
  Q_OBJECT
 public:
  explicit LayersTab(QWidget* parent = nullptr);
  Inputs* inputs() const { return inputs_; }
  HedgingCard* hedging() const { return hedging_; }
  Grid* grid() const { return grid_; }
  const std::optional<Amplification>& amplification() const { return amplified_; }

 private:
  void compute();
  void draw(const Calls& root);
  Inputs* inputs_;
  Grid* grid_;
  widgets::PlainLabel *note_, *summary_;
  charts::TreeChart* tree_;
  FindingsView* findings_;
  HedgingCard* hedging_;
  std::optional<Amplification> amplified_;
};

}  // namespace onceover::planner
