#include "ui/workspace/sample_store.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

#include "ui/workspace/private_file.h"
#include "ui/workspace/workspace.h"

namespace onceover::workspace {
namespace {

constexpr qint64 minuteUs = 60'000'000;
constexpr Duration tidiedEvery = std::chrono::hours(1);

// Samples are many and none is precious: a crash of the machine may cost the newest, and no write waits for the disk.
constexpr const char* sampleStatements[] = {
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "CREATE TABLE IF NOT EXISTS series (id INTEGER PRIMARY KEY, server TEXT NOT NULL, database INTEGER NOT NULL, relation TEXT NOT NULL, "
    "metric TEXT NOT NULL, grp TEXT NOT NULL, thinned_to INTEGER NOT NULL DEFAULT 0, UNIQUE (server, database, relation, metric, grp))",
    "CREATE TABLE IF NOT EXISTS sample (series INTEGER NOT NULL, at INTEGER NOT NULL, value REAL, PRIMARY KEY (series, at)) WITHOUT ROWID",
};

constexpr const char* seriesOfKey = "(SELECT id FROM series WHERE server = ? AND database = ? AND relation = ?)";

Error sampleError(const QString& detail) {
  return {ErrorKind::io,
          "The file of samples cannot be used.",
          "No samples are kept or shown; nothing else is touched.",
          "See whether it can be written. Where it is damaged, move it away: a new one is made at the next start.",
          "",
          detail.toStdString()};
}

void bindKey(QSqlQuery& query, const SampleKey& key) {
  query.addBindValue(key.server);
  query.addBindValue(key.database);
  query.addBindValue(key.relation);
}

QString nameOf(const SampleKey& key) { return QStringLiteral("%1\n%2\n%3").arg(key.server, QString::number(key.database), key.relation); }

QSqlQuery prepared(const QString& connection, const QString& statement) {
  QSqlQuery query(QSqlDatabase::database(connection));
  query.setForwardOnly(true);
  query.prepare(statement);
  return query;
}

Result<void> done(QSqlQuery& query) {
  if (query.exec()) return {};
  return fail(sampleError(query.lastError().text()));
}

}  // namespace

SampleStore::SampleStore(QString connection, const Limits& limits) : connection_(std::move(connection)), limits_(limits) {}

SampleStore::~SampleStore() {
  QSqlDatabase::database(connection_, false).close();
  QSqlDatabase::removeDatabase(connection_);
}

Result<std::unique_ptr<SampleStore>> SampleStore::open(const QString& path, const Limits& limits) {
  if (!path.isEmpty()) {
    if (auto made = makePrivateFile(path); !made) return fail(made.error());
  }
  std::unique_ptr<SampleStore> store(new SampleStore(QUuid::createUuid().toString(), limits));
  QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), store->connection_);
  database.setDatabaseName(path.isEmpty() ? QStringLiteral(":memory:") : path);
  database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=200"));
  if (!database.open()) return fail(sampleError(path + QLatin1String(": ") + database.lastError().text()));
  for (const char* statement : sampleStatements) {
    QSqlQuery query(database);
    if (!query.exec(QString::fromLatin1(statement))) return fail(sampleError(path + QLatin1String(": ") + query.lastError().text()));
  }
  QSqlQuery count = prepared(store->connection_, QStringLiteral("SELECT count(*) FROM sample"));
  if (auto ran = done(count); !ran) return fail(ran.error());
  store->rows_ = count.next() ? count.value(0).toLongLong() : 0;
  return store;
}

