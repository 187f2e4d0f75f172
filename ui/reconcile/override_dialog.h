// Before a manual override of an own key is written, or filed for a second approver: the row before and after, the SQL, the answer that
// clients will get, what shows it, a reason and a ticket.
#pragma once

#include <optional>

#include "core/reconcile/settle_one.h"
#include "ui/widgets/confirm_dialog.h"

namespace onceover::reconcile {

class OverrideDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  struct What {
    tables::Verb verb = tables::Verb::release;
    browse::KeyRow row;
    Timestamp asOf;
    std::optional<Duration> dedupeWindow = {};  // registered_window()
    std::optional<Asked> asked;                 // of the screen; none: no question was sent yet
    QString note;                               // what else a person should know before; empty: nothing
    bool isProduction = false;
  };
  explicit OverrideDialog(What what, QWidget* parent = nullptr);

  const What& what() const { return what_; }
  // With reason, ticket and answer as they stand.
  Wish wish() const;

 private:
  void follow();
  What what_;
  widgets::FieldsModel* model_;
  widgets::WriteInputs* inputs_;
};

}  // namespace onceover::reconcile
