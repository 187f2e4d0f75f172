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

// What a page lists together. Where a part is unknown, the others are the least.
std::optional<alerts::Observed::Waiting> sumOf(std::initializer_list<std::optional<alerts::Observed::Waiting>> parts) {
  using unfinished::Known;
  std::optional<alerts::Observed::Waiting> sum;
  for (const auto& part : parts) {
    if (!part) continue;
    if (!sum) {
      sum = part;
      continue;
    }
    sum->n += part->n;
    if (sum->known == Known::exact && part->known == Known::exact) continue;
    sum->why = sum->known == Known::exact ? part->why : sum->why;
    sum->known = Known::at_least;
  }
  return sum;
}

QString requestWords(std::int64_t n) {
  return n == 1 ? countWords("1 request waits for a second approver")
                : countWords("%1 requests wait for a second approver").arg(widgets::number(n));
}

// Cases, and requests for a second approver; the requests are named, for they are not keys.
std::optional<NavCount> peopleOf(const alerts::Observed& observed) {
  const auto sum = sumOf({observed.needs_human, observed.other_cases, observed.approvals});
  if (!sum) return std::nullopt;
  NavCount count = countOf(*sum);
  if (observed.approvals && observed.approvals->n > 0) count.why += QStringLiteral(" · ") + requestWords(observed.approvals->n);
  return count;
}

}  // namespace

QMap<QString, NavCount> navCounts(const std::optional<alerts::Observed>& observed) {
  QMap<QString, NavCount> counts;
  if (!observed) return counts;
  const auto add = [&counts](const char* page, const std::optional<alerts::Observed::Waiting>& waiting) {
    if (waiting) counts.insert(QString::fromLatin1(page), countOf(*waiting));
  };
  // Leases that have ended, and released keys that no client has retried in time.
  add("leases", sumOf({observed->stuck, observed->not_retried}));
  if (const auto people = peopleOf(*observed)) counts.insert(QStringLiteral("queue"), *people);
  add("inbox", observed->dead ? observed->dead : observed->inbox_dead);
  add("outbox", observed->given_up);
  return counts;
}

}  // namespace onceover::shell
