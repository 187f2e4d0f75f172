// SPDX-License-Identifier: Apache-2.0
#include "core/serve/pool.h"

#include <algorithm>
#include <utility>

namespace onceover::serve {

Pool::Pool(pg::ConnectOptions options, unsigned most, metrics::Counters* counters)
    : options_(std::move(options)), most_(std::max(1U, most)), counters_(counters) {}

Result<Pool::Lent> Pool::lend(Deadline until) {
  const auto back = [this](Slot* slot) { give_back(slot); };
  {
    std::unique_lock lock(mutex_);
    if (!freed_.wait_until(lock, until, [&] { return !idle_.empty() || made_ < most_; }))
      return fail(ErrorKind::timeout, "All connections to the store are in use.", "Nothing was sent.", "Allow more of them.");
    if (!idle_.empty()) {
      Lent lent(idle_.back().release(), back);
      idle_.pop_back();
      return lent;
    }
    ++made_;
  }
  auto opened = pg::Connection::open(options_);
  if (opened) return Lent(new Slot(std::move(*opened), counters_, replays_), back);
  give_back(nullptr);
  return fail(opened.error());
}

void Pool::give_back(Slot* slot) {
  std::unique_ptr<Slot> owned(slot);
  if (owned && (!owned->connection.is_open() || owned->connection.in_transaction())) owned.reset();
  {
    const std::lock_guard lock(mutex_);
    if (owned) {
      idle_.push_back(std::move(owned));
    } else {
      --made_;
    }
  }
  freed_.notify_one();
}

}  // namespace onceover::serve
