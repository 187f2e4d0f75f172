// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/navigator.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QScopedValueRollback>

#include "ui/shell/nav_rail.h"
#include "ui/widgets/controls.h"

namespace onceover::shell {

Navigator::Navigator(bridge::Session& session, const QList<PageEntry>& pages, QStackedWidget& stack,
                     QActionGroup& who)
    : QObject(who.parent()), session_(session), entries_(pages), stack_(stack), who_(who) {
  backward_ = added(tr("Back"), {Qt::ALT | Qt::Key_Left}, &Navigator::back);
  forward_ = added(tr("Forward"), {Qt::ALT | Qt::Key_Right}, &Navigator::ahead);
  tabActions_ = {added(tr("Next tab"), {Qt::CTRL | Qt::Key_PageDown}, &Navigator::nextTab),
                 added(tr("Previous tab"), {Qt::CTRL | Qt::Key_PageUp}, &Navigator::previousTab)};
  tabs_ = new PlaceTabs(backward_, tabActions_);
  connect(tabs_, &PlaceTabs::chosen, this,
          [this](QAction* page) { choose(static_cast<int>(pageActions_.indexOf(page))); });
  for (int i = 0; i < entries_.size(); ++i) make(i);
  makePlaces();
  connect(&session_, &bridge::Session::busyChanged, this, &Navigator::arrive, Qt::QueuedConnection);
}

QAction* Navigator::added(const QString& text, const QList<QKeySequence>& keys, void (Navigator::*slot)()) {
  auto* made = new QAction(text, this);
  made->setShortcuts(keys);
  if (slot != nullptr) connect(made, &QAction::triggered, this, slot);
  static_cast<QWidget*>(parent())->addAction(made);
  return made;
}

void Navigator::make(int index) {
  const PageEntry& entry = entries_[index];
  widgets::Page* page = entry.make(session_, &stack_);
  page->setAccessibleName(entry.name());
  pages_.append(page);
  stack_.addWidget(page);
  auto* go = added(entry.name(), {}, nullptr);
  go->setIcon(widgets::icon(entry.icon));
  go->setVisible(!entry.openFile);
  go->setData(entry.names);
  pageActions_.append(go);
  connect(go, &QAction::triggered, this, [this, index] { choose(index); });
  connect(page, &widgets::Page::caseRequested, this, &Navigator::openCase);
  connect(page, &widgets::Page::rowsRequested, this, &Navigator::showRows);
  connect(page, &widgets::Page::actsRequested, this, &Navigator::showActs);
  connect(page, &widgets::Page::planRequested, this, &Navigator::planRows);
  connect(page, &widgets::Page::selectionPlanRequested, this, &Navigator::planThese);
  connect(page, &widgets::Page::auditRequested, this, &Navigator::showAudit);
  connect(page, &widgets::Page::walkOffered, this, &Navigator::offerWalk);
  connect(page, &widgets::Page::mappingRequested, this, &Navigator::openMapping);
  connect(page, &widgets::Page::pageRequested, this, &Navigator::goTo);
  connect(page, &widgets::Page::settled, this, &Navigator::arrive, Qt::QueuedConnection);  // it may ask on
  connect(page, &widgets::Page::placeChanged, this, [this, page] {
    if (page == stack_.currentWidget()) noteVisit();
  });
}

void Navigator::makePlaces() {
  const auto& places = placeEntries();
  for (int place = 0; place < places.size(); ++place) {
    auto* go = added(places[place].title, {Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + place)}, nullptr);
    go->setCheckable(true);
    go->setIcon(widgets::icon(places[place].icon));
    who_.addAction(go);
    placeActions_.append(go);
    connect(go, &QAction::triggered, this, [this, place] { choosePlace(place); });
    for (int i = 0; i < entries_.size(); ++i) {
      if (!places[place].pages.contains(entries_[i].id)) continue;
      pageActions_[i]->setStatusTip(places[place].title);  // where the palette finds it
      if (places[place].pages.size() == 1) go->setData(entries_[i].names + QStringList(entries_[i].name()));
    }
  }
}

