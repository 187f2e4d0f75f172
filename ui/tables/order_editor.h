// An ordered choice of columns: what tells one row from all others, or the order of listings.
#pragma once

#include "ui/tables/role_editor.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

class OrderEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit OrderEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;

 private:
  void move(int by);
  void changed();
  std::string role_;
  bool touched_ = false;
  QListWidget* list_;
  QPushButton *up_, *down_;
};

}  // namespace onceover::ui
