// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/fields_editor.h"

#include <QListWidget>
#include <QSignalBlocker>
#include <QSpinBox>

#include "core/tables/detect/questions.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {
namespace {

using Kind = RoleInfo::Kind;

// What the one line of text holds, by the role's kind.
struct TextField {
  Kind kind;
  const char *label, *name, *placeholder;
};
constexpr TextField textFields[] = {
    {Kind::place, QT_TR_NOOP("&Place inside"), QT_TR_NOOP("Place in the document"), "/data/amount"},
    {Kind::digest, QT_TR_NOOP("Pre&fix"), QT_TR_NOOP("Prefix"), "sha256:"},
    {Kind::operation, QT_TR_NOOP("Alwa&ys"), QT_TR_NOOP("Operation of every row"), "POST /payments"},
    {Kind::text, QT_TR_NOOP("&Made as"), QT_TR_NOOP("Key at the gateway"), "{key}"},
    {Kind::lease, QT_TR_NOOP("Means &free"), QT_TR_NOOP("Value of a free lease"),
     QT_TR_NOOP("epoch, infinity, 0; NULL always means free")}};

}  // namespace

FieldsEditor::FieldsEditor(QWidget* parent)
    : RoleEditor(parent),
      form_(newForm(this)),
      lease_(new Choice(tr("What shows a lease"))),
      column_(new ColumnCombo(tr("Column"), tr("None: the table does not keep it"))),
      second_(new ColumnCombo({}, tr("None"))),
      kept_(new Choice(tr("How it is kept"))),
      zone_(widgets::lineEdit(tr("Time zone"), QStringLiteral("Europe/Berlin"))),
      text_(widgets::lineEdit(tr("Text"))),
      seconds_(new QSpinBox),
      note_(widgets::wrappedText(tr("Nothing shows what is stuck. Choose \"its age\" to call stuck what is "
                                    "unfinished for longer than a time."),
                                 widgets::TextRole::caption)) {
  seconds_->setAccessibleName(tr("Length in seconds"));
  seconds_->setRange(0, std::numeric_limits<int>::max());
  seconds_->setSpecialValueText(tr("not given"));
  seconds_->setSuffix(tr(" s"));
  form_->addRow(tr("&Shown by"), lease_);
  form_->addRow(tr("&Column"), column_);
  form_->addRow(tr("&Finished"), second_);
  form_->addRow(tr("&Kept as"), kept_);
  form_->addRow(tr("Time &zone"), zone_);
  form_->addRow(tr("&Seconds"), seconds_);
  form_->addRow(tr("&Text"), text_);
  form_->addRow(note_);
  connect(column_, &QComboBox::activated, this, &FieldsEditor::columnChosen);
  for (Choice* choice : std::initializer_list<Choice*>{lease_, second_, kept_})
    connect(choice, &QComboBox::activated, this, &FieldsEditor::changed);
  for (QLineEdit* line : {zone_, text_}) connect(line, &QLineEdit::textEdited, this, &RoleEditor::edited);
  connect(seconds_, &QSpinBox::valueChanged, this, &RoleEditor::edited);
}

void FieldsEditor::load(const Draft& draft, const std::string& role) {
  const QSignalBlocker quiet(seconds_);
  info_ = roleInfo(role);
  facts_ = draft.facts;
  const tables::RoleFields fields = tables::fields_of(draft.profile, role);
  const bool isOpen = draft.unknown.contains(role), isTimed = tables::has_time(fields.lease);
  nameFields();
  lease_->setWords(leaseFormWords);
  lease_->choose(fields.lease);
  if (isOpen && fields.lease == tables::Lease::Form::none) {
    lease_->insertItem(0, tr("Please choose…"));
    lease_->setCurrentIndex(0);
  }
  column_->setColumns(
      facts_, (isOpen || isTimed) && fields.column.empty() ? std::nullopt : std::optional(fields.column));
  second_->setColumns(facts_, fields.second);
  kept_->choose(fields.form);
  zone_->setText(widgets::text(fields.zone));
  text_->setText(widgets::text(fields.text));
  seconds_->setValue(static_cast<int>(std::chrono::floor<std::chrono::seconds>(fields.length).count()));
  showFields();
}

