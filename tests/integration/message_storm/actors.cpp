// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/message_storm/actors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/inbox/consumer.h"
#include "core/outbox/outbox.h"
#include "core/outbox/relay.h"
#include "core/pg/params.h"

namespace onceover::test::messages {
namespace {

using namespace std::chrono_literals;

constexpr int aggregates_of_a_lane = aggregates;

bool is_calm(const std::string& folder) { return ::access(calm_path(folder).c_str(), F_OK) == 0; }

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence());
  return std::move(*result);
}
inline void must(Result<void> result) {
  if (!result) throw std::runtime_error(result.error().sentence());
}

// Again and again, on a new connection after each error: what a service does.
int for_ever(const Place& place, const char* name,
             const std::function<void(pg::Connection&, Random&)>& work) {
  Random random(place.seed);
  for (;;) {
    try {
      auto connection =
          must(pg::Connection::open({.conninfo = place.conninfo, .application_name = name, .deadline = 10s}));
      for (;;) work(connection, random);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      std::this_thread::sleep_for(20ms);  // a server that starts
    }
  }
}

// Appends each event to its lane's file, and sometimes reports what is not so.
class FileBroker final : public outbox::Destination {
 public:
  FileBroker(std::string folder, Random& random) : folder_(std::move(folder)), random_(random) {
    for (int lane = 0; lane < lanes; ++lane)
      files_.push_back(::open(log_path(folder_, lane).c_str(), O_WRONLY | O_APPEND | O_CREAT, 0666));
  }
  ~FileBroker() override {
    for (const int file : files_) ::close(file);
  }
  FileBroker(const FileBroker&) = delete;
  FileBroker& operator=(const FileBroker&) = delete;

  bool send(std::uint64_t token, const outbox::Stored& event) override {
    if (reports_.size() >= 300) return false;
    using Fate = outbox::Report::Result;
    const double drawn = is_calm(folder_) ? 1.0 : random_.between(0, 1);
    const Fate fate = drawn < 0.03    ? Fate::failed
                      : drawn < 0.032 ? Fate::refused
                      : drawn < 0.034 ? Fate::unavailable
                                      : Fate::delivered;
    // An answer that is lost: the broker has it all the same.
    if (fate == Fate::delivered || (fate == Fate::failed && random_.chance(0.4))) append(event);
    reports_.push_back({token, fate, fate == Fate::delivered ? "" : "drawn", {}});
    return true;
  }
  std::vector<outbox::Report> poll(Duration wait) override {
    if (reports_.empty()) std::this_thread::sleep_for(wait);
    return std::exchange(reports_, {});
  }
  void abandon(Duration) override { reports_.clear(); }

 private:
  void append(const outbox::Stored& event) {
    const std::string line =
        fmt::format("{}\t{}\t{}\n", event.id, event.aggregate_id, event.payload.value_or("(none)"));
    const int lane = std::stoi(std::string(event.aggregate_id)) % lanes;
    if (::write(files_[static_cast<std::size_t>(lane)], line.data(), line.size()) !=
        static_cast<ssize_t>(line.size()))
      throw std::runtime_error("the broker's disk is full");
  }
  std::string folder_;
  Random& random_;
  std::vector<int> files_;
  std::vector<outbox::Report> reports_;
};

