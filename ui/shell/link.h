// A view as a link to paste into a chat: onceover://view/keys?store=…&stuck=yes. Pure functions.
//
// A link is untrusted input. It names a page, what to show there, and the store it is of by a digest: no address, no user, no secret, and
// no act. A link with anything else in it is refused whole.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "core/base/result.h"
#include "core/pg/server_identity.h"
#include "ui/widgets/place.h"

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

}  // namespace onceover::shell