void FieldsEditor::apply(Draft& draft) const {
  const auto column = column_->column();
  const bool isLease = info_.kind == Kind::lease;
  const bool isText = info_.kind == Kind::text || (info_.kind == Kind::operation && !text_->text().isEmpty());
  if (isLease ? !lease_->currentData().isValid() : !column && !isText) return;
  draft.unknown.erase(info_.id);
  set_fields(draft, info_.id,
             {.column = column.value_or(""),
              .second = second_->column().value_or(""),
              .form = kept_->currentData().toInt(),
              .zone = widgets::bytes(zone_->text().trimmed()),
              // A prefix may end in a blank.
              .text = widgets::bytes(info_.kind == Kind::digest ? text_->text() : text_->text().trimmed()),
              .lease = lease().form,
              .length = std::chrono::seconds(seconds_->value())});
}

// The type of the column says how it is kept, where it can.
void FieldsEditor::columnChosen() {
  if (const tables::ColumnFacts* column = chosenColumn())
    kept_->choose(tables::likely_form(info_.id, *column));
  changed();
}

void FieldsEditor::changed() {
  showFields();
  emit edited();
}

// The words of what differs from kind to kind.
void FieldsEditor::nameFields() {
  const auto label = [this](QWidget* field, const QString& words) {
    static_cast<QLabel*>(form_->labelForField(field))->setText(words);
  };
  for (const TextField& field : textFields) {
    if (field.kind != info_.kind) continue;
    label(text_, tr(field.label));
    text_->setAccessibleName(tr(field.name));
    text_->setPlaceholderText(tr(field.placeholder));
  }
  const bool isLease = info_.kind == Kind::lease;
  label(second_, isLease ? tr("&Length from") : tr("&Finished"));
  second_->setAccessibleName(isLease ? tr("Column of the length") : tr("Column of finished attempts"));
  kept_->clear();
  label(kept_, info_.id == "amount" ? tr("&Stored as") : tr("&Kept as"));
  kept_->setAccessibleName(info_.id == "amount" ? tr("What the stored number counts") : tr("How it is kept"));
  if (info_.id == "amount") kept_->setWords(amountFormWords);
  if (info_.kind == Kind::instant || isLease) kept_->setWords(timeFormWords);
  if (info_.kind == Kind::digest) kept_->setWords(digestFormWords);
  if (info_.kind == Kind::body) kept_->setWords(bodyFormWords);
}

void FieldsEditor::showFields() {
  const Kind kind = info_.kind;
  const bool isLease = kind == Kind::lease, isTimed = isLease && tables::has_time(lease().form);
  const bool isAge = isLease && lease().form == tables::Lease::Form::age,
             lasts = tables::lasts_from_start(lease());
  const bool hasColumn = isLease ? isTimed : !column_->column().value_or("").empty();
  const tables::ColumnFacts* column = chosenColumn();
  const bool isDocument = column != nullptr && (column->is_json() || column->is_text() || column->is_bytes());
  const bool isPlace = kind == Kind::place && hasColumn && isDocument && info_.id != "payload";
  const bool isText = kind == Kind::digest && hasColumn && !kept_->is(tables::Digest::Form::bytes);
  const auto show = [this](QWidget* field, bool visible) { showRow(form_, field, visible); };
  show(lease_, isLease);
  show(column_, isLease ? isTimed : kind != Kind::text);
  show(second_, (lasts && !isAge) || (hasColumn && kind == Kind::attempts));
  show(kept_, hasColumn && kept_->count() > 0);
  show(zone_, hasColumn && (isLease || kind == Kind::instant) &&
                  (kept_->is(tables::TimeForm::timestamp) || kept_->is(tables::TimeForm::iso_text)));
  show(seconds_, lasts && (isAge || second_->column().value_or("").empty()));
  show(text_, kind == Kind::text || (isTimed && !isAge) || isPlace || isText ||
                  (kind == Kind::operation && !hasColumn));
  note_->setVisible(isLease && lease_->currentData().isValid() && !isTimed);
}

const tables::ColumnFacts* FieldsEditor::chosenColumn() const {
  return facts_.column(column_->column().value_or(""));
}

