#include <QStackedWidget>

#include "ui/metrics/chart_card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

constexpr int spreadHeight = 190;

}  // namespace

SpreadCard::SpreadCard(const CardSpec& card, QWidget* parent)
    : ChartCard(card, parent),
      forms_(new QStackedWidget),
      map_(new charts::HeatMap(card.title)),
      bars_(new charts::BarChart(card.title, tr("keys"))),
      quantiles_(widgets::elided()) {
  for (QWidget* form : {static_cast<QWidget*>(map_), static_cast<QWidget*>(bars_)}) {
    form->setMinimumHeight(spreadHeight);
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
  const Distribution* found = distributionOf(shown.chart, spec().distribution);
  if (found == nullptr) return showMessage(tr("%1 has nothing of this for the range.").arg(widgets::text(shown.chart.source)));
  data_ = heatOf(shown.chart, *found);
  quantileLines_ = metrics::quantileLines(*found);
  map_->setUnit(unitWords(spec(), shown.chart.step));
  map_->setGaps(gapsOf(shown.chart));
  map_->setOngoing(ongoingOf(shown.chart));
  map_->setDescription(tr("%1 over time, %2. %3. %4.")
                           .arg(spec().title, unitWords(spec(), shown.chart.step), quantilesOf(*found), captionOf(shown.chart, {})));
  map_->replace(data_, quantileLines_, charts::secondsOf(shown.from), charts::secondsOf(shown.to));
  bars_->replace(barsOf(*found));
  bars_->setDescription(quantilesOf(*found));
  quantiles_->setText(quantilesOf(*found));
  quantiles_->setToolTip(widgets::toolTip(quantilesOf(*found)));
  setCaption(shown, {});
}

QString SpreadCard::quantiles() const { return quantiles_->text(); }

void SpreadCard::setTableShown(bool shown) {
  ChartCard::setTableShown(shown);
  bars_->setTableShown(shown);
}

void SpreadCard::setShowcase(bool on) {
  ChartCard::setShowcase(on);
  if (on) forms_->setCurrentIndex(0);
  for (QWidget* form : {static_cast<QWidget*>(map_), static_cast<QWidget*>(bars_)}) form->setMinimumHeight(on ? 0 : spreadHeight);
}

QByteArray SpreadCard::csv() const { return csvOf(data_, quantileLines_); }

}  // namespace onceover::metrics
