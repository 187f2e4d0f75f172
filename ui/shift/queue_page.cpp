// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shift/queue_page.h"

#include <QCheckBox>
#include <QStackedWidget>
#include <algorithm>

#include "ui/shift/approval_panel.h"
#include "ui/shift/queue_data.h"
#include "ui/shift/queue_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/widgets.h"

namespace onceover::shift {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

constexpr int rowsAtFirst = 200;

}  // namespace

QueuePage::QueuePage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      rows_(rowsAtFirst),
      cases_(new CasesModel(this)),
      approvals_(new ApprovalsModel(this)),
      stack_(new QStackedWidget),
      panel_(new ApprovalPanel(session)) {
  stack_->addWidget(buildLists());
  stack_->addWidget(panel_);
  widgets::columnOf(content(), 0)->addWidget(stack_);
  addActions();
  connect(panel_, &ApprovalPanel::shown, this, [this] {
    stack_->setCurrentWidget(panel_);
    showContent();
  });
  connect(panel_, &ApprovalPanel::failed, this, [this](const Error& error) { showFailure(error); });
  connect(panel_, &ApprovalPanel::gone, this, &QueuePage::closeApproval);
  connect(panel_, &ApprovalPanel::closeRequested, this, &QueuePage::closeApproval);
  connect(panel_, &ApprovalPanel::armRequested, this, &Page::armRequested);
  connect(panel_, &ApprovalPanel::caseRequested, this, &QueuePage::openRowOf);
  connect(pane(), &widgets::StatePane::actionRequested, this,
          [this] { emit pageRequested(QStringLiteral("leases")); });
  // Of another server nothing is known.
  connect(&session, &bridge::Session::stateChanged, this, [this](bridge::SessionState state) {
    if (state == bridge::SessionState::connecting) closeApproval();
  });
  showLoading(tr("Reading cases and requests …"));
}

QWidget* QueuePage::buildCases() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  casesTitle_ = new PlainLabel({}, nullptr, TextRole::heading);
  casesTitle_->setAccessibleName(tr("How many cases"));
  openToo_ = new QCheckBox(tr("Include &automatic retries"));
  connect(openToo_, &QCheckBox::toggled, this, [this] {
    rows_ = rowsAtFirst;
    refresh();
  });
  more_ = new QPushButton(tr("&More"));
  more_->setToolTip(widgets::toolTip(tr("Read the next %1").arg(rowsAtFirst)));
  connect(more_, &QPushButton::clicked, this, &QueuePage::readMore);
  casesNote_ = widgets::wrapped(TextRole::caption, tr("Note on cases"));
  casesTable_ = new widgets::TableView(tr("Cases that need a person"), cases_);
  connect(casesTable_, &widgets::TableView::opened, this, &QueuePage::openCase);
  auto* top = widgets::fill(
      new QHBoxLayout,
      {{casesTitle_, 1}, widgets::explained({tr("case"), tr("manual override")}), openToo_, more_});
  widgets::fill(widgets::columnOf(box, t.unit), {top, {casesTable_, 1}, casesNote_});
  return box;
}

QWidget* QueuePage::buildApprovals() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  approvalsTitle_ = new PlainLabel({}, nullptr, TextRole::heading);
  approvalsTitle_->setAccessibleName(tr("How many requests"));
  approvalsNote_ = widgets::wrapped(TextRole::caption);
  approvalsTable_ = new widgets::TableView(tr("Requests for a second approver"), approvals_);
  connect(approvalsTable_, &widgets::TableView::opened, this, &QueuePage::openApproval);
  auto* title = widgets::fill(new QHBoxLayout, {{approvalsTitle_, 1}, widgets::explained({tr("approval")})});
  widgets::fill(widgets::columnOf(box, t.unit), {title, {approvalsTable_, 1}, approvalsNote_});
  return box;
}

QWidget* QueuePage::buildLists() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* lists = new QWidget;
  shouts_ = new widgets::Banner(widgets::Tone::danger, QStringLiteral("warning"), {});
  shouts_->hide();
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.gap, QMargins(t.section, t.gap, t.section, t.gap));
  column->addWidget(widgets::splitter(Qt::Vertical, {buildCases(), buildApprovals()}, {360, 240}), 1);
  widgets::fill(widgets::columnOf(lists, 0), {shouts_, {inside, 1}});
  return lists;
}

void QueuePage::addActions() {
  auto* back = widgets::addAction(this, tr("Back to the queue"), QKeySequence(Qt::Key_Escape));
  connect(back, &QAction::triggered, this, &QueuePage::closeApproval);
  for (QAction* action : panel_->verbActions()) {
    action->setEnabled(false);
    addAction(action);
  }
}

bool QueuePage::isApprovalOpen() const { return panel_->number().has_value(); }

