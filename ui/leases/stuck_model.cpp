#include "ui/leases/rows_model.h"

#include <algorithm>

#include "ui/leases/stuck_rows.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::leases {
namespace {

bool isNumeric(int column) {
  return column == RowsModel::AmountColumn || column == RowsModel::TriesColumn || column == RowsModel::AskedColumn;
}

QString dataOrNone(const std::string& data) { return data.empty() ? QStringLiteral("–") : widgets::shown(std::string_view(data)); }

QString money(const key::Subject& subject) {
  if (!subject.amount) return QStringLiteral("–");
  return widgets::shown(subject.amount) + (subject.currency ? ' ' + widgets::shown(subject.currency) : QString());
}

// What happens next without anybody's doing.
QString nextOf(const browse::KeyRow& row, Timestamp asOf) {
  if (row.case_status == "needs_human") return QStringLiteral("a person decides");
  if (!row.next_try_at) return row.case_status.empty() ? QStringLiteral("not asked yet") : QStringLiteral("–");
  return *row.next_try_at <= asOf ? QStringLiteral("due now") : widgets::relative(*row.next_try_at, asOf);
}

}  // namespace

void RowsModel::setRows(std::vector<browse::KeyRow> rows, Timestamp asOf) {
  asOf_ = asOf;
  if (std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a.id == b.id; })) {
    rows_ = std::move(rows);
    return changed();
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

void RowsModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  changed();
}

void RowsModel::changed() {
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int RowsModel::rowOf(const key::Identity& id) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const auto& row) { return row.id == id; });
  return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

QString RowsModel::textOf(const browse::KeyRow& row, int column) const {
  switch (column) {
    case StateColumn: return widgets::badgeOf(row, asOf_).word;
    case KeyColumn: return widgets::shown(std::string_view(row.id.key));
    case TenantColumn: return dataOrNone(row.id.tenant);
    case CustomerColumn: return widgets::shown(row.subject.customer);
    case AmountColumn: return money(row.subject);
    case LeaseColumn: return row.lease_ended() ? widgets::relative(leaseEnd(row), asOf_) : QStringLiteral("never had one");
    case TriesColumn: return widgets::number(row.attempts);
    case AskedColumn: return row.case_status.empty() ? QStringLiteral("–") : widgets::number(row.case_attempts);
    case NextColumn: return nextOf(row, asOf_);
    default: return {};
  }
}

QString RowsModel::tipOf(const browse::KeyRow& row, int column) const {
  switch (column) {
    case LeaseColumn:
      if (row.state == key::State::released)
        return QLatin1String("Released; could be retried until ") + widgets::exact(leaseEnd(row), clock_);
      if (!row.lease_ended()) return QLatin1String("Claimed without a lease at ") + widgets::exact(row.created_at, clock_);
      return QLatin1String("Lease ended ") + widgets::exact(leaseEnd(row), clock_);
    case StateColumn:
      return QStringLiteral("Stored as %1\nCase: %2")
          .arg(dataOrNone(row.state_word),
               row.case_status.empty() ? QStringLiteral("none yet") : widgets::shown(std::string_view(row.case_status)));
    case TriesColumn: return QStringLiteral("Claimed %1 times by an executor").arg(row.attempts);
    case AskedColumn: return QStringLiteral("The downstream was asked %1 times").arg(row.case_attempts);
    case NextColumn: return row.next_try_at ? QLatin1String("Next try ") + widgets::exact(*row.next_try_at, clock_) : nextOf(row, asOf_);
    default: return textOf(row, column);
  }
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const browse::KeyRow& shown = row(index.row());
  switch (role) {
    case Qt::DisplayRole: return textOf(shown, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(tipOf(shown, index.column()));
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case widgets::BadgeRole: return index.column() == StateColumn ? QVariant::fromValue(widgets::badgeOf(shown, asOf_)) : QVariant();
    default: return {};
  }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  static const char* const titles[] = {"State", "Key", "Tenant", "Customer", "Amount", "Lease ended", "Tries", "Asked", "Next try"};
  if (role == Qt::DisplayRole) return QString::fromLatin1(titles[section]);
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace onceover::leases
