#include "ui/widgets/card.h"

#include <QPainter>
#include <QVBoxLayout>

#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent), header_(new QWidget), title_(new PlainLabel(title, nullptr, TextRole::heading)), body_(new QVBoxLayout) {
  const Tokens t = tokensOf(this);
  auto* line = lineOf(header_);
  line->addWidget(title_, 1);
  fill(columnOf(this, t.unit, QMargins(t.gap, t.gap - t.half, t.gap, t.gap - t.half)), {header_, {body_, 1}});
  body_->setSpacing(t.unit);
  header_->setVisible(!title.isEmpty());
}

void Card::setTitle(const QString& title) {
  title_->setText(title);
  header_->setVisible(true);
}

void Card::addToTitle(QWidget* widget) {
  header_->layout()->addWidget(widget);
  header_->setVisible(true);
}

void Card::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(t.border);
  painter.setBrush(t.surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), t.radius + 2, t.radius + 2);
}

}  // namespace onceover::widgets
