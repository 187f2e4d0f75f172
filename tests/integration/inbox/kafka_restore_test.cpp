// SPDX-License-Identifier: Apache-2.0
// The database is restored to an earlier moment, and the brokers are not: the group is ahead of it.
#include <gmock/gmock.h>

#include "tests/integration/inbox/kafka_fixture.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;
using inbox::Consumer;

class KafkaRestoreTest : public KafkaInboxTest {
 protected:
  // A member of the group that stores what comes.
  struct Member {
    Member(KafkaRestoreTest& test, inbox::KafkaSourceConfig config)
        : source(open(config)),
          consumer(test.connection, *source, "billing", {}, {}, [&test](const LogRecord& line) {
            if (line.message.starts_with("The group is ahead of this database"))
              test.said.push_back(line.message);
            if (line.message.starts_with("This database has no position of a partition")) ++test.unknown;
            if (line.message.starts_with("A partition is received from its end on"))
              test.passed_over.push_back(line.fields.at(2).second + "-" + line.fields.at(3).second);
          }) {}
    std::unique_ptr<inbox::Source> source;
    Consumer consumer;
  };
  void write_some(int from, int to) {
    for (int i = from; i < to; ++i) write("e" + std::to_string(i), "{}", i % partitions);
    writer.flush();
  }
  std::int64_t stored() { return std::stoll(raw.scalar("SELECT count(*) FROM onceover.inbox")); }
  bool all_committed(std::int64_t messages) {
    std::int64_t sum = 0;
    for (int i = 0; i < partitions; ++i) sum += std::max<std::int64_t>(0, committed(i));
    return sum == messages;
  }
  // Until the group is told that all of them are stored.
  bool receives(Member& member, std::int64_t messages, std::int64_t offsets) {
    return eventually([&] {
      (void)must(member.consumer.run_once(50ms));
      return stored() == messages && all_committed(offsets);
    });
  }
  bool receives(Member& member, std::int64_t messages) { return receives(member, messages, messages); }
  bool receives(std::int64_t messages, const inbox::KafkaSourceConfig& config, std::int64_t offsets) {
    Member member(*this, config);
    return receives(member, messages, offsets);
  }
  bool receives(std::int64_t messages) { return receives(messages, from(), messages); }
  // It shares the group, and keeps no positions.
  void another_program_reads(std::size_t messages, std::int64_t offsets) {
    const auto source = open(from());
    source->acknowledge(tokens_of(read(*source, messages)));
    ASSERT_TRUE(eventually([&] {
      (void)must(source->poll(1000, 10ms));
      return all_committed(offsets);
    }));
  }
  void back_up() {
    raw.exec("CREATE TABLE saved_inbox AS TABLE onceover.inbox");
    raw.exec("CREATE TABLE saved_positions AS TABLE onceover.inbox_positions");
  }
  void restore() {
    raw.tamper(
        "BEGIN; DELETE FROM onceover.inbox; INSERT INTO onceover.inbox TABLE saved_inbox; DELETE FROM "
        "onceover.inbox_positions; INSERT INTO onceover.inbox_positions TABLE saved_positions; COMMIT");
  }

 public:
  std::vector<std::string> said, passed_over;
  int unknown = 0;
};

// A backup from before the consumer's first message, or from before the partition was added.
TEST_F(KafkaRestoreTest, PartitionsThatTheBackupDoesNotKnowAreReadAgain) {
  back_up();
  write_some(0, 30);
  ASSERT_TRUE(receives(30));
  EXPECT_EQ(unknown, 0) << "a new group has read nothing";
  restore();
  EXPECT_TRUE(receives(30)) << stored();
  EXPECT_EQ(said.size(), std::size_t{partitions}) << "once for each partition";
  EXPECT_THAT(said, testing::Each(testing::HasSubstr("read again")));
  EXPECT_EQ(unknown, 0);
}

