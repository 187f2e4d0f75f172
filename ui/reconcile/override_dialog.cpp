#include "ui/reconcile/override_dialog.h"

#include "core/reconcile/second_approver.h"
#include "core/reconcile/weigh.h"
#include "ui/reconcile/case_text.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/widgets.h"
#include "ui/widgets/write_inputs.h"

namespace onceover::reconcile {

using tables::Verb;
using widgets::WriteInputs;

namespace {

// With all of its inputs it fits a screen of 1280 × 800 at 125 %.
constexpr int mostLines = 4;

widgets::ConfirmText textOf(const OverrideDialog::What& what) {
  widgets::ConfirmText text;
  text.title = widgets::verbTitle(what.verb);
  QStringList words{wordConsequence(what.verb)};
  if (what.verb != Verb::release || !repeats_recognised_until(what.row, what.dedupeWindow, what.asOf)) {
    words.append(widgets::secondPersonInWords());
  }
  if (!what.note.isEmpty()) words.append(what.note);
  text.text = words.join(QLatin1Char('\n'));
  text.detail = QStringLiteral(" ");
  text.button = widgets::verbTitle(what.verb);
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

Wish OverrideDialog::wish() const {
  Wish wish{.verb = what_.verb, .response = inputs_->response()};
  wish.request.evidence_json = said_json(widgets::bytes(inputs_->whatShowsIt()));
  wish.request.reason = widgets::bytes(reason());
  wish.request.ticket = widgets::bytes(ticket());
  return wish;
}

void OverrideDialog::follow() {
  Wish said = wish();
  if (said.request.reason.empty()) said.request.reason.push_back('-');  // the button waits for it by itself
  const Decision decision =
      decide_own({.seen = {.row = what_.row, .as_of = what_.asOf}, .dedupe_window = what_.dedupeWindow}, said, what_.asked);
  const auto lacks = missing_override(said);
  QString why = lacks ? widgets::shown(*lacks) : QString();
  if (!lacks && decision.kind != Decision::Kind::write)
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

}  // namespace onceover::reconcile
