// SPDX-License-Identifier: Apache-2.0
// Attacks on our own schema by each role, and what refuses each. After every one the tables are as they were.
#include "tests/integration/rights/fixture.h"

namespace onceover::test {
namespace {

// What no role needs, tried by each.
std::vector<Attack> of_anybody() {
  return {
      {"deletes an unfinished key", "DELETE FROM onceover.keys WHERE key = 'stuck'", denied},
      {"forges a sample",
       "INSERT INTO onceover.samples (relation, minute, at, levels) VALUES ('onceover.keys', now(), now(), "
       "'{}')",
       denied},
      {"hides a sample", "DELETE FROM onceover.samples", denied},
      {"empties the table", "TRUNCATE onceover.keys", denied},
      {"changes a stored answer", "UPDATE onceover.keys SET reference = 'forged' WHERE key = 'done'", denied},
      {"renames a key", "UPDATE onceover.keys SET key = 'other' WHERE key = 'stuck'", denied},
      {"changes a fingerprint", "UPDATE onceover.keys SET fingerprint = sha256('other') WHERE key = 'stuck'",
       denied},
      {"backdates a key", "UPDATE onceover.keys SET created_at = now() - interval '9 d' WHERE key = 'stuck'",
       denied},
      {"shortens a window", "UPDATE onceover.keys SET retention_s = 1 WHERE key = 'stuck'", denied},
      {"rewrites the trail", "UPDATE onceover.audit SET reason = 'forged'", denied},
      {"cuts the trail", "DELETE FROM onceover.audit", denied},
      {"chooses the user of an audit row",
       "INSERT INTO onceover.audit (action, actor, db_user, host, program, reason) VALUES ('own', 'a', "
       "'postgres', 'h', 'p', 'r')",
       denied},
      {"chooses the time of an audit row",
       "INSERT INTO onceover.audit (action, actor, at, host, program, reason) VALUES ('own', 'a', now(), "
       "'h', 'p', 'r')",
       denied},
      {"writes a link",
       "INSERT INTO onceover.audit_links (writer, seq, ids, digests, prev, hash) VALUES (gen_random_uuid(), "
       "1, '{1}', '{a}', '', '')",
       denied},
      {"unseals the trail", "DELETE FROM onceover.audit_seals", denied},
      {"closes a case", "UPDATE onceover.cases SET status = 'settled'", denied},
      {"closes an approval", "UPDATE onceover.approvals SET status = 'refused'", denied},
      {"adds an item to a plan",
       "INSERT INTO onceover.plan_items SELECT 1, 2, NULL, 'acme', 'POST /refunds', 'done', NULL, '{}', 1",
       denied},
      {"starts a plan", "UPDATE onceover.plans SET state = 'running'", denied},
      {"rewrites a note", "UPDATE onceover.notes SET note = 'forged'", denied},
      {"flips the stop switch", "UPDATE onceover.control SET stopped = true", denied},
      {"declares a gateway",
       "INSERT INTO onceover.gateways (name, operation, dedupe_window, reason, actor, in_force_since) VALUES "
       "('g', '*', '9 d', 'r', 'a', now())",
       denied},
      {"moves the frontier", "UPDATE onceover.frontier SET until = 'infinity'", denied},
      {"empties the list of unfinished keys", "DELETE FROM onceover.unfinished", denied},
      {"rewinds the fence", "SELECT setval('onceover.fence', 1)", denied},
      {"rewinds the floor", "SELECT setval('onceover.floor', 1)", denied},
      {"writes without a check",
       "SELECT onceover.write_settlements('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', "
       "'{}', '{}', '{}', 'a', 'h', 'p', '', '{}', true)",
       denied},
      {"deletes early",
       "SELECT onceover.reap_keys('{acme}', '{POST /refunds}', '{done}', ARRAY[(SELECT fence FROM "
       "onceover.keys WHERE key = 'done')], 'a', 'h', 'p', 'r', true, '')",
       denied},
      {"calls a trigger's function", "SELECT onceover.rewind_frontier('-infinity')", denied},
      {"disables the triggers", "ALTER TABLE onceover.keys DISABLE TRIGGER ALL", denied},
      {"adds a trigger",
       "CREATE TRIGGER mine BEFORE UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION "
       "onceover.guard_key()",
       denied},
      {"drops the wall", "DROP TRIGGER key_stays_sound ON onceover.keys", denied},
      {"passes the triggers as a replica", "SET session_replication_role = replica", denied},
      {"replaces a function",
       "CREATE OR REPLACE FUNCTION onceover.is_owner() RETURNS boolean LANGUAGE sql AS 'SELECT true'",
       denied},
      {"makes an object in our schema", "CREATE TABLE onceover.mine (x int)", denied},
      {"gives itself a right", "GRANT ALL ON onceover.keys TO PUBLIC", "0LP01"},
      {"becomes the owner",
       "DO $$ BEGIN EXECUTE 'SET ROLE ' || quote_ident((SELECT pg_get_userbyid(relowner) FROM pg_class WHERE "
       "oid = 'onceover.keys'::regclass)); END $$",
       denied},
  };
}

TEST_F(Rights, NoRoleWritesATableThatItDoesNotNeed) {
  for (const DbRole role : roles::all_db_roles) {
    if (role == DbRole::service) continue;
    std::vector<Attack> attacks;
    for (const char* table : tables) {
      const std::string name = std::string("onceover.") + table;
      attacks.push_back({"INSERT " + name, "INSERT INTO " + name + " DEFAULT VALUES", denied});
      attacks.push_back({"DELETE " + name, "DELETE FROM " + name, denied});
      attacks.push_back({"TRUNCATE " + name, "TRUNCATE " + name + " CASCADE", denied});
    }
    refuses(as(role), std::string(roles::word(role)), attacks);
  }
}

TEST_F(Rights, WhatNobodyMayIsRefusedToEachRole) {
  for (const DbRole role : roles::all_db_roles) {
    std::vector<Attack> attacks = of_anybody();
    for (Attack& attack : attacks) {
      // PostgreSQL only warns where nothing at all could be granted.
      if (attack.name == "gives itself a right") attack.refused_by = may_read_keys(role) ? nothing : denied;
    }
    refuses(as(role), std::string(roles::word(role)), attacks);
  }
}

TEST_F(Rights, AServiceChangesNoFinishedKeyAndSettlesNothingWithoutEvidence) {
  refuses(
      as(DbRole::service), "service",
      {
          {"forges an answer", "UPDATE onceover.keys SET response_body = 'forged' WHERE key = 'done'", wall},
          {"opens a finished key",
           "UPDATE onceover.keys SET state = 'in_progress', completed_at = NULL WHERE key = 'done'", wall},
          {"ends a window", "UPDATE onceover.keys SET expires_at = now() WHERE key = 'done'", wall},
          {"backdates a new key",
           "INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, state, fingerprint_kind, "
           "fingerprint) VALUES ('acme', 'POST /refunds', 'n', now() - interval '9 d', 1, 'in_progress', "
           "'raw-sha256', sha256('x'))",
           denied},
          {"takes a key as a person", taking("stuck"), denied},
          {"settles with empty evidence", settling("held", "succeed", "settle_succeeded", "{}"), unshown},
          {"agrees to a request",
           "SELECT onceover.agree_settlement(1, 'a', 'h', 'p', 'r', sha256('b'), sha256('a'))", denied},
          {"files a request", "SELECT onceover.add_note('a', 'h', 'p', 'acme', 'POST /refunds', 'done', 'n')",
           denied},
          {"flips the stop switch", "SELECT onceover.set_stop(true, 'r', 'a', 'h', 'p')", denied},
          {"makes a plan", "SELECT onceover.move_plan(1, 'running', 'frozen', '', 'a', 'h', 'p', 'r')",
           denied},
          {"registers a gateway", "SELECT onceover.register_gateway('g', '*', '9 d', 'r', 'a', 'h', 'p')",
           denied},
          {"writes an event", "INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('t', 'a')", denied},
          {"reads events", "SELECT payload FROM onceover.outbox", denied},
          {"runs a relay", "UPDATE onceover.relays SET owner = 'me'", denied},
          {"makes a relay",
           "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ('x', "
           "'{t}', '3:3:', '3:3:', 1)",
           denied},
          {"receives an event", "SELECT onceover.inbox_accept('c', 's', 'e')", denied},
          {"has settled keys handed over", "SELECT onceover.register_settled('POST /refunds')", denied},
          {"writes the inbox",
           "INSERT INTO onceover.inbox (consumer, source, event_id, state) VALUES ('c', 's', 'e', "
           "'succeeded')",
           denied},
          {"makes partitions", "SELECT onceover.make_outbox_partitions('1 h', 1)", denied},
      });
}

// A service finds keys by their name, too: an UPDATE past the fence would give another executor's key an
// answer while its effect is under way.
TEST_F(Rights, AServiceChangesNoLiveClaimWhoseFenceItDoesNotName) {
  const std::string completes =
      "UPDATE onceover.keys SET state = 'succeeded', locked_until = NULL, response_code = 200, "
      "response_version = 1, response_headers = '', response_body = 'forged', completed_at = now(), "
      "expires_at = now() + interval '1 h' WHERE key = 'live'";
  const std::string fence = raw.scalar("SELECT fence FROM onceover.keys WHERE key = 'live'");
  const auto naming = [](const std::string& name) {
    return "BEGIN; SELECT set_config('onceover.claim', '" + name + "', true); ";
  };
  refuses(
      as(DbRole::service), "service",
      {{"completes another's claim", completes, wall},
       {"completes it under its own fence", naming("1") + completes, wall},
       {"completes what a person holds",
        "UPDATE onceover.keys SET state = 'released', locked_until = NULL, retry_before = now() + interval "
        "'1 h' WHERE key = 'held'",
        wall},
       {"releases another's claim",
        "UPDATE onceover.keys SET state = 'released', locked_until = NULL, retry_before = now() + interval "
        "'1 h' WHERE key = 'live'",
        wall},
       {"takes another's claim",
        "UPDATE onceover.keys SET owner = 'me', fence = nextval('onceover.fence') WHERE key = 'live'", wall},
       {"ends another's lease", "UPDATE onceover.keys SET locked_until = now() WHERE key = 'live'", wall},
       {"completes it by an insert",
        "INSERT INTO onceover.keys (tenant, operation, key, state, fingerprint_kind, fingerprint, fence) "
        "VALUES ('acme', 'POST /refunds', 'live', 'in_progress', 'raw-sha256', sha256('x'), 1) ON CONFLICT "
        "(key, operation, tenant) DO UPDATE SET owner = 'me'",
        wall}});
  // Its own, by the fence that it was given; and what no one holds any more.
  as(DbRole::service)
      .exec(naming(fence) +
            "UPDATE onceover.keys SET locked_until = now() + interval '1 min' WHERE key = 'live'; " +
            completes + "; COMMIT");
  as(DbRole::service)
      .exec(
          "UPDATE onceover.keys SET owner = 'sweeper', fence = nextval('onceover.fence') WHERE key = "
          "'stuck'");
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.keys WHERE key = 'live'"), "succeeded");
}

// EXECUTE and nothing else; and what the functions call in a client's name is harmless by itself.
TEST_F(Rights, AClientOnlyCallsFunctions) {
  auto& client = as(DbRole::client);
  EXPECT_EQ(
      raw.scalar("SELECT count(*) FROM pg_class c, pg_attribute a WHERE c.relnamespace = "
                 "'onceover'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attrelid = c.oid AND NOT "
                 "a.attisdropped AND has_column_privilege('" +
                 login_of(DbRole::client) + "', c.oid, a.attnum, 'SELECT, INSERT, UPDATE, REFERENCES')"),
      "0");
  const std::string claim =
      "'acme', 'POST /refunds', 'new', sha256('x'), '11111111-1111-4111-8111-111111111111'";
  const std::string inner =
      "'acme', 'POST /refunds', 'inner', sha256('x'), '11111111-1111-4111-8111-111111111111', '', '30 s', "
      "'72 h', NULL, 200, NULL, NULL, NULL, NULL, NULL, 'raw-sha256', '{}'";
  const std::string fence_of_inner =
      "SELECT onceover.claimed_fence('acme', 'POST /refunds', 'inner', "
      "'11111111-1111-4111-8111-111111111111')";
  std::vector<Attack> attacks{
      {"claims in a transaction", "BEGIN; CALL onceover.claim(" + claim + ")", "2D000"},
      {"replays in a transaction",
       "BEGIN; CALL onceover.claim('acme', 'POST /refunds', 'done', sha256('x'), gen_random_uuid())",
       "2D000"},
      {"claims by the inner function and asks for the fence before the commit",
       "BEGIN; SELECT onceover.claim_key('lease', " + inner + "); " + fence_of_inner, "2D000"},
      {"the same in a savepoint",
       "BEGIN; SAVEPOINT s; SELECT onceover.claim_key('lease', " + inner + "); RELEASE s; " + fence_of_inner,
       "2D000"},
      {"asks for another's fence",
       "SELECT 1 / (onceover.claimed_fence('acme', 'POST /refunds', 'live', gen_random_uuid()) IS NULL)::int",
       nothing},
      {"finishes by the inner function past the fence",
       "SELECT onceover.finish_key('acme', 'POST /refunds', 'live', 0, 'succeeded', 200, '{}', '', NULL, "
       "'{}', NULL, true)",
       "OC001"},
      {"releases by the inner function of a finish",
       "SELECT onceover.finish_key('acme', 'POST /refunds', 'live', 0, 'released', 200, '{}', '', NULL, "
       "'{}', NULL, true)",
       unsound},
      {"finishes what a sweeper took",
       "SELECT onceover.complete('acme', 'POST /refunds', 'held', " +
           raw.scalar("SELECT fence FROM onceover.keys WHERE key = 'held'") + ", 200, '{}', '')",
       "OC001"},
      {"releases past the fence", "SELECT onceover.release('acme', 'POST /refunds', 'live', 0)", nothing},
      {"renews past the fence", "SELECT onceover.renew('acme', 'POST /refunds', 'live', 0, '1 min')",
       nothing},
      {"writes headers by a helper", "SELECT onceover.stored_headers('{A,b}', '{}')", denied},
      {"calls the wall", "SELECT onceover.is_final_answer('failed', 504, '', true)", denied},
      {"settles", settling("held", "succeed", "settle_succeeded", R"({"finding": "done"})"), denied},
      {"reaps", "SELECT onceover.reap_finished(1000)", denied},
      {"counts a negative number",
       "SELECT onceover.count(gen_random_uuid(), 1, '{a}', '{o}', '{created}', '{NULL}', '{-1}')", unsound},
      {"counts ragged rows",
       "SELECT onceover.count(gen_random_uuid(), 1, '{a,b}', '{o}', '{created}', '{NULL}', '{1}')", unsound}};
  for (const char* table : tables)
    attacks.push_back({std::string("reads ") + table, std::string("SELECT FROM onceover.") + table, denied});
  refuses(client, "client", attacks);
  client.exec("BEGIN");
  EXPECT_EQ(client.exec("SELECT * FROM onceover.claim_key('lease', " + inner + ")").at(0)[1], std::nullopt)
      << "no fence";
  client.exec("ROLLBACK");
  // What it may: the whole life of a key.
  const auto claimed = client.exec("CALL onceover.claim(" + claim + ")").at(0);
  EXPECT_EQ(claimed[0], "claimed");
  client.exec("SELECT onceover.renew('acme', 'POST /refunds', 'new', " + *claimed[1] + ", '1 min')");
  client.exec("SELECT onceover.complete('acme', 'POST /refunds', 'new', " + *claimed[1] +
              ", 200, '{}', 'ok')");
  EXPECT_EQ(client.exec("CALL onceover.claim(" + claim + ")").at(0)[0], "replay");
  EXPECT_EQ(client.exec("SELECT * FROM onceover.look('acme', 'POST /refunds', 'new', sha256('x'))").at(0)[0],
            "replay");
  for (int i = 0; i < 2; ++i)
    client.exec(
        "SELECT onceover.count('11111111-1111-4111-8111-111111111111', 1, '{a}', '{o}', '{created}', "
        "'{NULL}', '{3}')");
  EXPECT_EQ(raw.scalar("SELECT sum(n) FROM onceover.counter_deltas"), "3")
      << "a flush that is sent again counts once";
}

TEST_F(Rights, AProducerOnlyWritesEvents) {
  raw.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'a', '{}')");
  refuses(as(DbRole::producer), "producer",
          {{"backdates an event",
            "INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('t', 'a', now() - interval "
            "'9 d')",
            denied},
           {"hides an event behind relays",
            "INSERT INTO onceover.outbox (topic, aggregateid, xid) VALUES ('t', 'a', '3'::xid8)", denied},
           {"changes an event", "UPDATE onceover.outbox SET payload = NULL", denied},
           {"deletes events", "DELETE FROM onceover.outbox", denied},
           {"reads events", "SELECT payload FROM onceover.outbox", denied},
           {"writes past the parent",
            "INSERT INTO onceover.outbox_rest (topic, aggregateid) VALUES ('t', 'a')", denied},
           {"claims", "SELECT nextval('onceover.fence')", denied},
           {"locks the outbox", "DO $$ BEGIN LOCK TABLE onceover.outbox IN SHARE MODE; END $$", denied},
           {"makes partitions", "SELECT onceover.make_outbox_partitions('1 h', 1)", denied}});
  as(DbRole::producer)
      .exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'a', '{}')");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox"), "2");
}

