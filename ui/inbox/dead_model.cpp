#include "ui/inbox/dead_model.h"

#include "ui/widgets/text.h"

namespace onceover::inbox {
namespace {

const QString none = QStringLiteral("–");

QString orNone(const std::string& data) { return data.empty() ? none : widgets::shown(std::string_view(data)); }

QString triesOf(const browse::KeyRow& row) {
  if (!row.attempts_finished) return widgets::number(row.attempts);
  return QObject::tr("%1 started, %2 finished").arg(widgets::number(row.attempts), widgets::number(*row.attempts_finished));
}

bool sameRows(const std::vector<browse::KeyRow>& a, const std::vector<browse::KeyRow>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) { return x.id == y.id; });
}

}  // namespace

// The same rows again keep their selection and their place on the screen.
void DeadModel::setRows(std::vector<browse::KeyRow> rows, Timestamp asOf) {
  asOf_ = asOf;
  const bool same = sameRows(rows_, rows);
  if (!same) beginResetModel();
  rows_ = std::move(rows);
  if (!same) return endResetModel();
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void DeadModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString DeadModel::cell(const browse::KeyRow& row, int column) const {
  switch (column) {
    case EventColumn: return widgets::shown(std::string_view(row.id.key));
    case TopicColumn: return orNone(row.id.operation);
    case ErrorColumn: return orNone(row.error_code);
    case TriesColumn: return triesOf(row);
    case AgeColumn: return row.created_at.is_finite() ? widgets::relative(row.created_at, asOf_) : none;
    case WordColumn: return orNone(row.state_word);
    default: return {};
  }
}

QString DeadModel::tip(const browse::KeyRow& row, int column) const {
  if (column != AgeColumn) return cell(row, column);
  return row.created_at.is_finite() ? widgets::exact(row.created_at, clock_) : tr("This table does not say when.");
}

QVariant DeadModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const browse::KeyRow& shown = row(index.row());
  switch (role) {
    case Qt::DisplayRole: return cell(shown, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(tip(shown, index.column()));
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (index.column() == TriesColumn ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
  }
}

QVariant DeadModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (section == TriesColumn ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Event"), tr("Topic"), tr("Error"), tr("Tries"), tr("Age"), tr("Stored as")};
  return titles[section];
}

}  // namespace onceover::inbox
