#include "ui/events/republish_dialog.h"

#include <QCheckBox>
#include <QFormLayout>

#include "core/pg/transaction.h"
#include "ui/widgets/widgets.h"

namespace onceover::events {
namespace {

QString consequence(bool newIds) {
  return newIds ? QObject::tr(
                      "A request for the events is filed; no event is written yet. It waits for a second approver, who decides on the page "
                      "“Needs a person”. After the approval the events are published with new ids, and consumers process them once more.")
                : QObject::tr(
                      "The events are written to the outbox again, in their order, after the events that are there. The relays of their "
                      "topics publish them. Consumers skip events whose ids they have processed.");
}

QString buttonText(bool newIds) { return newIds ? QObject::tr("&Request approval") : QObject::tr("&Publish again"); }

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

RepublishDialog::RepublishDialog(bridge::Session& session, const QString& topic, const QString& aggregate, QWidget* parent)
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
  since_->setCurrentIndex(aggregate.isEmpty() ? 1 : 3);  // no index has the aggregate: without a time all events are read
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
          const auto from = minutes > 0 ? std::optional(now - Duration(std::chrono::minutes(minutes))) : std::nullopt;
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
                      ? tr("More than %1 events match. Narrow them down, or use oncectl outbox republish.").arg(widgets::number(most))
                  : count->reached
                      ? tr("At least %1 events match; the rest is not counted. Choose a shorter time, or use oncectl outbox republish.")
                            .arg(widgets::number(count->events))
                  : count->events == 0 ? tr("No event matches.")
                                       : tr("%1 events match.").arg(widgets::number(count->events)));
  emit counted();
}

}  // namespace onceover::events
