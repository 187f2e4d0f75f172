// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/events/inbox_page.h"

#include <QItemSelectionModel>
#include <algorithm>

#include "core/browse/promises.h"
#include "ui/events/models.h"
#include "ui/widgets/card.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/selection_bar.h"

namespace onceover::events {

using widgets::Tone;

namespace {

Result<InboxData> readInbox(bridge::Reader& reader) {
  auto backlog = reader.browser().backlog();
  if (!backlog) return fail(backlog.error());
  browse::PageRequest request;
  request.filter.dead = true;
  request.limit = listed;
  auto dead = reader.browser().page(request);
  if (!dead) return fail(dead.error());
  InboxData data{std::move(*backlog), std::move(*dead), {}};
  // The rest is help: a table whose catalog cannot be read still shows what it holds.
  if (auto access = tables::inspect(reader.connection(), reader.profile())) {
    data.access = std::move(*access);
  } else if (reader.isOver(access.error())) {
    return fail(access.error());
  }
  return data;
}

// Why the oldest is not known.
std::string reasonOf(const browse::Backlog::Part& part) {
  return part.n > 0 && !part.why_no_oldest.empty() ? part.why_no_oldest : part.knowledge.why;
}

QString oldestOf(const browse::Backlog::Part& part, Timestamp asOf) {
  if (part.is_none()) return {};
  if (part.n == 0) return widgets::text(reasonOf(part));
  if (part.oldest) return QObject::tr("oldest %1").arg(widgets::relative(*part.oldest, asOf));
  return QObject::tr("oldest unknown: %1").arg(widgets::text(reasonOf(part)));
}

}  // namespace

QString countInWords(const browse::Backlog::Part& part) {
  const QString n = widgets::number(part.n);
  if (part.knowledge.known == unfinished::Known::exact) return n;
  if (part.n == 0) return QObject::tr("unknown");
  return (part.is_estimated() ? QObject::tr("about %1") : QObject::tr("at least %1")).arg(n);
}

InboxPage::InboxPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      model_(new DeadModel(this)),
      waiting_(new widgets::StatCard(tr("Not done yet"))),
      age_(new widgets::StatCard(tr("Lag"))),
      dead_(new widgets::StatCard(tr("Dead letters"))),
      table_(new widgets::TableView(tr("Dead letters"), model_)),
      payload_(new PayloadPane(session)),
      selection_(new writes::SelectionBar(session, writes::RowVerbs::ofEvents())) {
  layOut();
  auto* all = widgets::addAction(this, tr("Show all dead letters"), QKeySequence(Qt::CTRL | Qt::Key_D),
                                 QStringLiteral("keys"));
  connect(all, &QAction::triggered, this, &InboxPage::showAllDead);
  connect(waiting_, &QAbstractButton::clicked, this, &InboxPage::showWaiting);
  connect(age_, &QAbstractButton::clicked, this, &InboxPage::showWaiting);
  connect(dead_, &QAbstractButton::clicked, this, &InboxPage::showAllDead);
  connect(table_, &widgets::TableView::opened, this, &InboxPage::openRow);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &InboxPage::showPayload);
  connect(model_, &QAbstractItemModel::modelReset, this, &InboxPage::showPayload);
  selection_->serve(*this, *table_, [this](int row) { return model_->at(row); });
  connect(&session, &bridge::Session::profileChanged, this, &InboxPage::startAnew);
  startAnew();
}

void InboxPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  waiting_->setIcon(QStringLiteral("clock"));
  age_->setIcon(QStringLiteral("half"));
  dead_->setIcon(QStringLiteral("cross"));
  auto* cards = widgets::lineOf(nullptr, t.gap);
  for (widgets::StatCard* card : {waiting_, age_, dead_}) cards->addWidget(card, 1);

  title_ = new widgets::PlainLabel(tr("Dead letters"), nullptr, widgets::TextRole::heading);
  note_ = widgets::wrapped(widgets::TextRole::caption);
  whyNot_ = widgets::wrapped(widgets::TextRole::caption, tr("Why requeue and discard are not offered"));

  auto* layout =
      widgets::fill(widgets::columnOf(content(), t.gap, QMargins(t.section, t.gap, t.section, t.gap)),
                    {cards, widgets::fill(new QHBoxLayout, {title_, {selection_, 1}})});
  widgets::fill(layout, {whyNot_, {table_, 1}, selection_->card(), payload_, note_});
  layout->addStretch();  // where the table is hidden, the words stay together
}

void InboxPage::startAnew() {
  model_->setRows({}, {});
  selection_->startAnew();
  sql_.clear();
  const tables::Profile& profile = session().profile();
  table_->setColumnHidden(DeadModel::TopicColumn, profile.operation.empty());
  table_->setColumnHidden(DeadModel::ErrorColumn, profile.error.empty());
  table_->setColumnHidden(DeadModel::TriesColumn, profile.attempts.empty());
  table_->setColumnHidden(DeadModel::AgeColumn, profile.created_at.empty());
  table_->setStretchColumn(profile.error.empty() ? DeadModel::EventColumn : DeadModel::ErrorColumn);
  if (profile.kind == tables::Kind::idempotency)
    return showEmpty(tr("This page is for consumed events and for events to publish."),
                     tr("The table that is shown keeps idempotency keys. Choose an inbox or an outbox to see "
                        "what waits and what failed."));
  showLoading(tr("Reading events…"));
  if (isVisible() && session().isReady()) refresh();
}

