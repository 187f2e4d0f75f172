// Navigation alone: the rail, the pages, the bar above them, banners, the palette of commands. Pages do the work.
#pragma once

#include <QHash>
#include <QMainWindow>
#include <memory>
#include <type_traits>

#include "ui/bridge/session.h"
#include "ui/bridge/walker.h"
#include "ui/shell/pages.h"
#include "ui/shell/theme.h"
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

class AlertDesk;
class CommandPalette;
class ConnectPage;
class Live;
class NavRail;
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
  void goTo(const QString& id);  // of a page; nothing where there is none
  // Connects; remembered where it works.
  void connectTo(const onceover::bridge::ConnectionProfile& profile, const QString& password);

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void makeActions();
  void makePages();
  void makeLayout();
  QAction* action(const QString& text, const QKeySequence& shortcut, void (MainWindow::*slot)());
  // Gives it to the page that takes it, where one is listed, and shows that page.
  template <class... Given>
  void lead(std::function<void(widgets::Page&, Given...)> PageEntry::*to, bool isShownFirst, std::type_identity_t<Given>... given);
  void openPalette();
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
  void noteAge();
  void noteArmFailure(const Error& error);
  void updateBanners();
  void updateActions();
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
  QAction *palette_, *refresh_, *live_, *search_, *sql_, *arm_, *disarm_, *clock_, *connections_, *rules_;
  QActionGroup* places_;
  bool remembered_ = true;
  bool hasFile_ = false;     // one was opened, so that its page is listed
  bool wantsTable_ = false;  // a new connection: the table that was last read there is to be read again
  QString armProblem_;
  NavRail* rail_;
  TopBar* bar_;
  AlertDesk* alerts_;
  bridge::Walker* walker_;
  Live* reading_;
  QStackedWidget* stack_;
  QVBoxLayout* banners_;
  QWidget* bannerArea_;
  ConnectPage* connect_;
  CommandPalette* commands_;
  widgets::PlainLabel* facts_;
};

}  // namespace onceover::shell
