// Repeats a step until it is told to stop.
#pragma once

#include <functional>

#include "core/base/log.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::sweeper {

class Loop {
 public:
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Async-signal-safe, from any thread. The step that runs is finished first.
  void stop();
  bool is_stopped() const;

  // step returns whether it did work (then there is no pause). A lost connection is reopened, and a busy server tried again,
  // with growing pauses; any other error ends the loop and is returned.
  Result<void> run(pg::Connection& connection, Duration every, Random random, const std::function<Result<bool>()>& step,
                   const LogSink& log = {});

 private:
  bool pause(Duration span);  // false: stopped
  int event_;
};

}  // namespace onceover::sweeper
