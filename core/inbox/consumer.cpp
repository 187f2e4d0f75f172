// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/consumer.h"

#include <fmt/format.h>

#include "core/key/sha256.h"
#include "core/pg/one_row.h"
#include "core/sql/statements.h"

namespace onceover::inbox {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t longest_identity = 255;
constexpr std::size_t digest_digits = 16;
// Of a slice, for stored events; the rest is for the source.
constexpr Duration worker_slice = 50ms;

// The place, and a digest of the content: a topic that was made anew has other messages at the same places.
std::string id_of_place(const Received& one) {
  const std::string digest =
      to_hex(key::bytes_of(key::sha256(one.event.payload.value_or("")))).substr(0, digest_digits);
  std::string id = fmt::format("{}#{}", one.place, digest);
  return id.size() <= longest_identity ? id : to_hex(key::bytes_of(key::sha256(id)));
}

std::vector<Event> events_of(std::span<const Received> received, std::span<const std::size_t> some) {
  std::vector<Event> events;
  events.reserve(some.size());
  for (const std::size_t i : some) events.push_back(received[i].event);
  return events;
}

Event event_aside(const Received& one, std::string_view why) {
  Event event = one.event;
  event.aggregate.reset();
  event.source =
      event.source.substr(0, cut_at(event.source, longest_identity - why.size())) + std::string(why);
  event.id = id_of_place(one);
  return event;
}

void count(Answer answer, Counts& counts, bool is_stored) {
  switch (answer) {
    case Answer::accepted: ++(is_stored ? counts.stored : counts.finished); break;
    case Answer::duplicate_unverified: ++counts.unverified; [[fallthrough]];
    case Answer::duplicate: ++counts.duplicates; break;
    case Answer::mismatch: break;  // counted when it is kept
    case Answer::stale: ++counts.stale; break;
    case Answer::contended: ++counts.contended; break;
  }
}

}  // namespace

Consumer::Consumer(pg::Connection& connection, Source& source, const std::string& consumer, Policy policy,
                   ConsumerConfig config, LogSink log)
    : connection_(connection),
      source_(source),
      box_(connection, consumer, policy),
      consumer_(consumer),
      config_(config),
      log_(std::move(log)) {
  source_.use(&positions_);
}

Consumer::~Consumer() { source_.use(nullptr); }

Consumer::Consumer(pg::Connection& connection, Source& source, const std::string& consumer, Policy policy,
                   ConsumerConfig config, Handler handler, std::string owner, LogSink log)
    : Consumer(connection, source, consumer, policy, config, log) {
  handler_ = handler;
  worker_.emplace(connection, consumer, policy, config.worker, std::move(handler), std::move(owner),
                  std::move(log));
}

void Consumer::log(LogLevel level, std::string message,
                   std::vector<std::pair<std::string, std::string>> fields) const {
  if (!log_) return;
  fields.insert(fields.begin(), {"consumer", visible(consumer_)});
  log_({level, std::move(message), std::move(fields)});
}

Result<std::vector<KnownPosition>> Consumer::StoredPositions::known(const std::vector<std::string>& places) {
  auto rows =
      consumer_.connection_.exec_prepared(sql::inbox_positions, pg::params(consumer_.consumer_, places));
  if (!rows) return fail(rows.error());
  std::vector<KnownPosition> out(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int row = static_cast<int>(i);
    const std::string whose = key::length_prefixed({rows->text(row, 0), consumer_.consumer_, places[i]});
    out[i] = {rows->optional_integer(row, 1), rows->optional_integer(row, 2),
              to_hex(key::bytes_of(key::sha256(whose))).substr(0, digest_digits)};
  }
  return out;
}

Result<bool> Consumer::StoredPositions::keep(std::span<const Position> positions) {
  std::vector<std::string> places;
  std::vector<std::int64_t> nexts, befores, firsts;
  for (const Position& one : positions) {
    places.push_back(one.place);
    nexts.push_back(one.next);
    befores.push_back(one.before.value_or(-1));
    firsts.push_back(one.first);
  }
  auto kept = consumer_.connection_.exec_prepared(
      sql::inbox_keep_positions, pg::params(consumer_.consumer_, places, nexts, befores, firsts));
  if (!kept) return fail(kept.error());
  return kept->integer(0, 0) == static_cast<std::int64_t>(positions.size());
}

