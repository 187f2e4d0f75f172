// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/override_dialog.h"

#include <QGridLayout>

#include "core/reconcile/second_approver.h"
#include "core/reconcile/weigh.h"
#include "ui/cases/case_text.h"
#include "ui/widgets/rows_model.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/row_write.h"
#include "ui/writes/write_inputs.h"

namespace onceover::cases {

using tables::Verb;
using writes::WriteInputs;

namespace {

// With all of its inputs it fits a screen of 1280 × 800 at 125 %.
constexpr int mostLines = 4;

widgets::ConfirmText textOf(const OverrideDialog::What& what) {
  widgets::ConfirmText text;
  text.title = writes::verbTitle(what.verb);
  QStringList words{wordConsequence(what.verb)};
  if (what.verb != Verb::release || !reconcile::repeats_recognised_until(what.row, what.dedupeWindow, what.asOf)) {
    words.append(writes::secondPersonInWords());
  }
  if (!what.note.isEmpty()) words.append(what.note);
  text.text = words.join(QLatin1Char('\n'));
  text.detail = QStringLiteral(" ");
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
  wanted.status = verb == Verb::succeed ? WriteInputs::Status{201, 200, 299} : WriteInputs::Status{422, 400, 599};
  wanted.contentType = QStringLiteral("application/json");
  wanted.body = true;
  return wanted;
}

}  // namespace

OverrideDialog::OverrideDialog(What what, QWidget* parent)
    : ConfirmDialog(textOf(what), parent), what_(std::move(what)), inputs_(new WriteInputs(inputsFor(what_.verb))) {
  model_ = addFields(tr("Row before and after"), {{tr("Field"), 16}, {tr("As it is"), 38}, {tr("What is written"), 38}}, mostLines);
  addWidget(inputs_);
  connect(this, &ConfirmDialog::edited, this, &OverrideDialog::follow);
  connect(inputs_, &WriteInputs::edited, this, &OverrideDialog::follow);
  follow();
  resize(800, 620);
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
  const reconcile::Decision decision =
      reconcile::decide_own({.seen = {.row = what_.row, .as_of = what_.asOf}, .dedupe_window = what_.dedupeWindow}, said, what_.asked);
  const auto lacks = reconcile::missing_override(said);
  QString why = lacks ? widgets::shown(*lacks) : QString();
  if (!lacks && decision.kind != reconcile::Decision::Kind::write)
    why = tr("The gateway shows otherwise. %1").arg(widgets::shown(what_.asked->verdict.why));
  if (why.isEmpty() && said.response && said.response->body.empty()) why = tr("Type the response body first.");
  setMissing(why);
  if (!why.isEmpty()) {
    model_->setRows({});
    return setDetail(tr("Nothing can be written yet. %1").arg(why));
  }
  auto changes = compareRows(what_.row, preview(what_.row, decision.settlement, what_.asOf), true);
  std::erase_if(changes, [](const FieldChange& field) { return !field.changed; });
  model_->setRows(std::move(changes));
  const QString first =
      tr("-- First the key is taken over, if it still is %1 with fence %2, and the gateway is asked, where there is one.\n")
          .arg(widgets::shown(what_.row.state_word))
          .arg(what_.row.fence);
  const QString waits = decision.needs_approval ? tr("-- Unless it bears this out, the request is filed; approving it runs:\n") : QString();
  setDetail(first + waits + shownSettleSql(decision.settlement, false), QStringLiteral("UPDATE"));
}

using tables::Verb;
using widgets::TextRole;
using widgets::Tone;

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
  Parts line{new QPushButton(writes::verbTitle(verb) + QStringLiteral(" …")), widgets::textButton(QStringLiteral("sql"), tr("Script …")),
             widgets::wrapped(TextRole::body, tr("%1: what it writes").arg(writes::verbTitle(verb)))};
  line.act->setAccessibleName(writes::verbTitle(verb));
  grid->addWidget(line.act, at, 0);
  grid->addWidget(line.words, at, 1);
  connect(line.act, &QPushButton::clicked, this, [this, verb] { emit chosen(verb); });
  line.script->setFocusPolicy(Qt::TabFocus);
  line.script->setAccessibleName(tr("%1: script for psql").arg(writes::verbTitle(verb)));
  line.script->setToolTip(widgets::toolTip(tr("The guarded statement as a script, for a person who may run it")));
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
