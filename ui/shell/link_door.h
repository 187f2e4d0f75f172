// Where a console that runs takes links from the desktop: a socket in this user's own runtime directory, and nowhere else. The first console
// keeps the door; another one that is started with a link hands it over and ends.
#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <optional>

#include "core/base/result.h"

class QLocalServer;
class QLocalSocket;

namespace onceover::shell {

class LinkDoor : public QObject {
  Q_OBJECT
 public:
  // A socket in a directory that only this user may enter; made where it is missing. Empty: there is no such place.
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

}  // namespace onceover::shell
