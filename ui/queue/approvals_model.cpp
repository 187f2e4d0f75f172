#include "ui/queue/approvals_model.h"

#include <algorithm>

#include "ui/queue/queue_text.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::queue {

using reconcile::Approval;
using widgets::shown;

void ApprovalsModel::setApprovals(std::vector<Approval> approvals, Timestamp asOf) {
  asOf_ = asOf;
  if (std::ranges::equal(approvals, approvals_, {}, &Approval::id, &Approval::id)) {
    approvals_ = std::move(approvals);
    if (!approvals_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount_ - 1));
    return;
  }
  beginResetModel();
  approvals_ = std::move(approvals);
  endResetModel();
}

void ApprovalsModel::setClock(widgets::ClockChoice clock) { clock_ = clock; }

QString ApprovalsModel::cell(const Approval& one, int column) const {
  switch (column) {
    case badge: return badgeOf(one).word;
    case number: return QString::number(one.id);
    case asked: return widgets::relative(one.asked_at, asOf_);
    case act: return actOf(one);
    case key: return shown(one.known_as.key);
    case table: return tableOf(one.relation);
    case by: return askedBy(one);
    case ticket: return shown(one.ticket);
    case evidence: return evidenceOf(one.evidence_json);
    case reason: return shown(one.reason);
    default: return {};
  }
}

QVariant ApprovalsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Approval& one = at(index.row());
  switch (role) {
    case Qt::DisplayRole: return cell(one, index.column());
    case Qt::ToolTipRole:
      return widgets::toolTip(index.column() == asked ? widgets::exact(one.asked_at, clock_) : cell(one, index.column()));
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (index.column() == number ? Qt::AlignRight : Qt::AlignLeft));
    case widgets::BadgeRole: return index.column() == badge ? QVariant::fromValue(badgeOf(one)) : QVariant();
    default: return {};
  }
}

QVariant ApprovalsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount_) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (section == number ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Request"), tr("No."), tr("Asked"),  tr("What"),          tr("Key"),
                            tr("Table"),   tr("By"),  tr("Ticket"), tr("What shows it"), tr("Reason")};
  return titles[section];
}

}  // namespace onceover::queue
