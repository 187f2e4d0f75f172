#include "ui/widgets/result_card.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"

namespace onceover::widgets {

ResultCard::ResultCard(const QString& title, QWidget* parent)
    : Card(title, parent),
      badge_(new BadgeLabel),
      words_(wrapped(TextRole::strong, tr("Result"))),
      close_(iconButton(QStringLiteral("close"), tr("Close the result"))) {
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  addToTitle(close_);
  auto* line = new QHBoxLayout;
  fill(line, {{badge_, 0, Qt::AlignTop}, {words_, 1}});
  body()->addLayout(line);
  hide();
}

void ResultCard::showResult(const Badge& badge, const QString& words) {
  badge_->setBadge(badge);
  words_->setText(words);
  show();
}

QString ResultCard::words() const { return words_->text(); }
void ResultCard::setClosable(bool closable) { close_->setVisible(closable); }

}  // namespace onceover::widgets
