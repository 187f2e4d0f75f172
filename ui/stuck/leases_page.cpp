// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stuck/leases_page.h"

#include <QComboBox>
#include <QItemSelectionModel>
#include <cmath>

#include "core/browse/promises.h"
#include "core/tables/sql.h"
#include "ui/stuck/stuck_rows.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/selection_bar.h"

namespace onceover::stuck {
namespace {

QString byInWords(browse::StuckBy by) {
  using browse::StuckBy;
  switch (by) {
    case StuckBy::host: return tr("By host");
    case StuckBy::tenant: return tr("By tenant");
    case StuckBy::age: return tr("By end of the lease");
    default: return tr("By operation");
  }
}

const QString groupedBy = QStringLiteral("leases/grouped-by");

struct Look {
  browse::StuckGroups groups;
  QString elsewhere;  // in sentences; read where nothing is stuck in this table
};

Result<Look> lookAt(bridge::Reader& reader, browse::Scan scan, browse::StuckBy by, bridge::Tables others) {
  auto groups = reader.browser().stuck_groups(200, scan, by);
  if (!groups) return fail(groups.error());
  if (!groups->groups.empty()) return Look{std::move(*groups), {}};
  shift::StuckWords words;
  if (auto took = bridge::readElsewhere(reader, others, words); !took) return fail(took.error());
  std::ranges::move(words.unknown, std::back_inserter(words.stuck));
  return Look{std::move(*groups), widgets::shownAll(words.stuck)};
}

// What takes longer to read is not read every few seconds.
constexpr double liveSeconds = 0.25;

Duration secondsOf(double seconds) {
  return std::chrono::duration_cast<Duration>(
      std::chrono::seconds(std::max<std::int64_t>(1, std::llround(std::min(seconds, 1e9)))));
}

}  // namespace

LeasesPage::LeasesPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      groups_(new GroupsModel(this)),
      rows_(new StuckModel(this)),
      groupTable_(new widgets::TableView(tr("Groups of stuck leases"), groups_)),
      rowTable_(new widgets::TableView(tr("Stuck keys of the group"), rows_)),
      alive_(new AliveCard),
      readAll_(new QPushButton),
      selection_(new writes::SelectionBar(session)) {
  layOut();
  connect(groupTable_, &widgets::TableView::currentRowChanged, this, [this](int row) {
    if (filling_) return;
    rowTable_->clearSelection();  // a person goes to other rows
    groupChosen(row);
  });
  connect(rowTable_, &widgets::TableView::currentRowChanged, this, &LeasesPage::rowChosen);
  connect(rowTable_, &widgets::TableView::opened, this,
          [this](const QModelIndex& index) { openRow(rows_->at(index.row()).id); });
  selection_->serve(*this, *rowTable_, [this](int row) { return rows_->at(row); });
  connect(groupTable_, &widgets::TableView::opened, rowTable_, qOverload<>(&QWidget::setFocus));
  connect(alive_, &AliveCard::askAgainRequested, this, &LeasesPage::askWhoLocks);
  connect(alive_, &AliveCard::caseRequested, this, [this] {
    if (row_) openRow(row_->id);
  });
  connect(pane(), &widgets::StatePane::actionRequested, this, &LeasesPage::readAll);
  connect(readAll_, &QPushButton::clicked, this, &LeasesPage::readAll);
  connect(&session, &bridge::Session::profileChanged, this, &LeasesPage::startAnew);
  startAnew();
  showLoading(tr("Reading stuck leases…"));
}

void LeasesPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  groupTable_->setSelectionMode(QAbstractItemView::SingleSelection);

