// Cards of the tabs.
#pragma once

#include <vector>

#include "core/calculator/lint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/tones.h"

namespace onceover::calculator {

// Around a chart, which is at least so high.
widgets::Card* cardOf(QWidget* chart, int height);

// A line that is there while it says something.
void tell(widgets::PlainLabel* note, widgets::Tone tone, const QString& words);

// What the linter found: severity, what, consequence and remedy, one under the other.
class FindingsCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FindingsCard(QWidget* parent = nullptr) : Card(tr("Known problems"), parent) {}
  void show(const std::vector<Finding>& findings);
  using QWidget::show;

 private:
  QWidget* list_ = nullptr;
};

}  // namespace onceover::calculator
