// SPDX-License-Identifier: Apache-2.0
// A server whose clock is stepped: no key is created behind the frontier, and none is missing at any time.
#include <gmock/gmock.h>

#include "core/browse/promises.h"
#include "core/tables/toml.h"
#include "tests/integration/unfinished/fixture.h"
#include "tests/support/fake_clock.h"
#include "tests/support/shop_table.h"

namespace onceover::test {
namespace {

using std::chrono::hours;

class SteppedClock : public testing::Test {
 protected:
  struct Server {
    Server() {
      RawConnection(server->conninfo()).exec("CREATE DATABASE template_store TEMPLATE template0");
      installed_schema().fill(server->conninfo("template_store"));
    }
    FakeClock clock;
    std::unique_ptr<try_it::PrivateServer> server =
        value_of(try_it::PrivateServer::start({.environment = clock.environment()}));
  };
  static Server& fake() {
    static Server one;
    return one;
  }
  void SetUp() override {
    if (const std::string why = FakeClock::unavailable(); !why.empty()) GTEST_SKIP() << why;
    fake().clock.step(hours(0));
    static int made = 0;
    const std::string name = "clock_" + std::to_string(++made);
    RawConnection(fake().server->conninfo())
        .exec("CREATE DATABASE " + name + " TEMPLATE template_store STRATEGY FILE_COPY");
    store = std::make_unique<Store>(fake().server->conninfo(name));
    store->walk();
  }
  void TearDown() override {
    if (FakeClock::unavailable().empty()) fake().clock.step(hours(0));
  }
  bool floor_is_ahead() {
    return store->raw.scalar(
               "SELECT last_value > extract(epoch FROM clock_timestamp() + interval '1 second') * 1000000 "
               "FROM onceover.floor") == "t";
  }
  // Claims and steps until the floor has followed the clock, and the frontier what was claimed under it.
  void go_on_until_caught_up(unfinished::Known known = unfinished::Known::exact) {
    ASSERT_TRUE(eventually([&] {
      store->raw.exec(insert_key("k" + std::to_string(++claims_)));
      EXPECT_EQ(missing_keys(store->raw), "");
      store->step();
      EXPECT_EQ(missing_keys(store->raw), "");
      store->tend();
      return !floor_is_ahead();
    }));
    const std::string at = store->raw.scalar(insert_key("k" + std::to_string(++claims_)));
    EXPECT_EQ(store->raw.scalar("SELECT $1::timestamptz BETWEEN clock_timestamp() - interval '5 s' AND "
                                "clock_timestamp() + interval '1 s'",
                                {at}),
              "t");
    ASSERT_TRUE(eventually([&] {
      store->step();
      EXPECT_EQ(missing_keys(store->raw), "");
      return store->has_passed(at);
    }));
    store->expect_complete(known);
  }

