#include "ui/metrics/chart_card.h"

#include <QMenu>

#include "ui/widgets/controls.h"
#include "ui/widgets/export_button.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

constexpr QSize pictureSize(1200, 480);  // fit for a page of a report

}  // namespace

// The chart says its title itself, with the switch to its table.
ChartCard::ChartCard(const CardSpec& spec, QWidget* parent)
    : Card({}, parent), spec_(spec), message_(new QWidget), why_(widgets::wrapped()), caption_(widgets::elided()) {
  setObjectName(spec.id);
  setAccessibleName(spec.title);
  auto* column = widgets::columnOf(message_);
  auto* line = new QHBoxLayout;
  line->addWidget(new widgets::PlainLabel(spec.title, nullptr, widgets::TextRole::heading), 1);
  auto* hide = widgets::iconButton(QStringLiteral("eye-off"), tr("Hide %1").arg(spec.title));
  connect(hide, &QToolButton::clicked, this, &ChartCard::hideAsked);
  line->addWidget(hide);
  column->addLayout(line);
  why_->setTone(widgets::Tone::muted);
  why_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  column->addWidget(why_, 1);
  message_->hide();
  widgets::fill(body(), {{message_, 1}, caption_});
}

void ChartCard::setChart(charts::PlaneChart* chart, QWidget* inside) {
  overTime_ = chart;
  inside_ = inside;
  body()->insertWidget(0, inside, 1);
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

void ChartCard::setCaption(const Shown& shown, const QString& notKnown) {
  message_->hide();
  inside_->show();
  caption_->setText(captionOf(shown.chart, notKnown));
  caption_->setTone(shown.chart.warnings.empty() ? widgets::Tone::muted : widgets::Tone::warn);
  caption_->setToolTip(widgets::toolTip(captionDetails(shown.chart, notKnown, clock_)));
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
  return suffix == QLatin1String("svg") ? overTime_->svg(pictureSize) : csv();
}

Result<void> ChartCard::exportTo(const QString& path) const { return export_->exportTo(path); }

}  // namespace onceover::metrics
