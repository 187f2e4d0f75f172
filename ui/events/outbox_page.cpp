// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/events/outbox_page.h"

#include <QItemSelectionModel>
#include <algorithm>

#include "core/pg/transaction.h"
#include "ui/events/models.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/acts.h"
#include "ui/writes/write_inputs.h"

namespace onceover::events {

using outbox::ParkedEvent;
using outbox::RelayView;
using widgets::Tone;

namespace {

Result<OutboxData> readOutbox(bridge::Reader& reader) {
  return as_result([&] {
    OutboxData data;
    data.relays = outbox::relays(reader.connection()).value();
    data.held = outbox::parked(reader.connection(), {}, {}, {}, listed).value();
    data.asOf = pg::server_time(reader.connection()).value();
    return data;
  });
}

audit::Actor actor() { return audit::this_actor("onceover"); }

}  // namespace

OutboxPage::OutboxPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      acts_(new writes::Acts(session, this)),
      relays_(new RelaysModel(this)),
      held_(new HeldModel(this)),
      lag_(new widgets::StatCard(tr("Lag"))),
      behind_(new widgets::StatCard(tr("Behind"))),
      parked_(new widgets::StatCard(tr("Parked"))),
      dead_(new widgets::StatCard(tr("Dead"))),
      relayTable_(new widgets::TableView(tr("Relays"), relays_)),
      heldTable_(new widgets::TableView(tr("Events held back"), held_)),
      payload_(new PayloadPane(session)) {
  addActions();
  layOut();
  for (widgets::TableView* table : {relayTable_, heldTable_})
    connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OutboxPage::updateActions);
  connect(relays_, &QAbstractItemModel::modelReset, this, &OutboxPage::updateActions);
  connect(held_, &QAbstractItemModel::modelReset, this, &OutboxPage::updateActions);
  connect(&session, &bridge::Session::armedChanged, this, &OutboxPage::updateActions);
  connect(acts_, &writes::Acts::armRequested, this, &Page::armRequested);
  connect(acts_, &writes::Acts::changed, this, &OutboxPage::updateActions);
  connect(acts_, &writes::Acts::done, this, [this](const widgets::Told& told) {
    result_->setText(told.words);
    result_->show();
    if (OutboxPage::session().isReady()) refresh();
    emit written();
  });
  showLoading(tr("Reading relays…"));
}

void OutboxPage::addActions() {
  pause_ = widgets::addAction(this, tr("Pause or resume the relay …"), QKeySequence(Qt::CTRL | Qt::Key_H),
                              QStringLiteral("pause"));
  retire_ = widgets::addAction(this, tr("Retire the relay …"), QKeySequence(), QStringLiteral("cross"));
  retry_ = widgets::addAction(this, tr("Try the event again …"), QKeySequence(Qt::CTRL | Qt::Key_R),
                              QStringLiteral("undo"));
  skip_ = widgets::addAction(this, tr("Skip the event …"), QKeySequence(Qt::CTRL | Qt::Key_Delete),
                             QStringLiteral("cross"));
  republish_ = widgets::addAction(this, tr("Publish events once more …"),
                                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), QStringLiteral("refresh"));
  connect(pause_, &QAction::triggered, this, [this] {
    if (const RelayView* chosen = relay()) pauseOrResume(*chosen);
  });
  connect(retire_, &QAction::triggered, this, [this] {
    if (const RelayView* chosen = relay(); chosen != nullptr && !chosen->is_running()) retire(*chosen);
  });
  for (const bool skips : {false, true}) {
    connect(skips ? skip_ : retry_, &QAction::triggered, this, [this, skips] {
      if (const ParkedEvent* chosen = event(); chosen != nullptr && chosen->state != "behind")
        settleEvent(*chosen, skips);
    });
  }
  connect(republish_, &QAction::triggered, this, [this] {
    const ParkedEvent* held = event();
    republish(held != nullptr ? widgets::shown(held->topic) : QString(),
              held != nullptr ? widgets::shown(held->aggregate_id) : QString());
  });
}

void OutboxPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  lag_->setIcon(QStringLiteral("half"));
  behind_->setIcon(QStringLiteral("clock"));
  parked_->setIcon(QStringLiteral("pause"));
  dead_->setIcon(QStringLiteral("cross"));
  auto* cards = widgets::lineOf(nullptr, t.gap);
  for (widgets::StatCard* card : {lag_, behind_, parked_, dead_}) {
    card->setClickable(false);
    cards->addWidget(card, 1);
  }
  relayTitle_ = new widgets::PlainLabel(tr("Relays"), nullptr, widgets::TextRole::heading);
  heldTitle_ = new widgets::PlainLabel(tr("Events held back"), nullptr, widgets::TextRole::heading);
  state_ = widgets::wrapped(widgets::TextRole::caption, tr("State of the relay"));
  result_ = widgets::wrapped(widgets::TextRole::body, tr("What was done"));
  note_ = widgets::wrapped(widgets::TextRole::caption);
  result_->hide();
  pauseButton_ = widgets::buttonOf(pause_, tr("Pause …"));
  auto* layout = widgets::fill(
      widgets::columnOf(content(), t.gap, QMargins(t.section, t.gap, t.section, t.gap)), {cards, result_});
  auto* relayHead =
      widgets::fill(widgets::lineOf(nullptr, t.unit), {{relayTitle_, 1},
                                                       widgets::explained({tr("relay")}),
                                                       pauseButton_,
                                                       widgets::buttonOf(retire_, tr("Retire …")),
                                                       widgets::buttonOf(republish_, tr("Publish again …"))});
  auto* heldHead =
      widgets::fill(widgets::lineOf(nullptr, t.unit), {{heldTitle_, 1},
                                                       widgets::explained({tr("parked"), tr("dead letter")}),
                                                       widgets::buttonOf(retry_, tr("Try again …")),
                                                       widgets::buttonOf(skip_, tr("Skip …"))});
  widgets::fill(
      layout,
      {relayHead, relayTable_, state_, heldHead, {heldTable_, 1}, payload_, note_, widgets::stretch(0)});
}

void OutboxPage::refresh() {
  session().read<OutboxData>(this, tr("Reading relays"), &readOutbox,
                             [this](Result<OutboxData> data) { take(std::move(data)); });
}

void OutboxPage::take(Result<OutboxData> data) {
  if (!data) return showFailure(data.error());
  fill(*data);
  relays_->setRows(std::move(data->relays), data->asOf);
  held_->setRows(std::move(data->held), data->asOf);
  relayTable_->setHeightInRows(std::clamp(relays_->rowCount(), 1, 5));
  if (relays_->rowCount() > 0 && relay() == nullptr) relayTable_->selectRow(0);
  heldTable_->setVisible(held_->rowCount() > 0);
  payload_->setVisible(held_->rowCount() > 0);
  updateActions();
  setAge(data->asOf);
  showContent();
}

void OutboxPage::fill(const OutboxData& data) {
  const auto& relays = data.relays;
  const bool none = relays.empty();
  const bool isExact = std::ranges::all_of(relays, &RelayView::is_lag_exact);
  const std::int64_t parked = outbox::sum(relays, &RelayView::parked),
                     dead = outbox::sum(relays, &RelayView::dead);
  // Of several relays the one that is furthest behind; one whose lag is not known comes first.
  const auto furthest = std::ranges::max_element(
      relays, {}, [](const RelayView& r) { return std::pair(!r.is_lag_exact, r.lag); });
  const auto latest = std::ranges::max_element(
      relays, {}, [](const RelayView& r) { return std::pair(!r.is_lag_exact, r.behind()); });
  // Rows that are hidden are no absence, and a sum without them is the least.
  const QString hidden = session().facts().whyHidden(
      {QStringLiteral("relays"), QStringLiteral("outbox"), QStringLiteral("outbox_parked")});
  const QString nothing = hidden.isEmpty() ? QStringLiteral("–") : tr("unknown");
  const auto counted = [&](std::int64_t n) {
    if (hidden.isEmpty()) return widgets::number(n);
    return n > 0 ? tr("at least %1").arg(widgets::number(n)) : tr("unknown");
  };
  lag_->setValue(none ? nothing : lagInWords(*furthest), isExact ? Tone::neutral : Tone::warn);
  lag_->setNote(none ? (hidden.isEmpty() ? tr("no relay") : QString())
                : isExact && furthest->lag == 0
                    ? tr("all is published")
                    : tr("events not published by %1").arg(widgets::shown(furthest->name)));
  behind_->setValue(none ? nothing : behindInWords(*latest), isExact ? Tone::neutral : Tone::warn);
  behind_->setNote(none                           ? (hidden.isEmpty() ? tr("no relay") : QString())
                   : isExact && !latest->behind() ? tr("nothing waits")
                                                  : tr("age of the oldest unpublished event"));
  parked_->setValue(none ? nothing : counted(parked), parked > 0 ? Tone::warn : Tone::neutral);
  parked_->setNote(tr("failing, or behind a failing event"));
  dead_->setValue(none ? nothing : counted(dead), dead > 0 ? Tone::danger : Tone::neutral);
  dead_->setNote(dead > 0 ? tr("failed for good: a person decides") : QString());
  relayTitle_->setText(!none              ? tr("Relays")
                       : hidden.isEmpty() ? tr("No relay: events wait in the outbox")
                                          : tr("Whether there is a relay is unknown"));
  relayTable_->setVisible(!none);
  heldTitle_->setText(!data.held.empty() ? tr("Events held back")
                      : hidden.isEmpty() ? tr("No event is held back")
                                         : tr("Whether events are held back is unknown"));
  note_->setText(
      !hidden.isEmpty() ? hidden
      : none ? tr("Start one with: oncectl relay --name to-kafka --topic '*' --kafka HOST:PORT --follow")
      : data.held.empty() ? tr("Events that fail are listed here with their error, and those of the same "
                               "aggregate that wait behind them.")
      : data.held.size() >= listed
          ? tr("The first %1 are listed; oncectl outbox list shows all.").arg(listed)
          : tr("Only the first event of an aggregate is tried again or skipped; the others follow it."));
}

