// SPDX-License-Identifier: Apache-2.0
// Events from the transactions of services through a relay and a broker to two consumers, while each of their
// processes is killed, stopped and cut off, and the server is restarted: no event is lost, each has one
// effect for each consumer, and each aggregate keeps its order. Seconds in every run; minutes and hours by
// hand (tests/README.md, "The message storm").
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>

#include "app/try/private_server.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "tests/integration/message_storm/actors.h"
#include "tests/support/eventually.h"
#include "tests/support/process.h"
#include "tests/support/raw.h"
#include "tests/support/schema_template.h"

namespace onceover::test::messages {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
namespace fs = std::filesystem;

std::uint64_t number_of(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given != nullptr && *given != '\0' ? std::strtoull(given, nullptr, 10) : otherwise;
}

class MessageStorm : public testing::Test {
 protected:
  struct Actor {
    std::function<int(const Place&)> run;
    std::optional<Process> process = {};
    std::optional<Steady::time_point> resumes = {};  // while it is stopped
  };

  void SetUp() override {
    if (!forks_may_have_threads) GTEST_SKIP() << "ThreadSanitizer cannot follow it.";
    seed = number_of("ONCEOVER_STORM_SEED", number_of("ONCEOVER_SEED", std::random_device{}() % 1'000'000));
    random = Random(seed);
    folder = (fs::temp_directory_path() / "onceover-messages-XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    auto started = try_it::PrivateServer::start(
        {.settings = {{"max_connections", "100"}, {"autovacuum_naptime", "5s"}}});
    ASSERT_TRUE(started) << started.error().sentence();
    server = std::move(*started);
    installed_schema().fill(server->conninfo());
    // No unique key: a second effect must be able to show.
    RawConnection(server->conninfo())
        .exec(
            "CREATE SCHEMA storm; CREATE TABLE storm.aggregates (id bigint PRIMARY KEY, version bigint NOT "
            "NULL DEFAULT 0); INSERT INTO storm.aggregates (id) SELECT generate_series(0, " +
            std::to_string(aggregates - 1) +
            "); CREATE TABLE storm.written (id uuid, aggregate bigint, version bigint, payload text); CREATE "
            "TABLE storm.effects (consumer text, id uuid)");
    for (int i = 0; i < 3; ++i) add(run_producer);
    for (int i = 0; i < 2; ++i) add(run_relay);
    for (int i = 0; i < 2; ++i) add(run_worker);
    for (int lane = 0; lane < lanes; ++lane) {
      for (int i = 0; i < 2; ++i) add([lane](const Place& place) { return run_billing(place, lane); });
      add([lane](const Place& place) { return run_storing(place, lane); });
    }
    for (Actor& actor : actors) start(actor);
  }
  void TearDown() override {
    actors.clear();
    server.reset();
    std::error_code ignored;
    if (!folder.empty()) fs::remove_all(folder, ignored);
  }

  void add(std::function<int(const Place&)> run) { actors.push_back({std::move(run)}); }
  void start(Actor& actor) {
    actor.resumes.reset();
    actor.process.reset();
    const Place place{server->conninfo(), folder, seed * 1'000'003 + ++generation};
    actor.process.emplace(Process::forked([&] { return actor.run(place); }));
  }
  // Poison ends processes by SIGKILL; nothing else may end one.
  void revive() {
    for (Actor& actor : actors) {
      if (const auto exit = actor.process->wait(milliseconds(0))) {
        EXPECT_EQ(exit->signal, SIGKILL) << exit->code << ' ' << actor.process->err();
        ++figures["processes ended by a handler"];
        start(actor);
      }
      if (actor.resumes && Steady::now() >= *actor.resumes) {
        actor.process->resume();
        actor.resumes.reset();
      }
    }
  }

