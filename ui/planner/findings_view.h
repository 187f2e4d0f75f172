// What the linter found: severity, what, consequence and remedy, one under the other.
#pragma once

#include <QWidget>
#include <vector>

#include "core/planner/lint.h"
#include "ui/widgets/forward.h"

namespace onceover::planner {

class FindingsView : public QWidget {
  Q_OBJECT
 public:
  explicit FindingsView(QWidget* parent = nullptr);
  void show(const std::vector<Finding>& findings);
  int count() const { return count_; }

 private:
  QVBoxLayout* layout_;
  QWidget* list_ = nullptr;
  int count_ = 0;
};

}  // namespace onceover::planner
