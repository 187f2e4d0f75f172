#include "ui/widgets/result_card.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"

namespace onceover::widgets {

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
