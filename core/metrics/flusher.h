// Writes what was gathered, once a second, on a connection and thread of its own: never one write a request. Where there is nothing to
// write it says from time to time that it counts, so that silence is known from absence; and once a minute it has what stands in the store
// rolled up, where no other process just did.
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

// Writes one batch under (source, number): a batch sent twice after a lost commit counts once, also where the first copy was rolled up
// since. A source's numbers must grow: one that is not greater than its last is taken for a batch sent again.
Result<void> flush(pg::Connection& connection, const std::string& source_uuid, std::int64_t number, const std::vector<Delta>& deltas);

struct Chores {
  Duration heartbeat = std::chrono::seconds(15);  // a chart's minute without any is a gap
  Duration roll_up = std::chrono::minutes(1);     // needs EXECUTE on onceover.roll_up_counters: without it, complains once an hour
};

class Flusher {
 public:
  // counters must outlive the flusher. Connects on its own thread and again after a loss; what could not be written is kept.
  Flusher(Counters& counters, pg::ConnectOptions where, Duration every = std::chrono::seconds(1), LogSink log = {}, Chores chores = {});
  ~Flusher();  // flushes once more, then stops
  Flusher(const Flusher&) = delete;
  Flusher& operator=(const Flusher&) = delete;

 private:
  void run();
  void roll_up_if_due(pg::Connection& connection);
  Counters& counters_;
  pg::ConnectOptions where_;
  Duration every_;
  LogSink log_;
  Chores chores_;
  Steady::time_point next_heartbeat_ = Steady::now(), next_roll_up_;
  bool is_more_to_roll_up_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace onceover::metrics