void QueuePage::refresh() {
  if (session().facts().schema.fit == schema::Fit::unreadable)
    return showEmpty(tr("Cases and requests cannot be read"), session().facts().schemaSentence);
  if (session().facts().schema.fit == schema::Fit::missing) {
    return showEmpty(
        tr("Nothing waits here"),
        tr("Cases and requests need the onceover schema. Install it with: oncectl schema install."));
  }
  if (isApprovalOpen()) panel_->refresh();
  session().read<QueueData>(
      this, tr("Reading cases and requests"),
      [described = session().described(), openToo = openToo_->isChecked(),
       rows = rows_](bridge::Reader& reader) { return readQueue(reader, described, openToo, rows); },
      [this](Result<QueueData> data) { take(std::move(data)); });
}

void QueuePage::take(Result<QueueData> data) {
  if (!data) return showFailure(data.error());
  tables_ = std::move(data->tables);
  sql_ = widgets::text(data->sql);
  setAge(data->asOf);
  const auto people = std::ranges::count_if(data->cases, &reconcile::ListedCase::needs_person);
  const int n = widgets::counted(people);
  casesTitle_->setText(people == 0       ? tr("No case needs a person")
                       : data->moreCases ? tr("At least %Ln cases need a person", nullptr, n)
                                         : tr("%Ln cases need a person", nullptr, n));
  more_->setVisible(data->moreCases);
  const QString shouts = shoutsOf(data->cases);
  shouts_->setText(shouts);
  shouts_->setVisible(!shouts.isEmpty());
  casesTable_->setVisible(!data->cases.empty());
  casesNote_->setText((data->cases.empty()
                           ? tr("Cases that evidence does not settle are listed here with the reason.")
                           : tr("Enter opens the case.")) +
                      ' ' + data->stuck);
  stuck_ = data->stuck;
  const auto waiting = static_cast<std::int64_t>(data->approvals.size());
  const auto mine = std::ranges::count_if(data->approvals, &approval::Approval::is_mine);
  const int requests = widgets::counted(waiting);
  QString title = waiting == 0 ? tr("No request waits for a second approver")
                  : data->moreApprovals
                      ? tr("At least %Ln requests wait for a second approver", nullptr, requests)
                      : tr("%Ln requests wait for a second approver", nullptr, requests);
  if (mine > 0)
    title += mine == waiting ? tr(" other than you") : tr(", %1 of them other than you").arg(mine);
  approvalsTitle_->setText(title);
  approvalsTable_->setVisible(waiting > 0);
  approvalsNote_->setText(waiting > 0
                              ? tr("Enter opens the request.")
                              : tr("Manual overrides without evidence wait here for another database user."));
  cases_->setCases(std::move(data->cases), std::move(data->notes), data->asOf);
  approvals_->setRows(std::move(data->approvals), data->asOf);
  if (isApprovalOpen()) return;
  showLists();
}

void QueuePage::showLists() {
  stack_->setCurrentIndex(0);
  if (cases_->rowCount() > 0 || approvals_->rowCount() > 0 || openToo_->isChecked()) return showContent();
  if (showHidden({QStringLiteral("cases"), QStringLiteral("row_cases"), QStringLiteral("approvals")},
                 tr("Whether anything waits for a person is unknown")))
    return;
  const QString how =
      tr("Cases that evidence does not settle appear here, and manual overrides that wait for a second "
         "approver.");
  stuck_.isEmpty()
      ? showEmpty(tr("Nothing waits for a person"), how)
      : showEmpty(tr("No case and no request waits for a person"), stuck_ + '\n' + how, tr("Open &Stuck"));
}

void QueuePage::readMore() {
  rows_ += rowsAtFirst;
  refresh();
}

void QueuePage::openCase(const QModelIndex& index) {
  if (!index.isValid()) return;
  const reconcile::ListedCase one = cases_->at(index.row());
  if (one.is_own()) return openRowOf(bridge::ownProfile(), one.id);
  for (const auto& table : tables_) {
    // A copy: who opens the row changes the tables.
    const auto its = table;
    if (const auto id = reconcile::row_of(one, *its)) return openRowOf(its, *id);
  }
  casesNote_->setText(tr("No profile of %1 is known here. Describe the table on the Tables page, or open it "
                         "there once. Then this case opens.")
                          .arg(tableOf(one.relation)));
}

void QueuePage::openApproval(const QModelIndex& index) {
  if (index.isValid()) panel_->open(approvals_->at(index.row()).id);
}

void QueuePage::closeApproval() {
  if (!isApprovalOpen()) return;
  panel_->close();
  showLists();
  approvalsTable_->setFocus();
}

void QueuePage::clockChanged() { panel_->setClock(clock()); }

QString QueuePage::shownSql() const { return isApprovalOpen() ? panel_->shownSql() : sql_; }

void QueuePage::focusSearch() { (cases_->rowCount() > 0 ? casesTable_ : approvalsTable_)->setFocus(); }

}  // namespace onceover::shift
