// The lines of the editor of a verdict: what one column becomes, and what must be true of one column.
#pragma once

#include <QWidget>
#include <optional>

#include "core/tables/facts.h"
#include "core/tables/profile.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

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
  AssignmentLine(const tables::Profile& profile, const tables::TableFacts& facts, const std::optional<tables::Assignment>& assignment,
                 QWidget* parent = nullptr);
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
  ConditionLine(const tables::TableFacts& facts, const std::optional<tables::Condition>& condition, QWidget* parent = nullptr);
  // none: no column is chosen yet, or the values are missing.
  std::optional<tables::Condition> condition() const;

 private:
  void showFields();
  tables::Condition::Is is() const;
  ColumnCombo* column_;
  Choice* is_;
  QLineEdit* values_;
};

}  // namespace onceover::ui
