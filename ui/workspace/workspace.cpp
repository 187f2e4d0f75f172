#include "ui/workspace/workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlQuery>
#include <QStandardPaths>
#include <QUuid>

namespace onceover::workspace {
namespace {

constexpr const char* schemaStatements[] = {
    "CREATE TABLE IF NOT EXISTS connection (id TEXT PRIMARY KEY, name TEXT NOT NULL, conninfo TEXT NOT NULL, environment TEXT NOT NULL, "
    "production INTEGER NOT NULL, colour TEXT NOT NULL, gateway TEXT NOT NULL, "
    "password_command TEXT NOT NULL, keychain INTEGER NOT NULL, used INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS choice (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
};

constexpr Database::Words workspaceWords{"The workspace file could not be used.", "Nothing was remembered.",
                                         "See whether the file and its directory can be written."};

// An empty text is no NULL.
QString text(const QString& value) { return value.isNull() ? QString(QLatin1String("")) : value; }

Result<void> changed(const Result<qint64>& rows) { return rows ? Result<void>() : fail(rows.error()); }

}  // namespace

QString Workspace::defaultPath() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QLatin1String("/workspace.sqlite");
}

Workspace::Workspace() : file_(workspaceWords) {}

Result<std::unique_ptr<Workspace>> Workspace::open(const QString& path) {
  std::unique_ptr<Workspace> workspace(new Workspace);
  if (auto opened = workspace->file_.open(path, schemaStatements); !opened) return fail(opened.error());
  return workspace;
}

QString Workspace::fileBeside(const QString& name) const {
  const QString path = file_.path();
  return path.isEmpty() ? QString() : QFileInfo(path).dir().filePath(name);
}

QList<bridge::ConnectionProfile> Workspace::connections() const {
  auto query = file_.select(
      QStringLiteral("SELECT id, name, conninfo, environment, production, colour, gateway, password_command, keychain FROM connection "
                     "ORDER BY used DESC, rowid DESC"));
  QList<bridge::ConnectionProfile> list;
  while (query && query->next()) {
    bridge::ConnectionProfile profile;
    profile.id = query->value(0).toString();
    profile.name = query->value(1).toString();
    profile.conninfo = query->value(2).toString();
    profile.environment = query->value(3).toString();
    profile.isProduction = query->value(4).toBool();
    profile.colour = query->value(5).toString();
    profile.gatewayConfig = query->value(6).toString();
    profile.passwordCommand = query->value(7).toString();
    profile.inKeychain = query->value(8).toBool();
    list.append(profile);
  }
  return list;
}

bridge::ConnectionProfile Workspace::identified(bridge::ConnectionProfile profile) const {
  const QString place = bridge::withoutPassword(profile.conninfo).conninfo;
  for (const bridge::ConnectionProfile& known : connections()) {
    if (profile.id.isEmpty() && known.conninfo == place && known.name == profile.name) profile.id = known.id;
  }
  if (profile.id.isEmpty()) profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
  return profile;
}

Result<void> Workspace::remember(bridge::ConnectionProfile profile) {
  profile = identified(std::move(profile));
  profile.conninfo = bridge::withoutPassword(profile.conninfo).conninfo;
  return changed(file_.change(
      QStringLiteral("INSERT OR REPLACE INTO connection (id, name, conninfo, environment, production, colour, gateway, password_command, "
                     "keychain, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM connection))"),
      {profile.id, text(profile.name), text(profile.conninfo), text(profile.environment), profile.isProduction, text(profile.colour),
       text(profile.gatewayConfig), text(profile.passwordCommand), profile.inKeychain}));
}

Result<void> Workspace::forget(const QString& id) {
  return changed(file_.change(QStringLiteral("DELETE FROM connection WHERE id = ?"), {id}));
}

QString Workspace::choice(const QString& name, const QString& otherwise) const {
  auto query = file_.select(QStringLiteral("SELECT value FROM choice WHERE name = ?"), {name});
  return query && query->next() ? query->value(0).toString() : otherwise;
}

void Workspace::forgetChoice(const QString& name) { (void)file_.change(QStringLiteral("DELETE FROM choice WHERE name = ?"), {name}); }

Result<void> Workspace::setChoice(const QString& name, const QString& value) {
  return changed(file_.change(QStringLiteral("INSERT OR REPLACE INTO choice (name, value) VALUES (?, ?)"), {name, text(value)}));
}

}  // namespace onceover::workspace
