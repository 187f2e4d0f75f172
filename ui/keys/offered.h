// SPDX-License-Identifier: GPL-3.0-or-later
// What a table's profile lets a person ask for and see, and the export of what a filter finds.
#pragma once

#include <QString>
#include <functional>

#include "core/browse/browser.h"
#include "core/tables/profile.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::keys {

// What a table's profile lets a person ask for and see. Pure.
enum class Asking {
  tenant,
  operation,
  state,
  unknownState,
  setAside,
  stuck,
  needsPerson,
  dead,
  errorCode,
  responseCode,
  created,
  bodies
};

// Why this cannot be asked of the table, in a sentence; empty: it can. state: for Asking::state, otherwise
// ignored.
QString whyNotAsked(Asking what, const tables::Profile& profile, key::State state = {});

// Whether any role of the profile fills the column (KeysModel::Column).
bool isFilled(int column, const tables::Profile& profile);
// Whether it is shown until a person chooses otherwise.
bool isShownAtFirst(int column, const tables::Profile& profile);

// How the rows of such a table are called.
struct RowWords {
  QString one, many;            // "key", "keys"; "event"
  QString empty, emptyHow;      // a table without rows
  QString noMatch, noMatchHow;  // a filter that finds nothing
};
RowWords rowWords(const tables::Profile& profile);

// Every row that a filter finds, into a file of its owner's alone.

// Asks where to, then writes there: the name's end tells the form (.csv, .jsonl, .md; CSV otherwise). Bodies
// are masked by their size, as on the screen. Runs on the session's worker with progress and can be
// cancelled; nothing is left of a file that was not finished. said: how it goes and how it ended, in a
// sentence. parent: gone, nothing is said any more.
void exportRows(bridge::Session& session, QWidget* parent, const browse::Filter& filter,
                const std::function<void(const QString&)>& said);

// The same without asking.
void exportRowsTo(bridge::Session& session, QWidget* parent, const browse::Filter& filter,
                  const QString& path, const std::function<void(const QString&)>& said);

}  // namespace onceover::keys
