// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/health_page.h"

#include "core/health/health.h"
#include "ui/health/findings.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"

namespace onceover::health {

using widgets::PlainLabel;
using widgets::TableView;

HealthPage::HealthPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      findings_(new FindingsModel(this)),
      review_(new ReviewModel(this)),
      findingTable_(new TableView(tr("Findings"), findings_)),
      reviewTable_(new TableView(tr("Review checklist"), review_)),
      card_(new FindingCard),
      summary_(widgets::wrapped(widgets::TextRole::heading)),
      remarks_(widgets::wrapped(widgets::TextRole::caption)),
      retry_(widgets::comboBox(tr("The longest any client retries"))),
      save_(widgets::addAction(this, tr("Save report…"), QKeySequence(QStringLiteral("Ctrl+E")), QStringLiteral("export"))) {
  layOut();
  save_->setEnabled(false);
  connect(save_, &QAction::triggered, this, &HealthPage::save);
  connect(findingTable_, &TableView::currentRowChanged, this, &HealthPage::chooseRow);
  connect(reviewTable_, &TableView::opened, this, &HealthPage::openItem);
  connect(retry_, &QComboBox::currentIndexChanged, this, [this] {
    keep(QStringLiteral("longest-retry"), QString::number(retry_->currentData().toLongLong()));
    if (this->session().isReady() && report_) refresh();
  });
  // What was found of one table says nothing of another.
  connect(&session, &bridge::Session::profileChanged, this, [this] {
    report_.reset();
    chosen_.reset();
    save_->setEnabled(false);
    showLoading(tr("Examining the store…"));
  });
  showLoading(tr("Examining the store…"));
}

void HealthPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  findingTable_->setSelectionMode(QAbstractItemView::SingleSelection);
  reviewTable_->setSelectionMode(QAbstractItemView::SingleSelection);

  retry_->addItem(tr("from the data"), 0);
  const std::pair<const char*, int> hours[] = {{QT_TR_NOOP("1 hour"), 1},  {QT_TR_NOOP("6 hours"), 6},  {QT_TR_NOOP("1 day"), 24},
                                               {QT_TR_NOOP("3 days"), 72}, {QT_TR_NOOP("1 week"), 168}, {QT_TR_NOOP("30 days"), 720}};
  for (const auto& [words, n] : hours) retry_->addItem(tr(words), n);
  auto* retryLabel = new QLabel(tr("&Longest client retry, manual included:"));
  retryLabel->setBuddy(retry_);
  auto* top =
      widgets::fill(widgets::lineOf(nullptr, t.unit), {{summary_, 1}, retryLabel, retry_, widgets::buttonOf(save_, tr("Save &report…"))});

  auto* reviewCard = new QWidget;
  widgets::fill(widgets::columnOf(reviewCard, t.unit),
                {new PlainLabel(tr("Review checklist"), nullptr, widgets::TextRole::strong), {reviewTable_, 1}});

  card_->setMinimumWidth(320);
  auto* above = widgets::splitter(Qt::Horizontal, {findingTable_, card_}, {640, 520});
  auto* split = widgets::splitter(Qt::Vertical, {above, reviewCard}, {420, 240});

  widgets::fill(widgets::columnOf(content(), t.gap, QMargins(t.section, t.gap, t.section, t.gap)), {top, remarks_, {split, 1}});
}

void HealthPage::memoryChanged() {
  if (const int found = retry_->findData(kept(QStringLiteral("longest-retry")).toInt()); found >= 0) retry_->setCurrentIndex(found);
}

void HealthPage::refresh() {
  if (showNoStore(tr("There is no store to examine in this database."))) return;
  Options options;
  if (const int hours = retry_->currentData().toInt(); hours > 0) options.longest_retry = std::chrono::hours(hours);
  session().read<Report>(
      this, tr("Examining the store"),
      [options](bridge::Reader& reader) -> Result<Report> {
        Options wanted = options;
        if (reader.gateway() != nullptr) {
          auto window = gateway_window(reader.browser(), reader.profile(), *reader.gateway());
          if (!window) return fail(window.error());
          wanted.gateway_window = *window;
        }
        return examine(reader.connection(), reader.profile(), wanted);
      },
      [this](Result<Report> report) { take(std::move(report)); });
}

void HealthPage::take(Result<Report> report) {
  if (!report) return showFailure(report.error());
  report_ = std::move(*report);
  setAge(report_->as_of);
  summary_->setText(summaryOf(*report_));
  remarks_->setText(widgets::shownAll(report_->remarks));
  remarks_->setVisible(!remarks_->text().isEmpty());
  const std::optional<Check> before = chosen_;
  findings_->setReport(report_->findings, report_->not_checked);
  review_->setRows(report_->review);
  save_->setEnabled(true);
  showContent();
  if (findings_->rowCount() == 0) {
    card_->showNothing(tr("No findings. A person must answer the items marked “ask” below."));
    return;
  }
  const int row = before ? findings_->rowOf(*before) : 0;
  findingTable_->setCurrentIndex(findings_->index(std::max(0, row), FindingsModel::TitleColumn));
  chooseRow(std::max(0, row));
}

void HealthPage::chooseRow(int row) {
  if (const Finding* found = findings_->finding(row)) {
    chosen_ = found->check;
    card_->show(*found);
  } else if (const NotChecked* open = findings_->notChecked(row)) {
    chosen_ = open->check;
    card_->show(*open);
  }
}

// Of an item that fails: the finding that fails it.
void HealthPage::openItem(const QModelIndex& index) {
  const ReviewItem& item = review_->at(index.row());
  if (item.by.empty()) return;
  const int row = findings_->rowOf(item.by.front());
  if (row < 0) return;
  findingTable_->setCurrentIndex(findings_->index(row, FindingsModel::TitleColumn));
  findingTable_->setFocus();
}

void HealthPage::save() {
  if (!report_) return;
  const QByteArray bytes = QByteArray::fromStdString(to_markdown(*report_));
  widgets::askSavePath(this, tr("Save the report"), QStringLiteral("health.md"), [this, bytes](const QString& path) {
    const auto saved = widgets::savePrivately(path, bytes);
    remarks_->setText(saved ? tr("Saved in %1").arg(widgets::shown(path.toStdString())) : widgets::sentences(saved.error()));
    remarks_->setVisible(true);
  });
}

QString HealthPage::shownSql() const { return report_ ? widgets::text(report_->sql) : QString(); }

}  // namespace onceover::health
