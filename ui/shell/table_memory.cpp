#include "ui/shell/table_memory.h"

#include "core/profile/sql.h"
#include "core/profile/toml.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

QString choiceOf(const bridge::ConnectionProfile& connection) { return QStringLiteral("table/") + rememberedPlace(connection); }

}  // namespace

QString rememberedPlace(const bridge::ConnectionProfile& connection) {
  return connection.id.isEmpty() ? bridge::withoutPassword(connection.conninfo).conninfo : connection.id;
}

void rememberTable(workspace::Workspace& workspace, const bridge::ConnectionProfile& connection, const profile::Profile& profile) {
  const QString toml = profile::is_own(profile) ? QString() : widgets::text(profile::to_toml({profile}));
  if (workspace.choice(choiceOf(connection)) != toml) (void)workspace.setChoice(choiceOf(connection), toml);
}

std::shared_ptr<const profile::Profile> rememberedTable(const workspace::Workspace& workspace,
                                                        const bridge::ConnectionProfile& connection) {
  const QString toml = workspace.choice(choiceOf(connection));
  if (toml.isEmpty()) return nullptr;
  const auto kept = profile::profiles_from_toml(widgets::bytes(toml), "the table last read here");
  if (!kept || kept->empty() || profile::problem(kept->front())) return nullptr;
  return std::make_shared<const profile::Profile>(kept->front());
}

}  // namespace onceover::shell
