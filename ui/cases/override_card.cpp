// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/override_card.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>

#include "core/browse/promises.h"
#include "ui/bridge/session.h"
#include "ui/cases/case_text.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/write_dialog.h"

namespace onceover::cases {

using tables::Verb;
using widgets::shown;
using widgets::TextRole;
using widgets::Tone;

namespace {

QString waitingInWords(std::int64_t number) {
  return OverrideCard::tr(
             "Request no. %1 about this key waits for a second approver. Another override makes it outdated.")
      .arg(number);
}

QString shownOrNothing(const std::optional<std::string>& sentence) {
  return sentence ? shown(*sentence) : QString();
}

}  // namespace

OverrideCard::OverrideCard(bridge::Session& session, QWidget* parent)
    : Card(tr("Manual override"), parent),
      session_(session),
      lines_(new VerdictLines({std::begin(tables::all_verbs), std::end(tables::all_verbs)})),
      intro_(widgets::wrapped()),
      needs_(new QVBoxLayout),
      note_(widgets::wrapped(TextRole::body, tr("Note on verdicts"))),
      absent_(widgets::wrapped(TextRole::caption)),
      guard_(widgets::wrapped(TextRole::caption)),
      mapping_(new QPushButton(tr("Say what verdicts &write"))) {
  addToTitle(widgets::explained({tr("manual override"), tr("approval"), tr("released")}));
  intro_->setTone(Tone::muted);
  guard_->setText(
      tr("A write names the row as you saw it, and changes nothing if the row has changed since. It guards "
         "only itself: a service that updates this table by key may still overwrite it later."));
  mapping_->setToolTip(widgets::toolTip(tr("Opens the mapping of this table at what verdicts write")));
  auto* line = widgets::fill(new QHBoxLayout, {mapping_, widgets::stretch()});
  widgets::fill(body(), {intro_, needs_, lines_, note_, absent_, guard_, line});
  connect(lines_, &VerdictLines::chosen, this, [this](Verb verb) { open(verb); });
  connect(lines_, &VerdictLines::scriptChosen, this, &OverrideCard::openScript);
  connect(mapping_, &QPushButton::clicked, this, &OverrideCard::mappingRequested);
  connect(&session, &bridge::Session::armedChanged, this, &OverrideCard::update);
  connect(&session, &bridge::Session::profileChanged, this, [this] { kept_.forget(); });
  clear();
}

bool OverrideCard::isOwn() const { return tables::is_own(session_.profile()); }

void OverrideCard::clear() {
  row_.reset();
  waiting_.reset();
  writable_.reset();
  asked_.reset();
  update();
}

void OverrideCard::showRow(const CaseData& data) {
  row_ = data.detail.row;
  asOf_ = data.detail.as_of;
  dedupeWindow_ = data.dedupeWindow;
  waiting_ = data.waiting;
  writable_ = data.writable;
  update();
}

void OverrideCard::setAsked(const std::optional<AskedCase>& asked) {
  asked_ = asked;
  update();
}

QString OverrideCard::whyNotOwn() const {
  if (!row_) return tr("No row is open.");
  if (const QString why = whyNotNow(*row_, asOf_); !why.isEmpty()) return why;
  if (asked_ && reconcile::is_offered(asked_->asked.verdict.kind))
    return tr("The gateway shows what happened: settle from its answer above.");
  const bridge::ServerFacts& facts = session_.facts();
  if (!facts.gatewayProblem.isEmpty())
    return tr("The gateway cannot be asked first: %1").arg(facts.gatewayProblem);
  return writes::whyScriptOnly(session_);
}

QString OverrideCard::whyNoRow() const {
  if (!writable_) return tr("No row is open.");
  if (writable_->seen) return {};
  return writable_->problem.empty() ? tr("The row is gone.") : shown(writable_->problem);
}

// Of the profile, the rights and the row.
QString OverrideCard::whyNotWritten(Verb verb) const {
  if (const QString why = whyNoRow(); !why.isEmpty()) return why;
  return shownOrNothing(
      reconcile::why_not_written(session_.profile(), writable_->access, *writable_->seen, verb));
}

// Another user may have the rights.
QString OverrideCard::whyNoScript(Verb verb) const {
  if (const QString why = whyNoRow(); !why.isEmpty()) return why;
  return shownOrNothing(
      reconcile::why_not_scripted(session_.profile(), writable_->access, *writable_->seen, verb));
}

QString OverrideCard::whyNot(Verb verb) const {
  if (isOwn()) return whyNotOwn();
  if (const QString why = whyNotWritten(verb); !why.isEmpty()) return why;
  return writes::whyScriptOnly(session_);
}

void OverrideCard::update() {
  QStringList notes;
  isOwn() ? updateOwn(notes) : updateExternal(notes);
  showNeeds(needs());
  if (writing_) notes = QStringList{isOwn() ? tr("Taking the key over, asking, writing …") : tr("Writing …")};
  note_->setTone(writing_ ? Tone::info : Tone::warn);
  note_->setText(notes.join(QLatin1Char(' ')));
  note_->setVisible(!notes.isEmpty());
  mapping_->setVisible(!isOwn());
  // A finished key has nothing left to override.
  setVisible(!isOwn() || (row_ && !key::is_final(row_->state)));
}

void OverrideCard::updateOwn(QStringList& notes) {
  const QString why = whyNotOwn();
  for (const Verb verb : tables::all_verbs) {
    const bool isWord = verb == Verb::succeed || verb == Verb::fail || verb == Verb::release;
    lines_->setLine(verb, {.isShown = isWord,
                           .canAct = !writing_ && why.isEmpty(),
                           .words = isWord ? wordInWords(verb) : QString(),
                           .isMuted = !why.isEmpty() || !row_});
  }
  lines_->show();
  intro_->setText(widgets::text(browse::who_may_write(session_.profile())));
  absent_->hide();
  guard_->hide();
  if (row_ && !why.isEmpty()) notes.append(why);
  if (waiting_) notes.append(waitingInWords(*waiting_));
}

// Each verb of the profile has its line; what keeps all of them is said once.
void OverrideCard::updateExternal(QStringList& notes) {
  const auto& writes = session_.profile().writes;
  const QString only = writes::whyScriptOnly(session_);
  QStringList reasons, absent;
  for (const Verb verb : tables::all_verbs) {
    if (!writes.contains(verb)) {
      absent.append(writes::verbTitle(verb));
    } else if (writable_) {
      reasons.append(whyNotWritten(verb));
    }
  }
  reasons.removeDuplicates();
  const QString shared = reasons.size() == 1 && writes.size() > 1 ? reasons.front() : QString();
  for (const Verb verb : tables::all_verbs) {
    const auto write = writes.find(verb);
    if (write == writes.end()) {
      lines_->setLine(verb, {});
      continue;
    }
    const QString why = whyNotWritten(verb);
    const bool isSaid = why.isEmpty() || why == shared || !writable_;
    lines_->setLine(verb, {.isShown = true,
                           .canAct = !writing_ && why.isEmpty() && only.isEmpty(),
                           .hasScript = true,
                           .canScript = !writing_ && whyNoScript(verb).isEmpty(),
                           .words = isSaid ? writes::writtenInWords(write->second) : why,
                           .isMuted = !why.isEmpty()});
  }
  lines_->setVisible(!writes.empty());
  intro_->setText(widgets::text(browse::who_may_write(session_.profile())));
  absent_->setVisible(!writes.empty() && !absent.isEmpty());
  absent_->setText(tr("Not in the profile: %1.").arg(absent.join(QStringLiteral(", "))));
  guard_->setVisible(!writes.empty());
  if (!shared.isEmpty()) notes.append(shared);
  if (writable_ && !only.isEmpty() && !writes.empty())
    notes.append(tr("Scripts can be copied, for a person who may run them."));
}

std::vector<OverrideCard::Need> OverrideCard::needs() const {
  std::vector<Need> needs;
  const tables::Profile& profile = session_.profile();
  if (isOwn() || !writable_ || profile.writes.empty()) return needs;
  const bridge::ServerFacts& facts = session_.facts();
  const schema::Fit fit = facts.schema.fit;
  const bool isDue = fit == schema::Fit::missing || fit == schema::Fit::older;
  if (const QString why = writes::whyScriptOnly(session_); !why.isEmpty()) {
    needs.push_back({why,
                     isDue && !facts.isReadOnly       ? tr("Install the schema …")
                     : fit == schema::Fit::unreadable ? tr("Copy the grants")
                                                      : QString(),
                     facts.schema.grants()});
  }
  const auto scriptOf = [&](roles::DbRole role, const std::string& name) {
    return roles::role_script(profile, writable_->access, role, name).value_or(std::string());
  };
  QStringList lacks;
  bool isManual = false;
  for (const auto& [verb, offer] : writable_->access.offers) {
    for (const std::string& why : offer.of_this_session) lacks.append(shown(why));
    isManual = isManual || (offer.is_for_script() && tables::says_of_effect(profile, verb));
  }
  lacks.removeDuplicates();
  if (!lacks.isEmpty() && !facts.isReadOnly) {
    std::string script = scriptOf(roles::DbRole::reconciler, facts.schema.user);
    needs.push_back({lacks.join(QLatin1Char(' ')), script.empty() ? QString() : tr("Copy the role's script"),
                     std::move(script)});
  }
  if (isManual) {
    std::string script = scriptOf(roles::DbRole::approver, "onceover_approver");
    needs.push_back({writes::secondPersonInWords(),
                     script.empty() ? QString() : tr("Copy the approver's script"), std::move(script)});
  }
  return needs;
}

void OverrideCard::showNeeds(std::vector<Need> needs) {
  if (needs == shownNeeds_) return;
  widgets::empty(needs_);
  for (const Need& need : needs) {
    auto* line = new QWidget;
    widgets::fill(widgets::lineOf(line), {{widgets::wrappedText(need.words), 1}});
    needs_->addWidget(line);
    if (need.button.isEmpty()) continue;
    auto* button = new QPushButton(need.button);
    line->layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, script = need.script] {
      if (script.empty()) return emit adminRequested();
      QGuiApplication::clipboard()->setText(widgets::text(script));
      note_->setTone(Tone::ok);
      note_->setText(tr("The script is on the clipboard. A person with the rights reads and runs it."));
      note_->show();
    });
  }
  shownNeeds_ = std::move(needs);
}

