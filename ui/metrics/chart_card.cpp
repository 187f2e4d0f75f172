// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/chart_card.h"

#include <QComboBox>
#include <QMenu>
#include <QStackedWidget>

#include "core/metrics/change.h"
#include "core/metrics/counters.h"
#include "core/metrics/history.h"
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
    : Card({}, parent),
      spec_(spec),
      message_(new QWidget),
      why_(widgets::wrapped()),
      caption_(widgets::elided()) {
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
  connect(chart_, &charts::TimeChart::pointClicked, this,
          [this](const QString& name, double from, double to) {
            for (const DrawnLine& line : std::as_const(lines_)) {
              if (line.series.name == name)
                return emit placeClicked(line.metric, line.group, line.isRest, from, to);
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
  const QString why = whyNotKnown(spec(), widgets::wordShown(shown.chart.source), shown.offer);
  if (!why.isEmpty()) return showMessage(why);
  if (const QString nothing = whyNothingMatches(shown.request, shown.chart); !nothing.isEmpty())
    return showMessage(nothing);
  const QStringList wanted = shown.request.by == By::nothing ? spec().metrics : QStringList{splitMetric()};
  std::vector<std::string> flows;
  for (const QString& metric : wanted) flows.push_back(widgets::bytes(metric));
  // One count here and none there is no curve. What is drawn under another time has its steps.
  const Chart chart = shown.comparison.back > Duration(0) ? shown.chart : smoothed(shown.chart, flows);
  lines_ = drawnLines(chart, wanted);
  earlier_ = shown.earlier ? seriesOf(drawnLines(*shown.earlier, wanted), shown.comparison.back)
                           : QVector<charts::ChartSeries>();
  const QString unit = unitWords(spec(), chart.step);
  chart_->setUnit(unit, unitOf(wanted.value(0)));
  chart_->setStep(static_cast<double>(chart.step.count()) / 1e6);
  chart_->setGaps(gapsOf(chart));
  chart_->setOngoing(ongoingOf(chart));
  chart_->setEarlier(shown.comparison.when,
                     shown.notCompared.isEmpty() ? earlier_ : QVector<charts::ChartSeries>());
  chart_->setNote(shown.notCompared);
  isPartial_ =
      shown.request.by != By::nothing || !shown.request.tenant.empty() || !shown.request.operation.empty();
  drawThresholds();
  chart_->setDescription(tr("%1, %2. %3.").arg(spec().title, unit, captionOf(chart, {})));
  chart_->replace(seriesOf(lines_), charts::secondsOf(shown.request.from),
                  charts::secondsOf(shown.request.to));
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
  connect(map_, &charts::HeatMap::stepClicked, this, [this](double from, double to) {
    emit placeClicked(widgets::bytes(spec().distribution), std::nullopt, false, from, to);
  });
}

QToolButton* SpreadCard::formButton(bool bars) {
  auto* button = widgets::iconButton(
      bars ? QStringLiteral("bars") : QStringLiteral("chart"),
      bars ? tr("%1: the whole range in bars").arg(spec().title) : tr("%1: over time").arg(spec().title));
  connect(button, &QToolButton::clicked, this, [this, bars] { forms_->setCurrentIndex(bars ? 1 : 0); });
  return button;
}

void SpreadCard::show(const Shown& shown) {
  const QString why = whyNotKnown(spec(), widgets::wordShown(shown.chart.source), shown.offer);
  if (!why.isEmpty()) return showMessage(why);
  if (const QString nothing = whyNothingMatches(shown.request, shown.chart); !nothing.isEmpty())
    return showMessage(nothing);
  const Distribution* found = distributionOf(shown.chart, spec().distribution);
  if (found == nullptr)
    return showMessage(
        tr("%1 has nothing of this for the range.").arg(widgets::wordShown(shown.chart.source)));
  map_->setUnit(unitWords(spec(), shown.chart.step));
  map_->setGaps(gapsOf(shown.chart));
  map_->setOngoing(ongoingOf(shown.chart));
  map_->setDescription(tr("%1 over time, %2. %3. %4.")
                           .arg(spec().title, unitWords(spec(), shown.chart.step), quantilesOf(*found),
                                captionOf(shown.chart, {})));
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
  for (QWidget* form : {static_cast<QWidget*>(map_), static_cast<QWidget*>(bars_)})
    form->setMinimumHeight(on ? 0 : chartHeight);
}

namespace {

std::optional<widgets::Tone> toneOf(const std::string& name) {
  return name == "stuck" || name == "oldest_stuck_s" ? std::optional(widgets::Tone::danger) : std::nullopt;
}

QString lineName(const Line& line) {
  if (line.is_rest) return QObject::tr("the rest");
  if (line.group) return line.group->empty() ? QObject::tr("(empty)") : widgets::shown(*line.group);
  return labelOf(widgets::text(line.metric));
}

QString milliseconds(double ms) {
  return widgets::span(Duration(static_cast<std::int64_t>(std::llround(ms * 1000))));
}

QString quantileText(const std::vector<HistogramBin>& bins, double p) {
  const double ms = quantile(bins, p);
  // The last bound itself is what quantile() says for everything beyond it.
  return ms >= bounds_ms.back() ? QObject::tr("more than %1").arg(milliseconds(bounds_ms.back()))
                                : milliseconds(ms);
}

}  // namespace

QVector<DrawnLine> drawnLines(const Chart& chart, const QStringList& metrics) {
  QVector<DrawnLine> out;
  for (const QString& metric : metrics) {
    for (const Line& line : chart.lines) {
      if (line.metric != widgets::bytes(metric)) continue;
      DrawnLine drawn{{lineName(line), {}, line.group || line.is_rest ? std::nullopt : toneOf(line.metric)},
                      line.metric,
                      line.group,
                      line.is_rest};
      drawn.series.points.reserve(static_cast<qsizetype>(line.values.size()));
      for (std::size_t i = 0; i < line.values.size(); ++i)
        drawn.series.points.append({charts::secondsOf(chart.at(i)), line.values[i]});
      out.append(std::move(drawn));
    }
  }
  return out;
}

QVector<charts::ChartSeries> seriesOf(const QVector<DrawnLine>& lines, Duration back) {
  QVector<charts::ChartSeries> out;
  const double by = static_cast<double>(back.count()) / 1e6;
  for (const DrawnLine& line : lines) {
    out.append(line.series);
    if (by == 0) continue;
    for (charts::ChartPoint& point : out.last().points) point.x += by;
  }
  return out;
}

QVector<charts::ChartGap> gapsOf(const Chart& chart) {
  QVector<charts::ChartGap> out;
  for (const Gap& gap : chart.gaps) {
    const double from = charts::secondsOf(gap.from), to = charts::secondsOf(gap.to);
    const QString why = widgets::text(gap.why);
    if (!out.isEmpty() && out.last().to >= from && out.last().why == why) {
      out.last().to = std::max(out.last().to, to);
    } else {
      out.append({from, to, why});
    }
  }
  return out;
}

std::optional<double> ongoingOf(const Chart& chart) {
  for (std::size_t i = chart.steps; i > 0 && !chart.is_over(i - 1); --i) {
    const bool isFirst = i == 1 || chart.is_over(i - 2);
    if (isFirst && chart.at(i - 1) < chart.as_of) return charts::secondsOf(chart.at(i - 1));
  }
  return std::nullopt;
}

const Distribution* distributionOf(const Chart& chart, const QString& name) {
  const auto found = std::find_if(chart.distributions.begin(), chart.distributions.end(),
                                  [&](const Distribution& one) { return one.name == widgets::bytes(name); });
  return found == chart.distributions.end() ? nullptr : &*found;
}

charts::HeatData heatOf(const Chart& chart, const Distribution& distribution) {
  return {charts::secondsOf(chart.from), static_cast<double>(chart.step.count()) / 1e6,
          QVector<double>(distribution.upper_ms.begin(), distribution.upper_ms.end()),
          QVector<double>(distribution.counts.begin(), distribution.counts.end())};
}

QVector<charts::HeatLine> quantileLines(const Distribution& distribution) {
  QVector<charts::HeatLine> out;
  for (const auto& [name, p] : {std::pair("p50", 0.5), {"p95", 0.95}, {"p99", 0.99}}) {
    const std::vector<double> values = quantile_by_step(distribution, p);
    out.append({QString::fromLatin1(name), QVector<double>(values.begin(), values.end())});
  }
  return out;
}

QVector<charts::Bar> barsOf(const Distribution& distribution) {
  const std::vector<double> totals = total_by_bound(distribution);
  const auto holds = [](double n) { return n != 0; };
  const auto first = std::find_if(totals.begin(), totals.end(), holds);
  const auto end = std::find_if(totals.rbegin(), totals.rend(), holds).base();
  QVector<charts::Bar> bars;
  for (auto n = first; n < end; ++n) {
    bars.append({charts::boundText(distribution.upper_ms[static_cast<std::size_t>(n - totals.begin())]), *n});
  }
  return bars;
}

QString quantilesOf(const Distribution& distribution) {
  const std::vector<double> totals = total_by_bound(distribution);
  std::vector<HistogramBin> bins;
  std::int64_t all = 0;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    bins.push_back({distribution.upper_ms[i], std::llround(totals[i])});
    all += bins.back().n;
  }
  if (all == 0) return QObject::tr("nothing counted");
  return QObject::tr("p50 %1 · p95 %2 · p99 %3 · %4 in total")
      .arg(quantileText(bins, 0.5), quantileText(bins, 0.95), quantileText(bins, 0.99), widgets::number(all));
}

bool knowsAnything(const Chart& chart) {
  const auto knows = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
  };
  return std::any_of(chart.lines.begin(), chart.lines.end(),
                     [&](const Line& line) { return knows(line.values); }) ||
         std::any_of(chart.distributions.begin(), chart.distributions.end(),
                     [&](const Distribution& one) { return knows(one.counts); });
}

bool knowsAny(const Chart& chart, const QStringList& metrics) {
  return std::ranges::any_of(chart.lines, [&](const Line& line) {
    return metrics.contains(widgets::text(line.metric)) &&
           !std::ranges::all_of(line.values, [](double value) { return std::isnan(value); });
  });
}

QString whyNothingMatches(const Request& request, const Chart& chart) {
  if (request.tenant.empty() && request.operation.empty()) return {};
  const auto counts = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(),
                       [](double value) { return !std::isnan(value) && value != 0; });
  };
  if (std::any_of(chart.lines.begin(), chart.lines.end(),
                  [&](const Line& line) { return counts(line.values); }) ||
      std::any_of(chart.distributions.begin(), chart.distributions.end(),
                  [&](const Distribution& one) { return counts(one.counts); }))
    return {};
  QStringList what;
  if (!request.operation.empty())
    what.append(QObject::tr("operation “%1”").arg(widgets::shown(request.operation)));
  if (!request.tenant.empty()) what.append(QObject::tr("tenant “%1”").arg(widgets::shown(request.tenant)));
  return QObject::tr(
             "Nothing of this was counted for %1 in this range. Check the filter, or choose a longer range.")
      .arg(what.join(QStringLiteral(", ")));
}

