#include "ui/tables/tables_model.h"

#include "ui/tables/words.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::tables {
namespace {

QString fromWord(Found::From from) {
  switch (from) {
    case Found::From::own: return TablesModel::tr("own store");
    case Found::From::file: return TablesModel::tr("profile");
    case Found::From::detected: return TablesModel::tr("detected");
    case Found::From::other: return TablesModel::tr("not recognised");
  }
  return {};
}

widgets::Badge badgeOf(const Found& found, bool isRead) {
  if (isRead) return {TablesModel::tr("being read"), QStringLiteral("eye"), widgets::Tone::accent};
  if (!found.isThere) return {TablesModel::tr("not here"), QStringLiteral("warning"), widgets::Tone::warn};
  switch (found.from) {
    case Found::From::own: return {fromWord(found.from), QStringLiteral("check"), widgets::Tone::ok};
    case Found::From::file: return {fromWord(found.from), QStringLiteral("check"), widgets::Tone::ok};
    case Found::From::detected: return {fromWord(found.from), QStringLiteral("search"), widgets::Tone::info};
    case Found::From::other: return {fromWord(found.from), QStringLiteral("question"), widgets::Tone::muted};
  }
  return {};
}

}  // namespace

void TablesModel::setSurvey(Survey survey) {
  survey_ = std::move(survey);
  choose();
}

void TablesModel::setFilter(bool others, const QString& words) {
  others_ = others;
  words_ = words;
  choose();
}

void TablesModel::setRead(const std::string& schema, const std::string& table) {
  readSchema_ = schema;
  readTable_ = table;
  if (!shown_.empty()) emit dataChanged(index(0, FromColumn), index(rowCount() - 1, FromColumn));
}

void TablesModel::choose() {
  beginResetModel();
  shown_.clear();
  for (std::size_t i = 0; i < survey_.found.size(); ++i) {
    const Found& found = survey_.found[i];
    if (found.from == Found::From::other && !others_) continue;
    if (!words_.isEmpty() && !tableTitle(found.schema, found.table).contains(words_, Qt::CaseInsensitive)) continue;
    shown_.push_back(static_cast<int>(i));
  }
  endResetModel();
}

QString TablesModel::cell(const Found& found, int column) const {
  const bool known = found.from != Found::From::other;
  switch (column) {
    case TableColumn: return tableTitle(found.schema, found.table);
    case KindColumn: return known ? kindWord(found.kind) : QStringLiteral("–");
    case SureColumn: return found.from == Found::From::detected ? confidenceWord(found.confidence) : QStringLiteral("–");
    case RowsColumn:
      if (!found.rows || found.what == profile::TableFacts::What::view) return QStringLiteral("–");
      return *found.rows < 1 ? tr("few or none") : QStringLiteral("≈ ") + widgets::number(static_cast<std::int64_t>(*found.rows));
    case FromColumn: return badgeOf(found, isRead(found)).word;
    case WhyColumn: {
      const QString why = widgets::shown(found.why);
      if (!found.isThere) return tr("%1 This database has no such table.").arg(why);
      return found.what == profile::TableFacts::What::table ? why : tr("%1 It is a %2.").arg(why, whatWord(found.what));
    }
    default: return {};
  }
}

QVariant TablesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Found& row = found(index.row());
  const bool isNumber = index.column() == SureColumn || index.column() == RowsColumn;
  switch (role) {
    case Qt::DisplayRole: return cell(row, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(cell(row, index.column()));
    case widgets::BadgeRole: return index.column() == FromColumn ? QVariant::fromValue(badgeOf(row, isRead(row))) : QVariant();
    case Qt::TextAlignmentRole: return isNumber ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    default: return {};
  }
}

QVariant TablesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool isNumber = section == SureColumn || section == RowsColumn;
  if (role == Qt::TextAlignmentRole && isNumber) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case TableColumn: return tr("Table");
    case KindColumn: return tr("Keeps");
    case SureColumn: return tr("Sure");
    case RowsColumn: return tr("Rows");
    case FromColumn: return tr("Known by");
    case WhyColumn: return tr("Why");
    default: return {};
  }
}

}  // namespace onceover::tables
