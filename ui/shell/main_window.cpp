// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScrollArea>
#include <QStatusBar>

#include "ui/keys/keys_page.h"
#include "ui/manual/manual_window.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/connect_page.h"
#include "ui/shell/language.h"
#include "ui/shell/live.h"
#include "ui/shell/nav_rail.h"
#include "ui/shell/notices.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

// How far the background look for unfinished keys has come, by what it is about.
bridge::Walker::Storage keptWalks(workspace::Workspace& workspace) {
  const auto name = [](const QString& about) { return QLatin1String("walk/") + about; };
  return {[&workspace, name](const QString& about) { return workspace.choice(name(about)); },
          [&workspace, name](const QString& about, const QString& walk) {
            (void)workspace.setChoice(name(about), walk);
          }};
}

}  // namespace

MainWindow::MainWindow(bridge::Session& session, workspace::Workspace& workspace, ThemeController& theme,
                       const QList<PageEntry>& pages, bridge::DescribedTables described)
    : session_(session),
      workspace_(workspace),
      theme_(theme),
      led_(new QActionGroup(this)),
      rail_(new NavRail),
      alerts_(new AlertDesk(session, workspace, this)),
      walker_(new bridge::Walker(session, keptWalks(workspace), this)),
      reading_(new Live(session, this)),
      stack_(new QStackedWidget),
      places_(new Navigator(session, pages, *stack_, *led_)),
      links_(new LinkDesk(
          session, workspace, *places_, [this] { return otherTables(); }, this)),
      connect_(new ConnectPage(session)),
      facts_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)) {
  // What files describe, and what was mapped over this connection. The inner part is called later, on the
  // worker.
  session_.setDescribed([this, described = std::move(described)]() -> bridge::DescribedTables {
    return [mapped = otherTables(), described] {
      std::vector<tables::Profile> all;
      for (const auto& table : mapped) all.push_back(*table);
      if (described) std::ranges::move(described(), std::back_inserter(all));
      return all;
    };
  });
  setWindowTitle(tr("Onceover"));
  resize(1280, 800);
  makeActions();
  bar_ = new TopBar(session_, {refresh_, live_, arm_, disarm_, bell_});
  makePages();
  makeLayout();
  commands_ = new CommandPalette(this);
  seeker_ = new SearchDesk(
      session_, *commands_, [this] { return otherTables(); }, this);
  connect(seeker_, &SearchDesk::rowChosen, places_, &Navigator::openRow);
  connect(seeker_, &SearchDesk::caseChosen, places_, &Navigator::openListedCase);
  connect(seeker_, &SearchDesk::planChosen, places_, &Navigator::openPlan);
  connect(seeker_, &SearchDesk::tableChosen, this, [this](const auto& table) {
    session_.useProfile(table);
    goTo(QStringLiteral("keys"));
  });
  connect(findChild<keys::KeysPage*>(), &keys::KeysPage::orderRequested, seeker_, &SearchDesk::openOrder);
  connect(seeker_, &SearchDesk::filterChosen, places_, &Navigator::showRows);
  connect(seeker_, &SearchDesk::linkChosen, links_, &LinkDesk::open);
  connect(links_, &LinkDesk::problemChanged, this, &MainWindow::updateNotices);
  connect(links_, &LinkDesk::connectionOffered, this, [this](const bridge::ConnectionProfile& known) {
    showConnections();
    connect_->offer(known, tr("The link is of this store. Connect to open it."));
  });
  connect(places_, &Navigator::shown, this, &MainWindow::notePage);
  connect(places_, &Navigator::changed, this, [this] { bar_->setTitle(places_->title()); });
  connect(&alerts_->watch(), &alerts::AlertWatch::observedChanged, this, &MainWindow::noteCounts);
  connect(&session_, &bridge::Session::stateChanged, this, &MainWindow::noteState);
  connect(&session_, &bridge::Session::profileChanged, this, &MainWindow::noteProfile);
  connect(&session_, &bridge::Session::factsChanged, this, &MainWindow::noteFacts);
  connect(&session_, &bridge::Session::reconnectChanged, this, &MainWindow::updateNotices);
  lostTimer_.setInterval(std::chrono::seconds(1));
  connect(&lostTimer_, &QTimer::timeout, this, &MainWindow::updateNotices);
  connect(bar_, &TopBar::allTablesRequested, this, [this] { goTo(QStringLiteral("tables")); });
  connect(&session_, &bridge::Session::armedChanged, this, &MainWindow::updateActions);
  connect(&session_, &bridge::Session::armFailed, this, &MainWindow::noteArmFailure);
  connect(alerts_, &AlertDesk::pageRequested, this, &MainWindow::goTo);
  connect(connect_, &ConnectPage::connectRequested, this, &MainWindow::connectTo);
  connect(connect_, &ConnectPage::forgetRequested, this, &MainWindow::forget);
  connect(connect_, &ConnectPage::openFileRequested, this, &MainWindow::askFile);
  widgets::keepFocusInView(this);
  widgets::wheelPassesBoxes(this);
  widgets::wholeTextInTips(this);
  qApp->installEventFilter(this);
  connect(walker_, &bridge::Walker::walked, reading_, &Live::readSoon);
  connect(reading_, &Live::changed, this, &MainWindow::noteLive);
  alerts_->setClock(clock());
  noteLive();
  live_->setChecked(workspace_.choice(QStringLiteral("live"), QStringLiteral("on")) == QLatin1String("on"));
  refreshConnections();
  showConnections();
  updateActions();
  updateNotices();
}

