#include "ui/reconcile/word_dialog.h"

#include <QLineEdit>

#include "core/reconcile/approval.h"
#include "core/reconcile/weigh.h"
#include "ui/reconcile/case_text.h"
#include "ui/reconcile/settle_dialog.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/write_inputs.h"

namespace onceover::reconcile {

using profile::Verb;
using widgets::WriteInputs;

namespace {

// With all of its inputs it fits a screen of 1280 × 800 at 125 %.
constexpr int mostLines = 4;

widgets::ConfirmText textOf(const WordDialog::What& what) {
  widgets::ConfirmText text;
  text.title = widgets::verbTitle(what.verb);
  QStringList words{wordConsequence(what.verb)};
  if (needs_second_person(what.verb, std::nullopt)) words.append(widgets::secondPersonInWords());
  if (!what.note.isEmpty()) words.append(what.note);
  text.text = words.join(QLatin1Char('\n'));
  text.detail = QStringLiteral(" ");
  text.button = widgets::verbTitle(what.verb);
  text.dangerous = what.isProduction;
  text.asksReason = true;
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

WordDialog::WordDialog(What what, QWidget* parent)
    : ConfirmDialog(textOf(what), parent),
      what_(std::move(what)),
      model_(new widgets::FieldsModel({{tr("Field"), 16}, {tr("As it is"), 38}, {tr("What is written"), 38}}, this)),
      inputs_(new WriteInputs(inputsFor(what_.verb))),
      note_(widgets::wrapped(widgets::TextRole::body, tr("What is missing"))),
      ticket_(new QLineEdit) {
  addWidget(beforeAndAfter(model_, mostLines));
  addWidget(inputs_);
  note_->setTone(widgets::Tone::warn);
  addWidget(note_);
  addBesideReason(tr("Ticket"), ticket_);
  connect(this, &ConfirmDialog::reasonEdited, this, &WordDialog::edited);
  connect(ticket_, &QLineEdit::textChanged, this, &WordDialog::edited);
  connect(inputs_, &WriteInputs::edited, this, &WordDialog::edited);
  for (QLineEdit* edit : findChildren<QLineEdit*>()) {
    if (edit->accessibleName().startsWith(tr("Reason"))) edit->setFocus();
  }
  edited();
  resize(800, 620);
}

Wish WordDialog::wish() const {
  Wish wish{.verb = what_.verb};
  if (const auto status = inputs_->status()) {
    wish.response.emplace();
    wish.response->code = *status;
    wish.response->body = inputs_->body().value_or(std::string());
    if (const QString type = inputs_->contentType(); !type.isEmpty() && !wish.response->body.empty())
      wish.response->headers.push_back({"Content-Type", widgets::bytes(type)});
  }
  wish.request.evidence_json = said_json(widgets::bytes(inputs_->whatShowsIt()));
  wish.request.reason = widgets::bytes(reason());
  wish.request.ticket = widgets::bytes(ticket_->text().trimmed());
  return wish;
}

void WordDialog::edited() {
  Wish said = wish();
  if (said.request.reason.empty()) said.request.reason = "-";  // the button waits for it by itself
  const Decision decision = decide_own({.seen = {.row = what_.row}}, said, what_.asked);
  auto changes = compareRows(what_.row, preview(what_.row, decision.settlement, what_.asOf), true);
  std::erase_if(changes, [](const FieldChange& field) { return !field.changed; });
  model_->setRows(std::move(changes));
  const QString first =
      tr("-- First the key is taken over, if it still is %1 with fence %2, and the gateway is asked, where there is one.\n")
          .arg(widgets::shown(what_.row.state_word))
          .arg(what_.row.fence);
  const QString waits = decision.needs_approval ? tr("-- Unless it bears this out, the request is filed; approving it runs:\n") : QString();
  setDetail(first + waits + shownSettleSql(decision.settlement, false), QStringLiteral("UPDATE"));
  const auto lacks = missing_override(said);
  QString why = lacks ? widgets::shown(*lacks) : QString();
  if (!lacks && decision.kind != Decision::Kind::write)
    why = tr("The gateway shows otherwise. %1").arg(widgets::shown(what_.asked->verdict.why));
  if (why.isEmpty() && said.response && said.response->body.empty()) why = tr("Type the response body first.");
  note_->setText(why);
  note_->setVisible(!why.isEmpty());
  setBlocked(!why.isEmpty());
}

}  // namespace onceover::reconcile
