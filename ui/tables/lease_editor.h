// What tells that somebody works on a row. A length that no column says is always asked for.
#pragma once

#include "ui/tables/role_editor.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::tables {

class ColumnCombo;

class LeaseEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit LeaseEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  void showFields();
  void columnChosen();
  std::optional<profile::Lease::Form> form() const;

  profile::TableFacts facts_;
  QFormLayout* layout_;
  QComboBox *form_, *timeForm_;
  ColumnCombo *column_, *lengthColumn_;
  QSpinBox* seconds_;
  QLineEdit *zone_, *free_;
  widgets::PlainLabel* note_;
};

}  // namespace onceover::tables
