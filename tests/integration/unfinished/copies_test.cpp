// SPDX-License-Identifier: Apache-2.0
// Dumps, logical replication and a promoted standby: what a copy of the table knows of its unfinished keys.
#include <cstdlib>
#include <filesystem>

#include "tests/integration/unfinished/fixture.h"
#include "tests/support/process.h"
#include "tests/support/standby.h"

namespace onceover::test {
namespace {

namespace fs = std::filesystem;

void run(std::vector<std::string> argv) {
  argv.front() = wide_server().bindir() + "/" + argv.front();
  auto child = Process::spawn(argv);
  const auto exit = child.wait(std::chrono::seconds(60));
  if (!exit || exit->code != 0) throw std::runtime_error(argv.front() + ": " + child.err());
}

class Dumps : public testing::Test {
 protected:
  std::string directory = [] {
    std::string path = (fs::temp_directory_path() / "onceover-dump-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no directory");
    return path;
  }();
  std::string file = directory + "/dump";
  ~Dumps() override {
    std::error_code ignored;
    fs::remove_all(directory, ignored);
  }
  // In each state, behind the frontier and after it.
  static void fill(Store& store) {
    store.walk();
    store.behind("running");
    store.behind("stuck", to_stuck);
    store.behind("finished");
    store.raw.exec(update_key("finished", to_finished));
    store.resting("resting");
    store.raw.exec(insert_key("recent"));
  }
};

class DataOnly : public Dumps, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Ways, DataOnly, testing::Values("--no-owner", "--disable-triggers"),
                         [](const auto& test) {
                           return std::string(test.param[2] == 'n' ? "WithTriggers" : "WithoutTriggers");
                         });

TEST_P(DataOnly, RowsAreInTheAnswerOfTheStoreTheyAreRestoredInto) {
  Store from{wide_store()}, into{wide_store()};
  fill(from);
  run({"pg_dump", "-Fc", "--data-only", "-t", "onceover.keys", "-f", file, "-d", from.conninfo});
  into.walk();
  into.resting("its own");
  into.expect_complete();
  run({"pg_restore", "--data-only", GetParam(), "--exit-on-error", "-d", into.conninfo, file});
  EXPECT_EQ(into.raw.scalar("SELECT count(*) FROM onceover.keys"), "6");
  into.expect_complete();
  into.walk();
  into.expect_complete();
  EXPECT_TRUE(into.lists("stuck"));
  into.raw.exec(update_key("resting", to_taken_over));
  into.rest();
  into.expect_complete();
}

TEST_F(Dumps, AWholeCopyUnderAnotherNameBeginsAnew) {
  Store from{wide_store()};
  fill(from);
  run({"pg_dump", "-Fc", "-f", file, "-d", from.conninfo});
  RawConnection(wide_server().conninfo()).exec("CREATE DATABASE restored TEMPLATE template0");
  const std::string restored = wide_server().conninfo("restored");
  run({"pg_restore", "--exit-on-error", "-d", restored, file});
  Store into(restored);
  const auto frontier = value_of(unfinished::read_frontier(into.connection));
  EXPECT_TRUE(frontier.exists);
  EXPECT_FALSE(frontier.is_valid);
  EXPECT_NE(frontier.why, "");
  EXPECT_NE(read_by_list(into.connection).unfinished.knowledge.known, unfinished::Known::exact);
  into.walk();
  EXPECT_TRUE(value_of(unfinished::read_frontier(into.connection)).is_valid);
  EXPECT_TRUE(into.lists("resting"));
  into.expect_complete();
  into.raw.exec(insert_key("new"));
  into.raw.exec(update_key("resting", to_taken_over));
  into.rest();
  into.expect_complete();
  // What keeps the rule came along.
  into.behind("explicit");
  into.expect_complete();
}

class Replication : public testing::Test {
 protected:
  Store publisher{wide_store()}, subscriber{wide_store()};
  std::string name = "sub_" + publisher.raw.scalar("SELECT current_database()");

