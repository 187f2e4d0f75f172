// SPDX-License-Identifier: Apache-2.0
#include "app/try/messengers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>
#include <utility>

#include "app/try/broker.h"
#include "app/try/keeper.h"
#include "app/try/shop.h"
#include "core/inbox/consumer.h"
#include "core/inbox/kafka_source.h"
#include "core/outbox/kafka.h"
#include "core/outbox/relay.h"
#include "core/pg/connection.h"

namespace onceover::try_it {
namespace {

using namespace std::chrono_literals;

constexpr int partitions = 4;
constexpr Duration slice = 250ms;
constexpr double least_between_faults = 2, most_between_faults = 6;  // seconds

std::string ms(Duration span) { return std::to_string(span / 1ms); }

std::string address_of(int port) { return fmt::format("127.0.0.1:{}", port); }

// To the log, each new one once.
class Trouble {
 public:
  void log(const std::string& trouble) {
    if (trouble == last_) return;
    last_ = trouble;
    if (!trouble.empty()) std::cerr << trouble << std::endl;
  }

 private:
  std::string last_;
};

// The broker's faults, some seconds apart while they are on.
class FaultyBroker {
 public:
  FaultyBroker(Broker& broker, const BrokerChild& options)
      : broker_(broker),
        random_(options.seed),
        is_on_(options.faults),
        thread_([this](const std::stop_token& stop) { run(stop); }) {}

  void obey_line(const std::string& line) {
    const std::lock_guard lock(mutex_);
    if (line == "faults on") is_on_ = true;
    if (line == "faults off") is_on_ = false;
    if (line.starts_with("lose ")) broker_.lose_acknowledgements(std::atoi(line.c_str() + 5));
  }

 private:
  void run(const std::stop_token& stop) {
    std::condition_variable_any wake;
    for (std::unique_lock lock(mutex_); !stop.stop_requested();) {
      const Duration pause(
          static_cast<std::int64_t>(random_.between(least_between_faults, most_between_faults) * 1e6));
      wake.wait_for(lock, stop, pause, [] { return false; });
      if (is_on_ && !stop.stop_requested()) one_fault();
    }
  }
  void one_fault() {
    switch (random_.below(4)) {
      case 0: return broker_.refuse(2);
      case 1: return broker_.answer_late(3);
      default: return broker_.lose_acknowledgements(1);
    }
  }

  Broker& broker_;
  std::mutex mutex_;
  Random random_;
  bool is_on_;
  std::jthread thread_;
};

// Dies when asked to, as soon as the broker has acknowledged something: after its publication, before the
// progress.
class MortalDestination final : public outbox::Destination {
 public:
  MortalDestination(std::unique_ptr<outbox::Destination> to, const std::atomic<bool>& is_armed)
      : to_(std::move(to)), is_armed_(is_armed) {}
  bool send(std::uint64_t token, const outbox::Stored& event) override { return to_->send(token, event); }
  std::vector<outbox::Report> poll(Duration wait) override {
    std::vector<outbox::Report> reports = to_->poll(wait);
    const bool is_delivered = std::ranges::any_of(
        reports, [](const auto& one) { return one.result == outbox::Report::Result::delivered; });
    if (is_armed_ && is_delivered) die("after it had published events, before it wrote how far it is");
    return reports;
  }
  std::string trouble() const override { return to_->trouble(); }
  void abandon(Duration wait) override { to_->abandon(wait); }