QStringList Navigator::ids() const {
  QStringList ids;
  for (const PageEntry& entry : entries_) ids.append(entry.id);
  return ids;
}

int Navigator::current() const {
  return static_cast<int>(pages_.indexOf(qobject_cast<widgets::Page*>(stack_.currentWidget())));
}

// A place of one page is that page.
QList<QAction*> Navigator::paletteActions() const {
  QList<QAction*> all = placeActions_;
  for (int i = 0; i < entries_.size(); ++i) {
    const int place = placeOfPage(entries_[i].id);
    if (place < 0 || placeEntries()[place].pages.size() > 1) all.append(pageActions_[i]);
  }
  return all + QList<QAction*>{backward_, forward_} + tabActions_;
}

QString Navigator::title() const {
  const int at = current();
  if (at < 0) return {};
  const int place = placeOfPage(entries_[at].id);
  return place >= 0 && listedIn(place).size() > 1 ? placeEntries()[place].title : titleOf(at);
}

bool Navigator::isOfTable(int index) const {
  const PageEntry& entry = entries_[index];
  return entry.openFile ? hasFile_ : !entry.isFor || entry.isFor(session_);
}

std::shared_ptr<const tables::Profile> Navigator::homeOf(int index) const {
  return entries_[index].home ? entries_[index].home(session_) : nullptr;
}

// In the navigation a page keeps its name while a person goes through our own tables; above it is what it
// shows.
QString Navigator::titleOf(int index) const {
  const PageEntry& entry = entries_[index];
  return entry.titleFor ? entry.titleFor(session_.profile()) : entry.name();
}

QList<int> Navigator::listedIn(int place) const {
  QList<int> listed;
  for (int i = 0; i < entries_.size(); ++i) {
    if (pageActions_[i]->isVisible() && pageActions_[i]->isEnabled() && placeOfPage(entries_[i].id) == place)
      listed.append(i);
  }
  return listed;
}

// The page that is open is left anyway: no other one takes its place in between.
void Navigator::switchTable(std::shared_ptr<const tables::Profile> table) {
  leave();
  const QScopedValueRollback guard(switches_, true);
  session_.useProfile(std::move(table));
}

void Navigator::choose(int index) {
  if (auto table = homeOf(index)) switchTable(std::move(table));
  const bool isByTab = tabs_->hasFocusOnTabs();
  show(index);
  if (current() != index) return;
  if (isByTab) return tabs_->focusTabs();  // the arrows go on to the next one
  (void)pages_[index]->comeToTop();
  // Not in the field that had the focus: the page would scroll there again.
  pages_[index]->setFocus(Qt::ShortcutFocusReason);
  arriving_ = pages_[index];
  arrive();
}

void Navigator::choosePlace(int place) {
  const QList<int> listed = listedIn(place);
  if (listed.isEmpty()) return;
  const int last = lastIn_.value(place, listed.first());
  choose(listed.contains(current()) ? current() : listed.contains(last) ? last : listed.first());
}

// The first row may be read still. A person who goes elsewhere in the meantime stays there.
void Navigator::arrive() {
  if (arriving_ == nullptr) return;
  const QWidget* now = QApplication::focusWidget();
  if (arriving_ != page() || (now != nullptr && now != arriving_ && now->window() == arriving_->window())) {
    arriving_.clear();
    return;
  }
  QWidget* first = arriving_->isSettled() ? arriving_->firstRows() : nullptr;
  if (first == nullptr) return;
  arriving_.clear();
  auto* rows = qobject_cast<QAbstractItemView*>(first);
  if (rows != nullptr && !rows->currentIndex().isValid()) rows->setCurrentIndex(rows->indexAt(QPoint(1, 1)));
  first->setFocus(Qt::ShortcutFocusReason);
}

