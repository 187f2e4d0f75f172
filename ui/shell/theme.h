// SPDX-License-Identifier: GPL-3.0-or-later
// Light or dark: a person's choice, else the desktop's wish, else what the desktop's own palette looks like.
#pragma once

#include <QDBusAbstractInterface>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>
#include <memory>
#include <optional>

class QApplication;

class QDBusPendingCallWatcher;

namespace onceover::shell {

class DesktopAppearance;

enum class ThemeChoice { system, light, dark };
QString themeWord(ThemeChoice choice);           // "system", "light", "dark"
ThemeChoice themeFromWord(const QString& word);  // system for anything else

class ThemeController : public QObject {
  Q_OBJECT
 public:
  // Dresses the application at once, and again whenever it changes. app must outlive it.
  explicit ThemeController(QApplication& app, ThemeChoice choice = ThemeChoice::system,
                           QObject* parent = nullptr);
  ~ThemeController() override;
  void setChoice(ThemeChoice choice);
  ThemeChoice choice() const { return choice_; }
  bool isDark() const { return dark_; }

 signals:
  void changed();

 private:
  void dress();
  QApplication& app_;
  ThemeChoice choice_;
  bool paletteWasDark_;
  bool dressed_ = false, dark_ = false;
  std::unique_ptr<DesktopAppearance> desktop_;
};

// The desktop's wish for light or dark, over the settings portal (org.freedesktop.appearance). Asks without
// waiting.

// A typed interface, so that its signal is connected by pointer to member.
class SettingsPortal : public QDBusAbstractInterface {
  Q_OBJECT
 public:
  explicit SettingsPortal(const QDBusConnection& bus, QObject* parent = nullptr);

 signals:
  // the portal's own spelling
  void SettingChanged(const QString& space, const QString& key, const QDBusVariant& value);
};

// 1 is dark, 2 light; anything else is no wish. The portal wraps the number in one variant or in two.
std::optional<bool> prefersDark(const QVariant& value);

class DesktopAppearance : public QObject {
  Q_OBJECT
 public:
  explicit DesktopAppearance(QObject* parent = nullptr);
  // none: the desktop has not said, or there is no portal.
  std::optional<bool> dark() const { return dark_; }

 signals:
  void changed();

 private:
  void ask();
  void answered(QDBusPendingCallWatcher* watcher);
  void settingChanged(const QString& space, const QString& key, const QDBusVariant& value);
  void take(std::optional<bool> dark);
  SettingsPortal* portal_ = nullptr;
  std::optional<bool> dark_;
};

// The desktop's session bus, where there is one: without an address libdbus may start a bus of its own, and
// then nothing is there to answer.
std::optional<QDBusConnection> sessionBus();

}  // namespace onceover::shell
