#include "ui/metrics/metrics_page.h"

#include <QAction>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/metrics/chart_card.h"
#include "ui/metrics/chart_data.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {

struct MetricsPage::Read {
  History history;
  std::vector<std::string> tenants, operations;
};

MetricsPage::MetricsPage(bridge::Session& session, QWidget* parent) : Page(session, parent) {
  buildControls();
  buildCharts();
  showLoading(tr("Reading what was counted …"));
}

// Above the pane, so that an empty range can be left.
void MetricsPage::buildControls() {
  const widgets::Tokens t = widgets::tokensOf(this);
  span_ = new QComboBox;
  span_->setAccessibleName(tr("Time range"));
  const std::vector<std::pair<QString, int>> spans{
      {tr("Last 5 minutes"), 300}, {tr("Last hour"), 3600}, {tr("Last 6 hours"), 6 * 3600}, {tr("Last 24 hours"), 24 * 3600}};
  for (const auto& [words, seconds] : spans) span_->addItem(words, seconds);
  span_->setCurrentIndex(1);
  const auto filterBox = [](const QString& all, const QString& name) {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->lineEdit()->setPlaceholderText(all);
    box->setAccessibleName(name);
    box->setMinimumContentsLength(16);
    return box;
  };
  tenant_ = filterBox(tr("All tenants"), tr("Filter by tenant"));
  operation_ = filterBox(tr("All operations"), tr("Filter by operation"));

  auto* pause = new QAction(widgets::icon(QStringLiteral("pause")), tr("Pause the charts"), this);
  pause->setCheckable(true);
  pause->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
  pause->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(pause);
  connect(pause, &QAction::toggled, this, &MetricsPage::setPaused);
  pause_ = new QToolButton;
  pause_->setDefaultAction(pause);
  pause_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  pause_->setFocusPolicy(Qt::StrongFocus);
  pause_->setText(tr("Pause"));
  pause_->setAccessibleName(tr("Pause the charts"));
  pause->setIconText(tr("Pause"));
  pause->setToolTip(widgets::toolTip(tr("Pause the charts  Ctrl+P")));

  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(t.gap, t.unit, t.gap, t.unit);
  row->setSpacing(t.unit);
  for (QComboBox* box : {span_, tenant_, operation_}) row->addWidget(box);
  row->addStretch(1);
  row->addWidget(pause_);
  static_cast<QVBoxLayout*>(layout())->insertWidget(0, bar);

  for (QComboBox* box : {span_, tenant_, operation_}) connect(box, &QComboBox::activated, this, &MetricsPage::rangeChosen);
  for (QComboBox* box : {tenant_, operation_}) connect(box->lineEdit(), &QLineEdit::returnPressed, this, &MetricsPage::rangeChosen);
}

void MetricsPage::buildCharts() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* inside = new QWidget;
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(t.gap, 0, t.gap, t.gap);
  column->setSpacing(t.gap);
  auto* grid = new QGridLayout;
  grid->setSpacing(t.gap);
  addLines(grid, 0, 0, tr("Requests"), {"created", "replayed"});
  addLines(grid, 0, 1, tr("Refused"), {"conflict", "mismatch"});
  addLines(grid, 1, 0, tr("Completions"), {"completed", "failed", "released", "reaped"});
  addLines(grid, 1, 1, tr("Stuck and settled"),
           {"settled.succeeded", "settled.failed", "settled.released", "needs_human", "taken_over", "lost_ownership"});
  column->addLayout(grid);

  auto* row = new QHBoxLayout;
  row->setSpacing(t.gap);
  completion_ = new BarsCard(tr("Time to completion"));
  leaseAge_ = new BarsCard(tr("Lease age at settling"));
  retryDelay_ = new BarsCard(tr("Retry delay"));
  for (BarsCard* card : {completion_, leaseAge_, retryDelay_}) {
    row->addWidget(card, 1);
    cards_.append(card);
  }
  column->addLayout(row);
  column->addStretch(1);

  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(inside);
  scroll->setAccessibleName(tr("Charts"));
  auto* outer = new QVBoxLayout(content());
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(scroll);
  for (ChartCard* card : std::as_const(cards_)) connect(card, &ChartCard::exportFailed, this, &MetricsPage::showError);
}

