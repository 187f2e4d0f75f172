#include "ui/plans/items_model.h"

#include <algorithm>

#include "ui/plans/words.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::plans {
namespace {

bool isNumeric(int column) { return column == ItemsModel::PositionColumn || column == ItemsModel::AuditColumn; }

const std::string& whyOf(const plan::Item& item) { return item.why.empty() ? item.foreseen_why : item.why; }

QString orDash(const std::string& data) { return data.empty() ? dash : widgets::shown(data); }

// What tells the row from all others of its table.
QString wholeKey(const key::Identity& id) {
  QStringList parts;
  for (const auto& column : id.columns) parts.append(column ? widgets::shown(*column) : QStringLiteral("NULL"));
  if (!parts.isEmpty()) return parts.join(QStringLiteral(", "));
  for (const std::string* part : {&id.tenant, &id.operation, &id.key}) {
    if (!part->empty()) parts.append(widgets::shown(*part));
  }
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

void ItemsModel::setItems(std::vector<plan::Item> items, bool more) {
  asked_ = false;
  more_ = more;
  const bool same = std::ranges::equal(items_, items, {}, &plan::Item::position, &plan::Item::position);
  if (!same) beginResetModel();
  items_ = std::move(items);
  if (!same) return endResetModel();
  if (!items_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ItemsModel::append(std::vector<plan::Item> items, bool more) {
  if (items.empty()) {
    asked_ = false;
    more_ = more;
    return;
  }
  const int first = rowCount();
  asked_ = true;  // whoever hears of the rows before they are there must not ask for them again
  beginInsertRows({}, first, first + static_cast<int>(items.size()) - 1);
  std::ranges::move(items, std::back_inserter(items_));
  more_ = more;
  asked_ = false;
  endInsertRows();
}

void ItemsModel::fetchMore(const QModelIndex& parent) {
  if (!canFetchMore(parent)) return;
  asked_ = true;
  emit behindWanted(lastPosition());
}

QString ItemsModel::cell(const plan::Item& item, int column) const {
  switch (column) {
    case PositionColumn: return widgets::number(item.position);
    case StateColumn: return badgeOf(item.state).word;
    case KeyColumn: return widgets::shown(item.id.key);
    case ForeseenColumn: return verdictWord(item.foreseen);
    case OutcomeColumn: return verdictWord(item.outcome);
    case WhyColumn: return orDash(whyOf(item));
    case AuditColumn: return item.audit_id ? widgets::number(*item.audit_id) : dash;
    default: return {};
  }
}

QString ItemsModel::tip(const plan::Item& item, int column) const {
  switch (column) {
    case PositionColumn: return item.line > 0 ? tr("Line %1 of the list").arg(widgets::number(item.line)) : cell(item, column);
    case StateColumn: {
      QStringList lines{cell(item, column)};
      if (!item.runner.empty()) lines.append(tr("Last taken by %1").arg(widgets::shown(item.runner)));
      if (item.tries > 0) lines.append(tr("Tried %1 times").arg(item.tries));
      return lines.join(QLatin1Char('\n'));
    }
    case KeyColumn: return wholeKey(item.id);
    case ForeseenColumn:
      if (item.foreseen.empty()) return tr("No dry run has looked at it");
      return (item.foreseen_writes ? tr("%1: would be written") : tr("%1: not written")).arg(cell(item, column)) +
             (item.foreseen_why.empty() ? QString() : QLatin1Char('\n') + widgets::shown(item.foreseen_why));
    default: return cell(item, column);
  }
}

QVariant ItemsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const plan::Item& shown = item(index.row());
  switch (role) {
    case Qt::DisplayRole: return cell(shown, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(tip(shown, index.column()));
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case widgets::BadgeRole: return index.column() == StateColumn ? QVariant::fromValue(badgeOf(shown.state)) : QVariant();
    default: return {};
  }
}

QVariant ItemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("No."), tr("State"), tr("Key"), tr("Foreseen"), tr("Outcome"), tr("Why"), tr("Audit")};
  return titles[section];
}

}  // namespace onceover::plans
