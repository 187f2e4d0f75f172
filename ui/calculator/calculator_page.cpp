// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/calculator_page.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QTabBar>
#include <QTabWidget>

#include "core/health/health.h"
#include "ui/calculator/grid.h"
#include "ui/calculator/layers_tab.h"
#include "ui/calculator/schedule_tab.h"
#include "ui/calculator/size_tab.h"
#include "ui/calculator/storm_tab.h"
#include "ui/calculator/words.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

CalculatorPage::CalculatorPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      tabs_(new QTabWidget),
      size_(new SizeTab(session)),
      outbox_(new OutboxTab),
      inbox_(new InboxTab),
      schedule_(new ScheduleTab),
      storm_(new StormTab),
      layers_(new LayersTab) {
  const widgets::Tokens t = widgets::tokensOf(this);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("What is planned"));
  tabs_->tabBar()->setAccessibleName(tr("What is planned"));
  tabs_->addTab(size_, tr("&Window and size"));
  tabs_->addTab(schedule_, tr("Retry &schedule"));
  tabs_->addTab(storm_, tr("S&torm"));
  tabs_->addTab(layers_, tr("Am&plification"));
  // At the end: the chosen tab is kept by its number.
  tabs_->addTab(outbox_, tr("&Outbox size"));
  tabs_->addTab(inbox_, tr("&Inbox size"));
  // In the palette of commands wherever the page is; they work on what the tab shows.
  for (QAction* action : {storm_->runAction(), storm_->cancelAction()}) {
    addAction(action);
    connect(action, &QAction::triggered, this, [this] { tabs_->setCurrentWidget(storm_); });
  }
  auto* layout = widgets::columnOf(content(), -1, QMargins(t.gap, t.unit, t.gap, 0));
  layout->addWidget(tabs_);
  connect(size_, &SizeTab::longestRetryRequested, this,
          [this] { size_->takeLongestRetry(schedule_->horizon()); });
  connect(size_->inputs(), &Inputs::changed, this, &CalculatorPage::passWindows);
  connect(tabs_, &QTabWidget::currentChanged, this,
          [this](int tab) { keep(QStringLiteral("calculator/tab"), QString::number(tab)); });
  passWindows();
  showContent();
}

std::vector<Inputs*> CalculatorPage::inputs() const {
  return {size_->inputs(),   schedule_->inputs(),          storm_->inputs(),
          layers_->inputs(), layers_->hedging()->inputs(), outbox_->inputs(),
          inbox_->inputs()};
}

void CalculatorPage::refresh() { showContent(); }

QString CalculatorPage::shownSql() const {
  return tabs_->currentWidget() == size_ ? size_->sql() : QString();
}

void CalculatorPage::passWindows() { schedule_->setWindows(size_->windows()); }

void CalculatorPage::memoryChanged() {
  for (Inputs* each : inputs()) each->setMemory(memory());
  if (!memory().recall) return;
  const int tab = kept(QStringLiteral("calculator/tab")).toInt();
  if (tab >= 0 && tab < tabs_->count()) tabs_->setCurrentIndex(tab);
}

// What was typed a moment ago is not lost with the window.
void CalculatorPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  for (Inputs* each : inputs()) each->keepNow();
}

using widgets::TextRole;

namespace {

Inputs::Number byteField(double value, double most, const QString& tip = {}, double least = 0) {
  return {.least = least, .most = most, .value = value, .suffix = QObject::tr(" bytes"), .tip = tip};
}

}  // namespace

EventsTab::EventsTab(const QString& name, QWidget* parent)
    : QWidget(parent),
      verdictCard_(new widgets::Card),
      verdict_(new widgets::BadgeLabel),
      verdictWords_(widgets::wrapped(TextRole::body, tr("Verdict on the relay"))),
      inputs_(new Inputs(name, this)),
      note_(widgets::wrapped(TextRole::body, tr("Note"))),
      figures_(new FiguresPane) {
  auto* line = widgets::fill(new QHBoxLayout, {{verdict_, 0, Qt::AlignTop}, {verdictWords_, 1}});
  verdictCard_->body()->addLayout(line);
  verdictCard_->hide();
}

