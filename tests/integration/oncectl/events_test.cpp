// SPDX-License-Identifier: Apache-2.0
// Events of our own schema on the command line: found, shown, put back, given up, published again, erased.
#include <algorithm>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class EventsTest : public OncectlTest {
 protected:
  void SetUp() override {
    OncectlTest::SetUp();
    raw_.exec(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, payload) SELECT 'payments', "
        "'payment', 'p-' || i % 2, convert_to('{\"name\": \"Ada\"}', 'UTF8') FROM generate_series(1, 6) i");
    raw_.exec(
        "INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, dead_at, attempts, "
        "last_error, payload) SELECT 'ledger', 'payments', 'd-' || i, 'dead', true, now(), 5, 'no such "
        "account', convert_to('{\"name\": \"Ada\"}', 'UTF8') FROM generate_series(1, 2) i");
  }
  // The output of the dry run, which leaves no trace.
  std::string dry_run(std::vector<std::string> words) {
    words.emplace_back("--dry-run");
    const std::string before = checksum();
    const Ran ran = ctl(std::move(words));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(checksum(), before);
    return ran.out;
  }
};

TEST_F(EventsTest, ADryRunOfARelaySaysWhatWouldChange) {
  raw_.exec(
      "INSERT INTO onceover.relays (name, topics, is_ordered, window_from, window_to, system_identifier, "
      "database_oid) SELECT 'to-shop', '{payments}', true, '3:3:', '3:3:', NULL, oid FROM pg_database WHERE "
      "datname = current_database()");
  EXPECT_THAT(dry_run({"relay", "pause", "to-shop", "--reason", "why"}),
              HasSubstr("Would be paused. Dry run"));
  EXPECT_EQ(raw_.scalar("SELECT count(*) = 0 FROM onceover.relay_holds"), "t");
  EXPECT_THAT(dry_run({"relay", "resume", "to-shop", "--reason", "why"}), HasSubstr("It is running already"));
  EXPECT_THAT(dry_run({"relay", "adopt", "--reason", "why"}),
              HasSubstr("to-shop publishes 6 events that are there"));
  EXPECT_EQ(raw_.scalar("SELECT drain_up_to IS NULL FROM onceover.relays"), "t");
  EXPECT_NE(ctl({"relay", "pause", "none", "--reason", "why", "--dry-run"}).code, 0);
}

// F36: after a restore the relay does not run, and no number of events would be true.
TEST_F(EventsTest, F36_TheLagOfARelayOfAnotherServerIsUnknown) {
  raw_.exec(
      "INSERT INTO onceover.relays (name, topics, is_ordered, window_from, window_to, database_oid) VALUES "
      "('to-shop', '{payments}', true, pg_current_snapshot(), pg_current_snapshot(), 1)");
  EXPECT_THAT(ctl({"relay", "list"}).out,
              AllOf(HasSubstr(" ? "), HasSubstr("cannot run: events are of another server")));
  const Ran list = ctl_json({"relay", "list"});
  EXPECT_TRUE(list.json()["relays"][0]["lag"].is_null());
  EXPECT_EQ(list.json()["relays"][0]["lag_exact"], false);
  raw_.exec("DELETE FROM onceover.inbox");
  const Ran check = ctl({"check"});
  EXPECT_EQ(check.code, 3) << check.out;
  EXPECT_THAT(check.out, HasSubstr("UNKNOWN outbox-lag: how many are not published is unknown"));
  EXPECT_THAT(dry_run({"relay", "retire", "to-shop", "--reason", "why"}),
              HasSubstr("An unknown number of events are not published by it"));
}

TEST_F(EventsTest, AreListedAndShownWithoutTheirPayloads) {
  const Ran list = ctl_json({"outbox", "events", "--operation", "payments"});
  ASSERT_EQ(list.code, 0) << list.err;
  EXPECT_EQ(list.json()["keys"].size(), 6U);
  const std::string seq = raw_.scalar("SELECT min(seq) FROM onceover.outbox");
  EXPECT_THAT(ctl({"outbox", "events"}).out, HasSubstr(seq)) << "what outbox show takes";
  const Ran shown = ctl({"outbox", "show", seq});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, Not(HasSubstr("Ada")));
  EXPECT_THAT(ctl({"outbox", "show", seq, "--reveal"}).out, HasSubstr("Ada"));
  EXPECT_EQ(ctl({"outbox", "show", "999999"}).code, 3);
  const Ran dead = ctl_json({"inbox", "list", "--state", "failed"});
  ASSERT_EQ(dead.code, 0) << dead.err;
  EXPECT_EQ(dead.json()["keys"].size(), 2U);
  EXPECT_THAT(ctl({"inbox", "show", "d-1"}).out, Not(HasSubstr("Ada")));
  EXPECT_THAT(ctl({"inbox", "show", "d-1", "--reveal"}).out, HasSubstr("Ada"));
}

