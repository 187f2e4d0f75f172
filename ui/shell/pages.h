// SPDX-License-Identifier: GPL-3.0-or-later
// The pages, and the places in which the navigation shows them: the only thing the shell knows of them.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>

#include "core/alerts/rules.h"
#include "core/browse/browser.h"
#include "core/key/types.h"
#include "ui/bridge/session.h"
#include "ui/metrics/metrics_page.h"
#include "ui/widgets/page.h"
#include "ui/widgets/text.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

struct PageEntry {
  QString id;         // "keys": for settings and names of screenshots
  const char* title;  // "Keys", in English: a heading of the manual
  QString icon;
  std::function<widgets::Page*(bridge::Session&, QWidget*)> make;
  // Other names under which the palette finds it.
  QStringList names = {};
  QString name() const { return tr(title); }
  // What the page is called for the table that is read; empty: as above.
  std::function<QString(const tables::Profile&)> titleFor = {};
  // Whether it has anything to show for that table; empty: always. A page that has not is not listed.
  std::function<bool(const bridge::Session&)> isFor = {};
  // The table of our own that a person means who chooses it, while another one of our own is read; null: the
  // one that is read. With a table it is listed, so that the navigation stays as it is while a person goes
  // through our tables.
  std::function<std::shared_ptr<const tables::Profile>(const bridge::Session&)> home = {};
  // The rows among which its cases are found, where another page's walkOffered leads; empty: not here.
  std::function<void(widgets::Page&, const browse::Filter&)> walk = {};
  // Where another page's caseRequested, rowsRequested, actsRequested, planRequested and mappingRequested
  // lead; empty: not here.
  std::function<void(widgets::Page&, const key::Identity&)> openCase = {};
  std::function<void(widgets::Page&, const browse::Filter&)> showRows = {};
  std::function<void(widgets::Page&, Timestamp from, Timestamp to)> showActs = {};
  std::function<void(widgets::Page&, const browse::Filter&)> planRows = {};
  std::function<void(widgets::Page&, const std::vector<key::Identity>&)> planThese = {};
  std::function<void(widgets::Page&, qint64 number)> showAudit = {};
  std::function<void(widgets::Page&, const QString& role)> openMapping = {};
  // Where a file is opened that needs no connection: such a page is listed once there is one, connected or
  // not.
  std::function<void(widgets::Page&, const QString& path)> openFile = {};
  // What it is given of what this desktop remembers, once it is made.
  std::function<void(widgets::Page&, bridge::Session&, workspace::Workspace&)> furnish = {};
  // What fires now, where it says that by itself; no words: nothing.
  std::function<void(widgets::Page&, const QString& words, widgets::Tone tone)> alarm = {};
  // What the alert rules watch now, where it draws that.
  std::function<void(widgets::Page&, const alerts::Settings&)> rules = {};
};

// profiles: files and directories that describe tables; the first directory is where new ones are kept.
QList<PageEntry> pageEntries(const QStringList& profiles = {});

// An entry of the navigation: its pages are its tabs. A page of no place (a case) opens from a row, and is
// left by Back.
struct PlaceEntry {
  QString id, title, icon;
  QStringList pages;  // their ids
};

// Alt+1 leads to the first.
const QList<PlaceEntry>& placeEntries();
// -1: of none.
int placeOfPage(const QString& page);

// What the dashboard is given beside the counters: the sources that this desktop keeps or reaches by itself,
// and what was done as marks. session and workspace must outlive the page.
void furnishMetrics(metrics::MetricsPage& page, bridge::Session& session, workspace::Workspace& workspace);

}  // namespace onceover::shell
