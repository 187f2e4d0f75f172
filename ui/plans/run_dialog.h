// Before a plan writes: how many rows, by verdict, and what has to be said where something is not as it should be.
#pragma once

#include "core/plan/plan.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/forward.h"

namespace onceover::plans {

struct RunWhat {
  plan::Plan plan;
  plan::Totals totals;
  bool isResume = false;  // a reason is asked
  plan::Work work = plan::Work::run;
  bool isProduction = false;
  std::optional<plan::GatewayNamed> described;  // as it is described now
};

class RunDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  explicit RunDialog(const RunWhat& what, QWidget* parent = nullptr);
  const RunWhat& what() const { return what_; }
  plan::RunOptions options() const;

 private:
  QCheckBox* addWord(const QString& words);
  void update();
  RunWhat what_;
  QCheckBox *stale_ = nullptr, *another_ = nullptr, *others_ = nullptr;
};

}  // namespace onceover::plans
