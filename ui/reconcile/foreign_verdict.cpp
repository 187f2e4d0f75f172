#include "ui/reconcile/foreign_verdict.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/session.h"
#include "ui/reconcile/verdict_lines.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/write_dialog.h"

namespace onceover::reconcile {

using profile::Verb;
using widgets::PlainLabel;
using widgets::shown;
using widgets::TextRole;
using widgets::Tone;

namespace {

QString shownOrNothing(const std::optional<std::string>& sentence) { return sentence ? shown(*sentence) : QString(); }

}  // namespace

ForeignVerdict::ForeignVerdict(bridge::Session& session, QWidget* parent)
    : Card(tr("Verdict by your word"), parent),
      session_(session),
      lines_(new VerdictLines({std::begin(profile::all_verbs), std::end(profile::all_verbs)}, VerdictLines::Scripts::offered)),
      intro_(new PlainLabel),
      note_(new PlainLabel),
      absent_(new PlainLabel({}, nullptr, TextRole::caption)),
      guard_(new PlainLabel({}, nullptr, TextRole::caption)),
      mapping_(new QPushButton(tr("Say what verdicts &write"))) {
  for (PlainLabel* label : {intro_, note_, absent_, guard_}) label->setWordWrap(true);
  intro_->setTone(Tone::muted);
  note_->setAccessibleName(tr("Note on verdicts"));
  guard_->setText(
      tr("A write names the row as you saw it and changes nothing where it moved. It guards itself alone: a service that writes this "
         "table by key may still overwrite it later."));
  mapping_->setToolTip(widgets::toolTip(tr("Opens the mapping of this table at what verdicts write")));
  auto* line = new QHBoxLayout;
  line->addWidget(mapping_);
  line->addStretch(1);
  body()->addWidget(intro_);
  body()->addWidget(lines_);
  body()->addWidget(note_);
  body()->addWidget(absent_);
  body()->addWidget(guard_);
  body()->addLayout(line);
  connect(lines_, &VerdictLines::chosen, this, [this](Verb verb) { open(verb); });
  connect(lines_, &VerdictLines::scriptChosen, this, [this](Verb verb) { openScript(verb); });
  connect(mapping_, &QPushButton::clicked, this, &ForeignVerdict::mappingRequested);
  connect(&session, &bridge::Session::armedChanged, this, &ForeignVerdict::update);
  clear();
}

void ForeignVerdict::clear() {
  row_.reset();
  update();
}

void ForeignVerdict::showRow(const widgets::WritableRow& row) {
  row_ = row;
  update();
}

QString ForeignVerdict::whyNoRow() const {
  if (!row_) return tr("No row is open.");
  if (row_->seen) return {};
  return row_->problem.empty() ? tr("The row is gone.") : shown(row_->problem);
}

// Of the profile, the rights and the row.
QString ForeignVerdict::whyNotWritten(Verb verb) const {
  if (const QString why = whyNoRow(); !why.isEmpty()) return why;
  return shownOrNothing(why_not_written(session_.profile(), row_->access, *row_->seen, verb));
}

// Rights may be somebody else's.
QString ForeignVerdict::whyNoScript(Verb verb) const {
  if (const QString why = whyNoRow(); !why.isEmpty()) return why;
  return shownOrNothing(why_not_scripted(session_.profile(), row_->access, *row_->seen, verb));
}

QString ForeignVerdict::whyNot(Verb verb) const {
  if (const QString why = whyNotWritten(verb); !why.isEmpty()) return why;
  return widgets::whyScriptOnly(session_);
}

// Each verb of the profile has its line; what keeps all of them is said once.
void ForeignVerdict::update() {
  const profile::Profile& profile = session_.profile();
  const auto& writes = profile.writes;
  QStringList reasons, absent;
  for (const Verb verb : profile::all_verbs) {
    if (!writes.contains(verb)) {
      absent.append(widgets::verbTitle(verb));
    } else if (row_) {
      reasons.append(whyNotWritten(verb));
    }
  }
  reasons.removeDuplicates();
  const QString shared = reasons.size() == 1 && writes.size() > 1 ? reasons.front() : QString();
  for (const Verb verb : profile::all_verbs) showLine(verb, shared);
  lines_->setVisible(!writes.empty());
  intro_->setText(writes.empty()
                      ? tr("Rows of this table are only read here: the profile does not say of any verdict what it writes.")
                      : tr("The profile says what each verdict writes. A verdict needs a reason, and is kept in the audit trail."));
  absent_->setVisible(!writes.empty() && !absent.isEmpty());
  absent_->setText(tr("Not in the profile: %1.").arg(absent.join(QStringLiteral(", "))));
  guard_->setVisible(!writes.empty());
  const QString only = writes.empty() ? QString() : widgets::whyScriptOnly(session_);
  QStringList notes;
  if (!shared.isEmpty()) notes.append(shared);
  if (row_ && shared.isEmpty() && !only.isEmpty()) notes.append(tr("%1 Scripts can be copied, for a person who may run them.").arg(only));
  if (writing_) notes = QStringList{tr("Writing …")};
  note_->setTone(writing_ ? Tone::info : Tone::warn);
  note_->setText(notes.join(QLatin1Char(' ')));
  note_->setVisible(!notes.isEmpty());
}

void ForeignVerdict::showLine(Verb verb, const QString& shared) {
  const auto write = session_.profile().writes.find(verb);
  if (write == session_.profile().writes.end()) return lines_->setLine(verb, {});
  const QString why = whyNotWritten(verb);
  const bool isSaid = why.isEmpty() || why == shared || !row_;
  lines_->setLine(verb, {.isShown = true,
                         .canAct = !writing_ && why.isEmpty() && widgets::whyScriptOnly(session_).isEmpty(),
                         .canScript = !writing_ && whyNoScript(verb).isEmpty(),
                         .words = isSaid ? widgets::writtenInWords(write->second) : why,
                         .isMuted = !why.isEmpty()});
}

void ForeignVerdict::open(Verb verb, const AskedCase* asked) {
  if (writing_ || !whyNot(verb).isEmpty()) return;
  if (!session_.isArmed()) {
    note_->setTone(Tone::warn);
    note_->setText(widgets::unarmedInWords());
    note_->show();
    emit armRequested();
    return;
  }
  openDialog(verb, asked, {});
}

void ForeignVerdict::openScript(Verb verb, const AskedCase* asked) {
  if (writing_ || !whyNoScript(verb).isEmpty()) return;
  const QString why = widgets::whyScriptOnly(session_);
  openDialog(verb, asked, why.isEmpty() ? tr("Nothing is written from here.") : why);
}

void ForeignVerdict::openDialog(Verb verb, const AskedCase* asked, const QString& whyScriptOnly) {
  const widgets::WritableRow& row = asked != nullptr && asked->writable ? *asked->writable : *row_;
  if (!row.seen) return;
  widgets::WriteWhat what{.profile = std::make_shared<const profile::Profile>(session_.profile()),
                          .access = row.access,
                          .rows = {*row.seen},
                          .request = {.verb = verb},
                          .evidence = {},
                          .whyScriptOnly = whyScriptOnly,
                          .hasTrail = session_.facts().schema.fit == schema::Fit::current,
                          .isProduction = session_.connection().isProduction};
  std::optional<Asked> rests;
  if (asked != nullptr) {
    rests = asked->asked;
    const Verdict& verdict = rests->verdict;
    what.request.verdict = verdict.kind;
    what.request.evidence_json = gateway::to_json(rests->evidence);
    if (verdict.response) {
      what.request.values.code = verdict.response->code;
      what.request.values.body = verdict.response->body;
    }
    what.evidence = tr("It rests on what the gateway says: %1").arg(shown(verdict.why));
  }
  auto* dialog = new widgets::WriteDialog(std::move(what), this);
  connect(&session_, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  if (whyScriptOnly.isEmpty()) {
    // What is written is what the dialog shows, whatever the page does meanwhile.
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, rests] { write(dialog->what().profile, dialog->what().rows.front(), dialog->request(), rests); });
  }
  dialog->open();
}

void ForeignVerdict::write(const std::shared_ptr<const profile::Profile>& profile, const SeenRow& seen, const WriteRequest& request,
                           const std::optional<Asked>& asked) {
  setWriting(true);
  session_.write<RowFlowOutcome>(
      this, tr("Writing the verdict"),
      [profile, seen, request, asked](bridge::Reader& reader) {
        return widgets::settleRow(reader, *profile, seen, request, asked ? std::optional(asked->verdict) : std::nullopt);
      },
      [this, seen, verb = request.verb](Result<RowFlowOutcome> outcome) {
        setWriting(false);
        emit answered({verb, seen, std::move(outcome)});
      });
}

void ForeignVerdict::setWriting(bool writing) {
  writing_ = writing;
  update();
  emit writingChanged();
}

}  // namespace onceover::reconcile
