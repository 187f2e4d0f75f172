// Writes what was gathered, once a second, on a connection and thread of its own: never one write a request.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/metrics/counters.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

// Writes one batch under (source, number): a batch sent twice after a lost commit counts once.
Result<void> flush(pg::Connection& connection, const std::string& source_uuid, std::int64_t number, const std::vector<Delta>& deltas);

class Flusher {
 public:
  // counters must outlive the flusher. Connects on its own thread and again after a loss; what could not be written is kept.
  Flusher(Counters& counters, pg::ConnectOptions where, Duration every = std::chrono::seconds(1), LogSink log = {});
  ~Flusher();  // flushes once more, then stops
  Flusher(const Flusher&) = delete;
  Flusher& operator=(const Flusher&) = delete;

 private:
  void run();
  Counters& counters_;
  pg::ConnectOptions where_;
  Duration every_;
  LogSink log_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace onceover::metrics
