// Cards of the tabs.
#pragma once

#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

#include "core/calculator/figure.h"
#include "core/calculator/lint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

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

// Figures of a plan as a table, the calculation of the chosen one, and what they assume.
class FiguresPane : public QWidget {
  Q_OBJECT
 public:
  explicit FiguresPane(QWidget* parent = nullptr);
  // The chosen row stays.
  void show(const std::vector<const Figure*>& figures, const std::vector<std::string>& remarks);
  using QWidget::show;

 private:
  void showSum(int row);
  widgets::FieldsModel* figures_;
  widgets::TableView* table_;
  widgets::PlainLabel *sum_, *remarks_;
  QStringList sums_;
};

}  // namespace onceover::calculator
