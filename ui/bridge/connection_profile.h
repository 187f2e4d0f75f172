// SPDX-License-Identifier: GPL-3.0-or-later
// What a connection is, as this desktop remembers it: everything but secrets. Pure data and pure functions.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <string>

#include "core/gateway/config.h"

namespace onceover::bridge {

struct ConnectionProfile {
  QString id;           // stable, made once; empty: never remembered
  QString name;         // what the person calls it
  QString conninfo;     // libpq's words or URI, without a password; empty: PG* variables and libpq's defaults
  QString environment;  // "production", "staging": named when writes are armed
  bool isProduction = false;
  QString colour;           // "#b3261e": worn by every page; empty: the theme's
  QString gatewayConfig;    // path of a gateway's TOML; empty: no gateway can be asked
  QString passwordCommand;  // a program that prints a short-lived password; empty: none
  bool inKeychain = false;  // the system's keychain holds the password

  bool operator==(const ConnectionProfile&) const = default;
  // What a title shows: the name, else where it leads.
  QString title() const;
  // What is typed to arm writes in production: the environment, else the name.
  QString environmentName() const;
};

// The fields of the form. Empty ones are left to libpq.
struct ConnectionFields {
  QString host, hostaddr, port, database, user, sslmode, sslrootcert, service;
};
QString conninfoOf(const ConnectionFields& fields);

// A conninfo taken apart: what may be kept, and the password that was in it. Where there was one, what is
// kept is key=value text.
struct SplitConninfo {
  QString conninfo, password;
};
SplitConninfo withoutPassword(const QString& conninfo);

// Where it leads, for titles and lists: "payments on db.example", "service payments", "PG* variables". No
// user, no secret.
QString placeOf(const QString& conninfo);

// The credentials of gateways in the desktop's keychain, for the workers that open gateways. A keychain
// answers on the UI thread, and later: a person may have to unlock it. A worker waits for that, the UI thread
// never does. What was read is kept by the gateway that was opened with it, in memory, and nowhere else.
class Credentials : public QObject {
  Q_OBJECT
 public:
  explicit Credentials(QObject* parent = nullptr);
  ~Credentials() override;  // callers that wait are answered: there is none

  // For any thread but this object's; may be called for longer than this object lives.
  gateway::Keychain port() const;
  // stored or notStored follows, later.
  virtual void store(const QString& name, const QString& value) = 0;

 signals:
  void stored(const QString& name);
  void notStored(const QString& name, const QString& words);

 protected:
  using Answer = std::function<void(Result<std::string>)>;
  // Calls `answer` once, then or later, on this thread.
  virtual void read(const QString& name, Answer answer) = 0;
  static Error noneOf(const QString& name);

 private:
  struct Link;
  std::shared_ptr<Link> link_;
};

}  // namespace onceover::bridge
