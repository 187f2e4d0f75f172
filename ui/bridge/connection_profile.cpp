#include "ui/bridge/connection_profile.h"

#include "core/base/text.h"
#include "core/pg/conninfo.h"

namespace onceover::bridge {
namespace {

QString text(const std::string& bytes) { return QString::fromStdString(bytes); }

// Words that libpq reads from it; what it cannot read has none.
pg::ConninfoWords wordsOf(const QString& conninfo) { return pg::conninfo_words(conninfo.toStdString()).value_or(pg::ConninfoWords{}); }

// "db.example:5433,db2", "/run/pg".
QString hostsOf(const pg::ConninfoWords& words) {
  const QString names = text(pg::word_of(words, "host"));
  const QStringList hosts = (names.isEmpty() ? text(pg::word_of(words, "hostaddr")) : names).split(',');
  const QStringList ports = text(pg::word_of(words, "port")).split(',');
  QStringList out;
  for (qsizetype i = 0; i < hosts.size(); ++i) {
    const QString port = ports.size() == 1 ? ports[0] : ports.value(i);
    out.append(hosts[i].isEmpty() || port.isEmpty() ? hosts[i] : hosts[i] + ':' + port);
  }
  return out.join(',');
}

}  // namespace

QString ConnectionProfile::title() const { return name.isEmpty() ? placeOf(conninfo) : name; }

QString ConnectionProfile::environmentName() const {
  if (!environment.isEmpty()) return environment;
  return isProduction ? QStringLiteral("production") : title();
}

QString conninfoOf(const ConnectionFields& fields) {
  const auto typed = [](const QString& value) { return value.trimmed().toStdString(); };
  return text(pg::conninfo_of({{"service", typed(fields.service)},
                               {"host", typed(fields.host)},
                               {"hostaddr", typed(fields.hostaddr)},
                               {"port", typed(fields.port)},
                               {"dbname", typed(fields.database)},
                               {"user", typed(fields.user)},
                               {"sslmode", typed(fields.sslmode)},
                               {"sslrootcert", typed(fields.sslrootcert)}}));
}

SplitConninfo withoutPassword(const QString& conninfo) {
  const auto words = pg::conninfo_words(conninfo.toStdString());
  // It leads nowhere, and may hold a password all the same.
  if (!words) return {text(redacted(conninfo.toStdString())), {}};
  const std::string password = pg::word_of(*words, "password");
  if (password.empty()) return {conninfo, {}};
  pg::ConninfoWords kept = *words;
  std::erase_if(kept, [](const auto& word) { return word.first == "password"; });
  return {text(pg::conninfo_of(kept)), text(password)};
}

QString placeOf(const QString& conninfo) {
  const pg::ConninfoWords words = wordsOf(conninfo);
  const QString service = text(pg::word_of(words, "service"));
  if (!service.isEmpty()) return QLatin1String("service ") + service;
  const QString database = text(pg::word_of(words, "dbname")), hosts = hostsOf(words);
  if (!hosts.isEmpty()) return database.isEmpty() ? hosts : database + QLatin1String(" on ") + hosts;
  if (!database.isEmpty()) return database;
  return conninfo.isEmpty() || !words.empty() ? QStringLiteral("PG* variables") : text(redacted(conninfo.toStdString()));
}

}  // namespace onceover::bridge
