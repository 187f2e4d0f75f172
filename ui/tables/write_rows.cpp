#include "ui/tables/write_rows.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>
#include <QWheelEvent>

#include "ui/tables/column_combo.h"
#include "ui/tables/draft.h"
#include "ui/tables/words.h"
#include "ui/tables/write_choice.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::tables {
namespace {

using profile::Assignment;
using profile::Condition;
using profile::TimeForm;
using Value = Assignment::Value;

// A wheel over the lines scrolls them; it does not change what somebody chose.
class Choice : public QComboBox {
 public:
  explicit Choice(const QString& name, int characters) {
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(characters);
  }

 protected:
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus()) return QComboBox::wheelEvent(event);
    event->ignore();
  }
};

}  // namespace

EditLine::EditLine(QWidget* parent) : QWidget(parent), remove_(new QToolButton) {
  remove_->setIcon(widgets::icon(QStringLiteral("close")));
  remove_->setAutoRaise(true);
  remove_->setFocusPolicy(Qt::TabFocus);
  remove_->setAccessibleName(tr("Take the line away"));
  remove_->setToolTip(widgets::toolTip(tr("Take the line away")));
  connect(remove_, &QToolButton::clicked, this, &EditLine::removed);
}

AssignmentLine::AssignmentLine(const profile::Profile& profile, const profile::TableFacts& facts,
                               const std::optional<Assignment>& assignment, QWidget* parent)
    : EditLine(parent),
      profile_(profile),
      facts_(facts),
      column_(new ColumnCombo(tr("Column that is written"), tr("None"))),
      value_(new Choice(tr("What it becomes"), 13)),
      epoch_(new Choice(tr("How the time is kept"), 6)),
      text_(new QLineEdit),
      zone_(new QLineEdit) {
  column_->setColumns(facts, assignment ? std::optional(assignment->column) : std::nullopt);
  const std::pair<QString, Value> values[] = {{tr("the value"), Value::text},
                                              {tr("NULL"), Value::null},
                                              {tr("now"), Value::now},
                                              {tr("the end of a lease"), Value::lease_end},
                                              {tr("the answer's status"), Value::code},
                                              {tr("the answer's body"), Value::body},
                                              {tr("the reason"), Value::reason},
                                              {tr("one more"), Value::increment},
                                              {tr("0"), Value::zero}};
  for (const auto& [words, value] : values) value_->addItem(words, static_cast<int>(value));
  for (const TimeForm form : {TimeForm::epoch_s, TimeForm::epoch_ms, TimeForm::epoch_us}) {
    epoch_->addItem(timeFormWord(form), static_cast<int>(form));
  }
  column_->setMinimumContentsLength(8);
  text_->setMinimumWidth(64);
  zone_->setMinimumWidth(64);
  text_->setAccessibleName(tr("The value"));
  text_->setPlaceholderText(tr("as the server reads it"));
  zone_->setAccessibleName(tr("Time zone"));
  if (assignment) {
    value_->setCurrentIndex(value_->findData(static_cast<int>(assignment->value)));
    text_->setText(widgets::text(assignment->text));
    form_ = assignment->form;
    zone_->setText(widgets::text(assignment->zone));
    epoch_->setCurrentIndex(std::max(0, epoch_->findData(static_cast<int>(form_))));
  }
  setFocusProxy(column_);
  auto* line = widgets::lineOf(this, widgets::tokensOf(this).half);
  line->addWidget(column_, 3);
  line->addWidget(value_, 2);
  line->addWidget(text_, 3);
  line->addWidget(zone_, 2);
  line->addWidget(epoch_, 2);
  line->addWidget(remove_);
  connect(column_, &QComboBox::activated, this, &AssignmentLine::chosen);
  connect(value_, &QComboBox::activated, this, &AssignmentLine::chosen);
  connect(epoch_, &QComboBox::activated, this, &EditLine::edited);
  for (QLineEdit* edit : {text_, zone_}) connect(edit, &QLineEdit::textEdited, this, &EditLine::edited);
  showFields();
}

Value AssignmentLine::value() const { return static_cast<Value>(value_->currentData().toInt()); }

// A column's type says how a time is kept in it.
void AssignmentLine::chosen() {
  const Assignment fresh = assignmentFor(profile_, facts_, column_->column().value_or(""), value());
  form_ = fresh.form;
  zone_->setText(widgets::text(fresh.zone));
  epoch_->setCurrentIndex(std::max(0, epoch_->findData(static_cast<int>(form_))));
  showFields();
  emit edited();
}

