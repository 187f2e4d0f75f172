#include "ui/tables/sample_model.h"

#include "ui/widgets/badge.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::tables {

using widgets::shown;

void SampleModel::setPage(browse::Page page) {
  beginResetModel();
  page_ = std::move(page);
  endResetModel();
}

void SampleModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (rowCount() > 0) emit dataChanged(index(0, LeaseEnd), index(rowCount() - 1, Created));
}

QString SampleModel::cell(const browse::KeyRow& row, int column) const {
  const auto orDash = [](const std::string& text) { return text.empty() ? QStringLiteral("–") : shown(text); };
  // To the second; the tip has all of it.
  const auto instant = [this](Timestamp at) { return widgets::exact(at, clock_).section(QLatin1Char('.'), 0, 0); };
  switch (column) {
    case State: {
      const QString word = widgets::badgeOf(row, page_.as_of).word;
      const QString own = shown(row.state_word);
      return own.isEmpty() || own == word ? word : tr("%1 (%2)").arg(word, own);
    }
    case Key: return shown(row.id.key);
    case Tenant: return orDash(row.id.tenant);
    case Operation: return orDash(row.id.operation);
    case LeaseEnd:
      if (!row.lease_known) return tr("cannot be observed");
      return row.locked_until ? instant(*row.locked_until) : QStringLiteral("–");
    case Created: return row.created_at.is_finite() ? instant(row.created_at) : QStringLiteral("–");
    case Customer: return shown(row.subject.customer);
    case Amount:
      if (!row.subject.amount) return QStringLiteral("–");
      return row.subject.currency ? shown(row.subject.amount) + QLatin1Char(' ') + shown(row.subject.currency) : shown(row.subject.amount);
    default: return {};
  }
}

QVariant SampleModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const browse::KeyRow& row = page_.rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return cell(row, index.column());
    case Qt::ToolTipRole:
      if (index.column() == Created && row.created_at.is_finite()) return widgets::toolTip(widgets::exact(row.created_at, clock_));
      if (index.column() == LeaseEnd && row.locked_until) return widgets::toolTip(widgets::exact(*row.locked_until, clock_));
      return widgets::toolTip(cell(row, index.column()));
    case widgets::BadgeRole: {
      if (index.column() != State) return {};
      widgets::Badge badge = widgets::badgeOf(row, page_.as_of);
      badge.word = cell(row, State);
      return QVariant::fromValue(badge);
    }
    case Qt::TextAlignmentRole: return index.column() == Amount ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    default: return {};
  }
}

QVariant SampleModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == Amount) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case State: return tr("State");
    case Key: return tr("Key");
    case Tenant: return tr("Tenant");
    case Operation: return tr("Operation");
    case LeaseEnd: return tr("Lease ends");
    case Created: return tr("Created");
    case Customer: return tr("Customer");
    case Amount: return tr("Amount");
    default: return {};
  }
}

}  // namespace onceover::tables
