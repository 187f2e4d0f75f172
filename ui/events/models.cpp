// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/events/models.h"

#include <QCheckBox>
#include <QFormLayout>

#include "core/pg/transaction.h"
#include "ui/widgets/widgets.h"

namespace onceover::events {

using browse::KeyRow;
using widgets::orDash;

namespace {

QString triesOf(const KeyRow& row) {
  if (!row.attempts_finished) return widgets::number(row.attempts);
  return QObject::tr("%1 started, %2 finished")
      .arg(widgets::number(row.attempts), widgets::number(*row.attempts_finished));
}

}  // namespace

DeadModel::DeadModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Event"), 34, Mono}, [](const KeyRow& row) { return widgets::shown(row.id.key); }},
      {{tr("Topic"), 20}, [](const KeyRow& row) { return orDash(row.id.operation); }},
      {{tr("Error"), 40, Stretch}, [](const KeyRow& row) { return orDash(row.error_code); }},
      {{tr("Tries"), 8, Right}, triesOf},
      {{tr("Age"), 14, Whole},
       [this](const KeyRow& row) { return widgets::relative(row.created(), asOf()); },
       [this](const KeyRow& row) { return widgets::exact(row.created(), clock()); }},
      {{tr("Stored as"), 14}, [](const KeyRow& row) { return orDash(row.state_word); }},
  });
}

using outbox::ParkedEvent;
using outbox::RelayView;
using widgets::Badge;
using widgets::shown;
using widgets::Tone;

Badge badgeOf(const RelayView& relay) {
  using Condition = RelayView::Condition;
  switch (relay.condition()) {
    case Condition::foreign:
      return {QObject::tr("of another server"), QStringLiteral("warning"), Tone::danger};
    case Condition::paused: return {QObject::tr("paused"), QStringLiteral("pause"), Tone::warn};
    case Condition::not_running:
      return {QObject::tr("not running"), QStringLiteral("cross"),
              relay.lag > 0 || !relay.is_lag_exact ? Tone::danger : Tone::warn};
    case Condition::in_trouble:
      return {QObject::tr("nothing goes out"), QStringLiteral("warning"), Tone::danger};
    case Condition::gave_up: return {QObject::tr("has dead events"), QStringLiteral("warning"), Tone::warn};
    case Condition::draining:
      return {QObject::tr("earlier events first"), QStringLiteral("half"), Tone::info};
    case Condition::runs: break;
  }
  return {QObject::tr("runs"), QStringLiteral("check"), Tone::ok};
}

QString lagInWords(const RelayView& relay) {
  if (relay.is_lag_exact) return widgets::number(relay.lag);
  return relay.lag > 0 ? QObject::tr("≥ %1").arg(widgets::number(relay.lag)) : QObject::tr("unknown");
}

QString behindInWords(const RelayView& relay) {
  if (relay.behind())
    return (relay.is_lag_exact ? QString() : QStringLiteral("≥ ")) + widgets::span(*relay.behind());
  return relay.is_lag_exact ? QStringLiteral("–") : QObject::tr("unknown");
}

RelaysModel::RelaysModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Relay"), 18}, [](const RelayView& r) { return shown(r.name); }},
      {{tr("State"), 24},
       [](const RelayView& r) { return badgeOf(r); },
       [](const RelayView& r) { return shown(outbox::in_words(r)); }},
      {{tr("Lag"), 12, Right, tr("Events that are committed and not published")}, lagInWords},
      {{tr("Behind"), 12, Right, tr("Age of the oldest event that is not published")}, behindInWords},
      {{tr("Parked"), 10, Right,
        tr("Events that wait behind a failing one of their aggregate, or for their next try")},
       [](const RelayView& r) { return widgets::number(r.parked); }},
      {{tr("Dead"), 10, Right, tr("Events that failed for good; a person decides")},
       [](const RelayView& r) { return widgets::number(r.dead); }},
      {{tr("Published"), 14, Right}, [](const RelayView& r) { return widgets::number(r.published); }},
      {{tr("Topics"), 30, Stretch},
       [](const RelayView& r) { return r.topics == "*" ? tr("all") : shown(r.topics); }},
  });
}

