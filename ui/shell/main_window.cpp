#include "ui/shell/main_window.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QStackedWidget>
#include <QStatusBar>

#include "ui/shell/alert_desk.h"
#include "ui/shell/arm_dialog.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/connect_page.h"
#include "ui/shell/kept_columns.h"
#include "ui/shell/live.h"
#include "ui/shell/nav_rail.h"
#include "ui/shell/table_memory.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/sql_view.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

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
      banners_(new QVBoxLayout),
      bannerArea_(new QWidget),
      connect_(new ConnectPage(session)),
      facts_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)) {
  setWindowTitle(tr("Onceover"));
  resize(1280, 800);
  makeActions();
  bar_ = new TopBar(session_, {refresh_, live_, arm_, disarm_, palette_});
  makePages();
  makeLayout();
  commands_ = new CommandPalette(this);
  connect(&session_, &bridge::Session::stateChanged, this, &MainWindow::noteState);
  connect(&session_, &bridge::Session::profileChanged, this, &MainWindow::noteProfile);
  connect(bar_, &TopBar::allTablesRequested, this, [this] { goTo(QStringLiteral("tables")); });
  connect(&session_, &bridge::Session::armedChanged, this, &MainWindow::updateActions);
  connect(&session_, &bridge::Session::armFailed, this, &MainWindow::noteArmFailure);
  connect(alerts_, &AlertDesk::pageRequested, this, &MainWindow::goTo);
  connect(connect_, &ConnectPage::connectRequested, this, &MainWindow::connectTo);
  connect(connect_, &ConnectPage::forgetRequested, this, &MainWindow::forget);
  connect(connect_, &ConnectPage::openFileRequested, this, &MainWindow::askFile);
  connect(walker_, &bridge::Walker::walked, reading_, &Live::readSoon);
  connect(reading_, &Live::changed, this, &MainWindow::noteLive);
  alerts_->setClock(clock());
  noteLive();
  live_->setChecked(workspace_.choice(QStringLiteral("live"), QStringLiteral("on")) == QLatin1String("on"));
  refreshConnections();
  showConnections();
  updateActions();
  updateBanners();
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
  refresh_ = action(tr("Refresh"), QKeySequence(Qt::Key_F5), &MainWindow::refreshCurrent);
  search_ = action(tr("Search on this page"), QKeySequence(Qt::Key_Slash), &MainWindow::focusSearch);
  search_->setShortcuts({QKeySequence(Qt::Key_Slash), QKeySequence(Qt::CTRL | Qt::Key_F)});
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
    connect(go, &QAction::triggered, this, [this, i] { showPage(i); });
    connect(page, &widgets::Page::caseRequested, this, &MainWindow::openCase);
    connect(page, &widgets::Page::rowsRequested, this, &MainWindow::showRows);
    connect(page, &widgets::Page::actsRequested, this, &MainWindow::showActs);
    connect(page, &widgets::Page::planRequested, this, &MainWindow::planRows);
    connect(page, &widgets::Page::ageChanged, this, &MainWindow::noteAge);
    connect(page, &widgets::Page::liveChanged, this, &MainWindow::noteLive);
    connect(page, &widgets::Page::mappingRequested, this, &MainWindow::openMapping);
    connect(page, &widgets::Page::pageRequested, this, &MainWindow::goTo);
    connect(page, &widgets::Page::armRequested, this, &MainWindow::askToArm);
  }
  rail_->addTool(palette_, QStringLiteral("search"));
  rail_->addTool(connections_, QStringLiteral("plug"));
}

void MainWindow::makeLayout() {
  stack_->addWidget(connect_);
  banners_->setContentsMargins(0, 0, 0, 0);
  banners_->setSpacing(0);
  bannerArea_->setLayout(banners_);
  auto* column = widgets::fill(widgets::columnOf(nullptr, 0), {bar_, bannerArea_, &alerts_->banner(), {stack_, 1}});
  auto* central = new QWidget;
  widgets::fill(widgets::lineOf(central, 0), {rail_, {column, 1}});
  setCentralWidget(central);
  facts_->setContentsMargins(8, 0, 0, 0);
  facts_->setElided(true);
  facts_->setAccessibleDescription(tr("Server details"));
  statusBar()->addWidget(facts_, 1);
  statusBar()->setSizeGripEnabled(false);
}

int MainWindow::currentPage() const { return static_cast<int>(pages_.indexOf(qobject_cast<widgets::Page*>(stack_->currentWidget()))); }

void MainWindow::showPage(int index) {
  if (index < 0 || index >= pages_.size() || !pageActions_[index]->isVisible()) return;
  stack_->setCurrentWidget(pages_[index]);
  pageActions_[index]->setChecked(true);
  bar_->setTitle(pageActions_[index]->text());
  pages_[index]->setFocus();
  noteAge();
  updateActions();
  reading_->setPage(pages_[index]);
  reading_->readNow();
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
    if (!(entries_[i].*to) || !pageActions_[i]->isVisible()) continue;
    if (isShownFirst) showPage(i);
    (entries_[i].*to)(*pages_[i], given...);
    if (!isShownFirst) showPage(i);
    return;
  }
}

