// The lines of the editor of a verdict: what one column becomes, and what must be true of one column.
#pragma once

#include <QWidget>
#include <optional>

#include "core/profile/facts.h"
#include "core/profile/profile.h"
#include "ui/widgets/forward.h"

namespace onceover::tables {

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
  AssignmentLine(const profile::Profile& profile, const profile::TableFacts& facts, const std::optional<profile::Assignment>& assignment,
                 QWidget* parent = nullptr);
  // none: no column is chosen yet.
  std::optional<profile::Assignment> assignment() const;

 private:
  void chosen();
  void showFields();
  void setForm(profile::TimeForm form, const std::string& zone);
  profile::Assignment::Value value() const;
  profile::Profile profile_;
  profile::TableFacts facts_;
  profile::TimeForm form_ = profile::TimeForm::timestamptz;
  ColumnCombo* column_;
  Choice *value_, *epoch_;
  QLineEdit *text_, *plus_, *zone_;
};

class ConditionLine : public EditLine {
  Q_OBJECT
 public:
  ConditionLine(const profile::TableFacts& facts, const std::optional<profile::Condition>& condition, QWidget* parent = nullptr);
  // none: no column is chosen yet, or the values are missing.
  std::optional<profile::Condition> condition() const;

 private:
  void showFields();
  profile::Condition::Is is() const;
  ColumnCombo* column_;
  Choice* is_;
  QLineEdit* values_;
};

}  // namespace onceover::tables