MainWindow::~MainWindow() { session_.setDescribed({}); }

template <class Slot>
QAction* MainWindow::action(const QString& text, const QKeySequence& shortcut, Slot slot) {
  auto* made = new QAction(text, this);
  made->setShortcut(shortcut);
  connect(made, &QAction::triggered, this, slot);
  addAction(made);
  actions_.append(made);
  return made;
}

void MainWindow::makeActions() {
  palette_ = action(tr("Search…"), {}, &MainWindow::openPalette);
  refresh_ = action(tr("Refresh"), QKeySequence(Qt::Key_F5), &MainWindow::readAgain);
  search_ = action(tr("Search on this page"), QKeySequence(Qt::CTRL | Qt::Key_F), &MainWindow::focusSearch);
  palette_->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::Key_Slash)});
  link_ = action(tr("Copy link to this view"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
                 &MainWindow::copyLink);
  sql_ = action(tr("Show the SQL"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &MainWindow::showSql);
  arm_ = action(tr("Arm writes…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), &MainWindow::askToArm);
  disarm_ = action(tr("Disarm writes"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D),
                   [this] { session_.disarm(); });
  clock_ = action(tr("Times in local time"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U),
                  &MainWindow::toggleClock);
  clock_->setCheckable(true);
  clock_->setChecked(workspace_.choice(QStringLiteral("clock")) == QLatin1String("local"));
  action(tr("Theme: system, light or dark"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T),
         &MainWindow::nextTheme);
  action(tr("Language: as the system, English or Deutsch"), {}, &MainWindow::nextLanguage);
  connections_ = action(tr("Connections"), QKeySequence(Qt::CTRL | Qt::Key_O), &MainWindow::showConnections);
  connections_->setCheckable(true);
  led_->addAction(connections_);
  action(tr("Open incident bundle…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), &MainWindow::askFile);
  action(tr("Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period), [this] { session_.cancelAll(); });
  live_ = action(tr("Live"), QKeySequence(Qt::CTRL | Qt::Key_L), [] {});
  live_->setCheckable(true);
  connect(live_, &QAction::toggled, this, &MainWindow::setLive);
  rules_ = action(tr("Alert rules…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W),
                  [this] { alerts_->askRules(); });
  bell_ =
      action(tr("Notices"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), [this] { notices_->toggle(); });
  names_ = action(tr("Icons only"), QKeySequence(Qt::Key_F9), &MainWindow::toggleNames);
  connect(rail_, &NavRail::namedChanged, names_,
          [this](bool named) { names_->setText(named ? tr("Icons only") : tr("Show names")); });
  action(tr("Manual"), QKeySequence::HelpContents, &MainWindow::openManual);
  action(tr("Quit"), QKeySequence::Quit, &QWidget::close);
}

void MainWindow::makePages() {
  for (int i = 0; i < pageCount(); ++i) {
    const PageEntry& entry = places_->entries()[i];
    widgets::Page* page = places_->pages()[i];
    if (entry.furnish) entry.furnish(*page, session_, workspace_);
    page->setClock(clock());
    keepColumns(*page, entry.id, workspace_, session_);
    page->setMemory(
        {[this](const QString& name) { return workspace_.choice(name); },
         [this](const QString& name, const QString& value) { (void)workspace_.setChoice(name, value); }});
    if (entry.alarm) {
      connect(alerts_, &AlertDesk::shownChanged, page,
              [page, alarm = entry.alarm](const QString& words, widgets::Tone tone) {
                alarm(*page, words, tone);
              });
    }
    if (entry.rules) {
      connect(alerts_, &AlertDesk::rulesChanged, page,
              [page, rules = entry.rules](const alerts::Settings& now) { rules(*page, now); });
    }
    connect(page, &widgets::Page::ageChanged, this, [this, page] {
      aged_.insert(page);
      noteAge();
    });
    connect(page, &widgets::Page::liveChanged, this, &MainWindow::noteLive);
    connect(page, &widgets::Page::armRequested, this, &MainWindow::askToArm);
  }
  for (qsizetype i = 0; i < places_->placeActions().size(); ++i)
    rail_->addPlace(places_->placeActions()[i], placeEntries()[i].icon);
  rail_->addTool(palette_, QStringLiteral("search"));
  rail_->addTool(connections_, QStringLiteral("plug"));
  rail_->addTool(names_, QStringLiteral("sidebar"));
  rail_->setNamed(workspace_.choice(QStringLiteral("navigation")) != QLatin1String("icons"));
}

void MainWindow::makeLayout() {
  stack_->addWidget(connect_);
  notices_ = new Notices(stack_);
  // What is larger than the room that is left for it scrolls, as large as the page that is shown and no other
  // one.
  auto* room = widgets::scrolled(stack_, tr("Page"));
  room->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  room->setFocusPolicy(Qt::NoFocus);
  widgets::fitsShownPage(*stack_);
  auto* column = widgets::fill(widgets::columnOf(nullptr, 0), {bar_, places_->tabs(), {room, 1}, notices_});
  auto* central = new QWidget;
  widgets::fill(widgets::lineOf(central, 0), {rail_, {column, 1}});
  setCentralWidget(central);
  notices_->add(&alerts_->banner());
  connect(notices_, &Notices::retryRequested, &session_, &bridge::Session::retry);
  connect(notices_, &Notices::closeLinkRequested, links_, &LinkDesk::forgetProblem);
  connect(notices_, &Notices::changed, this, &MainWindow::noteNotices);
  facts_->setContentsMargins(8, 0, 0, 0);
  facts_->setElided(true);
  facts_->setAccessibleDescription(tr("Server details"));
  statusBar()->addWidget(facts_, 1);
  statusBar()->setSizeGripEnabled(false);
}

void MainWindow::notePage() {
  bar_->setTitle(places_->title());
  noteAge();
  updateActions();
  reading_->setPage(places_->page());
  reading_->readNow();
}

// A window that is larger than its screen has buttons that no one can reach.
void MainWindow::fitTo(const QSize& available) {
  constexpr int frame = 32;  // the title that a window manager draws
  const QSize fitting = size().boundedTo(available - QSize(0, frame));
  follow(fitting.width());  // first: names and words of a wide window would keep it wide
  resize(fitting);
}

void MainWindow::follow(int width) {
  rail_->setWindowWidth(width);
  bar_->setCompact(width < 1240);
}

void MainWindow::showConnections() {
  stack_->setCurrentWidget(connect_);
  connections_->setChecked(true);
  places_->followTabs();
  bar_->setTitle(tr("Connections"));
  bar_->setAge({});
  connect_->focusFirst();
  reading_->setPage(nullptr);
  updateActions();
}

void MainWindow::askFile() {
  widgets::askOpenPath(this, tr("Open incident bundle"), tr("Incident bundles (*.md)"),
                       [this](const QString& path) { openFile(path); });
}

void MainWindow::openFile(const QString& path) {
  places_->openFile(path);
  updateActions();
}

void MainWindow::connectTo(const bridge::ConnectionProfile& profile, const QString& password) {
  const auto connectNow = [this, profile = workspace_.identified(profile), password] {
    remembered_ = profile.id == QLatin1String("try");
    wantsTable_ = true;
    places_->forgetVisits();
    aged_.clear();
    noteAge();
    session_.connectTo(profile, password);
  };
  const QString lost = unsaved();
  lost.isEmpty() ? connectNow() : widgets::askToDiscard(this, lost, connectNow);
}

void MainWindow::noteState(bridge::SessionState state) {
  armProblem_.clear();
  updateNotices();
  updateActions();
  state == bridge::SessionState::lost ? lostTimer_.start() : lostTimer_.stop();
  const bool ready = state == bridge::SessionState::ready;
  facts_->setText(ready                                       ? factsLine(session_.facts())
                  : state == bridge::SessionState::connecting ? tr("Connecting…")
                                                              : tr("Not connected"));
  facts_->setToolTip(ready ? widgets::toolTip(addressOf(session_.facts())) : QString());
  const QString connection = widgets::shown(session_.connection().title().toStdString());
  setWindowTitle(
      ready ? tr("%1 as %2 – Onceover").arg(connection, widgets::shown(session_.facts().user.toStdString()))
            : tr("Onceover"));
  if (!ready) return;
  if (!std::exchange(remembered_, true)) {
    (void)workspace_.remember(session_.connection());
    refreshConnections();
  }
  if (std::exchange(wantsTable_, false)) restoreTable();
  places_->list();
  if (links_->noteConnected()) return;
  currentPage() >= 0 ? reading_->readNow() : places_->showFirst();
}

// What F5 found of the server: perhaps the schema was installed, or a standby promoted.
void MainWindow::noteFacts() {
  facts_->setText(factsLine(session_.facts()));
  places_->list();
  updateNotices();
  updateActions();
}

// What a person read last over this connection, as it was understood then.
void MainWindow::restoreTable() {
  bar_->picker().setUsed(rememberedMappings(workspace_, session_.connection()));
  if (auto known = rememberedTable(workspace_, session_.connection())) session_.useProfile(std::move(known));
}

void MainWindow::noteProfile() {
  if (!wantsTable_) rememberTable(workspace_, session_.connection(), session_.profile());
  places_->list();
  if (wantsTable_ || !session_.isReady()) return;
  if (places_->noteTable()) reading_->readNow();
}

void MainWindow::noteAge() {
  const widgets::Page* page = places_->page();
  bar_->setAge(aged_.contains(page) ? page->asOf() : std::nullopt);
}

void MainWindow::noteArmFailure(const Error& error) {
  armProblem_ = tr("Writes could not be armed. %1").arg(widgets::sentences(error).replace('\n', ' '));
  updateNotices();
  updateActions();
}

void MainWindow::updateNotices() {
  QList<Standing> list = standings(session_);
  if (!armProblem_.isEmpty()) list.append({widgets::Tone::danger, QStringLiteral("lock"), armProblem_, {}});
  if (!links_->problem().isEmpty()) {
    list.append({widgets::Tone::danger, QStringLiteral("warning"), links_->problem(), tr("&Close"),
                 Standing::Act::closeLink});
  }
  notices_->setStandings(list);
  wantNotices();
}

// Before a connection nothing is said over the page, except why a link was not opened.
void MainWindow::wantNotices() {
  notices_->setWanted(stack_->currentWidget() != connect_ || !links_->problem().isEmpty());
}

void MainWindow::noteNotices() {
  const int count = notices_->count();
  const QString words = tr("%Ln notices", nullptr, widgets::counted(count));
  bell_->setText(notices_->hidden() > 0 ? tr("Show %1").arg(words) : tr("Hide %1").arg(words));
  bell_->setIconText(QString::number(count));
  bell_->setEnabled(count > 0);
  bell_->setVisible(count > 0);
}

// Its sections have the names of the pages.
void MainWindow::openManual() {
  if (manual_ == nullptr) manual_ = new manual::ManualWindow(this);
  const int page = currentPage();
  manual_->show();  // first: pictures and lines are made for the width that it has
  manual_->showPage(QStringLiteral("console"),
                    QString::fromLatin1(page < 0 ? "Connections" : places_->entries()[page].title));
  manual_->raise();
  manual_->activateWindow();
}

void MainWindow::toggleNames() {
  rail_->setNamed(!rail_->isNamed());
  (void)workspace_.setChoice(QStringLiteral("navigation"),
                             rail_->wantsNames() ? QString() : QStringLiteral("icons"));
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  follow(width());
}

// Escape closes a list that is open, and does nothing else.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  const bool isOfList = event->type() == QEvent::ShortcutOverride &&
                        QApplication::activePopupWidget() != nullptr &&
                        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (isOfList) event->accept();
  return isOfList || QMainWindow::eventFilter(watched, event);
}

// Qt passes the focus of what becomes disabled or hidden to whatever comes next: a notice, or the navigation.
bool MainWindow::focusNextPrevChild(bool next) {
  const QWidget* from = QApplication::focusWidget();
  widgets::Page* page = places_->page();
  const bool isLost = from != nullptr && page != nullptr && page->isAncestorOf(from) &&
                      !(from->isEnabled() && from->isVisible());
  if (!isLost) return QMainWindow::focusNextPrevChild(next);
  QWidget* rows = page->firstRows();
  (rows != nullptr ? rows : page)->setFocus(Qt::OtherFocusReason);
  return true;
}

void MainWindow::updateActions() {
  const bool ready = session_.isReady();
  const widgets::Page* page = places_->page();
  const bool known = ready || (session_.state() == bridge::SessionState::lost && session_.wasReady());
  places_->setUsable(known);
  refresh_->setEnabled(known && page != nullptr);
  search_->setEnabled(page != nullptr);
  sql_->setEnabled(page != nullptr);
  rules_->setEnabled(ready);
  arm_->setEnabled(ready && !session_.isArmed() && !session_.facts().isReadOnly);
  disarm_->setEnabled(session_.isArmed());
  wantNotices();
  link_->setEnabled(page != nullptr && known);
}

bridge::Tables MainWindow::otherTables() const {
  return rememberedMappings(workspace_, session_.connection());
}

void MainWindow::noteCounts() {
  const auto counted = navCounts(alerts_->watch().observed());
  QHash<QAction*, NavCount> counts;
  const auto add = [&](QAction* action, const QString& id) {
    if (const auto count = counted.constFind(id); count != counted.cend()) counts.insert(action, *count);
  };
  for (qsizetype i = 0; i < places_->placeActions().size(); ++i)
    add(places_->placeActions()[i], placeEntries()[i].id);
  for (int i = 0; i < pageCount(); ++i) add(places_->pageAction(i), pageId(i));
  rail_->setCounts(counts);
  places_->tabs()->setCounts(counts);
}

void MainWindow::copyLink() {
  const QString link = links_->here();
  if (link.isEmpty()) return;
  QGuiApplication::clipboard()->setText(link);
  statusBar()->showMessage(tr("The link is on the clipboard. It holds what you filter by, and opens only "
                              "where this store is known."),
                           6000);
}

void MainWindow::openGivenLink(const QString& text) {
  if (isMinimized()) showNormal();
  raise();
  activateWindow();
  links_->open(text);
}

void MainWindow::openPalette() {
  QList<QAction*> all = places_->paletteActions();
  if (const widgets::Page* page = places_->page()) all += page->actions();
  for (QAction* one : actions_) {
    if (one != palette_) all.append(one);
  }
  commands_->open(all);
}

// F5 asks everything anew, the server's own facts first: pages depend on them.
void MainWindow::readAgain() {
  if (session_.state() == bridge::SessionState::lost) return session_.retry();
  if (!session_.isReady()) return;
  session_.readFactsAgain(this, [this] { reading_->readNow(); });
  alerts_->lookSoon();
}

void MainWindow::focusSearch() {
  if (widgets::Page* page = places_->page()) page->focusSearch();
}

void MainWindow::showSql() {
  const widgets::Page* page = places_->page();
  if (page == nullptr) return;
  const QString sql = page->shownSql();
  auto* dialog = new widgets::SqlDialog(tr("SQL of this page"),
                                        sql.isEmpty() ? tr("-- Nothing was read yet.") : sql, this);
  dialog->show();
}

void MainWindow::askToArm() {
  auto* dialog = new ArmDialog(session_.connection(), this);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { session_.arm(dialog->duration()); });
  connect(dialog, &QDialog::rejected, &session_, &bridge::Session::dropWhenArmed);
  dialog->open();
}

widgets::ClockChoice MainWindow::clock() const {
  return clock_->isChecked() ? widgets::ClockChoice::local : widgets::ClockChoice::utc;
}

void MainWindow::toggleClock() {
  (void)workspace_.setChoice(QStringLiteral("clock"),
                             clock_->isChecked() ? QStringLiteral("local") : QStringLiteral("utc"));
  for (widgets::Page* page : places_->pages()) page->setClock(clock());
  alerts_->setClock(clock());
}

void MainWindow::nextTheme() {
  const ThemeChoice next = theme_.choice() == ThemeChoice::system  ? ThemeChoice::light
                           : theme_.choice() == ThemeChoice::light ? ThemeChoice::dark
                                                                   : ThemeChoice::system;
  theme_.setChoice(next);
  (void)workspace_.setChoice(QStringLiteral("theme"), themeWord(next));
  statusBar()->showMessage(tr("Theme: %1").arg(widgets::wordShown(widgets::bytes(themeWord(next)))), 3000);
}

void MainWindow::nextLanguage() {
  const QString next =
      languages().value(languages().indexOf(workspace_.choice(QStringLiteral("language"))) + 1);
  (void)workspace_.setChoice(QStringLiteral("language"), next);
  statusBar()->showMessage(tr("Language from the next start: %1").arg(languageName(next)), 5000);
}

void MainWindow::setLive(bool live) {
  live_->setChecked(live);
  live_->setIcon(widgets::icon(live ? QStringLiteral("pause") : QStringLiteral("play")));
  (void)workspace_.setChoice(QStringLiteral("live"), live ? QStringLiteral("on") : QStringLiteral("off"));
  reading_->setOn(live);
}

// Whether the page is read by itself, and why it is not.
void MainWindow::noteLive() {
  const bool on = live_->isChecked();
  const QString why = on ? reading_->whyNot() : QString();
  const auto pace = reading_->pace();
  live_->setIconText(!on ? tr("Paused") : why.isEmpty() ? tr("Live") : tr("Not live"));
  bar_->setLive(!why.isEmpty() ? tr("Not live: %1").arg(why)
                : !on || pace <= Live::usually
                    ? QString()
                    : tr("Live every %1: this page takes long to read").arg(widgets::span(pace)));
}

void MainWindow::refreshConnections() { connect_->setConnections(workspace_.connections()); }

void MainWindow::forget(const QString& id) {
  forgetTables(workspace_, {.id = id});
  (void)workspace_.forget(id);
  refreshConnections();
}

// What pages hold that is kept nowhere else; empty: nothing.
QString MainWindow::unsaved() const {
  QStringList all;
  for (const widgets::Page* page : places_->pages()) all.append(page->unsaved());
  all.removeAll(QString());
  return all.join(QLatin1Char(' '));
}

QString MainWindow::underWay() const {
  QStringList all;
  for (const widgets::Page* page : places_->pages()) all.append(page->underWay());
  all.removeAll(QString());
  return all.join(QLatin1Char(' '));
}

// What still runs is let go of; nobody waits for a silent server.
void MainWindow::closeEvent(QCloseEvent* event) {
  if (const QString lost = unsaved(); !lost.isEmpty() && !discards_) {
    event->ignore();
    return widgets::askToDiscard(this, lost, [this] {
      discards_ = true;
      close();
    });
  }
  if (const QString work = underWay(); !work.isEmpty() && !quits_) {
    event->ignore();
    auto* question = new widgets::ConfirmDialog(
        {.title = tr("Quit?"), .text = work, .button = tr("&Quit"), .dangerous = true}, this);
    question->focusCancel();
    connect(question, &QDialog::rejected, this, [this] { discards_ = false; });
    connect(question, &QDialog::accepted, this, [this] {
      quits_ = true;
      close();
    });
    return question->open();
  }
  session_.cancelAll();
  QMainWindow::closeEvent(event);
}

}  // namespace onceover::shell
