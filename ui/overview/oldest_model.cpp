#include "ui/overview/oldest_model.h"

#include <algorithm>

#include "ui/widgets/badge.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::overview {
namespace {

// When its lease ended, or what stands for it where it had none.
Timestamp stuckSince(const browse::KeyRow& row) { return row.lease_ended().value_or(row.created_at); }

QString amountOf(const key::Subject& subject) {
  if (!subject.amount) return QStringLiteral("–");
  return widgets::shown(subject.amount) + (subject.currency ? ' ' + widgets::shown(subject.currency) : QString());
}

}  // namespace

void OldestModel::setRows(std::vector<browse::KeyRow> rows, Timestamp asOf) {
  asOf_ = asOf;
  const bool same =
      std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a.id == b.id; });
  if (same) {
    rows_ = std::move(rows);
    return changed();
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

void OldestModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  changed();
}

void OldestModel::changed() {
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString OldestModel::textOf(const browse::KeyRow& row, int column) const {
  switch (column) {
    case StateColumn: return widgets::badgeOf(row, asOf_).word;
    case CustomerColumn: return widgets::shown(row.subject.customer);
    case AmountColumn: return amountOf(row.subject);
    case OperationColumn: return widgets::shown(std::string_view(row.id.operation));
    case KeyColumn: return widgets::shown(std::string_view(row.id.key));
    case SinceColumn: return widgets::relative(stuckSince(row), asOf_);
    default: return {};
  }
}

QString OldestModel::tipOf(const browse::KeyRow& row, int column) const {
  if (column == SinceColumn) return widgets::exact(stuckSince(row), clock_);
  return textOf(row, column);
}

QVariant OldestModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const browse::KeyRow& row = rows_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return textOf(row, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(tipOf(row, index.column()));
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter |
                              (index.column() == AmountColumn || index.column() == SinceColumn ? Qt::AlignRight : Qt::AlignLeft));
    case widgets::BadgeRole: return index.column() == StateColumn ? QVariant::fromValue(widgets::badgeOf(row, asOf_)) : QVariant();
    default: return {};
  }
}

QVariant OldestModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  static const char* const titles[] = {"State", "Customer", "Amount", "Operation", "Key", "Lease ended"};
  if (role == Qt::DisplayRole) return QString::fromLatin1(titles[section]);
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>(Qt::AlignVCenter | (section == AmountColumn || section == SinceColumn ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace onceover::overview
