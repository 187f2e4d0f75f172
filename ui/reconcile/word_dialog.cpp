#include "ui/reconcile/word_dialog.h"

#include <QLineEdit>

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

Word WordDialog::word() const {
  Word word{.seen = seen(what_.row), .verb = what_.verb};
  if (const auto status = inputs_->status()) {
    word.response.emplace();
    word.response->code = *status;
    word.response->body = inputs_->body().value_or(std::string());
    if (const QString type = inputs_->contentType(); !type.isEmpty() && !word.response->body.empty())
      word.response->headers.push_back({"Content-Type", widgets::bytes(type)});
  }
  word.said = widgets::bytes(inputs_->whatShowsIt());
  word.reason = widgets::bytes(reason());
  word.ticket = widgets::bytes(ticket_->text().trimmed());
  return word;
}

void WordDialog::edited() {
  Word said = word();
  const WordWeighed weight = weighed_word(what_.row, what_.asked, said, Duration{0});
  auto changes = compareRows(what_.row, preview(what_.row, weight.settlement, what_.asOf), true);
  std::erase_if(changes, [](const FieldChange& field) { return !field.changed; });
  model_->setRows(std::move(changes));
  const QString first =
      tr("-- First the key is taken over, if it still is %1 with fence %2, and the gateway is asked, where there is one.\n")
          .arg(widgets::shown(what_.row.state_word))
          .arg(what_.row.fence);
  const QString waits =
      weight.needs_second_person ? tr("-- Unless it bears this out, the request is filed; approving it runs:\n") : QString();
  setDetail(first + waits + shownSettleSql(weight.settlement, false), QStringLiteral("UPDATE"));
  if (said.reason.empty()) said.reason = "-";  // the button waits for it by itself
  const auto lacks = missing_word(said);
  QString why = lacks ? widgets::shown(*lacks) : QString();
  if (weight.by == WordWeighed::By::against) why = tr("The gateway shows otherwise. %1").arg(widgets::shown(what_.asked->verdict.why));
  if (why.isEmpty() && said.response && said.response->body.empty()) why = tr("Type the response body first.");
  note_->setText(why);
  note_->setVisible(!why.isEmpty());
  setBlocked(!why.isEmpty());
}

}  // namespace onceover::reconcile
