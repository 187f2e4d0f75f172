// A thread of the service, with a connection of its own to one store: the same job again and again. Whatever goes wrong is said, and tried
// again after a pause: another thread's work is none of its business.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/oncectl/service_config.h"
#include "core/base/log.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

class WorkLoop;

// On the loop's thread.
class Job {
 public:
  virtual ~Job() = default;
  // Once; the value: for how long to rest after it, 0: not at all. go_on is asked between batches.
  virtual Result<Duration> run(WorkLoop& loop, const std::function<bool()>& go_on) = 0;
  virtual void failed(const Error& error) = 0;
};

class WorkLoop {
 public:
  // Begins at once. no_work: "No pass", for the log where it failed. ended: called on the loop's thread when it has ended.
  WorkLoop(StoreEntry store, Until until, std::string no_work, LogSink log, std::unique_ptr<Job> job, std::function<void()> ended);
  ~WorkLoop() = default;  // stops, and waits
  WorkLoop(const WorkLoop&) = delete;
  WorkLoop& operator=(const WorkLoop&) = delete;

  // What is owned is settled first. Returns at once.
  void stop() { thread_.request_stop(); }
  void join() { thread_.join(); }
  // Whatever runs on the connection ends. Any thread.
  void cancel();
  // For how long nothing was heard of it; 0 while it rests.
  Duration silent_for() const;
  // Its one run is over, an error has ended it, or it was stopped.
  bool has_ended() const { return has_ended_; }
  // The error that ended it; none: no error did. After join().
  const std::optional<Error>& error() const { return error_; }

  // Only for the job: open when it returns.
  Result<pg::Connection*> connection();

 private:
  void run(const std::stop_token& stop);
  // False: the error ends the loop.
  bool try_again(const Error& error, unsigned failures, Random& random, const std::stop_token& stop);
  void rest(Duration span, const std::stop_token& stop);
  void beat();

  StoreEntry store_;
  Until until_;
  std::string no_work_;
  LogSink log_;
  std::unique_ptr<Job> job_;
  std::function<void()> ended_;
  std::optional<Error> error_;
  std::atomic<bool> has_ended_{false};
  std::optional<pg::Connection> connection_;
  std::atomic<Steady::rep> heard_{0};  // the greatest: it rests
  std::mutex mutex_;                   // of cancel_
  std::optional<pg::CancelHandle> cancel_;
  std::mutex rest_mutex_;
  std::condition_variable_any rested_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace onceover::oncectl
