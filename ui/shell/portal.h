// The desktop's wish for light or dark, over the settings portal (org.freedesktop.appearance). Asks without waiting.
#pragma once

#include <QDBusAbstractInterface>
#include <QDBusVariant>
#include <QObject>
#include <memory>
#include <optional>

class QDBusPendingCallWatcher;

namespace onceover::shell {

// A typed interface, so that its signal is connected by pointer to member.
class SettingsPortal : public QDBusAbstractInterface {
  Q_OBJECT
 public:
  explicit SettingsPortal(const QDBusConnection& bus, QObject* parent = nullptr);

 signals:
  void SettingChanged(const QString& space, const QString& key, const QDBusVariant& value);  // the portal's own spelling
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

}  // namespace onceover::shell
