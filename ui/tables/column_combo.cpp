#include "ui/tables/column_combo.h"

#include <QSignalBlocker>
#include <QWheelEvent>

#include "ui/widgets/text.h"

namespace onceover::tables {
namespace {

QVariant held(const std::string& name) { return QByteArray::fromStdString(name); }

}  // namespace

ColumnCombo::ColumnCombo(const QString& name, const QString& none, QWidget* parent) : QComboBox(parent), none_(none) {
  setAccessibleName(name);
  setFocusPolicy(Qt::StrongFocus);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(16);
  setMaxVisibleItems(20);
}

void ColumnCombo::setColumns(const profile::TableFacts& facts, const std::optional<std::string>& chosen) {
  const QSignalBlocker quiet(this);
  clear();
  if (!chosen) addItem(tr("Please choose…"));
  addItem(none_, held({}));
  for (const profile::ColumnFacts& column : facts.columns) {
    addItem(tr("%1  (%2)").arg(widgets::shown(column.name), widgets::shown(column.type_name)), held(column.name));
  }
  if (!chosen) return setCurrentIndex(0);
  int at = findData(held(*chosen));
  if (at < 0) {
    addItem(tr("%1  (missing)").arg(widgets::shown(*chosen)), held(*chosen));
    at = count() - 1;
  }
  setCurrentIndex(at);
}

std::optional<std::string> ColumnCombo::column() const {
  if (!currentData().isValid()) return std::nullopt;
  return currentData().toByteArray().toStdString();
}

// A wheel over a long form scrolls the form; it does not change what somebody chose.
void ColumnCombo::wheelEvent(QWheelEvent* event) {
  if (hasFocus()) return QComboBox::wheelEvent(event);
  event->ignore();
}

}  // namespace onceover::tables
