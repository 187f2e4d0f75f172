// What shows the state: a way, its columns, and a line for each word with what it means.
#pragma once

#include "ui/tables/role_editor.h"
#include "ui/tables/state_rules.h"
#include "ui/widgets/forward.h"

namespace onceover::tables {

class Choice;
class ColumnCombo;

class StateEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit StateEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  void wayChosen();
  void columnsChosen();
  void chose(const StateChoice& choice);
  void addTypedWord();
  void meaningChosen(int row, int meaning);
  void fillLines();
  QComboBox* meaningBox(int row, const QString& of);
  void showFields();

  StateChoice choice_;
  profile::TableFacts facts_;
  QFormLayout* form_;
  Choice* way_;
  ColumnCombo *column_, *failed_;
  QTableWidget* lines_;
  QWidget* adding_;
  QLineEdit* word_;
  QPushButton* add_;
};

}  // namespace onceover::tables
