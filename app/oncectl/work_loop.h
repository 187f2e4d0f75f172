// A thread of the service, with a connection of its own to one store: the same work again and again. Whatever goes wrong is said, and tried
// again after a pause: another thread's work is none of its business.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/base/log.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

class WorkLoop {
 public:
  // Once; the value: for how long to rest behind it, 0: not at all.
  using Work = std::function<Result<Duration>(const std::stop_token& stop)>;

  // no_work: "No pass", for the log where it failed. failed: told each error, on the loop's thread.
  WorkLoop(pg::ConnectOptions where, std::string no_work, LogSink log, std::function<void(const Error&)> failed);
  ~WorkLoop() = default;  // stops, and waits
  WorkLoop(const WorkLoop&) = delete;
  WorkLoop& operator=(const WorkLoop&) = delete;

  // Once. What `work` uses must outlive the loop, or its end.
  void start(Work work);
  // What is owned is settled first. Returns at once.
  void stop() { thread_.request_stop(); }
  void join() { thread_.join(); }
  // Whatever runs on the connection ends. Any thread.
  void cancel();
  // For how long nothing was heard of it; 0 while it rests.
  Duration silent_for() const;

  // For the work alone, on the loop's thread: open when it returns.
  Result<pg::Connection*> connection();
  // It lives.
  void beat();

 private:
  void run(const std::stop_token& stop);
  void rest(Duration span, const std::stop_token& stop);

  pg::ConnectOptions where_;
  std::string no_work_;
  LogSink log_;
  std::function<void(const Error&)> failed_;
  Work work_;
  std::optional<pg::Connection> connection_;
  std::atomic<Steady::rep> heard_{0};  // the greatest: it rests
  std::mutex mutex_;                   // of cancel_
  std::optional<pg::CancelHandle> cancel_;
  std::mutex rest_mutex_;
  std::condition_variable_any rested_;
  std::jthread thread_;
};

// Says of each record whose it is.
LogSink named_log(LogSink log, std::string kind, std::string name, std::string store);

}  // namespace onceover::oncectl
