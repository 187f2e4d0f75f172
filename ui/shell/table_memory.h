// Which table was last read over a connection, kept on this desktop as the profile it was read by, so that it needs no file.
#pragma once

#include <memory>

#include "core/profile/profile.h"
#include "ui/bridge/connection_profile.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

// What choices of a connection are kept under: its id, or where it leads if it was never named.
QString rememberedPlace(const bridge::ConnectionProfile& connection);

void rememberTable(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection, const profile::Profile& profile);
// Null where it was our own, or where what was kept cannot be read any more.
std::shared_ptr<const profile::Profile> rememberedTable(const workspace::Workspace& workspace, const bridge::ConnectionProfile& connection);

}  // namespace onceover::shell