TEST_F(KafkaRestoreTest, PartitionsThatTheBackupDoesNotKnowBeneathARunningConsumer) {
  Member member(*this, from());
  back_up();
  write_some(0, 30);
  ASSERT_TRUE(receives(member, 30));
  restore();
  EXPECT_TRUE(receives(member, 30)) << stored();
  EXPECT_THAT(said, testing::Each(testing::HasSubstr("read again")));
}

// What was there when it started is not read, also where another program moved the group meanwhile.
TEST_F(KafkaRestoreTest, AGroupThatStartedNowIsReadAgainFromThere) {
  back_up();
  write_some(0, 30);
  auto config = from();
  config.from_beginning = false;
  ASSERT_TRUE(receives(0, config, 30));
  EXPECT_THAT(passed_over, testing::ElementsAre("0-9", "0-9", "0-9"));
  write_some(30, 60);
  ASSERT_TRUE(receives(30, config, 60));
  write_some(60, 90);
  another_program_reads(30, 90);
  ASSERT_TRUE(receives(60, config, 90)) << stored();
  write_some(90, 120);
  ASSERT_TRUE(receives(90, config, 120)) << stored();
  restore();
  EXPECT_TRUE(receives(90, config, 120)) << stored();
  EXPECT_EQ(unknown, 0);
  EXPECT_EQ(passed_over.size(), std::size_t{partitions});
}

TEST_F(KafkaRestoreTest, AGroupThatAnotherProgramHadGoesOnAndIsNamed) {
  write_some(0, 30);
  another_program_reads(30, 30);
  write_some(30, 60);
  EXPECT_TRUE(receives(30, from(), 60)) << stored();
  EXPECT_EQ(unknown, partitions);
  EXPECT_THAT(said, testing::IsEmpty());
}

// What the other database has is no concern of this one: its events would have their effects twice.
TEST_F(KafkaRestoreTest, AGroupOfTheSameConsumerWithAnotherDatabaseGoesOnAndIsNamed) {
  back_up();
  write_some(0, 30);
  ASSERT_TRUE(receives(30));
  restore();
  raw.tamper("UPDATE onceover.schema_version SET applied_at = applied_at + interval '1 us'");
  write_some(30, 60);
  EXPECT_TRUE(receives(30, from(), 60)) << stored();
  EXPECT_EQ(unknown, partitions);
  EXPECT_THAT(said, testing::IsEmpty());
}

TEST_F(KafkaRestoreTest, AGroupThatIsFollowedPassesOverWhatTheBackupDoesNotKnow) {
  back_up();
  write_some(0, 30);
  ASSERT_TRUE(receives(30));
  restore();
  write_some(30, 60);
  auto config = from();
  config.follows_group = true;
  EXPECT_TRUE(receives(30, config, 60)) << stored();
  EXPECT_EQ(said.size(), std::size_t{partitions});
  EXPECT_THAT(said, testing::Each(testing::HasSubstr("passed over")));
}

TEST_F(KafkaRestoreTest, WhatTheDatabaseLostIsReadAgain) {
  write_some(0, 30);
  ASSERT_TRUE(receives(30));
  back_up();
  write_some(30, 60);
  ASSERT_TRUE(receives(60));
  EXPECT_THAT(said, testing::IsEmpty());
  restore();
  EXPECT_TRUE(receives(60)) << stored();
  EXPECT_EQ(said.size(), std::size_t{partitions}) << "once for each partition";
  EXPECT_THAT(said, testing::Each(testing::HasSubstr("read again")));
  said.clear();
  EXPECT_TRUE(receives(60));
  EXPECT_THAT(said, testing::IsEmpty()) << "and it is over";
}

TEST_F(KafkaRestoreTest, ADatabaseThatIsRestoredBeneathARunningConsumer) {
  write_some(0, 30);
  Member member(*this, from());
  ASSERT_TRUE(receives(member, 30));
  back_up();
  write_some(30, 60);
  ASSERT_TRUE(receives(member, 60));
  restore();
  write_some(60, 63);
  EXPECT_TRUE(receives(member, 63)) << stored();
  EXPECT_THAT(said, testing::Not(testing::IsEmpty()));
}

