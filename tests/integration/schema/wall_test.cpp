// SPDX-License-Identifier: Apache-2.0
// What no statement may do to a key, even one of the tables' owner; and what must go on working beside it.
#include <gtest/gtest.h>

#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

constexpr const char* refused = "OC009";
constexpr const char* six_keys = R"(
  INSERT INTO onceover.keys (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, locked_until, retry_before, expires_at,
                             response_code, response_version, response_headers, response_body, completed_at)
  SELECT 'acme', 'POST /refunds', v.key, v.state, 'raw-sha256', sha256(convert_to(v.key, 'UTF8')), nextval('onceover.fence'),
         CASE WHEN v.state = 'in_progress' THEN now() END, CASE WHEN v.state = 'released' THEN now() + interval '1 hour' END,
         now() + v.window_left, CASE WHEN f.done THEN 200 END, CASE WHEN f.done THEN 1 END, CASE WHEN f.done THEN ''::bytea END,
         CASE WHEN f.done THEN ''::bytea END, CASE WHEN f.done THEN now() END
  FROM (VALUES ('stuck', 'in_progress', NULL), ('released', 'released', interval '1 day'), ('done', 'succeeded', interval '1 day'),
               ('failed', 'failed', interval '1 day'), ('old', 'succeeded', interval '-1 second'),
               ('late', 'released', interval '-1 second')) AS v (key, state, window_left),
       LATERAL (SELECT v.state IN ('succeeded', 'failed') AS done) f)";

class Wall : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  void SetUp() override { raw.exec(six_keys); }
  std::string keys() { return raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys"); }
};

TEST_F(Wall, RefusesWhatCouldMakeAnEffectHappenTwice) {
  const std::string before =
      raw.scalar("SELECT md5(string_agg(k::text, ',' ORDER BY key)) FROM onceover.keys k");
  for (const char* attack : {
           "UPDATE onceover.keys SET response_body = 'forged' WHERE key = 'done'",
           "UPDATE onceover.keys SET response_code = 500, response_headers = 'x' WHERE key = 'failed'",
           "UPDATE onceover.keys SET state = 'in_progress', completed_at = NULL WHERE key = 'done'",
           "UPDATE onceover.keys SET state = 'released', completed_at = NULL, retry_before = 'infinity' "
           "WHERE key = 'failed'",
           "UPDATE onceover.keys SET expires_at = now() WHERE key = 'done'",
           "UPDATE onceover.keys SET fence = fence + 1 WHERE key = 'done'",
           "UPDATE onceover.keys SET key = 'other' WHERE key = 'stuck'",
           "UPDATE onceover.keys SET tenant = 'other' WHERE key = 'released'",
           "UPDATE onceover.keys SET operation = 'other' WHERE key = 'stuck'",
           "UPDATE onceover.keys SET fingerprint = sha256('other') WHERE key = 'stuck'",
           "UPDATE onceover.keys SET fingerprint_kind = 'jcs-sha256' WHERE key = 'released'",
           "DELETE FROM onceover.keys WHERE key = 'stuck'",
           "DELETE FROM onceover.keys WHERE key = 'released'",
           "DELETE FROM onceover.keys WHERE key = 'done'",
           "DELETE FROM onceover.keys WHERE key = 'failed'",
           "DELETE FROM onceover.keys",
           "TRUNCATE onceover.keys",
           "TRUNCATE onceover.keys, onceover.cases",
       }) {
    EXPECT_EQ(raw.sqlstate_of(attack), refused) << attack;
  }
  const char* merge =
      "MERGE INTO onceover.keys k USING (VALUES ('stuck')) v (key) ON k.key = v.key WHEN MATCHED THEN DELETE";
  const bool has_merge = std::stoi(raw.scalar("SHOW server_version_num")) >= 150000;
  EXPECT_EQ(raw.sqlstate_of(merge), has_merge ? refused : "42601");
  EXPECT_EQ(raw.scalar("SELECT md5(string_agg(k::text, ',' ORDER BY key)) FROM onceover.keys k"), before);
}

