// A retry policy drawn: when each attempt comes and how likely it is done by when; a client's own log laid over it; what is known to go
// wrong with it.
#pragma once

#include <QWidget>
#include <optional>

#include "core/calculator/client_log.h"
#include "core/calculator/lint.h"
#include "core/calculator/schedule.h"
#include "ui/calculator/inputs.h"
#include "ui/calculator/run.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {
class PlotChart;
}

namespace onceover::calculator {

class FindingsCard;
class LogEdit;
class LogModel;

class ScheduleTab : public QWidget {
  Q_OBJECT
 public:
  explicit ScheduleTab(QWidget* parent = nullptr);
  Inputs* inputs() const { return inputs_; }
  const std::optional<Schedule>& schedule() const { return schedule_; }
  // How long such a client goes on by itself, Retry-After heeded or not as is said; nullopt: unlimited.
  std::optional<Duration> horizon() const;
  void setWindows(const Windows& windows);

 signals:
  void drawn();  // what was computed is on the screen

 private:
  QWidget* buildInputs();
  QWidget* buildResult();
  QWidget* buildCharts();
  QWidget* buildLog();
  void compute();
  void show(const Schedule& schedule);
  void drawAttempts();
  void drawChance();
  void layOver();
  void lintNow();
  void chooseLog();
  QString summary() const;

  Inputs* inputs_;
  PolicyFields policy_;
  SpanEdit *takes_, *outage_;
  QDoubleSpinBox *failure_, *seed_;
  QCheckBox* anywhere_;
  QComboBox *key_, *heeds_, *budget_, *breaker_, *shows_;
  Run* run_;
  Windows windows_;
  std::optional<Schedule> schedule_;
  Policy drawnPolicy_;
  Duration drawnTakes_{};  // of an attempt
  Overlay overlay_;
  widgets::PlainLabel *note_, *title_, *summary_, *logNote_;
  charts::PlotChart *attempts_, *chance_;
  LogEdit* log_;
  LogModel* logModel_;
  widgets::TableView* logTable_;
  FindingsCard* findings_;
};

}  // namespace onceover::calculator
