#include "ui/audit/record_case.h"

#include <QString>

#include "core/profile/sql.h"
#include "ui/widgets/json.h"
#include "ui/widgets/text.h"

namespace onceover::audit {

std::optional<key::Identity> caseOf(const Record& record, const profile::Profile& profile) {
  if (!record.id) return std::nullopt;
  if (record.relation.empty()) return profile::is_own(profile) ? record.id : std::nullopt;
  if (profile::is_own(profile) || record.relation != profile::table_name(profile)) return std::nullopt;
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
