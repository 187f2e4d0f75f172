#include "ui/tables/choice.h"

#include <QSignalBlocker>
#include <QWheelEvent>

#include "ui/widgets/text.h"

namespace onceover::ui {

namespace {

QVariant held(const std::string& name) { return QByteArray::fromStdString(name); }

}  // namespace

Choice::Choice(const QString& name, int characters, QWidget* parent) : QComboBox(parent) {
  setAccessibleName(name);
  setFocusPolicy(Qt::StrongFocus);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  if (characters > 0) setMinimumContentsLength(characters);
}

void Choice::wheelEvent(QWheelEvent* event) {
  if (hasFocus()) return QComboBox::wheelEvent(event);
  event->ignore();
}

ColumnCombo::ColumnCombo(const QString& name, const QString& none, QWidget* parent) : Choice(name, 16, parent), none_(none) {
  setMaxVisibleItems(20);
}

void ColumnCombo::setColumns(const tables::TableFacts& facts, const std::optional<std::string>& chosen) {
  const QSignalBlocker quiet(this);
  clear();
  if (!chosen) addItem(tr("Please choose…"));
  addItem(none_, held({}));
  for (const tables::ColumnFacts& column : facts.columns) {
    addItem(tr("%1  (%2)").arg(widgets::shown(column.name), widgets::shown(column.type_name)), held(column.name));
  }
  if (!chosen) return setCurrentIndex(0);
  if (findData(held(*chosen)) < 0) addItem(tr("%1  (missing)").arg(widgets::shown(*chosen)), held(*chosen));
  setCurrentIndex(findData(held(*chosen)));
}

std::optional<std::string> ColumnCombo::column() const {
  if (!currentData().isValid()) return std::nullopt;
  return currentData().toByteArray().toStdString();
}

}  // namespace onceover::ui
