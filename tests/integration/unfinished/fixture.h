// SPDX-License-Identifier: Apache-2.0
// What the scenes of the frontier share: a store whose frontier is moved by hand, and keys in every state.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>

#include "app/try/private_server.h"
#include "core/unfinished/frontier.h"
#include "tests/support/complete.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

inline constexpr unfinished::AdvanceConfig quick{
    .rows = 1'000, .least_pause = Duration{0}, .wait = std::chrono::milliseconds(10)};

inline pg::Connection opened(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "frontier-test"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence() + " " + result.error().detail);
  return std::move(*result);
}

// How a key is written; more columns and their values may be given.
inline std::string insert_key(const std::string& key, const std::string& columns = {},
                              const std::string& values = {}) {
  return "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
         "locked_until" +
         columns + ") VALUES ('acme', 'POST /refunds', " + quoted_text(key) +
         ", 'in_progress', nextval('onceover.fence'), 'jcs-sha256', sha256('x'), clock_timestamp() + "
         "interval '1 hour'" +
         values + ") RETURNING created_at";
}
inline std::string insert_key_at(const std::string& key, const std::string& at) {
  return insert_key(key, ", created_at", ", " + at);
}
inline std::string update_key(const std::string& key, const std::string& set) {
  return "UPDATE onceover.keys SET " + set +
         ", fence = nextval('onceover.fence') WHERE key = " + quoted_text(key);
}
inline const std::string to_released =
    "state = 'released', locked_until = NULL, retry_before = clock_timestamp() + interval '1 day', "
    "expires_at = clock_timestamp() + interval '4 days'";
inline const std::string to_taken_over =
    "state = 'in_progress', locked_until = clock_timestamp() + interval '1 hour', retry_before = NULL, "
    "expires_at = NULL, completed_at = NULL";
inline const std::string to_finished =
    "state = 'succeeded', locked_until = NULL, retry_before = NULL, response_code = 200, response_version = "
    "1, response_body = '{}', completed_at = clock_timestamp(), expires_at = clock_timestamp() + interval '3 "
    "days'";
inline const std::string to_stuck = "locked_until = clock_timestamp() - interval '1 minute'";

struct Store {
  explicit Store(std::string where)
      : conninfo(std::move(where)), raw(conninfo), connection(opened(conninfo)) {}

  std::string conninfo;
  RawConnection raw;
  pg::Connection connection;
  unfinished::Advancing advancing{connection, quick};
  std::int64_t floor = 0;  // settled

  RawConnection connect() const { return RawConnection(conninfo); }
  unfinished::Advancing::Step step() {
    auto step = value_of(advancing.step(true));
    if (step.settled_floor) floor = *step.settled_floor;
    return step;
  }
  // Until the frontier is where it can be: a second behind the clock.
  void walk() {
    if (!eventually([&] { return step().done; })) throw std::runtime_error("the frontier does not arrive");
  }
  // Until the frontier has passed everything created so far.
  void catch_up() {
    const std::string now = raw.scalar(
        "SELECT greatest(clock_timestamp(), max(created_at)) FROM onceover.keys WHERE created_at < "
        "clock_timestamp() + interval '2 seconds'");
    if (!eventually([&] {
          step();
          return has_passed(now);
        }))
      throw std::runtime_error("the frontier does not pass " + now);
  }
  bool has_passed(const std::string& at) {
    return raw.scalar("SELECT until > $1::timestamptz FROM onceover.frontier", {at}) == "t";
  }
  bool lists(const std::string& key) {
    return raw.scalar("SELECT count(*) FROM onceover.unfinished WHERE key = $1", {key}) != "0";
  }
  bool rests(const std::string& key) {
    return raw.scalar(
               "SELECT coalesce(bool_and(look_at > clock_timestamp()), false) FROM onceover.unfinished WHERE "
               "key = $1",
               {key}) == "t";
  }
  std::int64_t tend(bool resting = false) {
    std::int64_t did = 0;
    for (unfinished::ListPlace place;;) {
      const auto tended = value_of(unfinished::tend(connection, resting, floor, place, 100));
      did += tended.dropped + tended.changed;
      if (!tended.next) return did;
      place = *tended.next;
    }
  }
  // What is listed is tended under a later floor.
  void rest() {
    walk();
    tend();
  }
  // An hour old, before the frontier and listed.
  void behind(const std::string& key, const std::string& state = {}) {
    raw.exec(insert_key_at(key, "clock_timestamp() - interval '1 hour'"));
    if (!state.empty()) raw.exec(update_key(key, state));
    walk();
    if (!lists(key)) throw std::runtime_error(key + " is not listed");
  }
  void resting(const std::string& key) {
    behind(key, to_released);
    rest();
    if (!rests(key)) throw std::runtime_error(key + " does not rest");
  }
  // Each insert waits for the advisory lock 42.
  void slow_inserts(const std::string& table) {
    raw.exec(
        "CREATE FUNCTION public.slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM "
        "pg_advisory_xact_lock(42); RETURN NEW; END'; CREATE TRIGGER slow BEFORE INSERT ON " +
        table + " FOR EACH ROW EXECUTE FUNCTION public.slow()");
  }
  void expect_complete(unfinished::Known known = unfinished::Known::exact) {
    test::expect_complete(raw, connection, known);
  }
};

class FrontierTest : public testing::Test {
 protected:
  void SetUp() override { store.walk(); }
  // After each scene the list is tended once more and compared.
  void TearDown() override {
    if (HasFailure()) return;
    store.walk();
    store.tend(false);
    store.tend(true);
    store.expect_complete();
    EXPECT_EQ(store.raw.scalar("SELECT found_behind FROM onceover.frontier"), found_behind);
  }
  TestDatabase database{installed_schema()};
  Store store{database.conninfo()};
  std::string found_behind = "0";  // expected after the scene
};

// A statement that another session waits in, on a thread of its own.
class Blocked {
 public:
  Blocked(RawConnection& by, std::string sql)
      : done_(std::async(std::launch::async, [&by, sql] { return by.exec(sql); })) {}
  // Until it waits for a lock.
  static bool waits(RawConnection& look, int pid) {
    return eventually([&] {
      return look.scalar(
                 "SELECT count(*) FROM pg_stat_activity WHERE pid = $1::int AND wait_event_type = 'Lock'",
                 {std::to_string(pid)}) == "1";
    });
  }
  std::vector<RawRow> finish() {
    if (done_.wait_for(std::chrono::seconds(20)) != std::future_status::ready)
      throw std::runtime_error("it still waits");
    return done_.get();
  }

 private:
  std::future<std::vector<RawRow>> done_;
};

// A server with prepared transactions and logical decoding, for the whole binary; each scene has a database
// of its own.
inline try_it::PrivateServer& wide_server() {
  static const std::unique_ptr<try_it::PrivateServer> server = [] {
    auto started =
        value_of(try_it::PrivateServer::start({.settings = {{"max_prepared_transactions", "10"},
                                                            {"wal_level", "logical"},
                                                            {"wal_retrieve_retry_interval", "100ms"}}}));
    RawConnection(started->conninfo()).exec("CREATE DATABASE template_store TEMPLATE template0");
    installed_schema().fill(started->conninfo("template_store"));
    return started;
  }();
  return *server;
}
inline std::string wide_store() {
  static int made = 0;
  const std::string name = "store_" + std::to_string(++made);
  auto& server = wide_server();
  RawConnection(server.conninfo())
      .exec("CREATE DATABASE " + name + " TEMPLATE template_store STRATEGY FILE_COPY");
  return server.conninfo(name);
}

}  // namespace onceover::test
