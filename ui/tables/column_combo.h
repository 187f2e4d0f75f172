// A choice among a table's columns, each with its type; "none"; and, while nothing is chosen, "please choose".
#pragma once

#include <string>

#include "core/profile/facts.h"
#include "ui/tables/choice.h"

namespace onceover::tables {

class ColumnCombo : public Choice {
  Q_OBJECT
 public:
  // name: for assistive technology. none: what leaving the role empty means.
  ColumnCombo(const QString& name, const QString& none, QWidget* parent = nullptr);

  // nullopt: nothing is chosen yet. "": none. A column that the table does not have stays shown, as missing.
  void setColumns(const profile::TableFacts& facts, const std::optional<std::string>& chosen);
  std::optional<std::string> column() const;

 private:
  QString none_;
};

}  // namespace onceover::tables
