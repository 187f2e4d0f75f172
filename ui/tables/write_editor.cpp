#include "ui/tables/write_editor.h"

#include <QCheckBox>
#include <algorithm>

#include "core/tables/detect/proposal_writes.h"
#include "core/tables/writes.h"
#include "ui/tables/choice.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

QHBoxLayout* headed(const QString& words, QPushButton* button) {
  auto* line = widgets::fill(new QHBoxLayout, {{new PlainLabel(words, nullptr, TextRole::strong), 1}, button});
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
  way_->setWords(
      words<Way>({{Way::notOffered, "is not offered"}, {Way::sets, "writes columns of the row"}, {Way::deletes, "deletes the row"}}));
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
  widgets::fill(widgets::columnOf(rest_, t.half), {headed(tr("Only where"), addGuard), guardLines_,
                                                   new PlainLabel(tr("For rows that are"), nullptr, TextRole::strong), states, declared_});
  declared_->setToolTip(tr("Needed while too few rows of the table show how the service leaves them."));
  connect(declared_, &QCheckBox::clicked, this, &RoleEditor::edited);

  auto* inside = new QWidget;
  widgets::fill(widgets::columnOf(inside, t.unit), {set_, rest_, note_, widgets::stretch()});
  widgets::fill(widgets::columnOf(this, t.unit), {way_, {scrolledIn(inside, tr("What the verdict writes")), 1}});
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
  note_->setText(way() == Way::notOffered ? tr("This verdict is not offered for the rows of this table.")
                 : way() == Way::sets
                     ? tr("These lines follow from the mapping. Check each: it should be what the service itself would write.")
                     : tr("The row is deleted with its key. The next request with this key is treated as new."));
}

void WriteEditor::apply(Draft& draft) const {
  if (way() == Way::notOffered) {
    draft.profile.writes.erase(verb_);
    return;
  }
  tables::Write write{.deletes = way() == Way::deletes, .declared = declared_->isChecked()};
  for (const AssignmentLine* line : assignments_) {
    if (const auto assignment = line->assignment(); assignment && !write.deletes) write.set.push_back(*assignment);
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

}  // namespace onceover::ui