QString captionOf(const Chart& chart, const QString& notKnown) {
  QStringList words{widgets::wordShown(chart.source),
                    QObject::tr("steps of %1").arg(widgets::span(chart.step))};
  if (chart.resolution > Duration(0) && chart.resolution < chart.step)
    words.append(QObject::tr("resolution %1").arg(widgets::span(chart.resolution)));
  words.append(chart.error.empty() ? QObject::tr("exact") : widgets::text(chart.error));
  Duration missing{0};
  for (const Gap& gap : chart.gaps) missing += gap.to - gap.from;
  if (missing > Duration(0)) words.append(QObject::tr("unknown: %1 in total").arg(widgets::span(missing)));
  if (!notKnown.isEmpty()) words.append(QObject::tr("not available: %1").arg(notKnown));
  for (const std::string& warning : chart.warnings) words.append(widgets::text(warning));
  return words.join(QStringLiteral(" · "));
}

QString captionDetails(const Chart& chart, const QString& notKnown, widgets::ClockChoice clock) {
  QStringList lines{captionOf(chart, notKnown),
                    QObject::tr("As of %1").arg(widgets::exact(chart.as_of, clock))};
  for (const Gap& gap : chart.gaps) {
    if (lines.size() > 12) {
      lines.append(QObject::tr("… %1 gaps in total").arg(widgets::number(std::ssize(chart.gaps))));
      break;
    }
    lines.append(
        QObject::tr("%1 to %2: %3")
            .arg(widgets::exact(gap.from, clock), widgets::exact(gap.to, clock), widgets::text(gap.why)));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace onceover::metrics
