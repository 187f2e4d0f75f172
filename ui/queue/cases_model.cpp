#include "ui/queue/cases_model.h"

#include <algorithm>

#include "ui/queue/queue_text.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::queue {

using reconcile::ListedCase;
using widgets::shown;

namespace {

bool isNumber(int column) { return column == CasesModel::amount || column == CasesModel::asked; }

bool isSame(const ListedCase& a, const ListedCase& b) {
  return a.id == b.id && a.relation == b.relation && a.row_key_json == b.row_key_json;
}

}  // namespace

void CasesModel::setCases(std::vector<ListedCase> cases, Timestamp asOf) {
  asOf_ = asOf;
  if (std::ranges::equal(cases, cases_, isSame)) {
    cases_ = std::move(cases);
    if (!cases_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount_ - 1));
    return;
  }
  beginResetModel();
  cases_ = std::move(cases);
  endResetModel();
}

void CasesModel::setClock(widgets::ClockChoice clock) { clock_ = clock; }

QString CasesModel::cell(const ListedCase& one, int column) const {
  switch (column) {
    case badge: return badgeOf(one).word;
    case since: return widgets::relative(one.opened_at, asOf_);
    case customer: return whoOf(one.subject);
    case amount: return amountOf(one.subject);
    case key: return shown(one.id.key);
    case table: return tableOf(one.relation);
    case state: return stateOf(one);
    case asked: return widgets::number(one.attempts);
    case next:
      return !one.next_try_at ? QStringLiteral("–") : *one.next_try_at <= asOf_ ? tr("now") : widgets::relative(*one.next_try_at, asOf_);
    case reason: return shown(one.reason);
    default: return {};
  }
}

QString CasesModel::tip(const ListedCase& one, int column) const {
  switch (column) {
    case since: return tr("Since %1; last looked at %2").arg(widgets::exact(one.opened_at, clock_), widgets::exact(one.updated_at, clock_));
    case key: {
      const QString whole = tr("%1\n%2, tenant %3").arg(shown(one.id.key), shown(one.id.operation), shown(one.id.tenant));
      return one.is_own() ? whole : whole + '\n' + shown(one.row_key_json);
    }
    case customer:
    case amount:
      if (one.subject) return cell(one, column) + (one.subject->reference ? '\n' + shown(*one.subject->reference) : QString());
      return one.is_own() ? tr("The request did not say.") : tr("Not known: no description of this table is at hand, or it does not say.");
    case asked: return tr("The gateway was asked about it %1 times.").arg(one.attempts);
    case next: return one.next_try_at ? widgets::exact(*one.next_try_at, clock_) : tr("Nobody asks again by himself: a person decides.");
    default: return cell(one, column);
  }
}

QVariant CasesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ListedCase& one = at(index.row());
  switch (role) {
    case Qt::DisplayRole: return cell(one, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(tip(one, index.column()));
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case widgets::BadgeRole: return index.column() == badge ? QVariant::fromValue(badgeOf(one)) : QVariant();
    default: return {};
  }
}

QVariant CasesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount_) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Case"),  tr("Since"),  tr("Customer"), tr("Amount"),   tr("Key"),
                            tr("Table"), tr("Row is"), tr("Asked"),    tr("Next try"), tr("Reason")};
  return titles[section];
}

}  // namespace onceover::queue
