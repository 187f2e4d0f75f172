// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/keys_page.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/browse/promises.h"
#include "ui/keys/bars.h"
#include "ui/keys/filter_bar.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/offered.h"
#include "ui/keys/why_panel.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/selection_bar.h"

namespace onceover::keys {
namespace {

// How often relative times are told anew.
constexpr std::chrono::seconds tickEvery{10};

struct Choices {
  std::vector<std::string> tenants, operations;
};

Result<Choices> readFilterChoices(bridge::Reader& reader) {
  auto tenants = reader.browser().tenants();
  if (!tenants) return fail(tenants.error());
  auto operations = reader.browser().operations();
  if (!operations) return fail(operations.error());
  return Choices{std::move(*tenants), std::move(*operations)};
}

// Of a key without a row: what else it was looked for as, and what not.
QString insteadWords(const Listing& listing) {
  if (!listing.soughtInstead) return {};
  QStringList left;
  for (const browse::NameOf by : listing.notSought)
    left.append(widgets::wordShown(browse::name_of_words.of(by)));
  if (left.isEmpty())
    return KeysPage::tr(
        "No row has it as its reference, customer or correlation id. No key begins with it either. ");
  return KeysPage::tr("It was not looked for as %1: no index serves that. ")
      .arg(left.join(KeysPage::tr(" or ")));
}

// So many rows before the window's end the ones beyond it are fetched: about two screens.
constexpr int nearEnd = 50;

}  // namespace

KeysPage::KeysPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      model_(new KeysModel(this)),
      bar_(new FilterBar),
      views_(new ViewsButton),
      table_(new widgets::TableView(tr("Keys"), model_)),
      place_(new PlaceBar),
      results_(new widgets::StatePane),
      warning_(new ScanWarning),
      stack_(new QStackedWidget),
      outside_(new widgets::Banner(widgets::Tone::info, QStringLiteral("info"), {}, tr("Why 409?"))),
      named_(new widgets::Banner(widgets::Tone::info, QStringLiteral("info"), {}, tr("Charged twice?"))),
      why_(new WhyPanel(session)),
      selection_(new writes::SelectionBar(session)) {
  addActions();
  layOut();
  connect(bar_, &FilterBar::searchRequested, this, &KeysPage::search);
  connect(results_, &widgets::StatePane::retryRequested, this, &KeysPage::refresh);
  connect(results_, &widgets::StatePane::actionRequested, bar_, &FilterBar::seekInside);
  connect(warning_, &ScanWarning::runRequested, this, &KeysPage::runAnyway);
  connect(warning_, &ScanWarning::narrowRequested, bar_, &FilterBar::focusSearch);
  connect(model_, &KeysModel::behindWanted, this, &KeysPage::readBehind);
  connect(model_, &KeysModel::beforeWanted, this, &KeysPage::readBefore);
  connect(model_, &KeysModel::shifted, this, &KeysPage::keepPlace);
  connect(model_, &KeysModel::dropping, this, &KeysPage::letGo);
  connect(place_, &PlaceBar::rowWanted, this, &KeysPage::goTo);
  connect(place_, &PlaceBar::sliderReleased, this, &KeysPage::noteStatus);
  table_->installEventFilter(this);
  connect(table_, &widgets::TableView::opened, this, &KeysPage::openRow);
  connect(table_->verticalScrollBar(), &QScrollBar::valueChanged, this, &KeysPage::scrolled);
  connect(table_->verticalScrollBar(), &QScrollBar::rangeChanged, this, &KeysPage::noteStatus);
  connect(table_->horizontalHeader(), &QHeaderView::sectionClicked, this, &KeysPage::headerClicked);
  selection_->serve(*this, *table_, [this](int row) { return model_->at(row); });
  connect(outside_, &widgets::Banner::actionRequested, this, &KeysPage::askWhyOfFound);
  connect(named_, &widgets::Banner::actionRequested, this, [this] {
    emit orderRequested(widgets::text(bar_->filter(KeysPage::session().estimatedNow()).key));
  });
  connect(why_, &WhyPanel::caseRequested, this, &KeysPage::caseRequested);
  connect(why_, &WhyPanel::closeRequested, this, &KeysPage::closeWhy);
  connect(&tick_, &QTimer::timeout, this, &KeysPage::tick);
  connect(views_, &ViewsButton::chosen, this, &KeysPage::applyView);
  connect(views_, &ViewsButton::saveRequested, this, &KeysPage::askViewName);
  connect(&session, &bridge::Session::profileChanged, this, &KeysPage::startAnew);
  tick_.start(tickEvery);
  startAnew();
}

void KeysPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  bar_->addTool(views_);

