// What was counted of tables' rows, an hour a cell, so that charts of long times read the last hours alone and rows that were removed
// since still count. One SQLite file of its own, beside the workspace's, readable by its owner alone: counts, and the names by which they
// are counted (tenants, operations, codes), no keys. Damaged or lost, it takes nothing else with it.
//
// Threads: the UI thread; the file is small and local.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/tally/tally.h"

namespace onceover::workspace {

class CellStore {
 public:
  struct Limits {
    Duration kept = std::chrono::hours(24 * 400);  // of each table, from its newest hour on
    qint64 bytes = 200 << 20;                      // of all tables together, about. The oldest hours go first
  };
  // Beside the workspace's file.
  static QString defaultPath();
  // Makes file (0600) and directory (0700) where missing; an empty path keeps everything in memory. io: it cannot be made, or what is
  // there is damaged or something else.
  static Result<std::unique_ptr<CellStore>> open(const QString& path, const Limits& limits);
  static Result<std::unique_ptr<CellStore>> open(const QString& path) { return open(path, Limits()); }
  ~CellStore();
  CellStore(const CellStore&) = delete;
  CellStore& operator=(const CellStore&) = delete;

  // The hours of the window, ascending. Those that are final come with what it needs alone, others with all they have.
  Result<std::vector<tally::Cell>> cells(const tally::Subject& subject, const tally::Window& window) const;
  // All of them or none; each in the place of the one before. Forgets what is due once a day of the cells' own time.
  Result<void> keep(const tally::Subject& subject, const std::vector<tally::Cell>& cells, const tally::Ages& ages);
  // The oldest hour that is kept of it.
  Result<std::optional<Timestamp>> since(const tally::Subject& subject) const;
  Result<void> forget(const tally::Subject& subject);
  Result<qint64> bytes() const;

 private:
  CellStore(QString connection, const Limits& limits);
  Result<qint64> subjectId(const tally::Subject& subject, bool make) const;
  Result<void> keepAll(const tally::Subject& subject, const std::vector<tally::Cell>& cells, const tally::Ages& ages);
  Result<void> tidy(qint64 subject, Timestamp newest);

  QString connection_;  // Qt Sql's name for it
  Limits limits_;
  Timestamp tidied_ = Timestamp::minus_infinity();
};

}  // namespace onceover::workspace