TEST_F(Rights, AConsumerReceivesByFunctions) {
  auto& consumer = as(DbRole::consumer);
  EXPECT_EQ(consumer.scalar("SELECT onceover.inbox_accept('consumer', 'source', 'event', sha256('x'))"),
            "accepted");
  EXPECT_EQ(consumer.scalar("SELECT onceover.inbox_accept('consumer', 'source', 'event', sha256('x'))"),
            "duplicate");
  EXPECT_EQ(consumer.exec("SELECT onceover.register_settled('POST /refunds')"),
            consumer.exec("SELECT onceover.register_settled('POST /refunds')"))
      << "since the first time";
  refuses(
      consumer, "consumer",
      {{"registers past the function", "INSERT INTO onceover.settled_operations (operation) VALUES ('x')",
        denied},
       {"forgets a registration", "DELETE FROM onceover.settled_operations", denied},
       {"renames a received event", "UPDATE onceover.inbox SET event_id = 'other'", denied},
       {"changes what was received", "UPDATE onceover.inbox SET fingerprint = NULL", denied},
       {"forgets events", "DELETE FROM onceover.inbox", denied},
       {"receives past the functions",
        "INSERT INTO onceover.inbox (consumer, source, event_id, state) VALUES ('c', 's', 'e', 'succeeded')",
        denied},
       {"locks the inbox", "DO $$ BEGIN LOCK TABLE onceover.inbox IN SHARE MODE; END $$", denied},
       {"holds an event", "SELECT FROM onceover.inbox FOR UPDATE", denied},
       {"reads keys", "SELECT * FROM onceover.keys", denied},
       {"writes events", "INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('t', 'a')", denied}});
}

