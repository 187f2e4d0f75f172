// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/size_tab.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <cmath>

#include "core/metrics/history.h"
#include "ui/calculator/grid.h"
#include "ui/calculator/words.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

using widgets::TextRole;

namespace {

enum IndexColumn { IndexName, EntryBytes, LeafFill, RowShare, InOrder };

std::vector<GridColumn> indexColumns() {
  return {
      {QObject::tr("Index"), QStringLiteral("index"), aName},
      {QObject::tr("Entry"), QStringLiteral("32"), aNumber(8, 2700),
       QObject::tr("Bytes of a leaf entry with its header, without the line pointer: key of 16 bytes: 24")},
      {QObject::tr("Fill %"), QStringLiteral("70"), aNumber(5, 100),
       QObject::tr("How full its leaf pages are: about 70 under random keys, 90 where keys only grow")},
      {QObject::tr("Rows %"), QStringLiteral("100"), aNumber(0, 100),
       QObject::tr("Share of the rows that are in it: a partial index holds only the unfinished rows")},
      {QObject::tr("Order"), QStringLiteral("random"),
       [](const QString& text) {
         return text == QLatin1String("random") || text == QLatin1String("grows")
                    ? QString()
                    : QObject::tr("random or grows is needed.");
       },
       QObject::tr("random: keys come in no order, so that each checkpoint finds nearly every page touched; "
                   "grows: they only grow")}};
}

QString digits(double value) {
  return QString::number(value, 'f', value < 10 && value != std::round(value) ? 1 : 0);
}

}  // namespace

SizeTab::SizeTab(bridge::Session& session, QWidget* parent)
    : QWidget(parent), session_(session), inputs_(new Inputs(QStringLiteral("calculator/size"), this)) {
  auto* layout =
      widgets::lineOf(this, widgets::tokensOf(this).gap, QMargins(0, widgets::tokensOf(this).unit, 0, 0));
  widgets::fill(layout, {buildInputs(), {buildResult(), 1}});
  connect(inputs_, &Inputs::changed, this, &SizeTab::compute);
  connect(measure_, &QPushButton::clicked, this, &SizeTab::measure);
  const auto follow = [this] { measure_->setEnabled(session_.isReady()); };
  connect(&session, &bridge::Session::stateChanged, this, follow);
  follow();
  compute();
}

