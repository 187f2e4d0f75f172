// SPDX-License-Identifier: Apache-2.0
#include "tests/support/standby.h"

#include <gtest/gtest.h>

#include <future>

#include "tests/support/eventually.h"
#include "tests/support/raw.h"

namespace onceover::test {
namespace {

class StandbyKitTest : public testing::Test {
 protected:
  void SetUp() override {
    auto started = try_it::PrivateServer::start();
    ASSERT_TRUE(started) << started.error().sentence();
    primary = std::move(*started);
    RawConnection(primary->conninfo()).exec("CREATE TABLE sent (n int)");
  }
  std::unique_ptr<try_it::PrivateServer> primary;
};

TEST_F(StandbyKitTest, FollowsUntilItIsCutOffAndIsPromotedWithWhatItHas) {
  Standby standby(*primary, "follower");
  RawConnection there(standby.conninfo()), here(primary->conninfo());
  EXPECT_TRUE(eventually([&] {
    return here.scalar("SELECT count(*) FROM pg_stat_replication WHERE application_name = 'follower'") == "1";
  }));
  here.exec("INSERT INTO sent VALUES (1)");
  standby.wait_caught_up();
  EXPECT_EQ(there.scalar("SELECT count(*) FROM sent"), "1");
  EXPECT_EQ(there.sqlstate_of("INSERT INTO sent VALUES (2)"), "25006");
  standby.cut_off();
  here.exec("INSERT INTO sent VALUES (2)");
  EXPECT_TRUE(primary->stop(try_it::StopMode::immediate));
  standby.promote();
  there.exec("INSERT INTO sent VALUES (3)");
  EXPECT_EQ(there.scalar("SELECT string_agg(n::text, ' ' ORDER BY n) FROM sent"), "1 3");
}

TEST_F(StandbyKitTest, IsGoneForASynchronousPrimaryOnceItIsStopped) {
  Standby standby(*primary);
  RawConnection here(primary->conninfo());
  here.exec("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  here.exec("SELECT pg_reload_conf()");
  EXPECT_TRUE(eventually([&] {
    return here.scalar("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1";
  }));
  here.exec("INSERT INTO sent VALUES (1)");  // waits for the standby, which is there
  standby.stop();
  auto cancelling = std::async(std::launch::async, [&] {
    RawConnection other(primary->conninfo());
    return eventually([&] {
      return !other.exec("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                  .empty();
    });
  });
  here.exec("INSERT INTO sent VALUES (2)");  // there all the same, with a warning
  EXPECT_TRUE(cancelling.get());
  EXPECT_EQ(here.scalar("SELECT count(*) FROM sent"), "2");
}

}  // namespace
}  // namespace onceover::test
