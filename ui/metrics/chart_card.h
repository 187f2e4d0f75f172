// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on a card of the dashboard: what it shows, what the source cannot know, where it came from, and its
// ways out as a picture, as a drawing, as numbers.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "ui/charts/heat_map.h"
#include "ui/charts/plot_chart.h"
#include "ui/metrics/cards.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::metrics {

// From what a source said to what a chart draws, and what is said beside it. Pure. Numbers are handed on as
// they are.

// A line on a screen and the line of the chart behind it.
struct DrawnLine {
  charts::ChartSeries series;
  std::string metric;
  std::optional<std::string> group;
  bool isRest = false;
};

// The lines of these metrics, in that order; where they are split, named by their group. Metrics the chart
// does not know give none.
QVector<DrawnLine> drawnLines(const Chart& chart, const QStringList& metrics);
// Moved by `back`, so that what was then stands under what is now.
QVector<charts::ChartSeries> seriesOf(const QVector<DrawnLine>& lines, Duration back = Duration(0));
// Of the whole chart; adjacent gaps of one reason are one.
QVector<charts::ChartGap> gapsOf(const Chart& chart);
// Begin of the first step that is not over and has begun; none: all are over.
std::optional<double> ongoingOf(const Chart& chart);

const Distribution* distributionOf(const Chart& chart, const QString& name);
charts::HeatData heatOf(const Chart& chart, const Distribution& distribution);
// p50, p95, p99.
QVector<charts::HeatLine> quantileLines(const Distribution& distribution);
// The whole range: bars from the first to the last bound that holds anything, labelled "≤ 250 ms".
QVector<charts::Bar> barsOf(const Distribution& distribution);
// "p50 120 ms · p95 2 s · p99 more than 7 d · 12 345 in all"; "nothing counted" where it is empty.
QString quantilesOf(const Distribution& distribution);

// Whether it knows any value at all.
bool knowsAnything(const Chart& chart);
bool knowsAny(const Chart& chart, const QStringList& metrics);

// Why a chart of a filter has nothing to draw: nothing of it was counted for the tenant or operation, so that
// zeros would pass for facts about it. Empty: something was, or nothing is filtered.
QString whyNothingMatches(const Request& request, const Chart& chart);

// Which source, how fine, what is missing: "Counters, rolled up by the minute · steps of 5 min · exact".
QString captionOf(const Chart& chart, const QString& notKnown);
// The same at length, a line for each gap and warning.
QString captionDetails(const Chart& chart, const QString& notKnown, widgets::ClockChoice clock);

// What a card is given: an answer, what is drawn under it, and the range that all cards share.
struct Shown {
  Chart chart;
  std::optional<Chart> earlier;
  Comparison comparison;
  Offer offer;
  Request request;  // its `by` is of this card
  // Why nothing is drawn of the time that is compared with: "no data yesterday"; empty: it is, or nothing is
  // compared.
  QString notCompared = {};
};

class ChartCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit ChartCard(const CardSpec& spec, QWidget* parent = nullptr);

  const CardSpec& spec() const { return spec_; }
  virtual void show(const Shown& shown) = 0;
  using QWidget::show;
  // Instead of an empty chart.
  void showMessage(const QString& why);
  bool showsMessage() const;
  QString caption() const;

  // What rules watch; a chart of durations has none.
  virtual void setRules(const alerts::Settings& /*rules*/) {}
  // The same place in all charts of the page.
  void follow(std::optional<double> at) { overTime_->follow(at); }
  QString readout() const { return overTime_->readout(); }
  void setMarkers(const QVector<charts::Marker>& markers) { overTime_->setMarkers(markers); }
  void setRange(double from, double to) { overTime_->setRange(from, to); }
  void setZoom(bool canZoom, bool canGoBack) { overTime_->setZoom(canZoom, canGoBack); }
  void setClock(widgets::ClockChoice clock);
  virtual void setTableShown(bool shown) { overTime_->setTableShown(shown); }
  // For a wall: a large title, nothing to press.
  virtual void setShowcase(bool on);
  void setPlace(bool isLarge, bool isFirst, bool isLast);

  // By the suffix of the path: .png, .svg, anything else is CSV. Mode 0600.
  Result<void> exportTo(const QString& path) const;

 signals:
  void pointed(std::optional<double> at);
  void zoomed(double from, double to);
  void zoomedBack();
  void placeClicked(const std::string& metric, const std::optional<std::string>& group, bool isRest,
                    double from, double to);
  void moveAsked(int direction);
  void largeAsked(bool large);
  void hideAsked();
  void exported(const QString& path);
  void exportFailed(const onceover::Error& error);

 protected:
  // Once. inside: what the card shows, the chart or where it stands.
  void setChart(charts::PlaneChart* chart, QWidget* inside);
  QList<QWidget*> titleButtons();
  void setCaption(const Chart& chart, const QString& notKnown);

 private:
  QByteArray content(const QString& suffix) const;
  CardSpec spec_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
  charts::PlaneChart* overTime_ = nullptr;
  QWidget* inside_ = nullptr;
  widgets::ExportButton* export_ = nullptr;
  QWidget* message_;
  widgets::PlainLabel *why_, *caption_;
  QAction *earlier_ = nullptr, *later_ = nullptr, *large_ = nullptr;
};

// Flows or levels over time.
class LinesCard : public ChartCard {
  Q_OBJECT
 public:
  explicit LinesCard(const CardSpec& spec, QWidget* parent = nullptr);
  void show(const Shown& shown) override;
  using QWidget::show;
  const QVector<DrawnLine>& lines() const { return lines_; }
  const QVector<charts::ChartSeries>& earlier() const { return earlier_; }
  charts::TimeChart* chart() const { return chart_; }
  // Which of its metrics is split, where one is.
  QString splitMetric() const;
  void setSplit(bool split);

  void setShowcase(bool on) override;
  void setRules(const alerts::Settings& rules) override;

 signals:
  void splitMetricChosen();

 private:
  void drawThresholds();
  std::optional<alerts::Settings> rules_;
  QVector<DrawnLine> lines_;
  QVector<charts::ChartSeries> earlier_;
  charts::TimeChart* chart_;
  QComboBox* split_;
  bool isSplit_ = false, isPartial_ = false;
};

// How long something took: over time, or the whole range in bars.
class SpreadCard : public ChartCard {
  Q_OBJECT
 public:
  explicit SpreadCard(const CardSpec& spec, QWidget* parent = nullptr);
  void show(const Shown& shown) override;
  using QWidget::show;
  charts::HeatMap* map() const { return map_; }

  void setTableShown(bool shown) override;
  void setShowcase(bool on) override;

 private:
  QToolButton* formButton(bool bars);
  QStackedWidget* forms_;
  charts::HeatMap* map_;
  charts::BarChart* bars_;
  widgets::PlainLabel* quantiles_;
};

}  // namespace onceover::metrics
