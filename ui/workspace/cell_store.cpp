// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/cell_store.h"

#include <QByteArray>
#include <QSqlError>
#include <QSqlQuery>

namespace onceover::workspace {
namespace {

constexpr Duration cellsTidiedEvery = std::chrono::hours(24);

// What is lost with a crash of the machine is counted again: no write waits for the disk.
constexpr const char* cellStatements[] = {
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "CREATE TABLE IF NOT EXISTS subject (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    // c0 … c3: by nothing, tenant, operation, code.
    "CREATE TABLE IF NOT EXISTS cell (subject INTEGER NOT NULL, axis INTEGER NOT NULL, hour INTEGER NOT "
    "NULL, read_at INTEGER NOT NULL, final INTEGER NOT NULL, n INTEGER NOT NULL, unfinished INTEGER NOT "
    "NULL, unknown INTEGER NOT NULL, undated INTEGER NOT NULL, gone INTEGER NOT NULL, c0 BLOB, c1 BLOB, c2 "
    "BLOB, c3 BLOB, PRIMARY KEY (subject, axis, hour))",
    "CREATE INDEX IF NOT EXISTS cell_by_hour ON cell (hour)",
};

constexpr Database::Words cellWords{
    "The file with the hourly counts cannot be used.",
    "Nothing of it is kept or shown; nothing else is touched.",
    "Check that it can be written. If it is damaged, move it away: a new one is made at the next start."};

QByteArray toBytes(const std::string& text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

QString nameOfSubject(const row_metrics::Subject& subject) { return QString::fromStdString(subject.key()); }

}  // namespace

CellStore::CellStore(const Limits& limits) : file_(cellWords), limits_(limits) {}

Result<std::unique_ptr<CellStore>> CellStore::open(const QString& path, const Limits& limits) {
  std::unique_ptr<CellStore> store(new CellStore(limits));
  if (auto opened = store->file_.open(path, cellStatements); !opened) return fail(opened.error());
  return store;
}

// The first column of the first row; 0: there is none.
Result<qint64> CellStore::number(const QString& statement, const QVariantList& values) const {
  auto query = file_.select(statement, values);
  if (!query) return fail(query.error());
  return query->next() ? query->value(0).toLongLong() : 0;
}

Result<qint64> CellStore::subjectId(const row_metrics::Subject& subject, bool make) const {
  const QVariantList name{nameOfSubject(subject)};
  if (make) {
    if (auto made = file_.change(QStringLiteral("INSERT OR IGNORE INTO subject (name) VALUES (?)"), name);
        !made)
      return made;
  }
  return number(QStringLiteral("SELECT id FROM subject WHERE name = ?"), name);
}

qint64 CellStore::Remembered::bytes() const {
  std::size_t sum = 0;
  for (const auto& [place, cell] : cells) {
    sum += sizeof(row_metrics::Cell) + 100;
    for (const std::string& counts : cell->counts) sum += counts.size();
  }
  return static_cast<qint64>(sum);
}

qint64 CellStore::remembered() const {
  qint64 sum = 0;
  for (const auto& [columns, known] : remembered_) sum += known.bytes();
  return sum;
}

Result<CellStore::Cells> CellStore::cells(const row_metrics::Subject& subject,
                                          const row_metrics::Window& window) {
  auto id = subjectId(subject, false);
  if (!id) return fail(id.error());
  if (*id == 0 || window.to <= window.from) return Cells{};
  if (auto same = forgetWhatOthersChanged(); !same) return fail(same.error());
  int columns = 0;
  for (const metrics::By by : window.by) columns |= 1 << static_cast<int>(by);
  Remembered& known = remembered_[columns];
  if (known.subject != *id || window.to < known.from || known.to < window.from)
    known = {*id, window.from, window.from, {}};
  for (const auto& [from, to] : {std::pair{window.from, known.from}, std::pair{known.to, window.to}}) {
    if (from >= to) continue;
    if (auto read = readInto(known, columns, from, to); !read) {
      remembered_.erase(columns);
      return fail(read.error());
    }
  }
  known.from = std::min(known.from, window.from);
  known.to = std::max(known.to, window.to);
  Cells out;
  for (const row_metrics::Axis axis : {row_metrics::Axis::created, row_metrics::Axis::finished}) {
    const auto end = known.cells.lower_bound({axis, window.to});
    for (auto at = known.cells.lower_bound({axis, window.from}); at != end; ++at) out.push_back(at->second);
  }
  boundMemory(columns, window.from, window.to);
  return out;
}

Result<void> CellStore::forgetWhatOthersChanged() {
  const auto version = number(QStringLiteral("PRAGMA data_version"));
  if (!version) return fail(version.error());
  if (*version != version_) remembered_.clear();
  version_ = *version;
  return {};
}

Result<void> CellStore::readInto(Remembered& into, int needed, Timestamp from, Timestamp to) const {
  QString columns;
  for (int by = 0; by < 4; ++by)
    columns += (needed >> by & 1) != 0 ? QStringLiteral(", c%1").arg(by)
                                       : QStringLiteral(", CASE WHEN final = 0 THEN c%1 END").arg(by);
  auto found = file_.select(
      QStringLiteral("SELECT axis, hour, read_at, n, unfinished, unknown, undated, gone%1 FROM cell WHERE "
                     "subject = ? AND axis IN (0, 1) AND hour >= ? AND hour < ?")
          .arg(columns),
      {into.subject, static_cast<qlonglong>(from.us), static_cast<qlonglong>(to.us)});
  if (!found) return fail(found.error());
  QSqlQuery& query = *found;
  while (query.next()) {
    row_metrics::Cell cell{
        .axis = query.value(0).toInt() == 0 ? row_metrics::Axis::created : row_metrics::Axis::finished,
        .from = {query.value(1).toLongLong()},
        .read_at = {query.value(2).toLongLong()},
        .rows = query.value(3).toLongLong(),
        .unfinished = query.value(4).toLongLong(),
        .unknown = query.value(5).toLongLong(),
        .undated = query.value(6).toLongLong(),
        .gone = query.value(7).toLongLong(),
        .counts = {}};
    for (int by = 0; by < 4; ++by)
      cell.counts[static_cast<std::size_t>(by)] = query.value(8 + by).toByteArray().toStdString();
    const std::pair place{cell.axis, cell.from};
    into.cells[place] = std::make_shared<const row_metrics::Cell>(std::move(cell));
  }
  // A damaged page shows itself here.
  if (query.lastError().isValid()) return fail(file_.error(query.lastError().text()));
  return {};
}

// As reading them again would tell them.
void CellStore::remember(qint64 subject, const std::vector<row_metrics::Cell>& cells,
                         const row_metrics::Ages& ages) {
  for (auto& [columns, known] : remembered_) {
    if (known.subject != subject) continue;
    for (const row_metrics::Cell& kept : cells) {
      if (kept.from < known.from || kept.from >= known.to) continue;
      row_metrics::Cell cell = kept;
      for (std::size_t by = 0; row_metrics::is_final(kept, kept.read_at, ages) && by < cell.counts.size();
           ++by) {
        if ((columns >> by & 1) == 0) cell.counts[by] = {};
      }
      known.cells[{kept.axis, kept.from}] = std::make_shared<const row_metrics::Cell>(std::move(cell));
    }
  }
}

// What the last question needs goes last.
void CellStore::boundMemory(int columns, Timestamp from, Timestamp to) {
  if (remembered() <= limits_.memory) return;
  std::erase_if(remembered_, [&](const auto& one) { return one.first != columns; });
  Remembered& known = remembered_[columns];
  std::erase_if(known.cells,
                [&](const auto& one) { return one.first.second < from || one.first.second >= to; });
  known.from = from;
  known.to = to;
  if (known.bytes() > limits_.memory) remembered_.clear();
}

Result<void> CellStore::keep(const row_metrics::Subject& subject, const std::vector<row_metrics::Cell>& cells,
                             const row_metrics::Ages& ages) {
  if (cells.empty()) return {};
  auto kept = file_.inTransaction([&] { return keepAll(subject, cells, ages); });
  if (!kept) remembered_.clear();  // what is in the file shows when it is read again
  return kept;
}

Result<void> CellStore::keepAll(const row_metrics::Subject& subject,
                                const std::vector<row_metrics::Cell>& cells, const row_metrics::Ages& ages) {
  auto id = subjectId(subject, true);
  if (!id) return fail(id.error());
  QSqlQuery query = file_.prepared(
      QStringLiteral("INSERT OR REPLACE INTO cell VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  Timestamp newest = Timestamp::minus_infinity();
  for (const row_metrics::Cell& cell : cells) {
    newest = std::max(newest, cell.from);
    query.bindValue(0, *id);
    query.bindValue(1, static_cast<int>(cell.axis));
    query.bindValue(2, static_cast<qlonglong>(cell.from.us));
    query.bindValue(3, static_cast<qlonglong>(cell.read_at.us));
    query.bindValue(4, row_metrics::is_final(cell, cell.read_at, ages) ? 1 : 0);
    query.bindValue(5, static_cast<qlonglong>(cell.rows));
    query.bindValue(6, static_cast<qlonglong>(cell.unfinished));
    query.bindValue(7, static_cast<qlonglong>(cell.unknown));
    query.bindValue(8, static_cast<qlonglong>(cell.undated));
    query.bindValue(9, static_cast<qlonglong>(cell.gone));
    for (int by = 0; by < 4; ++by)
      query.bindValue(10 + by, toBytes(cell.counts[static_cast<std::size_t>(by)]));
    if (!query.exec()) return fail(file_.error(query.lastError().text()));
  }
  remember(*id, cells, ages);
  if (newest - tidied_ < cellsTidiedEvery) return {};
  tidied_ = newest;
  remembered_.clear();
  return tidy(*id, newest);
}

Result<void> CellStore::tidy(qint64 subject, Timestamp newest) {
  const auto old = file_.change(QStringLiteral("DELETE FROM cell WHERE subject = ? AND hour < ?"),
                                {subject, static_cast<qlonglong>((newest - limits_.kept).us)});
  if (!old) return fail(old.error());
  for (;;) {
    auto used = bytes();
    if (!used) return fail(used.error());
    if (*used <= limits_.bytes) return {};
    // A day of the oldest at a time.
    const auto oldest =
        file_.change(QStringLiteral("DELETE FROM cell WHERE hour < (SELECT min(hour) FROM cell) + ?"),
                     {static_cast<qlonglong>(cellsTidiedEvery.count())});
    if (!oldest) return fail(oldest.error());
    if (*oldest <= 0) return {};
  }
}

Result<std::optional<Timestamp>> CellStore::since(const row_metrics::Subject& subject) const {
  auto id = subjectId(subject, false);
  if (!id) return fail(id.error());
  auto query = file_.select(QStringLiteral("SELECT min(hour) FROM cell WHERE subject = ?"), {*id});
  if (!query) return fail(query.error());
  if (!query->next() || query->value(0).isNull()) return std::nullopt;
  return Timestamp{query->value(0).toLongLong()};
}

Result<qint64> CellStore::bytes() const {
  return number(QStringLiteral(
      "SELECT coalesce(sum(length(c0) + length(c1) + length(c2) + length(c3) + 100), 0) FROM cell"));
}

}  // namespace onceover::workspace