  auto* rows = widgets::columnOf(results_->content(), t.half);
  // The table's own bar would show the window alone.
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* listing = widgets::fill(widgets::lineOf(nullptr, 0), {{table_, 1}, place_});
  for (widgets::Banner* banner : {outside_, named_}) banner->hide();
  widgets::fill(rows, {selection_, outside_, named_, {listing, 1}, selection_->card(), statusRow()});
  stack_->addWidget(results_);
  stack_->addWidget(warning_);

  why_->setMinimumWidth(320);
  auto* split = widgets::splitter(Qt::Horizontal, {stack_, why_}, {820, 380});
  why_->hide();

  widgets::fill(widgets::columnOf(content(), t.gap, QMargins(t.section, t.gap, t.section, t.gap)),
                {bar_, {split, 1}});
}

QWidget* KeysPage::statusRow() {
  status_ = new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption);
  count_ = widgets::elided();
  countButton_ = new QPushButton(tr("Coun&t"));
  countButton_->setAccessibleName(tr("Count the keys that match"));
  connect(countButton_, &QPushButton::clicked, this, &KeysPage::count);
  auto* exporting = new QPushButton(tr("E&xport…"));
  exporting->setAccessibleName(tr("Export filtered rows"));
  connect(exporting, &QPushButton::clicked, this, &KeysPage::exportFound);
  plan_ = new QPushButton(tr("&Plan these …"));
  plan_->setAccessibleName(tr("Plan for the filtered rows"));
  connect(plan_, &QPushButton::clicked, this, &KeysPage::planFound);
  auto* why =
      new QPushButton(tr("Why 409?  (%1)").arg(askWhy_->shortcut().toString(QKeySequence::NativeText)));
  connect(why, &QPushButton::clicked, askWhy_, &QAction::trigger);
  return widgets::flowOf({status_, widgets::flowGap(), count_, countButton_, exporting, plan_, why});
}

QAction* KeysPage::addPageAction(const QString& text, const QKeySequence& shortcut, const QString& icon,
                                 void (KeysPage::*slot)()) {
  auto* action = widgets::addAction(this, text, shortcut, icon);
  action->setShortcutVisibleInContextMenu(true);
  connect(action, &QAction::triggered, this, slot);
  return action;
}

void KeysPage::addActions() {
  copyKey_ = addPageAction(tr("Copy key"), QKeySequence(Qt::CTRL | Qt::Key_Y), QStringLiteral("copy"),
                           &KeysPage::copyKey);
  askWhy_ = addPageAction(tr("Why 409?"), QKeySequence(Qt::CTRL | Qt::Key_E), QStringLiteral("info"),
                          &KeysPage::askWhy);
  addPageAction(tr("Count keys"), QKeySequence(Qt::CTRL | Qt::Key_T), QStringLiteral("table"),
                &KeysPage::count);
  addPageAction(tr("Export filtered rows…"), QKeySequence(Qt::CTRL | Qt::Key_J), QStringLiteral("export"),
                &KeysPage::exportFound);
  planAction_ = addPageAction(tr("Plan for these rows…"), QKeySequence(Qt::CTRL | Qt::Key_N),
                              QStringLiteral("play"), &KeysPage::planFound);
  addPageAction(tr("First rows of the listing"), QKeySequence(Qt::CTRL | Qt::Key_Home), QString(),
                &KeysPage::goToBeginning);
  addPageAction(tr("Last rows of the listing"), QKeySequence(Qt::CTRL | Qt::Key_End), QString(),
                &KeysPage::goToEnd);
  byValue_ = addPageAction(tr("Filter by this value"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F),
                           QStringLiteral("search"), &KeysPage::filterByValue);
  table_->addAction(byValue_);
  table_->addAction(copyKey_);
  table_->addAction(askWhy_);
}

