// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/link.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>
#include <cctype>

namespace onceover::shell {
namespace {

// A filter with every part filled in is far below; a chat cuts longer ones.
constexpr qsizetype longest = 8192;
constexpr qsizetype longestValue = 2048;

Error refused(const QString& words) {
  return {ErrorKind::invalid_input, widgets::bytes(words), "Nothing was opened.",
          "Copy the whole link again, or ask for a new one."};
}

QString beginning() { return linkScheme + QStringLiteral("://view/"); }

bool isName(const QString& text) {
  return !text.isEmpty() && text.size() <= 32 && std::ranges::all_of(text, [](QChar c) {
    return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'_';
  });
}

// %41 is the only way to write a byte that is none of the unreserved ones; half an escape is none.
std::optional<QByteArray> unescaped(const QString& text) {
  const QByteArray latin = text.toLatin1();
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    const auto isHex = [&](qsizetype at) {
      return at < latin.size() && std::isxdigit(static_cast<unsigned char>(latin[at])) != 0;
    };
    if (c == u'%' ? !isHex(i + 1) || !isHex(i + 2) : c.unicode() <= 0x20 || c.unicode() >= 0x7f)
      return std::nullopt;
  }
  QByteArray out = QByteArray::fromPercentEncoding(latin);
  if (out.contains('\0')) return std::nullopt;
  return out;
}

QString escaped(const QByteArray& value) { return QString::fromLatin1(value.toPercentEncoding()); }

}  // namespace

bool isLink(const QString& text) {
  return text.trimmed().startsWith(linkScheme + QLatin1Char(':'), Qt::CaseInsensitive);
}

QString linkText(const Link& link) {
  QString text = beginning() + link.page + QStringLiteral("?store=") + QString::fromLatin1(link.store);
  const auto add = [&text](const QString& name, const QByteArray& value) {
    text += u'&' + name + u'=' + escaped(value);
  };
  if (!link.of.isEmpty()) add(QStringLiteral("of"), link.of);
  if (!link.table.isEmpty()) add(QStringLiteral("table"), link.table);
  for (auto part = link.place.cbegin(); part != link.place.cend(); ++part) add(part.key(), part.value());
  return text;
}

Result<Link> linkFrom(const QString& given, const QStringList& pages) {
  const QString text = given.trimmed();
  if (!isLink(text)) return fail(refused(tr("This is not a link to a view of Onceover.")));
  if (text.size() > longest) return fail(refused(tr("The link is longer than any that Onceover writes.")));
  // An address, a user or a password would stand here.
  if (!text.startsWith(beginning()))
    return fail(refused(tr("The link does not begin with %1.").arg(beginning())));
  const QString rest = text.mid(beginning().size());
  Link link;
  link.page = rest.section(u'?', 0, 0);
  if (!pages.contains(link.page)) {
    return fail(refused(tr("The link names a page that this version does not have: “%1”.")
                            .arg(widgets::shown(widgets::bytes(link.page)))));
  }
  for (const QString& part : rest.section(u'?', 1).split(u'&', Qt::SkipEmptyParts)) {
    const QString name = part.section(u'=', 0, 0);
    const auto value = unescaped(part.section(u'=', 1));
    if (!isName(name) || !value || value->size() > longestValue) {
      return fail(refused(
          tr("A part of the link cannot be read: “%1”.").arg(widgets::shown(widgets::bytes(part.left(80))))));
    }
    const bool isTwice = link.place.contains(name) || (name == u"store" && !link.store.isEmpty()) ||
                         (name == u"of" && !link.of.isEmpty()) || (name == u"table" && !link.table.isEmpty());
    if (isTwice) return fail(refused(tr("A part of the link is there twice: “%1”.").arg(name)));
    if (name == u"store") {
      link.store = *value;
    } else if (name == u"of") {
      link.of = *value;
    } else if (name == u"table") {
      link.table = *value;
    } else {
      link.place.insert(name, *value);
    }
  }
  const bool isDigest = link.store.size() == 32 && std::ranges::all_of(link.store, [](char c) {
                          return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                        });
  if (!isDigest) return fail(refused(tr("The link does not say which store it is of.")));
  return link;
}

