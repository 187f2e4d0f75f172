// SPDX-License-Identifier: Apache-2.0
#include "core/sweeper/sweeping.h"

#include <thread>

#include "core/pg/one_row.h"
#include "core/reconcile/stop_switch.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::sweeper {
namespace {

constexpr int SweepCounts::*counted[] = {
    &SweepCounts::owned,       &SweepCounts::succeeded,   &SweepCounts::failed, &SweepCounts::released,
    &SweepCounts::unresolved,  &SweepCounts::needs_human, &SweepCounts::lost,   &SweepCounts::not_asked,
    &SweepCounts::unconfirmed, &SweepCounts::due,         &SweepCounts::listed, &SweepCounts::found_behind,
    &SweepCounts::set_aside};

std::pair<int SweepCounts::*, metrics::Counter> counters_of(tables::Verb verb) {
  using metrics::Counter;
  if (verb == tables::Verb::succeed) return {&SweepCounts::succeeded, Counter::settled_succeeded};
  if (verb == tables::Verb::fail) return {&SweepCounts::failed, Counter::settled_failed};
  return {&SweepCounts::released, Counter::settled_released};
}

bool was_asked_before(const browse::KeyRow& row) {
  return row.case_attempts > 0 && row.case_status != "settled";
}

// row: as it was owned. to: the state it is in now; empty: it has none.
metrics::Event event_of(const browse::KeyRow& row, std::string_view outcome, std::string_view to,
                        std::string_view error_code = {}, std::string_view error = {}) {
  metrics::Event event{.part = metrics::EventPart::sweeper,
                       .operation = row.id.operation,
                       .outcome = outcome,
                       .tenant = row.id.tenant};
  event.key = row.id.key;
  if (const auto colon = row.fingerprint.find(':'); colon != std::string::npos)
    event.fingerprint = row.fingerprint.substr(colon + 1, 8);
  event.fence = row.fence;
  event.attempt = row.case_status == "settled" ? 1 : row.case_attempts + 1;
  event.from = key::word(row.state);
  event.to = to;
  event.error_code = error_code;
  event.correlation_id = row.correlation_id;
  event.error = error;
  return event;
}

}  // namespace

