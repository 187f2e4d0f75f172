// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/connection_profile.h"

#include <QMetaObject>
#include <QThread>
#include <condition_variable>
#include <mutex>

#include "core/pg/conninfo.h"

namespace onceover::bridge {
namespace {

QString text(const std::string& bytes) { return QString::fromStdString(bytes); }

// Words that libpq reads from it; what it cannot read has none.
pg::ConninfoWords wordsOf(const QString& conninfo) {
  return pg::conninfo_words(conninfo.toStdString()).value_or(pg::ConninfoWords{});
}

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
  if (!service.isEmpty()) return QObject::tr("service %1").arg(service);
  const QString database = text(pg::word_of(words, "dbname")), hosts = hostsOf(words);
  if (!hosts.isEmpty()) return database.isEmpty() ? hosts : QObject::tr("%1 on %2").arg(database, hosts);
  if (!database.isEmpty()) return database;
  return conninfo.isEmpty() || !words.empty() ? QObject::tr("PG* variables")
                                              : text(redacted(conninfo.toStdString()));
}

namespace {

// A person may have to find and type the keychain's password first.
constexpr std::chrono::minutes patience{1};

Error unread(const std::string& what) {
  return {ErrorKind::invalid_input, what, "The gateway was not loaded.",
          "Unlock the keychain and connect again."};
}

}  // namespace

// Shared with the workers, which may outlive us.
struct Credentials::Link {
  std::mutex mutex;
  std::condition_variable changed;
  Credentials* owner = nullptr;  // null once it is gone
};

Credentials::Credentials(QObject* parent) : QObject(parent), link_(std::make_shared<Link>()) {
  link_->owner = this;
}

Credentials::~Credentials() {
  const std::lock_guard lock(link_->mutex);
  link_->owner = nullptr;
  link_->changed.notify_all();
}

Error Credentials::noneOf(const QString& name) {
  return {ErrorKind::invalid_input,
          "The keychain holds no credential named " + visible(name.toStdString()) +
              ": store it on the page of connections.",
          "The gateway was not loaded.", "Store it, and connect again."};
}

gateway::Keychain Credentials::port() const {
  return [link = link_](const std::string& name) -> Result<std::string> {
    const auto found = std::make_shared<std::optional<Result<std::string>>>();
    std::unique_lock lock(link->mutex);
    if (link->owner == nullptr || link->owner->thread() == QThread::currentThread())
      return fail(unread("There is no keychain here."));
    Credentials* owner = link->owner;
    const Answer answer = [link, found](Result<std::string> given) {
      const std::lock_guard held(link->mutex);
      *found = std::move(given);
      link->changed.notify_all();
    };
    QMetaObject::invokeMethod(
        owner, [owner, name, answer] { owner->read(QString::fromStdString(name), answer); },
        Qt::QueuedConnection);
    const bool ended =
        link->changed.wait_for(lock, patience, [&] { return found->has_value() || link->owner == nullptr; });
    if (*found) return **std::move(found);
    return fail(unread(ended ? "The keychain is no longer available."
                             : "The keychain did not answer within a minute."));
  };
}

}  // namespace onceover::bridge