QWidget* SizeTab::buildInputs() {
  inputs_->group(tr("Keys"));
  rate_ = inputs_->number("rate", tr("New keys a second"),
                          {.most = 1e7, .value = 10, .decimals = 2, .suffix = tr(" /s")});
  byHour_ =
      inputs_->line("by-hour", tr("Per hour"), tr("24 numbers are a day"),
                    tr("Claims in each hour, separated by commas and repeated; the busiest stretch counts"));
  window_ = inputs_->span("window", tr("Retention window"), QStringLiteral("1 d"));

  inputs_->group(tr("Row"));
  measure_ = new QPushButton(widgets::icon(QStringLiteral("table")), tr("&Measure from the table"));
  measure_->setToolTip(
      widgets::toolTip(tr("From the catalog and statistics of the selected table; no row is read")));
  inputs_->addRow(measure_);
  measureNote_ = widgets::wrapped(TextRole::caption, tr("What was measured"));
  measureNote_->hide();
  inputs_->addRow(measureNote_);
  heap_ = inputs_->number(
      "heap", tr("Bytes of a row"),
      {.least = 1, .most = 1e6, .value = 150, .tip = tr("With its header, without the line pointer")});
  toast_ =
      inputs_->number("toast", tr("Out of line"),
                      {.most = 1e9, .suffix = tr(" bytes"), .tip = tr("Per row, on average: large values")});
  indexes_ = new Grid(tr("Indexes"), indexColumns(), {18, 6, 6, 7, 8}, false);
  indexes_->model()->fill({{tr("primary key"), QStringLiteral("64"), QStringLiteral("70"),
                            QStringLiteral("100"), QStringLiteral("random")}});
  indexes_->setFixedHeight(190);
  inputs_->addRow(indexes_);
  inputs_->keep(QStringLiteral("indexes"), indexes_);

  inputs_->group(tr("Table"));
  fillfactor_ = inputs_->number("fillfactor", tr("Fillfactor"),
                                {.least = 10, .most = 100, .value = 100, .suffix = tr(" %")});
  updates_ = inputs_->number(
      "updates", tr("Updates of a key"),
      {.most = 1e6, .value = 1, .decimals = 2, .tip = tr("Finishing it, renewing its lease")});
  hot_ = inputs_->yesNo(QStringLiteral("hot"), tr("No index names what updates change"), true,
                        tr("Then an update changes no index if its page has room (HOT)"));
  vacuum_ = inputs_->number(
      "vacuum", tr("Vacuum's share"),
      {.most = 100, .value = 0.2, .decimals = 2, .tip = tr("autovacuum_vacuum_scale_factor")});
  checkpoint_ = inputs_->span("checkpoint", tr("Checkpoints every"), QStringLiteral("5 min"), {.none = true},
                              tr("none: full_page_writes is off"));
  price_ = inputs_->number("price", tr("Price per GB-month"),
                           {.most = 1e6, .decimals = 3, .tip = tr("0: unknown")});
  currency_ = inputs_->line("currency", tr("Currency"), QStringLiteral("EUR"));

  inputs_->group(tr("Retries"));
  longest_ = inputs_->span("longest", tr("Longest retry"), {}, {.none = true, .nothing = true},
                           tr("How long clients retry by themselves; none: unlimited"));
  auto* fromSchedule = new QPushButton(tr("From the &retry schedule"));
  connect(fromSchedule, &QPushButton::clicked, this, &SizeTab::longestRetryRequested);
  inputs_->addRow(fromSchedule);
  manual_ = inputs_->span("manual", tr("Manual retries"), QStringLiteral("0"), {.zero = true},
                          tr("How long a person, a batch or a queue may retry after that"));
  gateway_ = inputs_->span("gateway", tr("Gateway's window"), {}, {.nothing = true},
                           tr("How long the gateway dedupes by our key"));
  return inputs_->column(tr("What is planned"));
}

QWidget* SizeTab::buildResult() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  auto* column = widgets::columnOf(box, t.unit, QMargins(0, 0, 0, t.unit));
  note_ = widgets::wrapped(widgets::TextRole::body, tr("Note"));
  verdict_ = new widgets::BadgeLabel;
  verdictWords_ = widgets::wrapped(widgets::TextRole::body, tr("Verdict on the window"));
  auto* verdictCard = new widgets::Card;
  auto* line = new QHBoxLayout;
  widgets::fill(line, {{verdict_, 0, Qt::AlignTop}, {verdictWords_, 1}});
  verdictCard->body()->addLayout(line);
  figures_ = new FiguresPane;
  widgets::fill(column, {note_, verdictCard, {figures_, 1}});
  return box;
}

SizingInput SizeTab::input() const {
  SizingInput in;
  in.per_second = rate_->value();
  in.by_hour = hoursOf(byHour_->text());
  in.row.heap_bytes = heap_->value();
  in.row.toast_bytes = toast_->value();
  for (const QStringList& row : indexes_->model()->rows()) {
    in.row.indexes.push_back({.name = widgets::bytes(row[IndexName]),
                              .entry_bytes = row[EntryBytes].toDouble(),
                              .fill = row[LeafFill].toDouble() / 100,
                              .rows = row[RowShare].toDouble() / 100,
                              .random = row[InOrder] == QLatin1String("random")});
  }
  in.fillfactor = fillfactor_->value();
  in.updates = updates_->value();
  in.hot = hot_->isChecked();
  in.vacuum_scale = vacuum_->value();
  in.checkpoint = checkpoint_->span().value_or(Duration::zero());
  in.window = window_->span().value_or(Duration::zero());
  if (price_->value() > 0) in.price = price_->value();
  in.currency = widgets::bytes(currency_->text().trimmed());
  return in;
}

void SizeTab::compute() {
  QStringList problems = inputs_->problems() + hourProblems(byHour_->text());
  if (problems.isEmpty()) {
    auto sizing = size_table(input());
    if (sizing) {
      sizing_ = std::move(*sizing);
    } else {
      problems << widgets::shown(sizing.error().what);
    }
  }
  const bool isWrong = !problems.isEmpty();
  if (isWrong && sizing_) problems << tr("The results shown are out of date.");
  tell(note_, widgets::Tone::warn, problems.join(QLatin1Char(' ')));
  if (isWrong || !sizing_) return;
  judge();
  figures_->show(sizing_->figures(), sizing_->remarks);
}