Result<void> validate(const SweepConfig& config) {
  const std::pair<bool, std::string_view> rules[] = {
      {config.batch >= 1 && config.batch <= 10'000, "batch must be between 1 and 10000."},
      {config.ask_timeout > Duration{0}, "ask_timeout must be longer than 0."},
      {config.own_lease > config.ask_timeout,
       "own_lease must be longer than ask_timeout: another sweeper would ask meanwhile."},
      {config.max_attempts >= 1, "max_attempts must be at least 1."},
      {config.backoff_base > Duration{0} && config.backoff_cap >= config.backoff_base,
       "backoff_cap must not be shorter than backoff_base, and both longer than 0."},
      {config.share > 0 && config.share <= 1, "share must be above 0 and at most 1."},
      {config.slice >= 1, "slice must be at least 1."},
      {config.full_every >= Duration{0}, "full_every must not be negative."},
      {config.every > Duration{0}, "every must be longer than 0."}};
  for (const auto& [is_kept, rule] : rules) {
    if (!is_kept)
      return fail(ErrorKind::invalid_input, std::string(rule), "The sweeper did not start.",
                  "Correct the field.");
  }
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

Sweeping::Sweeping(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway,
                   SweepConfig config, audit::Actor actor, metrics::Counters* counters, Random random,
                   LogSink log, WorkSink sink, const PaceConfig& pace)
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
      asker_(config.retry_budget, {}) {}

void Sweeping::say(const LogRecord& record) const {
  if (log_) log_(record);
}

// The same fields of each key or row, whichever its table; never bodies.
void Sweeping::say(const metrics::Event& event, LogLevel level, std::string message, std::string_view verdict,
                   std::string_view sqlstate) const {
  if (on_event_) on_event_(event);
  if (!log_) return;
  LogRecord record{level,
                   std::move(message),
                   {{"key", std::string(event.key)},
                    {"operation", std::string(event.operation)},
                    {"tenant", std::string(event.tenant)}}};
  const std::pair<const char*, std::string_view> fields[] = {{"from", event.from},
                                                             {"to", event.to},
                                                             {"verdict", verdict},
                                                             {"error_code", event.error_code},
                                                             {"correlation_id", event.correlation_id},
                                                             {"error", event.error},
                                                             {"sqlstate", sqlstate}};
  record.fields.emplace_back("attempt", std::to_string(event.attempt));
  for (const auto& [name, value] : fields) {
    if (!value.empty()) record.fields.emplace_back(name, value);
  }
  log_(record);
}

void Sweeping::note_unconfirmed(const std::string& unconfirmed, SweepCounts& counts) const {
  if (unconfirmed.empty()) return;
  ++counts.unconfirmed;
  say({LogLevel::warning, unconfirmed, {}});
}

bool Sweeping::begins(SweepCounts& counts, const std::function<std::int64_t()>& count_due) {
  require(validate(config_));
  counts.stopped = reconcile::stop_switch(connection_).value().stopped;
  if (config_.dry_run) {
    counts.due = static_cast<int>(count_due());
    return false;
  }
  if (counts.stopped) return false;
  require(schema::require_writable(connection_));
  return true;
}

bool Sweeping::is_open_breaker(SweepCounts& counts) {
  counts.breaker_open = asker_.state() == retry::BreakerState::open;
  return counts.breaker_open;
}

Duration Sweeping::backoff(const browse::KeyRow& row) {
  const auto attempt = static_cast<unsigned>(was_asked_before(row) ? row.case_attempts : 0);
  return retry::next_delay(retry::Strategy::equal_jitter, attempt, config_.backoff_base, config_.backoff_cap,
                           {}, random_);
}

bool Sweeping::settle(reconcile::Target& target, const std::vector<reconcile::TakenRow>& rows,
                      Steady::time_point began, Timestamp now, SweepCounts& counts) {
  std::vector<const browse::KeyRow*> taken;
  taken.reserve(rows.size());
  for (const reconcile::TakenRow& row : rows) taken.push_back(&row.seen.row);
  const auto from = Steady::now();
  reconcile::Answers answers = asker_.ask(
      gateway_, taken, now, [&](std::size_t i) { return was_asked_before(*taken[i]); }, config_.ask_timeout,
      {.max_attempts = config_.max_attempts,
       .may_cancel = target.may_cancel(),
       .profile = target.asked_as()});
  effort_.waited(from);
  counts.not_asked += static_cast<int>(answers.not_asked);
  if (answers.not_asked > 0) {
    say({LogLevel::info,
         fmt::format("{} of {} were not asked about: the gateway's declared rate left no time. They are due "
                     "again when their lease ends.",
                     answers.not_asked, rows.size()),
         {}});
  }
  std::vector<reconcile::Decision> decisions;
  std::vector<reconcile::Order> orders;
  decisions.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!answers.asked[i].evidence.was_asked) continue;
    decisions.push_back(
        target.decide(rows[i], {.next_try_in = backoff(rows[i].seen.row)}, std::move(answers.asked[i])));
    orders.push_back({&rows[i], &decisions.back()});
  }
  // What another sweeper may take over now is left to it.
  reconcile::WriteOptions options{.until = began + config_.own_lease * 3 / 4};
  options.on_write = [this](int written, Steady::time_point since) {
    effort_.did(Work::settle, written, since);
  };
  auto outcomes = target.write(orders, actor_, options).value();
  for (std::size_t i = 0; i < orders.size(); ++i) {
    count(target, orders[i], outcomes[i], now, counts);
  }
  // A larger batch is more questions, too, within one ask_timeout.
  pace_.went(static_cast<int>(rows.size()), effort_.longest_write(), answers.soon);
  return answers.not_asked == 0;
}

