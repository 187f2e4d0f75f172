// The lines of the editor of a verdict: what one column becomes, and what must hold of one column.
#pragma once

#include <QWidget>
#include <optional>

#include "core/profile/facts.h"
#include "core/profile/profile.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace onceover::tables {

class ColumnCombo;

// A line with a button that takes it away.
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
  profile::Assignment::Value value() const;
  profile::Profile profile_;
  profile::TableFacts facts_;
  profile::TimeForm form_ = profile::TimeForm::timestamptz;
  ColumnCombo* column_;
  QComboBox *value_, *epoch_;
  QLineEdit *text_, *zone_;
};

class ConditionLine : public EditLine {
  Q_OBJECT
 public:
  ConditionLine(const profile::TableFacts& facts, const std::optional<profile::Condition>& condition, QWidget* parent = nullptr);
  // none: no column is chosen yet, or the values are not said.
  std::optional<profile::Condition> condition() const;

 private:
  void showFields();
  profile::Condition::Is is() const;
  ColumnCombo* column_;
  QComboBox* is_;
  QLineEdit* values_;
};

}  // namespace onceover::tables