void EventsTab::start() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  widgets::fill(widgets::columnOf(box, t.unit, QMargins(0, 0, 0, t.unit)),
                {note_, verdictCard_, {figures_, 1}});
  widgets::fill(widgets::lineOf(this, t.gap, QMargins(0, t.unit, 0, 0)),
                {inputs_->column(tr("What is planned")), {box, 1}});
  connect(inputs_, &Inputs::changed, this, &EventsTab::compute);
  compute();
}

void EventsTab::addRate() {
  inputs_->group(tr("Events"));
  rate_ = inputs_->number("rate", tr("Events a second"),
                          {.most = 1e7, .value = 10, .decimals = 2, .suffix = tr(" /s")});
  byHour_ =
      inputs_->line("by-hour", tr("Per hour"), tr("24 numbers are a day"),
                    tr("Events in each hour, separated by commas and repeated; the busiest stretch counts"));
}

void EventsTab::addBody(const QString& heading, const QString& tip) {
  inputs_->group(heading);
  payload_ = inputs_->number("payload", tr("Payload"), byteField(500, 1e6, tip));
  compressed_ = inputs_->number("compressed", tr("Compressed to"),
                                {.least = 1,
                                 .most = 100,
                                 .value = 100,
                                 .suffix = tr(" %"),
                                 .tip = tr("Only rows above 2 kB are compressed")});
  headers_ = inputs_->number("headers", tr("Headers"), byteField(2, 1e6, tr("As JSON text; {} is 2"), 2));
  contentType_ =
      inputs_->number("content-type", tr("Content type"), byteField(16, 2'000, tr("application/json is 16")));
}

void EventsTab::addCosts() {
  checkpoint_ = inputs_->span("checkpoint", tr("Checkpoints every"), QStringLiteral("5 min"), {.none = true},
                              tr("none: full_page_writes is off"));
  price_ = inputs_->number("price", tr("Price per GB-month"),
                           {.most = 1e6, .decimals = 3, .tip = tr("0: unknown")});
  currency_ = inputs_->line("currency", tr("Currency"), QStringLiteral("EUR"));
}

EventFlow EventsTab::flow() const {
  EventFlow out{.per_second = rate_->value(), .by_hour = hoursOf(byHour_->text())};
  out.payload_bytes = payload_->value();
  out.compressed = compressed_->value() / 100;
  out.header_bytes = headers_->value();
  out.content_type_bytes = contentType_->value();
  out.checkpoint = checkpoint_->span().value_or(Duration::zero());
  if (price_->value() > 0) out.price = price_->value();
  out.currency = widgets::bytes(currency_->text().trimmed());
  return out;
}

void EventsTab::compute() {
  QStringList problems = inputs_->problems() + hourProblems(byHour_->text());
  if (problems.isEmpty()) {
    if (const auto sizing = size()) {
      figures_->show(sizing->figures(), sizing->remarks);
      judge(*sizing);
      hasFigures_ = true;
    } else {
      problems << widgets::shown(sizing.error().what);
    }
  }
  if (!problems.isEmpty() && hasFigures_) problems << tr("The results shown are out of date.");
  tell(note_, widgets::Tone::warn, problems.join(QLatin1Char(' ')));
}

OutboxTab::OutboxTab(QWidget* parent) : EventsTab(QStringLiteral("calculator/outbox"), parent) {
  const OutboxInput like;
  addRate();
  addBody(tr("Content"), tr("On average; 0: NULL, a tombstone"));
  topic_ = inputs()->number("topic", tr("Topic"), byteField(like.topic_bytes, 249, {}, 1));
  aggregateType_ =
      inputs()->number("aggregate-type", tr("Aggregate type"), byteField(like.aggregate_type_bytes, 200));
  aggregateId_ = inputs()->number("aggregate-id", tr("Aggregate id"),
                                  byteField(like.aggregate_id_bytes, 2'000, tr("A UUID as text is 36")));
  type_ = inputs()->number("type", tr("Event type"), byteField(like.type_bytes, 200));
  correlation_ = inputs()->number("correlation", tr("Correlation id"),
                                  byteField(0, 2'000, tr("Has an index of its own; 0: events have none")));
  inputs()->group(tr("Table"));
  retention_ = inputs()->span("retention", tr("Retention"), spanText(like.retention), {},
                              tr("As in the service's configuration"));
  partition_ = inputs()->span("partition", tr("Partition covers"), spanText(like.partition), {},
                              tr("As in the service's configuration"));
  addCosts();
  start();
}

Result<EventSizing> OutboxTab::size() const {
  OutboxInput in{.flow = flow()};
  in.topic_bytes = topic_->value();
  in.aggregate_type_bytes = aggregateType_->value();
  in.aggregate_id_bytes = aggregateId_->value();
  in.type_bytes = type_->value();
  in.correlation_bytes = correlation_->value();
  in.retention = retention_->span().value_or(Duration::zero());
  in.partition = partition_->span().value_or(Duration::zero());
  in.capture_per_second = health::Thresholds{}.events_per_second;
  return size_outbox(in);
}

void OutboxTab::judge(const EventSizing& sizing) {
  verdictCard_->setVisible(sizing.wants_capture.has_value());
  if (!sizing.wants_capture) return;
  verdict_->setBadge(captureBadge(*sizing.wants_capture));
  verdictWords_->setText(widgets::shown(sizing.capture));
}

InboxTab::InboxTab(QWidget* parent) : EventsTab(QStringLiteral("calculator/inbox"), parent) {
  const InboxInput like;
  addRate();
  reception_ = inputs()->choice("reception", tr("Received"),
                                {{tr("with the effect"), QStringLiteral("accept")},
                                 {tr("begun, then finished"), QStringLiteral("attempt")},
                                 {tr("stored for a worker"), QStringLiteral("store")}},
                                tr("Accept, attempt or store"));
  consumer_ = inputs()->number("consumer", tr("Consumer"), byteField(like.consumer_bytes, 255, {}, 1));
  source_ = inputs()->number("source", tr("Source"), byteField(like.source_bytes, 255, {}, 1));
  id_ = inputs()->number("id", tr("Event id"),
                         byteField(like.event_id_bytes, 255, tr("A UUID as text is 36"), 1));
  randomIds_ = inputs()->yesNo(QStringLiteral("random-ids"), tr("Ids come in no order"), true,
                               tr("UUIDs of version 4; not offsets"));
  fingerprint_ = inputs()->number("fingerprint", tr("Fingerprint"),
                                  byteField(like.fingerprint_bytes, 2'000, tr("0: events have none")));
  aggregate_ = inputs()->number(
      "aggregate", tr("Aggregate"),
      byteField(0, 4'000, tr("Type and id, where events carry its version; 0: they do not")));
  owner_ = inputs()->number(
      "owner", tr("Owner"),
      byteField(like.owner_bytes, 2'000, tr("Name of the process, unless received with the effect"), 1));
  addBody(tr("Content, if stored"), tr("On average"));
  keepsPayload_ = inputs()->yesNo(QStringLiteral("keeps-payload"), tr("The payload is kept"), true);
  inputs()->group(tr("Table"));
  retention_ = inputs()->span("retention", tr("Retention"), spanText(like.retention), {},
                              tr("Longer than the broker keeps messages"));
  vacuum_ = inputs()->number(
      "vacuum", tr("Vacuum's share"),
      {.most = 100, .value = like.vacuum_scale, .decimals = 2, .tip = tr("autovacuum_vacuum_scale_factor")});
  addCosts();
  start();
}

Result<EventSizing> InboxTab::size() const {
  InboxInput in{.flow = flow()};
  in.reception =
      reception_from_word(widgets::bytes(reception_->currentData().toString())).value_or(Reception::accept);
  in.keeps_payload = keepsPayload_->isChecked();
  in.consumer_bytes = consumer_->value();
  in.source_bytes = source_->value();
  in.event_id_bytes = id_->value();
  in.random_ids = randomIds_->isChecked();
  in.fingerprint_bytes = fingerprint_->value();
  in.aggregate_bytes = aggregate_->value();
  in.owner_bytes = owner_->value();
  in.retention = retention_->span().value_or(Duration::zero());
  in.vacuum_scale = vacuum_->value();
  return size_inbox(in);
}

}  // namespace onceover::calculator
