// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/chart_card.h"

#include <QComboBox>
#include <QMenu>
#include <QStackedWidget>

#include "core/metrics/change.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

constexpr QSize pictureSize(1200, 480);  // fit for a page of a report

constexpr int chartHeight = 190;
constexpr int narrowestChoice = 72;

}  // namespace

// The chart says its title itself, with the switch to its table.
ChartCard::ChartCard(const CardSpec& spec, QWidget* parent)
    : Card({}, parent), spec_(spec), message_(new QWidget), why_(widgets::wrapped()), caption_(widgets::elided()) {
  setObjectName(spec.id);
  setAccessibleName(spec.title);
  auto* column = widgets::columnOf(message_);
  auto* line = new QHBoxLayout;
  auto* heading = widgets::elided(widgets::TextRole::heading);
  heading->setText(spec.title);
  line->addWidget(heading, 1);
  auto* hide = widgets::iconButton(QStringLiteral("eye-off"), tr("Hide %1").arg(spec.title));
  connect(hide, &QToolButton::clicked, this, &ChartCard::hideAsked);
  line->addWidget(hide);
  column->addLayout(line);
  why_->setTone(widgets::Tone::muted);
  why_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  why_->setMinimumWidth(1);  // a long name of a source does not widen the card
  column->addWidget(why_, 1);
  message_->hide();
  widgets::fill(body(), {{message_, 1}, caption_});
}

void ChartCard::setChart(charts::PlaneChart* chart, QWidget* inside) {
  overTime_ = chart;
  inside_ = inside;
  body()->insertWidget(0, inside, 1);
  connect(chart, &charts::PlaneChart::pointed, this, &ChartCard::pointed);
  connect(chart, &charts::PlaneChart::zoomed, this, &ChartCard::zoomed);
  connect(chart, &charts::PlaneChart::zoomedBack, this, &ChartCard::zoomedBack);
}

void ChartCard::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  overTime_->setClock(clock);
}

QList<QWidget*> ChartCard::titleButtons() {
  export_ = new widgets::ExportButton(spec_.title, [this](const QString& suffix) { return content(suffix); });
  connect(export_, &widgets::ExportButton::exported, this, &ChartCard::exported);
  connect(export_, &widgets::ExportButton::exportFailed, this, &ChartCard::exportFailed);
  auto* arrange = widgets::iconButton(QStringLiteral("chevron-down"), tr("Arrange %1").arg(spec_.title));
  auto* menu = new QMenu(arrange);
  earlier_ = menu->addAction(tr("Move forward"));
  later_ = menu->addAction(tr("Move back"));
  large_ = menu->addAction(tr("Large"));
  large_->setCheckable(true);
  QAction* hide = menu->addAction(tr("Hide"));
  connect(earlier_, &QAction::triggered, this, [this] { emit moveAsked(-1); });
  connect(later_, &QAction::triggered, this, [this] { emit moveAsked(1); });
  connect(large_, &QAction::triggered, this, &ChartCard::largeAsked);
  connect(hide, &QAction::triggered, this, &ChartCard::hideAsked);
  arrange->setPopupMode(QToolButton::InstantPopup);
  arrange->setMenu(menu);
  return {export_, arrange};
}

void ChartCard::setPlace(bool isLarge, bool isFirst, bool isLast) {
  large_->setChecked(isLarge);
  earlier_->setEnabled(!isFirst);
  later_->setEnabled(!isLast);
}

void ChartCard::setCaption(const Chart& chart, const QString& notKnown) {
  message_->hide();
  inside_->show();
  caption_->setText(captionOf(chart, notKnown));
  caption_->setTone(chart.warnings.empty() ? widgets::Tone::muted : widgets::Tone::warn);
  caption_->setToolTip(widgets::toolTip(captionDetails(chart, notKnown, clock_)));
}

void ChartCard::showMessage(const QString& why) {
  inside_->hide();
  message_->show();
  why_->setText(why);
  caption_->setText({});
  caption_->setToolTip({});
}

