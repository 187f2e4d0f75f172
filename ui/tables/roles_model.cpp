#include "ui/tables/roles_model.h"

#include "ui/tables/words.h"

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

}  // namespace onceover::ui