const RelayView* OutboxPage::relay() const {
  const QList<int> rows = relayTable_->selectedRows();
  return rows.isEmpty() ? nullptr : &relays_->at(rows.front());
}

const ParkedEvent* OutboxPage::event() const {
  const QList<int> rows = heldTable_->selectedRows();
  return rows.size() != 1 ? nullptr : &held_->at(rows.front());
}

void OutboxPage::updateActions() {
  const RelayView* chosen = relay();
  const bool isPaused = chosen != nullptr && chosen->paused_at.has_value();
  state_->setText(chosen != nullptr ? tr("%1: %2").arg(widgets::shown(chosen->name),
                                                       widgets::wordShown(outbox::in_words(*chosen)))
                                    : QString());
  state_->setVisible(chosen != nullptr);
  pauseButton_->setText(isPaused ? tr("Resume …") : tr("Pause …"));
  const QString readOnly = acts_->whyNot().isEmpty() && !session().facts().canSettle()
                               ? session().facts().schemaSentence
                               : acts_->whyNot();
  widgets::allow(pause_, chosen == nullptr ? tr("No relay is selected.") : readOnly);
  widgets::allow(retire_, chosen == nullptr      ? tr("No relay is selected.")
                          : chosen->is_running() ? tr("A process runs it: stop it first.")
                                                 : readOnly);
  widgets::allow(republish_, readOnly);
  const ParkedEvent* held = event();
  const QString why = held == nullptr ? tr("No event is selected.")
                      : held->state == "behind"
                          ? tr("It waits behind an earlier event of its aggregate, which must go first.")
                          : readOnly;
  if (held == nullptr) {
    payload_->forget();
  } else {
    payload_->show(std::to_string(held->seq), [event = *held](bridge::Reader& reader) {
      return outbox::payload_of(reader.connection(), event);
    });
  }
  widgets::allow(retry_, why);
  widgets::allow(skip_, why);
}

void OutboxPage::pauseOrResume(const RelayView& chosen) {
  const std::string name = chosen.name;
  const bool resumes = chosen.paused_at.has_value();
  acts_->ask({resumes ? tr("Resume relay %1").arg(widgets::shown(name))
                      : tr("Pause relay %1").arg(widgets::shown(name)),
              resumes ? tr("It goes on where it stopped; nothing was lost meanwhile.")
                      : tr("What is on its way still arrives, and nothing more is sent. Events wait in the "
                           "outbox, and lose nothing."),
              resumes ? tr("&Resume") : tr("&Pause"),
              [name, resumes](bridge::Reader& reader, const std::string& reason) {
                return (resumes ? outbox::resume : outbox::pause)(reader.connection(), name, reason, actor(),
                                                                  false)
                    .map([&](bool changed) {
                      return !changed ? tr("Nothing was written: %1 is %2 already.")
                                            .arg(widgets::shown(name), resumes ? tr("running") : tr("paused"))
                             : resumes ? tr("%1 goes on.").arg(widgets::shown(name))
                                       : tr("%1 is paused.").arg(widgets::shown(name));
                    });
              }});
}

