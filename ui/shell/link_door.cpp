#include "ui/shell/link_door.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTimer>

namespace onceover::shell {
namespace {

// A link and the end of its line; link.cpp takes none that is longer.
constexpr qint64 longestLine = 10'000;
// A guest that says nothing is shown out.
constexpr std::chrono::milliseconds patience(2000);

bool isPrivate(const QString& directory) {
  struct stat found{};
  return ::lstat(QFile::encodeName(directory).constData(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::geteuid() &&
         (found.st_mode & 077) == 0;
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
  // Asked first: listening would take the door from a console that keeps it. Where nobody answers, its console was killed.
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

std::optional<Result<void>> LinkDoor::handOver(const QString& path, const QString& link, std::chrono::milliseconds within) {
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

}  // namespace onceover::shell
