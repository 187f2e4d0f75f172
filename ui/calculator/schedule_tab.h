// SPDX-License-Identifier: GPL-3.0-or-later
// A retry policy drawn: when each attempt comes and how likely it is done by when; a client's own log laid
// over it; what is known to go wrong with it.
#pragma once

#include <QWidget>
#include <optional>

#include "core/calculator/client_log.h"
#include "core/calculator/lint.h"
#include "core/calculator/schedule.h"
#include "ui/calculator/inputs.h"
#include "ui/calculator/words.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

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

// A client's log beside the policy it is said to have, line by line; rows that could not be read stand among
// them.
struct LogRow {
  int line = 0;
  std::optional<Overlaid> read;
  RowError error;  // where it could not be read
};

class LogModel : public widgets::RowsModel<LogRow> {
  Q_OBJECT
 public:
  enum Columns { Line, Request, Attempt, Waited, Allowed, FitColumn, Why };
  explicit LogModel(QObject* parent = nullptr);

  void setLog(const Overlay& overlay, const std::vector<RowError>& errors);
};

// Where a client's retry log is pasted, or dropped as a file: its text is put in, to be read and corrected.
class LogEdit : public widgets::DropEdit {
  Q_OBJECT
 public:
  // A longer log is no request's but a day's.
  static constexpr qint64 largest = 2 * 1024 * 1024;

  explicit LogEdit(QWidget* parent = nullptr);
  void takeFile(const QString& path) override;

 signals:
  void fileTaken(const QString& says);   // which, and how long
  void fileRefused(const QString& why);  // what stood there stays
};

}  // namespace onceover::calculator
