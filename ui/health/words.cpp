#include "ui/health/words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <set>

#include "ui/widgets/text.h"

namespace onceover::health {

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
