#include "ui/charts/tree_chart.h"

#include <QPainter>
#include <QPainterPath>
#include <QScrollArea>
#include <algorithm>
#include <functional>

#include "ui/charts/tree_canvas.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

constexpr int boxChars = 34, columnGap = 40, rowGap = 14, canvasMargin = 6;

// As wide and high as the tree is: a deep one is scrolled.
QScrollArea* scrolledTree() {
  auto* scroll = new QScrollArea;
  scroll->setWidget(new TreeCanvas);
  scroll->widget()->setAutoFillBackground(false);
  scroll->viewport()->setAutoFillBackground(false);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::StrongFocus);
  return scroll;
}

}  // namespace

// Leaves one below the other; a caller in the middle of what it calls.
void TreeCanvas::setBoxes(const QVector<TreeBox>& boxes) {
  boxes_ = boxes;
  places_.fill({}, boxes_.size());
  cells_ = {};
  QVector<QVector<int>> below(boxes_.size());
  for (int i = 0; i < boxes_.size(); ++i) {
    if (boxes_[i].parent >= 0 && boxes_[i].parent < i) below[boxes_[i].parent].append(i);
  }
  int leaves = 0;
  const std::function<void(int, int)> place = [&](int index, int column) {
    cells_.setWidth(std::max(cells_.width(), column + 1));
    for (const int one : below[index]) place(one, column + 1);
    places_[index].setX(column);
    places_[index].setY(below[index].isEmpty() ? 2 * leaves++ : (places_[below[index].front()].y() + places_[below[index].back()].y()) / 2);
  };
  for (int i = 0; i < boxes_.size(); ++i) {
    if (boxes_[i].parent < 0) place(i, 0);
  }
  cells_.setHeight(leaves);
  updateGeometry();
  resize(sizeHint());
  update();
}

QSize TreeCanvas::boxSize() const {
  const int margin = 2 * widgets::tokensOf(this).unit;
  return {fontMetrics().averageCharWidth() * boxChars + margin, fontMetrics().lineSpacing() * 3 + margin};
}

QSize TreeCanvas::sizeHint() const {
  const QSize box = boxSize();
  return {cells_.width() * (box.width() + columnGap) - columnGap + 2 * canvasMargin,
          cells_.height() * (box.height() + rowGap) - rowGap + 2 * canvasMargin};
}

QRect TreeCanvas::rectOf(int index) const {
  const QSize size = boxSize();
  return {QPoint(canvasMargin + places_[index].x() * (size.width() + columnGap),
                 canvasMargin + places_[index].y() * (size.height() + rowGap) / 2),
          size};
}

void TreeCanvas::draw(QPainter& painter) const {
  const widgets::Tokens t = widgets::tokensOf(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(t.strongBorder, 1.4));
  painter.setBrush(Qt::NoBrush);
  for (int i = 0; i < boxes_.size(); ++i) {
    if (boxes_[i].parent < 0) continue;
    const QRect from = rectOf(boxes_[i].parent), to = rectOf(i);
    const QPointF start(from.right() + 1, from.center().y()), end(to.left(), to.center().y());
    QPainterPath path(start);
    path.cubicTo(start + QPointF(columnGap / 2.0, 0), end - QPointF(columnGap / 2.0, 0), end);
    painter.drawPath(path);
  }
  QFont strong = font();
  strong.setWeight(QFont::DemiBold);
  for (int i = 0; i < boxes_.size(); ++i) {
    const TreeBox& one = boxes_[i];
    const QRect box = rectOf(i);
    const bool isPlain = one.tone == Tone::neutral;
    painter.setPen(QPen(isPlain ? t.border : t.colour(one.tone), 1.2));
    painter.setBrush(isPlain ? t.raised : t.fill(one.tone));
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), t.radius, t.radius);
    QRect line(box.left() + t.unit, box.top() + t.unit, box.width() - 2 * t.unit, fontMetrics().lineSpacing());
    const auto write = [&](const QString& text, const QFont& face, const QColor& colour) {
      painter.setFont(face);
      painter.setPen(colour);
      painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(face).elidedText(text, Qt::ElideRight, line.width()));
      line.translate(0, line.height());
    };
    write(one.title, strong, t.text);
    write(one.figure, font(), t.colour(one.tone));
    write(one.note, font(), t.secondaryText);
  }
}

void TreeCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  draw(painter);
}

TreeChart::TreeChart(const QString& title, QWidget* parent) : Chart(title, {}, scrolledTree(), parent), canvas_(findChild<TreeCanvas*>()) {
  addExport();
}

void TreeChart::replace(const QVector<TreeBox>& boxes) {
  canvas_->setBoxes(boxes);
  describe();
}

void TreeChart::setTable(const QStringList& headings, const QList<QStringList>& rows) {
  table_ = {headings, rows};
  describe();
}

QStringList TreeChart::sentences() const {
  QStringList all;
  for (const TreeBox& box : canvas_->boxes()) {
    const QString above = box.parent >= 0 ? tr(", called by %1").arg(canvas_->boxes()[box.parent].title) : QString();
    all.append(box.title + above + QStringLiteral(": ") + box.figure + QStringLiteral(", ") + box.note + QLatin1Char('.'));
  }
  return all;
}

QSize TreeChart::pictureSize() const { return canvas_->size(); }

void TreeChart::drawBody(QPainter& painter, const QRectF& area) const {
  painter.translate(area.topLeft());
  canvas_->draw(painter);
}

}  // namespace onceover::charts