TEST_F(Rights, ARelayPublishesAndTakesNoTableLock) {
  const std::string id = as(DbRole::service).sqlstate_of("SELECT 1").empty()
                             ? raw.scalar(
                                   "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', "
                                   "'a', '{}') RETURNING id")
                             : "";
  refuses(as(DbRole::relay), "relay",
          {{"writes an event", "INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('t', 'a')", denied},
           {"changes an event", "UPDATE onceover.outbox SET payload = NULL", denied},
           {"pauses a relay",
            "INSERT INTO onceover.relay_holds (relay, state, reason) VALUES ('r', 'paused', 'r')", denied},
           {"resumes a relay", "DELETE FROM onceover.relay_holds", denied},
           {"takes a relay past the functions", "UPDATE onceover.relays SET owner = 'me'", denied},
           {"makes a relay past the functions",
            "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ('x', "
            "'{t}', '3:3:', '3:3:', 1)",
            denied},
           {"locks a relay", "SELECT FROM onceover.relays FOR UPDATE", denied},
           {"reads the token of another process", "SELECT token FROM onceover.relay_tokens", denied},
           {"gives itself a token", "UPDATE onceover.relay_tokens SET token = gen_random_uuid()", denied},
           {"gives up parked events", "DELETE FROM onceover.outbox_parked", denied},
           {"locks parked events", "SELECT FROM onceover.outbox_parked FOR UPDATE", denied},
           {"removes what people ask for", "DELETE FROM onceover.event_requests", denied},
           {"draws a fence", "SELECT nextval('onceover.fence')", denied},
           {"removes a relay", "DELETE FROM onceover.relays", denied},
           {"makes partitions", "SELECT onceover.make_outbox_partitions('1 h', 1)", denied},
           {"drops partitions", "SELECT onceover.drop_outbox_partition('1 h')", denied},
           {"locks the outbox", "DO $$ BEGIN LOCK TABLE onceover.outbox IN SHARE MODE; END $$", denied},
           {"reads keys", "SELECT * FROM onceover.keys", denied},
           {"receives", "SELECT onceover.inbox_accept('c', 's', 'e')", denied}});
  auto connection = pg::Connection::open(
      {.conninfo = database.conninfo() + " user=" + login_of(DbRole::relay), .pins_search_path = true});
  ASSERT_TRUE(connection) << connection.error().sentence();
  FakeBroker broker;
  bool is_refused = true;
  broker.ends = [&](const outbox::Stored&) {
    return is_refused ? outbox::Report{.result = outbox::Report::Result::failed,
                                       .error = "No.",
                                       .retry_after = Duration{0}}
                      : outbox::Report{};
  };
  outbox::Relay relay(*connection, broker, {.name = "r", .topics = {"t"}}, "relay", Random(1));
  const auto published = [&] {
    const auto turn = relay.run_once();
    if (!turn) throw std::runtime_error(turn.error().sentence() + turn.error().detail);
    return broker.ids() == std::vector<std::string>{id};
  };
  EXPECT_FALSE(published());
  is_refused = false;
  EXPECT_TRUE(test::eventually(published));
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(outbox::make_partitions(*connection, std::chrono::hours(1), 1).error().kind,
            ErrorKind::not_permitted);
}

