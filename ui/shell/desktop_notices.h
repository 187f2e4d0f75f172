// Notices of the desktop by org.freedesktop.Notifications. Sent without waiting; where no service answers, nothing is shown.
#pragma once

#include <QDBusAbstractInterface>
#include <QDBusConnection>
#include <QSet>

#include "ui/alerts/announcer.h"

namespace onceover::shell {

// A typed interface, so that its signals are connected by pointer to member.
class NotificationService : public QDBusAbstractInterface {
  Q_OBJECT
 public:
  explicit NotificationService(const QDBusConnection& bus, QObject* parent = nullptr);

 signals:
  void ActionInvoked(uint id, const QString& action);  // the service's own spelling
};

class DesktopNotices : public alerts::Notifier {
  Q_OBJECT
 public:
  explicit DesktopNotices(const QDBusConnection& bus, QObject* parent = nullptr);
  void notify(const alerts::DesktopNotice& notice) override;

 private:
  NotificationService* service_;
  QSet<uint> ids_;  // of ours: the signal comes for those of every program
};

}  // namespace onceover::shell