void OverrideCard::open(Verb verb, const AskedCase* asked) {
  if (writing_ || !whyNot(verb).isEmpty()) return;
  const auto again = [this, verb, id = row_ ? std::optional(row_->id) : std::nullopt,
                      evidence = asked != nullptr ? std::optional(*asked) : std::nullopt] {
    if ((row_ ? std::optional(row_->id) : std::nullopt) == id) open(verb, evidence ? &*evidence : nullptr);
  };
  if (!writes::armedFor(session_, this, again)) {
    note_->setTone(Tone::warn);
    note_->setText(writes::unarmedInWords());
    note_->show();
    emit armRequested();
    return;
  }
  isOwn() ? openOverride(verb) : openWrite(verb, asked, {});
}

void OverrideCard::openScript(Verb verb) {
  if (writing_ || !whyNoScript(verb).isEmpty()) return;
  const QString why = writes::whyScriptOnly(session_);
  openWrite(verb, nullptr, why.isEmpty() ? tr("Nothing is written from here.") : why);
}

void OverrideCard::openOverride(Verb verb) {
  QStringList warnings;
  if (waiting_) warnings.append(waitingInWords(*waiting_));
  if (asked_ && asked_->asked.verdict.loud)
    warnings.append(shown(std::string_view(asked_->asked.verdict.why)));
  auto* dialog = new OverrideDialog({.verb = verb,
                                     .row = *row_,
                                     .asOf = asOf_,
                                     .dedupeWindow = dedupeWindow_,
                                     .asked = asked_ ? std::optional(asked_->asked) : std::nullopt,
                                     .note = warnings.join(QLatin1Char(' ')),
                                     .isProduction = session_.connection().isProduction},
                                    this);
  connect(&session_, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  writes::carryIncident(session_, *dialog, verb);
  kept_.serve(*dialog, dialog->inputs(), verb, {row_->id});
  // What is written is what the dialog shows, whatever the page does meanwhile.
  connect(dialog, &QDialog::accepted, this,
          [this, dialog] { write({.seen = {.row = dialog->what().row}}, dialog->instruction(), false); });
  dialog->open();
}

void OverrideCard::openWrite(Verb verb, const AskedCase* asked, const QString& whyScriptOnly) {
  const writes::WritableRow& row = asked != nullptr && asked->writable ? *asked->writable : *writable_;
  if (!row.seen) return;
  writes::WriteWhat what{.profile = std::make_shared<const tables::Profile>(session_.profile()),
                         .access = row.access,
                         .rows = {*row.seen},
                         .request = {.verb = verb},
                         .evidence = {},
                         .whyScriptOnly = whyScriptOnly,
                         .hasTrail = session_.facts().schema.fit == schema::Fit::current,
                         .isProduction = session_.connection().isProduction,
                         .dedupeWindow = dedupeWindow_};
  reconcile::Instruction instruction{.verb = verb};
  bool cancels = false;
  if (asked != nullptr) {
    const reconcile::Verdict& verdict = asked->offered();
    instruction.confirmed = verdict;
    cancels = asked->offersCancel();
    what.request.verdict = verdict.kind;
    what.request.evidence_json = gateway::to_json(asked->asked.evidence);
    if (verdict.response) {
      what.request.values.code = verdict.response->code;
      what.request.values.body = verdict.response->body;
    }
    what.evidence = cancels ? foreignConsequence(verdict.kind, true)
                            : tr("It rests on the gateway's answer: %1").arg(shown(verdict.why));
  }
  auto* dialog = new writes::WriteDialog(std::move(what), this);
  connect(&session_, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  writes::carryIncident(session_, *dialog, verb);
  kept_.serve(*dialog, dialog->inputs(), verb, {dialog->what().rows.front().row.id});
  if (whyScriptOnly.isEmpty()) {
    connect(dialog, &QDialog::accepted, this, [this, dialog, instruction, cancels]() mutable {
      instruction.request = dialog->request();
      write({.seen = dialog->what().rows.front()}, instruction, cancels);
    });
  }
  dialog->open();
}

void OverrideCard::write(const reconcile::TakenRow& seen, const reconcile::Instruction& instruction,
                         bool cancels) {
  setWriting(true);
  session_.write<reconcile::OneOutcome>(
      this, tr("Writing the verdict"),
      [profile = std::make_shared<const tables::Profile>(session_.profile()), seen, instruction, cancels,
       hasGateway = session_.facts().hasGateway](bridge::Reader& reader) -> Result<reconcile::OneOutcome> {
        // A gateway that could be asked on the reading connection is not passed over on this one.
        if (tables::is_own(*profile) && hasGateway && reader.gateway() == nullptr)
          return fail(ErrorKind::unsupported, "The gateway cannot be asked.", "Nothing was written.",
                      "Connect again.");
        return writes::settleRow(reader, *profile, seen, instruction, cancels);
      },
      [this, before = seen.seen.row](Result<reconcile::OneOutcome> outcome) {
        setWriting(false);
        if (writes::isTaken(outcome)) kept_.forget();
        emit answered({before, std::move(outcome)});
      });
}

void OverrideCard::setWriting(bool writing) {
  writing_ = writing;
  update();
  emit writingChanged();
}

using writes::WriteInputs;

namespace {

// With all of its inputs it fits a screen of 1280 × 800 at 125 %.
constexpr int mostLines = 4;

widgets::ConfirmText textOf(const OverrideDialog::What& what) {
  widgets::ConfirmText text;
  text.title = writes::verbTitle(what.verb);
  QStringList words{wordConsequence(what.verb)};
  if (what.verb != Verb::release ||
      !reconcile::repeats_recognised_until(what.row, what.dedupeWindow, what.asOf)) {
    words.append(writes::secondPersonInWords());
  }
  if (!what.note.isEmpty()) words.append(what.note);
  text.text = words.join(QLatin1Char('\n'));
  text.detail = QStringLiteral(" ");
  text.folded = widgets::showTheSql();
  text.button = writes::verbTitle(what.verb);
  text.dangerous = what.isProduction;
  text.asksReason = true;
  text.ticket = OverrideDialog::tr("Ticket");
  return text;
}

WriteInputs::Wanted inputsFor(Verb verb) {
  WriteInputs::Wanted wanted;
  wanted.whatShowsIt = true;
  if (verb == Verb::release) return wanted;
  wanted.status =
      verb == Verb::succeed ? WriteInputs::Status{201, 200, 299} : WriteInputs::Status{422, 400, 599};
  wanted.contentType = QStringLiteral("application/json");
  wanted.body = true;
  return wanted;
}

}  // namespace

OverrideDialog::OverrideDialog(What what, QWidget* parent)
    : ConfirmDialog(textOf(what), parent),
      what_(std::move(what)),
      inputs_(new WriteInputs(inputsFor(what_.verb))) {
  model_ = addFields(tr("Row before and after"),
                     {{tr("Field"), 16}, {tr("As it is"), 38}, {tr("What is written"), 38}}, mostLines);
  addWidget(inputs_);
  connect(this, &ConfirmDialog::edited, this, &OverrideDialog::follow);
  connect(inputs_, &WriteInputs::edited, this, &OverrideDialog::follow);
  follow();
  resize(800, sizeHint().height());
}

reconcile::Instruction OverrideDialog::instruction() const {
  reconcile::Instruction instruction{.verb = what_.verb, .response = inputs_->response()};
  instruction.request.evidence_json = reconcile::said_json(widgets::bytes(inputs_->whatShowsIt()));
  instruction.request.reason = widgets::bytes(reason());
  instruction.request.ticket = widgets::bytes(ticket());
  return instruction;
}

void OverrideDialog::follow() {
  reconcile::Instruction said = instruction();
  if (said.request.reason.empty()) said.request.reason.push_back('-');  // the button waits for it by itself
  const reconcile::Decision decision = reconcile::decide_own(
      {.seen = {.row = what_.row, .as_of = what_.asOf}, .dedupe_window = what_.dedupeWindow}, said,
      what_.asked);
  const auto lacks = reconcile::missing_override(said);
  QString why = lacks ? widgets::shown(*lacks) : QString();
  if (!lacks && decision.kind != reconcile::Decision::Kind::write)
    why = tr("The gateway shows otherwise. %1").arg(widgets::shown(what_.asked->verdict.why));
  if (why.isEmpty() && said.response && said.response->body.empty())
    why = tr("Type the response body first.");
  setMissing(why);
  if (!why.isEmpty()) {
    model_->setRows({});
    return setDetail(tr("Nothing can be written yet. %1").arg(why));
  }
  auto changes = compareRows(what_.row, preview(what_.row, decision.settlement, what_.asOf), true);
  std::erase_if(changes, [](const FieldChange& field) { return !field.changed; });
  model_->setRows(std::move(changes));
  const QString first = tr("-- First the key is taken over, if it still is %1 with fence %2, and the gateway "
                           "is asked, where there is one.\n")
                            .arg(widgets::shown(what_.row.state_word))
                            .arg(what_.row.fence);
  const QString waits = decision.needs_approval
                            ? tr("-- Unless it bears this out, the request is filed; approving it runs:\n")
                            : QString();
  setDetail(first + waits + shownSettleSql(decision.settlement, false), QStringLiteral("UPDATE"));
}

VerdictLines::VerdictLines(const std::vector<Verb>& verbs, QWidget* parent) : QWidget(parent) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(t.gap);
  grid->setVerticalSpacing(t.unit);
  grid->setColumnStretch(1, 1);
  for (const Verb verb : verbs) addLine(grid, verb);
}

void VerdictLines::addLine(QGridLayout* grid, Verb verb) {
  const int at = grid->rowCount();
  Parts line{new QPushButton(writes::verbTitle(verb) + QStringLiteral(" …")),
             widgets::textButton(QStringLiteral("sql"), tr("Script …")),
             widgets::wrapped(TextRole::body, tr("%1: what it writes").arg(writes::verbTitle(verb)))};
  line.act->setAccessibleName(writes::verbTitle(verb));
  grid->addWidget(line.act, at, 0);
  grid->addWidget(line.words, at, 1);
  connect(line.act, &QPushButton::clicked, this, [this, verb] { emit chosen(verb); });
  line.script->setFocusPolicy(Qt::TabFocus);
  line.script->setAccessibleName(tr("%1: script for psql").arg(writes::verbTitle(verb)));
  line.script->setToolTip(
      widgets::toolTip(tr("The guarded statement as a script, for a person who may run it")));
  grid->addWidget(line.script, at, 2);
  connect(line.script, &QToolButton::clicked, this, [this, verb] { emit scriptChosen(verb); });
  lines_.emplace(verb, line);
}

void VerdictLines::setLine(Verb verb, const Line& line) {
  const Parts& parts = lines_.at(verb);
  parts.act->setVisible(line.isShown);
  parts.words->setVisible(line.isShown);
  parts.act->setEnabled(line.canAct);
  parts.words->setText(line.words);
  parts.words->setTone(line.isMuted ? Tone::muted : Tone::neutral);
  parts.script->setVisible(line.isShown && line.hasScript);
  parts.script->setEnabled(line.canScript);
}

}  // namespace onceover::cases