// The page of another table: nothing of the one before is left.
void KeysPage::startAnew() {
  const tables::Profile& profile = session().profile();
  bar_->setProfile(profile);
  bar_->setChoices({}, {});
  model_->clear();
  model_->setTable(profile);
  fitColumns();
  hasChoices_ = patient_ = false;
  wantedRow_.reset();
  readsPlace_ = false;
  place_->setPlace(0, 0, 0);
  newestFirst_ = true;
  selection_->startAnew();
  showOrder();
  shownFilter_ = {};
  sql_.clear();
  count_->clear();
  countButton_->setEnabled(true);
  status_->clear();
  why_->forget();
  why_->hide();
  for (widgets::Banner* banner : {outside_, named_}) banner->hide();
  memoryChanged();
  stack_->setCurrentWidget(results_);
  showLoading(tr("Reading %1…").arg(rowWords(profile).many));
  if (isVisible() && session().isReady()) refresh();
}

void KeysPage::fitColumns() {
  const tables::Profile& profile = session().profile();
  for (int column = 0; column < KeysModel::ColumnCount; ++column)
    table_->setColumnHidden(column, !isShownAtFirst(column, profile));
  // Ids of events are short, and what broke is the question.
  const bool events = profile.kind != tables::Kind::idempotency && !profile.error.empty();
  table_->setStretchColumn(events ? KeysModel::ErrorColumn : KeysModel::KeyColumn);
  const int tries = profile.attempts.size() > 1 ? 21 : 6;
  // "2026-11-27 12:00:00.123456, zone unknown" instead of "3 min ago".
  const int created = profile.created_at.has_unknown_zone() ? 48 : 17,
            lease = profile.lease.at.has_unknown_zone() ? 48 : 22;
  table_->setColumnChars({19, 12, 28, 17, 9, 12, 14, 13, created, lease, tries, 6, 13, 26, 22});
  table_->horizontalHeader()->viewport()->update();
}

void KeysPage::memoryChanged() {
  const tables::Profile& profile = session().profile();
  const QString table = widgets::text(profile.schema) + '.' + widgets::text(profile.table);
  views_->setPlace(QStringLiteral("views/") + table, memory());
}

void KeysPage::askViewName() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save this filter"));
  dialog->setLabelText(tr("Name of the view; a view with this name is replaced:"));
  // Taken when it was asked for, whatever the filter becomes meanwhile.
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, state = bar_->state()](const QString& name) { views_->save(name, state); });
  dialog->open();
}

void KeysPage::applyView(const QJsonObject& state) {
  bar_->setState(state);
  search();
}

void KeysPage::show(const browse::Filter& filter) {
  bar_->setFilter(filter);
  search();
}

void KeysPage::refresh() {
  if (showNoStore(tr("There are no keys to show in this database."))) return;
  // What a plan does is kept in our own schema.
  const bool canPlan = session().facts().schema.fit == schema::Fit::current;
  plan_->setVisible(canPlan);
  planAction_->setEnabled(canPlan);
  if (!hasChoices_) readChoices();
  if (!tables::is_own(session().profile())) selection_->readAccess();
  why_->refresh();
  Search again{shownFilter_, std::nullopt, patient_, newestFirst_};
  const int top = topRow();
  const bool deep = top > 0 || model_->hasMoreBefore();
  if (!deep) {
    again.filter = bar_->filter(session().estimatedNow());
    return read(again, 0);
  }
  if (top > 0) again.after = model_->cursorAt(top - 1);
  read(again, model_->position() + top);
}

