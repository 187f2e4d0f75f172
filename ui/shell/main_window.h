// SPDX-License-Identifier: GPL-3.0-or-later
// The window: its actions, its layout, what it says of the connection, and the palette. Where a person is,
// the navigator knows; pages do the work.
#pragma once

#include <QMainWindow>
#include <QSet>
#include <memory>

#include "ui/bridge/session.h"
#include "ui/bridge/walker.h"
#include "ui/shell/link.h"
#include "ui/shell/navigator.h"
#include "ui/shell/theme.h"
#include "ui/shell/words.h"
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

namespace onceover::manual {
class ManualWindow;
}

namespace onceover::shell {

class AlertDesk;
class SearchDesk;
class CommandPalette;
class ConnectPage;
class Live;
class NavRail;
class Notices;
class TopBar;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // All references must outlive the window. described: tables beside those that were mapped over a
  // connection.
  MainWindow(bridge::Session& session, workspace::Workspace& workspace, ThemeController& theme,
             const QList<PageEntry>& pages, bridge::DescribedTables described = {});
  ~MainWindow() override;

  ConnectPage& connectPage() const { return *connect_; }
  AlertDesk& alerts() const { return *alerts_; }
  Navigator& places() const { return *places_; }
  int pageCount() const { return static_cast<int>(places_->pages().size()); }
  widgets::Page* page(int index) const { return places_->pages().value(index); }
  QString pageId(int index) const { return places_->entries().value(index).id; }
  int currentPage() const { return places_->current(); }  // -1: the connections
  void showPage(int index) { places_->show(index); }
  void goTo(const QString& id) { places_->goTo(id); }
  void openCase(const key::Identity& id) { places_->openCase(id); }
  void showConnections();
  void setLive(bool live);
  Live& live() const { return *reading_; }
  // While it is not shown yet: no larger than this.
  void fitTo(const QSize& available);
  void openLink(const QString& text) { links_->open(text); }
  QString linkHere() const { return links_->here(); }

 public slots:
  void openFile(const QString& path);  // an incident bundle; needs no connection
  void askFile();
  void openGivenLink(const QString& text);  // from outside of the window: it comes to the front
  // Connects; remembered where it works.
  void connectTo(const onceover::bridge::ConnectionProfile& profile, const QString& password);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeActions();
  void makePages();
  void makeLayout();
  template <class Slot>
  QAction* action(const QString& text, const QKeySequence& shortcut, Slot slot);
  void openPalette();
  void notePage();
  void follow(int width);
  void copyLink();
  void noteCounts();
  bridge::Tables otherTables() const;
  void focusSearch();
  void showSql();
  void askToArm();
  void toggleClock();
  void nextTheme();
  void nextLanguage();
  void noteLive();
  void noteState(bridge::SessionState state);
  void noteProfile();
  void restoreTable();
  void noteFacts();
  void readAgain();
  void noteAge();
  void noteArmFailure(const Error& error);
  void updateNotices();
  void noteNotices();
  void openManual();
  void toggleNames();
  void wantNotices();
  void updateActions();
  QString unsaved() const;
  QString underWay() const;
  void refreshConnections();
  void forget(const QString& id);
  widgets::ClockChoice clock() const;

  bridge::Session& session_;
  workspace::Workspace& workspace_;
  ThemeController& theme_;
  QList<QAction*> actions_;  // all but those of places and pages
  QAction *palette_, *refresh_, *live_, *search_, *sql_, *arm_, *disarm_, *clock_, *connections_, *rules_,
      *bell_, *names_;
  QAction* link_;
  QActionGroup* led_;                // what leads to a place, and to the connections
  QSet<const widgets::Page*> aged_;  // what they show was read over this connection
  QTimer lostTimer_;                 // while the connection is lost: the words above the page count down
  bool discards_ = false;            // the window is to close, although something is not saved
  bool quits_ = false;               // the same, although something is under way
  bool remembered_ = true;
  bool wantsTable_ = false;  // a new connection: the table that was last read there is to be read again
  QString armProblem_;
  NavRail* rail_;
  TopBar* bar_;
  AlertDesk* alerts_;
  bridge::Walker* walker_;
  Live* reading_;
  QStackedWidget* stack_;
  Navigator* places_;
  LinkDesk* links_;
  Notices* notices_;
  manual::ManualWindow* manual_ = nullptr;
  ConnectPage* connect_;
  CommandPalette* commands_;
  SearchDesk* seeker_;
  widgets::PlainLabel* facts_;
};

}  // namespace onceover::shell