PayloadPane::PayloadPane(bridge::Session& session)
    : JsonView(tr("Payload"), JsonView::folded), session_(session) {
  forget();
}

void PayloadPane::forget() {
  event_.clear();
  setAbsent(tr("No event is chosen."));
}

void PayloadPane::show(const std::string& event, std::function<Result<Payload>(bridge::Reader&)> read) {
  if (event_ == event) return;
  event_ = event;
  setUnread(tr("It is being read."));
  session_.read<Payload>(this, tr("Reading the payload"), std::move(read),
                         [this, event](const Result<Payload>& payload) {
                           if (event_ != event) return;
                           if (payload) return setBody(payload->value_or(std::string()));
                           event_.clear();  // chosen again, it is read again
                           setUnread(widgets::text(payload.error().sentence()));
                         });
}

HeldModel::HeldModel(QObject* parent) : RowsModel(parent) {
  const auto state = [](const ParkedEvent& e) -> Badge {
    if (e.asked) {
      const QString was = e.state == "dead" ? tr("dead") : tr("waiting");
      return {*e.asked == "skip" ? tr("%1, skip asked").arg(was) : tr("%1, retry asked").arg(was),
              QStringLiteral("clock"), e.state == "dead" ? Tone::danger : Tone::warn};
    }
    if (e.state == "dead") return {tr("dead"), QStringLiteral("cross"), Tone::danger};
    if (e.state == "behind") return {tr("waits behind"), QStringLiteral("clock"), Tone::muted};
    return {tr("is tried again"), QStringLiteral("refresh"), Tone::warn};
  };
  setColumns({
      {{tr("Aggregate"), 24, Mono}, [](const ParkedEvent& e) { return shown(e.aggregate_id); }},
      {{tr("State"), 18},
       state,
       [](const ParkedEvent& e) {
         if (e.asked && e.asked_at)
           return tr("Asked by %1 at %2; the relay does it when it runs")
               .arg(shown(e.asked_by.value_or("?")), widgets::exact(*e.asked_at, widgets::ClockChoice::utc));
         return e.next_try_at
                    ? tr("Next try at %1").arg(widgets::exact(*e.next_try_at, widgets::ClockChoice::utc))
                    : QString();
       }},
      {{tr("Error"), 40, Stretch},
       [](const ParkedEvent& e) { return e.error ? shown(*e.error) : QStringLiteral("–"); }},
      {{tr("Attempts"), 10, Right},
       [](const ParkedEvent& e) {
         return e.attempts > 0 ? widgets::number(e.attempts) : QStringLiteral("–");
       }},
      {{tr("Topic"), 18}, [](const ParkedEvent& e) { return shown(e.topic); }},
      {{tr("Written"), 14}, [](const ParkedEvent& e) { return std::optional(e.created_at); }},
      {{tr("Relay"), 16}, [](const ParkedEvent& e) { return shown(e.relay); }},
      {{tr("Number"), 12, Right}, [](const ParkedEvent& e) { return QString::number(e.seq); }},
  });
}

namespace {

QString consequence(bool newIds) {
  return newIds ? QObject::tr(
                      "A request for the events is filed; no event is written yet. It waits for a second "
                      "approver, who decides on the page “Needs a person”. After the approval the events are "
                      "published with new ids, and consumers process them once more.")
                : QObject::tr(
                      "The events are written to the outbox again, in their order, after the events that are "
                      "there. The relays of their topics publish them. Consumers skip events whose ids they "
                      "have processed.");
}

QString buttonText(bool newIds) {
  return newIds ? QObject::tr("&Request approval") : QObject::tr("&Publish again");
}

widgets::ConfirmText textOf(bool isProduction) {
  widgets::ConfirmText text;
  text.title = QObject::tr("Publish events once more");
  text.text = consequence(false);
  text.button = buttonText(false);
  text.dangerous = isProduction;
  text.asksReason = true;
  text.ticket = QObject::tr("Ticket");
  return text;
}

struct Counted {
  outbox::Selection selection;
  outbox::Counted found;
};
constexpr Duration longestCount = std::chrono::seconds(3);

}  // namespace

