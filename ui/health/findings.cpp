// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/findings.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <set>

#include "ui/widgets/code_view.h"
#include "ui/widgets/text.h"
#include "ui/widgets/widgets.h"

namespace onceover::health {
namespace {

using Row = std::variant<Finding, NotChecked>;

Check checkOf(const Row& row) {
  return std::visit([](const auto& one) { return one.check; }, row);
}

widgets::Badge rowBadge(const Row& row) {
  const auto* found = std::get_if<Finding>(&row);
  return found != nullptr ? badgeOf(found->severity) : badgeOfNotChecked();
}

QString evidenceOf(const Row& row) {
  const auto* found = std::get_if<Finding>(&row);
  return widgets::shown(found != nullptr ? found->evidence : std::get<NotChecked>(row).why);
}

}  // namespace

FindingsModel::FindingsModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Severity"), 14, NoTip}, rowBadge},
      {{tr("What is wrong"), 46, NoTip}, [](const Row& row) { return titleOf(checkOf(row)); }},
      {{tr("What was seen"), 36, Stretch}, evidenceOf},
  });
}

void FindingsModel::setReport(const std::vector<Finding>& findings, const std::vector<NotChecked>& notChecked) {
  std::vector<Row> rows(findings.begin(), findings.end());
  rows.insert(rows.end(), notChecked.begin(), notChecked.end());
  setRows(std::move(rows));
}

int FindingsModel::rowOf(Check check) const {
  return rowWhere([check](const Row& row) { return checkOf(row) == check; });
}

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

namespace {

QString byWhat(const ReviewItem& item) {
  QStringList by;
  for (const Check check : item.by) by << titleOf(check);
  return by.isEmpty() ? widgets::text(item.how_to_see) : by.join(QStringLiteral("; "));
}

}  // namespace

ReviewModel::ReviewModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Answer"), 12}, [](const ReviewItem& item) { return badgeOf(item.answer); }},
      {{tr("Promise"), 72}, [](const ReviewItem& item) { return widgets::text(item.what); }},
      {{tr("Found by, or where to look"), 40, Stretch}, byWhat},
  });
}

using widgets::Badge;
using widgets::Tone;

namespace {

QString tr(const char* text, int n = -1) { return QCoreApplication::translate("Health", text, nullptr, n); }

}  // namespace

Badge badgeOf(Severity severity) {
  switch (severity) {
    case Severity::critical: return {tr("critical"), QStringLiteral("stop"), Tone::danger};
    case Severity::warning: return {tr("warning"), QStringLiteral("warning"), Tone::warn};
    case Severity::notice: return {tr("notice"), QStringLiteral("info"), Tone::info};
  }
  return {};
}

Badge badgeOfNotChecked() { return {tr("not checked"), QStringLiteral("question"), Tone::muted}; }

Badge badgeOf(ReviewItem::Answer answer) {
  switch (answer) {
    case ReviewItem::Answer::holds: return {tr("holds"), QStringLiteral("check"), Tone::ok};
    case ReviewItem::Answer::fails: return {tr("fails"), QStringLiteral("cross"), Tone::danger};
    case ReviewItem::Answer::ask: return {tr("ask"), QStringLiteral("person"), Tone::muted};
  }
  return {};
}

QString titleOf(Check check) { return widgets::text(info(check).title); }

QString summaryOf(const Report& report) {
  int counts[3] = {};
  std::set<Check> failed, open;
  for (const Finding& f : report.findings) {
    ++counts[static_cast<int>(f.severity)];
    failed.insert(f.check);
  }
  for (const NotChecked& n : report.not_checked) {
    if (!failed.contains(n.check)) open.insert(n.check);
  }
  QStringList parts;
  if (counts[0] > 0) parts << tr("%1 critical").arg(counts[0]);
  if (counts[1] > 0) parts << (counts[1] == 1 ? tr("1 warning") : tr("%1 warnings").arg(counts[1]));
  if (counts[2] > 0) parts << (counts[2] == 1 ? tr("1 notice") : tr("%1 notices").arg(counts[2]));
  const int silent = static_cast<int>(all_checks().size() - failed.size() - open.size());
  QString words = parts.isEmpty() ? tr("Nothing was found by %1 checks").arg(silent)
                                  : parts.join(QStringLiteral(", ")) + tr("; %1 checks found nothing").arg(silent);
  if (!open.empty()) words += open.size() == 1 ? tr("; 1 could not be made") : tr("; %1 could not be made").arg(open.size());
  return words + QLatin1Char('.');
}

}  // namespace onceover::health