void KeysPage::search() {
  if (!session().isReady()) return;
  patient_ = false;
  count_->clear();
  if (!bar_->problem().isEmpty()) return;
  table_->scrollToTop();
  read({bar_->filter(session().estimatedNow()), std::nullopt, false, newestFirst_}, 0);
  emit placeChanged();
}

widgets::Place KeysPage::place() const { return widgets::placeOf(bar_->filter(session().estimatedNow())); }

Result<void> KeysPage::showPlace(const widgets::Place& place) {
  auto filter = widgets::filterFrom(place);
  if (!filter) return fail(filter.error());
  show(*filter);
  return {};
}

void KeysPage::runAnyway() {
  patient_ = true;
  stack_->setCurrentWidget(results_);
  results_->showLoading(tr("Reading every row …"));
  read({bar_->filter(session().estimatedNow()), std::nullopt, true, newestFirst_}, 0);
}

void KeysPage::read(const Search& search, qint64 position) {
  wantedRow_.reset();
  readsPlace_ = false;
  session().read<Listing>(
      this, tr("Keys"), [search](bridge::Reader& reader) { return readListing(reader, search); },
      [this, position](Result<Listing> listing) { take(std::move(listing), position); });
}

void KeysPage::take(Result<Listing> listing, qint64 position) {
  if (!listing) {
    model_->forgetRequest();  // this read took the place of a further page's
    if (isOffline()) return showError(listing.error());
    // Cancelled while nothing else could be shown: the choice is offered again.
    if (listing.error().is_cancelled() && results_->state() == widgets::StatePane::State::content) return;
    showContent();
    stack_->setCurrentWidget(results_);
    return results_->showError(listing.error());
  }
  showContent();
  shownFilter_ = std::move(listing->filter);
  lookedEverywhere_ = listing->everywhere;
  instead_ = insteadWords(*listing);
  knowledge_ = listing->page.knowledge;
  showOutside(*listing);
  if (listing->warning) {
    warning_->setForecast(*listing->warning);
    stack_->setCurrentWidget(warning_);
    return;
  }
  if (!listing->page.remark.empty()) count_->setText(widgets::shown(listing->page.remark));
  sql_ = widgets::text(listing->page.sql);
  setAge(listing->page.as_of);
  model_->setEstimate(std::llround(std::min(listing->about, 1e15)));
  model_->setPage(std::move(listing->page), position, position == 0 || model_->isCounted());
  showRows();
  scrolled(table_->verticalScrollBar()->value());
}

// A help: without it, rows have no marks.
void KeysPage::readNotes() {
  std::vector<key::Identity> ids;
  for (const browse::KeyRow& row : model_->rows()) ids.push_back(row.id);
  session().read<widgets::NoteMarks>(
      this, tr("Notes"),
      [ids](bridge::Reader& reader) {
        return widgets::NoteMarks::read(reader.connection(), reader.profile(), ids);
      },
      [this](Result<widgets::NoteMarks> notes) {
        if (notes) model_->setNotes(*std::move(notes));
      });
}

void KeysPage::showRows() {
  readNotes();
  showOrder();
  stack_->setCurrentWidget(results_);
  noteStatus();
  if (model_->rowCount() > 0) {
    results_->showContent();
    if (!table_->currentIndex().isValid()) table_->setCurrentIndex(model_->index(0, KeysModel::KeyColumn));
    return;
  }
  const RowWords words = rowWords(session().profile());
  if (knowledge_.known != unfinished::Known::exact)
    return results_->showEmpty(tr("Whether any %1 matches is unknown").arg(words.one),
                               widgets::text(unfinished::explanation(knowledge_)));
  if (bar_->isEmpty()) return results_->showEmpty(words.empty, words.emptyHow);
  // Only a key that was looked for in the whole table is known to have no row.
  if (lookedEverywhere_)
    return results_->showEmpty(words.noMatch,
                               instead_ + tr("For a whole key this means:\n%1")
                                              .arg(widgets::text(browse::no_row(session().profile()).rule)),
                               tr("Search &inside keys, customers and references"));
  results_->showEmpty(
      words.noMatch,
      (isExactKey(shownFilter_)
           ? tr("It was looked for only within your filters: this table has no index on the key only.\n")
           : QString()) +
          words.noMatchHow);
}

