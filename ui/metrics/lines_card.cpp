#include <QComboBox>

#include "ui/metrics/chart_card.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

constexpr int linesHeight = 190;

}  // namespace

LinesCard::LinesCard(const CardSpec& card, QWidget* parent)
    : ChartCard(card, parent), chart_(new charts::TimeChart(card.title)), split_(new QComboBox) {
  chart_->setMinimumHeight(linesHeight);
  for (const QString& metric : card.metrics) split_->addItem(labelOf(metric), metric);
  split_->setAccessibleName(tr("What is split in %1").arg(card.title));
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

void LinesCard::show(const Shown& shown) {
  const QString why = whyNotKnown(spec(), widgets::text(shown.chart.source), shown.offer);
  if (!why.isEmpty()) return showMessage(why);
  const QStringList wanted = shown.by == By::nothing ? spec().metrics : QStringList{splitMetric()};
  lines_ = drawnLines(shown.chart, wanted);
  earlier_ = shown.earlier ? seriesOf(drawnLines(*shown.earlier, wanted), shown.back) : QVector<charts::ChartSeries>();
  when_ = shown.when;
  const QString unit = unitWords(spec(), shown.chart.step);
  chart_->setUnit(unit, unitOf(wanted.value(0)));
  chart_->setStep(static_cast<double>(shown.chart.step.count()) / 1e6);
  chart_->setGaps(gapsOf(shown.chart));
  chart_->setOngoing(ongoingOf(shown.chart));
  chart_->setEarlier(when_, earlier_);
  chart_->setDescription(tr("%1, %2. %3.").arg(spec().title, unit, captionOf(shown.chart, {})));
  chart_->replace(seriesOf(lines_), charts::secondsOf(shown.from), charts::secondsOf(shown.to));
  setCaption(shown, partNotKnown(spec(), shown.offer));
}

void LinesCard::setShowcase(bool on) {
  ChartCard::setShowcase(on);
  chart_->setMinimumHeight(on ? 0 : linesHeight);
  if (!on) setSplit(isSplit_);
}

QByteArray LinesCard::csv() const {
  QVector<charts::ChartSeries> all = seriesOf(lines_);
  for (charts::ChartSeries line : earlier_) {
    line.name += QStringLiteral(", ") + when_;
    all.append(line);
  }
  return csvOf(all);
}

}  // namespace onceover::metrics