void InboxPage::refresh() {
  if (session().profile().kind == tables::Kind::idempotency) return;  // it is not shown
  session().read<InboxData>(this, tr("Reading events"), &readInbox,
                            [this](Result<InboxData> data) { take(std::move(data)); });
}

void InboxPage::take(Result<InboxData> data) {
  if (!data) return showFailure(data.error());
  fill(*data);
  model_->setRows(std::move(data->dead.rows), data->dead.as_of);
  selection_->setAccess(data->access);
  selection_->setVisible(model_->rowCount() > 0);
  whyNot_->setText(selection_->whyNoVerbs());
  whyNot_->setVisible(model_->rowCount() > 0 && !whyNot_->text().isEmpty());
  table_->setVisible(model_->rowCount() > 0);
  payload_->setVisible(model_->rowCount() > 0 && !session().profile().payload.empty());
  setAge(data->dead.as_of);
  showContent();
}

void InboxPage::fill(const InboxData& data) {
  const browse::Backlog& backlog = data.backlog;
  const bool outbox = session().profile().kind == tables::Kind::outbox;
  sql_ = widgets::text(backlog.sql.empty() ? data.dead.sql : backlog.sql + ";\n\n" + data.dead.sql);
  waiting_->setValue(countInWords(backlog.unfinished),
                     backlog.unfinished.n == 0 && !backlog.unfinished.is_none() ? Tone::warn : Tone::neutral);
  waiting_->setNote(outbox ? tr("events not sent yet") : tr("events not processed yet"));
  const auto& oldest = backlog.unfinished.oldest;
  // A row that is not seen may be older.
  const bool isExact = backlog.unfinished.knowledge.known == unfinished::Known::exact;
  const auto spanOf = [&] {
    return widgets::span(std::chrono::floor<std::chrono::seconds>(backlog.as_of - *oldest));
  };
  age_->setValue(oldest                         ? (isExact ? spanOf() : tr("at least %1").arg(spanOf()))
                 : backlog.unfinished.is_none() ? QStringLiteral("–")
                                                : tr("unknown"));
  age_->setNote(
      oldest ? (outbox ? tr("age of the oldest unsent event") : tr("age of the oldest unprocessed event"))
      : backlog.unfinished.is_none() ? tr("nothing waits")
                                     : widgets::text(reasonOf(backlog.unfinished)));
  dead_->setValue(countInWords(backlog.dead), backlog.dead.n > 0       ? Tone::danger
                                              : backlog.dead.is_none() ? Tone::neutral
                                                                       : Tone::warn);
  dead_->setNote(oldestOf(backlog.dead, backlog.as_of));
  const int shown = static_cast<int>(data.dead.rows.size());
  const bool isAll = data.dead.knowledge.known == unfinished::Known::exact || data.dead.more;
  title_->setText(
      shown > 0
          ? tr("Dead letters, %1").arg(widgets::wordShown(browse::order_words(session().profile(), true)))
      : isAll ? tr("No dead letters")
              : tr("Whether there are dead letters is unknown"));
  note_->setText(
      !isAll ? widgets::text(unfinished::explanation(data.dead.knowledge))
      : shown == 0
          ? tr("Events that failed and are not retried automatically are listed here with their error.")
      : data.dead.more
          ? tr("The first %1 are listed. Ctrl+D shows all of them on the Keys page.")
                .arg(widgets::number(shown))
          : tr("Enter opens the row. Ctrl+D shows them on the Keys page, where you can filter them."));
}

// Of the event that an act would be about: not of the one that came into the place of another.
void InboxPage::showPayload() {
  const QList<int> rows = table_->selectedRows();
  if (rows.size() != 1 || session().profile().payload.empty()) return payload_->forget();
  const key::Identity& id = model_->at(rows.front()).id;
  payload_->show(id.tenant + '\n' + id.operation + '\n' + id.key, [id](bridge::Reader& reader) {
    return reader.browser().detail(id).and_then([](const auto& read) -> Result<PayloadPane::Payload> {
      if (const browse::Detail* detail = read.found()) return detail->payload;
      return fail(ErrorKind::invalid_input,
                  widgets::bytes(tr("The event is no longer there, or cannot be seen.")));
    });
  });
}

void InboxPage::openRow(const QModelIndex& index) { emit caseRequested(model_->at(index.row()).id); }

void InboxPage::showWaiting() {
  browse::Filter filter;
  filter.states = {key::State::in_progress, key::State::released};
  emit rowsRequested(filter);
}

void InboxPage::showAllDead() {
  browse::Filter filter;
  filter.dead = true;
  emit rowsRequested(filter);
}

}  // namespace onceover::events