void Sweeping::count(reconcile::Target& target, const reconcile::Order& order,
                     const reconcile::RowOutcome& outcome, Timestamp now, SweepCounts& counts) {
  using Kind = reconcile::RowOutcome::Kind;
  const reconcile::TakenRow& row = *order.row;
  const browse::KeyRow& before = row.seen.row;
  const reconcile::Verdict& verdict = order.decision->asked->verdict;
  if (outcome.kind == Kind::changed) {
    const bool is_stuck = outcome.now && outcome.now->is_stuck(now);
    return lose(target, row, "The row was settled, changed or taken over by another; nothing was written.",
                is_stuck ? "" : "Another settled the row.", counts);
  }
  if (outcome.kind == Kind::held)
    return lose(target, row, "The row is held again; nothing was written.", "The row is held again.", counts);
  if (outcome.kind == Kind::late)
    return lose(target, row, "The lease on the row ended before it was written.", {}, counts);
  if (outcome.kind == Kind::failed || outcome.kind == Kind::withheld) {
    if (outcome.error.is_retryable() || outcome.error.is_timeout()) raise(outcome.error);
    log_failure(row, outcome.error);
    // One row's error holds up no other: it is filed like an answer that settles nothing.
    const bool enough = outcome.kind == Kind::withheld || before.case_attempts + 1 >= config_.max_attempts;
    const reconcile::Decision filed = target.unwritable(row, *order.decision, outcome, enough);
    const reconcile::Order again{&row, &filed};
    auto outcomes = target.write({again}, actor_, {}).value();
    const reconcile::RowOutcome& second = outcomes.front();
    if (second.kind != Kind::failed) return count(target, again, second, now, counts);
    if (second.error.is_retryable() || second.error.is_timeout()) raise(second.error);
    log_failure(row, second.error);
    ++counts.lost;
    if (tables::is_own(profile_)) return set_aside(before, before.fence, second.error, counts);
    require(target.let_go(row, {}, backoff(before)));
    return;
  }
  note_unconfirmed(outcome.unconfirmed, counts);
  const key::Identity& id = before.id;
  if (outcome.kind == Kind::filed) {
    const bool human = verdict.kind != reconcile::VerdictKind::unresolved;
    human ? ++counts.needs_human : ++counts.unresolved;
    if (human && counters_ != nullptr) counters_->add(metrics::Counter::needs_human, id.tenant, id.operation);
    const key::State left = !human && before.was_released() ? key::State::released : before.state;
    say(event_of(before, human ? metrics::name(metrics::Counter::needs_human) : "unresolved",
                 key::word(left)),
        human ? LogLevel::warning : LogLevel::info, verdict.why, reconcile::word(verdict.kind));
    return;
  }
  const tables::Verb verb = *order.decision->verb;
  const auto [settled, counter] = counters_of(verb);
  ++(counts.*settled);
  if (counters_ != nullptr) {
    counters_->add(counter, id.tenant, id.operation);
    if (row.lease_ended)
      counters_->observe(metrics::Histogram::lease_age_at_settling, now - *row.lease_ended, id.tenant,
                         id.operation);
  }
  const auto write = profile_.writes.find(verb);
  const bool is_gone = write != profile_.writes.end() && write->second.deletes;
  say(event_of(before, metrics::name(counter), is_gone ? "" : key::word(*reconcile::settled_as(verb)),
               verdict.error_code),
      LogLevel::info, verdict.why, reconcile::word(verdict.kind));
}

void Sweeping::set_aside(const browse::KeyRow& row, std::int64_t fence, const Error& error,
                         SweepCounts& counts) {
  const std::string why = pg::cannot_be_read(error);
  filed(reconcile::set_aside(connection_, row.id, fence, {why, backoff(row), config_.max_attempts}, actor_),
        row, why, error, counts);
}

