// A choice among a table's columns, each with its type; "none"; and, until somebody has chosen, "please choose".
#pragma once

#include <QComboBox>
#include <optional>
#include <string>

#include "core/profile/facts.h"

namespace onceover::tables {

class ColumnCombo : public QComboBox {
  Q_OBJECT
 public:
  // name: for assistive technology. none: what leaving the role empty means.
  ColumnCombo(const QString& name, const QString& none, QWidget* parent = nullptr);

  // nullopt: nothing is chosen yet. "": none. A column that the table has not stays shown, as missing.
  void setColumns(const profile::TableFacts& facts, const std::optional<std::string>& chosen);
  std::optional<std::string> column() const;

 protected:
  void wheelEvent(QWheelEvent* event) override;

 private:
  QString none_;
};

}  // namespace onceover::tables
