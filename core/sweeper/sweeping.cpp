#include "core/sweeper/sweeping.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/reconcile/stop_switch.h"
#include "core/retry/backoff.h"
#include "core/schema/schema.h"

namespace onceover::sweeper {
namespace {

Error wrong(std::string_view field, std::string_view rule) {
  return {ErrorKind::invalid_input, fmt::format("{} {}.", field, rule), "The sweeper did not start.", "Correct the field.", "", ""};
}

constexpr int SweepCounts::*counted[] = {&SweepCounts::owned,    &SweepCounts::succeeded,  &SweepCounts::failed,
                                         &SweepCounts::released, &SweepCounts::unresolved, &SweepCounts::needs_human,
                                         &SweepCounts::lost,     &SweepCounts::not_asked,  &SweepCounts::unconfirmed,
                                         &SweepCounts::due,      &SweepCounts::listed,     &SweepCounts::found_behind};

bool was_asked_before(const browse::KeyRow& row) { return row.case_attempts > 0 && row.case_status != "settled"; }

}  // namespace

Result<void> validate(const SweepConfig& config) {
  if (config.batch < 1 || config.batch > 10'000) return fail(wrong("batch", "must be between 1 and 10000"));
  if (config.ask_timeout <= Duration{0}) return fail(wrong("ask_timeout", "must be longer than 0"));
  if (config.own_lease <= config.ask_timeout)
    return fail(wrong("own_lease", "must be longer than ask_timeout: another sweeper would ask meanwhile"));
  if (config.max_attempts < 1) return fail(wrong("max_attempts", "must be at least 1"));
  if (config.backoff_base <= Duration{0} || config.backoff_cap < config.backoff_base) {
    return fail(wrong("backoff_cap", "must not be shorter than backoff_base, and both longer than 0"));
  }
  if (config.share <= 0 || config.share > 1) return fail(wrong("share", "must be above 0 and at most 1"));
  if (config.slice < 1) return fail(wrong("slice", "must be at least 1"));
  if (config.full_every < Duration{0}) return fail(wrong("full_every", "must not be negative"));
  if (config.every <= Duration{0}) return fail(wrong("every", "must be longer than 0"));
  return {};
}

SweepConfig config_of_each(SweepConfig config, int workers) {
  if (config.share < 1) config.share /= workers;
  config.retry_budget.per_second /= workers;
  config.retry_budget.burst /= workers;
  return config;
}

SweepCounts& SweepCounts::operator+=(const SweepCounts& more) {
  for (const auto field : counted) this->*field += more.*field;
  stopped = stopped || more.stopped;
  breaker_open = breaker_open || more.breaker_open;
  return *this;
}

SweepCounts SweepCounts::since(const SweepCounts& before) const {
  SweepCounts out = *this;
  for (const auto field : counted) out.*field -= before.*field;
  return out;
}

Sweeping::Sweeping(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway& gateway, SweepConfig config,
                   audit::Actor actor, metrics::Counters* counters, Random random, LogSink log, WorkSink sink, const PaceConfig& pace)
    : connection_(connection),
      profile_(profile),
      gateway_(gateway),
      config_(config),
      actor_(std::move(actor)),
      counters_(counters),
      random_(random),
      log_(std::move(log)),
      sink_(std::move(sink)),
      pace_(pace),
      effort_(pace_, sink_),
      budget_(config.retry_budget, Steady::now()) {}

void Sweeping::say(const LogRecord& record) const {
  if (log_) log_(record);
}

void Sweeping::note_unconfirmed(const std::string& unconfirmed, SweepCounts& counts) const {
  if (unconfirmed.empty()) return;
  ++counts.unconfirmed;
  say({LogLevel::warning, unconfirmed, {}});
}

Result<bool> Sweeping::begins(SweepCounts& counts, const std::function<Result<std::int64_t>()>& count_due) {
  if (auto sound = validate(config_); !sound) return fail(sound.error());
  auto stop = reconcile::stop_switch(connection_);
  if (!stop) return fail(stop.error());
  counts.stopped = stop->stopped;
  if (config_.dry_run) {
    auto due = count_due();
    if (!due) return fail(due.error());
    counts.due = static_cast<int>(*due);
    return false;
  }
  if (counts.stopped) return false;
  if (auto writable = schema::require_writable(connection_); !writable) return fail(writable.error());
  return true;
}

bool Sweeping::is_open_breaker(SweepCounts& counts, Steady::time_point now) {
  counts.breaker_open = breaker_.state(now) == retry::BreakerState::open;
  return counts.breaker_open;
}

Duration Sweeping::backoff(const browse::KeyRow& row) {
  const auto attempt = static_cast<unsigned>(was_asked_before(row) ? row.case_attempts : 0);
  return retry::next_delay(retry::Strategy::equal_jitter, attempt, config_.backoff_base, config_.backoff_cap, {}, random_);
}

Sweeping::Answers Sweeping::ask(const std::vector<browse::KeyRow>& rows, Steady::time_point began, Timestamp now, bool may_cancel,
                                const profile::Profile* profile, SweepCounts& counts) {
  for (const browse::KeyRow& row : rows) {
    if (was_asked_before(row)) {
      (void)budget_.try_spend(began);
    } else {
      budget_.on_request(began);
    }
  }
  const auto ticket = breaker_.allow(began);
  const auto from = Steady::now();
  Answers answers{.asked = reconcile::ask(gateway_, rows, now, {from + config_.ask_timeout, config_.max_attempts, may_cancel, profile})};
  effort_.waited(from);
  const auto not_asked = std::ranges::count_if(answers.asked, [](const auto& a) { return !a.evidence.was_asked; });
  const auto silent = std::ranges::count_if(
      answers.asked, [](const auto& a) { return a.evidence.was_asked && a.evidence.finding == gateway::Finding::unknown; });
  const bool answered = not_asked + silent < std::ssize(answers.asked);
  // Where nobody was asked, nobody was silent.
  if (ticket) breaker_.record(*ticket, answered || silent == 0, Steady::now());
  answers.all = not_asked == 0;
  answers.soon = answers.all && Steady::now() - from < config_.ask_timeout / 4;
  counts.not_asked += static_cast<int>(not_asked);
  if (not_asked > 0) {
    say({LogLevel::info,
         fmt::format("{} of {} were not asked about: the gateway's declared rate left no time. They are due again when their lease ends.",
                     not_asked, rows.size()),
         {}});
  }
  return answers;
}

}  // namespace onceover::sweeper
