// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspace.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStandardPaths>
#include <QUuid>

namespace onceover::workspace {
namespace {

constexpr const char* schemaStatements[] = {
    "CREATE TABLE IF NOT EXISTS connection (id TEXT PRIMARY KEY, name TEXT NOT NULL, conninfo TEXT NOT NULL, "
    "environment TEXT NOT NULL, production INTEGER NOT NULL, colour TEXT NOT NULL, gateway TEXT NOT NULL, "
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
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
         QLatin1String("/workspace.sqlite");
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
  auto query =
      file_.select(QStringLiteral("SELECT id, name, conninfo, environment, production, colour, gateway, "
                                  "password_command, keychain FROM connection ORDER BY used DESC, rowid "
                                  "DESC"));
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
  return changed(
      file_.change(QStringLiteral("INSERT OR REPLACE INTO connection (id, name, conninfo, environment, "
                                  "production, colour, gateway, password_command, keychain, used) VALUES (?, "
                                  "?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM "
                                  "connection))"),
                   {profile.id, text(profile.name), text(profile.conninfo), text(profile.environment),
                    profile.isProduction, text(profile.colour), text(profile.gatewayConfig),
                    text(profile.passwordCommand), profile.inKeychain}));
}

Result<void> Workspace::forget(const QString& id) {
  return changed(file_.change(QStringLiteral("DELETE FROM connection WHERE id = ?"), {id}));
}

QString Workspace::choice(const QString& name, const QString& otherwise) const {
  auto query = file_.select(QStringLiteral("SELECT value FROM choice WHERE name = ?"), {name});
  return query && query->next() ? query->value(0).toString() : otherwise;
}

void Workspace::forgetChoice(const QString& name) {
  (void)file_.change(QStringLiteral("DELETE FROM choice WHERE name = ?"), {name});
}

Result<void> Workspace::setChoice(const QString& name, const QString& value) {
  return changed(file_.change(QStringLiteral("INSERT OR REPLACE INTO choice (name, value) VALUES (?, ?)"),
                              {name, text(value)}));
}

namespace {

Error notMade(const char* what, const QString& detail) {
  return {ErrorKind::io,
          what,
          "Nothing was remembered.",
          "See whether the file and its directory can be written.",
          "",
          detail.toStdString()};
}

// Before SQLite opens it: SQLite would take the umask's rights.
Result<void> makePrivateFile(const QString& path) {
  const QFileInfo info(path);
  const bool fresh = !info.dir().exists();
  if (!QDir().mkpath(info.absolutePath()))
    return fail(notMade("The workspace directory could not be made.", info.absolutePath()));
  if (fresh)
    QFile::setPermissions(info.absolutePath(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  QFile file(path);
  if (!file.exists() &&
      !file.open(QIODevice::NewOnly | QIODevice::WriteOnly, QFile::ReadOwner | QFile::WriteOwner)) {
    return fail(notMade("The workspace file could not be made.", file.errorString()));
  }
  if (!QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner)) {
    return fail(notMade("The workspace file could not be made private.", path));
  }
  return {};
}

}  // namespace

Database::Database(const Words& words) : connection_(QUuid::createUuid().toString()), words_(words) {}

Database::~Database() {
  QSqlDatabase::database(connection_, false).close();
  QSqlDatabase::removeDatabase(connection_);
}

Result<void> Database::open(const QString& path, std::span<const char* const> statements) {
  if (!path.isEmpty()) {
    if (auto made = makePrivateFile(path); !made) return made;
  }
  QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection_);
  database.setDatabaseName(path.isEmpty() ? QStringLiteral(":memory:") : path);
  database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=200"));
  if (!database.open()) return fail(error(path + QLatin1String(": ") + database.lastError().text()));
  for (const char* statement : statements) {
    QSqlQuery query(database);
    if (!query.exec(QString::fromLatin1(statement)))
      return fail(error(path + QLatin1String(": ") + query.lastError().text()));
  }
  return {};
}

QString Database::path() const {
  const QString path = QSqlDatabase::database(connection_).databaseName();
  return path == QLatin1String(":memory:") ? QString() : path;
}

QSqlQuery Database::prepared(const QString& statement) const {
  QSqlQuery query(QSqlDatabase::database(connection_));
  query.setForwardOnly(true);
  query.prepare(statement);
  return query;
}

Result<QSqlQuery> Database::select(const QString& statement, const QVariantList& values) const {
  QSqlQuery query = prepared(statement);
  for (const QVariant& value : values) query.addBindValue(value);
  if (!query.exec()) return fail(error(query.lastError().text()));
  return query;
}

Result<qint64> Database::change(const QString& statement, const QVariantList& values) const {
  const auto query = select(statement, values);
  if (!query) return fail(query.error());
  return query->numRowsAffected();
}

Result<void> Database::inTransaction(const std::function<Result<void>()>& work) const {
  QSqlDatabase database = QSqlDatabase::database(connection_);
  if (!database.transaction()) return fail(error(database.lastError().text()));
  auto done = work();
  if (done && !database.commit()) done = fail(error(database.lastError().text()));
  if (!done) database.rollback();
  return done;
}

Error Database::error(const QString& detail) const {
  return {ErrorKind::io, words_.what, words_.notDone, words_.next, "", detail.toStdString()};
}

}  // namespace onceover::workspace
