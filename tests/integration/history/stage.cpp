// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/stage.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "tests/integration/history/store.h"
#include "tests/support/eventually.h"

namespace onceover::test::history {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::milliseconds;

// Where the clock may stand; the last, behind all others, is where it stands when faults have stopped.
constexpr std::array<std::chrono::seconds, 4> offsets{std::chrono::seconds(0), -hours(1), hours(48),
                                                      hours(49)};

// One cluster is made a program, and copied from then on.
const std::string& cluster_cache() {
  static const struct Cache {
    Cache() {
      const char* tmpdir = std::getenv("TMPDIR");
      path = fmt::format("{}/onceover-clusters-{}", tmpdir != nullptr && *tmpdir == '/' ? tmpdir : "/tmp",
                         ::getpid());
    }
    ~Cache() {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
    std::string path;
  } cache;
  return cache.path;
}

std::unique_ptr<try_it::PrivateServer> started(const std::map<std::string, std::string>& environment) {
  try_it::PrivateServerOptions options;
  options.settings["max_connections"] = "200";
  options.environment = environment;
  options.template_cache = cluster_cache();
  auto server = try_it::PrivateServer::start(options);
  if (!server) throw std::runtime_error(server.error().sentence() + "\n" + server.error().detail);
  return std::move(*server);
}

void demand(const Result<void>& done) {
  if (!done) throw std::runtime_error(done.error().sentence() + "\n" + done.error().detail);
}

}  // namespace

std::string_view word(Scene scene) {
  switch (scene) {
    case Scene::restarts: return "restarts";
    case Scene::clock: return "clock";
    case Scene::full_disk: return "full disk";
    case Scene::failover: return "failover";
  }
  return "?";
}

Scene scene_of(std::uint64_t seed) { return static_cast<Scene>(seed % scene_count); }

std::string unavailable(Scene scene) {
  if (scene == Scene::clock) return FakeClock::unavailable();
  if (scene == Scene::full_disk) return SmallDiskServer::unavailable();
  return {};
}

Stage::Stage(Scene scene, int keys) : scene_(scene) {
  const char* tmpdir = std::getenv("TMPDIR");
  directory_ = std::string(tmpdir != nullptr && *tmpdir == '/' ? tmpdir : "/tmp") + "/onceover-stage-XXXXXX";
  if (::mkdtemp(directory_.data()) == nullptr) throw std::runtime_error("no directory for the stage");
  if (scene == Scene::clock) clock_ = std::make_unique<FakeClock>();
  if (scene == Scene::full_disk) {
    disk_ = std::make_unique<SmallDiskServer>(16 + keys / 25);
    follow(disk_->server().socket_dir());
    disk_->create_database("history");
  } else {
    server_ = started(clock_ ? clock_->environment() : std::map<std::string, std::string>{});
    follow(server_->socket_dir());
    RawConnection(conninfo("postgres")).exec("CREATE DATABASE history");
  }
  fill_recorded(conninfo());
  RawConnection raw(conninfo("postgres"));
  raw.exec("CREATE DATABASE decoy TEMPLATE history");
  make_persons(conninfo());
  if (scene == Scene::failover) {
    standby_ = std::make_unique<Standby>(*server_);
    standby_->wait_caught_up();
  }
}

Stage::~Stage() {
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

void Stage::follow(const std::string& socket_dir) {
  const std::string next = directory_ + "/next";
  fs::create_directory_symlink(socket_dir, next);
  fs::rename(next, directory_ + "/server");
}

std::string Stage::conninfo(const std::string& database) const {
  return fmt::format("host={} port=5432 user=postgres dbname={}", socket_dir(), database);
}

void Stage::wait_ready() const {
  const bool ready = eventually([&] {
    try {
      return RawConnection(conninfo()).scalar("SELECT NOT pg_is_in_recovery()") == "t";
    } catch (const std::exception&) {
      return false;
    }
  });
  if (!ready) throw std::runtime_error("the server did not come back");
}

void Stage::trouble(Random& random, Bank& bank) {
  switch (scene_) {
    case Scene::restarts: return restart(random, bank);
    case Scene::clock: return step_clock(random, bank);
    case Scene::full_disk: return fill_disk(random, bank);
    case Scene::failover: return fail_over(random, bank);
  }
}

void Stage::restart(Random& random, Bank& bank) {
  const bool one_alone = troubles_++ % 2 == 1;
  const bool in_a_sweep = bank.catch_a_sweeper(std::chrono::seconds(5));
  const struct LetsGo {
    ~LetsGo() { of.let_go(); }
    Bank& of;
  } at_the_end{bank};
  if (one_alone) {
    // The server takes all others along, and recovers by itself.
    const std::string pid =
        RawConnection(conninfo("postgres"))
            .scalar("SELECT coalesce(min(pid), 0) FROM pg_stat_activity WHERE application_name = 'history'");
    if (pid == "0") return;  // nobody is there
    bank.count("F5 backend killed");
    if (::kill(std::stoi(pid), SIGKILL) != 0) throw std::runtime_error("a backend cannot be killed");
  } else {
    bank.count(in_a_sweep ? "F18 server stopped at once in a sweep" : "server stopped at once");
    demand(server_->stop(try_it::StopMode::immediate));
    bank.pacer().rest(milliseconds(random.below(60)));
    demand(server_->start_again());
  }
  wait_ready();
}

void Stage::step_clock(Random& random, Bank& bank) {
  // Never where it stands: right, an hour back, two days ahead.
  const std::size_t where =
      troubles_++ == 0 ? 1 + random.below(2) : (clock_stands_ + 1 + random.below(2)) % 3;
  clock_stands_ = where;
  constexpr const char* said[] = {"F16 server's clock set right", "F16 server's clock put back an hour",
                                  "F16 server's clock put forward two days"};
  bank.count(said[where]);
  clock_steps_.push_back(Log::now_us());
  clock_->step(offsets[where]);
}

void Stage::fill_disk(Random& random, Bank& bank) {
  bank.count("disk filled");
  disk_->fill();
  // Old pages have room for a while: until somebody is refused, and a little longer.
  const std::int64_t from = bank.log().next_number();
  for (int tries = 0; tries < 150 && !bank.log().says("53100", from); ++tries)
    bank.pacer().rest(milliseconds(20));
  bank.pacer().rest(milliseconds(random.below(200)));
  disk_->free();
}

void Stage::fail_over(Random& random, Bank& bank) {
  if (lost_) return;
  standby_->wait_caught_up();
  const auto mark = [&](const char* what) {
    bank.log().add({.actor = "disturber", .phase = Phase::ok, .act = Act::fault, .result = what});
  };
  lost_ = Lost{bank.log().next_number(), INT64_MAX};
  mark("the standby is cut off: what is acknowledged from here on is lost");
  standby_->cut_off();
  bank.pacer().rest(milliseconds(60 + random.below(200)));
  demand(server_->stop(try_it::StopMode::immediate));
  standby_->promote();
  follow(standby_->server().socket_dir());
  wait_ready();
  mark("the standby is the primary");
  lost_->to = bank.log().next_number();
  bank.count("F8 primary lost and a standby promoted that lacked its last commits");
}

void Stage::settle_down() {
  if (clock_) clock_->step(offsets.back());
  wait_ready();
}

std::int64_t Stage::true_us(std::int64_t db_us) const {
  if (!clock_) return db_us;
  for (const auto offset : offsets) {
    const std::int64_t at = db_us - std::chrono::duration_cast<std::chrono::microseconds>(offset).count();
    if (at > begun_us_ - 60'000'000 && at < Log::now_us() + 60'000'000) return at;
  }
  return db_us;
}

}  // namespace onceover::test::history