TEST_F(Rights, AReconcilerSettlesNothingPastEvidenceFenceAndState) {
  auto& reconciler = as(DbRole::reconciler);
  const std::string done = R"({"finding": "done"})", unknown = R"({"finding": "no_such_key"})";
  refuses(
      reconciler, "reconciler",
      {
          {"no evidence", settling("held", "succeed", "settle_succeeded", ""), unshown},
          {"empty evidence", settling("held", "succeed", "settle_succeeded", "{}"), unshown},
          {"evidence of something else", settling("held", "succeed", "settle_succeeded", unknown), unshown},
          {"another verdict", settling("held", "succeed", "settle_failed", done), unshown},
          {"fails what is not shown", settling("held", "fail", "settle_failed", unknown), unshown},
          {"fails what happened", settling("held", "fail", "settle_failed", done), unshown},
          {"releases without evidence",
           settling("held", "release", "needs_human", R"({"said": "sure"})", "2999-01-01"), unshown},
          {"releases without an end", settling("held", "release", "release", unknown), unsound},
          {"an unknown verb", settling("held", "delete", "settle_succeeded", done), unshown},
          {"no reason", settling("held", "succeed", "settle_succeeded", done, "", "", ""), unsound},
          {"an old fence", settling("held", "succeed", "settle_succeeded", done, "", "1"), nothing},
          {"a finished key", settling("done", "succeed", "settle_succeeded", done), nothing},
          {"an executor's live key", settling("live", "succeed", "settle_succeeded", done), nothing},
          {"an executor's stuck key", settling("stuck", "succeed", "settle_succeeded", done), nothing},
          {"a released key", settling("released", "succeed", "settle_succeeded", done), nothing},
          {"takes a live key", taking("live"), nothing},
          {"takes a finished key", taking("done"), nothing},
          {"takes a released key", taking("released"), nothing},
          {"takes another's key", taking("held"), nothing},
          {"takes another's key in its name", taking("held", "on call", "alice@desk-1/onceover-test"),
           nothing},
          {"settles what another owns", settling("held", "succeed", "settle_succeeded", done), nothing},
          {"files what another owns", settling("held", "unresolved", "unresolved", unknown), nothing},
          {"takes without a reason", taking("stuck", ""), unsound},
          {"takes back what is no release",
           "SELECT onceover.undo_release((SELECT min(id) FROM onceover.audit), 'a', 'h', 'p', 'r', '')",
           unsound},
          {"takes back no extension",
           "SELECT onceover.undo_extension((SELECT min(id) FROM onceover.audit), 'a', 'h', 'p', 'r', '')",
           unsound},
          {"extends without a reason",
           "SELECT onceover.extend_leases('{acme}', '{POST /refunds}', '{live}', ARRAY[(SELECT fence FROM "
           "onceover.keys WHERE key = 'live')], 'a', 'h', 'p', '', '1 h', '')",
           unsound},
          {"extends a person's lease",
           "SELECT onceover.extend_leases('{acme}', '{POST /refunds}', '{held}', ARRAY[(SELECT fence FROM "
           "onceover.keys WHERE key = 'held')], 'a', 'h', 'p', 'r', '1 h', '')",
           nothing},
          {"adds to a frozen plan",
           "SELECT onceover.freeze_items(1, '{2}', '{0}', '{acme}', '{POST /refunds}', '{done}', '{\"\"}', "
           "'{\"{}\"}', '{1}')",
           frozen},
          {"finishes an item with another's audit row",
           "SELECT onceover.finish_items(1, 'r', '{1}', '{done}', '{x}', '{x}', '{\"\"}', '{succeeded}', "
           "ARRAY[(SELECT min(id) FROM onceover.audit)], '{0}', '{0}', '{0}')",
           nothing},
          {"asks for a key that is another's",
           "SELECT onceover.ask_approval('a', 'h', 'p', 'fail', 'acme', 'POST /refunds', 'stuck', 1, 'r', "
           "'t', '{}', sha256('a'), '{\"code\": 422}', sha256('b'), '', '', '', '{}')",
           "OC004"},
          {"asks for a release without an end",
           "SELECT onceover.ask_approval('a', 'h', 'p', 'release', 'acme', 'POST /refunds', 'held', (SELECT "
           "fence FROM onceover.keys WHERE key = 'held'), 'r', 't', '{}', sha256('a'), '{}', sha256('b'), "
           "'', '', '', '{}')",
           unsound},
          {"agrees", "SELECT onceover.agree_settlement(1, 'a', 'h', 'p', 'r', sha256('b'), sha256('a'))",
           denied},
          {"uses an approval", "SELECT onceover.end_approval(1, 'used', 'a', 'h', 'p', 'r')", unsound},
          {"approves a declaration", "SELECT onceover.approve_gateway(1, 'r', 'a', 'h', 'p')", denied},
          {"reaps", "SELECT onceover.reap_finished(1000)", denied},
          {"notes a key that never was",
           "SELECT onceover.add_note('a', 'h', 'p', 'acme', 'POST /refunds', 'never', 'n')", nothing},
          {"stops without a reason", "SELECT onceover.set_stop(true, '', 'a', 'h', 'p')", unsound},
          {"claims", "SELECT nextval('onceover.fence')", denied},
          {"pauses a relay without a reason", "SELECT onceover.pause_relay('r', true, '', 'a', 'h', 'p')",
           unsound},
          {"pauses a relay past the trail", "DELETE FROM onceover.relay_holds", denied},
          {"skips an event past the trail", "DELETE FROM onceover.outbox_parked", denied},
          {"skips an event without a reason", "SELECT onceover.settle_event('r', 1, true, '', 'a', 'h', 'p')",
           unsound},
          {"writes an event", "INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('t', 'a')", denied},
          {"publishes again without a reason",
           "SELECT onceover.republish_events(0, 9, 't', NULL, NULL, 10, '', 'a', 'h', 'p')", unsound},
          {"erases without a reason", "SELECT onceover.erase_event(1, gen_random_uuid(), '', 'a', 'h', 'p')",
           unsound},
          {"reads a payload to publish", "SELECT payload FROM onceover.outbox", denied},
          {"reads a received payload", "SELECT payload FROM onceover.inbox", denied},
          {"puts a dead letter back past the trail", "UPDATE onceover.inbox SET state = 'in_progress'",
           denied},
      });
}