RepublishDialog::RepublishDialog(bridge::Session& session, const QString& topic, const QString& aggregate,
                                 QWidget* parent)
    : ConfirmDialog(textOf(session.connection().isProduction), parent),
      session_(session),
      topic_(widgets::lineEdit(tr("Topic"), tr("any"))),
      aggregate_(widgets::lineEdit(tr("Aggregate"), tr("any"))),
      since_(widgets::comboBox(tr("Written"), {{tr("in the last 15 minutes"), 15},
                                               {tr("in the last hour"), 60},
                                               {tr("in the last 6 hours"), 360},
                                               {tr("in the last day"), 1440},
                                               {tr("at any time"), 0}})),
      newIds_(new QCheckBox(tr("With &new ids, which need a second approver"))),
      count_(widgets::wrapped(widgets::TextRole::body, tr("How many events"))) {
  topic_->setText(topic);
  aggregate_->setText(aggregate);
  // no index has the aggregate: without a time all events are read
  since_->setCurrentIndex(aggregate.isEmpty() ? 1 : 3);
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins({});
  form->addRow(tr("&Topic"), topic_);
  form->addRow(tr("&Aggregate"), aggregate_);
  form->addRow(tr("&Written"), since_);
  form->addRow(QString(), newIds_);
  form->addRow(QString(), count_);
  addWidget(box);
  typing_.setSingleShot(true);
  typing_.setInterval(300);
  connect(&typing_, &QTimer::timeout, this, &RepublishDialog::ask);
  const auto changed = [this] {
    isCounted_ = false;
    follow();
    count_->setText(tr("Counting …"));
    typing_.start();
  };
  connect(newIds_, &QCheckBox::toggled, this, &RepublishDialog::follow);
  connect(this, &ConfirmDialog::edited, this, &RepublishDialog::follow);
  connect(topic_, &QLineEdit::textChanged, this, changed);
  connect(aggregate_, &QLineEdit::textChanged, this, changed);
  connect(since_, qOverload<int>(&QComboBox::currentIndexChanged), this, changed);
  changed();
  resize(640, sizeHint().height());
}

bool RepublishDialog::newIds() const { return newIds_->isChecked(); }

void RepublishDialog::follow() {
  setWords(consequence(newIds()), buttonText(newIds()));
  setTicketEnabled(newIds());
  setMissing(newIds() && ticket().isEmpty() ? tr("New ids need a ticket.") : QString());
  if (!isCounted_) setBlocked(true);
}

void RepublishDialog::ask() {
  outbox::Selection selection;
  selection.topic = topic_->text().trimmed().toStdString();
  selection.aggregate_id = aggregate_->text().toStdString();
  const int minutes = since_->currentData().toInt();
  session_.read<Counted>(
      this, tr("Counting events"),
      [selection, minutes](bridge::Reader& reader) -> Result<Counted> {
        return as_result([&] {
          pg::Connection& connection = reader.connection();
          const Timestamp now = pg::server_time(connection).value();
          const auto from =
              minutes > 0 ? std::optional(now - Duration(std::chrono::minutes(minutes))) : std::nullopt;
          Counted counted{outbox::between(connection, selection, from, now).value()};
          const auto until = Steady::now() + longestCount;
          counted.found = outbox::count_all(connection, counted.selection, most + 1, [&] {
                            return !reader.isCancelled() && Steady::now() < until;
                          }).value();
          return counted;
        });
      },
      [this](const Result<Counted>& counted) {
        if (counted) selection_ = counted->selection;
        say(counted.map([](const Counted& c) { return c.found; }));
      });
}

void RepublishDialog::say(const Result<outbox::Counted>& count) {
  // Only what is counted to its end is written: it could be more than `most`.
  isCounted_ = count && count->events > 0 && count->events <= most && !count->reached;
  follow();
  count_->setText(!count ? widgets::sentences(count.error())
                  : count->events > most
                      ? tr("More than %1 events match. Narrow them down, or use oncectl outbox republish.")
                            .arg(widgets::number(most))
                  : count->reached ? tr("At least %1 events match; the rest is not counted. Choose a shorter "
                                        "time, or use oncectl outbox republish.")
                                         .arg(widgets::number(count->events))
                  : count->events == 0 ? tr("No event matches.")
                                       : tr("%Ln events match.", nullptr, widgets::counted(count->events)));
  emit counted();
}

}  // namespace onceover::events