void SizeTab::judge() {
  const bool isTold = !longest_->isNothing();
  verdict_->setVisible(isTold);
  if (!isTold) {
    verdictWords_->setText(
        tr("Enter the longest retry to check the window. The window must be longer, and should be twice as "
           "long."));
    return;
  }
  const Windows have = windows();
  const WindowVerdict verdict = judge_window(*have.window, {longest_->span(), have.manual}, have.gateway);
  verdict_->setBadge(badgeOf(verdict.fit));
  verdictWords_->setText(joined(verdict.words, QLatin1String("\n")));
}

Windows SizeTab::windows() const {
  return {window_->span(), gateway_->span(), manual_->span().value_or(Duration::zero())};
}

void SizeTab::takeLongestRetry(std::optional<Duration> longest) { longest_->setSpan(longest); }

void SizeTab::measure() {
  if (!session_.isReady()) return;
  measure_->setEnabled(false);
  session_.read<Measured>(this, tr("Measuring the table"), measuredBy, [this](const Result<Measured>& found) {
    measure_->setEnabled(session_.isReady());
    if (found) {
      tell(measureNote_, widgets::Tone::neutral, take(*found));
    } else {
      tell(measureNote_, found.error().is_cancelled() ? widgets::Tone::muted : widgets::Tone::danger,
           widgets::sentences(found.error()));
    }
    emit measured();
  });
}

Result<SizeTab::Measured> SizeTab::measuredBy(bridge::Reader& reader) {
  auto size = health::measure_row(reader.connection(), reader.profile());
  if (!size) return fail(size.error());
  Measured out{std::move(*size), std::nullopt};
  constexpr auto day = std::chrono::hours(24);
  // Of our own keys it is counted; without counters a person knows the rate.
  const auto counted = tables::is_own(reader.profile())
                           ? metrics::totals(reader.connection(), day)
                           : Result<std::vector<metrics::Total>>(std::vector<metrics::Total>());
  if (!counted) return out;
  for (const metrics::Total& total : *counted) {
    if (total.name == "created" && total.now > 0)
      out.perSecond = static_cast<double>(total.now) / std::chrono::seconds(day).count();
  }
  return out;
}

QString SizeTab::take(const Measured& measured) {
  const health::RowSize& size = measured.size;
  sql_ = widgets::text(size.sql);
  heap_->setValue(std::round(size.heap_bytes));
  if (size.toast_bytes) toast_->setValue(std::round(*size.toast_bytes));
  QList<QStringList> rows;
  for (const health::IndexSize& index : size.indexes) {
    rows.append({widgets::text(index.name), digits(index.entry_bytes), digits(index.fill * 100),
                 digits(index.share * 100),
                 index.random ? QStringLiteral("random") : QStringLiteral("grows")});
  }
  indexes_->model()->fill(rows);
  fillfactor_->setValue(size.fillfactor);
  if (size.updates) updates_->setValue(*size.updates);
  if (size.hot_share) hot_->setChecked(*size.hot_share >= 0.5);
  vacuum_->setValue(size.vacuum_scale);
  checkpoint_->setSpan(size.checkpoint);
  const QString indexes = tr("%Ln indexes", nullptr, widgets::counted(std::ssize(size.indexes)));
  QStringList words{tr("%1: about %2 rows, %3 of heap each, %4.")
                        .arg(widgets::shown(size.table), widgets::number(std::llround(size.rows)),
                             widgets::byteCount(std::llround(size.heap_bytes)), indexes)};
  if (measured.perSecond) {
    rate_->setValue(*measured.perSecond);
    words << tr("%1 new keys a second over the last day, as counted.")
                 .arg(widgets::number(*measured.perSecond, 'g', 3));
  }
  words << tr("From the server: %1.").arg(joined(size.from_server, QLatin1String("; ")));
  return (words << joined(size.remarks)).join(QLatin1Char(' ')).trimmed();
}

}  // namespace onceover::calculator