void AssignmentLine::showFields() {
  const bool isTime = value() == Value::now || value() == Value::lease_end;
  text_->setVisible(value() == Value::text);
  zone_->setVisible(isTime && form_ == TimeForm::timestamp);
  epoch_->setVisible(isTime && epoch_->findData(static_cast<int>(form_)) >= 0);
}

std::optional<Assignment> AssignmentLine::assignment() const {
  const auto column = column_->column();
  if (!column || column->empty()) return std::nullopt;
  Assignment assignment{.column = *column, .value = value()};
  if (assignment.value == Value::text) assignment.text = widgets::bytes(text_->text());
  if (assignment.value != Value::now && assignment.value != Value::lease_end) return assignment;
  assignment.form = form_;
  if (form_ == TimeForm::timestamp) assignment.zone = widgets::bytes(zone_->text().trimmed());
  if (epoch_->findData(static_cast<int>(form_)) >= 0) assignment.form = static_cast<TimeForm>(epoch_->currentData().toInt());
  return assignment;
}

ConditionLine::ConditionLine(const profile::TableFacts& facts, const std::optional<Condition>& condition, QWidget* parent)
    : EditLine(parent),
      column_(new ColumnCombo(tr("Column that is looked at"), tr("None"))),
      is_(new Choice(tr("What must hold of it"), 9)),
      values_(new QLineEdit) {
  column_->setColumns(facts, condition ? std::optional(condition->column) : std::nullopt);
  using Is = Condition::Is;
  const std::pair<QString, Is> all[] = {{tr("is there"), Is::not_null}, {tr("is NULL"), Is::null},     {tr("is true"), Is::yes},
                                        {tr("is false"), Is::no},       {tr("is one of"), Is::one_of}, {tr("is from … to"), Is::between}};
  for (const auto& [words, value] : all) is_->addItem(words, static_cast<int>(value));
  values_->setAccessibleName(tr("Values of the condition"));
  values_->setMinimumWidth(64);
  column_->setMinimumContentsLength(8);
  if (condition) {
    is_->setCurrentIndex(is_->findData(static_cast<int>(condition->is)));
    QStringList words;
    for (const std::string& value : condition->values) words.append(widgets::text(value));
    values_->setText(condition->is == Is::between ? QStringLiteral("%1, %2").arg(condition->lowest).arg(condition->highest)
                                                  : words.join(QStringLiteral(", ")));
  }
  setFocusProxy(column_);
  auto* line = widgets::lineOf(this, widgets::tokensOf(this).half);
  line->addWidget(column_, 3);
  line->addWidget(is_, 2);
  line->addWidget(values_, 3);
  line->addWidget(remove_);
  const auto change = [this] {
    showFields();
    emit edited();
  };
  connect(column_, &QComboBox::activated, this, change);
  connect(is_, &QComboBox::activated, this, change);
  connect(values_, &QLineEdit::textEdited, this, &EditLine::edited);
  showFields();
}

Condition::Is ConditionLine::is() const { return static_cast<Condition::Is>(is_->currentData().toInt()); }

void ConditionLine::showFields() {
  values_->setVisible(is() == Condition::Is::one_of || is() == Condition::Is::between);
  values_->setPlaceholderText(is() == Condition::Is::between ? tr("lowest, highest") : tr("one, two, …"));
}

std::optional<Condition> ConditionLine::condition() const {
  const auto column = column_->column();
  if (!column || column->empty()) return std::nullopt;
  Condition condition{.column = *column, .is = is()};
  static const QRegularExpression comma(QStringLiteral("\\s*,\\s*"));
  const QStringList words = values_->text().trimmed().split(comma, Qt::SkipEmptyParts);
  if (condition.is == Condition::Is::one_of) {
    for (const QString& word : words) condition.values.push_back(widgets::bytes(word));
    if (words.isEmpty()) return std::nullopt;
  }
  if (condition.is == Condition::Is::between) {
    bool isLow = false, isHigh = false;
    condition.lowest = words.value(0).toLongLong(&isLow);
    condition.highest = words.value(1).toLongLong(&isHigh);
    if (!isLow || !isHigh) return std::nullopt;
  }
  return condition;
}

}  // namespace onceover::tables
