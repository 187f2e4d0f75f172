#include "ui/shell/table_memory.h"

#include "core/tables/sql.h"
#include "core/tables/toml.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

// More tables than anybody maps by hand in one database.
constexpr std::size_t mostMappings = 100;

QString lastOf(const QString& place) { return QStringLiteral("table/") + place; }
QString mappingsOf(const QString& place) { return QStringLiteral("mappings/") + place; }

QString keptFor(const workspace::Workspace& workspace, const bridge::ConnectionProfile& connection, QString (*choice)(const QString&)) {
  return workspace.choice(choice(rememberedPlace(connection)));
}

Mappings readable(const QString& toml, const char* what) {
  Mappings all;
  if (toml.isEmpty()) return all;
  const auto kept = tables::profiles_from_toml(widgets::bytes(toml), what);
  if (!kept) return all;
  for (const tables::Profile& profile : *kept) {
    if (!tables::problem(profile)) all.push_back(std::make_shared<const tables::Profile>(profile));
  }
  return all;
}

}  // namespace

QString rememberedPlace(const bridge::ConnectionProfile& connection) {
  return connection.id.isEmpty() ? bridge::withoutPassword(connection.conninfo).conninfo : connection.id;
}

void rememberTable(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection, const tables::Profile& profile) {
  const QString place = rememberedPlace(connection);
  const QString toml = tables::is_own(profile) ? QString() : widgets::text(tables::to_toml({profile}));
  if (keptFor(workspace, connection, lastOf) != toml) (void)workspace.setChoice(lastOf(place), toml);
  if (tables::is_own(profile) || tables::own_events(profile.name)) return;
  std::vector<tables::Profile> mappings{profile};
  for (const auto& known : rememberedMappings(workspace, connection)) {
    const bool isSame = known->schema == profile.schema && known->table == profile.table;
    if (!isSame && mappings.size() < mostMappings) mappings.push_back(*known);
  }
  (void)workspace.setChoice(mappingsOf(place), widgets::text(tables::to_toml(mappings)));
}

std::shared_ptr<const tables::Profile> rememberedTable(const workspace::Workspace& workspace, const bridge::ConnectionProfile& connection) {
  const Mappings kept = readable(keptFor(workspace, connection, lastOf), "the table last read here");
  return kept.empty() ? nullptr : kept.front();
}

Mappings rememberedMappings(const workspace::Workspace& workspace, const bridge::ConnectionProfile& connection) {
  return readable(keptFor(workspace, connection, mappingsOf), "the tables mapped here");
}

void forgetTables(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection) {
  for (const auto choice : {lastOf, mappingsOf}) workspace.forgetChoice(choice(rememberedPlace(connection)));
}

}  // namespace onceover::shell
