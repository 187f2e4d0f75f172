// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/health_page.h"

#include "ui/widgets/code_view.h"
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
      save_(widgets::addAction(this, tr("Save report…"), QKeySequence(QStringLiteral("Ctrl+E")),
                               QStringLiteral("export"))) {
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
  const std::pair<const char*, int> hours[] = {{QT_TR_NOOP("1 hour"), 1},   {QT_TR_NOOP("6 hours"), 6},
                                               {QT_TR_NOOP("1 day"), 24},   {QT_TR_NOOP("3 days"), 72},
                                               {QT_TR_NOOP("1 week"), 168}, {QT_TR_NOOP("30 days"), 720}};
  for (const auto& [words, n] : hours) retry_->addItem(tr(words), n);
  auto* retryLabel = new QLabel(tr("&Longest client retry, manual included:"));
  retryLabel->setBuddy(retry_);
  auto* top =
      widgets::fill(widgets::lineOf(nullptr, t.unit),
                    {{summary_, 1}, retryLabel, retry_, widgets::buttonOf(save_, tr("Save &report…"))});

  auto* reviewCard = new QWidget;
  widgets::fill(
      widgets::columnOf(reviewCard, t.unit),
      {new PlainLabel(tr("Review checklist"), nullptr, widgets::TextRole::strong), {reviewTable_, 1}});

  card_->setMinimumWidth(320);
  auto* above = widgets::splitter(Qt::Horizontal, {findingTable_, card_}, {640, 520});
  auto* split = widgets::splitter(Qt::Vertical, {above, reviewCard}, {420, 240});

  widgets::fill(widgets::columnOf(content(), t.gap, QMargins(t.section, t.gap, t.section, t.gap)),
                {top, remarks_, {split, 1}});
}

void HealthPage::memoryChanged() {
  if (const int found = retry_->findData(kept(QStringLiteral("longest-retry")).toInt()); found >= 0)
    retry_->setCurrentIndex(found);
}

void HealthPage::refresh() {
  if (showNoStore(tr("There is no store to examine in this database."))) return;
  Options options;
  if (const int hours = retry_->currentData().toInt(); hours > 0)
    options.longest_retry = std::chrono::hours(hours);
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
  widgets::askSavePath(this, tr("Save the report"), QStringLiteral("health.md"),
                       [this, bytes](const QString& path) {
                         const auto saved = widgets::savePrivately(path, bytes);
                         remarks_->setText(saved ? tr("Saved in %1").arg(widgets::shown(path.toStdString()))
                                                 : widgets::sentences(saved.error()));
                         remarks_->setVisible(true);
                       });
}

QString HealthPage::shownSql() const { return report_ ? widgets::text(report_->sql) : QString(); }

namespace {

using Row = std::variant<Finding, NotChecked>;

Check checkOf(const Row& row) {
  return std::visit([](const auto& one) { return one.check; }, row);
}

widgets::Badge rowBadge(const Row& row) {
  const auto* found = std::get_if<Finding>(&row);
  return found != nullptr ? badgeOf(found->severity) : badgeOfNotChecked();
}

QString evidenceOf(const Row& row) {
  const auto* found = std::get_if<Finding>(&row);
  return widgets::shown(found != nullptr ? found->evidence : std::get<NotChecked>(row).why);
}

}  // namespace

FindingsModel::FindingsModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Severity"), 14, NoTip}, rowBadge},
      {{tr("What is wrong"), 46, NoTip}, [](const Row& row) { return titleOf(checkOf(row)); }},
      {{tr("What was seen"), 36, Stretch}, evidenceOf},
  });
}

void FindingsModel::setReport(const std::vector<Finding>& findings,
                              const std::vector<NotChecked>& notChecked) {
  std::vector<Row> rows(findings.begin(), findings.end());
  rows.insert(rows.end(), notChecked.begin(), notChecked.end());
  setRows(std::move(rows));
}

int FindingsModel::rowOf(Check check) const {
  return rowWhere([check](const Row& row) { return checkOf(row) == check; });
}

using widgets::TextRole;

FindingCard::FindingCard(QWidget* parent)
    : Card({}, parent),
      badge_(new widgets::BadgeLabel),
      title_(widgets::wrapped(TextRole::heading)),
      seen_(widgets::wrapped()),
      consequence_(widgets::wrapped()),
      advice_(widgets::wrapped()),
      sql_(new widgets::SqlView) {
  widgets::fill(body(), {{badge_, 0, Qt::AlignLeft}, title_, seen_});
  const std::pair<QString, QWidget*> parts[] = {{tr("Consequence"), consequence_},
                                                {tr("What to do"), advice_},
                                                {tr("SQL to review before you run it"), sql_}};
  for (const auto& [caption, part] : parts) {
    auto* head = new PlainLabel(caption, nullptr, TextRole::caption);
    widgets::fill(body(), {head, {part, part == sql_ ? 1 : 0}});
    captions_.push_back({head, part});
  }
  body()->addStretch(0);
}

