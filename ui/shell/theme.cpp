// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/theme.h"

#include <QApplication>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>
#include <utility>

#include "core/base/words.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {

constexpr auto themeWords = onceover::words<ThemeChoice>(
    {{ThemeChoice::system, "system"}, {ThemeChoice::light, "light"}, {ThemeChoice::dark, "dark"}});

QString themeWord(ThemeChoice choice) { return widgets::text(themeWords.of(choice)); }

ThemeChoice themeFromWord(const QString& word) {
  return themeWords.from(widgets::bytes(word)).value_or(ThemeChoice::system);
}

ThemeController::ThemeController(QApplication& app, ThemeChoice choice, QObject* parent)
    : QObject(parent),
      app_(app),
      choice_(choice),
      paletteWasDark_(app.palette().color(QPalette::Window).lightness() < 128),
      desktop_(std::make_unique<DesktopAppearance>()) {
  connect(desktop_.get(), &DesktopAppearance::changed, this, &ThemeController::dress);
  dress();
}

ThemeController::~ThemeController() = default;

void ThemeController::setChoice(ThemeChoice choice) {
  choice_ = choice;
  dress();
}

void ThemeController::dress() {
  const bool dark = choice_ == ThemeChoice::system ? desktop_->dark().value_or(paletteWasDark_)
                                                   : choice_ == ThemeChoice::dark;
  if (std::exchange(dressed_, true) && dark == dark_) return;
  dark_ = dark;
  const widgets::Tokens tokens = dark ? widgets::darkTokens() : widgets::lightTokens();
  app_.setPalette(widgets::paletteOf(tokens));
  app_.setStyle(new widgets::ThemeStyle(tokens));
  emit changed();
}

namespace {

constexpr auto appearanceSpace = QLatin1String("org.freedesktop.appearance");
constexpr auto schemeKey = QLatin1String("color-scheme");

}  // namespace

SettingsPortal::SettingsPortal(const QDBusConnection& bus, QObject* parent)
    : QDBusAbstractInterface(QStringLiteral("org.freedesktop.portal.Desktop"),
                             QStringLiteral("/org/freedesktop/portal/desktop"),
                             "org.freedesktop.portal.Settings", bus, parent) {}

std::optional<bool> prefersDark(const QVariant& value) {
  QVariant inner = value;
  for (int depth = 0; depth < 3 && inner.canConvert<QDBusVariant>(); ++depth)
    inner = inner.value<QDBusVariant>().variant();
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
  auto* watcher = new QDBusPendingCallWatcher(
      portal_->asyncCallWithArgumentList(QStringLiteral("Read"), arguments), this);
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

std::optional<QDBusConnection> sessionBus() {
  const bool isNamed = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
                       QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QLatin1String("/bus"));
  if (!isNamed) return std::nullopt;
  const QDBusConnection bus = QDBusConnection::sessionBus();
  return bus.isConnected() ? std::optional(bus) : std::nullopt;
}

}  // namespace onceover::shell
