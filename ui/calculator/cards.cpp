#include "ui/calculator/cards.h"

#include <QVBoxLayout>

#include "ui/calculator/words.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {
widgets::Card* cardOf(QWidget* chart, int height) {
  auto* card = new widgets::Card;
  chart->setMinimumHeight(height);
  card->body()->addWidget(chart);
  return card;
}

void tell(widgets::PlainLabel* note, widgets::Tone tone, const QString& words) {
  note->setTone(tone);
  note->setText(words);
  note->setVisible(!words.isEmpty());
}

void FindingsCard::show(const std::vector<Finding>& findings) {
  const widgets::Tokens t = widgets::tokensOf(this);
  delete list_;
  list_ = new QWidget;
  list_->setAccessibleName(tr("Findings"));
  auto* lines = widgets::columnOf(list_, t.gap);
  for (const Finding& one : findings) {
    auto* texts = widgets::columnOf(nullptr, t.half);
    texts->addWidget(widgets::wrappedText(widgets::shown(one.what), widgets::TextRole::strong));
    texts->addWidget(widgets::wrappedText(widgets::shown(one.consequence), widgets::TextRole::body));
    texts->addWidget(widgets::wrappedText(tr("Remedy: %1").arg(widgets::shown(one.remedy)), widgets::TextRole::body));
    auto* line = widgets::lineOf(nullptr, t.unit);
    auto* badge = new widgets::BadgeLabel(badgeOf(one.severity));
    badge->setMinimumWidth(84);
    widgets::fill(line, {{badge, 0, Qt::AlignTop}, {texts, 1}});
    lines->addLayout(line);
  }
  if (findings.empty()) lines->addWidget(widgets::wrappedText(tr("No known problems."), widgets::TextRole::body));
  body()->addWidget(list_);
}

}  // namespace onceover::calculator
