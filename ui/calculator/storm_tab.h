// What many clients that fail together do to a server, under each backoff: simulated in the background, with progress and cancel.
#pragma once

#include <QWidget>
#include <map>
#include <optional>

#include "ui/calculator/inputs.h"
#include "ui/calculator/run.h"
#include "ui/calculator/storm_model.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {
class PlotChart;
}

namespace onceover::calculator {

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
