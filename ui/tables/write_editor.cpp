// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/write_editor.h"

#include <QCheckBox>
#include <QRegularExpression>
#include <cmath>

#include "core/tables/writes.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

QHBoxLayout* headed(const QString& words, QPushButton* button) {
  auto* line =
      widgets::fill(new QHBoxLayout, {{new PlainLabel(words, nullptr, TextRole::strong), 1}, button});
  return line;
}

}  // namespace

WriteEditor::WriteEditor(QWidget* parent)
    : RoleEditor(parent),
      way_(new Choice(tr("What the verdict does"))),
      set_(new QWidget),
      rest_(new QWidget),
      declared_(new QCheckBox(tr("The service's &code writes the same"))),
      note_(widgets::wrapped(TextRole::caption)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  way_->setWords(words<Way>({{Way::notOffered, QT_TR_NOOP("is not offered")},
                             {Way::sets, QT_TR_NOOP("writes columns of the row")},
                             {Way::deletes, QT_TR_NOOP("deletes the row")}}));
  auto* addColumn = new QPushButton(tr("Add a &column"));
  auto* addGuard = new QPushButton(tr("Add a con&dition"));
  setLines_ = widgets::columnOf(nullptr, t.half);
  widgets::fill(widgets::columnOf(set_, t.half), {headed(tr("Columns"), addColumn), setLines_});
  guardLines_ = widgets::columnOf(nullptr, t.half);
  auto* states = new QHBoxLayout;
  for (const auto& [state, word] : key::state_words.pairs) {
    auto* box = new QCheckBox(widgets::badgeOf(state).word);
    box->setAccessibleName(tr("For rows that are %1").arg(widgets::badgeOf(state).word));
    connect(box, &QCheckBox::clicked, this, &RoleEditor::edited);
    states->addWidget(box);
    from_[state] = box;
  }
  states->addStretch(1);
  widgets::fill(widgets::columnOf(rest_, t.half),
                {headed(tr("Only where"), addGuard), guardLines_,
                 new PlainLabel(tr("For rows that are"), nullptr, TextRole::strong), states, declared_});
  declared_->setToolTip(tr("Needed while too few rows of the table show how the service leaves them."));
  connect(declared_, &QCheckBox::clicked, this, &RoleEditor::edited);

  auto* inside = new QWidget;
  widgets::fill(widgets::columnOf(inside, t.unit), {set_, rest_, note_, widgets::stretch()});
  widgets::fill(widgets::columnOf(this, t.unit),
                {way_, {scrolledIn(inside, tr("What the verdict writes")), 1}});
  connect(way_, &QComboBox::activated, this, &WriteEditor::wayChosen);
  connect(addColumn, &QPushButton::clicked, this, [this] {
    addAssignment(std::nullopt);
    assignments_.back()->setFocus();
  });
  connect(addGuard, &QPushButton::clicked, this, [this] {
    addCondition(std::nullopt);
    conditions_.back()->setFocus();
  });
}

WriteEditor::Way WriteEditor::way() const { return way_->chosen<Way>().value_or(Way::notOffered); }

void WriteEditor::load(const Draft& draft, const std::string& role) {
  verb_ = verbOf(role).value_or(tables::Verb::succeed);
  profile_ = draft.profile;
  facts_ = draft.facts;
  const auto write = profile_.writes.find(verb_);
  const bool isThere = write != profile_.writes.end();
  way_->choose(!isThere ? Way::notOffered : write->second.deletes ? Way::deletes : Way::sets);
  fill(isThere ? write->second : tables::Write{});
}

void WriteEditor::fill(const tables::Write& write) {
  while (!assignments_.empty()) take(assignments_, assignments_.back(), setLines_);
  while (!conditions_.empty()) take(conditions_, conditions_.back(), guardLines_);
  for (const tables::Assignment& assignment : write.set) addAssignment(assignment);
  for (const tables::Condition& condition : write.guard) addCondition(condition);
  const auto from = tables::offered_from(write, verb_);
  for (const auto& [state, box] : from_) box->setChecked(std::ranges::find(from, state) != from.end());
  declared_->setChecked(write.declared);
  showFields();
}

template <class Line>
void WriteEditor::take(std::vector<Line*>& lines, Line* line, QVBoxLayout* into) {
  std::erase(lines, line);
  into->removeWidget(line);
  line->hide();
  line->deleteLater();
}

template <class Line>
void WriteEditor::add(std::vector<Line*>& lines, Line* line, QVBoxLayout* into) {
  into->addWidget(line);
  line->show();
  lines.push_back(line);
  connect(line, &EditLine::edited, this, &RoleEditor::edited);
  connect(line, &EditLine::removed, this, [this, &lines, line, into] {
    take(lines, line, into);
    emit edited();
  });
}

void WriteEditor::addAssignment(const std::optional<tables::Assignment>& assignment) {
  add(assignments_, new AssignmentLine(profile_, facts_, assignment), setLines_);
}

void WriteEditor::addCondition(const std::optional<tables::Condition>& condition) {
  add(conditions_, new ConditionLine(facts_, condition), guardLines_);
}

void WriteEditor::wayChosen() {
  if (way() == Way::sets && assignments_.empty()) fill(tables::suggested_write(profile_, facts_, verb_));
  showFields();
  emit edited();
}