Result<qint64> SampleStore::seriesOf(const SampleKey& key, const QString& metric, const QString& group) {
  const QString name = nameOf(key) + '\n' + metric + '\n' + group;
  if (const auto known = series_.constFind(name); known != series_.constEnd()) return *known;
  QSqlQuery insert = prepared(
      connection_, QStringLiteral("INSERT OR IGNORE INTO series (server, database, relation, metric, grp) VALUES (?, ?, ?, ?, ?)"));
  bindKey(insert, key);
  insert.addBindValue(metric);
  insert.addBindValue(group.isNull() ? QString(QLatin1String("")) : group);
  if (auto ran = done(insert); !ran) return fail(ran.error());
  QSqlQuery find = prepared(
      connection_, QStringLiteral("SELECT id FROM series WHERE server = ? AND database = ? AND relation = ? AND metric = ? AND grp = ?"));
  bindKey(find, key);
  find.addBindValue(metric);
  find.addBindValue(group.isNull() ? QString(QLatin1String("")) : group);
  if (auto ran = done(find); !ran) return fail(ran.error());
  if (!find.next()) return fail(sampleError(QStringLiteral("a series is not there")));
  return *series_.insert(name, find.value(0).toLongLong());
}

Result<void> SampleStore::add(const SampleKey& key, Timestamp at, const QVector<SampleValue>& values) {
  if (values.isEmpty() || !at.is_finite() || at.us < 0) return {};
  QSqlDatabase database = QSqlDatabase::database(connection_);
  if (!database.transaction()) return fail(sampleError(database.lastError().text()));
  auto added = addAll(key, at, values);
  if (added && database.commit()) return {};
  const QString why = database.lastError().text();
  database.rollback();
  series_.clear();
  tidied_.clear();
  return added ? fail(sampleError(why)) : added;
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
    QSqlQuery insert = prepared(connection_, QStringLiteral("INSERT OR IGNORE INTO sample (series, at, value) VALUES (?, ?, ?)"));
    insert.addBindValue(*series);
    insert.addBindValue(static_cast<qint64>(at.us));
    insert.addBindValue(value.value ? QVariant(*value.value) : QVariant());
    if (auto ran = done(insert); !ran) return ran;
    rows_ += insert.numRowsAffected();
  }
  const auto tidied = tidied_.constFind(nameOf(key));
  if (tidied != tidied_.constEnd() && at >= *tidied && at - *tidied < tidiedEvery) return {};
  tidied_.insert(nameOf(key), at);
  return tidy(key, at);
}

Result<void> SampleStore::forgetBehind(const SampleKey& key, Timestamp at) {
  QSqlQuery forget = prepared(connection_, QStringLiteral("DELETE FROM sample WHERE at > ? AND series IN ") + QLatin1String(seriesOfKey));
  forget.addBindValue(static_cast<qint64>(at.us));
  bindKey(forget, key);
  if (auto ran = done(forget); !ran) return ran;
  rows_ -= forget.numRowsAffected();
  QSqlQuery again =
      prepared(connection_, QStringLiteral("UPDATE series SET thinned_to = min(thinned_to, ?) WHERE server = ? AND database = ? AND "
                                           "relation = ?"));
  again.addBindValue(static_cast<qint64>(at.us / minuteUs * minuteUs));
  bindKey(again, key);
  return done(again);
}

Result<void> SampleStore::tidy(const SampleKey& key, Timestamp now) {
  QSqlQuery age = prepared(connection_, QStringLiteral("DELETE FROM sample WHERE at < ? AND series IN ") + QLatin1String(seriesOfKey));
  age.addBindValue(static_cast<qint64>((now - limits_.kept).us));
  bindKey(age, key);
  if (auto ran = done(age); !ran) return ran;
  rows_ -= age.numRowsAffected();
  const qint64 to = (now - limits_.fine).us / minuteUs * minuteUs;
  QSqlQuery thin = prepared(
      connection_,
      QStringLiteral("DELETE FROM sample WHERE (series, at) IN (SELECT s.series, s.at FROM series r JOIN sample s ON s.series = r.id AND "
                     "s.at >= r.thinned_to AND s.at < ? WHERE r.server = ? AND r.database = ? AND r.relation = ? AND EXISTS (SELECT 1 FROM "
                     "sample l WHERE l.series = s.series AND l.at > s.at AND l.at < (s.at / 60000000 + 1) * 60000000))"));
  thin.addBindValue(to);
  bindKey(thin, key);
  if (auto ran = done(thin); !ran) return ran;
  rows_ -= thin.numRowsAffected();
  QSqlQuery mark = prepared(connection_, QStringLiteral("UPDATE series SET thinned_to = max(thinned_to, ?) WHERE server = ? AND database "
                                                        "= ? AND relation = ?"));
  mark.addBindValue(to);
  bindKey(mark, key);
  if (auto ran = done(mark); !ran) return ran;
  return forgetOldest();
}

