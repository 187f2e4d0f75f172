// What runs, for how long, how far it is, and Cancel. Takes no room while nothing has been running for a moment.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

// "Comparing · 12 s · 120 of 500 · 10.0/s · 38 s left": rate and rest where the total is known.
QString progressInWords(const bridge::JobInfo& job);

class ProgressStrip : public QWidget {
  Q_OBJECT
 public:
  explicit ProgressStrip(bridge::Session& session, QWidget* parent = nullptr);

 private:
  void update();
  void cancel();
  bridge::Session& session_;
  QTimer tick_;
  PlainLabel* words_;
  QProgressBar* bar_;
  QToolButton* cancel_;
};

}  // namespace onceover::widgets