tables::Lease FieldsEditor::lease() const {
  const bool isLease = info_.kind == Kind::lease;
  return {.form = isLease ? lease_->chosen<tables::Lease::Form>().value_or(tables::Lease::Form::none)
                          : tables::Lease::Form::none};
}

OrderEditor::OrderEditor(QWidget* parent)
    : RoleEditor(parent),
      list_(new QListWidget),
      up_(new QPushButton(tr("&Up"))),
      down_(new QPushButton(tr("Do&wn"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  list_->setAccessibleName(tr("Columns, in their order"));
  up_->setToolTip(widgets::toolTip(tr("Move the column towards the front")));
  down_->setToolTip(widgets::toolTip(tr("Move the column towards the end")));
  auto* buttons = widgets::fill(new QHBoxLayout, {up_, down_, widgets::stretch()});
  widgets::fill(widgets::columnOf(this, t.unit), {{list_, 1}, buttons});
  connect(list_, &QListWidget::itemChanged, this, &OrderEditor::changed);
  connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
  connect(down_, &QPushButton::clicked, this, [this] { move(1); });
}

void OrderEditor::load(const Draft& draft, const std::string& role) {
  const QSignalBlocker quiet(list_);
  role_ = role;
  touched_ = false;
  list_->clear();
  const bool isAside = role_ == "set_aside";
  for (QWidget* button : {up_, down_}) button->setVisible(!isAside);
  list_->setAccessibleName(isAside ? tr("Columns that set a row aside") : tr("Columns, in their order"));
  std::vector<std::string> aside;
  for (const tables::Condition& condition : draft.state.aside) aside.push_back(condition.column);
  const auto& chosen = isAside ? aside : role == "order" ? draft.profile.order : draft.profile.identity;
  const auto add = [this](const tables::ColumnFacts& column, bool isChosen) {
    auto* item = new QListWidgetItem(
        tr("%1  (%2)").arg(widgets::shown(column.name), widgets::shown(column.type_name)), list_);
    item->setData(Qt::UserRole, QByteArray::fromStdString(column.name));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setSizeHint({0, widgets::tokensOf(this).rowHeight});
    item->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
  };
  for (const std::string& name : chosen) {
    const tables::ColumnFacts* column = draft.facts.column(name);
    add(column != nullptr ? *column : tables::ColumnFacts{.name = name, .type_name = "missing"}, true);
  }
  for (const tables::ColumnFacts& column : draft.facts.columns) {
    if (isAside && column.not_null && column.type != tables::ColumnFacts::Type::boolean) continue;
    if (std::ranges::find(chosen, column.name) == chosen.end()) add(column, false);
  }
  if (list_->count() > 0) list_->setCurrentRow(0);
}

void OrderEditor::apply(Draft& draft) const {
  if (!touched_) return;
  if (role_ == "set_aside") return applyAside(draft);
  std::vector<std::string> names;
  for (int i = 0; i < list_->count(); ++i) {
    const QListWidgetItem* item = list_->item(i);
    if (item->checkState() == Qt::Checked)
      names.push_back(item->data(Qt::UserRole).toByteArray().toStdString());
  }
  draft.unknown.erase(role_);
  (role_ == "order" ? draft.profile.order : draft.profile.identity) = std::move(names);
}

// A condition that stays is left as it is.
void OrderEditor::applyAside(Draft& draft) const {
  for (int i = 0; i < list_->count(); ++i) {
    const QListWidgetItem* item = list_->item(i);
    const std::string name = item->data(Qt::UserRole).toByteArray().toStdString();
    const bool is = item->checkState() == Qt::Checked,
               was = std::ranges::count(draft.state.aside, name, &tables::Condition::column) > 0;
    if (is != was) tables::say_aside(draft, name, is);
  }
}

void OrderEditor::move(int by) {
  const int from = list_->currentRow(), to = from + by;
  if (from < 0 || to < 0 || to >= list_->count()) return;
  QListWidgetItem* item = list_->takeItem(from);
  list_->insertItem(to, item);
  list_->setCurrentRow(to);
  changed();
}

void OrderEditor::changed() {
  touched_ = true;
  emit edited();
}

}  // namespace onceover::ui