  summary_ = widgets::wrapped(widgets::TextRole::heading);
  rowsTitle_ = widgets::elided(widgets::TextRole::strong);
  auto* showAll = new QPushButton(tr("Show in &Keys"));
  connect(showAll, &QPushButton::clicked, this, &LeasesPage::showAllRows);
  by_ = widgets::comboBox(tr("Group by"));
  for (const browse::StuckBy by :
       {browse::StuckBy::operation, browse::StuckBy::host, browse::StuckBy::tenant, browse::StuckBy::age})
    by_->addItem(byInWords(by), static_cast<int>(by));
  connect(by_, &QComboBox::activated, this, [this] {
    keep(groupedBy, widgets::text(browse::word(static_cast<browse::StuckBy>(by_->currentData().toInt()))));
    look();
  });
  auto* planAction = widgets::addAction(this, tr("Plan these keys …"), QKeySequence(Qt::CTRL | Qt::Key_N),
                                        QStringLiteral("play"));
  connect(planAction, &QAction::triggered, this, &LeasesPage::planGroup);
  plan_ = widgets::buttonOf(planAction, tr("&Plan these …"));

  auto* rowsSide = new QWidget;
  auto* rowsTop = widgets::fill(new QHBoxLayout, {{rowsTitle_, 1}, showAll, plan_});
  // What comes and goes below takes room from the rows, and moves no button.
  widgets::fill(widgets::columnOf(rowsSide, t.unit),
                {rowsTop, selection_, {rowTable_, 1}, selection_->card()});

  auto* top = widgets::fill(widgets::lineOf(nullptr, t.gap),
                            {{summary_, 1}, {readAll_, 0, Qt::AlignTop}, {by_, 0, Qt::AlignTop}});
  alive_->setMinimumWidth(280);
  auto* below = widgets::splitter(Qt::Horizontal, {rowsSide, alive_}, {880, 320});
  auto* split = widgets::splitter(Qt::Vertical, {groupTable_, below}, {170, 470});
  split->setStretchFactor(0, 0);

  widgets::fill(widgets::columnOf(content(), t.gap, QMargins(t.section, t.gap, t.section, t.gap)),
                {top, {split, 1}});
}

void LeasesPage::readAll() {
  mayScan_ = true;
  showLoading(tr("Reading stuck leases…"));
  look();
}

// What was agreed to was agreed to for one table, and what is known of it was known of that one.
void LeasesPage::startAnew() {
  mayScan_ = false;
  group_.reset();
  row_.reset();
  holder_.reset();
  selection_->startAnew();
  const tables::Profile& profile = session().profile();
  alive_->setTable(profile);
  rows_->setRows({}, {});  // what is selected next is selected anew, with what this table offers
  rows_->setTable(profile);
  for (int column = 0; column < rows_->columnCount(); ++column)
    rowTable_->setColumnHidden(column, !StuckModel::isFilled(column, profile));
}

void LeasesPage::refresh() {
  if (showNoStore(tr("There are no leases to show in this database."))) return;
  if (!tables::is_own(session().profile())) selection_->readAccess();
  look();
}

void LeasesPage::look() {
  using browse::Scan;
  session().read<Look>(
      this, tr("Stuck leases"),
      [scan = mayScan_ ? Scan::always : Scan::if_quick, described = session().described(),
       hasOwn = session().facts().schema.is_readable(),
       by = static_cast<browse::StuckBy>(by_->currentData().toInt())](bridge::Reader& reader) {
        auto others = bridge::tablesFor(reader, described, hasOwn);
        others.erase(others.begin());  // the one that is read
        return lookAt(reader, scan, by, std::move(others));
      },
      [this](Result<Look> look) {
        if (!look) return showFailure(look.error());
        elsewhere_ = look->elsewhere;
        takeLook(std::move(look->groups));
      });
}

void LeasesPage::takeLook(browse::StuckGroups groups) {
  const browse::Forecast& cost = groups.cost;
  isAll_ = groups.unfinished.is_exact();
  isCostly_ = cost.seconds > liveSeconds && (mayScan_ || !cost.scans);
  readAll_->setVisible(cost.scans && !mayScan_);
  readAll_->setText(tr("&Read all now (about %1)").arg(widgets::span(secondsOf(cost.seconds))));
  if (groups.groups.empty() && !groups.unfinished.nothing_is_stuck()) return showUnknown(groups);
  take(std::move(groups));
}