// Who may act on relays does so through the functions, and sees events without their payloads.
TEST_F(Rights, AReconcilerActsOnRelaysAndSeesEventsWithoutPayloads) {
  raw.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'a', '{}')");
  raw.exec(
      "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ('r', '{t}', "
      "'3:3:', '3:3:', 1)");
  auto& reconciler = as(DbRole::reconciler);
  EXPECT_EQ(reconciler.scalar("SELECT onceover.pause_relay('r', true, 'why', 'a', 'h', 'p')"), "t");
  EXPECT_EQ(
      reconciler.scalar(
          "SELECT events FROM onceover.republish_events(0, 9999, 't', NULL, NULL, 10, 'why', 'a', 'h', 'p')"),
      "1");
  EXPECT_EQ(raw.scalar("SELECT string_agg(action || ' ' || (db_user <> current_user), ',' ORDER BY id) FROM "
                       "onceover.audit WHERE action IN ('pause_relay', 'republish_events')"),
            "pause_relay true,republish_events true");
  for (const DbRole role : {DbRole::viewer, DbRole::reconciler, DbRole::approver}) {
    as(role);
    auto connection = pg::Connection::open(
        {.conninfo = database.conninfo() + " user=" + login_of(role), .pins_search_path = true});
    ASSERT_TRUE(connection);
    EXPECT_EQ(outbox::relays(*connection)->size(), 1U);
    EXPECT_TRUE(outbox::parked(*connection, {}, {}));
    for (const bool is_inbox : {true, false}) {
      const std::string table = is_inbox ? "onceover.inbox" : "onceover.outbox";
      EXPECT_FALSE(schema::may_read_payloads(*connection, table).value());
      const tables::Profile p = *tables::own_events(table, false);
      EXPECT_TRUE(browse::Browser(*connection, p).page({})) << table;
    }
  }
  refuses(as(DbRole::viewer), "viewer",
          {{"pauses a relay", "SELECT onceover.pause_relay('r', true, 'why', 'a', 'h', 'p')", denied},
           {"reads a payload", "SELECT payload FROM onceover.outbox", denied},
           {"publishes again",
            "SELECT onceover.republish_events(0, 9, 't', NULL, NULL, 10, 'why', 'a', 'h', 'p')", denied}});
}

