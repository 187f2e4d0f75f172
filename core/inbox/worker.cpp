// SPDX-License-Identifier: Apache-2.0
#include "core/base/enum_names.h"
#include "core/base/text.h"
#include "core/inbox/consumer.h"
#include "core/inbox/handler.h"
#include "core/pg/one_row.h"
#include "core/sql/statements.h"

namespace onceover::inbox {
namespace {

constexpr const char* stale_result = R"({"stale": true})";
// With so many the cause is no single event.
constexpr std::size_t most_refused = 200;

}  // namespace

Worker::Worker(pg::Connection& connection, const std::string& consumer, Policy policy, WorkerConfig config,
               Handler handler, std::string owner, LogSink log)
    : connection_(connection),
      box_(connection, consumer, policy),
      consumer_(consumer),
      config_(config),
      handler_(std::move(handler)),
      owner_(std::move(owner)),
      log_(std::move(log)) {}

void Worker::log(LogLevel level, std::string message, const Event& event, const std::string& why) const {
  if (!log_) return;
  LogRecord record{
      level,
      std::move(message),
      {{"consumer", visible(consumer_)}, {"source", visible(event.source)}, {"id", visible(event.id)}}};
  if (!why.empty()) record.fields.emplace_back("why", visible(why));
  log_(record);
}

// event: without it, nothing is known but its identity.
void Worker::report(std::string_view outcome, const Attempt& attempt, const Event* event,
                    std::string_view error) const {
  if (!on_event_) return;
  metrics::Event reported{.part = metrics::EventPart::worker,
                          .operation = consumer_,
                          .outcome = outcome,
                          .tenant = attempt.source,
                          .key = attempt.id};
  reported.fence = attempt.fence;
  reported.attempt = attempt.number;
  reported.error = error;
  if (event != nullptr) {
    reported.fingerprint = to_hex(std::string_view(event->fingerprint).substr(0, 4));
    for (const auto& [name, value] : event->headers) {
      if (name == "correlation_id") reported.correlation_id = value;
      if (name == "traceparent") reported.traceparent = value;
    }
  }
  on_event_(reported);
}

Result<WorkTurn> Worker::run_once(Duration slice, const std::function<bool()>& go_on) {
  return contained([&] {
    WorkTurn turn;
    const auto goes_on = [&] { return !go_on || go_on(); };
    const auto until = Steady::now() + slice;
    while (goes_on()) {
      if (is_stopped(connection_).value()) {
        turn.state = WorkTurn::State::stopped;
        turn.rest = config_.idle;
        return turn;
      }
      Batch batch = take(turn.counts);
      turn.counts.dead += static_cast<std::int64_t>(batch.dead.size());
      for (const DeadLetter& dead : batch.dead) {
        Event event;
        event.source = dead.source, event.id = dead.id;
        log(LogLevel::warning, "An event has used up its attempts: it is a dead letter.", event,
            dead.last_error);
        report("dead", {dead.source, dead.id}, nullptr, dead.last_error);
      }
      if (batch.events.empty() && batch.dead.empty()) {
        turn.state = WorkTurn::State::idle;
        turn.rest = config_.idle;
        return turn;
      }
      for (std::size_t i = 0; i < batch.events.size(); ++i) {
        if (goes_on() && (i == 0 || Steady::now() < until)) {  // one at least, however short the slice
          auto worked = as_result([&] { work_on(batch.events[i], turn.counts); });
          if (worked) continue;
          if (ends(batch.events[i], worked.error(), turn.counts)) continue;
          // The others are due at once if the server answers, else when their lease ends.
          if (connection_.is_open()) (void)box_.release(std::span(batch.events).subspan(i + 1));
          raise(worked.error());
        }
        give_back(std::span(batch.events).subspan(i));
        break;
      }
      if (Steady::now() >= until) break;
    }
    return turn;
  });
}

// An event that cannot be taken or read becomes a dead letter, or is passed by where it refuses that, too;
// the others are taken.
Batch Worker::take(Counts& counts) {
  auto part = pg::take_around(
      static_cast<int>(config_.reserve),
      [&](int most) { return contained([&] { return box_.take(most, owner_, passed()); }); },
      [&](const Error& error) -> Result<bool> {
        if (refused_.size() >= most_refused) return false;
        return box_.set_aside_first(pg::cannot_be_read(error), passed())
            .map([&](const std::optional<SetAside>& first) {
              if (!first) return false;
              if (first->refused.empty()) {
                ++counts.dead;
                log(LogLevel::error, "An event cannot be read: it is a dead letter.", first->event,
                    error.sentence());
              } else {
                refused_.push_back({first->refused, Steady::now() + config_.refused_rest});
                refuses(first->event, error, counts);
              }
              return true;
            });
      });
  return std::move(part.value().batch);
}

// Those whose time has not come.
std::vector<std::string> Worker::passed() {
  std::erase_if(refused_, [now = Steady::now()](const Refused& one) { return one.until <= now; });
  std::vector<std::string> names;
  for (const Refused& one : refused_) names.push_back(one.name);
  return names;
}

void Worker::refuses(const Event& event, const Error& error, Counts& counts) const {
  ++counts.refused;
  log(LogLevel::error,
      "A trigger or a constraint of the inbox refuses every change of an event: it is not handled, and is "
      "tried again.",
      event, error.sentence());
}

// An error that is this event's own spends its attempt; where the event refuses that, too, it keeps its
// lease. False: the error is not its own.
bool Worker::ends(const TakenEvent& taken, const Error& error, Counts& counts) {
  if (!connection_.is_open() || !pg::may_be_one_row(error)) return false;
  connection_.roll_back();
  const auto done =
      as_result([&] { return failed(taken.attempt, Failure{.error = error.sentence()}, counts); });
  if (done && *done == Ended::failed) return true;
  if (!done && (!connection_.is_open() || !pg::may_be_one_row(done.error()))) return false;
  refuses(taken.event, error, counts);
  return true;
}

// One that refuses it keeps its lease.
void Worker::give_back(std::span<const TakenEvent> rest) {
  require(pg::divide(
      0, rest.size(),
      [&](std::size_t first, std::size_t last) -> Result<void> {
        const auto released = box_.release(rest.subspan(first, last - first));
        return released ? Result<void>() : fail(released.error());
      },
      [](std::size_t, const Error&) {}));
}

void Worker::work_on(TakenEvent& taken, Counts& counts) {
  static constexpr auto words_of_ends = enum_names<Ended>();
  Ended ended = Ended::lost;
  if (std::holds_alternative<Done>(box_.start(taken).value()))
    ended = config_.in_transaction ? within(taken.attempt, taken.event, counts)
                                   : outside(taken.attempt, taken.event, counts);
  switch (ended) {
    case Ended::finished: ++counts.finished; break;
    case Ended::stale: ++counts.stale; break;
    case Ended::failed: return;  // failed() has said it
    case Ended::lost: ++counts.lost; break;
  }
  report(words_of_ends.of(ended), taken.attempt, &taken.event);
}

bool Worker::is_stale(const Event& event) {
  if (!event.aggregate) return false;
  const Aggregate& aggregate = *event.aggregate;
  const std::vector<std::string> type{aggregate.type}, id{aggregate.id};
  const std::vector<std::int64_t> version{aggregate.version};
  const pg::Rows rows =
      connection_.exec_prepared(sql::inbox_versions, pg::params(consumer_, type, id, version)).value();
  const auto previous = rows.optional_integer(0, 2);
  return previous && *previous >= aggregate.version;
}

Worker::Ended Worker::within(const Attempt& attempt, const Event& event, Counts& counts) {
  auto transaction = begin_for_handler(connection_, false).value();
  if (is_stale(event)) {
    transaction.rollback();
    return std::holds_alternative<Done>(box_.finish(attempt, stale_result).value()) ? Ended::stale
                                                                                    : Ended::lost;
  }
  Work work{connection_, std::span(&event, 1), [] { return false; }};
  std::optional<Failure> failure = handle(handler_, work).value();
  if (!failure) {
    const auto finished = box_.finish_within(attempt);
    if (finished && std::holds_alternative<OwnershipLost>(*finished)) return Ended::lost;
    const auto committed = finished ? transaction.commit() : Result<pg::Committed>(fail(finished.error()));
    if (committed) {
      if (!committed->unconfirmed.empty()) log(LogLevel::warning, committed->unconfirmed, event);
      return Ended::finished;
    }
    // Its end is found in its row: a committed event is never taken again, another one when its lease ends.
    if (committed.error().is_connection_lost() || committed.error().is_cancelled()) raise(committed.error());
    failure = Failure{.error = committed.error().sentence()};
  }
  transaction.rollback();
  return failed(attempt, *failure, counts);
}

Worker::Ended Worker::outside(Attempt& attempt, const Event& event, Counts& counts) {
  Work work{connection_, std::span(&event, 1), [&] {
              const auto renewed = box_.renew(attempt);
              return renewed && std::holds_alternative<Done>(*renewed);
            }};
  const std::optional<Failure> failure = handle(handler_, work).value();
  connection_.roll_back();  // what a handler left open
  if (failure) return failed(attempt, *failure, counts);
  const WriteOutcome finished = box_.finish(attempt).value();
  if (const auto* done = std::get_if<Done>(&finished); done != nullptr && !done->unconfirmed.empty())
    log(LogLevel::warning, done->unconfirmed, event);
  return std::holds_alternative<Done>(finished) ? Ended::finished : Ended::lost;
}

Worker::Ended Worker::failed(const Attempt& attempt, const Failure& failure, Counts& counts) {
  const FailOutcome outcome = box_.fail(attempt, failure).value();
  if (std::holds_alternative<OwnershipLost>(outcome)) return Ended::lost;
  ++counts.failed;
  report(std::holds_alternative<BecomesDead>(outcome) ? "dead" : "failed", attempt, nullptr, failure.error);
  if (std::holds_alternative<BecomesDead>(outcome)) {
    ++counts.dead;
    Event event;
    event.source = attempt.source, event.id = attempt.id;
    log(LogLevel::warning, "An event is a dead letter.", event, failure.error);
  }
  return Ended::failed;
}

Counts& Counts::operator+=(const Counts& more) {
  for (const auto field :
       {&Counts::received, &Counts::stored, &Counts::finished, &Counts::duplicates, &Counts::unverified,
        &Counts::mismatches, &Counts::unusable, &Counts::stale, &Counts::contended, &Counts::failed,
        &Counts::dead, &Counts::lost, &Counts::refused})
    this->*field += more.*field;
  return *this;
}

Result<std::optional<Failure>> handle(const Handler& handler, Work& work) {
  auto done = contained([&] { return handler(work); });
  if (!work.connection.is_open())
    return fail(ErrorKind::connection, "The connection was lost while an event was handled.",
                "Its effect was not committed.", "It is tried again after its lease.");
  if (done) return std::move(*done);
  return std::optional(Failure{.error = done.error().sentence()});
}

Result<pg::Transaction> begin_for_handler(pg::Connection& connection, bool durable) {
  return pg::Transaction::begin(
      connection,
      {.statement_timeout = {}, .lock_timeout = {}, .durable = durable, .pins_search_path = false});
}

}  // namespace onceover::inbox
