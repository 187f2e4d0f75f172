// SPDX-License-Identifier: Apache-2.0
// [[consume]] and `oncectl inbox consume`: messages of a broker into the inbox.
#include <csignal>

#include "core/base/random.h"
#include "core/kafka/client.h"
#include "tests/integration/service/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/kafka/kafka.h"

namespace onceover::oncectl {
namespace {

using test::eventually;
using test::Exit;
using testing::AllOf;
using testing::HasSubstr;

class ConsumeSectionTest : public ServiceFileTest {
 protected:
  Ran check(const std::string& text, bool is_open = false) {
    return run({"--json", "sweep", "--check-config", "--config", write_file("sweep.toml", text, is_open)});
  }
  std::string refused(const std::string& text, bool is_open = false) {
    const Ran ran = check(text, is_open);
    EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
    return ran.code == 2 ? ran.error()["what"].get<std::string>() : ran.out;
  }
  static std::string consume_text(const std::string& more = {}, const std::string& brokers = "127.0.0.1:1",
                                  const std::string& topic = "orders", const std::string& kafka = {}) {
    return "[[consume]]\nname = \"billing\"\nstore = \"main\"\ntopics = [\"" + topic + "\"]\n" + more +
           "[consume.kafka]\nbrokers = \"" + brokers + "\"\n" + kafka;
  }
};

TEST_F(ConsumeSectionTest, ItSaysWhatItWouldReceive) {
  const Ran ran = check(head + store_text() + consume_text("identity = \"body:/event/id\"\n"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto one = ran.json()["consumes"][0];
  EXPECT_EQ(one["consumer"], "billing") << "the name, where no other is given";
  EXPECT_EQ(one["identity"], "body:/event/id");
  EXPECT_EQ(one["from"], "kafka 127.0.0.1:1");
  EXPECT_THAT(run({"sweep", "--check-config", "--config", (folder_ / "sweep.toml").string()}).out,
              AllOf(HasSubstr("CONSUMER"), HasSubstr("body:/event/id")));
}

TEST_F(ConsumeSectionTest, WhatIsWrongIsNamed) {
  const std::string top = head + store_text();
  EXPECT_THAT(refused(top + consume_text("identity = \"id\"\n")), HasSubstr("consume[0].identity"));
  EXPECT_THAT(refused(top + consume_text("start = \"then\"\n")), HasSubstr("consume[0].start"));
  EXPECT_THAT(refused(top + consume_text("batch = 0\n")), HasSubstr("consume[0].batch"));
  EXPECT_THAT(refused(top + consume_text("retention = \"soon\"\n")), HasSubstr("consume[0].retention"));
  EXPECT_THAT(refused(top + consume_text("consumer = \"" + std::string(256, 'c') + "\"\n")),
              HasSubstr("consume[0].consumer"));
  EXPECT_THAT(refused(top + consume_text("", "b:1", "^all.*")), HasSubstr("is not the name of a topic"));
  const std::string secret = "options = {\"sasl.password\" = \"x\"}\n";
  EXPECT_THAT(refused(top + consume_text("", "b:1", "orders", secret), true), HasSubstr("sasl.password"));
  EXPECT_EQ(check(top + consume_text("", "b:1", "orders", secret)).code, 0);
}

class ConsumeServiceTest : public ConsumeSectionTest {
 protected:
  void SetUp() override {
    if (!kafka::is_built_in()) GTEST_SKIP() << "built without Kafka";
  }
  void write(int from, int to) {
    for (int i = from; i < to; ++i)
      writer_.write(topic_, "o", "{}", {{"id", "e" + std::to_string(i)}}, i % 2);
    writer_.flush();
  }
  std::vector<std::string> consume(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"--json",  "inbox",   "consume",           "--consumer",
                                   "billing", "--kafka", broker_.bootstrap(), "--topic",
                                   topic_};
    // After a member has left, the mock cluster makes the next one wait for a session's length.
    const std::string session = std::string("session.timeout.ms=") + broker_.shortest_session();
    for (const std::string& option : {session, std::string("heartbeat.interval.ms=300")})
      words.insert(words.end(), {"--option", option});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  test::Broker broker_;
  const std::string topic_ = broker_.make_topic("orders-" + new_uuid(), 2);
  test::Producer writer_{broker_.bootstrap()};
};

TEST_F(ConsumeServiceTest, ReceivesUntilItIsAskedToStopAndDeletesWhatIsOld) {
  raw_.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, processed_at, dead_at) VALUES "
      "('billing', 's', 'old', 'succeeded', now() - interval '40 days', NULL), ('billing', 's', 'new', "
      "'succeeded', now(), NULL), ('other', 's', 'old', 'succeeded', now() - interval '40 days', NULL), "
      "('billing', 's', 'dead', 'dead', NULL, now() - interval '40 days')");
  raw_.exec(
      "INSERT INTO onceover.inbox_versions (consumer, aggregate_type, aggregate_id, version, changed_at) "
      "VALUES ('billing', 't', 'old', 1, now() - interval '40 days'), ('billing', 't', 'new', 1, now())");
  write(0, 20);
  writer_.write(topic_, "o", "no id", {}, 0);
  writer_.flush();
  configured(head + store_text() + consume_text("", broker_.bootstrap(), topic_));
  auto child = serve();
  EXPECT_TRUE(
      eventually([&] { return sample("onceover_consume_received_total", {"consume=\"billing\""}) == 21; }));
  EXPECT_EQ(sample("onceover_consume_stored_total"), 20);
  EXPECT_EQ(sample("onceover_consume_set_aside_total", {"why=\"unusable\""}), 1);
  EXPECT_EQ(sample("onceover_consume_source_up"), 1);
  EXPECT_TRUE(eventually([&] { return sample("onceover_consume_at_end") == 1; }));
  EXPECT_TRUE(eventually([&] { return sample("onceover_consume_reaped_total", {"kind=\"version\""}) == 1; }));
  EXPECT_EQ(raw_.scalar("SELECT string_agg(consumer || ' ' || event_id, ', ' ORDER BY consumer, "
                        "event_id::text) FROM onceover.inbox WHERE source = 's'"),
            "billing dead, billing new, other old");
  EXPECT_EQ(get("/healthz").status, 200);
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
  EXPECT_EQ(test::committed_offset(broker_.bootstrap(), "billing", topic_, 0), 11);
  EXPECT_EQ(test::committed_offset(broker_.bootstrap(), "billing", topic_, 1), 10);
}

TEST_F(ConsumeServiceTest, OnceReceivesWhatIsThere) {
  write(0, 7);
  const Ran first = ctl(consume());
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.json()["stored"], 7);
  EXPECT_EQ(first.json()["at_end"], true);
  write(6, 9);
  const Ran second = ctl(consume());
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(second.json()["stored"], 2);
  EXPECT_EQ(second.json()["duplicates"], 1) << "the message was written twice";
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.inbox WHERE stored AND state = 'in_progress'"), "9");
}

TEST_F(ConsumeServiceTest, ABrokerThatIsAwayAndSecretsAreToldInWords) {
  Ran away = ctl(
      {"--json", "inbox", "consume", "--consumer", "billing", "--kafka", "127.0.0.1:1", "--topic", topic_});
  EXPECT_EQ(away.code, 6) << away.out << away.err;
  EXPECT_THAT(away.json()["trouble"].get<std::string>(), HasSubstr("Kafka: "));
  const Ran secret = ctl(consume({"--option", "sasl.password=hunter2"}));
  EXPECT_EQ(secret.code, 2);
  EXPECT_THAT(secret.err, AllOf(HasSubstr("secret"), HasSubstr("--option-file NAME=FILE"),
                                testing::Not(HasSubstr("hunter2"))));
  EXPECT_EQ(ctl(consume({"--identity", "id"})).code, 2);
}

}  // namespace
}  // namespace onceover::oncectl
