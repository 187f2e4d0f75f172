// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <QBuffer>
#include <QHeaderView>
#include <QPainter>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QSvgGenerator>
#include <QTableWidget>
#include <QTextDocument>
#include <QToolButton>

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {

using widgets::PlainLabel;
using widgets::TextRole;
using widgets::tokensOf;

Chart::Chart(const QString& title, const QString& unit, QWidget* body, QWidget* parent)
    : QWidget(parent),
      title_(title),
      body_(body),
      heading_(new PlainLabel(title, this, TextRole::heading)),
      unit_(new PlainLabel({}, this, TextRole::caption)),
      readout_(new PlainLabel({}, this, TextRole::caption)),
      toggle_(new QToolButton(this)),
      stack_(new QStackedWidget),
      table_(new QTableWidget),
      line_(new QHBoxLayout),
      layout_(widgets::columnOf(this, tokensOf(this).half)) {
  widgets::fill(line_, {heading_, unit_, widgets::stretch(), toggle_});
  heading_->setElided(true);
  heading_->setVisible(!title.isEmpty());
  unit_->setElided(true);
  setUnitWords(unit);
  readout_->setElided(true);
  readout_->setFixedHeight(readout_->fontMetrics().height());
  toggle_->setCheckable(true);
  toggle_->setAutoRaise(true);
  toggle_->setIcon(widgets::icon(QStringLiteral("table")));
  toggle_->setAccessibleName(tr("%1 as a table").arg(title));
  toggle_->setToolTip(widgets::toolTip(tr("Show as a table")));
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->setShowGrid(false);
  table_->setAccessibleName(title);
  body->setAccessibleName(title);
  stack_->addWidget(body);
  stack_->addWidget(table_);
  widgets::fill(layout_, {line_, readout_, {stack_, 1}});
  tableLater_.setSingleShot(true);
  tableLater_.setInterval(0);
  connect(&tableLater_, &QTimer::timeout, this, &Chart::fillTable);
  connect(toggle_, &QToolButton::toggled, this, [this](bool on) {
    if (on) fillTable();
    stack_->setCurrentIndex(on ? 1 : 0);
  });
}

void Chart::setTableShown(bool shown) { toggle_->setChecked(shown); }
bool Chart::isTableShown() const { return toggle_->isChecked(); }
void Chart::setReadout(const QString& words) { readout_->setText(words); }
QString Chart::readout() const { return readout_->text(); }
void Chart::addBelow(QWidget* widget) { layout_->addWidget(widget); }

void Chart::addToTitle(QWidget* widget) {
  line_->addWidget(widget);
  setTabOrder(inTitle_.isEmpty() ? toggle_ : inTitle_.last(), widget);  // before what is below
  inTitle_.append(widget);
}

void Chart::addExport() {
  auto* button =
      new widgets::ExportButton(title_, [this](const QString& suffix) { return exported(suffix); });
  addToTitle(button);
  connect(button, &widgets::ExportButton::exported, this,
          [this](const QString& path) { setReadout(tr("Saved as %1").arg(path)); });
  connect(button, &widgets::ExportButton::exportFailed, this,
          [this](const Error& error) { setReadout(widgets::sentences(error).replace('\n', ' ')); });
}

void Chart::setUnitWords(const QString& words) {
  unitWords_ = words;
  unit_->setText(words);
  unit_->setVisible(!words.isEmpty());
}

void Chart::setShowcase(bool on) {
  heading_->setRole(on ? TextRole::title : TextRole::heading);
  toggle_->setVisible(!on);
  if (on) setTableShown(false);
  for (QWidget* widget : std::as_const(inTitle_)) widget->setVisible(!on);
}

void Chart::setDescription(const QString& description) {
  description_ = description;
  describe();
}

void Chart::describe() {
  QStringList all = sentences();
  if (!description_.isEmpty()) all.prepend(description_);
  body_->setAccessibleDescription(all.join(QLatin1Char(' ')));
  if (isTableShown()) tableLater_.start();
}

void Chart::fillTable() {
  tableLater_.stop();
  const auto [headings, rows] = table();
  table_->setColumnCount(static_cast<int>(headings.size()));
  table_->setHorizontalHeaderLabels(headings);
  table_->setRowCount(static_cast<int>(rows.size()));
  for (int row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < rows[row].size(); ++column) {
      auto* item = new QTableWidgetItem(rows[row][column]);
      if (column > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      table_->setItem(row, column, item);
    }
  }
  table_->horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);
}

QByteArray Chart::csv() const {
  const auto [headings, rows] = table();
  QByteArray out;
  for (const QStringList& row : QList<QStringList>{headings} + rows) {
    for (qsizetype i = 0; i < row.size(); ++i) out += (i > 0 ? "," : "") + widgets::csvCell(row[i]);
    out += '\n';
  }
  return out;
}

void Chart::writeHead(QTextDocument& head, int width) const {
  const widgets::Tokens t = tokensOf(this);
  const auto span = [](const QColor& colour, const QString& text) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), text.toHtmlEscaped());
  };
  QString html = QStringLiteral("<b>") + span(t.text, title_) + QStringLiteral("</b>&nbsp; ") +
                 span(t.secondaryText, (QStringList{unitWords_, pictureNote()}
                                            .filter(QRegularExpression(QStringLiteral(".")))
                                            .join(QStringLiteral(" · "))));
  QString legend;
  for (const auto& [name, colour] : pictureLegend())
    legend += span(colour, QStringLiteral("━━ ")) + span(t.text, name) + QStringLiteral("&nbsp;&nbsp; ");
  if (!legend.isEmpty()) html += QStringLiteral("<br>") + legend;
  head.setDefaultFont(font());
  head.setDocumentMargin(t.unit);
  head.setHtml(html);
  head.setTextWidth(width);
}

void Chart::drawPicture(QPainter& painter, const QSize& size) const {
  painter.setRenderHint(QPainter::Antialiasing);
  QTextDocument head;
  writeHead(head, size.width());
  head.drawContents(&painter);
  const double margin = tokensOf(this).unit;
  drawBody(painter, QRectF(margin, head.size().height(), size.width() - 2 * margin,
                           size.height() - head.size().height() - margin));
}

QImage Chart::image(const QSize& size, int scale) const {
  QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
  image.fill(tokensOf(this).surface);
  QPainter painter(&image);
  painter.scale(scale, scale);
  drawPicture(painter, size);
  return image;
}

QByteArray Chart::svg(const QSize& size) const {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  generator.setTitle(title_);
  QPainter painter(&generator);
  drawPicture(painter, size);
  painter.end();
  return bytes;
}

QByteArray Chart::exported(const QString& suffix) const {
  const int margin = tokensOf(this).unit;
  QTextDocument head;
  writeHead(head, pictureSize().width() + 2 * margin);
  const QSize size = pictureSize() + QSize(2 * margin, static_cast<int>(head.size().height()) + margin);
  if (suffix == QLatin1String("png")) return widgets::pngBytes(image(size, 2));
  return suffix == QLatin1String("svg") ? svg(size) : csv();
}

}  // namespace onceover::charts