void MainWindow::openCase(const key::Identity& id) { lead(&PageEntry::openCase, false, id); }
void MainWindow::openMapping(const QString& role) { lead(&PageEntry::openMapping, true, role); }
void MainWindow::showRows(const browse::Filter& filter) { lead(&PageEntry::showRows, false, filter); }
void MainWindow::showActs(Timestamp from, Timestamp to) { lead(&PageEntry::showActs, false, from, to); }
void MainWindow::planRows(const browse::Filter& filter) { lead(&PageEntry::planRows, true, filter); }

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
  remembered_ = profile.id == QLatin1String("try");
  wantsTable_ = true;
  session_.connectTo(profile, password);
}

void MainWindow::noteState(bridge::SessionState state) {
  armProblem_.clear();
  updateBanners();
  updateActions();
  const bool ready = state == bridge::SessionState::ready;
  facts_->setText(ready                                       ? factsLine(session_.facts())
                  : state == bridge::SessionState::connecting ? tr("Connecting…")
                                                              : tr("Not connected"));
  setWindowTitle(ready ? tr("%1 – Onceover").arg(widgets::shown(session_.connection().title().toStdString())) : tr("Onceover"));
  if (!ready) return;
  if (!std::exchange(remembered_, true)) {
    (void)workspace_.remember(session_.connection());
    refreshConnections();
  }
  if (std::exchange(wantsTable_, false)) restoreTable();
  listPages();
  if (currentPage() >= 0) return refreshCurrent();
  const bool hasStore = !profile::is_own(session_.profile()) || session_.facts().schema.fit != schema::Fit::missing;
  if (!hasStore) return goTo(QStringLiteral("tables"));
  pageActions_[0]->isVisible() ? showPage(0) : goTo(QStringLiteral("keys"));
}

// What a person read last over this connection, as it was understood then.
void MainWindow::restoreTable() {
  if (auto known = rememberedTable(workspace_, session_.connection())) session_.useProfile(std::move(known));
}

void MainWindow::noteProfile() {
  if (!wantsTable_) rememberTable(workspace_, session_.connection(), session_.profile());
  listPages();
  if (wantsTable_ || !session_.isReady()) return;
  // Filters and places of a listing are those of the table before.
  for (int i = 0; i < pages_.size(); ++i) {
    if (entries_[i].showRows) entries_[i].showRows(*pages_[i], {});
  }
  refreshCurrent();
}

// A page that has nothing to show for this table is not listed: an empty one would pass for an answer.
void MainWindow::listPages() {
  const int current = currentPage();
  for (int i = 0; i < pages_.size(); ++i) {
    const PageEntry& entry = entries_[i];
    pageActions_[i]->setVisible(entry.openFile ? hasFile_ : !entry.isFor || entry.isFor(session_));
    pageActions_[i]->setText(entry.titleFor ? entry.titleFor(session_.profile()) : entry.title);
    pages_[i]->setAccessibleName(pageActions_[i]->text());
  }
  if (current < 0) return;
  if (!pageActions_[current]->isVisible()) return goTo(QStringLiteral("keys"));
  bar_->setTitle(pageActions_[current]->text());
}

void MainWindow::noteAge() {
  const widgets::Page* page = pages_.value(currentPage());
  bar_->setAge(page != nullptr ? page->asOf() : std::nullopt);
}

void MainWindow::noteArmFailure(const Error& error) {
  armProblem_ = tr("Writes could not be armed. %1").arg(widgets::sentences(error).replace('\n', ' '));
  updateBanners();
  updateActions();
}

void MainWindow::updateBanners() {
  while (QLayoutItem* item = banners_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  QList<Standing> list = standings(session_);
  if (!armProblem_.isEmpty()) list.append({widgets::Tone::danger, QStringLiteral("lock"), armProblem_, {}});
  for (const Standing& standing : list) {
    auto* banner = new widgets::Banner(standing.tone, standing.icon, standing.text, standing.action);
    if (standing.act == Standing::Act::retry) connect(banner, &widgets::Banner::actionRequested, &session_, &bridge::Session::retry);
    banners_->addWidget(banner);
  }
  bannerArea_->setVisible(!list.isEmpty() && stack_->currentWidget() != connect_);
}

void MainWindow::updateActions() {
  const bool ready = session_.isReady();
  const widgets::Page* page = pages_.value(currentPage());
  const bool known = ready || session_.state() == bridge::SessionState::lost;
  for (int i = 0; i < pageActions_.size(); ++i) pageActions_[i]->setEnabled(known || entries_[i].openFile);
  refresh_->setEnabled(ready && page != nullptr);
  search_->setEnabled(page != nullptr);
  sql_->setEnabled(page != nullptr);
  rules_->setEnabled(ready);
  arm_->setEnabled(ready && !session_.isArmed() && !session_.facts().isReadOnly);
  disarm_->setEnabled(session_.isArmed());
  bannerArea_->setVisible(banners_->count() > 0 && page != nullptr);
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
  (void)workspace_.forget(id);
  refreshConnections();
}

// What still runs is let go of; nobody waits for a silent server.
void MainWindow::closeEvent(QCloseEvent* event) {
  session_.cancelAll();
  QMainWindow::closeEvent(event);
}

}  // namespace onceover::shell