void LeasesPage::showUnknown(const browse::StuckGroups& groups) {
  setAge(groups.as_of);
  const unfinished::Knowledge& known = groups.unfinished.knowledge;
  QString words = widgets::text(unfinished::explanation(known));
  if (known.looked && *known.looked < 1)
    words += '\n' + tr("The table is being read in the background. This page updates itself.");
  if (groups.cost.scans) words += '\n' + widgets::text(groups.cost.why);
  if (!elsewhere_.isEmpty()) words += '\n' + elsewhere_;
  showEmpty(tr("It is unknown whether any lease is stuck."), words.trimmed(),
            groups.cost.scans ? readAll_->text() : QString());
}

void LeasesPage::take(browse::StuckGroups groups) {
  groupSql_ = widgets::text(groups.sql);
  setAge(groups.as_of);
  if (groups.groups.empty()) {
    group_.reset();
    row_.reset();
    groups_->setGroups(groups);
    rows_->setRows({}, groups.as_of);
    alive_->setNothing();
    const tables::Profile& table = session().profile();
    const QString how = widgets::text(browse::none_stuck(table));
    // Nothing in this table is no all-clear for those beside it.
    if (!elsewhere_.isEmpty())
      return showEmpty(tr("Nothing is stuck in %1.").arg(widgets::relationShown(tables::table_name(table))),
                       elsewhere_ + '\n' + how);
    const bool byAge = browse::promises_of(table).is_judged_by_age;
    return showEmpty(byAge ? tr("Nothing is stuck.") : tr("No lease is stuck."), how);
  }
  showSummary(groups);
  filling_ = true;
  groups_->setGroups(groups);
  const int before = group_ ? groups_->rowOf(*group_) : -1;
  groupTable_->setColumnHidden(GroupsModel::MoneyColumn, session().profile().amount.empty());
  groupTable_->setCurrentIndex(groups_->index(std::max(0, before), GroupsModel::NameColumn));
  filling_ = false;
  showContent();
  groupChosen(groupTable_->currentIndex().row());
}

void LeasesPage::showSummary(const browse::StuckGroups& groups) {
  const std::int64_t keys = groups.all.n, people = groups.all.needs_human;
  QString words = widgets::text(browse::stuck_headline(session().profile(), keys));
  const unfinished::Answer& answer = groups.unfinished;
  if (!answer.is_exact())
    words = tr("At least %1").arg(words) + ' ' + widgets::text(unfinished::explanation(answer.knowledge));
  if (people > 0) words += ' ' + tr("%Ln need a person.", nullptr, widgets::counted(people));
  if (const std::string waiting = unfinished::unretried_sentence(answer); !waiting.empty())
    words += ' ' + widgets::text(waiting);
  // Money first: it is what the call is about.
  const key::Sums& money = groups.all.money;
  if (!session().profile().amount.empty())
    words =
        (money.is_known() ? widgets::sumsShown(money) : widgets::text(money.why_unknown())) + '\n' + words;
  summary_->setText(words);
}

void LeasesPage::groupChosen(int row) {
  if (row < 0) return;
  group_ = groups_->at(row);
  readRows();
}

void LeasesPage::readRows() {
  session().read<StuckRows>(
      this, tr("Stuck keys"),
      [filter = *chosenFilter(), isAll = isAll_](bridge::Reader& reader) {
        // The groups are of the whole table, and so are the rows: not what a walk has found so far.
        if (isAll) reader.browser().use_walk(nullptr);
        return readStuckRows(reader, filter);
      },
      [this](Result<StuckRows> rows) { takeRows(std::move(rows)); });
}

