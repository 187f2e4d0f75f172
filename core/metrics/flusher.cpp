#include "core/metrics/flusher.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "core/base/random.h"
#include "core/sql/statements.h"

namespace onceover::metrics {

Result<void> flush(pg::Connection& connection, const std::string& source_uuid, std::int64_t number, const std::vector<Delta>& deltas) {
  if (deltas.empty()) return {};
  std::vector<std::string> tenants, operations, names, buckets;
  std::vector<std::int64_t> counts;
  for (const Delta& delta : deltas) {
    tenants.push_back(delta.tenant);
    operations.push_back(delta.operation);
    names.push_back(delta.name);
    buckets.push_back(delta.bucket < 0 ? "" : std::isinf(delta.bucket) ? "infinity" : fmt::format("{}", delta.bucket));
    counts.push_back(delta.n);
  }
  pg::Params params;
  params.text(source_uuid).integer(number).texts(tenants).texts(operations).texts(names).texts(buckets).integers(counts);
  const pg::Statement statement{sql::counters_flush, params};
  auto done = connection.pipeline({&statement, 1}, pg::Connection::Ends::commits);
  if (!done) return fail(done.error());
  return {};
}

Flusher::Flusher(Counters& counters, pg::ConnectOptions where, Duration every, LogSink log)
    : counters_(counters), where_(std::move(where)), every_(every), log_(std::move(log)), thread_([this] { run(); }) {}

Flusher::~Flusher() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Flusher::run() {
  const std::string source = new_uuid();
  std::int64_t number = 1, tried = 0;
  std::vector<Delta> unsent;
  std::optional<pg::Connection> connection;
  const auto kept = [this](const Error& error) {
    if (log_) log_({LogLevel::warning, "Counters could not be written; they are kept.", {{"error", error.sentence()}}});
  };
  for (bool last = false; !last;) {
    {
      std::unique_lock lock(mutex_);
      last = wake_.wait_for(lock, every_, [this] { return stopping_; });
    }
    // A batch that may have arrived is sent again unchanged, under its own number, before anything newer. Three tries: that batch,
    // once more where the server had gone meanwhile, and what was gathered since.
    for (int round = 0; round < 3; ++round) {
      const bool fresh = unsent.empty();
      if (fresh) unsent = counters_.take();
      if (unsent.empty()) break;
      if (!connection || !connection->is_open()) {
        auto opened = pg::Connection::open(where_);
        if (!opened) {
          kept(opened.error());
          if (tried != number) counters_.give_back(std::exchange(unsent, {}));  // never sent: whoever flushes next may count it
          break;
        }
        connection.emplace(std::move(*opened));
      }
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
  }
}

}  // namespace onceover::metrics