void Navigator::show(int index) {
  if (index < 0 || index >= pages_.size() || !pageActions_[index]->isVisible()) return;
  leave();
  if (!isOfTable(index)) {
    if (auto table = homeOf(index)) switchTable(std::move(table));
  }
  // Before the stack chooses some field of the page.
  QWidget* last = pages_[index]->focusWidget();
  stack_.setCurrentWidget(pages_[index]);
  const int place = placeOfPage(entries_[index].id);
  if (place >= 0) {
    lastIn_[place] = index;
    placeActions_[place]->setChecked(true);
  }
  // Back to where the person was on it.
  (last != nullptr && last->isVisible() && last->isEnabled() ? last : pages_[index])
      ->setFocus(Qt::OtherFocusReason);
  noteVisit();
  followTabs();
  emit shown();
}

void Navigator::followTabs() {
  const int at = current(), place = placeOfPage(idHere());
  QList<QAction*> tabs;
  for (const int page : place >= 0 ? listedIn(place) : QList<int>()) tabs.append(pageActions_[page]);
  if (tabs.size() < 2) tabs.clear();
  tabs_->setTabs(tabs, pageActions_.value(at));
  for (QAction* one : tabActions_) one->setEnabled(!tabs.isEmpty());
  const Visit* before = history_.before();
  const auto from = before != nullptr && at >= 0 && place < 0 ? ids().indexOf(before->page) : -1;
  tabs_->setBack(from < 0 ? QString() : tr("Back to %1").arg(titleOf(static_cast<int>(from))));
}

void Navigator::step(int by) {
  const QList<int> listed = listedIn(placeOfPage(idHere()));
  const auto at = listed.indexOf(current());
  if (at >= 0 && listed.size() > 1) choose(listed[(at + by + listed.size()) % listed.size()]);
}

// Where the person was on the page that goes out of sight, so that back leads there and to nothing older.
void Navigator::leave() {
  if (travels_ || current() < 0) return;
  const widgets::Place place = page()->place();
  leftAt_[idHere()] = place;
  history_.update(idHere(), place);
}

void Navigator::noteVisit() {
  if (travels_ || current() < 0 || !session_.isReady()) return;
  history_.visit({idHere(), page()->place(), session_.sharedProfile()});
  backward_->setEnabled(history_.canGoBack());
  forward_->setEnabled(history_.canGoForward());
}

void Navigator::back() {
  leave();
  if (history_.canGoBack()) travel(history_.back());
}

void Navigator::ahead() {
  leave();
  if (history_.canGoForward()) travel(history_.forward());
}

void Navigator::travel(const Visit& visit) {
  const QScopedValueRollback guard(travels_, true);
  if (visit.table && visit.table != session_.sharedProfile()) switchTable(visit.table);
  const auto at = static_cast<int>(ids().indexOf(visit.page));
  // What stands on it still is where it was left.
  const bool isThere = leftAt_.contains(visit.page) && leftAt_.value(visit.page) == visit.place;
  if (at >= 0 && !isThere) (void)pages_[at]->showPlace(visit.place);
  leftAt_[visit.page] = visit.place;
  show(at);
  backward_->setEnabled(history_.canGoBack());
  forward_->setEnabled(history_.canGoForward());
}

Result<void> Navigator::asOneVisit(const std::function<Result<void>()>& lead) {
  leave();
  Result<void> done;
  {
    const QScopedValueRollback guard(travels_, true);
    done = lead();
  }
  if (current() < 0) showFirst();
  noteVisit();
  followTabs();
  return done;
}

void Navigator::forgetVisits() {
  history_.clear();
  leftAt_.clear();
  lastIn_.clear();
  for (QAction* one : {backward_, forward_}) one->setEnabled(false);
}

template <class... Given>
void Navigator::lead(std::function<void(widgets::Page&, Given...)> PageEntry::*to, bool isShownFirst,
                     std::type_identity_t<Given>... given) {
  for (int i = 0; i < pages_.size(); ++i) {
    if (!(entries_[i].*to) || !isOfTable(i)) continue;
    if (isShownFirst) show(i);
    (entries_[i].*to)(*pages_[i], given...);
    if (!isShownFirst) show(i);
    return;
  }
}

void Navigator::openCase(const key::Identity& id) { lead(&PageEntry::openCase, false, id); }