TEST_F(Wall, LeavesAKeysLifeAndTheReaperAlone) {
  raw.exec(
      "UPDATE onceover.keys SET state = 'succeeded', locked_until = NULL, response_code = 200, "
      "response_version = 1, response_headers = '', response_body = '', completed_at = now(), expires_at = "
      "now() WHERE key = 'stuck'");
  raw.exec(
      "UPDATE onceover.keys SET key = key, fingerprint = fingerprint, state = 'in_progress' WHERE key = "
      "'released'");
  raw.exec("DELETE FROM onceover.keys WHERE key IN ('old', 'late', 'stuck')");
  EXPECT_EQ(keys(), "done failed released");
}

// A key within its window goes with the audit row that says so, in one statement, and not without it.
TEST_F(Wall, LetsAFinishedKeyGoEarlyWithItsAuditRow) {
  const std::string early = R"(
    WITH gone AS (DELETE FROM onceover.keys WHERE key = $1 RETURNING tenant, operation, key, fence)
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, reason)
    SELECT 'reap', 'ann', 'desk', 'test', g.tenant, g.operation, g.key, g.fence, 'asked for by the customer' FROM gone g)";
  raw.exec(early, {"done"});
  EXPECT_EQ(keys(), "failed late old released stuck");
  EXPECT_THROW(raw.exec(early, {"stuck"}), std::exception);
  EXPECT_THROW(raw.exec(early, {"released"}), std::exception);
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, "
      "reason) SELECT 'reap', 'ann', 'desk', 'test', tenant, operation, key, fence - 1, 'an earlier key' "
      "FROM onceover.keys WHERE key = 'failed'");
  EXPECT_EQ(raw.sqlstate_of("DELETE FROM onceover.keys WHERE key = 'failed'"), refused)
      << "that row is of another ownership";
  EXPECT_EQ(keys(), "failed late old released stuck");
}

// As a CHECK would: an INSERT and an UPDATE, a session that is a replica, and one whose own operators come
// first.
TEST_F(Wall, RefusesAnAnswerThatCannotBeReplayedWhoeverWrites) {
  raw.exec(
      "CREATE SCHEMA evil; CREATE FUNCTION evil.no(text, text) RETURNS boolean LANGUAGE sql IMMUTABLE AS "
      "'SELECT false'; CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.no)");
  for (const char* session :
       {"RESET ALL", "SET session_replication_role = replica", "SET search_path = evil, pg_catalog"})
    for (const char* attack : {
             "UPDATE onceover.keys SET state = 'succeeded' WHERE key OPERATOR(pg_catalog.=) 'stuck'",
             "UPDATE onceover.keys SET completed_at = now() WHERE key OPERATOR(pg_catalog.=) 'stuck'",
             "UPDATE onceover.keys SET completed_at = now() WHERE key OPERATOR(pg_catalog.=) 'released'",
             "UPDATE onceover.keys SET state = 'failed', completed_at = now(), expires_at = now(), "
             "response_code = 200, response_version = 1, locked_until = NULL WHERE key "
             "OPERATOR(pg_catalog.=) 'stuck'",
             "UPDATE onceover.keys SET state = 'failed', completed_at = now(), expires_at = now(), "
             "response_code = 200, response_version = 1, response_body = '' WHERE key OPERATOR(pg_catalog.=) "
             "'stuck'",
             "INSERT INTO onceover.keys (tenant, operation, key, state, fingerprint_kind, fingerprint, "
             "fence) VALUES ('a', 'o', 'new', 'succeeded', 'raw-sha256', sha256('x'), 1)",
             "INSERT INTO onceover.keys (tenant, operation, key, state, fingerprint_kind, fingerprint, "
             "fence, completed_at) VALUES ('a', 'o', 'new', 'in_progress', 'raw-sha256', sha256('x'), 1, "
             "now())",
         }) {
      raw.exec(session);
      EXPECT_EQ(raw.sqlstate_of(attack), "23514") << session << ": " << attack;
    }
}

// Logical replication applies what the publisher let through; a restore inserts.
TEST_F(Wall, StandsInTheWayOfNoCopy) {
  raw.exec("CREATE TABLE public.kept AS TABLE onceover.keys");
  raw.exec(
      "SET session_replication_role = replica; DELETE FROM onceover.keys; RESET session_replication_role");
  raw.exec("INSERT INTO onceover.keys SELECT * FROM public.kept");
  EXPECT_EQ(keys(), "done failed late old released stuck");
}

}  // namespace
}  // namespace onceover::test
