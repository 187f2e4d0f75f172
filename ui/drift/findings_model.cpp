#include "ui/drift/findings_model.h"

#include "ui/drift/drift_text.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::drift {

void FindingsModel::setFound(std::vector<Found> found) {
  beginResetModel();
  found_ = std::move(found);
  only_.reset();
  choose();
  endResetModel();
}

void FindingsModel::setOnly(std::optional<Kind> only) {
  beginResetModel();
  only_ = only;
  choose();
  endResetModel();
}

void FindingsModel::choose() {
  shown_.clear();
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (!only_ || found_[i].kind == *only_) shown_.push_back(i);
  }
}

void FindingsModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (rowCount() > 0) emit dataChanged(index(0, there), index(rowCount() - 1, there));
}

QString FindingsModel::cell(const Found& found, int column) const {
  const key::Identity* id = found.ours ? &found.ours->id : nullptr;
  switch (column) {
    case kind: return badgeOf(found.kind).word;
    case key: return widgets::shown(id != nullptr ? id->key : found.theirs ? found.theirs->key : std::string());
    case operation: return id != nullptr ? widgets::shown(id->operation) : QStringLiteral("–");
    case tenant: return id != nullptr ? widgets::shown(id->tenant) : QStringLiteral("–");
    case here: return hereOf(found);
    case there: return thereOf(found, clock_);
    case why: return widgets::shown(found.why);
    default: return {};
  }
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Found& found = at(index.row());
  if (role == Qt::DisplayRole) return cell(found, index.column());
  if (role == widgets::BadgeRole && index.column() == kind) return QVariant::fromValue(badgeOf(found.kind));
  if (role == Qt::ToolTipRole) {
    return widgets::toolTip(index.column() == kind ? meaningOf(found.kind) : cell(found, index.column()));
  }
  return {};
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kind: return tr("Finding");
    case key: return tr("Key");
    case operation: return tr("Operation");
    case tenant: return tr("Tenant");
    case here: return tr("Here");
    case there: return tr("At the gateway");
    case why: return tr("Why");
    default: return {};
  }
}

}  // namespace onceover::drift
