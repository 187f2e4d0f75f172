// SPDX-License-Identifier: GPL-3.0-or-later
// What one verdict writes: whether it is offered, the columns and what each becomes, what must be true as
// well, and for which rows.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "core/tables/facts.h"
#include "core/tables/profile.h"
#include "ui/tables/role_editor.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

// The lines of the editor of a verdict: what one column becomes, and what must be true of one column.
class Choice;
class ColumnCombo;

// A line with a button that removes it.
class EditLine : public QWidget {
  Q_OBJECT
 public:
  explicit EditLine(QWidget* parent = nullptr);

 signals:
  void edited();
  void removed();

 protected:
  QToolButton* remove_;
};

class AssignmentLine : public EditLine {
  Q_OBJECT
 public:
  AssignmentLine(const tables::Profile& profile, const tables::TableFacts& facts,
                 const std::optional<tables::Assignment>& assignment, QWidget* parent = nullptr);
  // none: no column is chosen yet.
  std::optional<tables::Assignment> assignment() const;

 private:
  void chosen();
  void showFields();
  void setForm(tables::TimeForm form, const std::string& zone);
  tables::Assignment::Value value() const;
  tables::Profile profile_;
  tables::TableFacts facts_;
  tables::TimeForm form_ = tables::TimeForm::timestamptz;
  ColumnCombo* column_;
  Choice *value_, *epoch_;
  QLineEdit *text_, *plus_, *zone_;
};

class ConditionLine : public EditLine {
  Q_OBJECT
 public:
  ConditionLine(const tables::TableFacts& facts, const std::optional<tables::Condition>& condition,
                QWidget* parent = nullptr);
  // none: no column is chosen yet, or the values are missing.
  std::optional<tables::Condition> condition() const;

 private:
  void showFields();
  tables::Condition::Is is() const;
  ColumnCombo* column_;
  Choice* is_;
  QLineEdit* values_;
};

class WriteEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit WriteEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  enum class Way { notOffered, sets, deletes };
  Way way() const;
  void wayChosen();
  void fill(const tables::Write& write);
  void addAssignment(const std::optional<tables::Assignment>& assignment);
  void addCondition(const std::optional<tables::Condition>& condition);
  template <class Line>
  void add(std::vector<Line*>& lines, Line* line, QVBoxLayout* into);
  template <class Line>
  void take(std::vector<Line*>& lines, Line* line, QVBoxLayout* into);
  void showFields();

  tables::Verb verb_ = tables::Verb::succeed;
  tables::Profile profile_;
  tables::TableFacts facts_;
  Choice* way_;
  QWidget *set_, *rest_;
  QVBoxLayout *setLines_, *guardLines_;
  std::vector<AssignmentLine*> assignments_;
  std::vector<ConditionLine*> conditions_;
  std::map<key::State, QCheckBox*> from_;
  QCheckBox* declared_;
  widgets::PlainLabel* note_;
};

}  // namespace onceover::ui
