#include "ui/workspace/workspace.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStandardPaths>
#include <QUuid>
#include <QVariant>

#include "ui/workspace/private_file.h"

namespace onceover::workspace {
namespace {

constexpr const char* schemaStatements[] = {
    "CREATE TABLE IF NOT EXISTS connection (id TEXT PRIMARY KEY, name TEXT NOT NULL, conninfo TEXT NOT NULL, environment TEXT NOT NULL, "
    "production INTEGER NOT NULL, colour TEXT NOT NULL, gateway TEXT NOT NULL, "
    "password_command TEXT NOT NULL, keychain INTEGER NOT NULL, used INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS choice (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
};

Error ioError(const QString& what, const QString& detail) {
  return {ErrorKind::io,       what.toStdString(), "Nothing was remembered.", "See whether the file and its directory can be written.", "",
          detail.toStdString()};
}

Result<void> run(QSqlQuery& query) {
  if (query.exec()) return {};
  return fail(ioError(QStringLiteral("The workspace file could not be used."), query.lastError().text()));
}

}  // namespace

QString Workspace::defaultPath() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QLatin1String("/workspace.sqlite");
}

Workspace::Workspace(QString connection) : connection_(std::move(connection)) {}

Workspace::~Workspace() {
  QSqlDatabase::database(connection_, false).close();
  QSqlDatabase::removeDatabase(connection_);
}

Result<std::unique_ptr<Workspace>> Workspace::open(const QString& path) {
  if (!path.isEmpty()) {
    if (auto made = makePrivateFile(path); !made) return fail(made.error());
  }
  std::unique_ptr<Workspace> workspace(new Workspace(QUuid::createUuid().toString()));
  QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), workspace->connection_);
  database.setDatabaseName(path.isEmpty() ? QStringLiteral(":memory:") : path);
  database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=200"));
  if (!database.open()) return fail(ioError(QStringLiteral("The workspace file could not be opened."), database.lastError().text()));
  for (const char* statement : schemaStatements) {
    QSqlQuery query(database);
    query.prepare(QString::fromLatin1(statement));
    if (auto ran = run(query); !ran) return fail(ran.error());
  }
  return workspace;
}

QList<bridge::ConnectionProfile> Workspace::connections() const {
  QSqlQuery query(QSqlDatabase::database(connection_));
  query.prepare(
      QStringLiteral("SELECT id, name, conninfo, environment, production, colour, gateway, password_command, keychain FROM connection "
                     "ORDER BY used DESC, rowid DESC"));
  QList<bridge::ConnectionProfile> list;
  if (!query.exec()) return list;
  while (query.next()) {
    bridge::ConnectionProfile profile;
    profile.id = query.value(0).toString();
    profile.name = query.value(1).toString();
    profile.conninfo = query.value(2).toString();
    profile.environment = query.value(3).toString();
    profile.isProduction = query.value(4).toBool();
    profile.colour = query.value(5).toString();
    profile.gatewayConfig = query.value(6).toString();
    profile.passwordCommand = query.value(7).toString();
    profile.inKeychain = query.value(8).toBool();
    list.append(profile);
  }
  return list;
}

Result<void> Workspace::remember(bridge::ConnectionProfile profile) {
  profile.conninfo = bridge::withoutPassword(profile.conninfo).conninfo;
  for (const bridge::ConnectionProfile& known : connections()) {
    if (profile.id.isEmpty() && known.conninfo == profile.conninfo && known.name == profile.name) profile.id = known.id;
  }
  if (profile.id.isEmpty()) profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
  QSqlQuery query(QSqlDatabase::database(connection_));
  query.prepare(QStringLiteral(
      "INSERT OR REPLACE INTO connection (id, name, conninfo, environment, production, colour, gateway, password_command, keychain, used) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM connection))"));
  const auto text = [](const QString& value) { return value.isNull() ? QString(QLatin1String("")) : value; };
  query.addBindValue(profile.id);
  query.addBindValue(text(profile.name));
  query.addBindValue(text(profile.conninfo));
  query.addBindValue(text(profile.environment));
  query.addBindValue(profile.isProduction);
  query.addBindValue(text(profile.colour));
  query.addBindValue(text(profile.gatewayConfig));
  query.addBindValue(text(profile.passwordCommand));
  query.addBindValue(profile.inKeychain);
  return run(query);
}

Result<void> Workspace::forget(const QString& id) {
  QSqlQuery query(QSqlDatabase::database(connection_));
  query.prepare(QStringLiteral("DELETE FROM connection WHERE id = ?"));
  query.addBindValue(id);
  return run(query);
}

QString Workspace::choice(const QString& name, const QString& otherwise) const {
  QSqlQuery query(QSqlDatabase::database(connection_));
  query.prepare(QStringLiteral("SELECT value FROM choice WHERE name = ?"));
  query.addBindValue(name);
  return query.exec() && query.next() ? query.value(0).toString() : otherwise;
}

Result<void> Workspace::setChoice(const QString& name, const QString& value) {
  QSqlQuery query(QSqlDatabase::database(connection_));
  query.prepare(QStringLiteral("INSERT OR REPLACE INTO choice (name, value) VALUES (?, ?)"));
  query.addBindValue(name);
  query.addBindValue(value.isNull() ? QString(QLatin1String("")) : value);
  return run(query);
}

}  // namespace onceover::workspace
