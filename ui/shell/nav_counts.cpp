#include "ui/shell/nav_counts.h"

#include <QCoreApplication>

#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

QString countWords(const char* text) { return QCoreApplication::translate("NavCounts", text); }

NavCount countOf(const alerts::Observed::Waiting& waiting) {
  const QString n = widgets::number(waiting.n);
  const QString why = widgets::shown(waiting.why);
  switch (waiting.known) {
    case unfinished::Known::exact: return {n, countWords("%1 now").arg(n), waiting.n == 0};
    case unfinished::Known::at_least:
      // A lower bound of nothing is no number.
      if (waiting.n > 0) return {QStringLiteral("≥ ") + n, countWords("at least %1. %2").arg(n, why).trimmed(), false};
      break;
    case unfinished::Known::unknown: break;
  }
  return {QStringLiteral("?"), countWords("unknown. %1").arg(why).trimmed(), false};
}

// As their page counts them: leases that have ended, and released keys that no client has retried in time.
std::optional<alerts::Observed::Waiting> stuckOf(const alerts::Observed& observed) {
  if (!observed.stuck || !observed.not_retried) return observed.stuck ? observed.stuck : observed.not_retried;
  using unfinished::Known;
  alerts::Observed::Waiting both = *observed.stuck;
  const alerts::Observed::Waiting& more = *observed.not_retried;
  both.n += more.n;
  if (both.known == Known::exact && more.known == Known::exact) return both;
  both.why = both.known == Known::exact ? more.why : both.why;
  both.known = Known::at_least;
  return both;
}

}  // namespace

QMap<QString, NavCount> navCounts(const std::optional<alerts::Observed>& observed) {
  QMap<QString, NavCount> counts;
  if (!observed) return counts;
  const auto add = [&counts](const char* page, const std::optional<alerts::Observed::Waiting>& waiting) {
    if (waiting) counts.insert(QString::fromLatin1(page), countOf(*waiting));
  };
  add("leases", stuckOf(*observed));
  add("queue", observed->needs_human);
  add("inbox", observed->dead);
  add("outbox", observed->given_up);
  return counts;
}

}  // namespace onceover::shell