QByteArray storeOf(const pg::ServerIdentity& identity) {
  const std::string known = identity.system_identifier.value_or("?" + identity.database) + "/" +
                            std::to_string(identity.database_oid);
  return QCryptographicHash::hash(QByteArray::fromStdString(known), QCryptographicHash::Sha256)
      .toHex()
      .left(32);
}

namespace {

// A link and the end of its line; link.cpp takes none that is longer.
constexpr qint64 longestLine = 10'000;
// A guest that says nothing is shown out.
constexpr std::chrono::milliseconds patience(2000);

bool isPrivate(const QString& directory) {
  struct stat found {};
  return ::lstat(QFile::encodeName(directory).constData(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == ::geteuid() && (found.st_mode & 077) == 0;
}

}  // namespace

QString LinkDoor::usualPath() {
  const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
  if (runtime.isEmpty() || !isPrivate(runtime)) return {};
  const QString own = runtime + QLatin1String("/onceover");
  (void)::mkdir(QFile::encodeName(own).constData(), 0700);
  return isPrivate(own) ? own + QLatin1String("/links") : QString();
}

LinkDoor::LinkDoor(QObject* parent) : QObject(parent), server_(new QLocalServer(this)) {
  server_->setSocketOptions(QLocalServer::UserAccessOption);
  server_->setMaxPendingConnections(4);
  connect(server_, &QLocalServer::newConnection, this, &LinkDoor::admit);
}

bool LinkDoor::listen(const QString& path) {
  if (path.isEmpty()) return false;
  // Asked first: listening would take the door from a console that keeps it. Where nobody answers, its
  // console was killed.
  QLocalSocket knock;
  knock.connectToServer(path);
  if (knock.waitForConnected(static_cast<int>(patience.count()))) return false;
  QLocalServer::removeServer(path);
  return server_->listen(path);
}

void LinkDoor::admit() {
  while (QLocalSocket* guest = server_->nextPendingConnection()) {
    connect(guest, &QLocalSocket::disconnected, guest, &QObject::deleteLater);
    connect(guest, &QLocalSocket::readyRead, this, [this, guest] { take(*guest); });
    QTimer::singleShot(patience, guest, [guest] { guest->abort(); });
    take(*guest);
  }
}

void LinkDoor::take(QLocalSocket& guest) {
  if (!guest.canReadLine()) {
    if (guest.bytesAvailable() > longestLine) guest.abort();
    return;
  }
  const QByteArray line = guest.readLine(longestLine).trimmed();
  guest.disconnect(this);
  guest.write("taken\n");
  guest.flush();
  guest.disconnectFromServer();
  emit linkGiven(QString::fromUtf8(line));
}

std::optional<Result<void>> LinkDoor::handOver(const QString& path, const QString& link,
                                               std::chrono::milliseconds within) {
  if (path.isEmpty() || !QFile::exists(path)) return std::nullopt;
  QLocalSocket door;
  const auto limit = static_cast<int>(within.count());
  door.connectToServer(path);
  if (!door.waitForConnected(limit)) return std::nullopt;
  QString line = link.trimmed();
  line.remove(u'\n');
  door.write(line.toUtf8() + '\n');
  while (!door.canReadLine()) {
    if (door.waitForReadyRead(limit)) continue;
    return fail(ErrorKind::io, "The console that runs did not take the link.", "Nothing was opened.",
                "Copy the link, press Ctrl+K in the console and paste it.");
  }
  return Result<void>();
}

namespace {

// The digest of the store that a connection led to when it was last made.
QString storeChoice(const bridge::ConnectionProfile& connection) {
  return QStringLiteral("store/") + rememberedPlace(connection);
}

QByteArray titleBytes(const tables::Profile& table) {
  return QByteArray::fromStdString(table.schema + "." + table.table);
}

}  // namespace

LinkDesk::LinkDesk(bridge::Session& session, workspace::Workspace& workspace, Navigator& places,
                   std::function<bridge::Tables()> mapped, QObject* parent)
    : QObject(parent),
      session_(session),
      workspace_(workspace),
      places_(places),
      mapped_(std::move(mapped)) {}

QString LinkDesk::here() const {
  const widgets::Page* page = places_.page();
  if (page == nullptr || !session_.wasReady()) return {};
  const tables::Profile& table = session_.profile();
  return linkText({.page = places_.idHere(),
                   .store = storeOf(session_.facts().identity),
                   .of = session_.connection().title().toUtf8(),
                   .table = tables::is_own(table) ? QByteArray() : titleBytes(table),
                   .place = page->placeForOthers()});
}

void LinkDesk::forgetProblem() {
  problem_.clear();
  emit problemChanged();
}

void LinkDesk::refuse(const Error& error) {
  problem_ = widgets::sentences(error).replace('\n', ' ');
  emit problemChanged();
}

bool LinkDesk::noteConnected() {
  (void)workspace_.setChoice(storeChoice(session_.connection()),
                             QString::fromLatin1(storeOf(session_.facts().identity)));
  const auto link = std::exchange(pending_, std::nullopt);
  if (link) follow(*link);
  return link.has_value();
}

void LinkDesk::open(const QString& text) {
  pending_.reset();
  forgetProblem();
  const auto link = linkFrom(text, places_.ids());
  if (!link) return refuse(link.error());
  if (session_.state() == bridge::SessionState::connecting) {
    pending_ = *link;  // whether it is of that store is known in a moment
    return;
  }
  if (session_.isReady() && storeOf(session_.facts().identity) == link->store) return follow(*link);
  for (const bridge::ConnectionProfile& known : workspace_.connections()) {
    if (workspace_.choice(storeChoice(known)).toLatin1() != link->store) continue;
    pending_ = *link;
    return emit connectionOffered(known);
  }
  const QString of = widgets::shown(link->of.toStdString());
  refuse({ErrorKind::invalid_input,
          widgets::bytes(tr("The link is of a store that this desktop has not connected to (“%1”).").arg(of)),
          "Nothing was opened.", "Connect to that store, then open the link again."});
}

// True where that table is read now.
bool LinkDesk::read(const QByteArray& title) {
  bridge::Tables all = mapped_();
  for (const auto& table : session_.facts().eventTables) all.push_back(table);
  if (title.isEmpty()) all = {bridge::ownProfile()};
  for (const auto& table : all) {
    if (!title.isEmpty() && titleBytes(*table) != title) continue;
    const bool isRead =
        title.isEmpty() ? tables::is_own(session_.profile()) : titleBytes(session_.profile()) == title;
    if (!isRead) session_.useProfile(table);
    return true;
  }
  return !title.isEmpty() && titleBytes(session_.profile()) == title;
}

Result<void> LinkDesk::show(const Link& link) {
  const auto at = static_cast<int>(places_.ids().indexOf(link.page));
  if (!read(link.table)) {
    return fail(ErrorKind::invalid_input,
                "The link is of the table " + widgets::bytes(widgets::shown(link.table.toStdString())) +
                    ", which is not mapped on this desktop.",
                "Nothing was opened.", "Map it on the page Tables and use it, then open the link again.");
  }
  if (!places_.isOfTable(at)) {
    return fail(ErrorKind::invalid_input,
                "The page “" + widgets::bytes(places_.entries()[at].name()) +
                    "” has nothing to show for this table over this connection.",
                "Nothing was opened.", "");
  }
  auto shown = places_.pages()[at]->showPlace(link.place);
  if (shown) places_.show(at);
  return shown;
}

void LinkDesk::follow(const Link& link) {
  if (storeOf(session_.facts().identity) != link.store) {
    return refuse({ErrorKind::invalid_input, "This connection leads to another store than the link is of.",
                   "Nothing was opened.", "Connect to the store of the link, then open it again."});
  }
  const auto shown = places_.asOneVisit([&] { return show(link); });
  if (!shown) refuse(shown.error());
}

}  // namespace onceover::shell
