#include "ui/widgets/write_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "core/reconcile/approval.h"
#include "core/reconcile/weigh.h"
#include "ui/widgets/body_edit.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/json_view.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

using Value = profile::Assignment::Value;

// With all of its inputs it fits a screen of 1280 × 800 at 125 %.
constexpr int mostLines = 4;
constexpr int inputHeight = 64;

ConfirmText textOf(const WriteWhat& what) {
  const profile::Verb verb = what.request.verb;
  const bool isScript = !what.whyScriptOnly.isEmpty();
  ConfirmText text;
  text.title = verbTitle(verb);
  if (what.rows.size() > 1)
    text.title = WriteDialog::tr("%1: %2 rows").arg(text.title, number(static_cast<std::int64_t>(what.rows.size())));
  QStringList words{verbConsequence(*what.profile, verb)};
  if (!what.evidence.isEmpty()) words.append(what.evidence);
  if (!isScript && what.evidence.isEmpty() && reconcile::needs_second_person(verb, what.request.verdict)) {
    words.append(WriteDialog::tr("Unless a gateway bears it out it waits for a second person, who decides on the page “Needs a person”."));
  }
  if (isScript) words.append(what.whyScriptOnly + ' ' + WriteDialog::tr("The script below can be run by somebody who may."));
  text.text = words.join(QLatin1Char('\n'));
  text.detail = QStringLiteral(" ");
  text.button = isScript ? WriteDialog::tr("&Copy the script") : verbTitle(verb);
  const auto write = what.profile->writes.find(verb);
  text.dangerous = !isScript && (what.isProduction || (write != what.profile->writes.end() && write->second.deletes));
  text.asksReason = true;
  return text;
}

QString nameOf(const reconcile::SeenRow& row) { return shown(row.row.id.key); }

}  // namespace

WriteDialog::WriteDialog(WriteWhat what, QWidget* parent)
    : ConfirmDialog(textOf(what), parent),
      what_(std::move(what)),
      model_(new FieldsModel({what_.rows.size() > 1 ? tr("Row") : tr("Column"), tr("As it is"), tr("What is written")}, this)) {
  for (const reconcile::SeenRow& row : what_.rows) {
    if (!whyNot(row)) writable_.push_back(row);
  }
  addWidget(buildTable());
  addWidget(buildInputs());
  note_ = new PlainLabel;
  note_->setWordWrap(true);
  note_->setTone(Tone::warn);
  note_->setAccessibleName(tr("What is missing"));
  addWidget(note_);
  ticket_ = new QLineEdit;
  addBesideReason(isByWord() ? tr("Ticket") : tr("Ticket (optional)"), ticket_);
  if (what_.whyScriptOnly.isEmpty()) {
    copy_ = addButton(tr("&Copy as a script"));
    copy_->setToolTip(widgets::toolTip(tr("The same guarded statement for psql, for somebody else to run")));
    connect(copy_, &QPushButton::clicked, this, &WriteDialog::copyScript);
  } else {
    connect(this, &QDialog::accepted, this, &WriteDialog::copyScript);
  }
  connect(this, &ConfirmDialog::reasonEdited, this, &WriteDialog::edited);
  connect(ticket_, &QLineEdit::textChanged, this, &WriteDialog::edited);
  for (QLineEdit* edit : findChildren<QLineEdit*>()) {
    if (edit->accessibleName().startsWith(tr("Reason"))) edit->setFocus();
  }
  edited();
  resize(800, 620);
}

QWidget* WriteDialog::buildTable() {
  table_ = new TableView(what_.rows.size() > 1 ? tr("Rows and what is written") : tr("Row before and after"));
  table_->setModel(model_);
  table_->setMonospaceColumn(0);
  table_->setColumnChars({22, 30, 34});
  table_->setStretchColumn(2);
  model_->setFields(changes());
  const Tokens t = tokensOf(this);
  table_->setFixedHeight(t.rowHeight * (std::min(model_->rowCount(), mostLines) + 1) + t.half);
  return table_;
}