TEST_F(EventsTest, TheStateOfAnEventIsWhatItsRelaysHaveDoneWithIt) {
  EXPECT_THAT(ctl({"outbox", "events"}).out, HasSubstr("not published: there is no relay"));
  raw_.exec(
      "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid, published, "
      "published_at) SELECT 'to-shop', '{payments}', s, s, oid, 6, '2099-01-01' FROM pg_database, "
      "pg_current_snapshot() s WHERE datname = current_database()");
  EXPECT_THAT(ctl({"outbox", "events"}).out,
              HasSubstr("published by to-shop before 2099-01-01 00:00:00 UTC"));
  const std::string id = raw_.scalar("SELECT id FROM onceover.outbox LIMIT 1");
  const Ran life = ctl_json({"keys", "life", id});
  ASSERT_EQ(life.code, 0) << life.err;
  EXPECT_EQ(
      life.json()["rows"][0]["publication"],
      Json::parse(R"({"state": "published", "words": "published by to-shop before 2099-01-01 00:00:00 UTC",
                            "relays": [{"relay": "to-shop", "state": "published", "before": "2099-01-01T00:00:00.000000Z"}]})"));
  EXPECT_THAT(ctl({"keys", "life", id}).out, HasSubstr("published by to-shop"));
  EXPECT_THAT(ctl({"keys", "why", id, "--profile", "onceover.outbox"}).out,
              HasSubstr("published by to-shop"));
  raw_.exec("UPDATE onceover.relays SET database_oid = 1");
  EXPECT_THAT(ctl({"outbox", "events"}).out,
              HasSubstr("unknown of to-shop: events, or its progress, are of another server"));
}

TEST_F(EventsTest, DeadLettersArePutBackOrGivenUpWithTheirAudit) {
  const Ran dry = ctl_json({"inbox", "requeue", "d-1", "--reason", "account is there", "--dry-run"});
  ASSERT_EQ(dry.code, 0) << dry.err;
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.inbox WHERE state = 'dead'"), "2");
  ASSERT_EQ(ctl({"inbox", "requeue", "d-1", "--reason", "account is there"}).code, 0);
  ASSERT_EQ(ctl({"inbox", "discard", "d-2", "--reason", "test data"}).code, 0);
  EXPECT_EQ(raw_.scalar("SELECT string_agg(state || attempts, ' ' ORDER BY event_id) FROM onceover.inbox"),
            "in_progress0 discarded5");
  EXPECT_EQ(raw_.scalar("SELECT string_agg(verdict || ': ' || reason, ', ' ORDER BY id) FROM onceover.audit"),
            "requeue: account is there, discard: test data");
  EXPECT_NE(ctl({"inbox", "requeue", "d-2", "--reason", "again"}).code, 0) << "it was given up";
  const std::vector<std::string> erase{"inbox",    "erase",    "d-2",      "--consumer", "ledger",
                                       "--source", "payments", "--reason", "request 112"};
  EXPECT_THAT(dry_run(erase), HasSubstr("Would be erased. Dry run"));
  EXPECT_EQ(raw_.scalar("SELECT payload IS NULL FROM onceover.inbox WHERE event_id = 'd-2'"), "f");
  EXPECT_EQ(ctl(erase).code, 0);
  EXPECT_THAT(dry_run(erase), HasSubstr("It has no payload"));
  EXPECT_EQ(ctl({"inbox", "erase", "d-1", "--consumer", "ledger", "--source", "payments", "--reason",
                 "request 112"})
                .code,
            4);
}

TEST_F(EventsTest, ArePublishedAgainOnlyWhereASelectionIsNamed) {
  EXPECT_EQ(ctl({"outbox", "republish", "--reason", "why"}).code, 2);
  const Ran dry = ctl_json({"outbox", "republish", "--aggregate", "p-1", "--reason", "why", "--dry-run"});
  ASSERT_EQ(dry.code, 0) << dry.err;
  EXPECT_EQ(dry.json()["found"], 3);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.outbox"), "6");
  EXPECT_EQ(ctl({"outbox", "republish", "--topic", "payments", "--most", "5", "--reason", "why"}).code, 1)
      << "more than --most";
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.outbox"), "6");
  const Ran done = ctl_json({"outbox", "republish", "--aggregate", "p-1", "--from", "1h", "--reason", "why"});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.json()["written"], 3);
  EXPECT_EQ(raw_.scalar("SELECT count(*) || ' ' || count(DISTINCT id) FROM onceover.outbox"), "9 6");
  EXPECT_EQ(ctl({"outbox", "republish", "--topic", "none", "--reason", "why"}).code, 3);
}

