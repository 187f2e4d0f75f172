#include "ui/tables/lease_editor.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <limits>

#include "ui/tables/column_combo.h"
#include "ui/tables/words.h"
#include "ui/widgets/text.h"

namespace onceover::tables {
namespace {

using Form = profile::Lease::Form;
using TimeForm = profile::TimeForm;

constexpr Form forms[] = {Form::deadline, Form::since, Form::heartbeat, Form::owner_only, Form::none};
constexpr TimeForm timeForms[] = {TimeForm::timestamptz, TimeForm::timestamp, TimeForm::epoch_s,
                                  TimeForm::epoch_ms,    TimeForm::epoch_us,  TimeForm::iso_text};

}  // namespace

LeaseEditor::LeaseEditor(QWidget* parent)
    : RoleEditor(parent),
      layout_(new QFormLayout(this)),
      form_(new QComboBox),
      timeForm_(new QComboBox),
      column_(new ColumnCombo(tr("Column of the lease"), tr("None"))),
      lengthColumn_(new ColumnCombo(tr("Column of the length"), tr("None: the length is a constant"))),
      seconds_(new QSpinBox),
      zone_(new QLineEdit),
      free_(new QLineEdit),
      note_(widgets::wrapped(widgets::TextRole::caption)) {
  form_->setAccessibleName(tr("What tells of a lease"));
  form_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  timeForm_->setAccessibleName(tr("How the time is kept"));
  for (const TimeForm form : timeForms) timeForm_->addItem(timeFormWord(form), static_cast<int>(form));
  seconds_->setAccessibleName(tr("Length in seconds"));
  seconds_->setRange(0, std::numeric_limits<int>::max());
  seconds_->setSpecialValueText(tr("not said"));
  seconds_->setSuffix(tr(" s"));
  zone_->setAccessibleName(tr("Time zone"));
  free_->setAccessibleName(tr("Value that means free"));
  free_->setPlaceholderText(tr("epoch, infinity, 0; NULL always does"));
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  layout_->addRow(tr("&Told by"), form_);
  layout_->addRow(tr("&Column"), column_);
  layout_->addRow(tr("&Kept as"), timeForm_);
  layout_->addRow(tr("Time &zone"), zone_);
  layout_->addRow(tr("Length from"), lengthColumn_);
  layout_->addRow(tr("&Seconds"), seconds_);
  layout_->addRow(tr("Means &free"), free_);
  layout_->addRow(note_);
  const auto change = [this] {
    showFields();
    emit edited();
  };
  connect(form_, &QComboBox::activated, this, change);
  connect(timeForm_, &QComboBox::activated, this, change);
  connect(lengthColumn_, &QComboBox::activated, this, change);
  connect(column_, &QComboBox::activated, this, &LeaseEditor::columnChosen);
  connect(seconds_, &QSpinBox::valueChanged, this, &RoleEditor::edited);
  for (QLineEdit* line : {zone_, free_}) connect(line, &QLineEdit::textEdited, this, &RoleEditor::edited);
}

void LeaseEditor::load(const Draft& draft, const std::string&) {
  facts_ = draft.facts;
  const profile::Lease& lease = draft.profile.lease;
  const bool isOpen = draft.unknown.contains("lease");
  const QSignalBlocker quiet(seconds_);
  form_->clear();
  if (isOpen && lease.form == Form::none) form_->addItem(tr("Please choose…"));
  for (const Form one : forms) form_->addItem(leaseFormWord(one), static_cast<int>(one));
  const int at = form_->findData(static_cast<int>(lease.form));
  form_->setCurrentIndex(isOpen && lease.form == Form::none ? 0 : at);
  column_->setColumns(facts_, lease.at.column.empty() && lease.is_observable() ? std::nullopt : std::optional(lease.at.column));
  timeForm_->setCurrentIndex(timeForm_->findData(static_cast<int>(lease.at.form)));
  zone_->setText(widgets::text(lease.at.zone));
  lengthColumn_->setColumns(facts_, lease.length_column);
  seconds_->setValue(static_cast<int>(std::chrono::floor<std::chrono::seconds>(lease.length).count()));
  free_->setText(widgets::text(lease.free));
  showFields();
}

void LeaseEditor::apply(Draft& draft) const {
  const auto chosen = form();
  if (!chosen) return;
  draft.unknown.erase("lease");
  profile::Lease& lease = draft.profile.lease;
  const auto onlyIn = lease.at.only_in;
  lease = {.form = *chosen};
  if (!lease.is_observable()) return;
  lease.at = {column_->column().value_or(""), static_cast<TimeForm>(timeForm_->currentData().toInt()), "UTC", onlyIn};
  if (lease.at.form == TimeForm::timestamp) lease.at.zone = widgets::bytes(zone_->text().trimmed());
  lease.free = widgets::bytes(free_->text().trimmed());
  if (*chosen == Form::deadline) return;
  lease.length_column = lengthColumn_->column().value_or("");
  if (lease.length_column.empty()) lease.length = std::chrono::seconds(seconds_->value());
}

void LeaseEditor::columnChosen() {
  if (const profile::ColumnFacts* column = facts_.column(column_->column().value_or(""))) {
    timeForm_->setCurrentIndex(timeForm_->findData(static_cast<int>(timeFormOf(*column).value_or(epochFormOf(*column)))));
  }
  showFields();
  emit edited();
}

void LeaseEditor::showFields() {
  const auto show = [this](QWidget* field, bool visible) {
    field->setVisible(visible);
    layout_->labelForField(field)->setVisible(visible);
  };
  const auto chosen = form();
  const bool isTimed = chosen && (profile::Lease{.form = *chosen}).is_observable();
  const bool lasts = isTimed && *chosen != Form::deadline;
  show(column_, isTimed);
  show(timeForm_, isTimed);
  show(zone_, isTimed && timeForm_->currentData().toInt() == static_cast<int>(TimeForm::timestamp));
  show(lengthColumn_, lasts);
  show(seconds_, lasts && lengthColumn_->column().value_or("").empty());
  show(free_, isTimed);
  note_->setVisible(chosen && !isTimed);
  note_->setText(
      tr("No row of this table will ever be called stuck: whether somebody works on it cannot be told. Unfinished rows are shown with "
         "their age."));
}

std::optional<Form> LeaseEditor::form() const {
  if (!form_->currentData().isValid()) return std::nullopt;
  return static_cast<Form>(form_->currentData().toInt());
}

}  // namespace onceover::tables