  // A person with the program.
  void oncectl(std::vector<std::string> words) {
    words.insert(words.begin(), ONCEOVER_BIN_DIR "/oncectl");
    words.insert(words.end(), {"--reason", "storm", "--dsn", server->conninfo()});
    auto run = Process::spawn(words);
    const auto exit = run.wait();
    // What has changed meanwhile is not found any more.
    if (!exit || (exit->code != 0 && exit->code != 3)) {
      ADD_FAILURE() << words[1] << ' ' << words[2] << ": exit " << (exit ? exit->code : -1) << ' '
                    << run.err();
    }
  }
  // Everything that was given up.
  void try_again() {
    RawConnection raw(server->conninfo());
    for (const auto& row : raw.exec("SELECT relay, seq FROM onceover.outbox_parked WHERE state = 'dead'")) {
      oncectl({"outbox", "retry", *row[0], *row[1]});
      ++figures["dead events tried again"];
    }
    for (const auto& row : raw.exec("SELECT event_id, consumer FROM onceover.inbox WHERE state = 'dead'")) {
      oncectl({"inbox", "requeue", *row[0], "--operation", *row[1]});
      ++figures["dead letters put back"];
    }
  }

  void accident() {
    Actor& actor = actors[random.below(actors.size())];
    const auto drawn = random.below(100);
    if (drawn < 45) {
      actor.process->kill(SIGKILL);
      actor.process->wait();
      start(actor);
      ++figures["processes killed"];
    } else if (drawn < 60) {
      if (actor.resumes || !actor.process->is_running()) return;
      actor.process->stop();
      actor.resumes = Steady::now() + milliseconds(1'500);
      ++figures["processes stopped past a lease"];
    } else if (drawn < 90) {
      figures["backends terminated"] += std::stoi(
          RawConnection(server->conninfo())
              .scalar("SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE "
                      "application_name LIKE 'storm-%' ORDER BY random() LIMIT 1) a"));
    } else if (drawn < 93) {
      RawConnection(server->conninfo()).exec("UPDATE onceover.control SET stopped = true");
      is_stopped = true;
      ++figures["times the stop switch was on"];
    } else if (drawn < 97 && !is_paused) {
      oncectl({"relay", "pause", relay_name});
      is_paused = true;
      ++figures["pauses"];
    } else {
      ASSERT_TRUE(server->stop(try_it::StopMode::immediate));
      ASSERT_TRUE(server->start_again());
      ++figures["server restarts"];
    }
  }
  void undo_halts() {
    if (is_stopped) RawConnection(server->conninfo()).exec("UPDATE onceover.control SET stopped = false");
    if (is_paused) oncectl({"relay", "resume", relay_name});
    is_stopped = is_paused = false;
  }

  void judge();

  std::uint64_t seed = 0, generation = 0;
  Random random{0};
  std::string folder;
  bool is_stopped = false, is_paused = false;
  std::unique_ptr<try_it::PrivateServer> server;
  std::vector<Actor> actors;
  std::map<std::string, std::int64_t> figures;
};

void MessageStorm::judge() {
  RawConnection raw(server->conninfo());
  std::map<std::string, std::pair<std::string, std::int64_t>> written;  // id: payload, version
  for (const auto& row : raw.exec("SELECT id, payload, version FROM storm.written"))
    written[*row[0]] = {*row[1], std::stoll(*row[2])};
  figures["events"] = static_cast<std::int64_t>(written.size());
  std::map<std::string, std::int64_t> last;  // version of each aggregate
  std::set<std::string> published;
  for (int lane = 0; lane < lanes; ++lane) {
    std::ifstream log(log_path(folder, lane));
    for (std::string line; std::getline(log, line);) {
      const auto first = line.find('\t'), second = line.find('\t', first + 1);
      const std::string id = line.substr(0, first), aggregate = line.substr(first + 1, second - first - 1);
      const auto its = written.find(id);
      if (its == written.end()) {
        ADD_FAILURE() << "published, and never committed: " << line.substr(0, 100);
        continue;
      }
      EXPECT_EQ(line.substr(second + 1), its->second.first) << "published with other contents";
      if (!published.insert(id).second) {
        ++figures["repeats"];
        continue;
      }
      EXPECT_EQ(its->second.second, ++last[aggregate]) << "aggregate " << aggregate << " is out of order";
    }
  }
  EXPECT_EQ(published.size(), written.size()) << "events were lost on their way to the broker";
  for (const char* consumer : {"billing", "audit"}) {
    const auto wrong = raw.exec(
        "SELECT w.id, count(e.id) FROM storm.written w LEFT JOIN storm.effects e ON e.id = w.id AND "
        "e.consumer = $1 GROUP BY w.id HAVING count(e.id) <> 1 LIMIT 10",
        {consumer});
    for (const auto& row : wrong)
      ADD_FAILURE() << consumer << ": event " << *row[0] << " has " << *row[1] << " effects";
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM storm.effects e WHERE NOT EXISTS (SELECT FROM storm.written w "
                       "WHERE w.id = e.id)"),
            "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE state <> 'succeeded'"), "0");
  auto verified =
      Process::spawn({ONCEOVER_BIN_DIR "/oncectl", "audit", "verify", "--dsn", server->conninfo()});
  EXPECT_EQ(verified.wait(), (Exit{0, 0})) << verified.out() << verified.err();
}

TEST_F(MessageStorm, NothingIsLostAndEachEventHasOneEffectWhateverIsKilled) {
  const auto length = seconds(number_of("ONCEOVER_STORM_SECONDS", 6));
  std::printf("ONCEOVER_STORM_SEED=%llu replays the faults: %lld s\n", static_cast<unsigned long long>(seed),
              static_cast<long long>(length.count()));
  const auto until = Steady::now() + length;
  while (Steady::now() < until && !HasFailure()) {
    const auto next = Steady::now() + milliseconds(30 + random.below(200));
    (void)eventually([&] { return Steady::now() >= next; });
    revive();
    accident();
    if (random.chance(0.3)) undo_halts();
    if (!is_stopped && random.chance(0.02)) try_again();
  }
  // Quiet: services stop writing, nothing fails any more, and everything that was given up is tried again.
  std::ofstream(calm_path(folder)) << "calm";
  undo_halts();
  for (std::size_t i = 0; i < 3; ++i) {
    actors[i].process->kill(SIGKILL);
    actors[i].process->wait();
    actors[i].run = [](const Place&) {
      ::pause();
      return 0;
    };
    start(actors[i]);
  }
  const std::string open =
      "SELECT (SELECT count(*) FROM storm.written w WHERE (SELECT count(*) FROM onceover.inbox i WHERE "
      "i.event_id = w.id::text AND i.state = 'succeeded') < 2) + (SELECT count(*) FROM "
      "onceover.outbox_parked)";
  auto again_at = Steady::now();
  EXPECT_TRUE(eventually(
      [&] {
        revive();
        if (Steady::now() >= again_at) {
          try_again();
          again_at = Steady::now() + seconds(1);
        }
        return RawConnection(server->conninfo()).scalar(open) == "0";
      },
      seconds(60) + length / 10))
      << RawConnection(server->conninfo()).scalar(open) << " events have not ended";
  std::map<std::string, std::int64_t> said;  // errors of this generation, by their first words
  for (Actor& actor : actors) {
    std::istringstream errors(actor.process->err());
    for (std::string line; std::getline(errors, line);) ++said[line.substr(0, 100)];
  }
  actors.clear();
  judge();
  if (HasFailure()) {
    for (const auto& [line, times] : said)
      std::printf("%6lld x %s\n", static_cast<long long>(times), line.c_str());
  }
  for (const auto& [name, n] : figures) std::printf("%12lld %s\n", static_cast<long long>(n), name.c_str());
  EXPECT_GT(figures["events"], 50);
  EXPECT_GT(figures["processes killed"], 0);
  if (HasFailure()) std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
}

}  // namespace
}  // namespace onceover::test::messages
