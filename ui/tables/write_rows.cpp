#include "ui/tables/write_rows.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/tables/parts.h"
#include "ui/tables/choice.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {
namespace {

using tables::Assignment;
using tables::Condition;
using tables::TimeForm;
using Value = Assignment::Value;

constexpr auto epochWords = some_words<TimeForm>({{TimeForm::epoch_s, timeFormWords.of(TimeForm::epoch_s)},
                                                  {TimeForm::epoch_ms, timeFormWords.of(TimeForm::epoch_ms)},
                                                  {TimeForm::epoch_us, timeFormWords.of(TimeForm::epoch_us)},
                                                  {TimeForm::epoch_ns, timeFormWords.of(TimeForm::epoch_ns)}});
// What a condition or an assignment holds goes into a line of this width at least.
constexpr int leastWidth = 64;

QLineEdit* edit(const QString& name) {
  QLineEdit* line = widgets::lineEdit(name);
  line->setMinimumWidth(leastWidth);
  return line;
}

}  // namespace

EditLine::EditLine(QWidget* parent) : QWidget(parent), remove_(widgets::iconButton(QStringLiteral("close"), tr("Remove the line"))) {
  remove_->setFocusPolicy(Qt::TabFocus);
  connect(remove_, &QToolButton::clicked, this, &EditLine::removed);
}

AssignmentLine::AssignmentLine(const tables::Profile& profile, const tables::TableFacts& facts, const std::optional<Assignment>& assignment,
                               QWidget* parent)
    : EditLine(parent),
      profile_(profile),
      facts_(facts),
      column_(new ColumnCombo(tr("Column that is written"), tr("None"))),
      value_(new Choice(tr("What it becomes"), 13)),
      epoch_(new Choice(tr("How the time is kept"), 6)),
      text_(edit(tr("The value"))),
      plus_(edit(tr("How much later, in seconds"))),
      zone_(edit(tr("Time zone"))) {
  column_->setColumns(facts, assignment ? std::optional(assignment->column) : std::nullopt);
  value_->setWords(valueWords);
  epoch_->setWords(epochWords);
  column_->setMinimumContentsLength(8);
  text_->setPlaceholderText(tr("as the server reads it"));
  plus_->setPlaceholderText(tr("+ seconds"));
  if (assignment) {
    value_->choose(assignment->value);
    text_->setText(widgets::text(assignment->text));
    if (assignment->plus > Duration{0}) plus_->setText(QString::number(static_cast<double>(assignment->plus.count()) / 1e6));
    setForm(assignment->form, assignment->zone);
  }
  setFocusProxy(column_);
  widgets::fill(widgets::lineOf(this, widgets::tokensOf(this).half),
                {{column_, 3}, {value_, 2}, {text_, 3}, {plus_, 2}, {zone_, 2}, {epoch_, 2}, remove_});
  connect(column_, &QComboBox::activated, this, &AssignmentLine::chosen);
  connect(value_, &QComboBox::activated, this, &AssignmentLine::chosen);
  connect(epoch_, &QComboBox::activated, this, &EditLine::edited);
  for (QLineEdit* edit : {text_, plus_, zone_}) connect(edit, &QLineEdit::textEdited, this, &EditLine::edited);
  showFields();
}

Value AssignmentLine::value() const { return value_->chosen<Value>().value_or(Value::text); }

void AssignmentLine::setForm(TimeForm form, const std::string& zone) {
  form_ = form;
  zone_->setText(widgets::text(zone));
  epoch_->choose(form);
}

// A column's type says how a time is kept in it.
void AssignmentLine::chosen() {
  const tables::ColumnFacts* column = facts_.column(column_->column().value_or(""));
  const auto kept = column != nullptr ? tables::instant_kept_in(profile_, *column) : tables::Instant{};
  setForm(kept.form, kept.zone);
  showFields();
  emit edited();
}

void AssignmentLine::showFields() {
  const bool isTime = tables::writes_instant(value());
  text_->setVisible(value() == Value::text);
  plus_->setVisible(value() == Value::now);
  zone_->setVisible(isTime && form_ == TimeForm::timestamp);
  epoch_->setVisible(isTime && epoch_->offers(form_));
}

std::optional<Assignment> AssignmentLine::assignment() const {
  const auto column = column_->column();
  if (!column || column->empty()) return std::nullopt;
  Assignment assignment{.column = *column, .value = value()};
  if (assignment.value == Value::text) assignment.text = widgets::bytes(text_->text());
  if (!tables::writes_instant(assignment.value)) return assignment;
  if (assignment.value == Value::now) assignment.plus = Duration(std::llround(1e6 * std::max(0.0, plus_->text().toDouble())));
  assignment.form = epoch_->offers(form_) ? epoch_->chosen<TimeForm>().value_or(form_) : form_;
  if (form_ == TimeForm::timestamp) assignment.zone = widgets::bytes(zone_->text().trimmed());
  return assignment;
}

ConditionLine::ConditionLine(const tables::TableFacts& facts, const std::optional<Condition>& condition, QWidget* parent)
    : EditLine(parent),
      column_(new ColumnCombo(tr("Column that is looked at"), tr("None"))),
      is_(new Choice(tr("What must be true of it"), 9)),
      values_(edit(tr("Values of the condition"))) {
  column_->setColumns(facts, condition ? std::optional(condition->column) : std::nullopt);
  is_->setWords(conditionTests);
  column_->setMinimumContentsLength(8);
  if (condition) {
    is_->choose(condition->is);
    QStringList words;
    for (const std::string& value : condition->values) words.append(widgets::text(value));
    values_->setText(condition->is == Condition::Is::between ? QStringLiteral("%1, %2").arg(condition->lowest).arg(condition->highest)
                                                             : words.join(QStringLiteral(", ")));
  }
  setFocusProxy(column_);
  widgets::fill(widgets::lineOf(this, widgets::tokensOf(this).half), {{column_, 3}, {is_, 2}, {values_, 3}, remove_});
  const auto change = [this] {
    showFields();
    emit edited();
  };
  connect(column_, &QComboBox::activated, this, change);
  connect(is_, &QComboBox::activated, this, change);
  connect(values_, &QLineEdit::textEdited, this, &EditLine::edited);
  showFields();
}

Condition::Is ConditionLine::is() const { return is_->chosen<Condition::Is>().value_or(Condition::Is::not_null); }

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

}  // namespace onceover::ui