void Consumer::StoredPositions::is_behind(const std::string& lane, std::int64_t known, std::int64_t told,
                                          bool read_again) {
  consumer_.log(
      LogLevel::warning,
      fmt::format("The group is ahead of this database, which was restored, or the group's offset was set: "
                  "the messages between are {}.",
                  read_again ? "read again" : "passed over, as its configuration says"),
      {{"partition", visible(lane)}, {"database", std::to_string(known)}, {"group", std::to_string(told)}});
}

void Consumer::StoredPositions::is_unknown(const std::string& lane, std::int64_t told) {
  consumer_.log(
      LogLevel::warning,
      "This database has no position of a partition that the group has read: right for a group that another "
      "program, or this consumer with another database, had. If not, the messages before are not in it: set "
      "the group's offset back, and they are read again.",
      {{"partition", visible(lane)}, {"group", std::to_string(told)}});
}

void Consumer::StoredPositions::begins_at_end(const std::string& lane, std::int64_t first, std::int64_t end) {
  consumer_.log(
      LogLevel::info,
      "A partition is received from its end on, as its configuration says: the messages before are "
      "passed over.",
      {{"partition", visible(lane)}, {"first", std::to_string(first)}, {"last", std::to_string(end - 1)}});
}

Result<ConsumerTurn> Consumer::run_once(Duration slice, const std::function<bool()>& go_on) {
  return contained([&] {
    ConsumerTurn turn;
    const auto until = Steady::now() + slice;
    do {
      if (worker_ && is_stopped(connection_).value()) {
        require(source_.poll(0, Duration{0}));
        turn.state = ConsumerTurn::State::stopped;
        turn.rest = config_.worker.idle;
        break;
      }
      if (worker_ && Steady::now() >= worker_due_) {
        const WorkTurn worked = worker_->run_once(worker_slice, go_on).value();
        turn.counts += worked.counts;
        worker_due_ = Steady::now() + worked.rest;
      }
      const auto wakes = worker_ ? std::min(until, worker_due_) : until;
      const auto left = std::max(Duration{0}, std::chrono::duration_cast<Duration>(wakes - Steady::now()));
      const std::span<const Received> received = source_.poll(config_.batch, left).value();
      std::erase_if(refused_, [&](const auto& one) {
        // of a lane taken away
        return std::ranges::none_of(received,
                                    [&](const Received& other) { return other.token == one.first; });
      });
      if (!received.empty() && !receive(received, turn.counts)) {
        turn.rest = std::min(config_.worker.idle, config_.worker.refused_rest);
        break;
      }
    } while (Steady::now() < until && (!go_on || go_on()));
    turn.trouble = trouble();
    turn.is_at_end = source_.is_at_end();
    return turn;
  });
}

bool Consumer::is_careful(const Received& one, std::map<std::string, std::size_t>& in_this_batch) {
  if (!config_.worker.in_transaction) return true;
  Lane& lane = lanes_[one.lane];
  if (lane.assignment != one.assignment) lane = {one.assignment, 0};
  return lane.stored + in_this_batch[one.lane]++ < config_.batch;
}

std::optional<std::vector<Answer>> Consumer::accept(std::span<const Event> events) {
  // Durable: the sender forgets them afterwards.
  auto transaction = begin_for_handler(connection_, true).value();
  const auto accepting = box_.accept_within(events);
  // found and named when they are stored one at a time
  if (!accepting && pg::may_be_one_row(accepting.error())) return std::nullopt;
  std::vector<Answer> answers = accepting.value();
  std::vector<Event> accepted;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (answers[i] == Answer::accepted) accepted.push_back(events[i]);
  }
  std::optional<Failure> failure;
  if (!accepted.empty()) {
    Work work{connection_, accepted, [] { return false; }};
    failure = handle(handler_, work).value();
  }
  if (!failure) {
    const auto committed = transaction.commit();
    if (committed) {
      if (!committed->unconfirmed.empty()) log(LogLevel::warning, committed->unconfirmed, {});
      return answers;
    }
    if (committed.error().is_connection_lost() || committed.error().is_cancelled()) raise(committed.error());
    failure = Failure{.error = committed.error().sentence()};
  }
  log(LogLevel::info, "A batch failed: its events are handled one at a time.",
      {{"events", std::to_string(events.size())}, {"why", visible(failure->error)}});
  return std::nullopt;
}

bool Consumer::waits(const Received& one) const {
  const auto found = refused_.find(one.token);
  return found != refused_.end() && found->second.until > Steady::now();
}

