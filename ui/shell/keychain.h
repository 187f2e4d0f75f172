// SPDX-License-Identifier: GPL-3.0-or-later
// The system's keychain, for the passwords of known connections. Where the desktop has none, passwords are
// typed, come from libpq's password file, or from a command.
#pragma once

#include <QObject>
#include <QString>

#include "ui/bridge/connection_profile.h"

namespace onceover::shell {

class Keychain : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  // place: what the password belongs to, a conninfo without one. Each answers later, by signal.
  void read(const QString& place);
  void write(const QString& place, const QString& password);
  void remove(const QString& place);

 signals:
  void found(const QString& place, const QString& password);  // never empty
  void failed(const QString& words);                          // there is no keychain, or it refused
};

// Those of gateways, apart from the passwords.
class SystemCredentials final : public bridge::Credentials {
  Q_OBJECT
 public:
  using bridge::Credentials::Credentials;
  void store(const QString& name, const QString& value) override;

 protected:
  void read(const QString& name, Answer answer) override;
};

}  // namespace onceover::shell
