// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers: tables of a connection, columns of a table, and where a person has been.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/tables/profile.h"
#include "ui/bridge/connection_profile.h"
#include "ui/bridge/session.h"
#include "ui/widgets/page.h"
#include "ui/widgets/place.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

// Which tables were read over a connection, and as what: kept on this desktop as the profiles they were read
// by, so that they need no file. One mapping a table, any number a connection; and which of them was read
// last.
using Mappings = std::vector<std::shared_ptr<const tables::Profile>>;

// What choices of a connection are kept under: its id, or where it leads if it has none.
QString rememberedPlace(const bridge::ConnectionProfile& connection);

// It is the one that is read. An external table's mapping takes the place of what was kept for that table.
void rememberTable(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection,
                   const tables::Profile& profile);
// Null where it was our own, or where what was kept cannot be read any more.
std::shared_ptr<const tables::Profile> rememberedTable(const workspace::Workspace& workspace,
                                                       const bridge::ConnectionProfile& connection);
// The last read first.
Mappings rememberedMappings(const workspace::Workspace& workspace,
                            const bridge::ConnectionProfile& connection);
void forgetTables(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection);

// Which columns a table shows, how wide and in which order: kept on this desktop, for every table of every
// page.

// Restores what was kept and keeps what is changed from now on. A table is known by its page and its
// accessible name; what was kept of a table with other columns is forgotten. Apart for each of the operator's
// tables. workspace and session must outlive the page.
void keepColumns(widgets::Page& page, const QString& pageId, workspace::Workspace& workspace,
                 const bridge::Session& session);

// Where a person has been, for back and forward. Pure.
struct Visit {
  QString page;
  widgets::Place place;
  std::shared_ptr<const tables::Profile> table;  // that was read
  // The same page and place of the same table.
  bool isSame(const Visit& other) const;
};

class History {
 public:
  // Forgets what was ahead. The same place again is no new one.
  void visit(Visit visit);
  // The same visit, with where the person was on the page when leaving it.
  void update(const QString& page, const widgets::Place& place);
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < visits_.size(); }
  // Goes there. Only where it can.
  Visit back() { return visits_[--at_]; }
  Visit forward() { return visits_[++at_]; }
  const Visit* before() const { return at_ > 0 ? &visits_[at_ - 1] : nullptr; }
  void clear();

 private:
  std::vector<Visit> visits_;
  std::size_t at_ = 0;
};

}  // namespace onceover::shell
