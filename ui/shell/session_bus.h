// The desktop's session bus, where there is one: without an address libdbus may start a bus of its own, and then nothing is there to
// answer.
#pragma once

#include <QDBusConnection>
#include <optional>

namespace onceover::shell {

std::optional<QDBusConnection> sessionBus();

}  // namespace onceover::shell
