// The roles that are one column and how it is kept: a text, an instant, a hash, a body, a place in a document, counters.
#pragma once

#include "ui/tables/role_editor.h"

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace onceover::tables {

class ColumnCombo;

class FieldsEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit FieldsEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  void columnChosen();
  void fillForms();
  void showFields();
  void show(QWidget* field, bool visible);
  const profile::ColumnFacts* chosenColumn() const;
  profile::TimeForm timeForm() const;

  RoleInfo info_;
  profile::TableFacts facts_;
  QFormLayout* form_;
  ColumnCombo *column_, *second_;
  QComboBox* kept_;
  QLineEdit *zone_, *path_, *prefix_, *constant_, *text_;
};

}  // namespace onceover::tables
