#include "ui/reconcile/life_line.h"

#include <QGridLayout>
#include <QPainter>

#include "ui/widgets/widgets.h"

namespace onceover::reconcile {
namespace {

constexpr int gutter = 24;  // room for dots and line
constexpr int dotX = 8;

}  // namespace

LifeLine::LifeLine(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  grid_->setContentsMargins(gutter, 0, 0, 0);
  grid_->setHorizontalSpacing(t.unit);
  grid_->setVerticalSpacing(t.unit);
  grid_->setColumnStretch(0, 1);
}

void LifeLine::setSteps(const std::vector<LifeStep>& steps, Timestamp now, widgets::ClockChoice clock) {
  widgets::empty(grid_);
  steps_ = steps;
  QStringList said;
  int row = 0;
  for (const LifeStep& step : steps) {
    auto* words = new widgets::PlainLabel(step.words, nullptr, step.isNow ? widgets::TextRole::strong : widgets::TextRole::body);
    words->setWordWrap(true);
    auto* when = new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption);
    if (step.at) when->setTime(*step.at, now, clock);
    grid_->addWidget(words, row, 0, Qt::AlignTop);
    grid_->addWidget(when, row, 1, Qt::AlignTop | Qt::AlignRight);
    said.append(step.at ? step.words + ' ' + widgets::relative(*step.at, now) : step.words);
    ++row;
  }
  setAccessibleName(tr("Life of the key: %1").arg(said.join(QStringLiteral(", then "))));
  update();
}

void LifeLine::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPoint before;
  for (int row = 0; row < static_cast<int>(steps_.size()); ++row) {
    const QLayoutItem* item = grid_->itemAtPosition(row, 0);
    if (item == nullptr) continue;
    const LifeStep& step = steps_[static_cast<std::size_t>(row)];
    const QPoint dot(dotX, item->geometry().top() + fontMetrics().height() / 2);
    const int radius = step.isNow ? 6 : 4;
    if (row > 0) {
      painter.setPen(QPen(t.strongBorder, 1.5));
      painter.drawLine(before + QPoint(0, 7), dot - QPoint(0, radius + 3));
    }
    const QColor colour = step.tone == widgets::Tone::neutral ? t.muted : t.colour(step.tone);
    painter.setPen(QPen(colour, 2));
    painter.setBrush(step.isNow ? colour : t.surface);
    painter.drawEllipse(dot, radius, radius);
    before = dot;
  }
}

}  // namespace onceover::reconcile
