#include "ui/tables/roles_model.h"

#include "ui/tables/words.h"
#include "ui/tables/write_choice.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::tables {
namespace {

widgets::Badge badgeOfWrite(const Draft& draft, profile::Verb verb) {
  if (!draft.profile.writes.contains(verb)) return {RolesModel::tr("not offered"), QStringLiteral("ring"), widgets::Tone::muted};
  const auto offer = draft.offers.find(verb);
  if (offer == draft.offers.end()) return {RolesModel::tr("chosen"), QStringLiteral("check"), widgets::Tone::info};
  if (offer->second.is_offered()) return {RolesModel::tr("offered"), QStringLiteral("check"), widgets::Tone::ok};
  return {RolesModel::tr("not possible"), QStringLiteral("cross"), widgets::Tone::warn};
}

widgets::Badge badgeOf(const Draft& draft, const RoleInfo& info) {
  if (const auto verb = verbOf(info.id)) return badgeOfWrite(draft, *verb);
  if (draft.unknown.contains(info.id)) return {RolesModel::tr("please choose"), QStringLiteral("question"), widgets::Tone::warn};
  if (isOpen(draft, info.id)) return {RolesModel::tr("how long?"), QStringLiteral("question"), widgets::Tone::warn};
  const auto told = draft.told.find(info.id);
  const bool isFound = told != draft.told.end() && told->second.is == profile::RoleAnswer::Is::found;
  const bool isThere = columnsShown(draft.profile, info.id) != QStringLiteral("–") || !formShown(draft.profile, info.id).isEmpty();
  if (info.id == "order" && draft.profile.order.empty()) return {RolesModel::tr("follows"), QStringLiteral("ring"), widgets::Tone::muted};
  if (!isThere) return {RolesModel::tr("none"), QStringLiteral("ring"), widgets::Tone::muted};
  if (isFound && !draft.touched.contains(info.id))
    return {confidenceWord(told->second.confidence), QStringLiteral("check"), widgets::Tone::ok};
  return {RolesModel::tr("chosen"), QStringLiteral("check"), widgets::Tone::info};
}

// What the server allows, in its own sentences.
QString whyOfWrite(const Draft& draft, profile::Verb verb) {
  const auto offer = draft.offers.find(verb);
  if (!draft.profile.writes.contains(verb) || offer == draft.offers.end()) return {};
  if (offer->second.is_offered()) return RolesModel::tr("The server lets this connection write it, once writes are armed.");
  QStringList words;
  for (const std::string& sentence : offer->second.why_not) words.append(widgets::shown(sentence));
  return words.join(QLatin1Char(' '));
}

}  // namespace

QString whyOf(const Draft& draft, const std::string& role) {
  if (const auto open = draft.unknown.find(role); open != draft.unknown.end()) return widgets::shown(open->second);
  if (const auto verb = verbOf(role)) return whyOfWrite(draft, *verb);
  const auto told = draft.told.find(role);
  return told == draft.told.end() ? QString() : widgets::shown(told->second.why);
}

void RolesModel::setDraft(const Draft& draft) {
  draft_ = draft;
  emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int RolesModel::rowOf(const std::string& role) {
  const auto& infos = roleInfos();
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (infos[i].id == role) return static_cast<int>(i);
  }
  return -1;
}

int RolesModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(roleInfos().size()); }

QString RolesModel::cell(const RoleInfo& info, int column) const {
  switch (column) {
    case RoleColumn: return info.title;
    case SureColumn: return badgeOf(draft_, info).word;
    case ColumnsColumn: return columnsShown(draft_.profile, info.id);
    case FormColumn: return formShown(draft_.profile, info.id);
    default: return {};
  }
}

QVariant RolesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const RoleInfo& info = roleInfos()[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return cell(info, index.column());
    case Qt::ToolTipRole: {
      const QString why = whyOf(draft_, info.id);
      return widgets::toolTip(index.column() == RoleColumn || why.isEmpty() ? info.what : why);
    }
    case widgets::BadgeRole: return index.column() == SureColumn ? QVariant::fromValue(badgeOf(draft_, info)) : QVariant();
    default: return {};
  }
}

QVariant RolesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case RoleColumn: return tr("Role");
    case SureColumn: return tr("Sure");
    case ColumnsColumn: return tr("Columns");
    case FormColumn: return tr("Kept as");
    default: return {};
  }
}

}  // namespace onceover::tables
