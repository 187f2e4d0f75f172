// SPDX-License-Identifier: Apache-2.0
// The chain on a real server: honest use leaves it whole, and each kind of tampering, by a superuser with the
// triggers off, is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "core/audit/audit.h"
#include "core/audit/verify.h"
#include "core/pg/transaction.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

const audit::Actor chain_actor{"alice", "desk-1", "onceover-test"};

pg::Connection chain_store(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

void note(pg::Connection& connection, const std::string& reason, bool commits = true) {
  audit::Entry entry{.action = "settle", .id = key::Identity{"acme", "pay", "k-" + reason}};
  entry.reason = reason;
  entry.before_json = R"({"state": "in_progress"})";
  auto transaction = pg::Transaction::begin(connection, {});
  ASSERT_TRUE(transaction);
  ASSERT_TRUE(audit::append(connection, chain_actor, entry));
  if (commits) {
    ASSERT_TRUE(transaction->commit());
  }
}

// A statement that writes many.
void note_batch(RawConnection& raw, int rows) {
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, reason) SELECT 'own', 'a', 'h', 'p', 'r' || "
      "g FROM generate_series(1, " +
      std::to_string(rows) + ") g");
}

class Chain : public testing::Test {
 protected:
  audit::Verified verified(const std::optional<audit::Anchor>& anchor = {}) {
    auto out = audit::verify(connection_, anchor);
    if (!out) throw std::runtime_error(out.error().sentence() + out.error().detail);
    return std::move(*out);
  }
  std::string faults(const std::optional<audit::Anchor>& anchor = {}) {
    std::string out;
    for (const audit::Finding& f : verified(anchor).findings) {
      out += (out.empty() ? "" : " ") + std::string(audit::word(f.fault)) +
             (f.row ? ":" + std::to_string(*f.row) : "");
    }
    return out;
  }
  // As a superuser who switches every guard off.
  void tamper(const std::string& sql) {
    raw_.exec("SET session_replication_role = replica; " + sql + "; RESET session_replication_role");
  }

  TestDatabase database_{installed_schema()};
  pg::Connection connection_ = chain_store(database_.conninfo());
  RawConnection raw_ = database_.connect();
};

