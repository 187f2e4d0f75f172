// SPDX-License-Identifier: Apache-2.0
// Writers whose transactions draw their number before they lock the aggregate, relays that are killed,
// stopped and started again, and a destination that only remembers: a consumer that knows repeats by their id
// must have seen each aggregate's events in the order of their commits, and all of them.
#include "core/outbox/relay.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/process.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;

constexpr int aggregates = 5, writers = 6;

// A line each: id, aggregate, version; written whole, or not at all.
class Ledger final : public outbox::Destination {
 public:
  explicit Ledger(const std::string& path)
      : fd_(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)) {}
  ~Ledger() override { ::close(fd_); }
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  bool send(std::uint64_t token, const outbox::Stored& event) override {
    const std::string line =
        fmt::format("{} {} {}\n", event.id, event.aggregate_id, event.payload.value_or(""));
    if (::write(fd_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
      throw std::runtime_error("the ledger is not written");
    ended_.push_back({.token = token});
    return true;
  }
  std::vector<outbox::Report> poll(Duration) override { return std::exchange(ended_, {}); }
  void abandon(Duration) override { ended_.clear(); }

 private:
  int fd_;
  std::vector<outbox::Report> ended_;
};

Process start_relay(const std::string& conninfo, const std::string& ledger, const std::string& owner,
                    std::uint64_t seed) {
  return Process::forked([=] {
    auto connection = pg::Connection::open({.conninfo = conninfo});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    Ledger to(ledger);
    // Small, so that windows end and batches are cut all the time.
    outbox::Relay relay(
        *connection, to,
        {.name = "r", .topics = {"*"}, .lease = 2s, .batch = 7, .most_in_memory = 40, .idle = 20ms}, owner,
        Random(seed));
    for (;;) {
      const auto turn = relay.run_once(20ms);
      if (!turn) throw std::runtime_error(turn.error().sentence() + " " + turn.error().detail);
      if (turn->rest > Duration{0}) std::this_thread::sleep_for(turn->rest);
    }
    return 0;
  });
}

struct Writers {
  Writers(const std::string& conninfo, std::uint64_t seed) {
    for (int w = 0; w < writers; ++w)
      threads_.emplace_back(
          [this, conninfo, seed, w] { write(conninfo, seed + static_cast<std::uint64_t>(w)); });
  }
  ~Writers() { stop(); }
  Writers(const Writers&) = delete;
  Writers& operator=(const Writers&) = delete;
  void stop() {
    stop_ = true;
    for (auto& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }
  std::atomic<int> committed = 0;

 private:
  void write(const std::string& conninfo, std::uint64_t seed) {
    Random random(seed);
    RawConnection raw(conninfo);
    while (!stop_) {
      raw.exec("BEGIN");
      if (random.chance(0.8)) raw.exec("SELECT pg_current_xact_id()");
      const std::string aggregate = std::to_string(random.below(aggregates));
      if (random.chance(0.3))
        raw.exec("SELECT pg_sleep($1::float8)", {fmt::format("{:.4f}", random.between(0, 0.02))});
      raw.exec("SELECT FROM public.aggregates WHERE id = $1 FOR UPDATE", {aggregate});
      const auto events = 1 + random.below(3);
      for (std::uint64_t i = 0; i < events; ++i)
        raw.exec(
            "WITH a AS (UPDATE public.aggregates SET version = version + 1 WHERE id = $1 RETURNING version) "
            "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, payload) SELECT 'payments', "
            "'payment', $1, convert_to(version::text, 'UTF8') FROM a",
            {aggregate});
      const bool commits = random.chance(0.85);
      raw.exec(commits ? "COMMIT" : "ROLLBACK");
      if (commits) committed += static_cast<int>(events);
    }
  }
  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
};

struct Seen {
  // of each aggregate, in the order in which a consumer first saw them
  std::map<std::string, std::vector<int>> versions;
  std::size_t events = 0, repeats = 0;
};

Seen seen_in(const std::string& path) {
  Seen seen;
  std::set<std::string> known;
  std::ifstream file(path);
  std::string id, aggregate;
  for (int version = 0; file >> id >> aggregate >> version;) {
    if (!known.insert(id).second) {
      ++seen.repeats;
    } else {
      ++seen.events;
      seen.versions[aggregate].push_back(version);
    }
  }
  return seen;
}

TEST(RelayHistory, AConsumerThatKnowsRepeatsSeesEachAggregateInTheOrderOfItsCommits) {
  if (!forks_may_have_threads) GTEST_SKIP() << "children of a program with threads make threads";
  const char* given = std::getenv("ONCEOVER_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  SCOPED_TRACE(fmt::format("ONCEOVER_SEED={}", seed));
  Random random(seed);
  const TestDatabase database{installed_schema()};
  RawConnection look = database.connect();
  look.exec(fmt::format(
      "CREATE TABLE public.aggregates (id text PRIMARY KEY, version integer NOT NULL DEFAULT 0); INSERT INTO "
      "public.aggregates (id) SELECT i FROM generate_series(0, {}) i",
      aggregates - 1));
  const std::string ledger = shared_server().socket_dir() + "/" + database.name() + ".ledger";
  const auto start = [&](int n) {
    return start_relay(database.conninfo(), ledger, "relay-" + std::to_string(n), random.below(1 << 30));
  };
  const auto owner = [&] {
    const auto rows = look.exec(
        "SELECT split_part(owner, '#', 1) FROM onceover.relays WHERE locked_until > clock_timestamp()");
    return rows.empty() ? std::string() : rows[0][0].value_or("");
  };
  const auto published = [&] {
    return std::stoll(look.exec("SELECT coalesce(max(published), 0) FROM onceover.relays")[0][0].value());
  };
  const auto progresses = [&] {
    const auto from = published();
    return eventually([&] { return published() >= from + 30; });
  };

  std::map<std::string, Process> relays;
  relays.emplace("relay-1", start(1));
  Writers load(database.conninfo(), seed + 1);
  int next = 2;
  ASSERT_TRUE(progresses()) << relays.begin()->second.err();
  const auto another = [&] {
    const std::string name = "relay-" + std::to_string(next);
    relays.emplace(name, start(next++));
    return name;
  };
  another();
  // Killed at any moment: another takes over when the lease has ended.
  std::string killed;
  ASSERT_TRUE(eventually([&] { return relays.contains(killed = owner()); }));
  relays.at(killed).kill(SIGKILL);
  ASSERT_TRUE(relays.at(killed).wait());
  relays.erase(killed);
  another();
  ASSERT_TRUE(eventually([&] { return !owner().empty() && owner() != killed; }));
  ASSERT_TRUE(progresses());
  // Stopped beyond its lease, and woken while another publishes: what it still sends are repeats.
  std::string stopped;
  ASSERT_TRUE(eventually([&] { return relays.contains(stopped = owner()); }));
  relays.at(stopped).stop();
  ASSERT_TRUE(eventually([&] { return !owner().empty() && owner() != stopped; }));
  ASSERT_TRUE(progresses());
  const std::string progress = look.scalar("SELECT fence FROM onceover.relays");
  relays.at(stopped).resume();
  ASSERT_TRUE(progresses());
  EXPECT_EQ(look.scalar("SELECT fence FROM onceover.relays"), progress) << "a late one took the progress";

  load.stop();
  Seen seen;
  EXPECT_TRUE(eventually([&] {
    seen = seen_in(ledger);
    return seen.events >= static_cast<std::size_t>(load.committed);
  })) << seen.events
      << " events of " << load.committed;
  EXPECT_EQ(seen.events, static_cast<std::size_t>(load.committed)) << "what was rolled back is not published";
  for (const auto& [aggregate, versions] : seen.versions) {
    for (std::size_t i = 0; i < versions.size(); ++i) {
      if (versions[i] != static_cast<int>(i) + 1) {
        ADD_FAILURE() << "aggregate " << aggregate << ": version " << versions[i] << " came as number "
                      << i + 1;
        break;
      }
    }
  }
  for (auto& [name, relay] : relays) EXPECT_TRUE(relay.is_running()) << name << ": " << relay.err();
  fmt::print("{} events, {} repeats\n", seen.events, seen.repeats);
  ::unlink(ledger.c_str());
}

}  // namespace
}  // namespace onceover::test
