#include "ui/reconcile/outcome_card.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/reconcile/case_text.h"
#include "ui/reconcile/foreign_verdict.h"
#include "ui/reconcile/own_verdict.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {

using widgets::shown;
using widgets::Tone;

OutcomeCard::OutcomeCard(QWidget* parent)
    : Card(tr("What happened"), parent),
      badge_(new widgets::BadgeLabel),
      banner_(new widgets::Banner(Tone::warn, QStringLiteral("warning"), {})),
      words_(widgets::wrapped(widgets::TextRole::strong, tr("Result"))),
      table_(new widgets::TableView(tr("Row as you saw it and as it is now"))),
      model_(new widgets::FieldsModel({{tr("Field"), 14}, {tr("As you saw it"), 36}, {tr("Now"), 36}}, this)),
      queue_(new QPushButton(widgets::icon(QStringLiteral("person")), tr("Show what &waits"))) {
  table_->setModel(model_);
  auto* close = new QToolButton;
  close->setIcon(widgets::icon(QStringLiteral("close")));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Close the result"));
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  addToTitle(close);
  auto* line = new QHBoxLayout;
  line->addWidget(badge_, 0, Qt::AlignTop);
  line->addWidget(words_, 1);
  body()->addLayout(line);
  banner_->hide();
  body()->addWidget(banner_);
  body()->addWidget(table_);
  queue_->setToolTip(widgets::toolTip(tr("Opens the page “Needs a person”")));
  queue_->hide();
  connect(queue_, &QPushButton::clicked, this, &OutcomeCard::queueRequested);
  body()->addWidget(queue_, 0, Qt::AlignLeft);
  hide();
}

QString OutcomeCard::words() const { return words_->text(); }
QString OutcomeCard::warning() const { return banner_->isVisibleTo(this) ? banner_->text() : QString(); }

void OutcomeCard::tell(const QString& icon, const QString& word, Tone tone, const QString& words) {
  badge_->setBadge({word, icon, tone});
  words_->setText(words);
  queue_->hide();
  show();
}

void OutcomeCard::compare(const browse::KeyRow& before, const std::optional<browse::KeyRow>& after) {
  table_->setVisible(after.has_value());
  model_->setRows({});
  if (!after) return;
  auto fields = compareRows(before, *after, false);
  std::erase_if(fields, [](const FieldChange& field) { return !field.changed; });
  table_->setVisible(!fields.empty());
  model_->setRows(std::move(fields));
  table_->setHeightInRows(model_->rowCount());
}

void OutcomeCard::warnUnconfirmed(const std::string& unconfirmed) {
  banner_->setVisible(!unconfirmed.empty());
  if (unconfirmed.empty()) return;
  banner_->setText(shown(unconfirmed) + ' ' +
                   tr("If this server is lost now, so is the settlement: tell whoever runs it, and look again afterwards."));
}

void OutcomeCard::showOutcome(const FlowOutcome& outcome, const browse::KeyRow& seen) {
  if (const auto* done = std::get_if<FlowSettled>(&outcome)) {
    tell(QStringLiteral("check"), tr("written"), Tone::ok,
         tr("Settled as %1. Audit row no. %2 says who, why and on what evidence.")
             .arg(shown(done->settled.after.state_word))
             .arg(done->settled.audit_id));
    warnUnconfirmed(done->settled.unconfirmed);
    return compare(seen, done->settled.after);
  }
  if (const auto* changed = std::get_if<FlowChanged>(&outcome)) return showChanged(*changed, seen);
  showOther(std::get<FlowEvidenceChanged>(outcome), seen);
}

void OutcomeCard::showChanged(const FlowChanged& changed, const browse::KeyRow& seen) {
  warnUnconfirmed({});
  tell(QStringLiteral("warning"), tr("not settled"), Tone::warn,
       widgets::text(sentence(changed, reconcile::seen(seen))) + ' ' + tr("Your settlement was not written."));
  compare(seen, changed.now);
}

void OutcomeCard::showOther(const FlowEvidenceChanged& other, const browse::KeyRow& seen) {
  tell(QStringLiteral("warning"), tr("not settled"), Tone::warn,
       tr("The gateway says something else now: %1 Nothing was settled; the new evidence is recorded as %2 in audit row no. %3.")
           .arg(shown(other.asked.verdict.why), widgets::text(word(other.act)).replace('_', ' '))
           .arg(other.recorded.audit_id));
  warnUnconfirmed(other.recorded.unconfirmed);
  compare(seen, other.recorded.after);
}

void OutcomeCard::showWord(const WordAnswer& answer) {
  if (!answer.outcome) return showError(answer.outcome.error());
  const WordOutcome& outcome = *answer.outcome;
  if (const auto* changed = std::get_if<FlowChanged>(&outcome)) return showChanged(*changed, answer.row);
  if (const auto* other = std::get_if<FlowEvidenceChanged>(&outcome)) return showOther(*other, answer.row);
  if (const auto* waits = std::get_if<WordWaits>(&outcome)) {
    const Settled& aside = waits->waiting.put_aside;
    showWaits(sentence(*waits));
    warnUnconfirmed(aside.unconfirmed);
    return compare(answer.row, aside.after);
  }
  const auto& done = std::get<WordSettled>(outcome);
  const QString how =
      done.by_evidence ? tr("The gateway shows the same: settled as %1 from its answer.") : tr("Settled as %1 by your word.");
  tell(QStringLiteral("check"), tr("written"), Tone::ok,
       how.arg(shown(done.settled.after.state_word)) + ' ' +
           tr("Audit row no. %1 says who, why and on what evidence.").arg(done.settled.audit_id));
  warnUnconfirmed(done.settled.unconfirmed);
  compare(answer.row, done.settled.after);
}

void OutcomeCard::showAnswer(const ForeignAnswer& answer, const profile::Profile& profile) {
  if (!answer.outcome) return showError(answer.outcome.error());
  const widgets::ToldOutcome told = widgets::toldOutcome(profile, answer.verb, answer.outcome);
  const auto after = widgets::rowAfter(*answer.outcome);
  compare(answer.seen.row, after);
  const bool isSilent = std::holds_alternative<Changed>(*answer.outcome) && after && model_->rowCount() == 0;
  tell(told.icon, told.word, told.tone,
       isSilent ? told.words + ' ' + tr("Nothing that the profile names differs: another column was written, or the same values again.")
                : told.words);
  const auto* written = std::get_if<RowWritten>(&*answer.outcome);
  warnUnconfirmed(written != nullptr ? written->unconfirmed : std::string());
}

void OutcomeCard::showError(const Error& error) {
  if (error.kind == ErrorKind::waits) return showWaits(error.what);
  tell(QStringLiteral("cross"), tr("failed"), Tone::danger, widgets::sentences(error));
  warnUnconfirmed({});
  table_->hide();
}

void OutcomeCard::showWaits(std::string_view what) {
  tell(QStringLiteral("clock"), tr("waits"), Tone::warn, widgets::waitsInWords(what));
  warnUnconfirmed({});
  table_->hide();
  queue_->show();
}

}  // namespace onceover::reconcile
