#include "ui/shell/portal.h"

#include <QDBusConnection>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <utility>

#include "ui/shell/session_bus.h"

namespace onceover::shell {
namespace {

constexpr auto appearanceSpace = QLatin1String("org.freedesktop.appearance");
constexpr auto schemeKey = QLatin1String("color-scheme");

}  // namespace

SettingsPortal::SettingsPortal(const QDBusConnection& bus, QObject* parent)
    : QDBusAbstractInterface(QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
                             "org.freedesktop.portal.Settings", bus, parent) {}

std::optional<bool> prefersDark(const QVariant& value) {
  QVariant inner = value;
  for (int depth = 0; depth < 3 && inner.canConvert<QDBusVariant>(); ++depth) inner = inner.value<QDBusVariant>().variant();
  const uint scheme = inner.toUInt();
  if (scheme == 1) return true;
  if (scheme == 2) return false;
  return std::nullopt;
}

DesktopAppearance::DesktopAppearance(QObject* parent) : QObject(parent) {
  const auto bus = sessionBus();
  if (!bus) return;
  portal_ = new SettingsPortal(*bus, this);
  connect(portal_, &SettingsPortal::SettingChanged, this, &DesktopAppearance::settingChanged);
  ask();
}

void DesktopAppearance::ask() {
  const QVariantList arguments{QString(appearanceSpace), QString(schemeKey)};
  auto* watcher = new QDBusPendingCallWatcher(portal_->asyncCallWithArgumentList(QStringLiteral("Read"), arguments), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, &DesktopAppearance::answered);
}

void DesktopAppearance::answered(QDBusPendingCallWatcher* watcher) {
  const QDBusPendingReply<QDBusVariant> reply = *watcher;
  watcher->deleteLater();
  if (reply.isValid()) take(prefersDark(reply.value().variant()));
}

void DesktopAppearance::settingChanged(const QString& space, const QString& key, const QDBusVariant& value) {
  if (space == appearanceSpace && key == schemeKey) take(prefersDark(value.variant()));
}

void DesktopAppearance::take(std::optional<bool> dark) {
  if (std::exchange(dark_, dark) != dark) emit changed();
}

}  // namespace onceover::shell
