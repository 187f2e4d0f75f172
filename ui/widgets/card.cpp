#include "ui/widgets/card.h"

#include <QPainter>
#include <QVBoxLayout>

#include "ui/widgets/controls.h"
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

Told toldFailure(const Error& error) { return {{QObject::tr("failed"), QStringLiteral("cross"), Tone::danger}, sentences(error)}; }

ResultCard::ResultCard(const QString& title, QWidget* parent)
    : Card(title, parent),
      badge_(new BadgeLabel),
      words_(wrapped(TextRole::strong, tr("Result"))),
      lines_(wrapped(TextRole::body, tr("What was found"))),
      close_(iconButton(QStringLiteral("close"), tr("Close the result"))) {
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  addToTitle(close_);
  auto* line = fill(new QHBoxLayout, {{badge_, 0, Qt::AlignTop}, {words_, 1}});
  fill(body(), {line, lines_});
  hide();
}

void ResultCard::showResult(const Told& told) {
  badge_->setBadge(told.badge);
  words_->setText(told.words);
  lines_->setText(told.lines.join('\n'));
  lines_->setVisible(!told.lines.isEmpty());
  show();
}

QString ResultCard::words() const { return words_->text(); }
void ResultCard::setClosable(bool closable) { close_->setVisible(closable); }

}  // namespace onceover::widgets