TEST_F(Chain, TellsHowFarItIsReadAndIsCancelledBetween) {
  note_batch(raw_, 5'000);
  std::vector<std::pair<std::int64_t, std::int64_t>> told;
  auto out = audit::verify(connection_, {},
                           [&](std::int64_t done, std::int64_t total) { told.emplace_back(done, total); });
  ASSERT_TRUE(out);
  ASSERT_GE(told.size(), 4U);
  EXPECT_EQ(told.front(), (std::pair<std::int64_t, std::int64_t>{0, 5'001}))
      << "five thousand rows in one link";
  EXPECT_EQ(told.back(), (std::pair<std::int64_t, std::int64_t>{5'001, 5'001}));
  EXPECT_TRUE(std::ranges::is_sorted(told));
  const auto handle = connection_.cancel_handle();
  out = audit::verify(connection_, {}, [&](std::int64_t done, std::int64_t) {
    if (done > 0) handle.cancel();
  });
  ASSERT_FALSE(out);
  EXPECT_TRUE(out.error().is_cancelled()) << out.error().sentence();
}

TEST_F(Chain, OfHonestUseIsWhole) {
  for (int i = 0; i < 5; ++i) note(connection_, "one-" + std::to_string(i), i % 2 == 0);
  {
    auto transaction = pg::Transaction::begin(connection_, {});
    ASSERT_TRUE(transaction);
    audit::Entry entry{.action = "settle"};
    entry.reason = "inside";
    ASSERT_TRUE(audit::append(connection_, chain_actor, entry));
    ASSERT_TRUE(connection_.script("SAVEPOINT s"));
    ASSERT_TRUE(audit::append(connection_, chain_actor, entry));
    ASSERT_TRUE(connection_.script("ROLLBACK TO s"));
    ASSERT_TRUE(audit::append(connection_, chain_actor, entry));
    ASSERT_TRUE(transaction->commit());
  }
  note_batch(raw_, 300);
  raw_.exec("DISCARD ALL");
  note_batch(raw_, 2);
  raw_.exec(
      "SET timezone = 'Asia/Tokyo'; SET datestyle = 'German'; SET bytea_output = 'escape'; SET "
      "client_encoding = 'LATIN1'; SET search_path = public");
  note_batch(raw_, 1);
  raw_.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'a', 'h', 'p', "
      "chr(233))");
  const std::string mine = raw_.scalar("SHOW onceover.audit_chain");
  // A pooler may hand the setting on to another session.
  auto other = database_.connect();
  other.exec("SET onceover.audit_chain = " + quoted_text(mine));
  note_batch(other, 2);
  note_batch(raw_, 2);
  const auto before = verified();
  EXPECT_EQ(faults(), "");
  EXPECT_EQ(before.rows, 3 + 2 + 300 + 2 * 4);
  EXPECT_EQ(before.chains, 4) << "two sessions of ours, one begun again, another's";
  EXPECT_EQ(before.seals, 0);
  ASSERT_EQ(audit::seal(connection_).value(), 1);
  EXPECT_EQ(audit::seal(connection_).value(), std::nullopt) << "nothing new";
  note_batch(raw_, 1);
  EXPECT_EQ(verified().unsealed_links, 1);
  ASSERT_EQ(audit::seal(connection_).value(), 2);
  EXPECT_EQ(faults(audit::newest_anchor(connection_).value()), "");
  EXPECT_EQ(verified().unsealed_links, 0);
}

// It continued the victim's chain, and the victim's next row failed for good (23505).
TEST_F(Chain, NoSessionContinuesAnothersChain) {
  auto victim = database_.connect();
  note_batch(victim, 2);
  const std::string head = victim.scalar("SHOW onceover.audit_chain");
  raw_.exec("SET onceover.audit_chain = " + quoted_text(head));
  note_batch(raw_, 1);
  raw_.exec("SELECT set_config('onceover.audit_chain', pg_backend_pid() || ' ' || " + quoted_text(head) +
            ", false)");
  note_batch(raw_, 1);
  note_batch(victim, 1);
  EXPECT_EQ(faults(), "");
  EXPECT_EQ(verified().chains, 3);
  // A pooled connection that another user had before.
  raw_.exec(
      "CREATE ROLE chain_second LOGIN; GRANT USAGE ON SCHEMA onceover TO chain_second; GRANT INSERT ON "
      "onceover.audit TO chain_second");
  victim.exec("SET SESSION AUTHORIZATION chain_second");
  note_batch(victim, 1);
  victim.exec("RESET SESSION AUTHORIZATION");
  note_batch(victim, 1);
  // Back to an own earlier head: that link has a follower already.
  victim.exec("SET onceover.audit_chain = " + quoted_text(head));
  note_batch(victim, 2);
  note_batch(victim, 1);
  EXPECT_EQ(faults(), "");
  ASSERT_TRUE(audit::seal(connection_));
  EXPECT_EQ(faults(), "");
  raw_.exec(
      "REVOKE ALL ON SCHEMA onceover FROM chain_second; REVOKE ALL ON onceover.audit FROM chain_second; DROP "
      "ROLE chain_second");
}

TEST_F(Chain, SerialisesNobodyWhereManyWriteAndSeal) {
  // Each session's transaction stays open while every other one writes: none waits.
  std::vector<RawConnection> sessions;
  for (int i = 0; i < 6; ++i) sessions.push_back(database_.connect());
  for (RawConnection& session : sessions) {
    session.exec("SET lock_timeout = '5s'; BEGIN");
    note_batch(session, 3);
  }
  ASSERT_EQ(audit::seal(connection_).value(), std::nullopt)
      << "nothing is committed, and the sealer does not wait for it";
  for (RawConnection& session : sessions) session.exec("COMMIT");
  sessions.clear();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      auto session = database_.connect();
      for (int i = 0; i < 40; ++i) {
        session.exec("BEGIN");
        note_batch(session, 1 + i % 5);
        session.exec(i % 7 == 3 ? "ROLLBACK" : "COMMIT");
        if (i % 16 == 9) session.exec("SELECT onceover.seal_audit()");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(faults(), "");
  ASSERT_TRUE(audit::seal(connection_));
  EXPECT_EQ(faults(), "");
  EXPECT_EQ(std::to_string(verified().rows), raw_.scalar("SELECT count(*) FROM onceover.audit"));
  // Sessions that seal at once may both seal a link; none is left out.
  EXPECT_EQ(audit::count_unsealed(connection_).value(), 0);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.audit_seal_tips"), "1");
}

TEST_F(Chain, FindsEachKindOfTampering) {
  struct Case {
    const char* sql;
    const char* faults;
  };
  // Rows 1…3 by one session, one link each; 4…8 in one link; all sealed as 1; row 9 in the same session's
  // link behind it, sealed as 2.
  const std::vector<Case> cases = {
      {"UPDATE onceover.audit SET reason = 'another' WHERE id = 2", "row_changed:2"},
      {"UPDATE onceover.audit SET ticket = '' WHERE id = 2", "row_changed:2"},  // from NULL
      {"UPDATE onceover.audit SET at = at + interval '1 microsecond' WHERE id = 6", "row_changed:6"},
      {"UPDATE onceover.audit SET before = '{\"state\": \"released\"}' WHERE id = 3", "row_changed:3"},
      {"DELETE FROM onceover.audit WHERE id = 5", "row_missing:5"},
      {"INSERT INTO onceover.audit (id, at, action, actor, host, program, reason) OVERRIDING SYSTEM VALUE "
       "VALUES (0, now() - interval '1 day', 'settle', 'a', 'h', 'p', 'back-dated')",
       "row_unlinked:0"},
      {"UPDATE onceover.audit a SET reason = b.reason, key = b.key, actor = b.actor FROM onceover.audit b "
       "WHERE (a.id, b.id) IN ((2, 3), (3, 2))",
       "row_changed:2 row_changed:3"},
      {"DELETE FROM onceover.audit WHERE id = 2; DELETE FROM onceover.audit_links WHERE ids = '{2}'",
       "link_missing:3"},
      {"DELETE FROM onceover.audit_links WHERE ids = '{2}'", "row_unlinked:2 link_missing:3"},
      {"UPDATE onceover.audit_links SET digests = (SELECT digests FROM onceover.audit_links WHERE ids = "
       "'{1}') WHERE ids = '{2}'",
       "row_changed:2 link_changed:2"},
      {"UPDATE onceover.audit_links SET ids = '{1}' WHERE ids = '{2}'",
       "row_twice:1 row_unlinked:2 link_changed:1"},
      {"UPDATE onceover.audit_links SET db_user = 'somebody' WHERE ids = '{3}'",
       "row_user:3 link_foreign:3 link_changed:3 link_foreign:9"},
      {"UPDATE onceover.audit_links SET backend = 1 WHERE ids = '{9}'", "link_foreign:9 link_changed:9"},
      {"UPDATE onceover.audit_links SET began = began + interval '1 hour', at = at + interval '2 hours' "
       "WHERE ids = '{2}'",
       "row_time:2 link_changed:2"},
      // By the owner, with the triggers on: the link confirms neither the user nor the time that he claims.
      {"RESET session_replication_role; INSERT INTO onceover.audit (id, action, actor, host, program, "
       "reason, db_user) OVERRIDING SYSTEM VALUE VALUES (100, 'settle', 'a', 'h', 'p', 'forged', 'alice')",
       "row_user:100"},
      {"RESET session_replication_role; INSERT INTO onceover.audit (id, action, actor, host, program, "
       "reason, at) OVERRIDING SYSTEM VALUE VALUES (100, 'settle', 'a', 'h', 'p', 'back-dated', now() - "
       "interval '1 day')",
       "row_time:100"},
      {"UPDATE onceover.audit_seals SET rows = rows - 1 WHERE number = 1", "seal_changed"},
      {"UPDATE onceover.audit_seal_heads SET seq = seq - 1 WHERE seal = 1 AND seq > 1",
       "seal_changed tail_missing"},
      {"DELETE FROM onceover.audit_seals WHERE number = 1; DELETE FROM onceover.audit_seal_heads WHERE seal "
       "= 1",
       "seal_missing"},
      // The tail with its links, but not the seal that saw it.
      {"DELETE FROM onceover.audit WHERE id = 9; DELETE FROM onceover.audit_links WHERE ids = '{9}'",
       "tail_missing"},
      // All that the last seal saw, the seal too: the anchor alone shows it.
      {"DELETE FROM onceover.audit WHERE id = 9; DELETE FROM onceover.audit_links WHERE ids = '{9}'; DELETE "
       "FROM onceover.audit_seal_heads WHERE seal = 2; DELETE FROM onceover.audit_seals WHERE number = 2; "
       "DELETE FROM onceover.audit_seal_tips; INSERT INTO onceover.audit_seal_tips VALUES (1)",
       "anchor_missing"},
      // The same by one who forgets which seal is the last now.
      {"DELETE FROM onceover.audit WHERE id = 9; DELETE FROM onceover.audit_links WHERE ids = '{9}'; DELETE "
       "FROM onceover.audit_seal_heads WHERE seal = 2; DELETE FROM onceover.audit_seals WHERE number = 2; "
       "DELETE FROM onceover.audit_seal_tips",
       "seal_left anchor_missing"},
      // All of it made anew, by the chain's own functions: again the anchor alone.
      {"DELETE FROM onceover.audit_seal_heads; DELETE FROM onceover.audit_seals; DELETE FROM "
       "onceover.audit_links; DELETE FROM onceover.audit; DELETE FROM onceover.audit_seal_tips; SELECT "
       "setval('onceover.audit_seal_number', 1, false); RESET session_replication_role; RESET "
       "onceover.audit_chain; INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES "
       "('settle', 'a', 'h', 'p', 'new'); SELECT onceover.seal_audit(); INSERT INTO onceover.audit (action, "
       "actor, host, program, reason) VALUES ('settle', 'a', 'h', 'p', 'new'); SELECT onceover.seal_audit()",
       "anchor_differs"},
  };
  for (const char* reason : {"first", "second", "third"}) note(connection_, reason);
  note_batch(raw_, 5);
  ASSERT_EQ(audit::seal(connection_).value(), 1);
  note(connection_, "ninth");
  ASSERT_EQ(audit::seal(connection_).value(), 2);
  const auto anchor = audit::newest_anchor(connection_).value();
  ASSERT_EQ(faults(anchor), "");
  for (const char* table : {"audit", "audit_links", "audit_seals", "audit_seal_heads", "audit_seal_tips"}) {
    raw_.exec(std::string("CREATE TABLE kept_") + table + " AS TABLE onceover." + table);
  }
  for (const Case& c : cases) {
    tamper(c.sql);
    EXPECT_EQ(faults(anchor), c.faults) << c.sql;
    std::string back;
    for (const char* table : {"audit_seal_tips", "audit_seal_heads", "audit_seals", "audit_links", "audit"})
      back += std::string("DELETE FROM onceover.") + table + "; ";
    back +=
        "INSERT INTO onceover.audit OVERRIDING SYSTEM VALUE TABLE kept_audit; INSERT INTO "
        "onceover.audit_links TABLE kept_audit_links; INSERT INTO onceover.audit_seals TABLE "
        "kept_audit_seals; INSERT INTO onceover.audit_seal_heads TABLE kept_audit_seal_heads; INSERT INTO "
        "onceover.audit_seal_tips TABLE kept_audit_seal_tips";
    tamper(back);
    ASSERT_EQ(faults(anchor), "") << c.sql;
  }
}

TEST_F(Chain, IsAppendOnlyForItsOwnerToo) {
  note(connection_, "one");
  ASSERT_TRUE(audit::seal(connection_));
  for (const char* table : {"audit", "audit_links", "audit_seals", "audit_seal_heads"}) {
    const std::string name = std::string("onceover.") + table;
    EXPECT_EQ(raw_.sqlstate_of("DELETE FROM " + name), "OC003") << table;
    EXPECT_EQ(raw_.sqlstate_of("TRUNCATE " + name + " CASCADE"), "OC003") << table;
    const std::string column = table == std::string("audit") ? "reason" : "hash";
    EXPECT_EQ(raw_.sqlstate_of("UPDATE " + name + " SET " + column + " = " + column), "OC003") << table;
  }
}

TEST_F(Chain, WhoMayAppendToTheTrailMayNotTouchItsChain) {
  raw_.exec(
      "CREATE ROLE chain_writer LOGIN; GRANT USAGE ON SCHEMA onceover TO chain_writer; GRANT INSERT ON "
      "onceover.audit TO chain_writer");
  raw_.exec("SET SESSION AUTHORIZATION chain_writer");
  note_batch(raw_, 2);
  EXPECT_EQ(raw_.sqlstate_of("INSERT INTO onceover.audit_links (writer, seq, ids, digests, prev, hash) "
                             "VALUES (gen_random_uuid(), 1, '{}', '{}', '', '')"),
            "42501");
  EXPECT_EQ(raw_.sqlstate_of("SELECT onceover.seal_audit()"), "42501");
  // A forged setting names no link of this session: a new chain begins.
  for (const char* forged : {"gen_random_uuid() || ' 7'", "'x'", "''", "' 1'", "repeat('9', 40) || ' 1'",
                             "gen_random_uuid() || ' -1'"}) {
    raw_.exec(std::string("SELECT set_config('onceover.audit_chain', ") + forged + ", false)");
    note_batch(raw_, 1);
  }
  raw_.exec("RESET SESSION AUTHORIZATION");
  EXPECT_EQ(faults(), "");
  raw_.exec(
      "REVOKE ALL ON SCHEMA onceover FROM chain_writer; REVOKE ALL ON onceover.audit FROM chain_writer; DROP "
      "ROLE chain_writer");
}

}  // namespace
}  // namespace onceover::test
