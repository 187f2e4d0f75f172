// The step from reading to writing: names the environment, and asks to type it where it is production.
#pragma once

#include <QDialog>

#include "core/base/time.h"
#include "ui/bridge/connection_profile.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace onceover::shell {

class ArmDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ArmDialog(const bridge::ConnectionProfile& connection, QWidget* parent = nullptr);
  Duration duration() const;
  QString reason() const;

 private:
  void update();
  QString mustType_;
  QLineEdit* typed_ = nullptr;
  QLineEdit* reason_;
  QComboBox* duration_;
  QPushButton* arm_;
};

}  // namespace onceover::shell
