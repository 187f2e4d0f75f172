#include "ui/bridge/connection_profile.h"

#include <QUrl>
#include <QUrlQuery>
#include <utility>

namespace onceover::bridge {
namespace {

using Words = QList<std::pair<QString, QString>>;

bool isUri(const QString& conninfo) {
  return conninfo.startsWith(QLatin1String("postgresql://")) || conninfo.startsWith(QLatin1String("postgres://"));
}

// libpq's quoting: blanks, quotes and backslashes need quotes around, quotes and backslashes a backslash before.
QString quotedWord(const QString& value) {
  QString out = value;
  out.replace('\\', QLatin1String("\\\\")).replace('\'', QLatin1String("\\'"));
  const bool plain = !value.isEmpty() && out == value && !value.contains(' ');
  return plain ? out : '\'' + out + '\'';
}

// "name = 'value'" pairs by libpq's rules; what does not follow them is cut off, which libpq will complain about.
Words wordsOf(const QString& conninfo) {
  Words words;
  qsizetype at = 0;
  const auto skipBlanks = [&] {
    while (at < conninfo.size() && conninfo[at].isSpace()) ++at;
  };
  for (skipBlanks(); at < conninfo.size(); skipBlanks()) {
    QString name, value;
    while (at < conninfo.size() && conninfo[at] != '=' && !conninfo[at].isSpace()) name += conninfo[at++];
    skipBlanks();
    if (at < conninfo.size() && conninfo[at] == '=') ++at;
    skipBlanks();
    const bool quoted = at < conninfo.size() && conninfo[at] == '\'';
    if (quoted) ++at;
    while (at < conninfo.size() && (quoted ? conninfo[at] != '\'' : !conninfo[at].isSpace())) {
      if (conninfo[at] == '\\' && at + 1 < conninfo.size()) ++at;
      value += conninfo[at++];
    }
    if (quoted && at < conninfo.size()) ++at;
    words.append({name, value});
  }
  return words;
}

QString joined(const Words& words) {
  QStringList parts;
  for (const auto& [name, value] : words) parts.append(name + '=' + quotedWord(value));
  return parts.join(' ');
}

// The password of a URI stands behind the user, or among the parameters. Cut textually: QUrl refuses several hosts.
SplitConninfo splitUri(const QString& uri) {
  SplitConninfo split{uri, {}};
  const qsizetype begin = uri.indexOf(QLatin1String("://")) + 3;
  qsizetype end = uri.indexOf('/', begin);
  const qsizetype query = uri.indexOf('?', begin);
  if (end < 0 || (query >= 0 && query < end)) end = query >= 0 ? query : uri.size();
  const qsizetype at = uri.lastIndexOf('@', end - 1);
  if (at >= begin) {
    const qsizetype colon = uri.indexOf(':', begin);
    if (colon >= 0 && colon < at) {
      split.password = QUrl::fromPercentEncoding(uri.mid(colon + 1, at - colon - 1).toUtf8());
      split.conninfo = uri.left(colon) + uri.mid(at);
    }
  }
  const qsizetype mark = split.conninfo.indexOf('?');
  if (mark < 0) return split;
  QStringList kept;
  for (const QString& part : split.conninfo.mid(mark + 1).split('&')) {
    if (part.startsWith(QLatin1String("password="))) {
      split.password = QUrl::fromPercentEncoding(part.mid(9).toUtf8());
    } else {
      kept.append(part);
    }
  }
  split.conninfo = split.conninfo.left(mark) + (kept.isEmpty() ? QString() : '?' + kept.join('&'));
  return split;
}

QString value(const Words& words, QLatin1String name) {
  for (const auto& [known, value] : words) {
    if (known == name) return value;
  }
  return {};
}

QString place(const QString& database, const QString& host) {
  if (host.isEmpty()) return database;
  return database.isEmpty() ? host : database + QLatin1String(" on ") + host;
}

QString placeOfUri(const QString& uri) {
  const qsizetype begin = uri.indexOf(QLatin1String("://")) + 3;
  QString rest = uri.mid(begin).section('?', 0, 0);
  if (rest.contains('@')) rest = rest.mid(rest.lastIndexOf('@') + 1);
  const QString host = QUrl::fromPercentEncoding(rest.section('/', 0, 0).toUtf8());
  const QString database = QUrl::fromPercentEncoding(rest.section('/', 1).toUtf8());
  const QString where = place(database, host);
  return where.isEmpty() ? QStringLiteral("the local server") : where;
}

}  // namespace

QString ConnectionProfile::title() const { return name.isEmpty() ? placeOf(conninfo) : name; }

QString ConnectionProfile::environmentName() const {
  if (!environment.isEmpty()) return environment;
  return isProduction ? QStringLiteral("production") : title();
}

QString conninfoOf(const ConnectionFields& fields) {
  Words words;
  const auto add = [&words](const char* name, const QString& value) {
    if (!value.trimmed().isEmpty()) words.append({QString::fromLatin1(name), value.trimmed()});
  };
  add("service", fields.service);
  add("host", fields.host);
  add("hostaddr", fields.hostaddr);
  add("port", fields.port);
  add("dbname", fields.database);
  add("user", fields.user);
  add("sslmode", fields.sslmode);
  add("sslrootcert", fields.sslrootcert);
  return joined(words);
}

SplitConninfo withoutPassword(const QString& conninfo) {
  if (isUri(conninfo)) return splitUri(conninfo);
  SplitConninfo split;
  Words kept;
  for (const auto& word : wordsOf(conninfo)) {
    if (word.first == QLatin1String("password")) {
      split.password = word.second;
    } else {
      kept.append(word);
    }
  }
  split.conninfo = split.password.isNull() ? conninfo : joined(kept);
  return split;
}

QString withPassword(const QString& conninfo, const QString& password) {
  if (password.isEmpty()) return conninfo;
  if (!isUri(conninfo)) return (conninfo + QLatin1String(" password=") + quotedWord(password)).trimmed();
  const QString encoded = QString::fromLatin1(QUrl::toPercentEncoding(password));
  return conninfo + (conninfo.contains('?') ? '&' : '?') + QLatin1String("password=") + encoded;
}

QString placeOf(const QString& conninfo) {
  if (isUri(conninfo)) return placeOfUri(conninfo);
  const Words words = wordsOf(conninfo);
  const QString service = value(words, QLatin1String("service"));
  if (!service.isEmpty()) return QLatin1String("service ") + service;
  const QString where = place(value(words, QLatin1String("dbname")), value(words, QLatin1String("host")));
  return where.isEmpty() ? QStringLiteral("PG* variables") : where;
}

}  // namespace onceover::bridge
