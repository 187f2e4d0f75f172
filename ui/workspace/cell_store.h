// SPDX-License-Identifier: GPL-3.0-or-later
// What was counted of tables' rows, an hour a cell, so that charts of long times read the last hours alone
// and rows that were removed since still count. One SQLite file of its own, beside the workspace's, readable
// by its owner alone: counts, and the names by which they are counted (tenants, operations, codes), no keys.
// Damaged or lost, it takes nothing else with it.
//
// Threads: the one that opened it. Reading a month of many groups takes tenths of a second: see
// ui/bridge/confined.h.
#pragma once

#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/row_metrics/row_metrics.h"
#include "ui/workspace/workspace.h"

namespace onceover::workspace {

class CellStore {
 public:
  struct Limits {
    Duration kept = std::chrono::hours(24 * 400);  // of each table, from its newest hour on
    qint64 bytes = 200 << 20;                      // of all tables together, about. The oldest hours go first
    qint64 memory = 200 << 20;  // of what the last questions read, about. Beyond, it is read anew
  };
  // Makes file (0600) and directory (0700) where missing; an empty path keeps everything in memory. io: it
  // cannot be made, or what is there is damaged or something else.
  static Result<std::unique_ptr<CellStore>> open(const QString& path, const Limits& limits);
  static Result<std::unique_ptr<CellStore>> open(const QString& path) { return open(path, Limits()); }

  // May go to another thread: nobody changes them any more.
  using Cells = std::vector<std::shared_ptr<const row_metrics::Cell>>;
  // The hours of the window, ascending. Those that are final come with what it needs alone, others with all
  // they have. What was read before is not read from the file again, unless another process wrote there.
  Result<Cells> cells(const row_metrics::Subject& subject, const row_metrics::Window& window);
  // All of them or none; each in the place of the one before. Forgets what is due once a day of the cells'
  // own time.
  Result<void> keep(const row_metrics::Subject& subject, const std::vector<row_metrics::Cell>& cells,
                    const row_metrics::Ages& ages);
  // The oldest hour that is kept of it.
  Result<std::optional<Timestamp>> since(const row_metrics::Subject& subject) const;
  Result<qint64> bytes() const;
  // What is held in memory, in bytes, about.
  qint64 remembered() const;

 private:
  // Of one table all hours of a time, with the same columns.
  struct Remembered {
    qint64 subject = 0;
    Timestamp from, to;
    std::map<std::pair<row_metrics::Axis, Timestamp>, std::shared_ptr<const row_metrics::Cell>> cells;
    qint64 bytes() const;
  };
  explicit CellStore(const Limits& limits);
  Result<qint64> number(const QString& statement, const QVariantList& values = {}) const;
  Result<qint64> subjectId(const row_metrics::Subject& subject, bool make) const;
  Result<void> keepAll(const row_metrics::Subject& subject, const std::vector<row_metrics::Cell>& cells,
                       const row_metrics::Ages& ages);
  Result<void> tidy(qint64 subject, Timestamp newest);
  Result<void> readInto(Remembered& into, int columns, Timestamp from, Timestamp to) const;
  Result<void> forgetWhatOthersChanged();
  void remember(qint64 subject, const std::vector<row_metrics::Cell>& cells, const row_metrics::Ages& ages);
  void boundMemory(int columns, Timestamp from, Timestamp to);

  Database file_;
  Limits limits_;
  Timestamp tidied_ = Timestamp::minus_infinity();
  std::map<int, Remembered> remembered_;  // by columns, a bit for each metrics::By
  qint64 version_ = -1;                   // of the file, as others change it
};

}  // namespace onceover::workspace
