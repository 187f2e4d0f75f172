// SPDX-License-Identifier: GPL-3.0-or-later
// What many clients that fail together do to a server, under each backoff: simulated in the background, with
// progress and cancel.
#pragma once

#include <QWidget>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/calculator/storm.h"
#include "ui/calculator/inputs.h"
#include "ui/calculator/words.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::charts {
class PlotChart;
}

namespace onceover::calculator {

// One storm under each backoff, a line each.

// One storm under each backoff, and curves over the number of clients: what is asked for, and what comes of
// it. Pure.
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

// The same seed gives the same storms and curves, and the same as `oncectl calculator storm` tells. The
// errors of simulate().
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

class StormTab : public QWidget {
  Q_OBJECT
 public:
  explicit StormTab(QWidget* parent = nullptr);
  Inputs* inputs() const { return inputs_; }
  QAction* runAction() const { return simulate_; }
  QAction* cancelAction() const { return cancel_; }
  const std::optional<StormOutcome>& outcome() const { return outcome_; }
  bool isRunning() const { return run_->isRunning(); }

 signals:
  void simulated();  // what came of it is on the screen, or why nothing did

 private:
  QWidget* buildInputs();
  QWidget* buildResult();
  QWidget* buildHead();
  QWidget* buildEmpty();
  void simulateNow();
  void show(const StormOutcome& outcome);
  void showEmpty(const QString& title, const QString& how, bool offersRun);
  void tellFailure(const Error& error);
  void showProgress();
  void updateForm();
  void setLogarithmic(bool logarithmic);
  void drawCurves();
  void drawLoad();
  bool isOfCapacity() const;
  StormWanted wanted() const;
  QString whyNot() const;

  Inputs* inputs_;
  Run* run_;
  PolicyFields policy_;
  QDoubleSpinBox *clients_, *processes_, *perSecond_, *queue_, *mean_, *deviation_, *ratio_, *runs_, *seed_;
  SpanEdit *arrive_, *patience_, *outage_;
  QComboBox* server_;
  QCheckBox *keyed_, *budget_, *breaker_, *curves_;
  std::map<Backoff, QCheckBox*> compared_;
  QAction *simulate_, *cancel_;
  QProgressBar* bar_;
  widgets::PlainLabel *progressWords_, *note_, *title_;
  QWidget* progress_;
  QStackedWidget* pane_;  // nothing yet, and why; or what came
  widgets::PlainLabel *emptyTitle_, *emptyHow_;
  QPushButton* emptyButton_;
  charts::PlotChart *calls_, *time_, *load_;
  QWidget* curveCards_;
  StormModel* model_;
  widgets::TableView* table_;
  std::optional<StormOutcome> outcome_;
  bool isStale_ = false;
};

}  // namespace onceover::calculator