TEST_F(EventsTest, APayloadIsErasedByNumberAndId) {
  const std::string seq = raw_.scalar("SELECT min(seq) FROM onceover.outbox");
  const std::string id = raw_.scalar("SELECT id FROM onceover.outbox WHERE seq = $1", {seq});
  EXPECT_EQ(
      ctl({"outbox", "erase", seq, "--id", "00000000-0000-4000-8000-000000000000", "--reason", "request 112"})
          .code,
      3);
  const std::vector<std::string> erase{"outbox", "erase", seq, "--id", id, "--reason", "request 112"};
  EXPECT_THAT(dry_run(erase), HasSubstr("Would be erased. Dry run"));
  EXPECT_EQ(raw_.scalar("SELECT payload IS NULL FROM onceover.outbox WHERE seq = $1", {seq}), "f");
  EXPECT_EQ(ctl(erase).code, 0) << "no relay needs it";
  EXPECT_THAT(dry_run(erase), HasSubstr("It was erased before"));
  EXPECT_EQ(raw_.scalar("SELECT payload IS NULL FROM onceover.outbox WHERE seq = $1", {seq}), "t");
}

TEST_F(EventsTest, AreLookedAtWithoutARelay) {
  const Ran look = ctl({"relay", "--topic", "*", "--lines"});
  ASSERT_EQ(look.code, 0) << look.err;
  EXPECT_EQ(std::ranges::count(look.out, '\n'), 6) << look.out;
  EXPECT_EQ(ctl({"relay", "--topic", "*", "--kafka", "127.0.0.1:9"}).code, 2) << "a relay needs a name";
  const Ran none = ctl({"relay", "--topic", "*", "--start", "now", "--lines"});
  EXPECT_EQ(none.out, "");
  EXPECT_EQ(raw_.scalar("SELECT (SELECT count(*) FROM onceover.relays) + (SELECT count(*) FROM "
                        "onceover.samples) + (SELECT count(*) FROM onceover.audit)"),
            "0");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM pg_inherits WHERE inhparent = 'onceover.outbox'::regclass"),
            "1");
}

TEST_F(EventsTest, ARelayIsRetiredWithItsAudit) {
  ASSERT_EQ(ctl({"relay", "--name", "look", "--topic", "*", "--lines"}).code, 0);
  raw_.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'p-1')");
  const Ran dry = ctl_json({"relay", "retire", "look", "--reason", "only a look", "--dry-run"});
  ASSERT_EQ(dry.code, 0) << dry.err;
  EXPECT_EQ(dry.json()["unpublished"], 1);
  EXPECT_EQ(dry.json()["retired"], false);
  const Ran done = ctl({"relay", "retire", "look", "--reason", "only a look"});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("1 events are not published by it"));
  EXPECT_THAT(ctl({"relay", "list"}).out, HasSubstr("There is no relay"));
  EXPECT_EQ(raw_.scalar("SELECT action || ' ' || reason FROM onceover.audit"), "retire_relay only a look");
  const Ran again = ctl({"relay", "--name", "look", "--topic", "*", "--lines"});
  EXPECT_NE(again.code, 0);
  EXPECT_THAT(again.err, HasSubstr("retired"));
}

TEST_F(EventsTest, AnAdoptionSaysFirstWhatItPassesOver) {
  ASSERT_EQ(ctl({"relay", "--name", "look", "--topic", "*", "--lines"}).code, 0);
  raw_.exec("UPDATE onceover.relays SET system_identifier = '4711'");
  EXPECT_THAT(ctl({"relay", "--name", "look", "--topic", "*", "--lines"}).err,
              HasSubstr("oncectl relay adopt"));
  EXPECT_EQ(ctl({"relay", "adopt", "--since", "2999-01-01T00:00:00Z", "--reason", "typo"}).code, 2);
  const std::string now =
      raw_.scalar("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')");
  const Ran dry = ctl_json({"relay", "adopt", "--since", now, "--reason", "upgraded", "--dry-run"});
  ASSERT_EQ(dry.code, 0) << dry.err;
  EXPECT_EQ(dry.json()["relays"][0]["passed_over"], 6);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.outbox_adoptions"), "0");
  const Ran done = ctl({"relay", "adopt", "--since", now, "--reason", "upgraded"});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("6 older ones are passed over"));
  raw_.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'p-1')");
  EXPECT_EQ(std::ranges::count(ctl({"relay", "--name", "look", "--topic", "*", "--lines"}).out, '\n'), 1);
}

// A key, and the event that its correlation id names.
TEST_F(EventsTest, BelongToTheLifeOfTheKeyThatCausedThem) {
  stuck("r-1");
  raw_.tamper("UPDATE onceover.keys SET correlation_id = 'c-77'");
  raw_.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, headers) VALUES ('payments', 'p-9', "
      "'{\"correlation_id\": \"c-77\"}')");
  const Ran life = ctl_json({"keys", "life", "r-1"});
  ASSERT_EQ(life.code, 0) << life.err;
  EXPECT_THAT(life.out, HasSubstr("onceover.outbox"));
  EXPECT_THAT(life.out, HasSubstr("p-9"));
}

}  // namespace onceover::oncectl
