// SPDX-License-Identifier: GPL-3.0-or-later
// The first minute: connect by URI, fields, service or PG* variables; try it on a store of our own; or take a
// known connection.
#pragma once

#include <QWidget>
#include <optional>

#include "core/base/result.h"
#include "ui/bridge/connection_profile.h"
#include "ui/bridge/session.h"
#include "ui/shell/keychain.h"
#include "ui/widgets/forward.h"

namespace onceover::shell {

class ConnectPage : public QWidget {
  Q_OBJECT
 public:
  explicit ConnectPage(bridge::Session& session, QWidget* parent = nullptr);
  void setConnections(const QList<bridge::ConnectionProfile>& connections);
  void showTrying(const QString& words);
  void showTryFailure(const Error& error);
  // The try-out runs: its button leads back to it.
  void setPrivateStore(const bridge::ConnectionProfile& profile);
  // The form, as it stands.
  bridge::ConnectionProfile profile() const;
  void fill(const bridge::ConnectionProfile& profile);
  void focusFirst();
  // The form of a known connection, with why; nothing is connected.
  void offer(const bridge::ConnectionProfile& profile, const QString& why);
  // What became of a credential that was given.
  void showStored(const QString& entry);
  void showNotStored(const QString& entry, const QString& words);

 signals:
  void connectRequested(const onceover::bridge::ConnectionProfile& profile, const QString& password);
  // To be kept in the keychain under the name that the gateway's description says.
  void credentialGiven(const QString& entry, const QString& value);
  void forgetRequested(const QString& id);
  void tryRequested();
  void openFileRequested();  // an incident bundle, without a connection

 private:
  QWidget* makeForm();
  QWidget* makeCredential();
  QWidget* makeSide();
  void noteGateway();
  void giveCredential();
  void takePassword(const QString& place, const QString& password);
  void noteKeychain(const QString& words);
  void keepPassword();
  void test();
  void connectNow();
  void take(int row);
  void forget();
  void tested(bridge::SessionState state);
  void follow(bridge::SessionState state);
  void tryNow();
  void say(const QString& words, widgets::Tone tone);
  void sayFailure(const Error& error);
  QString typedConninfo() const;
  QString password() const;

  bridge::Session& session_;
  bridge::Session probe_;
  QList<bridge::ConnectionProfile> known_;
  std::optional<bridge::ConnectionProfile> privateStore_;
  QString id_, entry_;  // entry_: of the gateway's credential in the keychain; empty: it stands elsewhere
  QComboBox* way_;
  QStackedWidget* ways_;
  QLineEdit *uri_, *service_, *host_, *hostaddr_, *port_, *database_, *user_, *rootcert_;
  QComboBox* sslmode_;
  QLineEdit *password_, *passwordCommand_, *name_, *environment_, *gateway_, *credential_;
  QComboBox* colour_;
  QCheckBox *keep_, *production_;
  Keychain keychain_;
  QWidget* credentialRow_;
  widgets::PlainLabel* credentialWords_;
  QPushButton *store_, *test_, *connect_, *try_, *forget_, *openFile_;
  QListWidget* recent_;
  widgets::PlainLabel *answer_, *tryWords_, *address_;
};

}  // namespace onceover::shell
