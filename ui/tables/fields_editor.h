// SPDX-License-Identifier: GPL-3.0-or-later
// The roles that are a column and how it is kept: a text, an instant, a hash, a body, a place in a document,
// counters, a lease.
#pragma once

#include "ui/tables/role_editor.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

class Choice;
class ColumnCombo;

class FieldsEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit FieldsEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  void columnChosen();
  void changed();
  void nameFields();
  void showFields();
  const tables::ColumnFacts* chosenColumn() const;
  // As it is chosen; of another role: none.
  tables::Lease lease() const;

  RoleInfo info_;
  tables::TableFacts facts_;
  QFormLayout* form_;
  Choice* lease_;
  ColumnCombo *column_, *second_;
  Choice* kept_;
  QLineEdit *zone_, *text_;
  QSpinBox* seconds_;
  widgets::PlainLabel* note_;
};

// An ordered choice of columns: what tells one row from all others, the order of listings, or what sets rows
// aside.
class OrderEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit OrderEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  void applyAside(Draft& draft) const;
  void move(int by);
  void changed();
  std::string role_;
  bool touched_ = false;
  QListWidget* list_;
  QPushButton *up_, *down_;
};

}  // namespace onceover::ui