// One lane of the broker, read from where `who` has acknowledged. Two processes may read it at once.
class FileSource final : public inbox::Source {
 public:
  FileSource(const Place& place, const std::string& who, int lane)
      : lane_(std::to_string(lane)),
        log_(::open(log_path(place.folder, lane).c_str(), O_RDONLY | O_CREAT, 0666)),
        mark_(::open((place.folder + "/" + who + "-" + lane_).c_str(), O_RDWR | O_CREAT, 0666)),
        assignment_(place.seed) {
    if (::pread(mark_, &read_, sizeof read_, 0) != sizeof read_) read_ = 0;
  }
  ~FileSource() override {
    ::close(log_);
    ::close(mark_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  Result<std::span<const inbox::Received>> poll(std::size_t most, Duration wait) override {
    if (most > 0 && !fill(most) && waiting_.empty()) {
      std::this_thread::sleep_for(std::min<Duration>(wait, 20ms));
      (void)fill(most);
    }
    return std::span<const inbox::Received>(waiting_).first(std::min(most, waiting_.size()));
  }
  void acknowledge(std::span<const std::uint64_t> tokens) override {
    std::erase_if(waiting_, [&](const inbox::Received& one) {
      return std::ranges::find(tokens, one.token) != tokens.end();
    });
    const std::uint64_t mark = waiting_.empty() ? read_ : std::stoull(waiting_.front().place);
    if (::pwrite(mark_, &mark, sizeof mark, 0) != sizeof mark) throw std::runtime_error("no place is kept");
  }
  std::string trouble() const override { return {}; }
  bool is_at_end() const override { return waiting_.empty(); }
  void close(Duration) override {}

 private:
  bool fill(std::size_t most) {
    char buffer[65536];
    const ssize_t size = ::pread(log_, buffer, sizeof buffer, static_cast<off_t>(read_));
    std::string_view text(buffer, size > 0 ? static_cast<std::size_t>(size) : 0);
    bool is_any = false;
    while (waiting_.size() < most) {
      const auto end = text.find('\n');
      if (end == std::string_view::npos) break;
      const std::string_view line = text.substr(0, end);
      const auto tab = line.find('\t');
      inbox::Received one;
      one.place = std::to_string(read_);
      read_ += end + 1;
      one.token = read_;
      one.lane = lane_;
      one.assignment = assignment_;
      one.event.source = "storm";
      one.event.id = line.substr(0, tab);
      one.event.payload = std::string(line.substr(tab + 1));
      one.event.fingerprint = one.event.payload->substr(0, 64);
      waiting_.push_back(std::move(one));
      text.remove_prefix(end + 1);
      is_any = true;
    }
    return is_any;
  }
  std::string lane_;
  int log_, mark_;
  std::uint64_t assignment_, read_ = 0;
  std::vector<inbox::Received> waiting_;
};

inbox::Policy policy() {
  inbox::Policy quick;
  quick.lease = 1s;
  quick.base = 20ms;
  quick.cap = 200ms;
  return quick;
}

inbox::Handler effect_of(const std::string& consumer, const std::string& folder, Random& random) {
  return [&random, consumer, folder](inbox::Work& work) -> std::optional<inbox::Failure> {
    const bool calm = is_calm(folder);
    for (const inbox::Event& event : work.events) {
      auto done = work.connection.exec("INSERT INTO storm.effects (consumer, id) VALUES ($1::text, $2::uuid)",
                                       pg::params(consumer, event.id));
      if (!done) return inbox::Failure{.error = done.error().sentence()};
      if (calm) continue;
      if (event.payload->find(poison) != std::string::npos || random.chance(0.001)) ::raise(SIGKILL);
      if (random.chance(0.01)) return inbox::Failure{.error = "drawn"};
    }
    return std::nullopt;
  };
}

}  // namespace

std::string log_path(const std::string& folder, int lane) { return fmt::format("{}/lane-{}", folder, lane); }
std::string calm_path(const std::string& folder) { return folder + "/calm"; }

int run_producer(const Place& place) {
  return for_ever(place, "storm-producer", [&](pg::Connection& connection, Random& random) {
    const std::string aggregate = std::to_string(random.below(aggregates_of_a_lane));
    must(connection.exec("BEGIN ISOLATION LEVEL READ COMMITTED"));
    const auto version = std::to_string(
        must(connection.exec(
                 "UPDATE storm.aggregates SET version = version + 1 WHERE id = $1::bigint RETURNING version",
                 pg::params(aggregate)))
            .integer(0, 0));
    const std::string payload =
        fmt::format("{}/{}/{}{}", aggregate, version, random.chance(0.003) ? poison : "",
                    std::string(random.below(400), 'x'));
    const std::string id = must(outbox::enqueue_within(
        connection,
        {.topic = "storm", .aggregate_type = "a", .aggregate_id = aggregate, .payload = payload}));
    must(
        connection.exec("INSERT INTO storm.written (id, aggregate, version, payload) VALUES ($1::uuid, "
                        "$2::bigint, $3::bigint, $4::text)",
                        pg::params(id, aggregate, version, payload)));
    // it commits late
    if (random.chance(0.02)) std::this_thread::sleep_for(std::chrono::milliseconds(random.below(300)));
    must(connection.exec(random.chance(0.1) ? "ROLLBACK" : "COMMIT"));
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(12'000)));
  });
}

int run_relay(const Place& place) {
  outbox::RelayConfig config;
  config.name = relay_name;
  config.topics = {"storm"};
  config.lease = 1s;
  config.idle = 50ms;
  config.backoff = 20ms;
  config.backoff_cap = 200ms;
  config.attempts = 4;
  return for_ever(place, "storm-relay", [&](pg::Connection& connection, Random& random) {
    FileBroker broker(place.folder, random);
    outbox::Relay relay(connection, broker, config, "storm-relay", Random(random.below(1ULL << 60)));
    for (;;) {
      const auto turn = relay.run_once(100ms);
      if (!turn && !connection.is_open()) throw std::runtime_error(turn.error().sentence());
      if (!turn) std::fprintf(stderr, "%s\n", turn.error().sentence().c_str());
      if (turn && turn->rest > 0ms) std::this_thread::sleep_for(std::min<Duration>(turn->rest, 50ms));
    }
  });
}

int run_billing(const Place& place, int lane) {
  return for_ever(place, "storm-billing", [&](pg::Connection& connection, Random& random) {
    FileSource source(place, "billing", lane);
    inbox::Consumer consumer(connection, source, "billing", policy(), {.batch = 50},
                             effect_of("billing", place.folder, random), "billing");
    for (;;) {
      const auto turn = must(consumer.run_once(100ms));
      if (turn.rest > 0ms) std::this_thread::sleep_for(std::min<Duration>(turn.rest, 50ms));
    }
  });
}

int run_storing(const Place& place, int lane) {
  return for_ever(place, "storm-storing", [&](pg::Connection& connection, Random&) {
    FileSource source(place, "audit", lane);
    inbox::Consumer consumer(connection, source, "audit", policy(), {.batch = 50});
    for (;;) (void)must(consumer.run_once(100ms));
  });
}

int run_worker(const Place& place) {
  return for_ever(place, "storm-worker", [&](pg::Connection& connection, Random& random) {
    inbox::Worker worker(connection, "audit", policy(), {.idle = 50ms},
                         effect_of("audit", place.folder, random), "worker");
    for (;;) {
      const auto turn = must(worker.run_once(100ms));
      if (turn.rest > 0ms) std::this_thread::sleep_for(std::min<Duration>(turn.rest, 50ms));
    }
  });
}

}  // namespace onceover::test::messages