// A tenth more than need be, so that it is not done every hour.
Result<void> SampleStore::forgetOldest() {
  if (rows_ <= limits_.rows) return {};
  QSqlQuery oldest = prepared(
      connection_, QStringLiteral("DELETE FROM sample WHERE (series, at) IN (SELECT series, at FROM sample ORDER BY at, series LIMIT ?)"));
  oldest.addBindValue(rows_ - limits_.rows + limits_.rows / 10);
  if (auto ran = done(oldest); !ran) return ran;
  rows_ -= oldest.numRowsAffected();
  return {};
}

Result<std::vector<SampledLine>> SampleStore::lastOfSteps(const SampleKey& key, const QStringList& metrics, Timestamp from, Duration step,
                                                          qint64 steps) const {
  std::vector<SampledLine> out;
  for (const QString& metric : metrics) {
    // A look into the index for each step, and not at each row: a month has many more rows than a chart has steps.
    QSqlQuery query =
        prepared(connection_,
                 QStringLiteral(
                     "WITH RECURSIVE grid (i, begins, ends) AS (SELECT 0, ?, ? UNION ALL SELECT i + 1, ends, ends + ? FROM grid WHERE i + "
                     "1 < ?) SELECT r.grp, g.i, s.at, s.value FROM series r CROSS JOIN grid g JOIN sample s ON s.series = r.id AND s.at = "
                     "(SELECT l.at FROM sample l WHERE l.series = r.id AND l.at >= g.begins AND l.at < g.ends ORDER BY l.at DESC LIMIT 1) "
                     "WHERE r.server = ? AND r.database = ? AND r.relation = ? AND r.metric = ? ORDER BY r.grp, g.i"));
    query.addBindValue(static_cast<qint64>(from.us));
    query.addBindValue(static_cast<qint64>((from + step).us));
    query.addBindValue(static_cast<qint64>(step.count()));
    query.addBindValue(steps);
    bindKey(query, key);
    query.addBindValue(metric);
    if (auto ran = done(query); !ran) return fail(ran.error());
    while (query.next()) {
      const QString group = query.value(0).toString();
      if (out.empty() || out.back().metric != metric || out.back().group != group) out.push_back({metric, group, {}});
      const QVariant value = query.value(3);
      out.back().samples.push_back({query.value(1).toLongLong(), Timestamp{query.value(2).toLongLong()},
                                    value.isNull() ? std::nullopt : std::optional(value.toDouble())});
    }
    if (query.lastError().isValid()) return fail(sampleError(query.lastError().text()));
  }
  return out;
}

Result<std::optional<Timestamp>> SampleStore::newest(const SampleKey& key) const {
  QSqlQuery query = prepared(
      connection_, QStringLiteral("SELECT max((SELECT max(at) FROM sample s WHERE s.series = r.id)) FROM series r WHERE r.server = "
                                  "? AND r.database = ? AND r.relation = ?"));
  bindKey(query, key);
  if (auto ran = done(query); !ran) return fail(ran.error());
  if (!query.next() || query.value(0).isNull()) return std::optional<Timestamp>();
  return std::optional(Timestamp{query.value(0).toLongLong()});
}

}  // namespace onceover::workspace
