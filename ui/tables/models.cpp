// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/models.h"

#include <QFont>
#include <algorithm>

#include "core/tables/detect/questions.h"
#include "ui/tables/words.h"
#include "ui/widgets/text.h"

namespace onceover::ui {
namespace {

widgets::Badge badgeOfWrite(const Draft& draft, tables::Verb verb) {
  if (!draft.profile.writes.contains(verb)) return {RolesModel::tr("not offered"), QStringLiteral("ring"), widgets::Tone::muted};
  const auto offer = draft.offers.find(verb);
  if (offer == draft.offers.end()) return {RolesModel::tr("chosen"), QStringLiteral("check"), widgets::Tone::info};
  if (offer->second.is_offered()) return {RolesModel::tr("offered"), QStringLiteral("check"), widgets::Tone::ok};
  return {RolesModel::tr("not possible"), QStringLiteral("cross"), widgets::Tone::warn};
}

widgets::Badge badgeOf(const Draft& draft, const RoleInfo& info) {
  if (const auto verb = verbOf(info.id)) return badgeOfWrite(draft, *verb);
  if (draft.unknown.contains(info.id)) return {RolesModel::tr("please choose"), QStringLiteral("question"), widgets::Tone::warn};
  if (is_open(draft, info.id)) return {RolesModel::tr("how long?"), QStringLiteral("question"), widgets::Tone::warn};
  const auto told = draft.told.find(info.id);
  const bool isFound = told != draft.told.end() && told->second.is == tables::RoleAnswer::Is::found;
  const bool isThere = columnsShown(draft.profile, info.id) != widgets::dash || !formShown(draft, info.id).isEmpty();
  if (info.id == "order" && draft.profile.order.empty()) return {RolesModel::tr("follows"), QStringLiteral("ring"), widgets::Tone::muted};
  if (!isThere) return {RolesModel::tr("none"), QStringLiteral("ring"), widgets::Tone::muted};
  if (isFound && !draft.said.contains(info.id))
    return {confidenceWord(told->second.confidence), QStringLiteral("check"), widgets::Tone::ok};
  return {RolesModel::tr("chosen"), QStringLiteral("check"), widgets::Tone::info};
}

// What the server allows, in its own sentences.
QString whyOfWrite(const Draft& draft, tables::Verb verb) {
  const auto offer = draft.offers.find(verb);
  if (!draft.profile.writes.contains(verb) || offer == draft.offers.end()) return {};
  if (offer->second.is_offered()) return RolesModel::tr("The server lets this connection write it when writes are armed.");
  return widgets::shownAll(offer->second.why_not);
}

}  // namespace

QString whyOf(const Draft& draft, const std::string& role) {
  if (const auto open = draft.unknown.find(role); open != draft.unknown.end()) return widgets::shown(open->second);
  if (const auto verb = verbOf(role)) return whyOfWrite(draft, *verb);
  const auto told = draft.told.find(role);
  return told == draft.told.end() ? QString() : widgets::shown(told->second.why);
}

RolesModel::RolesModel(QObject* parent) : RowsModel(parent) {
  const auto why = [this](const RoleInfo& info) {
    const QString words = whyOf(draft_, info.id);
    return words.isEmpty() ? info.what : words;
  };
  setColumns({
      {{tr("Role"), 17}, [](const RoleInfo& info) { return info.title; }, [](const RoleInfo& info) { return info.what; }},
      {{tr("Sure"), 19}, [this](const RoleInfo& info) { return badgeOf(draft_, info); }, why},
      {{tr("Columns"), 18}, [this](const RoleInfo& info) { return columnsShown(draft_.profile, info.id); }, why},
      {{tr("Kept as"), 16, Stretch}, [this](const RoleInfo& info) { return formShown(draft_, info.id); }, why},
  });
  setRows(roleInfos());
}

void RolesModel::setDraft(const Draft& draft) {
  draft_ = draft;
  changed();
}

int RolesModel::rowOf(const std::string& role) const {
  return rowWhere([&role](const RoleInfo& info) { return info.id == role; });
}

namespace {

constexpr std::size_t mostRows = 50;
constexpr qsizetype narrowest = 9, widest = 24;

std::size_t shownRowsOf(const tables::TableFacts& facts) { return std::min(facts.sampled_rows(), mostRows); }

QString rolesOf(const Draft& draft, const std::string& column) {
  QStringList words;
  for (const std::string& role : tables::roles_of_column(draft, column)) words.append(roleInfo(role).title);
  return words.join(QStringLiteral(", "));
}

}  // namespace

void OwnRowsModel::setDraft(const Draft& draft) {
  const bool isSame =
      facts_.schema == draft.facts.schema && facts_.name == draft.facts.name && facts_.columns.size() == draft.facts.columns.size();
  if (!isSame) beginResetModel();
  facts_ = draft.facts;
  roles_.clear();
  for (const tables::ColumnFacts& column : facts_.columns) roles_.append(rolesOf(draft, column.name));
  if (!isSame) return endResetModel();
  if (columnCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int OwnRowsModel::columnOf(const std::string& name) const {
  const auto found = std::ranges::find(facts_.columns, name, &tables::ColumnFacts::name);
  return found == facts_.columns.end() ? -1 : static_cast<int>(found - facts_.columns.begin());
}

QVector<int> OwnRowsModel::widths() const {
  QVector<int> all;
  for (int column = 0; column < columnCount(); ++column) {
    qsizetype width = std::max(narrowest, headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().size());
    for (int row = 0; row < rowCount(); ++row) width = std::max(width, data(index(row, column), Qt::DisplayRole).toString().size());
    all.append(static_cast<int>(std::min(width, widest)) + 2);
  }
  return all;
}

int OwnRowsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 1 + static_cast<int>(shownRowsOf(facts_)); }

int OwnRowsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(facts_.columns.size()); }

QVariant OwnRowsModel::data(const QModelIndex& index, int role) const {
  const auto column = static_cast<std::size_t>(index.column());
  const bool isRoles = index.row() == 0;
  if (role == Qt::FontRole && isRoles) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  QString text;
  if (isRoles) {
    const QString& roles = roles_[index.column()];
    text = roles.isEmpty() ? tr("what is it?") : roles;
  } else {
    text = widgets::text(tables::shown_cell(facts_.columns[column], static_cast<std::size_t>(index.row() - 1)));
  }
  return role == Qt::ToolTipRole ? widgets::toolTip(isRoles ? tr("Click to choose what the column is.") : text) : text;
}

QVariant OwnRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const tables::ColumnFacts& column = facts_.columns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return widgets::shown(column.name);
  if (role == Qt::ToolTipRole) return widgets::toolTip(tr("%1. Click to choose what it is.").arg(widgets::shown(column.type_name)));
  return {};
}

QString rowInWords(const tables::TableFacts& facts, std::size_t row, const std::string& without) {
  QStringList words;
  for (const tables::ColumnFacts& column : facts.columns) {
    if (column.name == without) continue;
    words.append(QStringLiteral("%1: %2").arg(widgets::shown(column.name), widgets::text(tables::shown_cell(column, row))));
  }
  return words.join(QStringLiteral("   "));
}

}  // namespace onceover::ui
