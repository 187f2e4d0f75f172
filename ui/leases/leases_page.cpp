#include "ui/leases/leases_page.h"

#include <cmath>

#include "ui/leases/alive_card.h"
#include "ui/leases/groups_model.h"
#include "ui/leases/stuck_model.h"
#include "ui/widgets/widgets.h"

namespace onceover::leases {
namespace {

// What takes longer to read is not read every few seconds.
constexpr double liveSeconds = 0.25;

Duration secondsOf(double seconds) {
  return std::chrono::duration_cast<Duration>(std::chrono::seconds(std::max<std::int64_t>(1, std::llround(std::min(seconds, 1e9)))));
}

}  // namespace

LeasesPage::LeasesPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      groups_(new GroupsModel(this)),
      rows_(new StuckModel(this)),
      groupTable_(new widgets::TableView(tr("Groups of stuck leases"), groups_)),
      rowTable_(new widgets::TableView(tr("Stuck keys of the group"), rows_)),
      alive_(new AliveCard) {
  layOut();
  connect(groupTable_, &widgets::TableView::currentRowChanged, this, &LeasesPage::groupChosen);
  connect(rowTable_, &widgets::TableView::currentRowChanged, this, &LeasesPage::rowChosen);
  connect(rowTable_, &widgets::TableView::opened, this, &LeasesPage::openRow);
  connect(groupTable_, &widgets::TableView::opened, rowTable_, qOverload<>(&QWidget::setFocus));
  connect(alive_, &AliveCard::askAgainRequested, this, &LeasesPage::askWhoLocks);
  connect(alive_, &AliveCard::caseRequested, this, &LeasesPage::openChosen);
  connect(pane(), &widgets::StatePane::actionRequested, this, [this] {
    mayScan_ = true;
    showLoading(tr("Reading stuck leases…"));
    look();
  });
  // What was agreed to was agreed to for one table.
  connect(&session, &bridge::Session::profileChanged, this, [this] { mayScan_ = false; });
  showLoading(tr("Reading stuck leases…"));
}

void LeasesPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  groupTable_->setSelectionMode(QAbstractItemView::SingleSelection);

  summary_ = widgets::wrapped(widgets::TextRole::heading);
  rowsTitle_ = new widgets::PlainLabel({}, nullptr, widgets::TextRole::strong);
  auto* showAll = new QPushButton(tr("Show in &Keys"));
  connect(showAll, &QPushButton::clicked, this, &LeasesPage::showAllRows);

  auto* rowsSide = new QWidget;
  auto* rowsLayout = widgets::columnOf(rowsSide, t.unit);
  auto* rowsTop = widgets::fill(new QHBoxLayout, {{rowsTitle_, 1}, showAll});
  widgets::fill(rowsLayout, {rowsTop, {rowTable_, 1}});

  alive_->setMinimumWidth(280);
  auto* below = widgets::splitter(Qt::Horizontal, {rowsSide, alive_}, {880, 320});
  auto* split = widgets::splitter(Qt::Vertical, {groupTable_, below}, {170, 470});

  widgets::fill(widgets::columnOf(content(), t.gap, QMargins(t.section, t.gap, t.section, t.gap)), {summary_, {split, 1}});
}

void LeasesPage::refresh() {
  if (!showNoStore(tr("There are no leases to show in this database."))) look();
}

void LeasesPage::look() {
  using browse::Scan;
  session().read<browse::StuckGroups>(
      this, tr("Stuck leases"),
      [scan = mayScan_ ? Scan::always : Scan::if_quick](bridge::Reader& reader) { return reader.browser().stuck_groups(200, scan); },
      [this](Result<browse::StuckGroups> groups) { takeLook(std::move(groups)); });
}

void LeasesPage::takeLook(Result<browse::StuckGroups> groups) {
  if (!groups) return showFailure(groups.error());
  isCostly_ = groups->cost.seconds > liveSeconds;
  if (groups->groups.empty() && !groups->unfinished.nothing_is_stuck()) return showUnknown(*groups);
  take(std::move(*groups));
}

void LeasesPage::showUnknown(const browse::StuckGroups& groups) {
  setAge(groups.as_of);
  const unfinished::Knowledge& known = groups.unfinished.knowledge;
  QString words = widgets::text(unfinished::explanation(known));
  if (known.looked && *known.looked < 1) words += '\n' + tr("The table is being read in the background. This page updates itself.");
  if (groups.cost.scans) words += '\n' + widgets::text(groups.cost.why);
  showEmpty(tr("It is unknown whether any lease is stuck."), words.trimmed(),
            groups.cost.scans ? tr("&Read the table now (about %1)").arg(widgets::span(secondsOf(groups.cost.seconds))) : QString());
}

