// F34: behind a pooler in transaction mode the primary changes, and no connection breaks. What was remembered of the old one is not applied
// to the new one.
#include "core/pg/server_identity.h"
#include "core/unfinished/frontier.h"
#include "tests/integration/faults/fixture.h"
#include "tests/support/pgbouncer.h"
#include "tests/support/standby.h"

namespace onceover::test {
namespace {

class FailoverFaults : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
    primary = own_server();
    install_schema(primary->conninfo());
    standby.emplace(*primary);
    pooler.emplace(*primary);
    auto opened = pg::Connection::open({.conninfo = pooler->conninfo(), .prepare = false});
    ASSERT_TRUE(opened) << opened.error().sentence();
    through.emplace(std::move(*opened));
  }
  void fail_over() {
    standby->promote();
    pooler->lead_to(standby->server());
    ASSERT_TRUE(primary->stop(try_it::StopMode::immediate));
  }

  std::unique_ptr<try_it::PrivateServer> primary;
  std::optional<Standby> standby;
  std::optional<PgBouncer> pooler;
  std::optional<pg::Connection> through;
};

TEST_F(FailoverFaults, F34_ATransactionThatWritesIsRefusedAsIfTheConnectionWereLost) {
  const auto before = pg::hold_to_history(*through);
  ASSERT_TRUE(before) << before.error().sentence();
  EXPECT_TRUE(pg::run(*through, "SELECT 1", {}, {.read_only = false}));
  fail_over();
  EXPECT_TRUE(pg::run(*through, "SELECT 1")) << "no connection broke";
  const auto refused = pg::run(*through, "SELECT 1", {}, {.read_only = false});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::connection) << refused.error().sentence();
  EXPECT_FALSE(through->is_open());
  ASSERT_TRUE(through->reopen());
  EXPECT_NE(pg::hold_to_history(*through).value(), *before);
  EXPECT_TRUE(pg::run(*through, "SELECT 1", {}, {.read_only = false}));
}

// A floor that only the lost primary had: writers of the new one have not heeded it.
TEST_F(FailoverFaults, F34_AFrontierIsNotMovedByAFloorThatIsLost) {
  RawConnection raw(primary->conninfo());
  ASSERT_TRUE(pg::hold_to_history(*through));
  unfinished::Advancing advancing(*through, {.least_pause = Duration{0}});
  ASSERT_TRUE(eventually([&] { return advancing.step(true)->done; }));
  standby->wait_caught_up();
  standby->cut_off();
  RawConnection open(primary->conninfo());
  open.exec("BEGIN; LOCK TABLE onceover.keys IN ROW EXCLUSIVE MODE");
  ASSERT_TRUE(eventually([&] { return advancing.step(true)->waits; }));
  fail_over();
  RawConnection promoted(standby->conninfo());
  const std::string until = promoted.scalar("SELECT until FROM onceover.frontier");
  const auto step = advancing.step(true);
  ASSERT_FALSE(step) << "the frontier may have moved";
  EXPECT_EQ(step.error().kind, ErrorKind::connection) << step.error().sentence();
  EXPECT_EQ(promoted.scalar("SELECT until FROM onceover.frontier"), until);
  // It goes on from what the new one has.
  ASSERT_TRUE(through->reopen());
  ASSERT_TRUE(pg::hold_to_history(*through));
  advancing.forget();
  EXPECT_TRUE(eventually([&] { return advancing.step(true)->done; }));
}

}  // namespace
}  // namespace onceover::test
