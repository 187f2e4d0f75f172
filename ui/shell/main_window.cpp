#include "ui/shell/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <algorithm>

#include "ui/manual/manual_window.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/connect_page.h"
#include "ui/shell/live.h"
#include "ui/shell/memory.h"
#include "ui/shell/nav_rail.h"
#include "ui/shell/notices.h"
#include "ui/shell/search_desk.h"
#include "ui/shell/table_picker.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

// The digest of the store that a connection led to when it was last made.
QString storeChoice(const bridge::ConnectionProfile& connection) { return QStringLiteral("store/") + rememberedPlace(connection); }

QByteArray titleBytes(const tables::Profile& table) { return QByteArray::fromStdString(table.schema + "." + table.table); }

// How far the background look for unfinished keys has come, by what it is about.
bridge::Walker::Storage keptWalks(workspace::Workspace& workspace) {
  const auto name = [](const QString& about) { return QLatin1String("walk/") + about; };
  return {[&workspace, name](const QString& about) { return workspace.choice(name(about)); },
          [&workspace, name](const QString& about, const QString& walk) { (void)workspace.setChoice(name(about), walk); }};
}

}  // namespace

MainWindow::MainWindow(bridge::Session& session, workspace::Workspace& workspace, ThemeController& theme, const QList<PageEntry>& pages)
    : session_(session),
      workspace_(workspace),
      theme_(theme),
      entries_(pages),
      places_(new QActionGroup(this)),
      rail_(new NavRail),
      alerts_(new AlertDesk(session, workspace, this)),
      walker_(new bridge::Walker(session, keptWalks(workspace), this)),
      reading_(new Live(session, this)),
      stack_(new QStackedWidget),
      connect_(new ConnectPage(session)),
      facts_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)) {
  setWindowTitle(tr("Onceover"));
  resize(1280, 800);
  makeActions();
  bar_ = new TopBar(session_, {refresh_, live_, arm_, disarm_, palette_, bell_});
  makePages();
  makeLayout();
  commands_ = new CommandPalette(this);
  seeker_ = new SearchDesk(
      session_, *commands_, [this] { return otherTables(); }, this);
  connect(seeker_, &SearchDesk::keyChosen, this, &MainWindow::openCase);
  connect(seeker_, &SearchDesk::caseChosen, this, &MainWindow::openListedCase);
  connect(seeker_, &SearchDesk::planChosen, this, &MainWindow::openPlan);
  connect(seeker_, &SearchDesk::tableChosen, this, [this](const auto& table) {
    session_.useProfile(table);
    goTo(QStringLiteral("keys"));
  });
  connect(seeker_, &SearchDesk::filterChosen, this, &MainWindow::showRows);
  connect(seeker_, &SearchDesk::linkChosen, this, &MainWindow::openLink);
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

MainWindow::~MainWindow() = default;

QAction* MainWindow::action(const QString& text, const QKeySequence& shortcut, void (MainWindow::*slot)()) {
  auto* made = new QAction(text, this);
  made->setShortcut(shortcut);
  if (slot != nullptr) connect(made, &QAction::triggered, this, slot);
  addAction(made);
  actions_.append(made);
  return made;
}

void MainWindow::makeActions() {
  palette_ = action(tr("Commands…"), QKeySequence(Qt::CTRL | Qt::Key_K), &MainWindow::openPalette);
  refresh_ = action(tr("Refresh"), QKeySequence(Qt::Key_F5), &MainWindow::readAgain);
  search_ = action(tr("Search on this page"), QKeySequence(Qt::CTRL | Qt::Key_F), &MainWindow::focusSearch);
  anywhere_ = action(tr("Find a key, case, plan or table"), QKeySequence(Qt::Key_Slash), &MainWindow::searchAnywhere);
  backward_ = action(tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left), &MainWindow::goBack);
  forward_ = action(tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), &MainWindow::goForward);
  link_ = action(tr("Copy link to this view"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), &MainWindow::copyLink);
  sql_ = action(tr("Show the SQL"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &MainWindow::showSql);
  arm_ = action(tr("Arm writes…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), &MainWindow::askToArm);
  disarm_ = action(tr("Disarm writes"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), &MainWindow::disarm);
  clock_ = action(tr("Times in local time"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U), &MainWindow::toggleClock);
  clock_->setCheckable(true);
  clock_->setChecked(workspace_.choice(QStringLiteral("clock")) == QLatin1String("local"));
  action(tr("Theme: system, light or dark"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), &MainWindow::nextTheme);
  connections_ = action(tr("Connections"), QKeySequence(Qt::CTRL | Qt::Key_O), &MainWindow::showConnections);
  connections_->setCheckable(true);
  places_->addAction(connections_);
  action(tr("Open incident bundle…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), &MainWindow::askFile);
  action(tr("Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period), &MainWindow::cancelAll);
  live_ = action(tr("Live"), QKeySequence(Qt::CTRL | Qt::Key_L), nullptr);
  live_->setCheckable(true);
  connect(live_, &QAction::toggled, this, &MainWindow::setLive);
  rules_ = action(tr("Alert rules…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W), &MainWindow::askRules);
  bell_ = action(tr("Notices"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), &MainWindow::toggleNotices);
  names_ = action(tr("Icons only"), QKeySequence(Qt::Key_F9), &MainWindow::toggleNames);
  connect(rail_, &NavRail::namedChanged, names_, [this](bool named) { names_->setText(named ? tr("Icons only") : tr("Show names")); });
  action(tr("Manual"), QKeySequence::HelpContents, &MainWindow::openManual);
  connect(action(tr("Quit"), QKeySequence::Quit, nullptr), &QAction::triggered, this, &QWidget::close);
}

void MainWindow::makePages() {
  for (int i = 0; i < entries_.size(); ++i) {
    widgets::Page* page = entries_[i].make(session_, stack_);
    if (entries_[i].furnish) entries_[i].furnish(*page, session_, workspace_);
    page->setClock(clock());
    page->setAccessibleName(entries_[i].title);
    keepColumns(*page, entries_[i].id, workspace_, session_);
    page->setMemory({[this](const QString& name) { return workspace_.choice(name); },
                     [this](const QString& name, const QString& value) { (void)workspace_.setChoice(name, value); }});
    if (entries_[i].alarm) {
      connect(alerts_, &AlertDesk::shownChanged, page,
              [page, alarm = entries_[i].alarm](const QString& words, widgets::Tone tone) { alarm(*page, words, tone); });
    }
    if (entries_[i].rules) {
      connect(alerts_, &AlertDesk::rulesChanged, page,
              [page, rules = entries_[i].rules](const alerts::Settings& now) { rules(*page, now); });
    }
    pages_.append(page);
    stack_->addWidget(page);
    auto* go = new QAction(entries_[i].title, this);
    go->setCheckable(true);
    go->setIcon(widgets::icon(entries_[i].icon));
    go->setVisible(!entries_[i].openFile);
    // Alt+0 is the tenth; with Shift the next ten.
    const auto digit = static_cast<Qt::Key>(Qt::Key_0 + (i + 1) % 10);
    if (i < 20) go->setShortcut(QKeySequence((i < 10 ? Qt::KeyboardModifiers(Qt::ALT) : Qt::ALT | Qt::SHIFT) | digit));
    places_->addAction(go);
    addAction(go);
    pageActions_.append(go);
    rail_->addPage(go, entries_[i].icon);
    connect(go, &QAction::triggered, this, [this, i] { choosePage(i); });
    connect(page, &widgets::Page::caseRequested, this, &MainWindow::openCase);
    connect(page, &widgets::Page::rowsRequested, this, &MainWindow::showRows);
    connect(page, &widgets::Page::actsRequested, this, &MainWindow::showActs);
    connect(page, &widgets::Page::planRequested, this, &MainWindow::planRows);
    connect(page, &widgets::Page::selectionPlanRequested, this, &MainWindow::planThese);
    connect(page, &widgets::Page::auditRequested, this, &MainWindow::showAudit);
    connect(page, &widgets::Page::walkOffered, this, &MainWindow::offerWalk);
    connect(page, &widgets::Page::ageChanged, this, &MainWindow::noteAge);
    connect(page, &widgets::Page::liveChanged, this, &MainWindow::noteLive);
    connect(page, &widgets::Page::placeChanged, this, [this, page] {
      if (page == stack_->currentWidget()) noteVisit();
    });
    connect(page, &widgets::Page::mappingRequested, this, &MainWindow::openMapping);
    connect(page, &widgets::Page::pageRequested, this, &MainWindow::goTo);
    connect(page, &widgets::Page::armRequested, this, &MainWindow::askToArm);
  }
  rail_->addTool(palette_, QStringLiteral("search"));
  rail_->addTool(connections_, QStringLiteral("plug"));
  rail_->addTool(names_, QStringLiteral("sidebar"));
  rail_->setNamed(workspace_.choice(QStringLiteral("navigation")) != QLatin1String("icons"));
}

void MainWindow::makeLayout() {
  stack_->addWidget(connect_);
  auto* column = widgets::fill(widgets::columnOf(nullptr, 0), {bar_, {stack_, 1}});
  auto* central = new QWidget;
  widgets::fill(widgets::lineOf(central, 0), {rail_, {column, 1}});
  setCentralWidget(central);
  notices_ = new Notices(stack_, central);
  notices_->add(&alerts_->banner());
  connect(notices_, &Notices::retryRequested, &session_, &bridge::Session::retry);
  connect(notices_, &Notices::closeLinkRequested, this, &MainWindow::closeLink);
  connect(notices_, &Notices::changed, this, &MainWindow::noteNotices);
  facts_->setContentsMargins(8, 0, 0, 0);
  facts_->setElided(true);
  facts_->setAccessibleDescription(tr("Server details"));
  statusBar()->addWidget(facts_, 1);
  statusBar()->setSizeGripEnabled(false);
}

int MainWindow::currentPage() const { return static_cast<int>(pages_.indexOf(qobject_cast<widgets::Page*>(stack_->currentWidget()))); }

// Whether it has something to show for the table that is read.
bool MainWindow::isOfTable(int index) const {
  const PageEntry& entry = entries_[index];
  return entry.openFile ? hasFile_ : !entry.isFor || entry.isFor(session_);
}

std::shared_ptr<const tables::Profile> MainWindow::homeOf(int index) const {
  return entries_[index].home ? entries_[index].home(session_) : nullptr;
}

// In the navigation a page keeps its name while a person goes through our own tables; above it is what it shows.
QString MainWindow::pageTitle(int index) const {
  const PageEntry& entry = entries_[index];
  return entry.titleFor ? entry.titleFor(session_.profile()) : entry.title;
}

// The page that is open is left anyway: no other one takes its place in between.
void MainWindow::switchTable(std::shared_ptr<const tables::Profile> table) {
  leave();
  switches_ = true;
  session_.useProfile(std::move(table));
  switches_ = false;
}

void MainWindow::choosePage(int index) {
  if (auto table = homeOf(index)) switchTable(std::move(table));
  showPage(index);
  // Not in the field that had the focus: the page would scroll there again.
  if (currentPage() == index && pages_[index]->comeToTop()) pages_[index]->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showPage(int index) {
  if (index < 0 || index >= pages_.size() || !pageActions_[index]->isVisible()) return;
  leave();
  if (!isOfTable(index)) {
    if (auto table = homeOf(index)) switchTable(std::move(table));
  }
  // Before the stack chooses some field of the page.
  QWidget* last = pages_[index]->focusWidget();
  stack_->setCurrentWidget(pages_[index]);
  pageActions_[index]->setChecked(true);
  bar_->setTitle(pageTitle(index));
  // Back to where the person was on it.
  (last != nullptr && last->isVisible() && last->isEnabled() ? last : pages_[index])->setFocus(Qt::OtherFocusReason);
  noteAge();
  noteVisit();
  updateActions();
  reading_->setPage(pages_[index]);
  reading_->readNow();
}

QStringList MainWindow::pageIds() const {
  QStringList ids;
  for (const PageEntry& entry : entries_) ids.append(entry.id);
  return ids;
}

// Where the person was on the page that goes out of sight, so that back leads there and to nothing older.
void MainWindow::leave() {
  if (travels_ || currentPage() < 0) return;
  const widgets::Place place = pages_[currentPage()]->place();
  leftAt_[pageId(currentPage())] = place;
  history_.update(pageId(currentPage()), place);
}

void MainWindow::noteVisit() {
  if (travels_ || currentPage() < 0 || !session_.isReady()) return;
  history_.visit({pageId(currentPage()), pages_[currentPage()]->place(), session_.sharedProfile()});
  updateActions();
}

void MainWindow::goBack() {
  leave();
  if (history_.canGoBack()) travel(history_.back());
}

void MainWindow::goForward() {
  leave();
  if (history_.canGoForward()) travel(history_.forward());
}

void MainWindow::travel(const Visit& visit) {
  travels_ = true;
  if (visit.table && visit.table != session_.sharedProfile()) switchTable(visit.table);
  const auto at = pageIds().indexOf(visit.page);
  // What stands on it still is where it was left.
  const bool isThere = leftAt_.contains(visit.page) && leftAt_.value(visit.page) == visit.place;
  if (at >= 0 && !isThere) (void)pages_[at]->showPlace(visit.place);
  leftAt_[visit.page] = visit.place;
  showPage(static_cast<int>(at));
  travels_ = false;
  updateActions();
}

void MainWindow::showConnections() {
  stack_->setCurrentWidget(connect_);
  connections_->setChecked(true);
  bar_->setTitle(tr("Connections"));
  bar_->setAge({});
  connect_->focusFirst();
  reading_->setPage(nullptr);
  updateActions();
}

template <class... Given>
void MainWindow::lead(std::function<void(widgets::Page&, Given...)> PageEntry::*to, bool isShownFirst,
                      std::type_identity_t<Given>... given) {
  for (int i = 0; i < pageCount(); ++i) {
    if (!(entries_[i].*to) || !isOfTable(i)) continue;
    if (isShownFirst) showPage(i);
    (entries_[i].*to)(*pages_[i], given...);
    if (!isShownFirst) showPage(i);
    return;
  }
}

void MainWindow::openCase(const key::Identity& id) { lead(&PageEntry::openCase, false, id); }

void MainWindow::openPlan(const QString& name) {
  const auto at = pageIds().indexOf(QStringLiteral("plans"));
  (void)pages_[at]->showPlace({{QStringLiteral("plan"), name.toUtf8()}});
  showPage(static_cast<int>(at));
}

// A case of a row elsewhere opens where all of them are listed: which table it is in is looked up there.
void MainWindow::openListedCase(const reconcile::ListedCase& one) {
  if (!one.is_own()) return goTo(QStringLiteral("queue"));
  if (!tables::is_own(session_.profile())) session_.useProfile(bridge::ownProfile());
  openCase(one.id);
}

void MainWindow::openMapping(const QString& role) { lead(&PageEntry::openMapping, true, role); }
void MainWindow::showRows(const browse::Filter& filter) { lead(&PageEntry::showRows, false, filter); }
void MainWindow::showActs(Timestamp from, Timestamp to) { lead(&PageEntry::showActs, false, from, to); }
void MainWindow::planRows(const browse::Filter& filter) { lead(&PageEntry::planRows, true, filter); }

void MainWindow::planThese(const std::vector<key::Identity>& ids) { lead(&PageEntry::planThese, true, ids); }
void MainWindow::showAudit(qint64 number) { lead(&PageEntry::showAudit, true, number); }

// Shows nothing: the case itself is asked for next.
void MainWindow::offerWalk(const browse::Filter& filter) {
  for (int i = 0; i < pageCount(); ++i) {
    if (entries_[i].walk) entries_[i].walk(*pages_[i], filter);
  }
}

void MainWindow::goTo(const QString& id) {
  for (int i = 0; i < pageCount(); ++i) {
    if (pageId(i) == id) return showPage(i);
  }
}

void MainWindow::askFile() {
  widgets::askOpenPath(this, tr("Open incident bundle"), tr("Incident bundles (*.md)"), [this](const QString& path) { openFile(path); });
}

void MainWindow::openFile(const QString& path) {
  hasFile_ = true;
  listPages();
  updateActions();
  lead(&PageEntry::openFile, false, path);
}

void MainWindow::connectTo(const bridge::ConnectionProfile& profile, const QString& password) {
  const auto connectNow = [this, profile = workspace_.identified(profile), password] {
    remembered_ = profile.id == QLatin1String("try");
    wantsTable_ = true;
    history_.clear();
    leftAt_.clear();
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
  setWindowTitle(ready ? tr("%1 – Onceover").arg(widgets::shown(session_.connection().title().toStdString())) : tr("Onceover"));
  if (!ready) return;
  if (!std::exchange(remembered_, true)) {
    (void)workspace_.remember(session_.connection());
    refreshConnections();
  }
  (void)workspace_.setChoice(storeChoice(session_.connection()), QString::fromLatin1(storeOf(session_.facts().identity)));
  if (std::exchange(wantsTable_, false)) restoreTable();
  listPages();
  if (const auto link = std::exchange(pending_, std::nullopt)) return followLink(*link);
  currentPage() >= 0 ? refreshCurrent() : showFirstPage();
}

void MainWindow::showFirstPage() {
  const bool hasStore = !tables::is_own(session_.profile()) || session_.facts().schema.is_readable();
  if (!hasStore) return goTo(QStringLiteral("tables"));
  isOfTable(0) ? showPage(0) : goTo(QStringLiteral("keys"));
}

// What F5 found of the server: perhaps the schema was installed, or a standby promoted.
void MainWindow::noteFacts() {
  facts_->setText(factsLine(session_.facts()));
  listPages();
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
  listPages();
  if (wantsTable_ || !session_.isReady()) return;
  // Filters and places of a listing are those of the table before.
  leftAt_.clear();
  for (int i = 0; i < pages_.size(); ++i) {
    if (entries_[i].showRows) entries_[i].showRows(*pages_[i], {});
  }
  if (!switches_) refreshCurrent();
}

// A page that has nothing to show for this table is not listed: an empty one would pass for an answer.
void MainWindow::listPages() {
  const int current = currentPage();
  for (int i = 0; i < pages_.size(); ++i) {
    const bool hasHome = homeOf(i) != nullptr;
    pageActions_[i]->setVisible(isOfTable(i) || hasHome);
    pageActions_[i]->setText(hasHome ? entries_[i].title : pageTitle(i));
    pages_[i]->setAccessibleName(pageTitle(i));
  }
  if (current < 0 || switches_) return;
  if (!isOfTable(current)) return goTo(QStringLiteral("keys"));
  bar_->setTitle(pageTitle(current));
}

void MainWindow::noteAge() {
  const widgets::Page* page = pages_.value(currentPage());
  bar_->setAge(page != nullptr ? page->asOf() : std::nullopt);
}

void MainWindow::noteArmFailure(const Error& error) {
  armProblem_ = tr("Writes could not be armed. %1").arg(widgets::sentences(error).replace('\n', ' '));
  updateNotices();
  updateActions();
}

void MainWindow::updateNotices() {
  QList<Standing> list = standings(session_);
  if (!armProblem_.isEmpty()) list.append({widgets::Tone::danger, QStringLiteral("lock"), armProblem_, {}});
  if (!linkProblem_.isEmpty()) {
    list.append({widgets::Tone::danger, QStringLiteral("warning"), linkProblem_, tr("&Close"), Standing::Act::closeLink});
  }
  notices_->setStandings(list);
  wantNotices();
}

// Before a connection nothing is said over the page, except why a link was not opened.
void MainWindow::wantNotices() { notices_->setWanted(stack_->currentWidget() != connect_ || !linkProblem_.isEmpty()); }

void MainWindow::closeLink() {
  linkProblem_.clear();
  updateNotices();
}

void MainWindow::noteNotices() {
  const int count = notices_->count();
  const QString words = count == 1 ? tr("1 notice") : tr("%1 notices").arg(count);
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
  manual_->showPage(QStringLiteral("console"), page < 0 ? tr("Connections") : entries_[page].title);
  manual_->raise();
  manual_->activateWindow();
}

void MainWindow::toggleNotices() { notices_->toggle(); }

void MainWindow::toggleNames() {
  rail_->setNamed(!rail_->isNamed());
  (void)workspace_.setChoice(QStringLiteral("navigation"), rail_->wantsNames() ? QString() : QStringLiteral("icons"));
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  rail_->setWindowWidth(width());
  bar_->setCompact(width() < 1240);
}

void MainWindow::updateActions() {
  const bool ready = session_.isReady();
  const widgets::Page* page = pages_.value(currentPage());
  const bool known = ready || (session_.state() == bridge::SessionState::lost && session_.wasReady());
  for (int i = 0; i < pageActions_.size(); ++i) pageActions_[i]->setEnabled(known || pages_[i]->worksOffline());
  refresh_->setEnabled(known && page != nullptr);
  search_->setEnabled(page != nullptr);
  sql_->setEnabled(page != nullptr);
  rules_->setEnabled(ready);
  arm_->setEnabled(ready && !session_.isArmed() && !session_.facts().isReadOnly);
  disarm_->setEnabled(session_.isArmed());
  wantNotices();
  backward_->setEnabled(history_.canGoBack());
  forward_->setEnabled(history_.canGoForward());
  link_->setEnabled(page != nullptr && known);
}

// Where the page's own field takes keys that one is meant; elsewhere the palette finds them.
void MainWindow::searchAnywhere() {
  const widgets::Page* page = pages_.value(currentPage());
  page != nullptr && page->searchesKeys() ? focusSearch() : openPalette();
}

bridge::Tables MainWindow::otherTables() const { return rememberedMappings(workspace_, session_.connection()); }

void MainWindow::noteCounts() {
  const auto byPage = navCounts(alerts_->watch().observed());
  QHash<QAction*, NavCount> counts;
  for (int i = 0; i < pageActions_.size(); ++i) {
    // What was counted in the table that is read says nothing of the one that the page leads to; our keys have counts of all.
    if (homeOf(i) != nullptr && !tables::is_own(session_.profile())) continue;
    if (const auto count = byPage.constFind(entries_[i].id); count != byPage.cend()) counts.insert(pageActions_[i], *count);
  }
  rail_->setCounts(counts);
}

QString MainWindow::linkHere() const {
  const widgets::Page* page = pages_.value(currentPage());
  if (page == nullptr || !session_.wasReady()) return {};
  const tables::Profile& table = session_.profile();
  return linkText({.page = pageId(currentPage()),
                   .store = storeOf(session_.facts().identity),
                   .of = session_.connection().title().toUtf8(),
                   .table = tables::is_own(table) ? QByteArray() : titleBytes(table),
                   .place = page->placeForOthers()});
}

void MainWindow::copyLink() {
  const QString link = linkHere();
  if (link.isEmpty()) return;
  QGuiApplication::clipboard()->setText(link);
  statusBar()->showMessage(tr("The link is on the clipboard. It holds what you filter by, and opens only where this store is known."),
                           6000);
}

void MainWindow::refuseLink(const Error& error) {
  linkProblem_ = widgets::sentences(error).replace('\n', ' ');
  updateNotices();
}

void MainWindow::openLink(const QString& text) {
  linkProblem_.clear();
  pending_.reset();
  updateNotices();
  const auto link = linkFrom(text, pageIds());
  if (!link) return refuseLink(link.error());
  if (session_.state() == bridge::SessionState::connecting) {
    pending_ = *link;  // whether it is of that store is known in a moment
    return;
  }
  if (session_.isReady() && storeOf(session_.facts().identity) == link->store) return followLink(*link);
  for (const bridge::ConnectionProfile& known : workspace_.connections()) {
    if (workspace_.choice(storeChoice(known)).toLatin1() != link->store) continue;
    // The person connects, and nobody else: a link is somebody's text.
    pending_ = *link;
    showConnections();
    return connect_->offer(known, tr("The link is of this store. Connect to open it."));
  }
  const QString of = widgets::shown(link->of.toStdString());
  refuseLink({ErrorKind::invalid_input, widgets::bytes(tr("The link is of a store that this desktop has not connected to (“%1”).").arg(of)),
              "Nothing was opened.", "Connect to that store, then open the link again."});
}

void MainWindow::openGivenLink(const QString& text) {
  if (isMinimized()) showNormal();
  raise();
  activateWindow();
  openLink(text);
}

// True where that table is read now.
bool MainWindow::readTable(const QByteArray& title) {
  bridge::Tables all = otherTables();
  for (const auto& table : session_.facts().eventTables) all.push_back(table);
  if (title.isEmpty()) all = {bridge::ownProfile()};
  for (const auto& table : all) {
    if (!title.isEmpty() && titleBytes(*table) != title) continue;
    const bool isRead = title.isEmpty() ? tables::is_own(session_.profile()) : titleBytes(session_.profile()) == title;
    if (!isRead) session_.useProfile(table);
    return true;
  }
  return !title.isEmpty() && titleBytes(session_.profile()) == title;
}

void MainWindow::followLink(const Link& link) {
  if (storeOf(session_.facts().identity) != link.store) {
    return refuseLink({ErrorKind::invalid_input, "This connection leads to another store than the link is of.", "Nothing was opened.",
                       "Connect to the store of the link, then open it again."});
  }
  leave();
  travels_ = true;
  const bool isRead = readTable(link.table);
  const auto at = static_cast<int>(pageIds().indexOf(link.page));
  Result<void> shown;
  if (!isRead) {
    shown = fail(
        ErrorKind::invalid_input,
        "The link is of the table " + widgets::bytes(widgets::shown(link.table.toStdString())) + ", which is not mapped on this desktop.",
        "Nothing was opened.", "Map it on the page Tables and use it, then open the link again.");
  } else if (!isOfTable(at)) {
    shown = fail(ErrorKind::invalid_input,
                 "The page “" + widgets::bytes(entries_[at].title) + "” has nothing to show for this table over this connection.",
                 "Nothing was opened.", "");
  } else {
    shown = pages_[at]->showPlace(link.place);
    if (shown) showPage(at);
  }
  travels_ = false;
  if (currentPage() < 0) showFirstPage();
  noteVisit();
  if (!shown) refuseLink(shown.error());
}

void MainWindow::openPalette() {
  QList<QAction*> all = pageActions_;
  if (const widgets::Page* page = pages_.value(currentPage())) all += page->actions();
  for (QAction* one : actions_) {
    if (one != palette_) all.append(one);
  }
  commands_->open(all);
}

void MainWindow::refreshCurrent() { reading_->readNow(); }

// F5 asks everything anew, the server's own facts first: pages depend on them.
void MainWindow::readAgain() {
  if (session_.state() == bridge::SessionState::lost) return session_.retry();
  if (session_.isReady()) session_.readFactsAgain(this, [this] { refreshCurrent(); });
}

void MainWindow::focusSearch() {
  if (widgets::Page* page = pages_.value(currentPage())) page->focusSearch();
}

void MainWindow::showSql() {
  const widgets::Page* page = pages_.value(currentPage());
  if (page == nullptr) return;
  const QString sql = page->shownSql();
  auto* dialog = new widgets::SqlDialog(tr("SQL of this page"), sql.isEmpty() ? tr("-- Nothing was read yet.") : sql, this);
  dialog->show();
}

void MainWindow::askToArm() {
  auto* dialog = new ArmDialog(session_.connection(), this);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { session_.arm(dialog->duration()); });
  connect(dialog, &QDialog::rejected, &session_, &bridge::Session::dropWhenArmed);
  dialog->open();
}

void MainWindow::askRules() { alerts_->askRules(); }

void MainWindow::disarm() { session_.disarm(); }
void MainWindow::cancelAll() { session_.cancelAll(); }

widgets::ClockChoice MainWindow::clock() const { return clock_->isChecked() ? widgets::ClockChoice::local : widgets::ClockChoice::utc; }

void MainWindow::toggleClock() {
  (void)workspace_.setChoice(QStringLiteral("clock"), clock_->isChecked() ? QStringLiteral("local") : QStringLiteral("utc"));
  for (widgets::Page* page : pages_) page->setClock(clock());
  alerts_->setClock(clock());
}

void MainWindow::nextTheme() {
  const ThemeChoice next = theme_.choice() == ThemeChoice::system  ? ThemeChoice::light
                           : theme_.choice() == ThemeChoice::light ? ThemeChoice::dark
                                                                   : ThemeChoice::system;
  theme_.setChoice(next);
  (void)workspace_.setChoice(QStringLiteral("theme"), themeWord(next));
  statusBar()->showMessage(tr("Theme: %1").arg(themeWord(next)), 3000);
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
  bar_->setLive(!why.isEmpty()                 ? tr("Not live: %1").arg(why)
                : !on || pace <= Live::usually ? QString()
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
  for (const widgets::Page* page : pages_) all.append(page->unsaved());
  all.removeAll(QString());
  return all.join(QLatin1Char(' '));
}

QString MainWindow::underWay() const {
  QStringList all;
  for (const widgets::Page* page : pages_) all.append(page->underWay());
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
    auto* question = new widgets::ConfirmDialog({.title = tr("Quit?"), .text = work, .button = tr("&Quit"), .dangerous = true}, this);
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
