#include "ui/health/finding_card.h"

#include <QVBoxLayout>

#include "ui/health/words.h"
#include "ui/widgets/sql_view.h"
#include "ui/widgets/text.h"

namespace onceover::health {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

// A function's text has lines of its own: each is shown as one.
QString linesOf(const std::string& data) {
  QStringList lines;
  for (const QString& line : widgets::text(data).split(QLatin1Char('\n'))) lines << widgets::shown(widgets::bytes(line));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

FindingCard::FindingCard(QWidget* parent)
    : Card({}, parent),
      badge_(new widgets::BadgeLabel),
      title_(new PlainLabel({}, nullptr, TextRole::heading)),
      seen_(new PlainLabel),
      consequenceHead_(new PlainLabel(tr("What follows"), nullptr, TextRole::caption)),
      consequence_(new PlainLabel),
      adviceHead_(new PlainLabel(tr("What to do"), nullptr, TextRole::caption)),
      advice_(new PlainLabel),
      sqlHead_(new PlainLabel(tr("Remedy, to read before it is run"), nullptr, TextRole::caption)),
      sql_(new widgets::SqlView) {
  for (PlainLabel* label : {title_, seen_, consequence_, advice_}) label->setWordWrap(true);
  body()->addWidget(badge_, 0, Qt::AlignLeft);
  for (QWidget* widget : std::initializer_list<QWidget*>{title_, seen_, consequenceHead_, consequence_, adviceHead_, advice_, sqlHead_})
    body()->addWidget(widget);
  body()->addWidget(sql_, 1);
  body()->addStretch(0);
}

void FindingCard::set(const QString& title, const QString& seen, const QString& consequence, const QString& advice, const QString& sql) {
  title_->setText(title);
  seen_->setText(seen);
  consequence_->setText(consequence);
  advice_->setText(advice);
  sql_->setSql(sql);
  seen_->setVisible(!seen.isEmpty());
  for (QWidget* widget : {consequenceHead_, consequence_}) widget->setVisible(!consequence.isEmpty());
  for (QWidget* widget : {adviceHead_, advice_}) widget->setVisible(!advice.isEmpty());
  for (QWidget* widget : std::initializer_list<QWidget*>{sqlHead_, sql_}) widget->setVisible(!sql.isEmpty());
}

void FindingCard::show(const Finding& finding) {
  badge_->setBadge(badgeOf(finding.severity));
  badge_->setVisible(true);
  set(titleOf(finding.check), linesOf(finding.evidence), widgets::text(info(finding.check).consequence), linesOf(finding.advice),
      widgets::text(finding.sql));
}

void FindingCard::show(const NotChecked& open) {
  badge_->setBadge(badgeOfNotChecked());
  badge_->setVisible(true);
  set(titleOf(open.check), linesOf(open.why), widgets::text(info(open.check).consequence),
      tr("Whether that is so could not be looked at. It is no finding, and no all-clear."), {});
}

void FindingCard::showNothing(const QString& words) {
  badge_->setVisible(false);
  set(words, {}, {}, {}, {});
}

}  // namespace onceover::health
