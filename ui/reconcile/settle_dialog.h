// Before a settlement: the SQL, the row before and after side by side, a reason and a ticket.
#pragma once

#include <vector>

#include "ui/reconcile/case_text.h"
#include "ui/widgets/confirm_dialog.h"

class QLineEdit;

namespace onceover::widgets {
class TableView;
}

namespace onceover::reconcile {

// A table of the model's fields that shows so many lines without scrolling.
widgets::TableView* beforeAndAfter(widgets::FieldsModel* model, int lines);

class SettleDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  struct What {
    QString title, consequence, sql;
    std::vector<FieldChange> changes;
    bool isProduction = false;
  };
  explicit SettleDialog(const What& what, QWidget* parent = nullptr);
  QString ticket() const;

 private:
  QLineEdit* ticket_;
};

}  // namespace onceover::reconcile
