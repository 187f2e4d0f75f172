// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the try-out's store on a thread of its own: starting and stopping it take seconds.
#pragma once

#include <QObject>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/base/error.h"
#include "core/key/types.h"

namespace onceover::try_it {
class TryStore;
}

namespace onceover::console {

class TryRunner : public QObject {
  Q_OBJECT
 public:
  explicit TryRunner(QObject* parent = nullptr);
  // Ends the store, which takes up to some seconds: call it when no window waits any more.
  ~TryRunner() override;
  // Before start(): keys get stuck in several ways before started(), so that there is something to see.
  void makeKeysStuck() { makesStuck_ = true; }
  // Once; again only after failed().
  void start();

 signals:
  void progressed(const QString& words);
  void started(const QString& conninfo, const QString& gatewayConfig);
  void stuckKeyMade(const onceover::key::Identity& id);
  void failed(const onceover::Error& error);

 private:
  void run();
  void makeStuck(try_it::TryStore& store);
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  bool makesStuck_ = false;
  std::thread thread_;
};

}  // namespace onceover::console
