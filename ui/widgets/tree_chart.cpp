#include "ui/widgets/tree_chart.h"

#include <QPainter>
#include <QPainterPath>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>

#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_picture.h"
#include "ui/widgets/export_button.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tree_canvas.h"

namespace onceover::widgets {
namespace {

constexpr int boxChars = 34, columnGap = 40, rowGap = 14, canvasMargin = 6;

}  // namespace

void TreeCanvas::setBoxes(const QVector<TreeBox>& boxes) {
  boxes_ = boxes;
  layOut();
  updateGeometry();
  resize(sizeHint());
  update();
}

// Leaves one below the other; whoever calls stands in the middle of what it calls.
void TreeCanvas::layOut() {
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
}

QSize TreeCanvas::boxSize() const {
  return {fontMetrics().averageCharWidth() * boxChars + 2 * tokensOf(this).unit, fontMetrics().lineSpacing() * 3 + 2 * tokensOf(this).unit};
}

QSize TreeCanvas::sizeHint() const {
  const QSize box = boxSize();
  return {cells_.width() * (box.width() + columnGap) - columnGap + 2 * canvasMargin,
          cells_.height() * (box.height() + rowGap) - rowGap + 2 * canvasMargin};
}

void TreeCanvas::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QSize size = boxSize();
  const auto rectOf = [&](int index) {
    return QRect(QPoint(canvasMargin + places_[index].x() * (size.width() + columnGap),
                        canvasMargin + places_[index].y() * (size.height() + rowGap) / 2),
                 size);
  };
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
    const QRect box = rectOf(i);
    const TreeBox& one = boxes_[i];
    painter.setPen(QPen(one.tone == Tone::neutral ? t.border : t.colour(one.tone), 1.2));
    painter.setBrush(one.tone == Tone::neutral ? t.raised : t.fill(one.tone));
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), t.radius, t.radius);
    QRect line(box.left() + t.unit, box.top() + t.unit, box.width() - 2 * t.unit, fontMetrics().lineSpacing());
    const auto write = [&](const QString& text, const QFont& face, const QColor& colour) {
      painter.setFont(face);
      painter.setPen(colour);
      painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(face).elidedText(text, Qt::ElideRight, line.width()));
      line.translate(0, line.height());
    };
    write(one.title, strong, t.text);
    write(one.figure, font(), one.tone == Tone::neutral ? t.text : t.colour(one.tone));
    write(one.note, font(), t.secondaryText);
  }
}

TreeChart::TreeChart(const QString& title, QWidget* parent) : QWidget(parent), canvas_(new TreeCanvas), title_(title), frame_(nullptr) {
  // As wide and high as the tree is: a deep one is scrolled.
  auto* scroll = new QScrollArea;
  scroll->setWidget(canvas_);
  canvas_->setAutoFillBackground(false);
  scroll->viewport()->setAutoFillBackground(false);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::StrongFocus);
  frame_ = new ChartFrame(title, {}, scroll, this);
  frame_->addExport(new ExportButton(title, [this](const QString& suffix) { return exported(suffix); }));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(frame_);
}

void TreeChart::replace(const QVector<TreeBox>& boxes) {
  canvas_->setBoxes(boxes);
  describe();
}

void TreeChart::setTable(const QStringList& headings, const QList<QStringList>& rows) {
  table_ = QList<QStringList>{headings} + rows;
  frame_->setTable(headings, rows);
}

QByteArray TreeChart::exported(const QString& suffix) const {
  const ChartPicture head{title_, {}, {}};
  if (suffix == QLatin1String("png")) return pngOf(*canvas_, head, tokensOf(this));
  if (suffix == QLatin1String("svg")) return svgOf(*canvas_, head, tokensOf(this));
  QByteArray csv;
  for (const QStringList& row : table_) {
    for (qsizetype i = 0; i < row.size(); ++i) csv += (i > 0 ? "," : "") + csvCell(row[i]);
    csv += '\n';
  }
  return csv;
}

void TreeChart::setDescription(const QString& description) {
  description_ = description;
  describe();
}

void TreeChart::describe() {
  QStringList words;
  if (!description_.isEmpty()) words.append(description_);
  for (const TreeBox& box : canvas_->boxes()) {
    const QString above = box.parent >= 0 ? tr(", called by %1").arg(canvas_->boxes()[box.parent].title) : QString();
    words.append(box.title + above + QStringLiteral(": ") + box.figure + QStringLiteral(", ") + box.note + QLatin1Char('.'));
  }
  frame_->setDescription(words.join(QLatin1Char(' ')));
}

void TreeChart::setTableShown(bool shown) { frame_->setTableShown(shown); }
bool TreeChart::isTableShown() const { return frame_->isTableShown(); }

}  // namespace onceover::widgets