  void SetUp() override {
    subscriber.walk();
    publisher.walk();
  }
  void subscribe() {
    publisher.raw.exec("CREATE PUBLICATION p FOR TABLE onceover.keys");
    publisher.raw.exec("SELECT pg_create_logical_replication_slot('" + name + "', 'pgoutput')");
    subscriber.raw.exec("CREATE SUBSCRIPTION " + name + " CONNECTION " + quoted_text(publisher.conninfo) +
                        " PUBLICATION p WITH (create_slot = false, slot_name = '" + name + "')");
    if (!applied("SELECT bool_and(srsubstate = 'r')::text FROM pg_subscription_rel", "true"))
      throw std::runtime_error(trouble());
  }
  bool applied(const std::string& sql, const std::string& wanted) {
    return eventually([&] { return subscriber.raw.scalar(sql) == wanted; });
  }
  bool has_state(const std::string& key, const std::string& state) {
    return applied(
        "SELECT coalesce((SELECT state FROM onceover.keys WHERE key = " + quoted_text(key) + "), '')", state);
  }
  std::string trouble() {
    return "not applied; the server's log: " +
           RawConnection(wide_server().conninfo())
               .scalar("SELECT right(pg_read_file($1), 3000)", {wide_server().log_file()});
  }
  // Of what was applied; what the publisher has committed since is not known here.
  void expect_complete() { subscriber.expect_complete(unfinished::Known::at_least); }
  void unsubscribe() {
    if (subscriber.raw.scalar("SELECT count(*) FROM pg_subscription WHERE subname = " + quoted_text(name)) ==
        "0")
      return;
    subscriber.raw.exec("ALTER SUBSCRIPTION " + name + " DISABLE");
    subscriber.raw.exec("ALTER SUBSCRIPTION " + name + " SET (slot_name = NONE)");
    subscriber.raw.exec("DROP SUBSCRIPTION " + name);
  }
  void TearDown() override {
    unsubscribe();
    if (!eventually([&] {
          return publisher.raw
              .sqlstate_of(
                  "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = '" +
                  name + "'")
              .empty();
        }))
      ADD_FAILURE() << "the slot is left";
  }
};

TEST_F(Replication, RowsThatAreAppliedBehindTheFrontierAreInTheAnswer) {
  publisher.behind("copied at first");
  subscribe();
  EXPECT_EQ(missing_keys(subscriber.raw), "");
  subscriber.walk();
  expect_complete();
  EXPECT_TRUE(subscriber.lists("copied at first"));
  // Asked before: when the row is applied, the frontier goes back to it.
  ASSERT_TRUE(
      subscriber.has_passed(publisher.raw.scalar("SELECT clock_timestamp() - interval '10 minutes'")));
  publisher.raw.exec(insert_key_at("behind", "clock_timestamp() - interval '10 minutes'"));
  ASSERT_TRUE(has_state("behind", "in_progress")) << trouble();
  expect_complete();
  subscriber.walk();
  expect_complete();
  EXPECT_TRUE(subscriber.lists("behind"));
  publisher.raw.exec(update_key("behind", to_finished));
  publisher.raw.exec(insert_key("recent"));
  ASSERT_TRUE(has_state("recent", "in_progress")) << trouble();
  subscriber.walk();
  expect_complete();
  unsubscribe();
  subscriber.expect_complete();
}

TEST_F(Replication, ATakeoverThatIsAppliedWakesItsEntry) {
  publisher.behind("k", to_released);
  subscribe();
  subscriber.walk();
  subscriber.rest();
  ASSERT_TRUE(subscriber.rests("k"));
  publisher.raw.exec(update_key("k", to_taken_over));
  ASSERT_TRUE(has_state("k", "in_progress")) << trouble();
  expect_complete();
  subscriber.walk();
  expect_complete();
  publisher.raw.tamper("TRUNCATE onceover.keys");
  ASSERT_TRUE(applied("SELECT count(*) FROM onceover.keys", "0")) << trouble();
  EXPECT_EQ(subscriber.raw.scalar("SELECT count(*) FROM onceover.unfinished"), "0");
}

TEST_F(Replication, AnUpdateThatIsAppliedLosesNothing) {
  publisher.behind("k");
  subscribe();
  subscriber.walk();
  publisher.raw.exec(update_key("k", to_finished));
  ASSERT_TRUE(has_state("k", "succeeded")) << trouble();
  // The apply worker reads all columns anew, and their times with them: the frontier may go back.
  subscriber.walk();
  expect_complete();
  expect_complete();
}

TEST(PromotedStandby, KeepsTheListAndGoesOnWithIt) {
  const std::string conninfo = wide_store();
  Store primary(conninfo);
  const std::string database = primary.raw.scalar("SELECT current_database()");
  primary.walk();
  primary.behind("running");
  primary.resting("resting");
  primary.resting("taken over");
  Standby standby(wide_server());
  primary.raw.exec(update_key("taken over", to_taken_over));
  primary.raw.exec(insert_key("recent"));
  standby.wait_caught_up();
  {
    Store read(standby.conninfo(database));
    const auto frontier = value_of(unfinished::read_frontier(read.connection));
    EXPECT_TRUE(frontier.is_valid) << frontier.why;
    EXPECT_TRUE(frontier.is_standby);
    EXPECT_FALSE(frontier.may_advance);
    read.expect_complete(unfinished::Known::at_least);
    EXPECT_EQ(told_unfinished(read_by_list(read.connection)), "stuck 0, in progress 3, released 1");
  }
  standby.cut_off();
  standby.promote();
  Store promoted(standby.conninfo(database));
  promoted.expect_complete();
  const std::string at = promoted.raw.scalar(insert_key("after"));
  EXPECT_FALSE(promoted.has_passed(at));
  promoted.raw.exec(update_key("resting", to_taken_over));
  promoted.expect_complete();
  promoted.catch_up();
  promoted.rest();
  promoted.expect_complete();
  EXPECT_TRUE(promoted.lists("recent"));
}

}  // namespace
}  // namespace onceover::test
