// SPDX-License-Identifier: GPL-3.0-or-later
// A view as a link to paste into a chat: onceover://view/keys?store=…&stuck=yes. Pure functions.
//
// A link is untrusted input. It names a page, what to show there, and the store it is of by a digest: no
// address, no user, no secret, and no act. A link with anything else in it is refused whole.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <chrono>
#include <functional>
#include <optional>

#include "core/base/result.h"
#include "core/pg/server_identity.h"
#include "ui/shell/navigator.h"
#include "ui/widgets/place.h"

class QLocalServer;
class QLocalSocket;

namespace onceover::shell {

struct Link {
  QString page;      // id of a PageEntry
  QByteArray store;  // storeOf(); 32 hexadecimal digits
  QByteArray of;     // what the sender calls the store, for people; decides nothing
  QByteArray table;  // "schema.table", as shown; empty: our own
  widgets::Place place;
  bool operator==(const Link&) const = default;
};

inline const QString linkScheme = QStringLiteral("onceover");
bool isLink(const QString& text);

QString linkText(const Link& link);
// pages: the ids that exist. invalid_input, in words for who pasted it.
Result<Link> linkFrom(const QString& text, const QStringList& pages);

// Tells one database from another, and tells nobody where it is.
QByteArray storeOf(const pg::ServerIdentity& identity);

// Where a console that runs takes links from the desktop: a socket in this user's own runtime directory, and
// nowhere else. The first console keeps the door; another one that is started with a link hands it over and
// ends.
class LinkDoor : public QObject {
  Q_OBJECT
 public:
  // A socket in a directory that only this user may enter; made where it is missing. Empty: there is no such
  // place.
  static QString usualPath();

  explicit LinkDoor(QObject* parent = nullptr);
  // False where another console keeps it, or it cannot be made.
  bool listen(const QString& path);

  // Waits for the other console. none: none keeps the door.
  static std::optional<Result<void>> handOver(const QString& path, const QString& link,
                                              std::chrono::milliseconds within = std::chrono::seconds(5));

 signals:
  void linkGiven(const QString& link);

 private:
  void admit();
  void take(QLocalSocket& guest);
  QLocalServer* server_;
};

// Opens links to views (link.h) and makes them. A link is untrusted: it opens only over a connection that
// leads to its store, and never connects by itself. What is wrong with it is a problem to show above the
// page.

class LinkDesk : public QObject {
  Q_OBJECT
 public:
  // mapped: tables that can be read over this connection beside our own. All must outlive it.
  LinkDesk(bridge::Session& session, workspace::Workspace& workspace, Navigator& places,
           std::function<bridge::Tables()> mapped, QObject* parent);

  void open(const QString& text);
  // To what is shown now; empty where there is nothing to link to.
  QString here() const;
  // A connection was made: remembers which store it leads to, and opens the link that waited for it. False:
  // none waited.
  bool noteConnected();
  const QString& problem() const { return problem_; }
  void forgetProblem();

 signals:
  void problemChanged();
  // The link is of this store: a person is to connect to it, and nothing else does.
  void connectionOffered(const onceover::bridge::ConnectionProfile& known);

 private:
  void follow(const Link& link);
  bool read(const QByteArray& table);
  Result<void> show(const Link& link);
  void refuse(const Error& error);
  bridge::Session& session_;
  workspace::Workspace& workspace_;
  Navigator& places_;
  std::function<bridge::Tables()> mapped_;
  std::optional<Link> pending_;  // of a store that is known and not connected
  QString problem_;
};

}  // namespace onceover::shell