void WriteEditor::showFields() {
  set_->setVisible(way() == Way::sets);
  rest_->setVisible(way() != Way::notOffered);
  note_->setText(
      way() == Way::notOffered ? tr("This verdict is not offered for the rows of this table.")
      : way() == Way::sets
          ? tr("These lines follow from the mapping. Check each: it should be what the service itself would "
               "write.")
          : tr("The row is deleted with its key. The next request with this key is treated as new."));
}

void WriteEditor::apply(Draft& draft) const {
  if (way() == Way::notOffered) {
    draft.profile.writes.erase(verb_);
    return;
  }
  tables::Write write{.deletes = way() == Way::deletes, .declared = declared_->isChecked()};
  for (const AssignmentLine* line : assignments_) {
    if (const auto assignment = line->assignment(); assignment && !write.deletes)
      write.set.push_back(*assignment);
  }
  for (const ConditionLine* line : conditions_) {
    if (const auto condition = line->condition()) write.guard.push_back(*condition);
  }
  for (const auto& [state, box] : from_) {
    if (box->isChecked()) write.from.push_back(state);
  }
  // The verb's own states need not be written.
  if (write.from == tables::offered_from({}, verb_)) write.from.clear();
  draft.profile.writes[verb_] = std::move(write);
}

namespace {

using tables::Assignment;
using tables::Condition;
using tables::TimeForm;
using Value = Assignment::Value;

constexpr auto epochWords =
    some_words<TimeForm>({{TimeForm::epoch_s, timeFormWords.of(TimeForm::epoch_s)},
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

EditLine::EditLine(QWidget* parent)
    : QWidget(parent), remove_(widgets::iconButton(QStringLiteral("close"), tr("Remove the line"))) {
  remove_->setFocusPolicy(Qt::TabFocus);
  connect(remove_, &QToolButton::clicked, this, &EditLine::removed);
}

AssignmentLine::AssignmentLine(const tables::Profile& profile, const tables::TableFacts& facts,
                               const std::optional<Assignment>& assignment, QWidget* parent)
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
  plus_->setPlaceholderText(tr("+ seconds"));
  if (assignment) {
    value_->choose(assignment->value);
    text_->setText(widgets::text(assignment->text));
    if (assignment->plus > Duration{0})
      plus_->setText(QString::number(static_cast<double>(assignment->plus.count()) / 1e6));
    setForm(assignment->form, assignment->zone);
  }
  setFocusProxy(column_);
  widgets::fill(widgets::lineOf(this, widgets::tokensOf(this).half),
                {{column_, 3}, {value_, 2}, {text_, 3}, {plus_, 2}, {zone_, 2}, {epoch_, 2}, remove_});
  connect(column_, &QComboBox::activated, this, &AssignmentLine::chosen);
  connect(value_, &QComboBox::activated, this, &AssignmentLine::chosen);
  connect(epoch_, &QComboBox::activated, this, &EditLine::edited);
  for (QLineEdit* edit : {text_, plus_, zone_})
    connect(edit, &QLineEdit::textEdited, this, &EditLine::edited);
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
  QStringList words;
  for (const std::string& word : tables::state_words(profile_)) words.append(widgets::shown(word));
  text_->setPlaceholderText(column_->column() == profile_.states.column && !words.isEmpty()
                                ? tr("choose: %1").arg(words.join(QStringLiteral(", ")))
                                : tr("as the server reads it"));
  plus_->setVisible(value() == Value::now);
  zone_->setVisible(isTime && tables::needs_zone(form_));
  epoch_->setVisible(isTime && epoch_->offers(form_));
}

std::optional<Assignment> AssignmentLine::assignment() const {
  const auto column = column_->column();
  if (!column || column->empty()) return std::nullopt;
  Assignment assignment{.column = *column, .value = value()};
  if (assignment.value == Value::text) assignment.text = widgets::bytes(text_->text());
  if (!tables::writes_instant(assignment.value)) return assignment;
  if (assignment.value == Value::now)
    assignment.plus = Duration(std::llround(1e6 * std::max(0.0, plus_->text().toDouble())));
  assignment.form = epoch_->offers(form_) ? epoch_->chosen<TimeForm>().value_or(form_) : form_;
  if (tables::needs_zone(form_)) assignment.zone = widgets::bytes(zone_->text().trimmed());
  return assignment;
}

ConditionLine::ConditionLine(const tables::TableFacts& facts, const std::optional<Condition>& condition,
                             QWidget* parent)
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
    values_->setText(condition->is == Condition::Is::between
                         ? QStringLiteral("%1, %2").arg(condition->lowest).arg(condition->highest)
                         : words.join(QStringLiteral(", ")));
  }
  setFocusProxy(column_);
  widgets::fill(widgets::lineOf(this, widgets::tokensOf(this).half),
                {{column_, 3}, {is_, 2}, {values_, 3}, remove_});
  const auto change = [this] {
    showFields();
    emit edited();
  };
  connect(column_, &QComboBox::activated, this, change);
  connect(is_, &QComboBox::activated, this, change);
  connect(values_, &QLineEdit::textEdited, this, &EditLine::edited);
  showFields();
}

Condition::Is ConditionLine::is() const {
  return is_->chosen<Condition::Is>().value_or(Condition::Is::not_null);
}

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
