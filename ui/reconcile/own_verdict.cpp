#include "ui/reconcile/own_verdict.h"

#include <QVBoxLayout>

#include "ui/reconcile/case_data.h"
#include "ui/reconcile/case_text.h"
#include "ui/reconcile/verdict_lines.h"
#include "ui/reconcile/word_dialog.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {

using profile::Verb;
using widgets::PlainLabel;
using widgets::Tone;

namespace {

const std::vector<Verb> wordVerbs{Verb::succeed, Verb::fail, Verb::release};

QString waitingInWords(std::int64_t number) {
  return OwnVerdict::tr("Request no. %1 about this key waits for a second person. Another word makes it outdated.").arg(number);
}

}  // namespace

OwnVerdict::OwnVerdict(bridge::Session& session, QWidget* parent)
    : Card(tr("Verdict by your word"), parent),
      session_(session),
      lines_(new VerdictLines(wordVerbs, VerdictLines::Scripts::none)),
      intro_(new PlainLabel),
      note_(new PlainLabel) {
  for (PlainLabel* label : {intro_, note_}) label->setWordWrap(true);
  intro_->setTone(Tone::muted);
  intro_->setText(
      tr("Where no evidence says what happened, a person may. It needs a reason, a ticket and what shows it, and is kept in the audit "
         "trail. Evidence is never overruled: who can be asked is asked first."));
  note_->setAccessibleName(tr("Note on verdicts"));
  body()->addWidget(intro_);
  body()->addWidget(lines_);
  body()->addWidget(note_);
  connect(lines_, &VerdictLines::chosen, this, &OwnVerdict::open);
  connect(&session, &bridge::Session::armedChanged, this, &OwnVerdict::update);
  clear();
}

void OwnVerdict::clear() {
  row_.reset();
  waiting_.reset();
  asked_.reset();
  update();
}

void OwnVerdict::showRow(const browse::KeyRow& row, Timestamp asOf, std::optional<std::int64_t> waiting) {
  row_ = row;
  asOf_ = asOf;
  waiting_ = waiting;
  update();
}

void OwnVerdict::setAsked(const std::optional<AskedCase>& asked) {
  asked_ = asked ? std::optional(asked->asked) : std::nullopt;
  update();
}

QString OwnVerdict::whyNot() const {
  if (!row_) return tr("No row is open.");
  if (const QString why = whyNotNow(*row_, asOf_); !why.isEmpty()) return why;
  if (asked_ && is_offered(asked_->verdict.kind)) return tr("The gateway shows what happened: settle from its answer above.");
  const bridge::ServerFacts& facts = session_.facts();
  if (!facts.gatewayProblem.isEmpty()) return tr("The gateway cannot be asked first: %1").arg(facts.gatewayProblem);
  return widgets::whyScriptOnly(session_);
}

void OwnVerdict::update() {
  const QString why = whyNot();
  for (const Verb verb : wordVerbs) {
    lines_->setLine(
        verb, {.isShown = true, .canAct = !writing_ && why.isEmpty(), .words = wordInWords(verb), .isMuted = !why.isEmpty() || !row_});
  }
  QStringList notes;
  if (writing_) {
    notes.append(tr("Taking the key over, asking, writing …"));
  } else {
    if (row_ && !why.isEmpty()) notes.append(why);
    if (waiting_) notes.append(waitingInWords(*waiting_));
  }
  note_->setTone(writing_ ? Tone::info : Tone::warn);
  note_->setText(notes.join(QLatin1Char(' ')));
  note_->setVisible(!notes.isEmpty());
  // Of a finished key nothing is left to say.
  setVisible(row_ && !key::is_final(row_->state));
}

void OwnVerdict::open(Verb verb) {
  if (writing_ || !whyNot().isEmpty()) return;
  if (!session_.isArmed()) {
    note_->setTone(Tone::warn);
    note_->setText(widgets::unarmedInWords());
    note_->show();
    emit armRequested();
    return;
  }
  QStringList warnings;
  if (waiting_) warnings.append(waitingInWords(*waiting_));
  if (asked_ && asked_->verdict.loud) warnings.append(widgets::shown(std::string_view(asked_->verdict.why)));
  auto* dialog = new WordDialog({.verb = verb,
                                 .row = *row_,
                                 .asOf = asOf_,
                                 .asked = asked_,
                                 .note = warnings.join(QLatin1Char(' ')),
                                 .isProduction = session_.connection().isProduction},
                                this);
  connect(&session_, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  // What is written is what the dialog shows, whatever the page does meanwhile.
  connect(dialog, &QDialog::accepted, this, [this, dialog] { write(dialog->what().row, dialog->word()); });
  dialog->open();
}

void OwnVerdict::write(const browse::KeyRow& row, const Word& word) {
  setWriting(true);
  const bool hasGateway = session_.facts().hasGateway;
  session_.write<WordOutcome>(
      this, tr("Writing the verdict"),
      [word, hasGateway](bridge::Reader& reader) -> Result<WordOutcome> {
        // Who could be asked on the reading connection is not passed over on this one.
        if (hasGateway && reader.gateway() == nullptr)
          return fail(ErrorKind::unsupported, "The gateway cannot be asked.", "Nothing was written.", "Connect again.");
        return settle_by_word(reader.connection(), reader.profile(), reader.gateway(), word, audit::this_actor("onceover"));
      },
      [this, row](Result<WordOutcome> outcome) {
        setWriting(false);
        emit answered({row, std::move(outcome)});
      });
}

void OwnVerdict::setWriting(bool writing) {
  writing_ = writing;
  update();
  emit writingChanged();
}

}  // namespace onceover::reconcile
