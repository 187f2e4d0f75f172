#include "ui/tables/fields_editor.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include "ui/tables/column_combo.h"
#include "ui/tables/words.h"
#include "ui/widgets/text.h"

namespace onceover::tables {
namespace {

using Kind = RoleInfo::Kind;
using Type = profile::ColumnFacts::Type;

QLineEdit* edit(const QString& name, const QString& placeholder) {
  auto* line = new QLineEdit;
  line->setAccessibleName(name);
  line->setPlaceholderText(placeholder);
  return line;
}

void choose(QComboBox* box, int value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

}  // namespace

FieldsEditor::FieldsEditor(QWidget* parent)
    : RoleEditor(parent),
      form_(new QFormLayout(this)),
      column_(new ColumnCombo(tr("Column"), tr("None: the table does not keep it"))),
      second_(new ColumnCombo(tr("Column of finished attempts"), tr("None: one counter"))),
      kept_(new QComboBox),
      zone_(edit(tr("Time zone"), QStringLiteral("Europe/Berlin"))),
      path_(edit(tr("Place in the document"), QStringLiteral("/data/amount"))),
      prefix_(edit(tr("Prefix"), QStringLiteral("sha256:"))),
      constant_(edit(tr("Operation of every row"), tr("POST /payments"))),
      text_(edit(tr("Key at the gateway"), QStringLiteral("{key}"))) {
  kept_->setAccessibleName(tr("How it is kept"));
  form_->setContentsMargins(0, 0, 0, 0);
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form_->addRow(tr("&Column"), column_);
  form_->addRow(tr("&Finished"), second_);
  form_->addRow(tr("&Kept as"), kept_);
  form_->addRow(tr("Time &zone"), zone_);
  form_->addRow(tr("&Place inside"), path_);
  form_->addRow(tr("Pre&fix"), prefix_);
  form_->addRow(tr("Alwa&ys"), constant_);
  form_->addRow(tr("&Made as"), text_);
  connect(column_, &QComboBox::activated, this, &FieldsEditor::columnChosen);
  connect(second_, &QComboBox::activated, this, &RoleEditor::edited);
  connect(kept_, &QComboBox::activated, this, [this] {
    showFields();
    emit edited();
  });
  for (QLineEdit* line : {zone_, path_, prefix_, constant_, text_}) connect(line, &QLineEdit::textEdited, this, &RoleEditor::edited);
}

void FieldsEditor::load(const Draft& draft, const std::string& role) {
  info_ = roleInfo(role);
  facts_ = draft.facts;
  profile::Profile p = draft.profile;
  std::string column;
  fillForms();
  second_->setColumns(facts_, p.attempts.size() > 1 ? p.attempts[1] : std::string());
  zone_->setText(QStringLiteral("UTC"));
  for (QLineEdit* line : {path_, prefix_, constant_}) line->clear();
  switch (info_.kind) {
    case Kind::text: text_->setText(widgets::text(p.gateway_key)); break;
    case Kind::instant: {
      const profile::Instant& at = *instantOf(p, role);
      column = at.column;
      choose(kept_, static_cast<int>(at.form));
      zone_->setText(widgets::text(at.zone));
      break;
    }
    case Kind::place: {
      const profile::Place& place = *placeOf(p, role);
      column = place.column;
      path_->setText(widgets::text(place.path));
      break;
    }
    case Kind::digest:
      column = p.fingerprint.column;
      choose(kept_, static_cast<int>(p.fingerprint.form));
      prefix_->setText(widgets::text(p.fingerprint.prefix));
      break;
    case Kind::body:
      column = p.response_body.column;
      choose(kept_, static_cast<int>(p.response_body.form));
      break;
    case Kind::attempts: column = p.attempts.empty() ? std::string() : p.attempts[0]; break;
    case Kind::operation: constant_->setText(widgets::text(p.operation_name)); [[fallthrough]];
    default: column = *columnOf(p, role);
  }
  const bool isOpen = draft.unknown.contains(role);
  column_->setColumns(facts_, isOpen && column.empty() ? std::nullopt : std::optional(column));
  showFields();
}

void FieldsEditor::apply(Draft& draft) const {
  const auto chosen = column_->column();
  profile::Profile& p = draft.profile;
  if (info_.kind == Kind::text) {
    p.gateway_key = widgets::bytes(text_->text().trimmed());
    return;
  }
  const bool hasConstant = info_.kind == Kind::operation && !constant_->text().isEmpty();
  if (!chosen && !hasConstant) return;
  draft.unknown.erase(info_.id);
  const std::string column = chosen.value_or("");
  switch (info_.kind) {
    case Kind::instant: {
      profile::Instant& at = *instantOf(p, info_.id);
      at.column = column;
      at.form = timeForm();
      at.zone = at.form == profile::TimeForm::timestamp ? widgets::bytes(zone_->text().trimmed()) : "UTC";
      break;
    }
    case Kind::place: {
      profile::Place& place = *placeOf(p, info_.id);
      place.column = column;
      place.path = widgets::bytes(path_->text().trimmed());
      const profile::ColumnFacts* facts = chosenColumn();
      const bool isJsonb = facts != nullptr && facts->type_name == "jsonb";
      place.holds = isJsonb ? profile::Place::Holds::jsonb : profile::Place::Holds::text;
      break;
    }
    case Kind::digest:
      p.fingerprint.column = column;
      p.fingerprint.form = static_cast<profile::Digest::Form>(kept_->currentData().toInt());
      p.fingerprint.prefix = widgets::bytes(prefix_->text());
      break;
    case Kind::body:
      if (p.response_body.column != column) p.response_body = {};
      p.response_body.column = column;
      p.response_body.form = static_cast<profile::Body::Form>(kept_->currentData().toInt());
      break;
    case Kind::attempts:
      p.attempts.clear();
      if (!column.empty()) p.attempts.push_back(column);
      if (const auto second = second_->column(); !column.empty() && second && !second->empty()) p.attempts.push_back(*second);
      break;
    case Kind::operation: p.operation_name = column.empty() ? widgets::bytes(constant_->text()) : std::string(); [[fallthrough]];
    default: *columnOf(p, info_.id) = column;
  }
}

// The type of the column says how it is kept, where it can.
void FieldsEditor::columnChosen() {
  if (const profile::ColumnFacts* column = chosenColumn()) {
    if (info_.kind == Kind::instant) {
      choose(kept_, static_cast<int>(timeFormOf(*column).value_or(epochFormOf(*column))));
    }
    if (info_.kind == Kind::digest) {
      choose(kept_, static_cast<int>(column->type == Type::bytes ? profile::Digest::Form::bytes : profile::Digest::Form::hex));
    }
    if (info_.kind == Kind::body) choose(kept_, static_cast<int>(bodyFormOf(facts_, column->name)));
  }
  showFields();
  emit edited();
}

void FieldsEditor::fillForms() {
  const QSignalBlocker quiet(kept_);
  kept_->clear();
  if (info_.kind == Kind::instant) {
    using Form = profile::TimeForm;
    for (const Form form : {Form::timestamptz, Form::timestamp, Form::epoch_s, Form::epoch_ms, Form::epoch_us, Form::iso_text}) {
      kept_->addItem(timeFormWord(form), static_cast<int>(form));
    }
  } else if (info_.kind == Kind::digest) {
    using Form = profile::Digest::Form;
    for (const Form form : {Form::bytes, Form::hex, Form::base64}) kept_->addItem(digestFormWord(form), static_cast<int>(form));
  } else if (info_.kind == Kind::body) {
    using Form = profile::Body::Form;
    for (const Form form : {Form::bytes, Form::text, Form::json}) kept_->addItem(bodyFormWord(form), static_cast<int>(form));
  }
}

void FieldsEditor::showFields() {
  const auto chosen = column_->column();
  const bool hasColumn = chosen && !chosen->empty();
  const profile::ColumnFacts* column = chosenColumn();
  const bool isDocument = column != nullptr && (column->type == Type::json || column->type == Type::text || column->type == Type::bytes);
  show(column_, info_.kind != Kind::text);
  show(text_, info_.kind == Kind::text);
  show(second_, hasColumn && info_.kind == Kind::attempts);
  show(kept_, hasColumn && kept_->count() > 0);
  show(zone_, hasColumn && info_.kind == Kind::instant && timeForm() == profile::TimeForm::timestamp);
  show(path_, hasColumn && isDocument && info_.kind == Kind::place && info_.id != "payload");
  show(prefix_, hasColumn && info_.kind == Kind::digest && kept_->currentData().toInt() != static_cast<int>(profile::Digest::Form::bytes));
  show(constant_, !hasColumn && info_.kind == Kind::operation);
}

void FieldsEditor::show(QWidget* field, bool visible) {
  field->setVisible(visible);
  form_->labelForField(field)->setVisible(visible);
}

const profile::ColumnFacts* FieldsEditor::chosenColumn() const { return facts_.column(column_->column().value_or("")); }

profile::TimeForm FieldsEditor::timeForm() const { return static_cast<profile::TimeForm>(kept_->currentData().toInt()); }

}  // namespace onceover::tables