// Otherwise whoever wants to release without evidence would declare first that the gateway deduplicates.
TEST_F(Rights, ADeclarationCountsOnceTheOwnerOrASecondUserAgrees) {
  auto& reconciler = as(DbRole::reconciler);
  auto& approver = as(DbRole::approver);
  stuck("mine");
  reconciler.exec(taking("mine"));
  const auto until = [this](const char* after) {
    return raw.scalar(std::string("SELECT (created_at + interval '") + after +
                      "')::text FROM onceover.keys WHERE key = 'mine'");
  };
  const std::string within = settling("mine", "release", "needs_human", R"({"said": "sure"})", until("23 h"));
  const std::string number = reconciler.scalar(
      "SELECT onceover.register_gateway('g', 'POST /refunds', '1 d', 'contract', 'a', 'h', 'p')");
  refuses(reconciler, "reconciler", {{"declares, then releases", within, unshown}});
  raw.exec("GRANT " + quoted_name(name_of(DbRole::approver)) + " TO " +
           quoted_name(login_of(DbRole::reconciler)));
  refuses(reconciler, "reconciler and approver",
          {{"approves its own declaration",
            "SELECT onceover.approve_gateway(" + number + ", 'r', 'a', 'h', 'p')", unshown}});
  EXPECT_EQ(
      approver.scalar("SELECT onceover.approve_gateway(" + number + ", 'as in the contract', 'b', 'h', 'p')"),
      "t");
  refuses(reconciler, "reconciler",
          {{"releases past the window",
            settling("mine", "release", "needs_human", R"({"said": "sure"})", until("25 h")), unshown},
           {"releases without an end", settling("mine", "release", "needs_human", R"({"said": "sure"})"),
            unsound}});
  EXPECT_EQ(reconciler.exec(within).size(), 1U);
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || (retry_before < created_at + interval '1 d') FROM "
                       "onceover.keys WHERE key = 'mine'"),
            "released true");
}

