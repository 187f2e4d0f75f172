// SPDX-License-Identifier: Apache-2.0
// Kafka as a source: what is received, when offsets are committed, what a broker's faults do.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "tests/integration/inbox/kafka_fixture.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;
using KafkaSourceTest = KafkaInboxTest;

TEST_F(KafkaSourceTest, AMessageBecomesAnEvent) {
  writer.write(topic, "o-1", std::string("\0\xff", 2), {{"id", "e-1"}, {"content-type", "application/json"}},
               1);
  writer.write(topic, "o-2", std::nullopt, {{"id", "e-2"}}, 1);
  writer.flush();
  const auto source = open(from());
  const auto got = read(*source, 2);
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].event.id, "e-1");
  EXPECT_EQ(got[0].event.source, "orders");
  EXPECT_EQ(got[0].event.payload, std::string("\0\xff", 2));
  EXPECT_EQ(got[0].event.content_type, "application/json");
  EXPECT_EQ(got[0].place, topic + "/1/0");
  EXPECT_EQ(got[1].event.payload, std::nullopt) << "a tombstone";
  EXPECT_EQ(source->trouble(), "");
}

TEST_F(KafkaSourceTest, WhatIsNotAcknowledgedComesAgainAndItsOffsetIsNotCommitted) {
  for (int i = 0; i < 10; ++i) write("e" + std::to_string(i), "{}", 0);
  writer.flush();
  {
    const auto source = open(from());
    const auto got = read(*source, 10);
    ASSERT_EQ(got.size(), 10U);
    EXPECT_EQ(tokens_of(read(*source, 10)), tokens_of(got));
    // All but the fifth: the cursor stays before it.
    auto tokens = tokens_of(got);
    tokens.erase(tokens.begin() + 4);
    source->acknowledge(tokens);
    EXPECT_EQ(tokens_of(read(*source, 1)), std::vector{got[4].token});
  }
  EXPECT_EQ(committed(0), 4);
  const auto source = open(from());
  const auto again = read(*source, 6);
  ASSERT_EQ(again.size(), 6U);
  EXPECT_EQ(again[0].event.id, "e4");
}

TEST_F(KafkaSourceTest, NothingIsCommittedBeforeItIsAcknowledged) {
  write("e1", "{}", 0);
  writer.flush();
  { EXPECT_EQ(read(*open(from()), 1).size(), 1U); }
  EXPECT_EQ(committed(0), -1);
}

TEST_F(KafkaSourceTest, OffsetsOfTheAcknowledgedAreCommittedWhilePollingGoesOn) {
  write("e1", "{}", 0);
  writer.flush();
  const auto source = open(from());
  source->acknowledge(tokens_of(read(*source, 1)));
  EXPECT_TRUE(eventually([&] {
    (void)must(source->poll(1000, 10ms));
    return committed(0) == 1;
  }));
}

TEST_F(KafkaSourceTest, AMemberThatJoinsTakesPartitionsInGoodOrder) {
  for (int i = 0; i < 60; ++i) write("e" + std::to_string(i), "{}", i % partitions);
  writer.flush();
  const auto first = open(from());
  const auto got = read(*first, 60);
  ASSERT_EQ(got.size(), 60U);
  // Half of each partition is done; the rest is abandoned when the partitions are given back.
  std::vector<std::uint64_t> half;
  std::set<std::string> done;
  for (const auto& one : got) {
    if (one.place.ends_with('9') || std::stoi(one.place.substr(one.place.rfind('/') + 1)) >= 10) continue;
    half.push_back(one.token);
    done.insert(one.event.id);
  }
  ASSERT_EQ(half.size(), 27U);
  first->acknowledge(half);
  // The mock cluster refuses offsets once the second one joins; a real broker takes them until the partitions
  // are given back.
  EXPECT_TRUE(eventually([&] {
    (void)must(first->poll(1000, 10ms));
    return committed(0) == 9 && committed(1) == 9 && committed(2) == 9;
  }));
  const auto second = open(from());
  std::set<std::string> left;
  std::set<std::string> lanes_of_second;
  EXPECT_TRUE(eventually([&] {
    left.clear();
    for (const auto& one : must(first->poll(1000, 10ms))) left.insert(one.event.id);
    for (const auto& one : must(second->poll(1000, 10ms))) {
      left.insert(one.event.id);
      lanes_of_second.insert(one.lane);
    }
    return !lanes_of_second.empty() && left.size() == 33;
  }));
  for (const std::string& id : done)
    EXPECT_FALSE(left.contains(id)) << id << " was acknowledged before the partitions moved";
}

