#include "ui/shell/session_bus.h"

#include <QFileInfo>

namespace onceover::shell {

std::optional<QDBusConnection> sessionBus() {
  const bool isNamed = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
                       QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QLatin1String("/bus"));
  if (!isNamed) return std::nullopt;
  const QDBusConnection bus = QDBusConnection::sessionBus();
  return bus.isConnected() ? std::optional(bus) : std::nullopt;
}

}  // namespace onceover::shell
