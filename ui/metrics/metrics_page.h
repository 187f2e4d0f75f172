// What the services counted, over time.
#pragma once

#include <QVector>

#include "core/metrics/history.h"
#include "ui/widgets/page.h"

class QComboBox;
class QGridLayout;
class QToolButton;

namespace onceover::metrics {

class BarsCard;
class ChartCard;
class LinesCard;

class MetricsPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit MetricsPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override { return sql_; }
  void focusSearch() override;
  bool wantsLive() const override { return !paused_; }
  bool isPaused() const { return paused_; }

 signals:
  void pausedChanged(bool paused);

 protected:
  void clockChanged() override;

 private:
  struct Read;
  void buildControls();
  void buildCharts();
  void addLines(QGridLayout* grid, int row, int column, const QString& title, const QStringList& names);
  void rangeChosen();
  void setPaused(bool paused);
  void showRead(const Read& read, const Range& range);
  void offer(QComboBox* box, const std::vector<std::string>& values);
  Range range() const;

  QComboBox *span_, *tenant_, *operation_;
  QToolButton* pause_;
  QVector<LinesCard*> lines_;
  BarsCard *completion_, *leaseAge_, *retryDelay_;
  QVector<ChartCard*> cards_;
  QString sql_;
  bool paused_ = false;
};

}  // namespace onceover::metrics