void Consumer::refuses(const Received& one, const Error& error, Counts& counts) {
  ++counts.refused;
  refused_[one.token] = {
      Steady::now() + config_.worker.refused_rest,
      fmt::format("{} (event {}): {}", visible(one.place), visible(one.event.id), visible(error.sentence()))};
  log(LogLevel::error,
      "A message cannot be stored: it is not acknowledged, nor what follows it in its partition, and is "
      "tried again.",
      {{"place", visible(one.place)}, {"id", visible(one.event.id)}, {"why", visible(error.sentence())}});
}

std::string Consumer::trouble() const {
  std::string why = source_.trouble();
  if (!why.empty() || refused_.empty()) return why;
  return fmt::format(
      "{} cannot be stored, and no message after them in their partitions is acknowledged. The first is {}.",
      counted(static_cast<std::int64_t>(refused_.size()), "message"), refused_.begin()->second.why);
}

void Consumer::store(std::span<const Received> received, std::span<const std::size_t> some,
                     const Answered& answered, Counts& counts) {
  bool is_any_stored = false;
  require(pg::divide(
      0, some.size(),
      [&](std::size_t first, std::size_t last) -> Result<void> {
        const auto part = some.subspan(first, last - first);
        const auto answers = box_.store(events_of(received, part));
        if (!answers) return fail(answers.error());
        answered(part, *answers, true);
        is_any_stored = true;
        return {};
      },
      [&](std::size_t i, const Error& error) {
        if (counts.refused >= pg::most_alone && !is_any_stored) raise(error);  // it is not one message's own
        refuses(received[some[i]], error, counts);
      }));
}

void Consumer::set_aside(const Aside& aside, std::vector<std::uint64_t>& done, Counts& counts) {
  require(pg::divide(
      0, aside.events.size(),
      [&](std::size_t first, std::size_t last) -> Result<void> {
        const auto kept = box_.set_aside(std::span(aside.events).subspan(first, last - first),
                                         std::span(aside.reasons).subspan(first, last - first));
        if (!kept) return fail(kept.error());
        for (std::size_t i = first; i < last; ++i) {
          done.push_back(aside.from[i]->token);
          ++(aside.from[i]->unusable.empty() ? counts.mismatches : counts.unusable);
        }
        log(LogLevel::warning, "Messages are dead letters, since they cannot be received.",
            {{"messages", std::to_string(last - first)},
             {"first", visible(aside.events[first].id)},
             {"why", aside.reasons[first]}});
        return {};
      },
      [&](std::size_t i, const Error& error) { refuses(*aside.from[i], error, counts); }));
}

bool Consumer::receive(std::span<const Received> received, Counts& counts) {
  std::vector<std::size_t> singly, together;
  std::vector<std::uint64_t> done;
  std::map<std::string, std::size_t> in_this_batch;
  Aside aside;
  Counts now;
  const auto put_aside = [&](const Received& one, std::string_view suffix, std::string reason) {
    aside.events.push_back(event_aside(one, suffix));
    aside.reasons.push_back(std::move(reason));
    aside.from.push_back(&one);
  };
  for (std::size_t i = 0; i < received.size(); ++i) {
    if (waits(received[i])) continue;
    if (!received[i].unusable.empty()) {
      put_aside(received[i], "#unusable", received[i].unusable);
    } else {
      (!handler_ || is_careful(received[i], in_this_batch) ? singly : together).push_back(i);
    }
  }
  if (singly.empty() && together.empty() && aside.events.empty()) return false;
  const auto answered = [&](std::span<const std::size_t> some, const std::vector<Answer>& answers,
                            bool is_stored) {
    for (std::size_t n = 0; n < some.size(); ++n) {
      const Received& one = received[some[n]];
      count(answers[n], now, is_stored);
      if (answers[n] == Answer::mismatch) {
        put_aside(one, "#mismatch",
                  fmt::format("An event of the id {} was received before with other content.",
                              visible(one.event.id)));
      } else if (answers[n] != Answer::contended) {
        done.push_back(one.token);
      }
      if (handler_ && is_stored && answers[n] == Answer::accepted) ++lanes_[one.lane].stored;
    }
  };
  if (!together.empty()) {
    if (const auto answers = accept(events_of(received, together))) {
      answered(together, *answers, false);
    } else {
      singly.insert(singly.end(), together.begin(), together.end());
    }
  }
  if (!singly.empty()) {
    store(received, singly, answered, now);
    worker_due_ = {};
  }
  set_aside(aside, done, now);
  for (const std::uint64_t token : done) refused_.erase(token);
  source_.acknowledge(done);
  now.received = static_cast<std::int64_t>(done.size());
  counts += now;
  return true;
}

}  // namespace onceover::inbox