void MetricsPage::addLines(QGridLayout* grid, int row, int column, const QString& title, const QStringList& names) {
  auto* card = new LinesCard(title, names);
  grid->addWidget(card, row, column);
  grid->setColumnStretch(column, 1);
  lines_.append(card);
  cards_.append(card);
}

Range MetricsPage::range() const {
  Range range = rangeFor(session().estimatedNow(), std::chrono::seconds(span_->currentData().toInt()));
  range.tenant = widgets::bytes(tenant_->currentText().trimmed());
  range.operation = widgets::bytes(operation_->currentText().trimmed());
  return range;
}

void MetricsPage::rangeChosen() {
  if (session().isReady()) refresh();
}

void MetricsPage::refresh() {
  if (session().facts().schema.fit == schema::Fit::missing && session().isReady()) {
    showEmpty(tr("Nothing is counted here yet"),
              tr("Counters live in the onceover schema. Install it with: oncectl schema install (oncectl schema print shows it first)."));
    return;
  }
  if (!asOf()) showLoading(tr("Reading what was counted …"));
  const Range wanted = range();
  session().read<Read>(
      this, tr("Reading metrics"),
      [wanted](bridge::Reader& reader) -> Result<Read> {
        auto read = history(reader.connection(), wanted);
        if (!read) return fail(read.error());
        Read out{std::move(*read), {}, {}};
        // Suggestions for the filters: without them one types.
        if (auto tenants = reader.browser().tenants()) out.tenants = std::move(*tenants);
        if (auto operations = reader.browser().operations()) out.operations = std::move(*operations);
        return out;
      },
      [this, wanted](Result<Read> read) {
        if (!read) return showFailure(read.error());
        showRead(*read, wanted);
      });
}

void MetricsPage::showRead(const Read& read, const Range& range) {
  sql_ = widgets::text(read.history.sql);
  setAge(read.history.as_of);
  offer(tenant_, read.tenants);
  offer(operation_, read.operations);
  if (isEmpty(read.history)) {
    showEmpty(tr("Nothing was counted in this range"),
              tr("Services count through core/metrics: a Counters object given to the engine, and a Flusher that writes it here once a "
                 "second. Choose a longer range, or another tenant or operation."));
    return;
  }
  for (LinesCard* card : std::as_const(lines_)) card->show(read.history, range);
  completion_->show(read.history.time_to_completion);
  leaseAge_->show(read.history.lease_age_at_settling);
  retryDelay_->show(read.history.retry_delay);
  showContent();
}

// What is chosen or half typed stays.
void MetricsPage::offer(QComboBox* box, const std::vector<std::string>& values) {
  QStringList words;
  for (const std::string& value : values) words.append(widgets::text(value));
  QStringList there;
  for (int i = 0; i < box->count(); ++i) there.append(box->itemText(i));
  if (there == words) return;
  const QString typed = box->currentText();
  box->clear();
  box->addItems(words);
  box->setCurrentIndex(-1);
  box->setEditText(typed);
}

void MetricsPage::setPaused(bool paused) {
  paused_ = paused;
  QAction* action = pause_->defaultAction();
  action->setIcon(widgets::icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  action->setIconText(paused ? tr("Resume") : tr("Pause"));
  if (!paused && session().isReady()) refresh();
  emit pausedChanged(paused);
}

void MetricsPage::clockChanged() {
  for (ChartCard* card : std::as_const(cards_)) card->setClock(clock());
}

void MetricsPage::focusSearch() { operation_->setFocus(); }

}  // namespace onceover::metrics
