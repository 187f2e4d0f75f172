// SPDX-License-Identifier: GPL-3.0-or-later
// Retries multiply through layers: a list of services drawn as a tree, with the product, the worst case and
// the expected one, and where timeouts grow inward.
#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>
#include <optional>

#include "core/base/result.h"
#include "core/calculator/amplification.h"
#include "ui/calculator/inputs.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {
class PlotChart;
class TreeChart;
}  // namespace onceover::charts

namespace onceover::calculator {

// A second request after a while, drawn: what the tail of the latency gains by it, and what load it costs.
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

// A list of layers as a tree of services. Pure.
namespace layer {
enum Column { Name, Caller, Attempts, Timeout, Waits, Budget, Failure };
}

// Cells as layer::Column. Caller: the name of a row above; empty: the row just above. The first row is the
// root, whatever its caller. Timeout "none": for ever. Budget and failure in percent; an empty budget: none.
// invalid_input: no row, a caller that no row above is, a caller below the first row that is itself.
Result<Service> tree_of(const QList<QStringList>& rows);

class FindingsCard;
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
  FindingsCard* findings_;
  HedgingCard* hedging_;
  std::optional<Amplification> amplified_;
};

}  // namespace onceover::calculator