void KeysPage::showOutside(const Listing& listing) {
  const bool isNamed = !listing.isWithoutKey && listing.by && listing.by != browse::NameOf::beginning;
  named_->setVisible(isNamed);
  outside_->setVisible(!isNamed && (listing.outside > 0 || listing.by || listing.isWithoutKey));
  outside_->setActionVisible(listing.outside > 0);
  const QString none = knowledge_.known == unfinished::Known::exact
                           ? tr("No row has exactly this key.")
                           : tr("No row with exactly this key is seen.");
  if (listing.isWithoutKey) return outside_->setText(none + tr(" These are what the other filters find."));
  if (listing.by == browse::NameOf::beginning)
    return outside_->setText(none + tr(" These begin with it; other filters are left out."));
  if (listing.by)
    return named_->setText(none + tr(" These have it as their %1; other filters are left out.")
                                      .arg(widgets::wordShown(browse::name_of_words.of(*listing.by))));
  if (listing.outside == 0) return;
  const auto all = std::ssize(listing.page.rows);
  outside_->setText(
      listing.outside == all
          ? tr("Found outside your filters: a search for an exact key looks in the whole table.")
          : tr("%1 of these %2 rows were found outside your filters: a search for an exact key looks in the "
               "whole table.")
                .arg(widgets::number(listing.outside), widgets::number(all)));
}

void KeysPage::askWhyOfFound() {
  why_->setVisible(true);
  const int row = std::max(0, table_->currentIndex().row());
  if (row < model_->rowCount()) why_->askFor(model_->at(row).id);
}

void KeysPage::count() {
  countButton_->setEnabled(false);
  count_->setText(tr("counting…"));
  session().read<browse::Count>(
      this, tr("Counting keys"),
      [filter = shownFilter_, patient = patient_](bridge::Reader& reader) {
        return countRows(reader, filter, patient);
      },
      [this](const Result<browse::Count>& count) { showCount(count); });
}

void KeysPage::showCount(const Result<browse::Count>& count) {
  countButton_->setEnabled(true);
  if (!count) {
    count_->setText(count.error().is_cancelled() ? QString() : widgets::shown(count.error().what));
  } else {
    const QString many = rowWords(session().profile()).many;
    count_->setText((count->is_exact() ? tr("%1 %2 match") : tr("%1 or more %2 match"))
                        .arg(widgets::number(count->n), many));
  }
}

void KeysPage::exportFound() {
  if (!session().isReady()) return;
  exportRows(session(), this, shownFilter_, [this](const QString& words) { count_->setText(words); });
}

void KeysPage::planFound() {
  if (session().isReady()) emit planRequested(shownFilter_);
}

void KeysPage::readChoices() {
  session().read<Choices>(this, tr("Filter choices"), &readFilterChoices,
                          [this](const Result<Choices>& choices) {
                            hasChoices_ = choices.has_value();
                            if (choices) bar_->setChoices(choices->tenants, choices->operations);
                          });
}

void KeysPage::openRow(const QModelIndex& index) {
  emit walkOffered(shownFilter_);
  emit caseRequested(model_->at(index.row()).id);
}

void KeysPage::filterByValue() {
  const QModelIndex index = table_->currentIndex();
  if (!index.isValid()) return;
  const QString title = model_->headerData(index.column(), Qt::Horizontal).toString();
  if (bar_->narrow(index.column(), model_->at(index.row()))) return search();
  status_->setText(tr("There is no filter by “%1”, or this row has no such value.").arg(title));
}

// The column that the listing is ordered by, both ways by the same index; −1: none that is shown.
int KeysPage::orderColumn() const {
  const tables::Profile& profile = session().profile();
  const auto columns = tables::order_columns(profile);
  if (columns.empty()) return -1;
  if (columns.front() == profile.created_at.column) return KeysModel::CreatedColumn;
  if (columns.front() == profile.key) return KeysModel::KeyColumn;
  if (columns.front() == profile.tenant) return KeysModel::TenantColumn;
  return columns.front() == profile.operation ? KeysModel::OperationColumn : -1;
}

