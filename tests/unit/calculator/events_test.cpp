// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

OutboxInput outbox(double per_second = 100) {
  OutboxInput in;
  in.flow.per_second = per_second;
  in.flow.payload_bytes = 100;
  in.capture_per_second = 20'000;
  return in;
}

InboxInput inbox(Reception reception = Reception::accept) {
  InboxInput in;
  in.flow.per_second = 100;
  in.reception = reception;
  return in;
}

template <typename Input>
EventSizing sized(Result<EventSizing> (*size)(const Input&), const Input& input) {
  auto result = size(input);
  EXPECT_TRUE(result) << (result ? "" : result.error().what);
  return result ? std::move(*result) : EventSizing{};
}

const Figure& index_of(const EventSizing& sizing, const std::string& name) {
  for (const Figure& one : sizing.table.indexes) {
    if (one.name == "index:" + name) return one;
  }
  throw std::runtime_error("no index " + name);
}

TEST(EventSizes, TheOutboxKeepsTheRetentionAndOnePartitionMore) {
  OutboxInput in = outbox();
  const EventSizing week = sized(size_outbox, in);
  EXPECT_EQ(week.table.rows.value, 100 * 86'400 * 8.0);
  ASSERT_TRUE(week.partitions);
  EXPECT_EQ(week.partitions->value, 8);
  const std::tuple<Duration, Duration, double> table[] = {
      {1h, 1h, 2}, {1h, 24h, 2}, {90min, 1h, 3}, {168h, 1h, 169}};
  for (const auto& [retention, partition, count] : table) {
    in.retention = retention;
    in.partition = partition;
    EXPECT_EQ(sized(size_outbox, in).partitions->value, count)
        << human(retention) << " / " << human(partition);
  }
}

// Measured with PostgreSQL 15: 264 bytes of heap and 54 of indexes an event, payloads of 100 bytes.
TEST(EventSizes, AnEventOfTheOutboxIsItsRowAndThreeIndexes) {
  OutboxInput in = outbox();
  in.aggregate_id_bytes = 5;
  const EventSizing out = sized(size_outbox, in);
  const double rows = out.table.rows.value;
  EXPECT_NEAR(out.table.heap.value / rows, 264, 26);
  double indexes = 0;
  for (const Figure& one : out.table.indexes) indexes += one.value / rows;
  EXPECT_NEAR(indexes, 54, 2);
  EXPECT_NEAR(out.event.value, out.table.size.value / rows, 1);
  EXPECT_EQ(out.table.dead.value, 0);
  EXPECT_THAT(out.event.arithmetic.front(), HasSubstr("payload 101"));
}

TEST(EventSizes, DroppedPartitionsWriteNoDeletions) {
  const EventSizing out = sized(size_outbox, outbox());
  for (const std::string& line : out.table.wal.arithmetic)
    EXPECT_EQ(line.find("54 to delete"), std::string::npos) << line;
  EXPECT_LT(out.table.wal.value / (100 * 86'400), 700);  // no page is written again for a row that goes
}

TEST(EventSizes, CorrelationIdsCostAColumnAndARandomIndex) {
  OutboxInput in = outbox();
  const EventSizing without = sized(size_outbox, in);
  EXPECT_EQ(index_of(without, "outbox_by_correlation").value, 8 * 8192);  // an empty one for each partition
  in.correlation_bytes = 36;
  const EventSizing with = sized(size_outbox, in);
  EXPECT_GT(index_of(with, "outbox_by_correlation").value, index_of(with, "outbox_by_xid").value);
  EXPECT_GT(with.table.wal.value, 2 * without.table.wal.value);
}

TEST(EventSizes, ChangeDataCaptureIsAdvisedFromTheRateOfTheDoctor) {
  const struct {
    double per_second, limit;
    std::optional<bool> wants;
  } table[] = {{19'999, 20'000, false}, {20'000, 20'000, true}, {5, 0, std::nullopt}};
  for (const auto& [per_second, limit, wants] : table) {
    OutboxInput in = outbox(per_second);
    in.capture_per_second = limit;
    EXPECT_EQ(sized(size_outbox, in).wants_capture, wants) << per_second;
  }
  // The busiest hour counts, not the average.
  OutboxInput in = outbox(0);
  in.flow.by_hour = {0, 0, 3'600 * 20'000.0, 0};
  const EventSizing out = sized(size_outbox, in);
  EXPECT_EQ(out.wants_capture, true);
  EXPECT_THAT(out.capture, HasSubstr("let change data capture read the table"));
}

TEST(EventSizes, OnlyAStoredEventKeepsItsPayload) {
  InboxInput in = inbox();
  in.flow.payload_bytes = 1'000;
  const double accepted = sized(size_inbox, in).table.heap.value;
  in.flow.payload_bytes = 0;
  EXPECT_EQ(sized(size_inbox, in).table.heap.value, accepted);
  in.reception = Reception::store;
  in.keeps_payload = false;
  const double bare = sized(size_inbox, in).table.heap.value;
  in.flow.payload_bytes = 1'000;
  EXPECT_EQ(sized(size_inbox, in).table.heap.value, bare);
  in.keeps_payload = true;
  EXPECT_GT(sized(size_inbox, in).table.heap.value, 4 * bare);
}

TEST(EventSizes, AWayOfReceptionIsItsUpdates) {
  const std::pair<const char*, double> table[] = {{"accept", 1}, {"attempt", 2}, {"store", 4}};
  for (const auto& [word, dead] : table) {
    const Reception reception = reception_from_word(word).value();
    const EventSizing out = sized(size_inbox, inbox(reception));
    EXPECT_EQ(out.table.dead.value, dead * 100 * 86'400) << word;
    EXPECT_EQ(index_of(out, "inbox_due").value > 100 * 8192, reception == Reception::store) << word;
  }
}

TEST(EventSizes, IdsThatGrowFillTheirPages) {
  InboxInput in = inbox();
  const EventSizing random = sized(size_inbox, in);
  in.random_ids = false;
  const EventSizing growing = sized(size_inbox, in);
  EXPECT_LT(index_of(growing, "inbox_pkey").value, 0.8 * index_of(random, "inbox_pkey").value);
  EXPECT_LT(growing.table.wal.value, random.table.wal.value / 2);
}

TEST(EventSizes, EveryFigureShowsItsSum) {
  for (const EventSizing& out : {sized(size_outbox, outbox()), sized(size_inbox, inbox(Reception::store))}) {
    for (const Figure* figure : out.figures()) {
      EXPECT_FALSE(figure->arithmetic.empty()) << figure->name;
      EXPECT_TRUE(std::isfinite(figure->value)) << figure->name;
    }
    EXPECT_FALSE(out.remarks.empty());
  }
}

TEST(EventSizes, WhatMeansNothingIsRefused) {
  const std::function<void(OutboxInput&)> of_outbox[] = {
      [](OutboxInput& in) { in.flow.per_second = 0; },
      [](OutboxInput& in) { in.flow.payload_bytes = 1'000'001; },
      [](OutboxInput& in) { in.flow.payload_bytes = -1; },
      [](OutboxInput& in) { in.flow.compressed = 0; },
      [](OutboxInput& in) { in.flow.header_bytes = 1; },
      [](OutboxInput& in) { in.topic_bytes = 0; },
      [](OutboxInput& in) { in.topic_bytes = 250; },
      [](OutboxInput& in) { in.aggregate_id_bytes = std::nan(""); },
      [](OutboxInput& in) { in.retention = 0s; },
      [](OutboxInput& in) { in.partition = 59s; },
      [](OutboxInput& in) {
        in.retention = 24h * 365'000;
        in.partition = 1min;
      },
      [](OutboxInput& in) { in.flow.price = -1; }};
  for (const auto& spoil : of_outbox) {
    OutboxInput in = outbox();
    spoil(in);
    const auto result = size_outbox(in);
    ASSERT_FALSE(result) << &spoil - of_outbox;
    EXPECT_EQ(result.error().kind, ErrorKind::invalid_input);
  }
  const std::function<void(InboxInput&)> of_inbox[] = {
      [](InboxInput& in) { in.consumer_bytes = 0; }, [](InboxInput& in) { in.event_id_bytes = 256; },
      [](InboxInput& in) { in.retention = 0s; },     [](InboxInput& in) { in.fingerprint_bytes = -1; },
      [](InboxInput& in) { in.vacuum_scale = -1; },  [](InboxInput& in) { in.flow.by_hour = {-1}; }};
  for (const auto& spoil : of_inbox) {
    InboxInput in = inbox();
    spoil(in);
    const auto result = size_inbox(in);
    ASSERT_FALSE(result) << &spoil - of_inbox;
    EXPECT_EQ(result.error().kind, ErrorKind::invalid_input);
  }
}

}  // namespace
}  // namespace onceover::calculator