TEST_F(Rights, ARequestIsAgreedToByAnotherDatabaseUserOnly) {
  auto& reconciler = as(DbRole::reconciler);
  auto& approver = as(DbRole::approver);
  const std::string number = reconciler.scalar(
      "SELECT onceover.ask_approval('a', 'h', 'p', 'fail', 'acme', 'POST /refunds', 'held', (SELECT fence "
      "FROM onceover.keys WHERE key = 'held'), 'r', 't', '{\"said\": \"seen\"}', sha256('a'), '{\"code\": "
      "422}', sha256('b'), '', 'no', '', '{}')");
  raw.exec("GRANT " + quoted_name(name_of(DbRole::approver)) + " TO " +
           quoted_name(login_of(DbRole::reconciler)));
  refuses(reconciler, "reconciler and approver",
          {{"agrees to its own request",
            "SELECT onceover.agree_settlement(" + number + ", 'b', 'h', 'p', 'r', sha256('b'), sha256('a'))",
            unshown},
           {"agrees without a reason",
            "SELECT onceover.agree_settlement(" + number + ", 'b', 'h', 'p', '', sha256('b'), sha256('a'))",
            unsound},
           {"agrees to what it was not shown",
            "SELECT onceover.agree_settlement(" + number + ", 'b', 'h', 'p', 'r', sha256('x'), sha256('a'))",
            decided},
           {"calls it outdated",
            "SELECT onceover.end_approval(" + number + ", 'outdated', 'a', 'h', 'p', 'r')", "OC004"}});
  refuses(
      approver, "approver",
      {{"settles by itself", settling("held", "fail", "settle_failed", R"({"finding": "refused"})"), denied},
       {"takes a key", taking("stuck"), denied},
       {"makes a plan", "SELECT onceover.move_plan(1, 'running', 'frozen', '', 'a', 'h', 'p', 'r')", denied},
       {"asks",
        "SELECT onceover.ask_approval('a', 'h', 'p', 'fail', 'acme', 'POST /refunds', 'held', 1, 'r', 't', "
        "'{}', '', '{}', '', '', '', '', '{}')",
        denied},
       {"registers a gateway", "SELECT onceover.register_gateway('g', '*', '9 d', 'r', 'a', 'h', 'p')",
        denied},
       {"agrees to nothing",
        "SELECT onceover.agree_settlement(99, 'b', 'h', 'p', 'r', sha256('b'), sha256('a'))", decided}});
  EXPECT_EQ(approver
                .exec("SELECT * FROM onceover.agree_settlement(" + number +
                      ", 'b', 'h', 'p', 'seen it', sha256('b'), sha256('a'))")
                .size(),
            1U);
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || response_code FROM onceover.keys WHERE key = 'held'"),
            "failed 422");
  EXPECT_EQ(raw.scalar("SELECT db_user || ' ' || (evidence -> 'approval' ->> 'requested_by') FROM "
                       "onceover.audit WHERE action = 'settle'"),
            login_of(DbRole::approver) + " " + login_of(DbRole::reconciler));
  refuses(approver, "approver",
          {{"agrees twice",
            "SELECT onceover.agree_settlement(" + number + ", 'b', 'h', 'p', 'r', sha256('b'), sha256('a'))",
            decided}});
}

TEST_F(Rights, AReaperDeletesOnlyWhatIsPastItsWindow) {
  auto& reaper = as(DbRole::reaper);
  refuses(reaper, "reaper",
          {{"reads keys", "SELECT * FROM onceover.keys", denied},
           {"takes a key", taking("stuck"), denied},
           {"extends", "SELECT onceover.extend_leases('{}', '{}', '{}', '{}', 'a', 'h', 'p', 'r', '1 h', '')",
            denied},
           {"adds a sample",
            "SELECT onceover.add_sample('onceover.keys', clock_timestamp(), '{\"stuck\": 0}')", denied},
           {"reads samples", "SELECT * FROM onceover.samples", denied}});
  raw.exec(
      "INSERT INTO onceover.samples (relation, minute, at, levels) SELECT 'onceover.keys', t, t, '{}' FROM "
      "(VALUES (now()), (now() - interval '99 days')) v (t)");
  EXPECT_EQ(reaper.scalar("SELECT onceover.reap_samples()"), "1") << "only what is kept no longer";
  EXPECT_EQ(reaper.scalar("SELECT onceover.reap_finished(1000)"), "1");
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys"),
            "done held live released stuck");
  raw.tamper(
      "UPDATE onceover.keys SET retry_before = now() - interval '2 s', expires_at = now() - interval '1 s' "
      "WHERE key = 'released'");
  EXPECT_EQ(reaper.scalar("SELECT onceover.reap_finished(1000)"), "1") << "past its bound and its window";
}

