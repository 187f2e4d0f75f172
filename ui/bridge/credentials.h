// The credentials of gateways in the desktop's keychain, for the workers that open gateways. A keychain answers on the UI thread, and
// later: somebody may have to unlock it. A worker waits for that, the UI thread never does. What was read is kept by the gateway that was
// opened with it, in memory, and nowhere else.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <string>

#include "core/gateway/config.h"

namespace onceover::bridge {

class Credentials : public QObject {
  Q_OBJECT
 public:
  explicit Credentials(QObject* parent = nullptr);
  ~Credentials() override;  // whoever waits is told that there is none

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