void Sweeping::filed(const Result<std::optional<std::string>>& status, const browse::KeyRow& row,
                     std::string why, const Error& error, SweepCounts& counts) const {
  if (!status && !pg::may_be_one_row(status.error())) raise(status.error());
  if (status && !*status) return;
  if (status) ++counts.set_aside;
  // The next pass meets it again.
  if (!status) why += " It could not be filed as a case: " + status.error().what;
  say_set_aside(row, why, error);
}

void Sweeping::say_set_aside(const browse::KeyRow& row, const std::string& why, const Error& error) const {
  const std::string sentence = error.sentence();
  say(event_of(row, "set_aside", {}, {}, sentence), LogLevel::error, "The row was set aside: " + why);
}

void Sweeping::log_failure(const reconcile::TakenRow& row, const Error& error) const {
  const std::string sentence = error.sentence();
  say(event_of(row.seen.row, "failed", key::word(row.seen.row.state), {}, sentence), LogLevel::error,
      "The row could not be written.", {}, error.sqlstate);
}

void Sweeping::lose(reconcile::Target& target, const reconcile::TakenRow& row, std::string_view what,
                    const std::string& why_closed, SweepCounts& counts) {
  ++counts.lost;
  say(event_of(row.seen.row, "lost", {}), LogLevel::info, std::string(what));
  require(target.let_go(row, why_closed, backoff(row.seen.row)));
}

namespace {

Duration since(Steady::time_point from) { return std::chrono::duration_cast<Duration>(Steady::now() - from); }

Result<std::optional<Place>> place_from(pg::Connection& connection, std::string_view sql,
                                        const pg::Params& params) {
  return as_result([&]() -> Result<std::optional<Place>> {
    auto transaction = pg::Transaction::begin(connection, {.read_only = true,
                                                           .statement_timeout = std::chrono::seconds(30),
                                                           .also = reconcile::walking})
                           .value();
    const pg::Rows rows = transaction.exec_prepared(sql, params).value();
    if (rows.empty()) return std::nullopt;
    Place place;
    rows.read(0, 0, place.created_at, place.id.key, place.id.tenant, place.id.operation);
    return place;
  });
}

}  // namespace

Result<std::optional<Slice>> Walk::next() {
  if (ended_) return std::nullopt;
  if (next_.until) next_.behind = *next_.until;
  const auto end = place_from(connection_, sql::walk_slice,
                              pg::params(next_.behind.created_at, next_.behind.id.key, rows_ - 1));
  if (!end) return fail(end.error());
  next_.until = *end;
  ended_ = !next_.until;
  return next_;
}

Result<std::optional<Place>> first_unfinished(pg::Connection& connection, const Slice& slice) {
  const Place until = slice.until.value_or(Place{Timestamp::infinity(), {}});
  const Place& behind = slice.behind;
  return place_from(connection, sql::walk_unfinished,
                    pg::params(behind.created_at, behind.id.key, behind.id.tenant, behind.id.operation,
                               until.created_at, until.id.key));
}

void Effort::did(Work work, int rows, Steady::time_point from) {
  const Duration elapsed = since(from);
  worked_ += elapsed;
  if (work != Work::look) longest_write_ = std::max(longest_write_, elapsed);
  if (sink_) sink_(work, rows, elapsed);
}

void Effort::waited(Steady::time_point from) { idle_ += since(from); }

void Effort::rest(const std::function<bool()>& go_on) {
  // Short naps, so that who asks to stop is not kept waiting.
  constexpr Duration nap = std::chrono::milliseconds(20);
  const auto until = Steady::now() + pace_.rest(worked_, idle_);
  worked_ = idle_ = longest_write_ = Duration{0};
  for (auto now = Steady::now(); now < until && (!go_on || go_on()); now = Steady::now()) {
    std::this_thread::sleep_for(std::min<Steady::duration>(until - now, nap));
  }
}

}  // namespace onceover::sweeper
