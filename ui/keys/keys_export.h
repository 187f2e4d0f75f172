// Every row that a filter finds, into a file of its owner's alone.
#pragma once

#include <QString>
#include <functional>

#include "core/browse/browser.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::keys {

// Asks where to, then writes there: the name's end tells the form (.csv, .jsonl, .md; CSV otherwise). Bodies are masked by their size, as
// on the screen. Runs on the session's worker with progress and can be cancelled; nothing is left of a file that was not finished. said:
// how it goes and how it ended, in a sentence. parent: gone, nothing is said any more.
void exportRows(bridge::Session& session, QWidget* parent, const browse::Filter& filter, const std::function<void(const QString&)>& said);

// The same without asking.
void exportRowsTo(bridge::Session& session, QWidget* parent, const browse::Filter& filter, const QString& path,
                  const std::function<void(const QString&)>& said);

}  // namespace onceover::keys
