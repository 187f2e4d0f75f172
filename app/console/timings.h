// How long a start takes, as a person waits for it: from the start of the process to the window, to the connection, and to the first rows.
// Printed to the standard error, a line each. For measurements, by hand and by scripts (--timings).
#pragma once

#include <QObject>

#include "ui/shell/main_window.h"

namespace onceover::console {

class Timings : public QObject {
  Q_OBJECT
 public:
  Timings(shell::MainWindow& window, bridge::Session& session);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void tell(const char* what) const;
  void noteRows();
  shell::MainWindow& window_;
  bool hasWindow_ = false, hasRows_ = false;
};

}  // namespace onceover::console
