// A chart on a card, with its ways out: as a picture, as a drawing, as numbers.
#pragma once

#include <QByteArray>

#include "core/metrics/history.h"
#include "ui/widgets/card.h"
#include "ui/widgets/chart.h"

class QToolButton;

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::metrics {

class ChartCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit ChartCard(const QString& title, QWidget* parent = nullptr);

  // By the suffix of the path: .png, .svg, anything else is CSV. Mode 0600.
  Result<void> exportTo(const QString& path) const;
  virtual void setClock(widgets::ClockChoice) {}

 signals:
  void exported(const QString& path);
  void exportFailed(const onceover::Error& error);

 protected:
  QToolButton* exportButton();
  virtual QByteArray csv() const = 0;
  virtual QImage picture() const = 0;
  virtual QByteArray drawing() const = 0;

 private:
  void askExport(const QString& suffix);
  QString title_;
};

// Counters over time.
class LinesCard : public ChartCard {
  Q_OBJECT
 public:
  // names: counters as stored.
  LinesCard(const QString& title, const QStringList& names, QWidget* parent = nullptr);
  void show(const History& history, const Range& range);
  void setClock(widgets::ClockChoice clock) override { chart_->setClock(clock); }
  const QVector<widgets::ChartSeries>& lines() const { return lines_; }

 protected:
  QByteArray csv() const override;
  QImage picture() const override;
  QByteArray drawing() const override;

 private:
  QString title_;
  QStringList names_;
  QVector<widgets::ChartSeries> lines_;
  widgets::TimeChart* chart_;
};

// How long something took.
class BarsCard : public ChartCard {
  Q_OBJECT
 public:
  explicit BarsCard(const QString& title, QWidget* parent = nullptr);
  void show(const std::vector<HistogramBin>& bins);
  QString quantiles() const;

 protected:
  QByteArray csv() const override;
  QImage picture() const override;
  QByteArray drawing() const override;

 private:
  QVector<widgets::Bar> bars_;
  widgets::PlainLabel* quantiles_;
  widgets::BarChart* chart_;
};

}  // namespace onceover::metrics
