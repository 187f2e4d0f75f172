// Which tables were read over a connection, and as what: kept on this desktop as the profiles they were read by, so that they need no file.
// One mapping a table, any number a connection; and which of them was read last.
#pragma once

#include <memory>
#include <vector>

#include "core/tables/profile.h"
#include "ui/bridge/connection_profile.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

using Mappings = std::vector<std::shared_ptr<const tables::Profile>>;

// What choices of a connection are kept under: its id, or where it leads if it has none.
QString rememberedPlace(const bridge::ConnectionProfile& connection);

// It is the one that is read. An external table's mapping takes the place of what was kept for that table.
void rememberTable(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection, const tables::Profile& profile);
// Null where it was our own, or where what was kept cannot be read any more.
std::shared_ptr<const tables::Profile> rememberedTable(const workspace::Workspace& workspace, const bridge::ConnectionProfile& connection);
// The last read first.
Mappings rememberedMappings(const workspace::Workspace& workspace, const bridge::ConnectionProfile& connection);
void forgetTables(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection);

}  // namespace onceover::shell
