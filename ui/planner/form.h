// The column of fields at the left of a tab: groups under headings, scrolled where the window is low.
#pragma once

#include <QString>

class QFormLayout;
class QScrollArea;
class QVBoxLayout;
class QWidget;

namespace onceover::planner {

class FormColumn {
 public:
  // name: for assistive technology.
  explicit FormColumn(const QString& name);
  // A group under its heading.
  QFormLayout* form(const QString& heading);
  // To place; nothing is added behind it.
  QScrollArea* scroll();

 private:
  QScrollArea* scroll_;
  QVBoxLayout* column_;
};

}  // namespace onceover::planner
