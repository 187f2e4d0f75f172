// A SQLite file of this desktop that only its owner may read. Inside the room only.
#pragma once

#include <QString>
#include <QVariantList>
#include <functional>
#include <span>

#include "core/base/result.h"

class QSqlQuery;

namespace onceover::workspace {

class Database {
 public:
  // What its errors say; `detail` is SQLite's.
  struct Words {
    const char *what, *notDone, *next;
  };
  explicit Database(const Words& words);
  ~Database();  // closes it
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Makes file (0600) and directory (0700) where missing; an empty path: in memory.
  Result<void> open(const QString& path, std::span<const char* const> statements);
  // Empty: in memory.
  QString path() const;

  QSqlQuery prepared(const QString& statement) const;
  // Run, before its first row.
  Result<QSqlQuery> select(const QString& statement, const QVariantList& values = {}) const;
  // The number of rows that it changed.
  Result<qint64> change(const QString& statement, const QVariantList& values = {}) const;
  // All of it or nothing.
  Result<void> inTransaction(const std::function<Result<void>()>& work) const;
  Error error(const QString& detail) const;

 private:
  QString connection_;  // Qt Sql's name for it
  Words words_;
};

}  // namespace onceover::workspace
