#include "ui/alerts/announcer.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/alerts/words.h"
#include "ui/widgets/text.h"

namespace onceover::alerts {
namespace {

QString announced(const char* text) { return QCoreApplication::translate("Alerts", text); }

QString valueIn(Rule rule, double value) {
  if (unit(rule) == "s") return widgets::span(std::chrono::seconds(std::llround(value)));
  const QString n = widgets::number(std::llround(value));
  return unit(rule) == "%" ? n + QStringLiteral(" %") : n;
}

DesktopNotice desktopNotice(const Firing& firing, const Settings& settings, const QString& connection) {
  const Alert& alert = firing.alert;
  const bool isCritical = alert.level == Level::critical;
  DesktopNotice out;
  out.isCritical = isCritical;
  out.title = announced("Onceover: %1").arg(connection);
  out.body = (isCritical ? announced("Critical: %1") : announced("Warning: %1")).arg(titleOf(alert.rule));
  if (alert.value) out.body += QLatin1Char(' ') + valueIn(alert.rule, *alert.value);
  const Limits& limits = settings.of(alert.rule);
  if (const auto limit = isCritical ? limits.critical : limits.warning)
    out.body += announced(" (limit %1)").arg(valueIn(alert.rule, *limit));
  return out;
}

}  // namespace

QList<DesktopNotice> Announcer::take(const std::vector<Firing>& firing, const Settings& settings, bool isWatched,
                                     const QString& connection) {
  std::erase_if(
      told_, [&](const auto& one) { return std::ranges::none_of(firing, [&](const Firing& now) { return now.alert.rule == one.first; }); });
  QList<DesktopNotice> out;
  for (const Firing& one : firing) {
    if (!one.is_known || one.is_muted || !told_.try_emplace(one.alert.rule, one.alert.level).second || isWatched) continue;
    out.append(desktopNotice(one, settings, connection));
  }
  return out;
}

}  // namespace onceover::alerts
