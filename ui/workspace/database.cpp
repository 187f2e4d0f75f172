#include "ui/workspace/database.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

namespace onceover::workspace {

namespace {

Error notMade(const char* what, const QString& detail) {
  return {ErrorKind::io,       what, "Nothing was remembered.", "See whether the file and its directory can be written.", "",
          detail.toStdString()};
}

// Before SQLite opens it: SQLite would take the umask's rights.
Result<void> makePrivateFile(const QString& path) {
  const QFileInfo info(path);
  const bool fresh = !info.dir().exists();
  if (!QDir().mkpath(info.absolutePath())) return fail(notMade("The workspace directory could not be made.", info.absolutePath()));
  if (fresh) QFile::setPermissions(info.absolutePath(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  QFile file(path);
  if (!file.exists() && !file.open(QIODevice::NewOnly | QIODevice::WriteOnly, QFile::ReadOwner | QFile::WriteOwner)) {
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
    if (!query.exec(QString::fromLatin1(statement))) return fail(error(path + QLatin1String(": ") + query.lastError().text()));
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
