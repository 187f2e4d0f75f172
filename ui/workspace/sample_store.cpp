// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/sample_store.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

namespace onceover::workspace {
namespace {

constexpr qint64 minuteUs = 60'000'000;
constexpr Duration tidiedEvery = std::chrono::hours(1);

// Samples are many and none is precious: a crash of the machine may cost the newest, and no write waits for
// the disk.
constexpr const char* sampleStatements[] = {
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "CREATE TABLE IF NOT EXISTS series (id INTEGER PRIMARY KEY, server TEXT NOT NULL, database INTEGER NOT "
    "NULL, relation TEXT NOT NULL, metric TEXT NOT NULL, grp TEXT NOT NULL, thinned_to INTEGER NOT NULL "
    "DEFAULT 0, UNIQUE (server, database, relation, metric, grp))",
    "CREATE TABLE IF NOT EXISTS sample (series INTEGER NOT NULL, at INTEGER NOT NULL, value REAL, PRIMARY "
    "KEY (series, at)) WITHOUT ROWID",
};

constexpr const char* seriesOfKey =
    "(SELECT id FROM series WHERE server = ? AND database = ? AND relation = ?)";

constexpr Database::Words sampleWords{
    "The file of samples cannot be used.", "No samples are kept or shown; nothing else is touched.",
    "Check that it can be written. If it is damaged, move it away: a new one is made at the next start."};

// With the key's columns, which the statement names last, or before `more`.
QVariantList withKey(const QVariantList& before, const SampleKey& key, const QVariantList& more = {}) {
  return before + QVariantList{key.server, key.database, key.relation} + more;
}

QString nameOf(const SampleKey& key) {
  return QStringLiteral("%1\n%2\n%3").arg(key.server, QString::number(key.database), key.relation);
}

qint64 us(Timestamp at) { return static_cast<qint64>(at.us); }

}  // namespace

SampleStore::SampleStore(const Limits& limits) : file_(sampleWords), limits_(limits) {}

Result<std::unique_ptr<SampleStore>> SampleStore::open(const QString& path, const Limits& limits) {
  std::unique_ptr<SampleStore> store(new SampleStore(limits));
  if (auto opened = store->file_.open(path, sampleStatements); !opened) return fail(opened.error());
  auto count = store->file_.select(QStringLiteral("SELECT count(*) FROM sample"));
  if (!count) return fail(count.error());
  store->rows_ = count->next() ? count->value(0).toLongLong() : 0;
  return store;
}

Result<qint64> SampleStore::seriesOf(const SampleKey& key, const QString& metric, const QString& group) {
  const QString name = nameOf(key) + '\n' + metric + '\n' + group;
  if (const auto known = series_.constFind(name); known != series_.constEnd()) return *known;
  const QVariantList line = withKey({}, key, {metric, group.isNull() ? QString(QLatin1String("")) : group});
  auto made = file_.change(
      QStringLiteral(
          "INSERT OR IGNORE INTO series (server, database, relation, metric, grp) VALUES (?, ?, ?, ?, ?)"),
      line);
  if (!made) return fail(made.error());
  auto found = file_.select(QStringLiteral("SELECT id FROM series WHERE server = ? AND database = ? AND "
                                           "relation = ? AND metric = ? AND grp = ?"),
                            line);
  if (!found) return fail(found.error());
  if (!found->next()) return fail(file_.error(QStringLiteral("a series is not there")));
  return *series_.insert(name, found->value(0).toLongLong());
}

Result<void> SampleStore::add(const SampleKey& key, Timestamp at, const QVector<SampleValue>& values) {
  if (values.isEmpty() || !at.is_finite() || at.us < 0) return {};
  auto added = file_.inTransaction([&] { return addAll(key, at, values); });
  if (!added) {
    series_.clear();
    tidied_.clear();
  }
  return added;
}

Result<void> SampleStore::addAll(const SampleKey& key, Timestamp at, const QVector<SampleValue>& values) {
  const auto last = newest(key);
  if (!last) return fail(last.error());
  if (*last && at + Duration(minuteUs) < **last) {
    if (auto forgotten = forgetBehind(key, at); !forgotten) return forgotten;
  }
  for (const SampleValue& value : values) {
    const auto series = seriesOf(key, value.metric, value.group);
    if (!series) return fail(series.error());
    auto rows =
        file_.change(QStringLiteral("INSERT OR IGNORE INTO sample (series, at, value) VALUES (?, ?, ?)"),
                     {*series, us(at), value.value ? QVariant(*value.value) : QVariant()});
    if (!rows) return fail(rows.error());
    rows_ += *rows;
  }
  const auto tidied = tidied_.constFind(nameOf(key));
  if (tidied != tidied_.constEnd() && at >= *tidied && at - *tidied < tidiedEvery) return {};
  tidied_.insert(nameOf(key), at);
  return tidy(key, at);
}

// Rows that it deletes are counted no more.
Result<void> SampleStore::forgetRows(const QString& statement, const QVariantList& values) {
  auto rows = file_.change(statement, values);
  if (!rows) return fail(rows.error());
  rows_ -= *rows;
  return {};
}

Result<void> SampleStore::markThinned(const SampleKey& key, qint64 to, const QString& bound) {
  auto marked = file_.change(QStringLiteral("UPDATE series SET thinned_to = %1(thinned_to, ?) WHERE server = "
                                            "? AND database = ? AND relation = ?")
                                 .arg(bound),
                             withKey({to}, key));
  return marked ? Result<void>() : fail(marked.error());
}

Result<void> SampleStore::forgetBehind(const SampleKey& key, Timestamp at) {
  auto forgotten = forgetRows(
      QStringLiteral("DELETE FROM sample WHERE at > ? AND series IN ") + QLatin1String(seriesOfKey),
      withKey({us(at)}, key));
  if (!forgotten) return forgotten;
  return markThinned(key, us(at) / minuteUs * minuteUs, QStringLiteral("min"));
}

Result<void> SampleStore::tidy(const SampleKey& key, Timestamp now) {
  auto aged = forgetRows(
      QStringLiteral("DELETE FROM sample WHERE at < ? AND series IN ") + QLatin1String(seriesOfKey),
      withKey({us(now - limits_.kept)}, key));
  if (!aged) return aged;
  const qint64 to = us(now - limits_.fine) / minuteUs * minuteUs;
  auto thinned = forgetRows(
      QStringLiteral(
          "DELETE FROM sample WHERE (series, at) IN (SELECT s.series, s.at FROM series r JOIN sample s ON "
          "s.series = r.id AND s.at >= r.thinned_to AND s.at < ? WHERE r.server = ? AND r.database = ? AND "
          "r.relation = ? AND EXISTS (SELECT 1 FROM sample l WHERE l.series = s.series AND l.at > s.at AND "
          "l.at < (s.at / 60000000 + 1) * 60000000))"),
      withKey({to}, key));
  if (!thinned) return thinned;
  if (auto marked = markThinned(key, to, QStringLiteral("max")); !marked) return marked;
  return forgetOldest();
}

// A tenth more than need be, so that it is not done every hour.
Result<void> SampleStore::forgetOldest() {
  if (rows_ <= limits_.rows) return {};
  return forgetRows(QStringLiteral("DELETE FROM sample WHERE (series, at) IN (SELECT series, at FROM sample "
                                   "ORDER BY at, series LIMIT ?)"),
                    {rows_ - limits_.rows + limits_.rows / 10});
}

Result<std::vector<SampledLine>> SampleStore::lastOfSteps(const SampleKey& key, const QStringList& metrics,
                                                          Timestamp from, Duration step, qint64 steps) const {
  std::vector<SampledLine> out;
  for (const QString& metric : metrics) {
    // A look into the index for each step, and not at each row: a month has many more rows than a chart has
    // steps.
    auto query = file_.select(
        QStringLiteral(
            "WITH RECURSIVE grid (i, begins, ends) AS (SELECT 0, ?, ? UNION ALL SELECT i + 1, ends, ends + ? "
            "FROM grid WHERE i + 1 < ?) SELECT r.grp, g.i, s.at, s.value FROM series r CROSS JOIN grid g "
            "JOIN sample s ON s.series = r.id AND s.at = (SELECT l.at FROM sample l WHERE l.series = r.id "
            "AND l.at >= g.begins AND l.at < g.ends ORDER BY l.at DESC LIMIT 1) WHERE r.server = ? AND "
            "r.database = ? AND r.relation = ? AND r.metric = ? ORDER BY r.grp, g.i"),
        withKey({us(from), us(from + step), static_cast<qint64>(step.count()), steps}, key, {metric}));
    if (!query) return fail(query.error());
    while (query->next()) {
      const QString group = query->value(0).toString();
      if (out.empty() || out.back().metric != metric || out.back().group != group)
        out.push_back({metric, group, {}});
      const QVariant value = query->value(3);
      out.back().samples.push_back({query->value(1).toLongLong(), Timestamp{query->value(2).toLongLong()},
                                    value.isNull() ? std::nullopt : std::optional(value.toDouble())});
    }
    if (query->lastError().isValid()) return fail(file_.error(query->lastError().text()));
  }
  return out;
}

Result<std::optional<Timestamp>> SampleStore::newest(const SampleKey& key) const {
  auto query = file_.select(
      QStringLiteral("SELECT max((SELECT max(at) FROM sample s WHERE s.series = r.id)) FROM series r WHERE "
                     "r.server = ? AND r.database = ? AND r.relation = ?"),
      withKey({}, key));
  if (!query) return fail(query.error());
  if (!query->next() || query->value(0).isNull()) return std::optional<Timestamp>();
  return std::optional(Timestamp{query->value(0).toLongLong()});
}

}  // namespace onceover::workspace