TEST_F(Rights, AServiceStoresSamplesThatTheOthersRead) {
  EXPECT_EQ(as(DbRole::service)
                .scalar("SELECT onceover.add_sample('onceover.keys', clock_timestamp(), '{\"stuck\": 2}')"),
            "t");
  for (const DbRole role : {DbRole::viewer, DbRole::service, DbRole::reconciler, DbRole::approver})
    EXPECT_EQ(as(role).scalar("SELECT levels->>'stuck' FROM onceover.samples"), "2");
  for (const DbRole role : {DbRole::viewer, DbRole::reconciler, DbRole::approver}) {
    refuses(
        as(role), std::string(roles::word(role)),
        {{"adds a sample", "SELECT onceover.add_sample('onceover.outbox', clock_timestamp(), '{}')", denied},
         {"reaps samples", "SELECT onceover.reap_samples()", denied}});
  }
}

TEST_F(Rights, TheOwnerMeetsTheWall) {
  refuses(
      raw, "owner",
      {
          {"forges an answer", "UPDATE onceover.keys SET response_body = 'forged' WHERE key = 'done'", wall},
          {"opens a finished key",
           "UPDATE onceover.keys SET state = 'in_progress', completed_at = NULL WHERE key = 'done'", wall},
          {"raises a fence", "UPDATE onceover.keys SET fence = fence + 1 WHERE key = 'done'", wall},
          {"renames a key", "UPDATE onceover.keys SET key = 'other' WHERE key = 'stuck'", wall},
          {"changes a fingerprint",
           "UPDATE onceover.keys SET fingerprint = sha256('other') WHERE key = 'stuck'", wall},
          {"deletes an unfinished key", "DELETE FROM onceover.keys WHERE key = 'stuck'", wall},
          {"deletes early", "DELETE FROM onceover.keys WHERE key = 'done'", wall},
          {"deletes a released key early", "DELETE FROM onceover.keys WHERE key = 'released'", wall},
          {"empties the table", "TRUNCATE onceover.keys", wall},
          {"rewrites the trail", "UPDATE onceover.audit SET reason = 'forged'", append_only},
          {"cuts the trail", "DELETE FROM onceover.audit", append_only},
          {"empties the trail", "TRUNCATE onceover.audit", append_only},
          {"rewrites a note", "UPDATE onceover.notes SET note = 'forged'", append_only},
          {"deletes a note", "DELETE FROM onceover.notes", append_only},
          {"thaws a plan", "UPDATE onceover.plan_items SET key = 'done'", frozen},
          {"renames a plan", "UPDATE onceover.plans SET reason = 'forged'", frozen},
          {"deletes approvals", "DELETE FROM onceover.approvals", append_only},
          {"settles with empty evidence", settling("held", "succeed", "settle_succeeded", "{}"), unshown},
          {"releases without evidence",
           settling("held", "release", "needs_human", R"({"said": "sure"})", "2999-01-01"), unshown},
      });
}

// A function that runs with its owner's rights is granted to whoever needs it, and to nobody else.
TEST_F(Rights, EveryFunctionWithTheOwnersRightsIsGrantedByName) {
  std::map<std::string, std::string> may;
  for (const DbRole role : roles::all_db_roles) {
    may[std::string(roles::word(role))] = as(role).scalar(
        "SELECT count(*) || ' ' || bool_and(p.proconfig::text LIKE '%search_path=pg_catalog, pg_temp%') FROM "
        "pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace AND p.prosecdef AND "
        "has_function_privilege(p.oid, 'EXECUTE')");
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace AND "
                       "p.prosecdef AND p.proconfig::text NOT LIKE '%search_path=pg_catalog, pg_temp%'"),
            "0");
  EXPECT_EQ(may["viewer"], "4 true")
      << "writers_of_keys and, for any role, note_explicit_time, server_token and hold_relay";
  EXPECT_EQ(may["producer"], "3 true");
  EXPECT_EQ(may["client"], "10 true");
  EXPECT_EQ(may["relay"], "15 true");
  EXPECT_EQ(may["reaper"], "6 true");
  EXPECT_EQ(may["approver"], "9 true");
  // SHARE and above on a table stops its writers, whoever holds it.
  EXPECT_EQ(raw.scalar("SELECT coalesce(string_agg(p.proname, ' '), '') FROM pg_proc p WHERE p.pronamespace "
                       "= 'onceover'::regnamespace AND (p.prosrc ~* 'lock table' OR p.prosrc ~* 'execute "
                       "format' OR p.prosrc ~ 'pg_advisory|pg_try_advisory') AND EXISTS (SELECT FROM "
                       "aclexplode(p.proacl) a WHERE a.grantee <> p.proowner)"),
            "")
      << "no function of a role locks a table, changes one, or waits for a lock by number";
}

}  // namespace
}  // namespace onceover::test
