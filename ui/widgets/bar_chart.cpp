#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/widgets/bar_canvas.h"
#include "ui/widgets/chart.h"
#include "ui/widgets/chart_frame.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

QString barAmount(double value) {
  if (std::abs(value - std::round(value)) < 1e-9) return number(std::llround(value));
  return QString::number(value, 'g', 3);
}

}  // namespace

BarCanvas::BarCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(120);
}

void BarCanvas::setBars(const QVector<Bar>& bars) {
  bars_ = bars;
  if (current_ >= bars.size()) current_ = -1;
  update();
}

QRectF BarCanvas::plot() const {
  const int label = fontMetrics().height() + 6;
  return QRectF(rect()).adjusted(0, label, 0, -label);
}

QRectF BarCanvas::slot(int index) const {
  const QRectF area = plot();
  const double width = area.width() / std::max<double>(1, static_cast<double>(bars_.size()));
  return {area.left() + index * width, area.top(), width, area.height()};
}

void BarCanvas::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont small = font();
  small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.85);
  painter.setFont(small);
  const QFontMetrics metrics(small);
  const QRectF area = plot();
  painter.setPen(t.border);
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  double top = 0;
  int widest = 1;
  for (const Bar& bar : bars_) {
    top = std::max(top, bar.value);
    widest = std::max(widest, metrics.horizontalAdvance(bar.label) + 8);
  }
  // Where labels do not fit, every second, third … one is said.
  const double width = bars_.isEmpty() ? 1 : slot(0).width();
  const int every = std::max(1, static_cast<int>(std::ceil(widest / std::max(width, 1.0))));
  for (int i = 0; i < bars_.size(); ++i) {
    const QRectF place = slot(i);
    const double height = top > 0 ? place.height() * bars_[i].value / top : 0;
    const double side = std::clamp(place.width() * 0.14, 1.0, 12.0);
    QRectF box(place.left() + side, place.bottom() - height, place.width() - 2 * side, height);
    QColor colour = bars_[i].tone ? t.colour(*bars_[i].tone) : t.series.front();
    if (i != current_) colour.setAlpha(t.dark ? 200 : 215);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (height > 0.5) painter.drawRoundedRect(box, std::min(3.0, box.width() / 2), std::min(3.0, height / 2));
    if (i == current_ && hasFocus()) {
      painter.setPen(QPen(t.focus, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(place.left() + 1, place.top(), place.width() - 2, place.height()), 4, 4);
    }
    painter.setPen(t.secondaryText);
    if (bars_[i].value > 0 && metrics.horizontalAdvance(barAmount(bars_[i].value)) + 4 < place.width()) {
      painter.drawText(QRectF(place.left(), box.top() - metrics.height() - 2, place.width(), metrics.height()), Qt::AlignCenter,
                       barAmount(bars_[i].value));
    }
    if (i % every == 0) {
      const double span_width = std::max(place.width(), static_cast<double>(widest));
      const double left = std::clamp(place.center().x() - span_width / 2, 0.0, std::max(0.0, this->width() - span_width));
      painter.drawText(QRectF(left, area.bottom() + 4, span_width, metrics.height()), Qt::AlignCenter, bars_[i].label);
    }
  }
}

void BarCanvas::choose(int index) {
  if (std::exchange(current_, index) == index) return;
  update();
  emit currentChanged(index);
}

void BarCanvas::mouseMoveEvent(QMouseEvent* event) {
  const double width = bars_.isEmpty() ? 0 : slot(0).width();
  const int at = width > 0 ? static_cast<int>(event->position().x() / width) : -1;
  choose(at >= 0 && at < bars_.size() ? at : -1);
}

void BarCanvas::leaveEvent(QEvent*) { choose(-1); }

void BarCanvas::mouseReleaseEvent(QMouseEvent*) {
  if (current_ >= 0) emit clicked(current_);
}

void BarCanvas::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(bars_.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Left: return choose(std::max(0, current_ - 1));
    case Qt::Key_Right: return choose(std::min(last, current_ + 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0) emit clicked(current_);
      return;
    default: QWidget::keyPressEvent(event);
  }
}

struct BarChart::Parts {
  QString unit, description;
  QVector<Bar> bars;
  BarCanvas* canvas = new BarCanvas;
  ChartFrame* frame = nullptr;

  void describe() {
    QStringList words;
    if (!description.isEmpty()) words.append(description);
    for (const Bar& bar : bars) words.append(QObject::tr("%1: %2.").arg(bar.label, barAmount(bar.value)));
    frame->setDescription(words.join(' '));
  }
  void readOut(int index) {
    const bool known = index >= 0 && index < bars.size();
    frame->setReadout(known ? QObject::tr("%1 · %2 %3").arg(bars[index].label, barAmount(bars[index].value), unit) : QString());
  }
};

BarChart::BarChart(const QString& title, const QString& unit, QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
  parts_->unit = unit;
  parts_->frame = new ChartFrame(title, {}, parts_->canvas, this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(parts_->frame);
  connect(parts_->canvas, &BarCanvas::clicked, this, &BarChart::barClicked);
  connect(parts_->canvas, &BarCanvas::currentChanged, this, [this](int index) { parts_->readOut(index); });
}

BarChart::~BarChart() = default;

void BarChart::replace(const QVector<Bar>& bars) {
  parts_->bars = bars;
  parts_->canvas->setBars(bars);
  QList<QStringList> rows;
  for (const Bar& bar : bars) rows.append({bar.label, barAmount(bar.value)});
  parts_->frame->setTable({tr("Bin"), parts_->unit.isEmpty() ? tr("Value") : parts_->unit}, rows);
  parts_->describe();
}

void BarChart::setDescription(const QString& description) {
  parts_->description = description;
  parts_->describe();
}

void BarChart::setTableShown(bool shown) { parts_->frame->setTableShown(shown); }
void BarChart::addToTitle(QWidget* widget) { parts_->frame->addToTitle(widget); }
bool BarChart::isTableShown() const { return parts_->frame->isTableShown(); }

}  // namespace onceover::widgets
