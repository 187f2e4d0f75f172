#include "ui/metrics/chart_card.h"

#include <QBuffer>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/metrics/chart_data.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

// Fit for a page of a report.
constexpr QSize pictureSize(1200, 480);
constexpr int chartHeight = 190;

QToolButton* titleButton(const QString& iconName, const QString& name) {
  auto* button = new QToolButton;
  button->setIcon(widgets::icon(iconName));
  button->setAutoRaise(true);
  button->setAccessibleName(name);
  button->setToolTip(widgets::toolTip(name));
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

QByteArray asPng(const QImage& image) {
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return png;
}

}  // namespace

// The chart says its title itself, with the switch to its table.
ChartCard::ChartCard(const QString& title, QWidget* parent) : Card({}, parent), title_(title) {}

QToolButton* ChartCard::exportButton() {
  auto* out = titleButton(QStringLiteral("export"), tr("Export %1").arg(title_));
  out->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(out);
  for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")}) {
    QAction* action = menu->addAction(suffix.toUpper() + QStringLiteral(" …"));
    connect(action, &QAction::triggered, this, [this, suffix] { askExport(suffix); });
  }
  out->setMenu(menu);
  return out;
}

void ChartCard::askExport(const QString& suffix) {
  QString name = title_.toLower();
  name.replace(' ', '-');
  widgets::askSavePath(this, tr("Export %1").arg(title_), name + '.' + suffix, [this](const QString& path) {
    const auto saved = exportTo(path);
    if (saved) {
      emit exported(path);
    } else {
      emit exportFailed(saved.error());
    }
  });
}

Result<void> ChartCard::exportTo(const QString& path) const {
  if (path.endsWith(QLatin1String(".png"))) return widgets::savePrivately(path, asPng(picture()));
  if (path.endsWith(QLatin1String(".svg"))) return widgets::savePrivately(path, drawing());
  return widgets::savePrivately(path, csv());
}

LinesCard::LinesCard(const QString& title, const QStringList& names, QWidget* parent)
    : ChartCard(title, parent), title_(title), names_(names), chart_(new widgets::TimeChart(title, tr("/min"))) {
  chart_->setMinimumHeight(chartHeight);
  chart_->addToTitle(exportButton());
  body()->addWidget(chart_);
}

void LinesCard::show(const History& history, const Range& range) {
  lines_ = linesOf(history, names_, range.step);
  chart_->replace(lines_, widgets::secondsOf(range.from), widgets::secondsOf(range.to));
  chart_->setDescription(tr("%1, keys a minute, in steps of %2.").arg(title_, widgets::span(range.step)));
}

QByteArray LinesCard::csv() const { return csvOf(lines_); }
QImage LinesCard::picture() const { return chart_->image(pictureSize); }
QByteArray LinesCard::drawing() const { return chart_->svg(pictureSize); }

BarsCard::BarsCard(const QString& title, QWidget* parent)
    : ChartCard(title, parent),
      quantiles_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)),
      chart_(new widgets::BarChart(title, tr("keys"))) {
  chart_->setMinimumHeight(chartHeight);
  chart_->addToTitle(exportButton());
  quantiles_->setElided(true);
  body()->addWidget(chart_);
  body()->addWidget(quantiles_);
}

void BarsCard::show(const std::vector<HistogramBin>& bins) {
  bars_ = barsOf(bins);
  quantiles_->setText(quantilesOf(bins));
  quantiles_->setToolTip(widgets::toolTip(quantilesOf(bins)));
  chart_->replace(bars_);
  chart_->setDescription(quantilesOf(bins));
}

QString BarsCard::quantiles() const { return quantiles_->text(); }
QByteArray BarsCard::csv() const { return csvOf(bars_); }

QImage BarsCard::picture() const {
  QImage image(chart_->size() * 2, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(2);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  chart_->render(&painter);
  return image;
}

QByteArray BarsCard::drawing() const {
  QByteArray svg;
  QBuffer buffer(&svg);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(chart_->size());
  generator.setViewBox(chart_->rect());
  QPainter painter(&generator);
  chart_->render(&painter);
  painter.end();
  return svg;
}

}  // namespace onceover::metrics
