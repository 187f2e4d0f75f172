// Which columns a table shows, how wide and in which order: kept on this desktop, for every table of every page.
#pragma once

#include "ui/bridge/session.h"
#include "ui/widgets/page.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

// Restores what was kept and keeps what is changed from now on. A table is known by its page and its accessible name; what was kept
// of a table with other columns is forgotten. Apart for each of the operator's tables. workspace and session must outlive the page.
void keepColumns(widgets::Page& page, const QString& pageId, workspace::Workspace& workspace, const bridge::Session& session);

}  // namespace onceover::shell