  std::unique_ptr<Store> store;
  int claims_ = 0;
  // The other one's step waits for a writer; meanwhile the clock goes back and this one lowers the floor. A
  // key is made behind it.
  void goes_back_while_it_waits(Store& other) {
    RawConnection open = store->connect();
    open.exec("BEGIN; " + insert_key("open"));
    ASSERT_TRUE(other.step().waits);
    fake().clock.step(hours(0));
    open.exec("COMMIT");
    ASSERT_TRUE(eventually([&] {
      store->step();
      return !floor_is_ahead();
    }));
    other.step();
    store->raw.exec(insert_key("after"));
  }
};

TEST_F(SteppedClock, BackAnHourKeysKeepTheFloorUntilItFollows) {
  store->raw.exec(insert_key("before"));
  store->resting("resting");
  store->catch_up();
  fake().clock.step(-hours(1));
  const std::string during = store->raw.scalar(insert_key("during"));
  EXPECT_EQ(store->raw.scalar("SELECT $1::timestamptz > clock_timestamp() + interval '50 minutes'", {during}),
            "t");
  EXPECT_FALSE(store->has_passed(during));
  store->raw.exec(update_key("resting", to_taken_over));
  store->expect_complete();
  go_on_until_caught_up();
  fake().clock.step(hours(0));
  go_on_until_caught_up();
}

TEST_F(SteppedClock, ForwardTwoDaysAndBackNoKeyIsMissing) {
  store->resting("resting");
  fake().clock.step(hours(48));
  store->raw.exec(insert_key("ahead"));
  store->catch_up();
  store->tend();
  store->expect_complete();
  fake().clock.step(hours(0));
  store->raw.exec(insert_key("after"));
  store->expect_complete(unfinished::Known::at_least);
  const auto known = read_by_list(store->connection).unfinished.knowledge;
  EXPECT_EQ(known.why,
            "1 lease ends further in the future than any lease: the clock was ahead when it was written.");
  EXPECT_EQ(known.remedy, "Run a sweeper (oncectl sweep): it takes such keys.");
  browse::Browser browser(store->connection, tables::own());
  auto row = browser.detail({.tenant = "acme", .operation = "POST /refunds", .key = "ahead"});
  ASSERT_TRUE(row && row->found());
  EXPECT_THAT(browse::who_holds(tables::own(), row->found()->row, known.as_of),
              testing::HasSubstr("the clock was ahead"));
  go_on_until_caught_up(unfinished::Known::at_least);
}

TEST_F(SteppedClock, AnOpenClaimFromBeforeTheStepIsWaitedFor) {
  RawConnection open = store->connect();
  open.exec("BEGIN; " + insert_key("open"));
  EXPECT_TRUE(store->step().waits);
  fake().clock.step(-hours(1));
  for (int i = 0; i < 3; ++i) {
    store->step();
    EXPECT_EQ(missing_keys(store->raw), "");
  }
  open.exec("COMMIT");
  store->expect_complete();
  go_on_until_caught_up();
}

// The other one's target is of the clock before, and it waits while this one lowers the floor.
TEST_F(SteppedClock, AStepThatBeganBeforeTheFloorWasLoweredBeginsAgain) {
  Store other(store->conninfo);
  // The frontier is a second behind the clock that comes back, so it need not go back itself.
  const std::string now = store->raw.scalar("SELECT clock_timestamp() + interval '1.5 seconds'");
  ASSERT_TRUE(eventually(
      [&] { return store->raw.scalar("SELECT clock_timestamp() > $1::timestamptz", {now}) == "t"; }));
  fake().clock.step(hours(48));
  goes_back_while_it_waits(other);
  EXPECT_EQ(missing_keys(store->raw), "");
  store->expect_complete(unfinished::Known::at_least);  // a lease of the later clock
}

// The same, where the frontier itself had to go back.
TEST_F(SteppedClock, AStepThatBeganBeforeTheFrontierWentBackBeginsAgain) {
  Store other(store->conninfo);
  fake().clock.step(hours(48));
  store->walk();
  goes_back_while_it_waits(other);
  store->expect_complete(unfinished::Known::at_least);
}

// It knows of no writer of the time after.
TEST_F(SteppedClock, AFloorOfTheLaterClockLetsNoEntryRest) {
  Store other(store->conninfo);
  fake().clock.step(hours(48));
  ASSERT_TRUE(eventually([&] { return other.step().done; }));
  fake().clock.step(hours(0));
  ASSERT_TRUE(eventually([&] { return store->step().done && !floor_is_ahead(); }));
  RawConnection holder = store->connect(), taker = store->connect();
  store->raw.exec(insert_key_at("k", "clock_timestamp() - interval '1 hour'"));
  store->raw.exec(update_key("k", to_released));
  holder.exec("BEGIN; " + insert_key("holder"));
  ASSERT_TRUE(eventually([&] { return store->step().waits; }));
  taker.exec("BEGIN; " + update_key("k", to_taken_over));
  holder.exec("COMMIT");
  ASSERT_TRUE(eventually([&] { return store->step().done; }));
  ASSERT_TRUE(store->lists("k"));
  other.tend();
  taker.exec("COMMIT");
  store->expect_complete();
}

TEST_F(SteppedClock, AnExplicitTimeUnderTheEarlierClockIsNoted) {
  fake().clock.step(-hours(1));
  store->raw.exec(insert_key_at("k", "clock_timestamp()"));
  store->expect_complete();
}

TEST_F(SteppedClock, AWriterThatIsOpenForAMinuteMakesTheAnswerALowerBound) {
  RawConnection open = store->connect();
  open.exec("BEGIN; " + insert_key("open"));
  store->expect_complete();
  fake().clock.step(std::chrono::minutes(2));
  store->expect_complete(unfinished::Known::at_least);
  EXPECT_THAT(read_by_list(store->connection).unfinished.knowledge.why,
              testing::HasSubstr("pid " + std::to_string(open.backend_pid())));
  open.exec("COMMIT");
  store->expect_complete();
  EXPECT_EQ(told_unfinished(read_by_list(store->connection)), "stuck 0, in progress 1, released 0");
}

// The frontier proves nothing of writers while it does not move.
TEST_F(SteppedClock, BackUnderAnOldWriterTheAnswerIsALowerBound) {
  fake().clock.step(hours(2));
  store->walk();
  RawConnection open = store->connect();
  open.exec("BEGIN; " + insert_key("open"));
  fake().clock.step(hours(0));
  EXPECT_EQ(unfinished::word(read_by_list(store->connection).unfinished.knowledge.known), "at_least");
  open.exec("ROLLBACK");
}

TEST_F(SteppedClock, AnotherMakersTableIsKnownAsFarAsItsWritersAreYoung) {
  store->raw.exec(shop_table);
  store->raw.exec(
      "INSERT INTO shop.requests (merchant, request, phase, until) VALUES (1, 'done', 'DONE', NULL)");
  auto profiles = tables::profiles_from_toml(shop_profile(""), "test");
  ASSERT_TRUE(profiles);
  const auto known = [&] {
    return value_of(browse::Browser(store->connection, profiles->front()).state_counts())
        .unfinished.knowledge;
  };
  RawConnection open = store->connect();
  open.exec(
      "BEGIN; INSERT INTO shop.requests (merchant, request, phase, until) VALUES (1, 'stuck', 'RUNNING', "
      "now() - interval '1 hour')");
  EXPECT_EQ(unfinished::word(known().known), "exact");
  fake().clock.step(std::chrono::minutes(2));
  EXPECT_EQ(unfinished::word(known().known), "at_least");
  EXPECT_THAT(known().why, testing::HasSubstr("pid " + std::to_string(open.backend_pid())));
  open.exec("COMMIT");
  EXPECT_EQ(unfinished::word(known().known), "exact");
}

}  // namespace
}  // namespace onceover::test
