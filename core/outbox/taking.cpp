// SPDX-License-Identifier: Apache-2.0
// How a relay comes to run: only on the server and in the history that its progress and the events are of.
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/outbox/relay.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

// Events among which those are counted that a joining topic passes over.
constexpr std::int64_t most_counted = 200'000;

constexpr std::string_view nothing_published = "Nothing is published: events could be lost, or go out again.";

std::string_view word(Start start) {
  return start == Start::beginning ? "beginning" : start == Start::now ? "now" : "time";
}

std::string adopt_after(std::string_view check) {
  return fmt::format("{} Then the owner of the schema runs: oncectl relay adopt --reason …", check);
}

}  // namespace

void Relay::Owned::read_window() {
  window = std::make_shared<const Window>(kept.window);
  pos = kept.pos;
  is_read = window->from == window->to;
  is_large = !is_read;
  is_late = false;
  walk_from.reset();
}

void Relay::refuse_foreign() const {
  raise(ErrorKind::unsupported,
        "The outbox has events of transactions that have not begun on this server: a dump was restored, or "
        "they were copied from another server.",
        std::string(nothing_published), adopt_after("Make sure that no relay runs on the other server."));
}

void Relay::refuse_subscriber(const std::string& subscription) {
  // Also when the subscription is gone, what is stored must be adopted first.
  if (!config_.only_reads) {
    const pg::Statement all[] = {{sql::commit_durable, {}}, {sql::relay_moved, {}}};
    require(connection_.pipeline(all, pg::Connection::Ends::commits));
  }
  raise(
      ErrorKind::unsupported,
      fmt::format("Events arrive here by the subscription {}: their transactions are of another server.",
                  visible(subscription)),
      std::string(nothing_published),
      "Run the relay on the publisher. " +
          adopt_after("After a switch-over drop the subscription, and make sure that no relay runs there."));
}

// Returns the server whose facts they are.
std::string Relay::check_may_start() {
  const pg::Rows facts =
      connection_.exec_prepared(sql::relay_facts, pg::params(config_.name, config_.topics)).value();
  std::string server;
  std::optional<std::string> subscription, retired_by, retire_reason;
  std::optional<Timestamp> retired_at;
  bool is_standby = false, is_adopting = false, is_foreign = false, is_moved = false, joins = false;
  facts.read(0, 0, server, is_standby, subscription, is_adopting, is_foreign, is_moved, retired_at,
             retired_by, retire_reason, joins);
  if (is_standby)
    raise(ErrorKind::read_only, "This server is a standby.", "Nothing is published.",
          "Connect to the primary.");
  if (subscription) refuse_subscriber(*subscription);
  if (is_adopting)
    raise(ErrorKind::unsupported, "An adoption of events has begun here and has not ended.",
          "Nothing is published before its end.",
          "If no one runs it, run oncectl relay adopt again: it continues.");
  if (is_foreign) refuse_foreign();
  if (config_.only_reads) return server;
  if (is_moved)
    raise(ErrorKind::unsupported,
          "The progress of the relays here is of another database than this one, or of a later time: it was "
          "restored or upgraded, or the address leads to another server.",
          std::string(nothing_published), adopt_after("Make sure that no relay runs on the other server."));
  if (retired_at)
    raise(ErrorKind::unsupported,
          fmt::format("The relay {} was retired at {} by {}: {}", visible(config_.name), moment(*retired_at),
                      visible(retired_by.value_or("?")), visible(retire_reason.value_or(""))),
          "Nothing is published.", "Start a relay of another name, and say where it starts.");
  if (joins && announce_) announce_joining();
  return server;
}

