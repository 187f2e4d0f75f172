// SPDX-License-Identifier: GPL-3.0-or-later
// Window and size: what a table of keys grows to, each figure with its sum, and whether the window is long
// enough.
#pragma once

#include <QWidget>
#include <optional>

#include "core/calculator/sizing.h"
#include "core/health/row_size.h"
#include "ui/bridge/session.h"
#include "ui/calculator/inputs.h"
#include "ui/widgets/forward.h"

namespace onceover::calculator {

class FiguresPane;
class Grid;

class SizeTab : public QWidget {
  Q_OBJECT
 public:
  explicit SizeTab(bridge::Session& session, QWidget* parent = nullptr);
  Inputs* inputs() const { return inputs_; }
  // Row and indexes as the table that is read has them; measured() when they are in the fields, or it is said
  // why not.
  void measure();
  // How long clients retry by themselves; nullopt: unlimited.
  void takeLongestRetry(std::optional<Duration> longest);
  Windows windows() const;
  QString sql() const { return sql_; }

 signals:
  void measured();
  void longestRetryRequested();  // as the retry schedule has it

 private:
  QWidget* buildInputs();
  QWidget* buildResult();
  struct Measured {
    health::RowSize size;
    std::optional<double> perSecond;  // keys made over the last day, as counted; none: nobody counts
  };
  static Result<Measured> measuredBy(bridge::Reader& reader);
  QString take(const Measured& measured);  // what was measured, in words
  void compute();
  void judge();
  SizingInput input() const;

  bridge::Session& session_;
  Inputs* inputs_;
  QDoubleSpinBox *rate_, *heap_, *toast_, *fillfactor_, *updates_, *vacuum_, *price_;
  QLineEdit *byHour_, *currency_;
  QCheckBox* hot_;
  SpanEdit *window_, *checkpoint_, *longest_, *manual_, *gateway_;
  Grid* indexes_;
  QPushButton* measure_;
  widgets::PlainLabel *measureNote_, *note_, *verdictWords_;
  widgets::BadgeLabel* verdict_;
  FiguresPane* figures_;
  std::optional<Sizing> sizing_;
  QString sql_;
};

}  // namespace onceover::calculator
