// What the editors of the roles have in common. An editor shows one role of a draft, and writes what a person made of it back.
#pragma once

#include <QWidget>
#include <string>

#include "ui/tables/draft.h"

namespace onceover::tables {

class RoleEditor : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;
  // Shows the role as the draft has it. Emits nothing.
  virtual void load(const Draft& draft, const std::string& role) = 0;
  // Writes the role that was loaded. A role that is still to be chosen stays so.
  virtual void apply(Draft& draft) const = 0;

 signals:
  void edited();  // by a person
};

}  // namespace onceover::tables