void KeysPage::showOrder() {
  QHeaderView* header = table_->horizontalHeader();
  header->setSectionsClickable(true);
  header->setSortIndicatorShown(orderColumn() >= 0);
  if (orderColumn() >= 0)
    header->setSortIndicator(orderColumn(), newestFirst_ ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void KeysPage::headerClicked(int column) {
  if (column == orderColumn()) {
    newestFirst_ = !newestFirst_;
    showOrder();
    return search();
  }
  showOrder();
  const QString title = model_->headerData(column, Qt::Horizontal).toString();
  status_->setText(
      tr("No index serves the order by “%1”. Narrow the list instead: “Filter by this value”.").arg(title));
}

void KeysPage::copyKey() {
  if (!table_->currentIndex().isValid()) return;
  const std::string& key = model_->at(table_->currentIndex().row()).id.key;
  // Bytes that are no text cannot be on a clipboard as text: then what the search understands.
  QGuiApplication::clipboard()->setText(is_utf8(key) ? widgets::text(key) : widgets::shown(key));
}

void KeysPage::askWhy() {
  why_->setVisible(true);
  // The button takes the focus from the table, and the row is meant still. Another key can be pasted over it.
  const auto selected = table_->selectionModel()->selectedRows();
  if (selected.size() == 1 && !why_->isAncestorOf(QApplication::focusWidget()))
    why_->askFor(model_->at(selected.front().row()).id);
  if (!table_->hasFocus()) why_->focusKey();
}

void KeysPage::closeWhy() {
  why_->hide();
  table_->setFocus(Qt::OtherFocusReason);
}

void KeysPage::tick() {
  if (isVisible() && session().isReady()) model_->setNow(session().estimatedNow());
}

void KeysPage::focusSearch() { bar_->focusSearch(); }

// Hidden while it is still a page: hiding moves scroll bars, and their slots are ours.
KeysPage::~KeysPage() { hide(); }

// Rows under a person's eyes or a filter under a person's fingers do not move by themselves.
QString KeysPage::whyNotLive() const {
  if (bar_->isBeingEdited()) return tr("the filter is being edited");
  if (patient_ || stack_->currentWidget() == warning_) return tr("this filter reads much of the table");
  if (topRow() != 0 || model_->hasMoreBefore() || model_->rowCount() > pageRows)
    return tr("rows stay in place while you scroll");
  return {};
}

void KeysPage::clockChanged() { why_->setClock(clock()); }

// Moving through a listing of any length: pages as the view gets near them, and places that the bar or a key
// asks for.

void KeysPage::readBehind(const browse::Cursor& last) {
  browse::PageRequest request{shownFilter_, last};
  request.newest_first = newestFirst_;
  request.limit = pageRows;
  readFurtherPage(request);
}

void KeysPage::readBefore(const browse::Cursor& first) {
  browse::PageRequest request{shownFilter_, first};
  request.newest_first = newestFirst_;
  request.backwards = true;
  request.limit = pageRows;
  readFurtherPage(request);
}

// In the channel of the listing itself: a new search makes a page of the old one worthless.
void KeysPage::readFurtherPage(const browse::PageRequest& request) {
  if (readsPlace_) return model_->forgetRequest();  // these rows are on their way out
  session().read<browse::Page>(
      this, tr("Keys"),
      [request, patient = patient_](bridge::Reader& reader) { return readFurther(reader, request, patient); },
      [this, backwards = request.backwards](Result<browse::Page> page) {
        if (!page) {
          model_->forgetRequest();
          if (!page.error().is_cancelled())
            status_->setText(tr("Further rows could not be read: %1").arg(widgets::shown(page.error().what)));
          return;
        }
        sql_ = widgets::text(page->sql);
        backwards ? model_->prepend(std::move(*page)) : model_->append(std::move(*page));
        readNotes();
        scrolled(table_->verticalScrollBar()->value());
      });
}

void KeysPage::scrolled(int value) {
  noteStatus();
  const int rowHeight = scrollsByPixel() ? table_->verticalHeader()->defaultSectionSize() : 1;
  if (readsPlace_) return;
  if (value <= nearEnd * rowHeight) model_->fetchBefore();
  if (value > 0 && value >= table_->verticalScrollBar()->maximum() - nearEnd * rowHeight)
    model_->fetchMore({});
}

bool KeysPage::scrollsByPixel() const {
  return table_->verticalScrollMode() == QAbstractItemView::ScrollPerPixel;
}

int KeysPage::shownRows() const {
  return table_->viewport()->height() / std::max(1, table_->verticalHeader()->defaultSectionSize());
}

void KeysPage::scrollTo(int row) {
  table_->verticalScrollBar()->setValue(
      row * (scrollsByPixel() ? table_->verticalHeader()->defaultSectionSize() : 1));
}

// Rows came or went above: what is looked at stays where it is.
void KeysPage::keepPlace(int rows) {
  QScrollBar* bar = table_->verticalScrollBar();
  bar->setValue(bar->value() +
                rows * (scrollsByPixel() ? table_->verticalHeader()->defaultSectionSize() : 1));
}

// The current row would hand itself on to its neighbour, which the view would jump to.
void KeysPage::letGo(int first, int last) {
  const int current = table_->currentIndex().row();
  if (first <= current && current <= last) table_->selectionModel()->clearCurrentIndex();
}

void KeysPage::goTo(qint64 row) {
  const qint64 inWindow = row - model_->position();
  const bool isAtEnd = row + shownRows() >= model_->total();
  const bool isHere =
      inWindow >= 0 && (inWindow + shownRows() <= model_->rowCount() || !model_->hasMoreBehind());
  // Nothing tells the rows of such a table apart: it has no place to go to.
  const bool isAlone = tables::order_columns(session().profile()).empty();
  if ((isHere && !(isAtEnd && model_->hasMoreBehind())) || isAlone || patient_) {
    wantedRow_.reset();
    return scrollTo(static_cast<int>(std::clamp<qint64>(inWindow, 0, model_->rowCount())));
  }
  wantedRow_ = row;
  if (!readsPlace_) readPlace();
}

void KeysPage::goToBeginning() {
  if (model_->rowCount() == 0) return;
  if (model_->hasMoreBefore()) return goTo(0);
  table_->scrollToTop();
  table_->setCurrentIndex(model_->index(0, KeysModel::KeyColumn));
}

void KeysPage::goToEnd() {
  if (model_->rowCount() == 0) return;
  if (model_->hasMoreBehind()) return goTo(model_->total());
  table_->scrollToBottom();
  table_->setCurrentIndex(model_->index(model_->rowCount() - 1, KeysModel::KeyColumn));
}

// One at a time: while the bar is dragged on, only the place where it is when the answer comes is read next.
void KeysPage::readPlace() {
  browse::PageRequest request{shownFilter_};
  request.newest_first = newestFirst_;
  const auto total = static_cast<double>(model_->total());
  const qint64 row = *std::exchange(wantedRow_, std::nullopt);
  request.part = row + shownRows() >= model_->total() ? 1.0 : static_cast<double>(row) / total;
  request.limit = pageRows;
  readsPlace_ = true;
  session().read<browse::Page>(
      this, tr("Keys"),
      [request, patient = patient_](bridge::Reader& reader) { return readFurther(reader, request, patient); },
      [this](Result<browse::Page> page) { takePlace(std::move(page)); });
}

void KeysPage::takePlace(Result<browse::Page> page) {
  readsPlace_ = false;
  if (!page) {
    wantedRow_.reset();
    model_->forgetRequest();
    if (!page.error().is_cancelled())
      status_->setText(tr("Further rows could not be read: %1").arg(widgets::shown(page.error().what)));
    return;
  }
  const qint64 total = model_->total(), rows = static_cast<qint64>(page->rows.size());
  const bool isEnd = page->part >= 1;
  const bool isWhole = isEnd ? !page->more : page->part <= 0;
  const qint64 last = std::max<qint64>(1, total - rows - (isEnd || !page->more ? 0 : 1));
  const qint64 position =
      isWhole ? 0
      : isEnd || !page->more
          ? last
          : std::clamp<qint64>(std::llround(page->part * static_cast<double>(total)), 1, last);
  sql_ = widgets::text(page->sql);
  setAge(page->as_of);
  if (isEnd) page->more = false;  // behind it
  model_->setPage(std::move(*page), position, isWhole);
  if (wantedRow_) return readPlace();
  if (model_->rowCount() > 0) {
    table_->setCurrentIndex(model_->index(isEnd ? model_->rowCount() - 1 : 0, KeysModel::KeyColumn));
    isEnd ? table_->scrollToBottom() : table_->scrollToTop();
  }
  scrolled(table_->verticalScrollBar()->value());
}

bool KeysPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched != table_ || event->type() != QEvent::KeyPress) return Page::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->modifiers() == Qt::NoModifier && key->key() == Qt::Key_Home) return goToBeginning(), true;
  if (key->modifiers() == Qt::NoModifier && key->key() == Qt::Key_End) return goToEnd(), true;
  // What is typed or pasted into the list is searched for: Enter would open the row else.
  const bool isPlain = (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
  const bool isTyped = isPlain && key->key() > Qt::Key_Space && key->key() < Qt::Key_Escape;
  if (isTyped || key->matches(QKeySequence::Paste)) {
    bar_->focusSearch();
    return QCoreApplication::sendEvent(QApplication::focusWidget(), event), true;
  }
  // The row that was current is no longer in the window: keys go on from what is looked at.
  if (!table_->currentIndex().isValid() && model_->rowCount() > 0)
    table_->setCurrentIndex(model_->index(std::min(topRow(), model_->rowCount() - 1), KeysModel::KeyColumn));
  return false;
}