 private:
  std::unique_ptr<outbox::Destination> to_;
  const std::atomic<bool>& is_armed_;
};

Result<pg::Connection> connected(const MessengerChild& options) {
  return pg::Connection::open({.conninfo = options.conninfo, .application_name = options.owner});
}

// The keeper's lines. When standard input ends, so does the process: nothing of it is worth an orderly end.
void listen(std::atomic<bool>& is_armed) {
  std::thread([&is_armed] {
    obey([&](const std::string& line) {
      if (line.starts_with("crash ")) is_armed = line == "crash on";
    });
    ::_exit(0);
  }).detach();
}

}  // namespace

int broker_main(const BrokerChild& options) {
  auto broker = Broker::start(bookings_topic, partitions);
  if (!broker) return refused(broker.error());
  FaultyBroker faulty(**broker, options);
  say(fmt::format("ready {}", (*broker)->port()));
  obey([&](const std::string& line) { faulty.obey_line(line); });
  return 0;
}

int relay_main(const MessengerChild& options) {
  static std::atomic<bool> is_armed{false};  // outlives the thread that listens
  const auto done = contained([&] {
    auto connection = connected(options).value();
    MortalDestination destination(
        outbox::to_kafka({.brokers = address_of(options.broker_port),
                          .options = {{"socket.timeout.ms", ms(broker_answers_within)},
                                      {"reconnect.backoff.max.ms", "200"}},
                          .timeout = 5s})
            .value(),
        is_armed);
    outbox::Relay relay(
        connection, destination,
        {.name = relay_name, .topics = {bookings_topic}, .lease = 2s, .idle = 200ms, .backoff_cap = 10s},
        options.owner, Random::from_system());
    say("ready");
    listen(is_armed);
    for (Trouble trouble;;) {
      const outbox::Turn turn = relay.run_once(slice).value();
      trouble.log(turn.trouble);
      if (turn.rest > Duration{0}) std::this_thread::sleep_for(turn.rest);
    }
  });
  return refused(done.error());
}

int consumer_main(const MessengerChild& options) {
  static std::atomic<bool> is_armed{false};
  const auto done = contained([&] {
    auto connection = connected(options).value();
    inbox::KafkaSourceConfig from{
        .brokers = address_of(options.broker_port), .topics = {bookings_topic}, .group = bookings_consumer};
    from.options = {{"session.timeout.ms", ms(group_forgets_after)},
                    {"heartbeat.interval.ms", "300"},
                    {"fetch.wait.max.ms", "50"},
                    {"reconnect.backoff.max.ms", "200"}};
    UnrulySource source(inbox::from_kafka(from).value(), {}, Random::from_system(), [] {
      if (is_armed) die("after it had booked events, before it acknowledged them to the broker");
    });
    const inbox::Policy policy{.attempts = 4, .lease = 5s, .base = 200ms, .cap = 2s};
    // A small batch: after a start each partition's first batch is handled one at a time, and the rest
    // together.
    inbox::Consumer consumer(connection, source, bookings_consumer, policy,
                             {.batch = 20, .worker = {.idle = 100ms}}, book, options.owner);
    say("ready");
    listen(is_armed);
    for (Trouble trouble;;) {
      const inbox::ConsumerTurn turn = consumer.run_once(slice).value();
      trouble.log(turn.trouble);
      if (turn.counts.received > 0)
        say(fmt::format("handled {} {}", turn.counts.received, turn.counts.duplicates));
      if (turn.rest > Duration{0}) std::this_thread::sleep_for(turn.rest);
    }
  });
  return refused(done.error());
}

namespace {

constexpr std::size_t earlier_kept = 200;
// Of events that only we know of; a source counts its own from 1.
constexpr std::uint64_t repeat_bit = std::uint64_t{1} << 63;
// While all that is there is held back: the source would return it at once, again and again.
constexpr Duration while_held = std::chrono::milliseconds(20);

}  // namespace

std::string account_of(const inbox::Event& event) {
  const auto found =
      std::ranges::find(event.headers, account_header, &std::pair<std::string, std::string>::first);
  return found == event.headers.end() ? std::string() : found->second;
}

std::vector<inbox::Received> reordered(std::vector<inbox::Received> received, Random& random) {
  // Places are drawn for accounts; each account's events then take its places in their own order.
  std::map<std::string, std::deque<std::size_t>> own_order;
  std::vector<std::string> places;
  for (std::size_t i = 0; i < received.size(); ++i) {
    places.push_back(account_of(received[i].event));
    own_order[places.back()].push_back(i);
  }
  for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[random.below(i)]);
  std::vector<inbox::Received> out;
  out.reserve(received.size());
  for (const std::string& account : places) {
    auto& next = own_order[account];
    out.push_back(std::move(received[next.front()]));
    next.pop_front();
  }
  return out;
}

UnrulySource::UnrulySource(std::unique_ptr<inbox::Source> source, Unruliness unruliness, Random random,
                           std::function<void()> before_acknowledging)
    : source_(std::move(source)),
      unruliness_(unruliness),
      random_(std::move(random)),
      before_acknowledging_(std::move(before_acknowledging)) {}

Result<std::span<const inbox::Received>> UnrulySource::poll(std::size_t most, Duration wait) {
  auto received = source_->poll(most, wait);
  if (!received) return received;
  delivered_.assign(received->begin(), received->end());
  for (const inbox::Received& one : delivered_) assigned_[one.lane] = one.assignment;
  if (delivered_.empty() || most == 0) return std::span<const inbox::Received>(delivered_);
  hold_back();
  if (delivered_.empty()) {
    std::this_thread::sleep_for(std::min(wait, while_held));
    return std::span<const inbox::Received>(delivered_);
  }
  repeat_some();
  delivered_ = reordered(std::move(delivered_), random_);
  return std::span<const inbox::Received>(delivered_);
}

void UnrulySource::hold_back() {
  const auto now = Steady::now();
  if (!held_.empty() && now >= held_until_) {
    held_.clear();
  } else if (held_.empty() && random_.chance(unruliness_.hold)) {
    held_ = account_of(delivered_[random_.below(delivered_.size())].event);
    held_until_ = now + unruliness_.hold_for;
  }
  if (!held_.empty())
    std::erase_if(delivered_, [&](const inbox::Received& one) { return account_of(one.event) == held_; });
}

void UnrulySource::repeat_some() {
  for (std::size_t n = delivered_.size(); n > 0 && !earlier_.empty(); --n) {
    if (!random_.chance(unruliness_.repeat)) continue;
    inbox::Received again = earlier_[random_.below(earlier_.size())];
    const auto assigned = assigned_.find(again.lane);
    if (assigned == assigned_.end()) continue;
    again.assignment = assigned->second;
    again.token = repeat_bit | ++repeats_;
    delivered_.push_back(std::move(again));
  }
}

void UnrulySource::acknowledge(std::span<const std::uint64_t> tokens) {
  if (!tokens.empty()) before_acknowledging_();
  std::vector<std::uint64_t> own;
  for (const std::uint64_t token : tokens) {
    if ((token & repeat_bit) != 0) continue;
    own.push_back(token);
    const auto one = std::ranges::find(delivered_, token, &inbox::Received::token);
    if (one == delivered_.end()) continue;
    earlier_.push_back(*one);
    if (earlier_.size() > earlier_kept) earlier_.pop_front();
  }
  source_->acknowledge(own);
}

}  // namespace onceover::try_it
