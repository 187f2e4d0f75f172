#include "ui/charts/tree_chart.h"

#include <QEvent>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsView>
#include <QPainterPath>
#include <tuple>

#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

constexpr int boxChars = 34, columnGap = 40, rowGap = 14, treeMargin = 6;

}  // namespace

// As wide and high as the tree is: a deep one is scrolled.
TreeChart::TreeChart(const QString& title, QWidget* parent)
    : Chart(title, {}, new QGraphicsView, parent), view_(findChild<QGraphicsView*>()) {
  view_->setScene(new QGraphicsScene(view_));
  view_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  view_->setFrameShape(QFrame::NoFrame);
  view_->setRenderHint(QPainter::Antialiasing);
  view_->viewport()->setAutoFillBackground(false);
  addExport();
}

// Leaves one below the other; a caller in the middle of what it calls. Returns where the next leaf goes.
double TreeChart::place(int index, int column, double top) {
  const QFontMetrics metrics(font());
  const int margin = 2 * widgets::tokensOf(this).unit;
  QRectF box(0, top, metrics.averageCharWidth() * boxChars + margin, metrics.lineSpacing() * 3 + margin);
  box.moveLeft(column * (box.width() + columnGap));
  double next = top, first = -1, last = 0;
  for (int i = index + 1; i < boxes_.size(); ++i) {
    if (boxes_[i].parent != index) continue;
    next = place(i, column + 1, next);
    if (first < 0) first = places_[i].top();
    last = places_[i].top();
  }
  if (first >= 0) box.moveTop((first + last) / 2);
  places_[index] = box;
  return first < 0 ? box.bottom() + rowGap : next;
}

void TreeChart::addBox(const TreeBox& box, const QRectF& place) {
  const widgets::Tokens t = widgets::tokensOf(this);
  const bool isPlain = box.tone == Tone::neutral;
  QPainterPath edge;
  edge.addRoundedRect(place, t.radius, t.radius);
  view_->scene()->addPath(edge, QPen(isPlain ? t.border : t.colour(box.tone), 1.2), isPlain ? t.raised : t.fill(box.tone));
  QFont strong = font();
  strong.setWeight(QFont::DemiBold);
  QPointF at = place.topLeft() + QPointF(t.unit, t.unit);
  for (const auto& [text, face, colour] : {std::tuple(box.title, strong, t.text), std::tuple(box.figure, font(), t.colour(box.tone)),
                                           std::tuple(box.note, font(), t.secondaryText)}) {
    const QFontMetrics metrics(face);
    auto* line =
        view_->scene()->addSimpleText(metrics.elidedText(text, Qt::ElideRight, static_cast<int>(place.width()) - 2 * t.unit), face);
    line->setBrush(colour);
    line->setPos(at);
    at.ry() += metrics.lineSpacing();
  }
}

void TreeChart::replace(const QVector<TreeBox>& boxes) {
  boxes_ = boxes;
  places_.fill({}, boxes.size());
  view_->scene()->clear();
  double top = 0;
  for (int i = 0; i < boxes.size(); ++i) {
    if (boxes[i].parent < 0) top = place(i, 0, top);
  }
  for (int i = 0; i < boxes.size(); ++i) {
    addBox(boxes[i], places_[i]);
    if (boxes[i].parent < 0) continue;
    const QRectF from = places_[boxes[i].parent];
    const QPointF start(from.right(), from.center().y()), end(places_[i].left(), places_[i].center().y()), bend(columnGap / 2.0, 0);
    QPainterPath path(start);
    path.cubicTo(start + bend, end - bend, end);
    view_->scene()->addPath(path, QPen(widgets::tokensOf(this).strongBorder, 1.4));
  }
  view_->setSceneRect(view_->scene()->itemsBoundingRect().adjusted(-treeMargin, -treeMargin, treeMargin, treeMargin));
  describe();
}

void TreeChart::setTable(const QStringList& headings, const QList<QStringList>& rows) {
  table_ = {headings, rows};
  describe();
}

QStringList TreeChart::sentences() const {
  QStringList all;
  for (const TreeBox& box : boxes_) {
    const QString above = box.parent >= 0 ? tr(", called by %1").arg(boxes_[box.parent].title) : QString();
    all.append(box.title + above + QStringLiteral(": ") + box.figure + QStringLiteral(", ") + box.note + QLatin1Char('.'));
  }
  return all;
}

QSize TreeChart::pictureSize() const { return view_->sceneRect().toAlignedRect().size(); }

void TreeChart::drawBody(QPainter& painter, const QRectF& area) const {
  view_->scene()->render(&painter, QRectF(area.topLeft(), view_->sceneRect().size()), view_->sceneRect());
}

void TreeChart::changeEvent(QEvent* event) {
  Chart::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) replace(QVector<TreeBox>(boxes_));
}

}  // namespace onceover::charts