TEST_F(KafkaRestoreTest, ADatabaseThatIsRestoredBeneathARunningConsumerOfAQuietTopic) {
  write_some(0, 30);
  Member member(*this, from());
  ASSERT_TRUE(receives(member, 30));
  back_up();
  write_some(30, 60);
  ASSERT_TRUE(receives(member, 60));
  restore();
  EXPECT_TRUE(receives(member, 60)) << stored();
  EXPECT_THAT(said, testing::Each(testing::HasSubstr("read again")));
}

TEST_F(KafkaRestoreTest, AGroupThatIsFollowedPassesItOver) {
  write_some(0, 30);
  ASSERT_TRUE(receives(30));
  back_up();
  write_some(30, 60);
  ASSERT_TRUE(receives(60));
  restore();
  write_some(60, 90);
  auto config = from();
  config.follows_group = true;
  EXPECT_TRUE(receives(60, config, 90)) << stored();
  EXPECT_THAT(said, testing::Each(testing::HasSubstr("passed over")));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE event_id = 'e45'"), "0");
}

// Kafka forgets the offsets of a group that was away for a week; the database does not.
TEST_F(KafkaRestoreTest, AGroupWithoutOffsetsGoesOnFromWhatTheDatabaseKnows) {
  write_some(0, 30);
  ASSERT_TRUE(receives(30));
  const std::string places =
      raw.scalar("SELECT string_agg(split_part(place, '/', 1), ',') FROM onceover.inbox_positions");
  ASSERT_EQ(std::ranges::count(places, ','), partitions - 1);
  write_some(30, 60);
  auto config = from();
  config.from_beginning = false;
  config.group += "-new";  // it never had one
  raw.exec("UPDATE onceover.inbox_positions SET place = replace(place, $1, $2)",
           {"/" + group + "/", "/" + config.group + "/"});
  Member member(*this, config);
  EXPECT_TRUE(eventually([&] {
    (void)must(member.consumer.run_once(50ms));
    return stored() == 60;
  })) << stored();
}

// The topic was made again, and with it the group's offsets have gone; start now, and nothing is passed over.
TEST_F(KafkaRestoreTest, APositionThatTheTopicDoesNotHaveIsADeadLetter) {
  write_some(0, 30);
  ASSERT_TRUE(receives(30));
  auto config = from();
  config.from_beginning = false;
  config.group += "-new";  // it never had one
  raw.exec("UPDATE onceover.inbox_positions SET place = replace(place, $1, $2), next = next + 5",
           {"/" + group + "/", "/" + config.group + "/"});
  raw.tamper("DELETE FROM onceover.inbox");
  Member member(*this, config);
  EXPECT_TRUE(eventually([&] {
    (void)must(member.consumer.run_once(50ms));
    return stored() == 30 + partitions;
  })) << stored();
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE state = 'dead' AND last_error LIKE "
                       "'%ends at offset 10, and the group was at 15: %'"),
            std::to_string(partitions));
}

// Nothing that the database does not know is told to the brokers.
TEST_F(KafkaRestoreTest, WhatIsNotKeptIsNotTold) {
  raw.exec("REVOKE ALL ON FUNCTION onceover.inbox_keep_positions FROM PUBLIC");
  raw.exec(
      "CREATE OR REPLACE FUNCTION onceover.inbox_keep_positions(consumer text, places text[], nexts "
      "bigint[], befores bigint[], firsts bigint[]) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RAISE 'the "
      "disk is full' "
      "USING ERRCODE = '53100'; END $$");
  write_some(0, 30);
  Member member(*this, from());
  std::string trouble;
  EXPECT_TRUE(eventually([&] {
    trouble = must(member.consumer.run_once(50ms)).trouble;
    return !trouble.empty() && stored() == 30;
  }));
  EXPECT_THAT(trouble,
              testing::AllOf(testing::HasSubstr("not told"), testing::HasSubstr("the disk is full")));
  EXPECT_TRUE(all_committed(0));
}

}  // namespace
}  // namespace onceover::test
