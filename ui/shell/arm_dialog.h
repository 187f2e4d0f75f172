// The step from reading to writing: names the environment, and asks to type it where it is production.
#pragma once

#include <QString>

#include "core/base/time.h"
#include "ui/bridge/connection_profile.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/forward.h"

namespace onceover::shell {

class ArmDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  explicit ArmDialog(const bridge::ConnectionProfile& connection, QWidget* parent = nullptr);
  Duration duration() const;

 private:
  QComboBox* duration_;
};

}  // namespace onceover::shell
