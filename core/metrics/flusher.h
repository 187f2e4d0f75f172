// SPDX-License-Identifier: Apache-2.0
// Writes the collected counts once a second, on its own connection and thread: never one write per request.
// With nothing to write it sends a heartbeat from time to time, so that silence differs from absence. Once a
// minute it rolls up the stored counts, unless another process just did.
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

// Writes one batch under (source, number): a batch sent twice after a lost commit counts once, even if the
// first copy was rolled up meanwhile. A source's numbers must grow: a number that is not greater than the
// last one means a batch sent again.
Result<void> flush(pg::Connection& connection, const std::string& source_uuid, std::int64_t number,
                   const std::vector<Delta>& deltas);

struct Chores {
  Duration heartbeat = std::chrono::seconds(15);  // a minute without one is a gap in charts
  Duration roll_up = std::chrono::minutes(
      1);  // needs EXECUTE on onceover.roll_up_counters; without it, logs a warning once an hour
};

class Flusher {
 public:
  // counters must outlive the flusher. Connects on its own thread, and again after a loss; counts that could
  // not be written are kept.
  Flusher(Counters& counters, pg::ConnectOptions where, Duration every = std::chrono::seconds(1),
          LogSink log = {}, Chores chores = {});
  ~Flusher();  // flushes once more, then ends
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
