// SPDX-License-Identifier: GPL-3.0-or-later
// One thread with one connection, made and used on that thread alone. Used by Session; pages know only Session.
#pragma once

#include <QObject>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/gateway/config.h"
#include "core/pg/server_identity.h"
#include "ui/bridge/reader.h"

namespace onceover::bridge {

struct ServerFacts;
using JobId = quint64;
using WorkerId = quint64;

// How a job ended: its value (a Result<T>, erased), or the error without which it was never run.
struct Outcome {
  std::optional<Error> error;
  std::shared_ptr<void> value;
};
using Work = std::function<Outcome(Reader&)>;
using Delivery = std::function<void(const Outcome&)>;

class Worker {
 public:
  struct Setup {
    std::string conninfo, password;          // no password: libpq's own sources
    std::string passwordCommand;             // empty: none
    std::string gatewayConfig;               // empty: none
    gateway::Keychain keychain;              // for the gateway's credential; called on the worker's thread
    std::optional<pg::ServerIdentity> only;  // of the database; another one at the same address is refused, and never written
  };
  // Called on the thread of `target`. Their owner binds the worker's id into them: several workers may report at once, and one that was
  // left long ago reports its end, too.
  struct Reports {
    std::function<void(Result<ServerFacts>)> opened;
    std::function<void(JobId, Outcome, bool connectionOpen)> finished;
    std::function<void(JobId, std::int64_t, std::int64_t)> progressed;
    std::function<void(const Error&)> dropped;  // the connection was found lost while nothing ran; the thread has ended
  };

  // Starts connecting at once. No report comes after this object is gone.
  Worker(QObject* target, WorkerId id, Setup setup, Reports reports);
  ~Worker();  // cancels and lets go without waiting: the thread ends by itself and touches nothing of ours any more
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  WorkerId id() const { return id_; }
  void submit(JobId id, Work work);
  // Queued: it is finished with ErrorKind::cancelled. Running: its statement is cancelled. Unknown: nothing.
  void cancel(JobId id);
  // What runs is finished, what is queued is finished as `refused`; then the connection is closed.
  void finishUp(const Error& refused);
  // Cancels everything and sees to it that no report comes any more. Does not wait.
  void beginStop();
  // True where the thread ended within the time.
  bool waitStopped(std::chrono::milliseconds atMost);

 private:
  struct State;
  static void run(const std::shared_ptr<State>& state);
  static void serve(const std::shared_ptr<State>& state);
  const WorkerId id_;
  std::shared_ptr<State> state_;
};

}  // namespace onceover::bridge
