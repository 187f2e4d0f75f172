// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/flusher.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "core/base/random.h"
#include "core/metrics/rollup.h"
#include "core/sql/statements.h"

namespace onceover::metrics {

Result<void> flush(pg::Connection& connection, const std::string& source_uuid, std::int64_t number,
                   const std::vector<Delta>& deltas) {
  if (deltas.empty()) return {};
  std::vector<std::string> tenants, operations, names, buckets;
  std::vector<std::int64_t> counts;
  for (const Delta& delta : deltas) {
    tenants.push_back(delta.tenant);
    operations.push_back(delta.operation);
    names.push_back(delta.name);
    buckets.push_back(delta.bucket < 0           ? ""
                      : std::isinf(delta.bucket) ? "infinity"
                                                 : fmt::format("{}", delta.bucket));
    counts.push_back(delta.n);
  }
  const pg::Params params = pg::Params()
                                .text(source_uuid)
                                .integer(number)
                                .texts(tenants)
                                .texts(operations)
                                .texts(names)
                                .texts(buckets)
                                .integers(counts);
  const pg::Statement statement{sql::counters_flush, params};
  return connection.pipeline({&statement, 1}, pg::Connection::Ends::commits)
      .map([](const std::vector<pg::Rows>&) {});
}

Flusher::Flusher(Counters& counters, pg::ConnectOptions where, Duration every, LogSink log, Chores chores)
    : counters_(counters),
      where_([&where] {
        where.pins_search_path = true;  // nothing but our own statements runs here
        return std::move(where);
      }()),
      every_(every),
      log_(std::move(log)),
      chores_(chores),
      // Processes that start together do not all flush at once.
      next_roll_up_(Steady::now() +
                    Duration(static_cast<std::int64_t>(Random::from_system().between(0.5, 1) *
                                                       static_cast<double>(chores.roll_up.count())))),
      thread_([this] { run(); }) {}

Flusher::~Flusher() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Flusher::roll_up_if_due(pg::Connection& connection) {
  if (Steady::now() < next_roll_up_) return;
  constexpr std::int64_t most = 50'000;  // rows: about a second
  // Skipped where another process did it within most of a minute; the rest of a full batch is done now.
  const auto moved = roll_up(connection, most, is_more_to_roll_up_ ? Duration{0} : chores_.roll_up * 3 / 4);
  is_more_to_roll_up_ = moved && *moved >= most;
  if (!is_more_to_roll_up_) next_roll_up_ = Steady::now() + chores_.roll_up;
  if (moved || moved.error().is_connection_lost()) return;
  if (log_)
    log_({LogLevel::warning, "Counts could not be rolled up.", {{"error", moved.error().sentence()}}});
  next_roll_up_ = Steady::now() + std::chrono::hours(1);
}

void Flusher::run() {
  const std::string source = new_uuid();
  std::int64_t number = 1, tried = 0;
  std::vector<Delta> unsent;
  std::optional<pg::Connection> connection;
  const auto kept = [this](const Error& error) {
    if (log_)
      log_({LogLevel::warning,
            "Counters could not be written; they are kept.",
            {{"error", error.sentence()}}});
  };
  for (bool last = false; !last;) {
    {
      std::unique_lock lock(mutex_);
      last = wake_.wait_for(lock, every_, [this] { return stopping_; });
    }
    // A batch that may have arrived is sent again unchanged, under its own number, before anything newer.
    // Three attempts: that batch, again if the server was restarted meanwhile, and then what was collected
    // since.
    const auto sent = contained([&] {
      for (int round = 0; round < 3; ++round) {
        const bool fresh = unsent.empty();
        if (fresh) unsent = counters_.take();
        const bool beats = !last && fresh && Steady::now() >= next_heartbeat_;
        if (beats) next_heartbeat_ = Steady::now() + chores_.heartbeat;
        if (unsent.empty() && !beats) break;
        if (!connection || !connection->is_open()) {
          auto opened = pg::Connection::open(where_);
          if (!opened) {
            if (unsent.empty()) break;  // only a heartbeat: if it is lost, only the chart misses it
            kept(opened.error());
            // never sent: the next flush may count it
            if (tried != number) counters_.give_back(std::exchange(unsent, {}));
            break;
          }
          connection.emplace(std::move(*opened));
        }
        if (beats) unsent.push_back({"", "", std::string(heartbeat), -1, 1});
        tried = number;
        if (auto done = flush(*connection, source, number, unsent); done) {
          unsent.clear();
          ++number;
          if (fresh) break;
        } else {
          kept(done.error());
          if (!done.error().is_connection_lost()) break;
        }
      }
      if (!last && connection && connection->is_open() && unsent.empty()) roll_up_if_due(*connection);
    });
    if (!sent) kept(sent.error());
  }
}

}  // namespace onceover::metrics
