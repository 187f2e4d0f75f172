// SPDX-License-Identifier: Apache-2.0
// The promise of the hot path: a replay writes nothing, not one WAL byte, no dead row, no transaction number.
#include <cstdlib>

#include "core/schema/schema.h"
#include "tests/integration/engine/fixture.h"

namespace onceover::test {
namespace {

constexpr int keys = 500;

int replay_count() {
  const char* wanted = std::getenv("ONCEOVER_REPLAYS");
  return wanted != nullptr ? std::atoi(wanted) : 20'000;
}

// Nothing of the server's own writes WAL meanwhile: no checkpoint, no vacuum, no standby's snapshots.
std::unique_ptr<try_it::PrivateServer> quiet_server() {
  try_it::PrivateServer::Options options;
  options.settings = {{"wal_level", "minimal"},
                      {"max_wal_senders", "0"},
                      {"autovacuum", "off"},
                      {"checkpoint_timeout", "1d"},
                      {"max_wal_size", "8GB"}};
  auto server = try_it::PrivateServer::start(options);
  if (!server) throw std::runtime_error(server.error().sentence());
  return std::move(*server);
}

struct Written {
  std::string lsn, next_xid, rows;
  bool operator==(const Written&) const = default;
};

// Statistics of a session arrive late unless it is told to send them.
Written written(RawConnection& look, pg::Connection& client) {
  if (!client.exec("SELECT pg_catalog.pg_stat_force_next_flush()") || !client.exec("SELECT 1"))
    throw std::runtime_error("no statistics");
  return {look.scalar("SELECT pg_current_wal_insert_lsn()"),
          look.scalar("SELECT pg_snapshot_xmax(pg_current_snapshot())"),
          look.scalar("SELECT n_tup_ins || ' inserted ' || n_tup_upd || ' updated ' || n_tup_del || ' "
                      "deleted ' || n_dead_tup || ' dead' FROM pg_stat_user_tables WHERE relid = "
                      "'onceover.keys'::regclass")};
}

std::ostream& operator<<(std::ostream& out, const Written& w) {
  return out << "LSN " << w.lsn << ", xid " << w.next_xid << ", rows " << w.rows;
}

TEST(ReplayOfAFinishedKey, WritesNothingAtAll) {
  const auto server = quiet_server();
  auto client = open_or_throw(server->conninfo());
  ASSERT_TRUE(schema::install(client));
  engine::Engine engine(client, nullptr);
  const engine::OperationPolicy policy{};
  for (int i = 0; i < keys; ++i) {
    auto claim = engine.claim(request_for("k" + std::to_string(i)), policy);
    ASSERT_TRUE(claim && std::holds_alternative<engine::Claim>(*claim));
    ASSERT_TRUE(engine.complete(std::get<engine::Claim>(*claim), response_with("{\"refund\":\"re_1\"}")));
  }
  RawConnection look(server->conninfo());
  // Reading a page that holds dead versions may prune it, which writes: of the completion, and of the catalog
  // since the schema was made.
  look.exec("VACUUM (FREEZE)");
  look.exec("CHECKPOINT");
  const auto replay = [&](int i) {
    // By turns the way that inserts, which an engine without a past goes, and the look of one that has met
    // replays alone.
    engine::Engine fresh(client, nullptr);
    const auto outcome =
        (i % 2 == 0 ? fresh : engine).claim(request_for("k" + std::to_string(i % keys)), policy);
    return outcome && std::holds_alternative<engine::Replay>(*outcome);
  };
  for (int i = 0; i < keys; ++i) ASSERT_TRUE(replay(i));
  const Written before = written(look, client);
  const int replays = replay_count();
  int replayed = 0;
  for (int i = 0; i < replays; ++i) replayed += replay(i) ? 1 : 0;
  EXPECT_EQ(replayed, replays);
  EXPECT_EQ(written(look, client), before);
  // The instrument is not broken: one new key shows in each of the three.
  ASSERT_TRUE(engine.claim(request_for("new"), policy));
  const Written after = written(look, client);
  EXPECT_NE(after.lsn, before.lsn);
  EXPECT_NE(after.next_xid, before.next_xid);
  EXPECT_NE(after.rows, before.rows);
}

}  // namespace
}  // namespace onceover::test
