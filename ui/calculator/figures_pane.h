// Figures of a plan as a table, the calculation of the chosen one, and what they assume.
#pragma once

#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

#include "core/calculator/figure.h"
#include "ui/widgets/forward.h"

namespace onceover::calculator {

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
