// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "app/oncectl/jobs.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/pg/sqlstate.h"
#include "core/retry/policy.h"

namespace onceover::oncectl {
namespace {

constexpr Steady::rep resting = std::numeric_limits<Steady::rep>::max();

}  // namespace

WorkLoop::WorkLoop(StoreEntry store, Until until, std::string no_work, LogSink log, std::unique_ptr<Job> job,
                   std::function<void()> ended)
    : store_(std::move(store)),
      until_(until),
      no_work_(std::move(no_work)),
      log_(std::move(log)),
      job_(std::move(job)),
      ended_(std::move(ended)) {
  beat();
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
  was_opened_ = was_opened_ || !connection_ || !connection_->is_open();
  if (!connection_) {
    auto opened = pg::Connection::open(store_.where);
    if (!opened) return fail(opened.error());
    connection_ = std::move(*opened);
    if (store_.only) pg::write_only_to(*connection_, *store_.only);
    const std::scoped_lock lock(mutex_);
    cancel_ = connection_->cancel_handle();
  } else if (!connection_->is_open()) {
    if (auto opened = connection_->reopen(); !opened) return fail(opened.error());
  }
  return &*connection_;
}

void WorkLoop::run(const std::stop_token& stop) {
  Random random = Random::from_system();
  const auto should_continue = [&] {
    beat();
    return !stop.stop_requested();
  };
  for (unsigned failures = 0; should_continue();) {
    was_opened_ = !connection_;
    auto worked = contained([&] { return job_->run(*this, should_continue); });
    if (worked) {
      failures = 0;
      if (until_ == Until::done) break;
      if (*worked > Duration{0}) rest(*worked, stop);
    } else if (!try_again(worked.error(), failures++, random, stop)) {
      error_ = worked.error();
      break;
    }
  }
  if (auto left = contained([&] { job_->ending(); }); !left)
    log_({LogLevel::warning,
          "What is owned is free when its lease ends.",
          {{"error", left.error().sentence()}}});
  has_ended_ = true;
  ended_();
}

bool WorkLoop::try_again(const Error& error, unsigned failures, Random& random, const std::stop_token& stop) {
  const bool passes = pg::passes_by_itself(error);
  const Recovery recovery = recovery_from(until_, passes, was_opened_);
  if (until_ == Until::done) return false;
  if (stop.stop_requested()) return true;
  job_->failed(error);
  if (recovery.ends) return false;
  if (recovery.reconnects && connection_) connection_->close();
  const Duration wait =
      retry::next_delay(retry::Strategy::equal_jitter, failures, recovery.base, recovery.cap, {}, random);
  LogRecord record{passes ? LogLevel::warning : LogLevel::error,
                   no_work_ + ": trying again in " + human(wait) + '.',
                   {{"error", error.sentence()}}};
  if (!error.sqlstate.empty()) record.fields.emplace_back("sqlstate", error.sqlstate);
  record.fields.emplace_back("error_code", std::string(word(error.kind)));
  log_(record);
  rest(wait, stop);
  return true;
}

}  // namespace onceover::oncectl