void LeasesPage::takeRows(Result<StuckRows> rows) {
  if (!rows) {
    if (!rows.error().is_cancelled())
      rowsTitle_->setText(tr("The keys could not be read: %1").arg(widgets::shown(rows.error().what)));
    return;
  }
  rowSql_ = widgets::text(rows->sql);
  const auto many = widgets::number(static_cast<std::int64_t>(rows->rows.size()));
  const QString order = widgets::wordShown(browse::longest_stuck_words(session().profile()));
  rowsTitle_->setText((rows->complete ? tr("%1: %2, %3") : tr("%1: the first %2, %3"))
                          .arg(groups_->nameOf(*group_), many, order));
  const bool hadSelection = !rowTable_->selectedRows().isEmpty();
  filling_ = true;
  rows_->setNotes(std::move(rows->notes));
  rows_->setRows(std::move(rows->rows), rows->asOf);
  filling_ = false;
  if (rows_->rowCount() == 0) {
    row_.reset();
    return alive_->setNothing();
  }
  const int before = row_ ? rows_->rowOf(row_->id) : -1;
  const QList<int> selected = rowTable_->selectedRows();
  const int now = before >= 0 ? before : selected.isEmpty() ? 0 : selected.first();
  const bool stays = rowTable_->currentIndex().row() == now;
  const QModelIndex current = rows_->index(now, StuckModel::KeyColumn);
  // What a person selected stays selected, and no other key takes its place: an act would be about that one.
  rowTable_->selectionModel()->setCurrentIndex(
      current, hadSelection ? QItemSelectionModel::NoUpdate
                            : QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (stays) rowChosen(now);
}

void LeasesPage::rowChosen(int row) {
  if (filling_ || row < 0) return;
  const bool same = row_ && row_->id == rows_->at(row).id;
  row_ = rows_->at(row);
  if (!same) {
    holder_.reset();
    alive_->setAsking(*row_);
  }
  askWhoLocks();
}

void LeasesPage::askWhoLocks() {
  if (!row_) return;
  session().read<browse::LockHolder>(
      this, tr("Who locks the row"),
      [id = row_->id](bridge::Reader& reader) { return reader.browser().who_locks(id); },
      [this](Result<browse::LockHolder> holder) {
        if (!row_) return;
        holder_ = std::move(holder);
        alive_->setAnswer(*holder_, *row_, session().profile(), clock());
      });
}

void LeasesPage::openRow(key::Identity id) {
  if (const auto filter = chosenFilter()) emit walkOffered(*filter);
  emit caseRequested(id);
}

std::optional<browse::Filter> LeasesPage::chosenFilter() const {
  if (!group_) return std::nullopt;
  if (group_->isAll) return browse::Filter{.stuck = true};
  return browse::filter_of(group_->group, groups_->by(), session().profile());
}

void LeasesPage::planGroup() {
  if (const auto filter = chosenFilter(); filter && session().isReady()) emit planRequested(*filter);
}

void LeasesPage::memoryChanged() {
  if (const auto by = browse::stuck_by_from_word(widgets::bytes(kept(groupedBy))))
    by_->setCurrentIndex(std::max(0, by_->findData(static_cast<int>(*by))));
}

void LeasesPage::showAllRows() {
  if (const auto filter = chosenFilter()) emit rowsRequested(*filter);
}

// The keys: Enter opens the case. Their group is chosen already.
QWidget* LeasesPage::firstRows() const {
  return rowTable_->isVisible() && rows_->rowCount() > 0 ? rowTable_ : nullptr;
}

QString LeasesPage::shownSql() const {
  return rowSql_.isEmpty() ? groupSql_ : groupSql_ + QLatin1String(";\n\n") + rowSql_;
}

void LeasesPage::clockChanged() {
  if (holder_ && row_) alive_->setAnswer(*holder_, *row_, session().profile(), clock());
}

}  // namespace onceover::stuck