QWidget* WriteDialog::buildInputs() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const auto add = [form](const QString& words, QWidget* field) { form->addRow(new PlainLabel(words, nullptr, TextRole::caption), field); };
  if (writes(Value::code)) {
    code_ = new QSpinBox;
    code_->setRange(100, 599);
    code_->setValue(what_.request.values.code.value_or(what_.request.verb == profile::Verb::fail ? 422 : 201));
    code_->setMaximumWidth(120);
    code_->setAccessibleName(tr("Response status"));
    add(tr("Status"), code_);
    connect(code_, &QSpinBox::valueChanged, this, &WriteDialog::edited);
  }
  if (writes(Value::body) && what_.request.values.body) {
    given_ = new JsonView(tr("Body to be stored"));
    given_->setBody(*what_.request.values.body);
    given_->setFixedHeight(inputHeight);
    add(tr("Body"), given_);
    connect(given_, &JsonView::maskChanged, this, [this](bool masked) {
      given_->setFixedHeight(masked ? inputHeight : 2 * inputHeight);
      edited();
    });
  } else if (writes(Value::body)) {
    body_ = new BodyEdit;
    body_->setAccessibleName(tr("Response body"));
    body_->setPlaceholderText(tr("The body that clients would have got, to the byte. Paste it, or drop a file."));
    body_->setFixedHeight(inputHeight);
    add(tr("Body"), body_);
    connect(body_, &QPlainTextEdit::textChanged, this, &WriteDialog::edited);
    connect(body_, &BodyEdit::fileTaken, this, &WriteDialog::edited);
  }
  if (writes(Value::lease_end)) {
    minutes_ = new QSpinBox;
    minutes_->setRange(1, 7 * 24 * 60);
    minutes_->setValue(10);
    minutes_->setSuffix(tr(" min"));
    minutes_->setMaximumWidth(120);
    minutes_->setAccessibleName(tr("Length of the lease"));
    add(tr("Lease from now"), minutes_);
    connect(minutes_, &QSpinBox::valueChanged, this, &WriteDialog::edited);
  }
  if (isByWord()) {
    shows_ = new QLineEdit;
    shows_->setAccessibleName(tr("What shows it (kept as evidence)"));
    shows_->setPlaceholderText(tr("where you saw that it is so: a statement, a log, a call"));
    add(tr("What shows it"), shows_);
    connect(shows_, &QLineEdit::textChanged, this, &WriteDialog::edited);
  }
  const reconcile::WriteRequest bare{.verb = what_.request.verb};
  const bool isHeld = std::ranges::any_of(writable_, [&](const auto& row) { return reconcile::is_held(*what_.profile, row, bare); });
  if (isHeld) {
    held_ =
        new QCheckBox(what_.profile->lease.is_observable() ? tr("&Its lease has not ended; I know that nobody is at work on it")
                                                           : tr("&The table does not tell who works on a row; I know that nobody does"));
    form->addRow(held_);
    connect(held_, &QCheckBox::toggled, this, &WriteDialog::edited);
  }
  box->setVisible(form->rowCount() > 0);
  return box;
}

bool WriteDialog::writes(Value value) const {
  const auto write = what_.profile->writes.find(what_.request.verb);
  return write != what_.profile->writes.end() && profile::writes(write->second, value);
}

bool WriteDialog::isMasked() const { return given_ != nullptr && given_->isMasked(); }

reconcile::WriteRequest WriteDialog::request() const {
  reconcile::WriteRequest request = what_.request;
  request.values = {};
  if (code_ != nullptr) request.values.code = code_->value();
  if (given_ != nullptr) request.values.body = what_.request.values.body;
  if (body_ != nullptr) request.values.body = body_->body();
  if (minutes_ != nullptr) request.values.lease = std::chrono::minutes(minutes_->value());
  request.reason = bytes(reason());
  request.ticket = bytes(ticket_ == nullptr ? QString() : ticket_->text().trimmed());
  if (shows_ != nullptr && !shows_->text().trimmed().isEmpty()) {
    const QJsonObject said{{QStringLiteral("said"), shows_->text().trimmed()}};
    request.evidence_json = QJsonDocument(said).toJson(QJsonDocument::Compact).toStdString();
  }
  request.although_held = held_ != nullptr && held_->isChecked();
  return request;
}

// A verb that says something of the effect, without a gateway that bears it out.
bool WriteDialog::isByWord() const { return what_.evidence.isEmpty() && reconcile::says_of_effect(*what_.profile, what_.request.verb); }

std::optional<std::string> WriteDialog::whyNot(const reconcile::SeenRow& row) const {
  return what_.whyScriptOnly.isEmpty() ? reconcile::why_not_written(*what_.profile, what_.access, row, what_.request.verb)
                                       : reconcile::why_not_scripted(*what_.profile, what_.access, row, what_.request.verb);
}

