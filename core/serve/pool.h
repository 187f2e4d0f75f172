// SPDX-License-Identifier: Apache-2.0
// Connections to the store, each with its engine, lent to one request at a time.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/engine/engine.h"
#include "core/pg/connection.h"

namespace onceover::serve {

class Pool {
 public:
  struct Slot {
    pg::Connection connection;
    engine::Engine engine;
    Slot(pg::Connection opened, metrics::Counters* counters, engine::ReplayShare& replays)
        : connection(std::move(opened)), engine(connection, counters, &replays) {}
  };
  // Gives it back at the end; one that is broken or still in a transaction is closed instead.
  using Lent = std::unique_ptr<Slot, std::function<void(Slot*)>>;

  // counters may be null; it must outlive the pool, and the pool what it has lent. Connections are opened when they are needed.
  Pool(pg::ConnectOptions options, unsigned most, metrics::Counters* counters);
  // timeout: none became free until then. Any thread.
  Result<Lent> lend(Deadline until);

 private:
  void give_back(Slot* slot);

  const pg::ConnectOptions options_;
  const unsigned most_;
  metrics::Counters* counters_;
  engine::ReplayShare replays_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<Slot>> idle_;
  unsigned made_ = 0;
};

}  // namespace onceover::serve