void LeasesPage::take(browse::StuckGroups groups) {
  groupSql_ = widgets::text(groups.sql);
  setAge(groups.as_of);
  if (groups.groups.empty()) {
    group_.reset();
    row_.reset();
    groups_->setRows({}, groups.as_of);
    rows_->setRows({}, groups.as_of);
    alive_->setNothing();
    return showEmpty(
        tr("No lease is stuck."),
        tr("Every key in progress has a live lease. A lease that ends unsettled is listed here with its owner, customer and amount."));
  }
  showSummary(groups);
  filling_ = true;
  groups_->setRows(std::move(groups.groups), groups.as_of);
  const int before = group_ ? groups_->rowOf(*group_) : -1;
  groupTable_->setCurrentIndex(groups_->index(std::max(0, before), GroupsModel::OperationColumn));
  filling_ = false;
  showContent();
  groupChosen(groupTable_->currentIndex().row());
}

void LeasesPage::showSummary(const browse::StuckGroups& groups) {
  std::int64_t keys = 0, people = 0;
  for (const auto& group : groups.groups) {
    keys += group.n;
    people += group.needs_human;
  }
  QString words =
      keys == 1 ? tr("1 stuck key; its clients get 409.") : tr("%1 stuck keys; their clients get 409.").arg(widgets::number(keys));
  const unfinished::Answer& answer = groups.unfinished;
  if (!answer.is_exact()) words = tr("At least ") + words + ' ' + widgets::text(unfinished::explanation(answer.knowledge));
  if (people > 0) words += ' ' + (people == 1 ? tr("1 needs a person.") : tr("%1 need a person.").arg(widgets::number(people)));
  if (const std::string waiting = unfinished::unretried_sentence(answer); !waiting.empty()) words += ' ' + widgets::text(waiting);
  summary_->setText(words);
}

void LeasesPage::groupChosen(int row) {
  if (filling_ || row < 0) return;
  group_ = groups_->at(row);
  readRows();
}

void LeasesPage::readRows() {
  session().read<StuckRows>(
      this, tr("Stuck keys"), [group = *group_](bridge::Reader& reader) { return readStuckRows(reader, group); },
      [this](Result<StuckRows> rows) { takeRows(std::move(rows)); });
}

void LeasesPage::takeRows(Result<StuckRows> rows) {
  if (!rows) {
    if (!rows.error().is_cancelled()) rowsTitle_->setText(tr("The keys could not be read: %1").arg(widgets::shown(rows.error().what)));
    return;
  }
  rowSql_ = widgets::text(rows->sql);
  const auto many = widgets::number(static_cast<std::int64_t>(rows->rows.size()));
  rowsTitle_->setText(rows->complete ? tr("%1 of this group, oldest first").arg(many) : tr("The oldest %1 of this group").arg(many));
  filling_ = true;
  rows_->setRows(std::move(rows->rows), rows->asOf);
  filling_ = false;
  if (rows_->rowCount() == 0) {
    row_.reset();
    return alive_->setNothing();
  }
  const int before = row_ ? rows_->rowOf(row_->id) : -1;
  const int now = std::max(0, before);
  const bool stays = rowTable_->currentIndex().row() == now;
  rowTable_->setCurrentIndex(rows_->index(now, StuckModel::KeyColumn));
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
      this, tr("Who locks the row"), [id = row_->id](bridge::Reader& reader) { return reader.browser().who_locks(id); },
      [this](Result<browse::LockHolder> holder) {
        if (!row_) return;
        holder_ = std::move(holder);
        alive_->setAnswer(*holder_, *row_, clock());
      });
}

void LeasesPage::openRow(const QModelIndex& index) { emit caseRequested(rows_->at(index.row()).id); }

void LeasesPage::openChosen() {
  if (row_) emit caseRequested(row_->id);
}

void LeasesPage::showAllRows() {
  browse::Filter filter;
  filter.stuck = true;
  if (group_ && !group_->operation.empty()) filter.operation = group_->operation;
  emit rowsRequested(filter);
}

QString LeasesPage::shownSql() const { return rowSql_.isEmpty() ? groupSql_ : groupSql_ + QLatin1String(";\n\n") + rowSql_; }

void LeasesPage::clockChanged() {
  groups_->setClock(clock());
  rows_->setClock(clock());
  if (holder_ && row_) alive_->setAnswer(*holder_, *row_, clock());
}

}  // namespace onceover::leases