Result<std::string> WriteDialog::scriptFor(const reconcile::SeenRow& row, const reconcile::WriteRequest& request) const {
  return reconcile::script(*what_.profile, what_.access, row, request, audit::this_actor("onceover"),
                           what_.hasTrail ? reconcile::AuditTo::trail : reconcile::AuditTo::notice);
}

Result<std::string> WriteDialog::script() const {
  std::string all;
  for (const reconcile::SeenRow& row : writable_) {
    auto one = scriptFor(row, request());
    if (!one) return one;
    all += (all.empty() ? "" : "\n") + *one;
  }
  return all;
}

// What keeps it from being written, beside the reason.
QString WriteDialog::missing() const {
  if (writable_.empty()) {
    const auto why = whyNot(what_.rows.front());
    return what_.rows.size() > 1 ? tr("None of these rows can be written so.") : shown(why.value_or(std::string()));
  }
  if (held_ != nullptr && !held_->isChecked()) return tr("Somebody may be at work on it: say that you know better, or wait.");
  reconcile::WriteRequest asked = request();
  if (asked.reason.empty()) asked.reason = "-";
  if (const auto lacks = isByWord() ? reconcile::missing_word(*what_.profile, asked) : std::nullopt) return shown(*lacks);
  for (const reconcile::SeenRow& row : writable_) {
    if (const auto made = scriptFor(row, asked); !made) return shown(made.error().what);
  }
  return {};
}

// Where the statement begins, behind what the script says of itself.
QString WriteDialog::statement() const {
  const auto write = what_.profile->writes.find(what_.request.verb);
  const bool deletes = write != what_.profile->writes.end() && write->second.deletes;
  return deletes ? QStringLiteral("DELETE") : QStringLiteral("UPDATE");
}

QString WriteDialog::shownSql() const {
  if (writable_.empty()) return {};
  reconcile::WriteRequest asked = request();
  if (asked.reason.empty()) asked.reason = bytes(tr("(your reason)"));
  if (held_ != nullptr) asked.although_held = true;
  if (isMasked()) asked.values.body = bytes(tr("(%1, masked)").arg(byteCount(static_cast<std::int64_t>(asked.values.body->size()))));
  const auto made = what_.whyScriptOnly.isEmpty()
                        ? Result<std::string>(reconcile::write_sql(*what_.profile, what_.access, writable_.front(), asked))
                        : scriptFor(writable_.front(), asked);
  if (!made) return QStringLiteral("-- ") + shown(made.error().what);
  QString sql = text(*made);
  if (writable_.size() > 1) {
    sql += tr("\n-- Likewise for %1 more, each in a transaction of its own.").arg(number(static_cast<std::int64_t>(writable_.size()) - 1));
  }
  return sql;
}

std::vector<FieldChange> WriteDialog::changes() const {
  if (!what_.profile->writes.contains(what_.request.verb)) return {};
  if (what_.rows.size() == 1) return plannedChanges(*what_.profile, what_.rows.front(), request());
  std::vector<FieldChange> lines;
  for (const reconcile::SeenRow& row : what_.rows) {
    const auto why = whyNot(row);
    const QString word = row.row.state_word.empty() ? text(key::word(row.row.state)).replace('_', ' ') : shown(row.row.state_word);
    lines.push_back(
        {nameOf(row), word, why ? tr("nothing: %1").arg(shown(*why)) : writtenInWords(what_.profile->writes.at(what_.request.verb)), !why});
  }
  return lines;
}

void WriteDialog::edited() {
  if (ticket_ == nullptr) return;  // still being built
  model_->setFields(changes());
  setDetail(shownSql(), statement());
  QString why = missing();
  const bool isScript = !what_.whyScriptOnly.isEmpty();
  if (why.isEmpty() && isScript && isMasked()) why = tr("Reveal the body first: the script holds it.");
  note_->setText(why);
  note_->setVisible(!why.isEmpty());
  setBlocked(!why.isEmpty());
  if (copy_ == nullptr) return;
  copy_->setEnabled(why.isEmpty() && !reason().isEmpty() && !isMasked());
}

void WriteDialog::copyScript() {
  const auto made = script();
  if (!made) {
    note_->setText(sentences(made.error()));
    return note_->show();
  }
  QGuiApplication::clipboard()->setText(text(*made));
  emit scriptCopied();
}

}  // namespace onceover::widgets