void FindingCard::set(const QString& title, const QString& seen, const QString& consequence,
                      const QString& advice, const QString& sql) {
  title_->setText(title);
  seen_->setText(seen);
  consequence_->setText(consequence);
  advice_->setText(advice);
  sql_->setSql(sql);
  seen_->setVisible(!seen.isEmpty());
  const QString texts[] = {consequence, advice, sql};
  for (std::size_t i = 0; i < captions_.size(); ++i) {
    for (QWidget* widget : {captions_[i].first, captions_[i].second}) widget->setVisible(!texts[i].isEmpty());
  }
}

void FindingCard::show(const Finding& finding) {
  badge_->setBadge(badgeOf(finding.severity));
  badge_->setVisible(true);
  set(titleOf(finding.check), widgets::linesShown(finding.evidence),
      widgets::text(info(finding.check).consequence), widgets::linesShown(finding.advice),
      widgets::text(finding.sql));
}

void FindingCard::show(const NotChecked& open) {
  badge_->setBadge(badgeOfNotChecked());
  badge_->setVisible(true);
  set(titleOf(open.check), widgets::linesShown(open.why), widgets::text(info(open.check).consequence),
      tr("This could not be checked. It is neither a finding nor an all-clear."), {});
}

void FindingCard::showNothing(const QString& words) {
  badge_->setVisible(false);
  set(words, {}, {}, {}, {});
}

namespace {

QString byWhat(const ReviewItem& item) {
  QStringList by;
  for (const Check check : item.by) by << titleOf(check);
  return by.isEmpty() ? widgets::text(item.how_to_see) : by.join(QStringLiteral("; "));
}

}  // namespace

ReviewModel::ReviewModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Answer"), 12}, [](const ReviewItem& item) { return badgeOf(item.answer); }},
      {{tr("Promise"), 72}, [](const ReviewItem& item) { return widgets::text(item.what); }},
      {{tr("Found by, or where to look"), 40, Stretch}, byWhat},
  });
}

using widgets::Badge;
using widgets::Tone;

Badge badgeOf(Severity severity) {
  switch (severity) {
    case Severity::critical: return {tr("critical"), QStringLiteral("stop"), Tone::danger};
    case Severity::warning: return {tr("warning"), QStringLiteral("warning"), Tone::warn};
    case Severity::notice: return {tr("notice"), QStringLiteral("info"), Tone::info};
  }
  return {};
}

Badge badgeOfNotChecked() { return {tr("not checked"), QStringLiteral("question"), Tone::muted}; }

Badge badgeOf(ReviewItem::Answer answer) {
  switch (answer) {
    case ReviewItem::Answer::holds: return {tr("holds"), QStringLiteral("check"), Tone::ok};
    case ReviewItem::Answer::fails: return {tr("fails"), QStringLiteral("cross"), Tone::danger};
    case ReviewItem::Answer::ask: return {tr("ask"), QStringLiteral("person"), Tone::muted};
  }
  return {};
}

QString titleOf(Check check) { return widgets::text(info(check).title); }

QString summaryOf(const Report& report) {
  int counts[3] = {};
  std::set<Check> failed, open;
  for (const Finding& f : report.findings) {
    ++counts[static_cast<int>(f.severity)];
    failed.insert(f.check);
  }
  for (const NotChecked& n : report.not_checked) {
    if (!failed.contains(n.check)) open.insert(n.check);
  }
  QStringList parts;
  if (counts[0] > 0) parts << tr("%1 critical").arg(counts[0]);
  if (counts[1] > 0) parts << tr("%Ln warnings", nullptr, widgets::counted(counts[1]));
  if (counts[2] > 0) parts << tr("%Ln notices", nullptr, widgets::counted(counts[2]));
  const int silent = static_cast<int>(all_checks().size() - failed.size() - open.size());
  QString words = parts.isEmpty()
                      ? tr("Nothing was found by %Ln checks", nullptr, silent)
                      : parts.join(QStringLiteral(", ")) + tr("; %Ln checks found nothing", nullptr, silent);
  if (!open.empty()) words += tr("; %Ln could not be made", nullptr, widgets::counted(std::ssize(open)));
  return words + QLatin1Char('.');
}

}  // namespace onceover::health
