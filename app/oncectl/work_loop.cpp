#include "app/oncectl/work_loop.h"

#include <limits>
#include <utility>

#include "core/base/text.h"
#include "core/retry/backoff.h"

namespace onceover::oncectl {
namespace {

constexpr Steady::rep resting = std::numeric_limits<Steady::rep>::max();

}  // namespace

WorkLoop::WorkLoop(pg::ConnectOptions where, std::string no_work, LogSink log, std::function<void(const Error&)> failed)
    : where_(std::move(where)), no_work_(std::move(no_work)), log_(std::move(log)), failed_(std::move(failed)) {
  beat();
}

void WorkLoop::start(Work work) {
  work_ = std::move(work);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void WorkLoop::cancel() {
  const std::scoped_lock lock(mutex_);
  if (cancel_) cancel_->cancel();
}

void WorkLoop::beat() { heard_ = Steady::now().time_since_epoch().count(); }

Duration WorkLoop::silent_for() const {
  const Steady::rep heard = heard_;
  if (heard == resting) return Duration{0};
  return std::chrono::duration_cast<Duration>(Steady::now().time_since_epoch() - Steady::duration(heard));
}

void WorkLoop::rest(Duration span, const std::stop_token& stop) {
  heard_ = resting;
  std::unique_lock lock(rest_mutex_);
  rested_.wait_for(lock, stop, span, [] { return false; });
  beat();
}

Result<pg::Connection*> WorkLoop::connection() {
  if (!connection_) {
    auto opened = pg::Connection::open(where_);
    if (!opened) return fail(opened.error());
    connection_ = std::move(*opened);
    const std::scoped_lock lock(mutex_);
    cancel_ = connection_->cancel_handle();
  } else if (!connection_->is_open()) {
    if (auto opened = connection_->reopen(); !opened) return fail(opened.error());
  }
  return &*connection_;
}

void WorkLoop::run(const std::stop_token& stop) {
  Random random = Random::from_system();
  for (unsigned failures = 0; !stop.stop_requested();) {
    beat();
    auto worked = work_(stop);
    if (stop.stop_requested()) return;
    if (worked) {
      failures = 0;
      if (*worked > Duration{0}) rest(*worked, stop);
      continue;
    }
    const Error& error = worked.error();
    failed_(error);
    const bool passing = error.is_connection_lost() || error.is_retryable() || error.is_timeout() || error.kind == ErrorKind::read_only;
    const Duration wait = retry::next_delay(retry::Strategy::equal_jitter, failures++, std::chrono::milliseconds(passing ? 200 : 2000),
                                            std::chrono::seconds(passing ? 15 : 60), {}, random);
    LogRecord record{
        passing ? LogLevel::warning : LogLevel::error, no_work_ + ": trying again in " + human(wait) + '.', {{"error", error.sentence()}}};
    if (!error.sqlstate.empty()) record.fields.emplace_back("sqlstate", error.sqlstate);
    record.fields.emplace_back("error_code", std::string(word(error.kind)));
    log_(record);
    rest(wait, stop);
  }
}

LogSink named_log(LogSink log, std::string kind, std::string name, std::string store) {
  return [log = std::move(log), kind = std::move(kind), name = std::move(name), store = std::move(store)](const LogRecord& record) {
    LogRecord named = record;
    named.fields.emplace_back(kind, name);
    named.fields.emplace_back("store", store);
    log(named);
  };
}

}  // namespace onceover::oncectl
