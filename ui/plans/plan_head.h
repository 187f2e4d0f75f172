// The chosen plan in short: what it does, how far it is, who is at work on it, and what came of the last act.
#pragma once

#include <QWidget>

#include "core/plan/plan.h"
#include "ui/widgets/forward.h"

namespace onceover::plans {

class PlanHead : public QWidget {
  Q_OBJECT
 public:
  explicit PlanHead(QWidget* parent = nullptr);
  // worksHere: this desk is at work on it.
  void show(const plan::Plan& plan, const plan::Totals& totals, bool worksHere);
  // What came of an act; empty: nothing to tell.
  void say(const QString& words, widgets::Tone tone = widgets::Tone::neutral);
  QString said() const;
  QString progress() const;
  QString money() const;
  // What a finished plan did not settle; empty: nothing.
  QString left() const;
  // Buttons of the plan's acts, at the right end of its name.
  void addTool(QWidget* widget);

 private:
  QWidget* line_;  // as many lines as its buttons need
  widgets::PlainLabel *name_, *does_, *money_, *progress_, *note_, *left_;
  widgets::BadgeLabel* badge_;
  QProgressBar* bar_;
};

}  // namespace onceover::plans