TEST_F(KafkaSourceTest, ABrokerThatIsAwayIsTroubleAndThenIsNot) {
  if (!broker.is_mock()) GTEST_SKIP();
  write("e1");
  writer.flush();
  const auto source = open(from());
  source->acknowledge(tokens_of(read(*source, 1)));
  // Otherwise it may come again: the group ends while its broker is away.
  ASSERT_TRUE(eventually([&] {
    (void)must(source->poll(1000, 50ms));
    return committed(0) == 1 || committed(1) == 1 || committed(2) == 1;
  }));
  broker.order("down 1");
  EXPECT_TRUE(eventually([&] {
    (void)must(source->poll(1000, 50ms));
    return !source->trouble().empty();
  }));
  EXPECT_THAT(source->trouble(), testing::StartsWith("Kafka: "));
  broker.order("up 1");
  EXPECT_TRUE(eventually(
      [&] {
        (void)must(source->poll(1000, 50ms));
        return source->trouble().empty();
      },
      60s))
      << source->trouble();
  write("e2");
  writer.flush();
  EXPECT_EQ(read(*source, 1).at(0).event.id, "e2");
}

TEST_F(KafkaSourceTest, MissingRightsAreSaidInWordsAndEndNothing) {
  if (!broker.is_mock()) GTEST_SKIP();
  constexpr int find_coordinator = 10, group_authorization_failed = 30;
  write("e1");
  writer.flush();
  broker.order(fmt::format("errors {} {}", find_coordinator, group_authorization_failed));
  const auto source = open(from());
  EXPECT_TRUE(eventually([&] {
    (void)must(source->poll(1000, 50ms));
    return source->trouble().find("uthoriz") != std::string::npos;
  })) << source->trouble();
  EXPECT_EQ(read(*source, 1).size(), 1U) << "once the right is there";
  EXPECT_EQ(source->trouble(), "");
}

TEST_F(KafkaSourceTest, ATopicThatMayNotBeReadIsTroubleUntilItMay) {
  if (!broker.is_mock()) GTEST_SKIP();
  constexpr int fetch = 1, topic_authorization_failed = 29;
  write("e1");
  writer.flush();
  const auto source = open(from());
  ASSERT_EQ(read(*source, 1).size(), 1U);
  broker.order(fmt::format("errors {} {}", fetch, topic_authorization_failed));
  EXPECT_TRUE(eventually([&] {
    (void)must(source->poll(1000, 10ms));
    return source->trouble().find("uthoriz") != std::string::npos;
  })) << source->trouble();
  EXPECT_TRUE(eventually([&] {
    (void)must(source->poll(1000, 50ms));
    return source->trouble().empty();
  })) << source->trouble();
}

TEST_F(KafkaSourceTest, WhatTheBrokerDeletedIsAnUnusableMessage) {
  if (!broker.is_mock())
    GTEST_SKIP() << "only the mock cluster deletes at once: it keeps 5 MB of a partition";
  constexpr int messages = 12;
  write("e0", "{}", 0);
  writer.flush();
  {
    const auto source = open(from());
    source->acknowledge(tokens_of(read(*source, 1)));
  }
  ASSERT_EQ(committed(0), 1);
  for (int i = 1; i < messages; ++i) {
    write("e" + std::to_string(i), std::string(900'000, 'x'), 0);
    writer.flush();
  }
  {
    const auto source = open(from());
    const auto got = read(*source, 2);
    ASSERT_GE(got.size(), 2U);
    const std::int64_t first = std::stoi(got[1].event.id.substr(1));
    ASSERT_GT(first, 1) << "nothing was deleted";
    EXPECT_EQ(got[0].place, fmt::format("{}/0/1-{}", topic, first - 1));
    EXPECT_THAT(got[0].unusable, testing::StartsWith(fmt::format("Kafka deleted up to {} messages of {}/0 ",
                                                                 first - 1, topic)));
    source->acknowledge(std::vector{got[1].token});
  }
  EXPECT_EQ(committed(0), 1) << "the gap was not acknowledged";
  {
    const auto source = open(from());
    EXPECT_TRUE(eventually([&] {
      const auto got = must(source->poll(1000, 10ms));
      source->acknowledge(tokens_of({got.begin(), got.end()}));
      return source->is_at_end();
    }));
  }
  EXPECT_EQ(committed(0), messages);
}

TEST_F(KafkaSourceTest, AGroupThatStartsNowHasAPlaceBeforeItsFirstMessage) {
  write("before", "{}", 0);
  writer.flush();
  auto config = from();
  config.from_beginning = false;
  {
    const auto source = open(config);
    EXPECT_TRUE(eventually([&] {
      EXPECT_TRUE(must(source->poll(1000, 10ms)).empty());
      return committed(0) == 1;
    }));
  }
  write("after", "{}", 0);
  writer.flush();
  EXPECT_EQ(read(*open(config), 1).at(0).event.id, "after");
}

TEST_F(KafkaSourceTest, OptionsThatOffsetsDependOnAreRefused) {
  for (const char* name : {"enable.auto.commit", "enable.auto.offset.store", "isolation.level",
                           "auto.offset.reset", "group.id", "bootstrap.servers"}) {
    auto config = from();
    config.options[name] = "x";
    const auto refused = inbox::from_kafka(config);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, testing::HasSubstr(name));
  }
  auto config = from();
  config.options["no.such.option"] = "1";
  EXPECT_FALSE(inbox::from_kafka(config));
}

}  // namespace
}  // namespace onceover::test