void Relay::announce_joining() {
  Joining joining;
  if (config_.start == Start::beginning) {
    const pg::Rows topics =
        connection_
            .exec_prepared(sql::relay_passes, pg::params(config_.name, config_.topics,
                                                         Timestamp::minus_infinity(), std::int64_t{1}))
            .value();
    for (int row = 0; row < topics.size(); ++row) joining.topics.push_back(topics.text(row, 0));
  } else {
    const pg::Rows topics = connection_
                                .exec_prepared(sql::relay_passes, pg::params(config_.name, config_.topics,
                                                                             config_.since, most_counted))
                                .value();
    for (int row = 0; row < topics.size(); ++row) {
      joining.topics.push_back(topics.text(row, 0));
      joining.passed_over += topics.integer(row, 1);
      joining.is_exact = joining.is_exact && topics.boolean(row, 2);
    }
  }
  announce_(joining);
}

pg::Statement Relay::hold() const {
  const std::optional<std::string> none;
  return config_.only_reads
             ? pg::Statement{sql::relay_hold, pg::params(none, none, owned_->server)}
             : pg::Statement{sql::relay_hold, pg::params(config_.name, owned_->token, owned_->server)};
}

// Where no progress is kept.
void Relay::only_read(const std::string& server) {
  owned_.emplace();
  owned_->server = server;
  owned_->kept.window = {std::string(before_all), std::string(before_all)};
  if (config_.start == Start::now) {
    const std::string now =
        look(sql::outbox_window, pg::params(before_all, std::int64_t{1})).value().text(0, 0);
    owned_->kept.window = {now, now};
  }
  owned_->since = config_.since.value_or(Timestamp::minus_infinity());
  owned_->read_window();
  parking_.holds_nothing();
}

// False: it is not free.
bool Relay::take_row(const std::string& server) {
  const pg::Statement all[] = {
      {sql::commit_durable, {}},
      {sql::relay_take, pg::params(config_.name, owner_, secret_, config_.lease, config_.topics,
                                   config_.is_ordered, server, word(config_.start), config_.since)}};
  const auto done = connection_.pipeline(all, pg::Connection::Ends::commits).value();
  const pg::Rows& taken = done[1];
  if (taken.empty()) return false;
  Owned owned;
  owned.server = server;
  std::optional<std::int64_t> up_to;
  std::int64_t drain_pos = 0;
  Drain drain;
  taken.read(0, 0, owned.ctid, owned.fence, owned.kept.window.from, owned.kept.window.to, owned.kept.pos,
             up_to, drain_pos, drain.since, drain.except, owned.since, owned.walk_to, owned.token);
  owned.read_window();
  if (up_to) {
    drain.up_to = *up_to;
    owned.kept.drain_pos = owned.pos = drain_pos;
    owned.is_read = owned.is_large = false;
    owned.drain = std::move(drain);
  }
  owned_ = std::move(owned);
  return true;
}

Result<std::optional<Turn>> Relay::take() {
  return as_result([&]() -> std::optional<Turn> {
    const std::string server = check_may_start();
    held_.reset();
    retried_at_ = {};
    lanes_ = Lanes(config_.is_ordered);
    written_at_ = Steady::now();
    if (config_.only_reads) {
      only_read(server);
      return std::nullopt;
    }
    if (!take_row(server)) {
      const pg::Rows now = connection_.exec_prepared(sql::relay_read, pg::params(config_.name)).value();
      return Turn{.state = (now.empty() ? std::nullopt : read_hold(now, 2)).value_or(Turn::State::elsewhere),
                  .rest = config_.idle};
    }
    const pg::Statement first[] = {
        {sql::commit_durable, {}},
        hold(),
        {sql::parked_first, pg::params(config_.name, owned_->token, owned_->fence, config_.is_ordered)}};
    require(connection_.pipeline(first, pg::Connection::Ends::commits));
    if (config_.is_ordered) {
      const pg::Rows aggregates = look(sql::parked_aggregates, pg::params(config_.name)).value();
      for (int row = 0; row < aggregates.size(); ++row)
        lanes_.hold(aggregates.text(row, 0), aggregates.text(row, 1));
    }
    return std::nullopt;
  });
}

}  // namespace onceover::outbox