bool ChartCard::showsMessage() const { return !message_->isHidden(); }
QString ChartCard::caption() const { return showsMessage() ? why_->text() : caption_->text(); }

void ChartCard::setShowcase(bool on) {
  caption_->setVisible(!on);
  overTime_->setShowcase(on);
}

QByteArray ChartCard::content(const QString& suffix) const {
  if (suffix == QLatin1String("png")) return widgets::pngBytes(overTime_->image(pictureSize));
  return suffix == QLatin1String("svg") ? overTime_->svg(pictureSize) : overTime_->exported(suffix);
}

Result<void> ChartCard::exportTo(const QString& path) const { return export_->exportTo(path); }

LinesCard::LinesCard(const CardSpec& card, QWidget* parent)
    : ChartCard(card, parent), chart_(new charts::TimeChart(card.title)), split_(new QComboBox) {
  chart_->setMinimumHeight(chartHeight);
  for (const QString& metric : card.metrics) split_->addItem(labelOf(metric), metric);
  split_->setAccessibleName(tr("What is split in %1").arg(card.title));
  split_->setMinimumWidth(narrowestChoice);
  split_->hide();
  chart_->addToTitle(split_);
  for (QWidget* button : titleButtons()) chart_->addToTitle(button);
  setChart(chart_, chart_);
  connect(split_, &QComboBox::activated, this, &LinesCard::splitMetricChosen);
  connect(chart_, &charts::TimeChart::pointClicked, this, [this](const QString& name, double from, double to) {
    for (const DrawnLine& line : std::as_const(lines_)) {
      if (line.series.name == name) return emit placeClicked(line.metric, line.group, line.isRest, from, to);
    }
  });
}

QString LinesCard::splitMetric() const { return isSplit_ ? split_->currentData().toString() : QString(); }

void LinesCard::setSplit(bool split) {
  isSplit_ = split;
  split_->setVisible(split && split_->count() > 1);
}

void LinesCard::setRules(const alerts::Settings& rules) {
  rules_ = rules;
  drawThresholds();
}

// A rule watches the whole table, not a part of it.
void LinesCard::drawThresholds() {
  QVector<charts::Threshold> all;
  if (rules_ && !isPartial_) {
    for (const QString& metric : spec().metrics) all += thresholdsOf(metric, *rules_);
  }
  chart_->setThresholds(all);
}

void LinesCard::show(const Shown& shown) {
  const QString why = whyNotKnown(spec(), widgets::text(shown.chart.source), shown.offer);
  if (!why.isEmpty()) return showMessage(why);
  if (const QString nothing = whyNothingMatches(shown.request, shown.chart); !nothing.isEmpty()) return showMessage(nothing);
  const QStringList wanted = shown.request.by == By::nothing ? spec().metrics : QStringList{splitMetric()};
  std::vector<std::string> flows;
  for (const QString& metric : wanted) flows.push_back(widgets::bytes(metric));
  // One count here and none there is no curve. What is drawn under another time has its steps.
  const Chart chart = shown.comparison.back > Duration(0) ? shown.chart : smoothed(shown.chart, flows);
  lines_ = drawnLines(chart, wanted);
  earlier_ = shown.earlier ? seriesOf(drawnLines(*shown.earlier, wanted), shown.comparison.back) : QVector<charts::ChartSeries>();
  const QString unit = unitWords(spec(), chart.step);
  chart_->setUnit(unit, unitOf(wanted.value(0)));
  chart_->setStep(static_cast<double>(chart.step.count()) / 1e6);
  chart_->setGaps(gapsOf(chart));
  chart_->setOngoing(ongoingOf(chart));
  chart_->setEarlier(shown.comparison.when, shown.notCompared.isEmpty() ? earlier_ : QVector<charts::ChartSeries>());
  chart_->setNote(shown.notCompared);
  isPartial_ = shown.request.by != By::nothing || !shown.request.tenant.empty() || !shown.request.operation.empty();
  drawThresholds();
  chart_->setDescription(tr("%1, %2. %3.").arg(spec().title, unit, captionOf(chart, {})));
  chart_->replace(seriesOf(lines_), charts::secondsOf(shown.request.from), charts::secondsOf(shown.request.to));
  setCaption(chart, partNotKnown(spec(), shown.offer));
}

