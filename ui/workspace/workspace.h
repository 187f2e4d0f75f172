// What this desktop remembers: connections without secrets, and a person's choices. One SQLite file, readable by its owner alone.
// Threads: the UI thread; the file is small and local.
#pragma once

#include <QList>
#include <QString>
#include <memory>

#include "core/base/result.h"
#include "ui/bridge/connection_profile.h"
#include "ui/workspace/database.h"

namespace onceover::workspace {

class Workspace {
 public:
  // The file under QStandardPaths' place for this program's data.
  static QString defaultPath();
  // Makes file (0600) and directory (0700) where missing; an empty path keeps everything in memory. Error: io.
  static Result<std::unique_ptr<Workspace>> open(const QString& path);

  // Where another file of this desktop's memory stands, beside this one; empty where everything is kept in memory.
  QString fileBeside(const QString& name) const;

  // The last used first.
  QList<bridge::ConnectionProfile> connections() const;
  // The same with its id: that of the known connection with this name and place, else a new one. What is kept of a connection is kept under
  // its id, so it has one before it connects.
  bridge::ConnectionProfile identified(bridge::ConnectionProfile profile) const;
  // Known by its id; a password inside the conninfo is taken out before anything is written. Becomes the last used.
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
