// Which columns a table shows, how wide and in which order: kept on this desktop, for every table of every page.
#pragma once

#include "ui/widgets/page.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

// Restores what was kept and keeps what is changed from now on. A table is known by its page and its accessible name; what was kept
// of a table with other columns is forgotten. workspace must outlive the page.
void keepColumns(widgets::Page& page, const QString& pageId, workspace::Workspace& workspace);

}  // namespace onceover::shell
