#include "ui/shell/desktop_notices.h"

#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace onceover::shell {
namespace {

constexpr uchar normalUrgency = 1, criticalUrgency = 2;
constexpr int serviceDecides = -1;  // how long it is shown

}  // namespace

NotificationService::NotificationService(const QDBusConnection& bus, QObject* parent)
    : QDBusAbstractInterface(QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
                             "org.freedesktop.Notifications", bus, parent) {}

DesktopNotices::DesktopNotices(const QDBusConnection& bus, QObject* parent)
    : alerts::Notifier(parent), service_(new NotificationService(bus, this)) {
  connect(service_, &NotificationService::ActionInvoked, this, [this](uint id, const QString&) {
    if (ids_.contains(id)) emit opened();
  });
}

void DesktopNotices::notify(const alerts::DesktopNotice& notice) {
  const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(notice.isCritical ? criticalUrgency : normalUrgency)},
                          {QStringLiteral("desktop-entry"), QStringLiteral("onceover")}};
  // A service may read markup in the body.
  const QVariantList arguments{QStringLiteral("Onceover"),
                               0U,
                               QStringLiteral("onceover"),
                               notice.title,
                               notice.body.toHtmlEscaped(),
                               QStringList{QStringLiteral("default"), tr("Open")},
                               hints,
                               serviceDecides};
  auto* watcher = new QDBusPendingCallWatcher(service_->asyncCallWithArgumentList(QStringLiteral("Notify"), arguments), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
    const QDBusPendingReply<uint> reply = *done;
    if (reply.isValid()) ids_.insert(reply.value());
    done->deleteLater();
  });
}

}  // namespace onceover::shell
