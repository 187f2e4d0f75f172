#include "ui/health/finding_card.h"

#include "ui/health/words.h"
#include "ui/widgets/sql_view.h"
#include "ui/widgets/widgets.h"

namespace onceover::health {

using widgets::PlainLabel;
using widgets::TextRole;

FindingCard::FindingCard(QWidget* parent)
    : Card({}, parent),
      badge_(new widgets::BadgeLabel),
      title_(widgets::wrapped(TextRole::heading)),
      seen_(widgets::wrapped()),
      consequence_(widgets::wrapped()),
      advice_(widgets::wrapped()),
      sql_(new widgets::SqlView) {
  widgets::fill(body(), {{badge_, 0, Qt::AlignLeft}, title_, seen_});
  const std::pair<QString, QWidget*> parts[] = {
      {tr("Consequence"), consequence_}, {tr("What to do"), advice_}, {tr("SQL to review before you run it"), sql_}};
  for (const auto& [caption, part] : parts) {
    auto* head = new PlainLabel(caption, nullptr, TextRole::caption);
    widgets::fill(body(), {head, {part, part == sql_ ? 1 : 0}});
    captions_.push_back({head, part});
  }
  body()->addStretch(0);
}

void FindingCard::set(const QString& title, const QString& seen, const QString& consequence, const QString& advice, const QString& sql) {
  title_->setText(title);
  seen_->setText(seen);
  consequence_->setText(consequence);
  advice_->setText(advice);
  sql_->setSql(sql);
  seen_->setVisible(!seen.isEmpty());
  const QString texts[] = {consequence, advice, sql};
  for (std::size_t i = 0; i < captions_.size(); ++i) {
    for (QWidget* widget : {captions_[i].first, captions_[i].second}) widget->setVisible(!texts[i].isEmpty());
  }
}

void FindingCard::show(const Finding& finding) {
  badge_->setBadge(badgeOf(finding.severity));
  badge_->setVisible(true);
  set(titleOf(finding.check), widgets::linesShown(finding.evidence), widgets::text(info(finding.check).consequence),
      widgets::linesShown(finding.advice), widgets::text(finding.sql));
}

void FindingCard::show(const NotChecked& open) {
  badge_->setBadge(badgeOfNotChecked());
  badge_->setVisible(true);
  set(titleOf(open.check), widgets::linesShown(open.why), widgets::text(info(open.check).consequence),
      tr("This could not be checked. It is neither a finding nor an all-clear."), {});
}

void FindingCard::showNothing(const QString& words) {
  badge_->setVisible(false);
  set(words, {}, {}, {}, {});
}

}  // namespace onceover::health
