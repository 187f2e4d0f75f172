// Navigation alone: the rail, the pages, the bar above them, banners, the palette of commands. Pages do the work.
#pragma once

#include <QHash>
#include <QMainWindow>
#include <memory>
#include <type_traits>

#include "core/reconcile/case_list.h"
#include "ui/bridge/session.h"
#include "ui/bridge/walker.h"
#include "ui/shell/link.h"
#include "ui/shell/memory.h"
#include "ui/shell/pages.h"
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
  // All references must outlive the window.
  MainWindow(bridge::Session& session, workspace::Workspace& workspace, ThemeController& theme, const QList<PageEntry>& pages);
  ~MainWindow() override;

  ConnectPage& connectPage() const { return *connect_; }
  AlertDesk& alerts() const { return *alerts_; }
  int pageCount() const { return static_cast<int>(pages_.size()); }
  widgets::Page* page(int index) const { return pages_.value(index); }
  QString pageId(int index) const { return entries_.value(index).id; }
  int currentPage() const;  // -1: the connections
  // Of a page that has nothing to show for this table and a home (pages.h): its table is read first.
  void showPage(int index);
  void showConnections();
  void setLive(bool live);
  Live& live() const { return *reading_; }

 public slots:
  void openCase(const onceover::key::Identity& id);
  void openMapping(const QString& role);
  void showRows(const onceover::browse::Filter& filter);
  void openFile(const QString& path);  // an incident bundle; needs no connection
  void askFile();
  void showActs(onceover::Timestamp from, onceover::Timestamp to);
  void planRows(const onceover::browse::Filter& filter);
  void planThese(const std::vector<onceover::key::Identity>& ids);
  void showAudit(qint64 number);
  void offerWalk(const onceover::browse::Filter& filter);
  void goTo(const QString& id);  // of a page; nothing where there is none
  // A link to a view (link.h). It is untrusted: it opens only over a connection that leads to its store, and never connects by itself. What
  // is wrong with it is said above the page.
  void openLink(const QString& text);
  void openGivenLink(const QString& text);  // the same, from outside of the window: it comes to the front
  // To what is shown now; empty where there is nothing to link to.
  QString linkHere() const;
  // Connects; remembered where it works.
  void connectTo(const onceover::bridge::ConnectionProfile& profile, const QString& password);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeActions();
  void makePages();
  void makeLayout();
  QAction* action(const QString& text, const QKeySequence& shortcut, void (MainWindow::*slot)());
  // Gives it to the page that takes it, where one is listed, and shows that page.
  template <class... Given>
  void lead(std::function<void(widgets::Page&, Given...)> PageEntry::*to, bool isShownFirst, std::type_identity_t<Given>... given);
  void openPalette();
  void searchAnywhere();
  void openListedCase(const reconcile::ListedCase& one);
  void openPlan(const QString& name);
  // As a person does in the navigation: in the table of its home, at its beginning.
  void choosePage(int index);
  bool isOfTable(int index) const;
  std::shared_ptr<const tables::Profile> homeOf(int index) const;
  void switchTable(std::shared_ptr<const tables::Profile> table);
  QString pageTitle(int index) const;
  void noteVisit();
  void leave();
  void goBack();
  void goForward();
  void travel(const Visit& visit);
  void copyLink();
  void followLink(const Link& link);
  bool readTable(const QByteArray& title);
  void refuseLink(const Error& error);
  void noteCounts();
  bridge::Tables otherTables() const;
  QStringList pageIds() const;
  void refreshCurrent();
  void focusSearch();
  void showSql();
  void askToArm();
  void askRules();
  void disarm();
  void cancelAll();
  void toggleClock();
  void nextTheme();
  void noteLive();
  void noteState(bridge::SessionState state);
  void noteProfile();
  void listPages();
  void restoreTable();
  void noteFacts();
  void readAgain();
  void noteAge();
  void noteArmFailure(const Error& error);
  void showFirstPage();
  void updateNotices();
  void noteNotices();
  void toggleNotices();
  void openManual();
  void toggleNames();
  void wantNotices();
  void closeLink();
  void updateActions();
  QString unsaved() const;
  QString underWay() const;
  void refreshConnections();
  void forget(const QString& id);
  widgets::ClockChoice clock() const;

  bridge::Session& session_;
  workspace::Workspace& workspace_;
  ThemeController& theme_;
  QList<PageEntry> entries_;
  QList<widgets::Page*> pages_;
  QList<QAction*> pageActions_;
  QList<QAction*> actions_;  // all but the pages'
  QAction *palette_, *refresh_, *live_, *search_, *anywhere_, *sql_, *arm_, *disarm_, *clock_, *connections_, *rules_, *bell_, *names_;
  QAction *backward_, *forward_, *link_;
  QActionGroup* places_;
  QTimer lostTimer_;       // while the connection is lost: the words above the page count down
  bool discards_ = false;  // the window is to close, although something is not saved
  bool quits_ = false;     // the same, although something is under way
  bool remembered_ = true;
  bool hasFile_ = false;     // one was opened, so that its page is listed
  bool wantsTable_ = false;  // a new connection: the table that was last read there is to be read again
  QString armProblem_, linkProblem_;
  History history_;
  QHash<QString, widgets::Place> leftAt_;  // where each page was left, by its id
  bool travels_ = false;                   // back, forward or by a link: the visit is recorded once, at its end
  bool switches_ = false;                  // the table of a page that is shown next is being chosen
  std::optional<Link> pending_;            // a link of a store that is known and not connected
  NavRail* rail_;
  TopBar* bar_;
  AlertDesk* alerts_;
  bridge::Walker* walker_;
  Live* reading_;
  QStackedWidget* stack_;
  Notices* notices_;
  manual::ManualWindow* manual_ = nullptr;
  ConnectPage* connect_;
  CommandPalette* commands_;
  SearchDesk* seeker_;
  widgets::PlainLabel* facts_;
};

}  // namespace onceover::shell
