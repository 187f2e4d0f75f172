#include "ui/tables/order_editor.h"

#include <QListWidget>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/widgets/widgets.h"

namespace onceover::ui {

OrderEditor::OrderEditor(QWidget* parent)
    : RoleEditor(parent), list_(new QListWidget), up_(new QPushButton(tr("&Up"))), down_(new QPushButton(tr("Do&wn"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  list_->setAccessibleName(tr("Columns, in their order"));
  up_->setToolTip(widgets::toolTip(tr("Move the column towards the front")));
  down_->setToolTip(widgets::toolTip(tr("Move the column towards the end")));
  auto* buttons = widgets::fill(new QHBoxLayout, {up_, down_, widgets::stretch()});
  widgets::fill(widgets::columnOf(this, t.unit), {{list_, 1}, buttons});
  connect(list_, &QListWidget::itemChanged, this, &OrderEditor::changed);
  connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
  connect(down_, &QPushButton::clicked, this, [this] { move(1); });
}

void OrderEditor::load(const Draft& draft, const std::string& role) {
  const QSignalBlocker quiet(list_);
  role_ = role;
  touched_ = false;
  list_->clear();
  const auto& chosen = role == "order" ? draft.profile.order : draft.profile.identity;
  const auto add = [this](const tables::ColumnFacts& column, bool isChosen) {
    auto* item = new QListWidgetItem(tr("%1  (%2)").arg(widgets::shown(column.name), widgets::shown(column.type_name)), list_);
    item->setData(Qt::UserRole, QByteArray::fromStdString(column.name));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setSizeHint({0, widgets::tokensOf(this).rowHeight});
    item->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
  };
  for (const std::string& name : chosen) {
    const tables::ColumnFacts* column = draft.facts.column(name);
    add(column != nullptr ? *column : tables::ColumnFacts{.name = name, .type_name = "missing"}, true);
  }
  for (const tables::ColumnFacts& column : draft.facts.columns) {
    if (std::ranges::find(chosen, column.name) == chosen.end()) add(column, false);
  }
  if (list_->count() > 0) list_->setCurrentRow(0);
}

void OrderEditor::apply(Draft& draft) const {
  if (!touched_) return;
  std::vector<std::string> names;
  for (int i = 0; i < list_->count(); ++i) {
    const QListWidgetItem* item = list_->item(i);
    if (item->checkState() == Qt::Checked) names.push_back(item->data(Qt::UserRole).toByteArray().toStdString());
  }
  draft.unknown.erase(role_);
  (role_ == "order" ? draft.profile.order : draft.profile.identity) = std::move(names);
}

void OrderEditor::move(int by) {
  const int from = list_->currentRow(), to = from + by;
  if (from < 0 || to < 0 || to >= list_->count()) return;
  QListWidgetItem* item = list_->takeItem(from);
  list_->insertItem(to, item);
  list_->setCurrentRow(to);
  changed();
}

void OrderEditor::changed() {
  touched_ = true;
  emit edited();
}

}  // namespace onceover::ui
