#include "ui/alerts/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace onceover::alerts {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Alerts", text); }

QString pageOf(Rule rule) {
  switch (rule) {
    case Rule::stuck_age:
    case Rule::not_retried: return QStringLiteral("leases");
    case Rule::needs_human: return QStringLiteral("queue");
    case Rule::dead_letters:
    case Rule::lag:
    case Rule::inbox_dead: return QStringLiteral("inbox");
    case Rule::outbox_lag:
    case Rule::outbox_parked:
    case Rule::outbox_dead:
    case Rule::topic_without_relay: return QStringLiteral("outbox");
    default: return QStringLiteral("metrics");
  }
}

QString levelOf(Level level) { return level == Level::critical ? tr("Critical") : tr("Warning"); }

QString lineOf(const Firing& firing, widgets::ClockChoice clock) {
  const Timestamp second{firing.since.us / 1'000'000 * 1'000'000};
  const QString since = widgets::exact(second, clock).remove(QStringLiteral(".000"));
  QString line = tr("%1: %2 (seen since %3)").arg(levelOf(firing.alert.level), widgets::shown(firing.alert.text), since);
  if (!firing.is_known) line += tr(" – current state unknown");
  return line;
}

}  // namespace

QString titleOf(Rule rule) {
  QString title = widgets::wordShown(widgets::bytes(widgets::text(name(rule)).replace('-', '_')));
  title[0] = title[0].toUpper();
  return title;
}

Notice noticeOf(const std::vector<Firing>& firing, widgets::ClockChoice clock) {
  const Firing* first = gravest(firing);
  if (first == nullptr) return {};
  Notice notice;
  notice.tone = first->alert.level == Level::critical ? widgets::Tone::danger : widgets::Tone::warn;
  notice.page = pageOf(first->alert.rule);
  notice.text = lineOf(*first, clock);
  QStringList details, others;
  for (const Firing& one : firing) {
    details.append(lineOf(one, clock) + '\n' + widgets::text(meaning(one.alert.rule)));
    if (&one != first && !one.is_muted) others.append(titleOf(one.alert.rule).toLower());
  }
  if (!others.isEmpty()) notice.text += tr(" · also: %1").arg(others.join(QStringLiteral(", ")));
  notice.detail = details.join(QStringLiteral("\n\n"));
  return notice;
}

}  // namespace onceover::alerts
