// SPDX-License-Identifier: GPL-3.0-or-later
// What this desktop remembers: connections without secrets, and a person's choices. One SQLite file, readable
// by its owner alone. Threads: the UI thread; the file is small and local.
#pragma once

#include <QList>
#include <QString>
#include <QVariantList>
#include <functional>
#include <memory>
#include <span>

#include "core/base/result.h"
#include "ui/bridge/connection_profile.h"

class QSqlQuery;

namespace onceover::workspace {

// A SQLite file of this desktop that only its owner may read. Inside the room only.
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

class Workspace {
 public:
  // The file under QStandardPaths' place for this program's data.
  static QString defaultPath();
  // Makes file (0600) and directory (0700) where missing; an empty path keeps everything in memory. Error:
  // io.
  static Result<std::unique_ptr<Workspace>> open(const QString& path);

  // Where another file of this desktop's memory stands, beside this one; empty where everything is kept in
  // memory.
  QString fileBeside(const QString& name) const;

  // The last used first.
  QList<bridge::ConnectionProfile> connections() const;
  // The same with its id: that of the known connection with this name and place, else a new one. What is kept
  // of a connection is kept under its id, so it has one before it connects.
  bridge::ConnectionProfile identified(bridge::ConnectionProfile profile) const;
  // Known by its id; a password inside the conninfo is taken out before anything is written. Becomes the last
  // used.
  Result<void> remember(bridge::ConnectionProfile profile);
  Result<void> forget(const QString& id);

  QString choice(const QString& name, const QString& otherwise = {}) const;
  Result<void> setChoice(const QString& name, const QString& value);
  void forgetChoice(const QString& name);

 private:
  Workspace();
  Database file_;
};

}  // namespace onceover::workspace