void OutboxPage::retire(const RelayView& chosen) {
  const std::string name = chosen.name;
  acts_->ask(
      {tr("Retire relay %1").arg(widgets::shown(name)),
       tr("It never publishes again, and its name cannot be used again. Events that it has not published: "
          "%1. Events that it holds back: %2.")
           .arg(lagInWords(chosen), widgets::number(chosen.parked + chosen.dead)),
       tr("&Retire"), [name](bridge::Reader& reader, const std::string& reason) {
         return outbox::retire(reader.connection(), name, reason, actor())
             .map([&](const std::optional<std::int64_t>& given_up) {
               return given_up ? tr("%1 is retired.").arg(widgets::shown(name))
                               : tr("Nothing was written: %1 is retired already.").arg(widgets::shown(name));
             });
       }});
}

void OutboxPage::settleEvent(const ParkedEvent& held, bool skips) {
  const QString what = tr("Event %1 of aggregate %2").arg(held.seq).arg(widgets::shown(held.aggregate_id));
  acts_->ask(
      {skips ? tr("Skip an event") : tr("Try an event again"),
       (skips ? tr("%1 is never published by relay %2; what waits behind it goes on. Its row stays in the "
                   "outbox. The relay does it when it runs.\n\n%3")
              : tr("%1 is sent by relay %2 when it runs, with all its attempts before it.\n\n%3"))
           .arg(what, widgets::shown(held.relay),
                held.error ? tr("Last error: %1").arg(widgets::shown(*held.error)) : QString()),
       skips ? tr("&Skip") : tr("&Try again"),
       [held, skips, what](bridge::Reader& reader, const std::string& reason) {
         return (skips ? outbox::skip : outbox::retry)(reader.connection(), held, reason, actor())
             .map([&](bool changed) {
               return !changed ? tr("%1 has moved since it was shown. Nothing was written.").arg(what)
                      : skips  ? tr("%1: relay %2 is asked to skip it.").arg(what, widgets::shown(held.relay))
                               : tr("%1: relay %2 is asked to try it again.")
                                    .arg(what, widgets::shown(held.relay));
             });
       }});
}

void OutboxPage::republish(const QString& topic, const QString& aggregate) {
  if (acts_->isWriting()) return;
  if (!writes::armedFor(session(), this, [this, topic, aggregate] { republish(topic, aggregate); }))
    return emit armRequested();
  auto* dialog = new RepublishDialog(session(), topic, aggregate, this);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    const std::string ticket = dialog->newIds() ? widgets::bytes(dialog->ticket()) : std::string();
    acts_->carryOut(widgets::bytes(dialog->reason()), [selection = dialog->selection(), ticket](
                                                          bridge::Reader& reader, const std::string& reason) {
      return as_result([&] {
        if (!ticket.empty()) {
          const auto number =
              outbox::ask_republish(reader.connection(), selection, reason, ticket, actor()).value();
          return tr("Request no. %1 waits for a second approver. No event is written yet. Another database "
                    "user approves or refuses it on the page “Needs a person”.")
              .arg(number);
        }
        outbox::Selection rest = selection;
        std::int64_t events = 0;
        while (!reader.isCancelled()) {
          auto done = outbox::republish(reader.connection(), rest, reason, actor());
          if (!done && events > 0) {
            const int n = widgets::counted(events);
            const QString words =
                done.error().is_in_doubt()
                    ? tr("%Ln events were written. Whether the next batch was written is unknown: %1",
                         nullptr, n)
                    : tr("%Ln events were written before an error; the rest were not: %1", nullptr, n);
            return words.arg(widgets::sentences(done.error()));
          }
          events += done.value().events;
          if (!done->reached)
            return tr("%Ln events are published once more.", nullptr, widgets::counted(events));
          rest.after_seq = *done->reached;
        }
        return tr("It was cancelled. %Ln events are published once more, the rest are not.", nullptr,
                  widgets::counted(events));
      });
    });
  });
  dialog->open();
}

}  // namespace onceover::events
