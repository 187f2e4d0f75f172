#include "ui/audit/trail_model.h"

#include <QString>

#include "core/tables/sql.h"
#include "ui/widgets/json.h"
#include "ui/widgets/text.h"

namespace onceover::audit {

using widgets::Badge;
using widgets::dash;
using widgets::shown;
using widgets::Tone;

namespace {

QString shortChange(const Record& record) {
  if (record.to_state.empty() || record.to_state == record.from_state) return dash;
  return QStringLiteral("→ ") + shown(left_as(record));
}

}  // namespace

widgets::Badge badgeOf(const Record& record) {
  const std::string& action = record.action;
  if (action == "own") return {QObject::tr("took over"), QStringLiteral("lock"), Tone::info};
  if (action == "settle") {
    if (record.to_state == "failed") return {QObject::tr("settled"), QStringLiteral("cross"), Tone::neutral};
    if (record.to_state == "released") return {QObject::tr("released"), QStringLiteral("undo"), Tone::info};
    return {QObject::tr("settled"), QStringLiteral("check"), Tone::ok};
  }
  // Of a row that is not ours: the verb, or the verdict of a gateway that it rests on.
  if (action == "write") {
    const std::string_view left = left_as(record);
    const Tone tone = left == "succeeded" ? Tone::ok : left == "released" ? Tone::info : Tone::neutral;
    return {widgets::wordShown(record.verdict), QStringLiteral("person"), tone};
  }
  if (action == "extend") return {QObject::tr("lease extended"), QStringLiteral("lock"), Tone::info};
  if (action == "reap") return {QObject::tr("reaped"), QStringLiteral("cross"), Tone::neutral};
  if (action == "unresolved") return {QObject::tr("unresolved"), QStringLiteral("clock"), Tone::warn};
  if (action == "needs_human") return {widgets::wordShown(action), QStringLiteral("person"), Tone::danger};
  if (action == "undo") return {QObject::tr("undone"), QStringLiteral("undo"), Tone::info};
  if (action == "ask_approval") return {QObject::tr("approval requested"), QStringLiteral("person"), Tone::warn};
  if (action == "end_approval") return {shown(record.to_state), QStringLiteral("cross"), Tone::neutral};
  if (action == "stop") return {QObject::tr("stopped all"), QStringLiteral("stop"), Tone::danger};
  if (action == "start") return {QObject::tr("started all"), QStringLiteral("play"), Tone::ok};
  // Of a plan: "plan_made".
  return {widgets::wordShown(action), QStringLiteral("dot"), Tone::neutral};
}

QString changeOf(const Record& record) {
  const QString from = shown(record.from_state), to = shown(left_as(record));
  if (from == to || to.isEmpty()) return from;
  return from.isEmpty() ? to : from + QStringLiteral(" → ") + to;
}

TrailModel::TrailModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("No."), 6, Right}, [](const Record& record) { return QString::number(record.number); }},
      {{tr("When"), 32}, [this](const Record& record) { return widgets::exact(record.at, clock()); }},
      {{tr("Action"), 19}, badgeOf},
      {{tr("Key"), 26, Mono}, [](const Record& record) { return record.id ? shown(record.id->key) : dash; }},
      {{tr("Operation"), 16}, [](const Record& record) { return record.id ? shown(record.id->operation) : dash; }},
      {{tr("Tenant"), 8}, [](const Record& record) { return record.id ? shown(record.id->tenant) : dash; }},
      {{tr("State"), 14}, shortChange},
      {{tr("Who"), 18}, [](const Record& record) { return shown(record.actor) + '@' + shown(record.host); }},
      {{tr("Reason"), 30, Stretch}, [](const Record& record) { return shown(record.reason); }},
      {{tr("Ticket"), 10}, [](const Record& record) { return shown(record.ticket); }},
  });
}

void TrailModel::replaceTop(const Page& page) {
  // Rows of a trail never change: where the page joins up with what is here, only what is newer is put in front, so that selection
  // and place stay.
  const auto end = rowCount() == 0 ? page.records.end() : std::ranges::find(page.records, at(0).number, &Record::number);
  if (end != page.records.end()) return insert(0, {page.records.begin(), end});
  next_ = page.next;
  setRows(page.records);
}

void TrailModel::append(const Page& page) {
  next_ = page.next;
  insert(rowCount(), page.records);
}

void TrailModel::clear() {
  next_.reset();
  setRows({});
}

std::optional<key::Identity> caseOf(const Record& record, const tables::Profile& profile) {
  if (!record.id) return std::nullopt;
  if (record.relation.empty()) return tables::is_own(profile) ? record.id : std::nullopt;
  if (tables::is_own(profile) || record.relation != tables::table_name(profile)) return std::nullopt;
  const QJsonObject row = widgets::jsonObject(record.row_key_json);
  key::Identity id = *record.id;
  for (const std::string& column : profile.identity) {
    const QJsonValue value = row.value(widgets::text(column));
    if (value.isUndefined()) return std::nullopt;  // another identity than the profile's
    id.columns.push_back(value.isString() ? std::optional(widgets::bytes(value.toString())) : std::nullopt);
  }
  return id;
}

}  // namespace onceover::audit