int KeysPage::topRow() const { return std::max(0, table_->rowAt(0)); }

void KeysPage::noteStatus() {
  if (model_->rowCount() == 0) {
    place_->setPlace(0, 0, 0);
    return status_->clear();
  }
  const qint64 first = model_->position() + topRow();
  const int bottom = table_->rowAt(table_->viewport()->height() - 1);
  const qint64 last = model_->position() + (bottom < 0 ? model_->rowCount() - 1 : bottom);
  // At its end a table aligns its last row, and shows part of one more above.
  const QScrollBar* bar = table_->verticalScrollBar();
  const bool isAtEnd = !model_->hasMoreBehind() && bar->value() == bar->maximum() && bar->maximum() > 0;
  place_->setPlace(model_->total(), isAtEnd ? model_->total() : first, shownRows());
  if (!model_->isCounted()) {
    status_->setText(tr("About rows %1 to %2 of %3, %4")
                         .arg(widgets::number(first + 1), widgets::number(last + 1),
                              widgets::number(model_->total()),
                              widgets::wordShown(browse::order_words(session().profile(), newestFirst_))));
    return;
  }
  const bool whole = !model_->hasMoreBehind();
  // Of a listing with more rows that is what is known of it.
  const bool isHidden = whole && knowledge_.known != unfinished::Known::exact && !knowledge_.remedy.empty();
  const QString all =
      (isHidden ? tr(", of at least %1") : tr(", of %1")).arg(widgets::number(model_->total()));
  QString words = tr("Rows %1 to %2, %3%4")
                      .arg(widgets::number(first + 1), widgets::number(last + 1),
                           widgets::wordShown(browse::order_words(session().profile(), newestFirst_)),
                           whole ? all : tr(", more below"));
  if (isHidden) words += QStringLiteral(". ") + widgets::text(unfinished::explanation(knowledge_));
  status_->setText(words);
}

}  // namespace onceover::keys