void LinesCard::setShowcase(bool on) {
  ChartCard::setShowcase(on);
  chart_->setMinimumHeight(on ? 0 : chartHeight);
  if (!on) setSplit(isSplit_);
}

SpreadCard::SpreadCard(const CardSpec& card, QWidget* parent)
    : ChartCard(card, parent),
      forms_(new QStackedWidget),
      map_(new charts::HeatMap(card.title)),
      bars_(new charts::BarChart(card.title, tr("keys"))),
      quantiles_(widgets::elided()) {
  for (QWidget* form : {static_cast<QWidget*>(map_), static_cast<QWidget*>(bars_)}) {
    form->setMinimumHeight(chartHeight);
    forms_->addWidget(form);
  }
  map_->addToTitle(formButton(true));
  for (QWidget* button : titleButtons()) map_->addToTitle(button);
  bars_->addToTitle(formButton(false));
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside);
  widgets::fill(column, {{forms_, 1}, quantiles_});
  setChart(map_, inside);
  connect(map_, &charts::HeatMap::stepClicked, this,
          [this](double from, double to) { emit placeClicked(widgets::bytes(spec().distribution), std::nullopt, false, from, to); });
}

QToolButton* SpreadCard::formButton(bool bars) {
  auto* button = widgets::iconButton(bars ? QStringLiteral("bars") : QStringLiteral("chart"),
                                     bars ? tr("%1: the whole range in bars").arg(spec().title) : tr("%1: over time").arg(spec().title));
  connect(button, &QToolButton::clicked, this, [this, bars] { forms_->setCurrentIndex(bars ? 1 : 0); });
  return button;
}

void SpreadCard::show(const Shown& shown) {
  const QString why = whyNotKnown(spec(), widgets::text(shown.chart.source), shown.offer);
  if (!why.isEmpty()) return showMessage(why);
  if (const QString nothing = whyNothingMatches(shown.request, shown.chart); !nothing.isEmpty()) return showMessage(nothing);
  const Distribution* found = distributionOf(shown.chart, spec().distribution);
  if (found == nullptr) return showMessage(tr("%1 has nothing of this for the range.").arg(widgets::text(shown.chart.source)));
  map_->setUnit(unitWords(spec(), shown.chart.step));
  map_->setGaps(gapsOf(shown.chart));
  map_->setOngoing(ongoingOf(shown.chart));
  map_->setDescription(tr("%1 over time, %2. %3. %4.")
                           .arg(spec().title, unitWords(spec(), shown.chart.step), quantilesOf(*found), captionOf(shown.chart, {})));
  map_->replace(heatOf(shown.chart, *found), quantileLines(*found), charts::secondsOf(shown.request.from),
                charts::secondsOf(shown.request.to));
  bars_->replace(barsOf(*found));
  bars_->setDescription(quantilesOf(*found));
  quantiles_->setText(quantilesOf(*found));
  quantiles_->setToolTip(widgets::toolTip(quantilesOf(*found)));
  setCaption(shown.chart, {});
}

void SpreadCard::setTableShown(bool shown) {
  ChartCard::setTableShown(shown);
  bars_->setTableShown(shown);
}

void SpreadCard::setShowcase(bool on) {
  ChartCard::setShowcase(on);
  if (on) forms_->setCurrentIndex(0);
  for (QWidget* form : {static_cast<QWidget*>(map_), static_cast<QWidget*>(bars_)}) form->setMinimumHeight(on ? 0 : chartHeight);
}

}  // namespace onceover::metrics