void Navigator::openPlan(const QString& name) {
  const auto at = static_cast<int>(ids().indexOf(QStringLiteral("plans")));
  (void)pages_[at]->showPlace({{QStringLiteral("plan"), name.toUtf8()}});
  show(at);
}

// A case of a row elsewhere opens where all of them are listed: which table it is in is looked up there.
void Navigator::openRow(const std::shared_ptr<const tables::Profile>& table, const key::Identity& id) {
  const tables::Profile& now = session_.profile();
  if (tables::is_own(now) != tables::is_own(*table) || tables::table_name(now) != tables::table_name(*table))
    session_.useProfile(table);
  openCase(id);
}

void Navigator::openListedCase(const reconcile::ListedCase& one) {
  one.is_own() ? openRow(bridge::ownProfile(), one.id) : goTo(QStringLiteral("queue"));
}

void Navigator::openMapping(const QString& role) { lead(&PageEntry::openMapping, true, role); }
void Navigator::showRows(const browse::Filter& filter) {
  lead(&PageEntry::showRows, false, filter);
  if (current() < 0) return;
  page()->setFocus(Qt::OtherFocusReason);
  arriving_ = page();
  arrive();
}
void Navigator::showActs(Timestamp from, Timestamp to) { lead(&PageEntry::showActs, false, from, to); }
void Navigator::planRows(const browse::Filter& filter) { lead(&PageEntry::planRows, true, filter); }
void Navigator::planThese(const std::vector<key::Identity>& ids) { lead(&PageEntry::planThese, true, ids); }
void Navigator::showAudit(qint64 number) { lead(&PageEntry::showAudit, true, number); }

// Shows nothing: the case itself is asked for next.
void Navigator::offerWalk(const browse::Filter& filter) {
  for (int i = 0; i < pages_.size(); ++i) {
    if (entries_[i].walk) entries_[i].walk(*pages_[i], filter);
  }
}

void Navigator::openFile(const QString& path) {
  hasFile_ = true;
  list();
  lead(&PageEntry::openFile, false, path);
}

void Navigator::goTo(const QString& id) { show(static_cast<int>(ids().indexOf(id))); }

void Navigator::showFirst() {
  const bool hasStore = !tables::is_own(session_.profile()) || session_.facts().schema.is_readable();
  if (!hasStore) return goTo(QStringLiteral("tables"));
  isOfTable(0) ? show(0) : goTo(QStringLiteral("keys"));
}

bool Navigator::noteTable() {
  leftAt_.clear();
  for (int i = 0; i < pages_.size(); ++i) {
    if (entries_[i].showRows) entries_[i].showRows(*pages_[i], {});
  }
  return !switches_;
}

void Navigator::list() {
  const int here = current();
  for (int i = 0; i < pages_.size(); ++i) {
    const bool hasHome = homeOf(i) != nullptr;
    pageActions_[i]->setVisible(isOfTable(i) || hasHome);
    pageActions_[i]->setText(hasHome ? entries_[i].name() : titleOf(i));
    pages_[i]->setAccessibleName(titleOf(i));
  }
  followPlaces();
  if (here < 0 || switches_) return;
  if (!isOfTable(here)) return goTo(QStringLiteral("keys"));
  followTabs();
  emit changed();
}

void Navigator::setUsable(bool usable) {
  for (int i = 0; i < pages_.size(); ++i) pageActions_[i]->setEnabled(usable || pages_[i]->worksOffline());
  followPlaces();
}

void Navigator::followPlaces() {
  for (int place = 0; place < placeActions_.size(); ++place) {
    bool isVisible = false, isEnabled = false;
    for (int i = 0; i < pages_.size(); ++i) {
      if (placeOfPage(entries_[i].id) != place || !pageActions_[i]->isVisible()) continue;
      isVisible = true;
      isEnabled = isEnabled || pageActions_[i]->isEnabled();
      if (placeEntries()[place].pages.size() == 1 && entries_[i].titleFor)
        placeActions_[place]->setText(pageActions_[i]->text());
    }
    placeActions_[place]->setVisible(isVisible);
    placeActions_[place]->setEnabled(isEnabled);
  }
}

}  // namespace onceover::shell
