// A key's life as a line from top to bottom: a dot a step, the last one where it stands.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/reconcile/case_text.h"
#include "ui/widgets/forward.h"

namespace onceover::reconcile {

class LifeLine : public QWidget {
  Q_OBJECT
 public:
  explicit LifeLine(QWidget* parent = nullptr);
  void setSteps(const std::vector<LifeStep>& steps, Timestamp now, widgets::ClockChoice clock);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QGridLayout* grid_;
  std::vector<LifeStep> steps_;
};

}  // namespace onceover::reconcile
