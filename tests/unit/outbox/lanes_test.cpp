// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/lanes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "core/base/random.h"

namespace onceover::outbox {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Stored event(std::int64_t seq, std::string_view aggregate) {
  return {.seq = seq, .aggregate_type = "t", .aggregate_id = aggregate};
}

class LanesTest : public testing::Test {
 protected:
  void add(std::int64_t seq, std::string_view aggregate) { lanes.add(event(seq, aggregate), {window, seq}); }
  // All that may be sent now, in order.
  std::vector<std::int64_t> sent() {
    std::vector<std::int64_t> seqs;
    while (const auto ready = lanes.next()) {
      tokens[ready->event->seq] = ready->token;
      seqs.push_back(ready->event->seq);
      lanes.note_taking();
    }
    return seqs;
  }
  std::int64_t reached() {
    const auto now = lanes.reached();
    if (now && now->events > 0) pos = now->place.pos;
    return pos;
  }
  static std::vector<std::int64_t> seqs(const std::vector<Lanes::Parked>& parked) {
    std::vector<std::int64_t> out;
    for (const auto& p : parked) out.push_back(p.event.seq);
    return out;
  }

  Lanes lanes{true};
  std::shared_ptr<const Window> window = std::make_shared<const Window>("1:1:", "2:2:");
  std::map<std::int64_t, std::uint64_t> tokens;
  std::int64_t pos = 0;
};

TEST_F(LanesTest, OfAnAggregateOneEventIsOnItsWay) {
  add(1, "a"), add(2, "a"), add(3, "b"), add(4, "a");
  EXPECT_THAT(sent(), ElementsAre(1, 3));
  lanes.done(tokens[1]);
  EXPECT_THAT(sent(), ElementsAre(2));
  EXPECT_THAT(sent(), IsEmpty());
  lanes.done(tokens[2]);
  EXPECT_THAT(sent(), ElementsAre(4));
}

TEST_F(LanesTest, NothingBehindAnOpenEventIsReached) {
  add(1, "a"), add(2, "b"), add(3, "c");
  sent();
  lanes.done(tokens[2]);
  lanes.done(tokens[3]);
  EXPECT_EQ(reached(), 0);
  EXPECT_EQ(lanes.size(), 3U);
  lanes.done(tokens[1]);
  EXPECT_EQ(reached(), 3);
  EXPECT_EQ(lanes.size(), 0U);
}

TEST_F(LanesTest, AFailingEventParksItsAggregateAndNoOther) {
  add(1, "a"), add(2, "a"), add(3, "b");
  sent();
  EXPECT_THAT(seqs(lanes.park(tokens[1])), ElementsAre(1, 2));
  EXPECT_TRUE(lanes.is_parked(event(9, "a")));
  EXPECT_FALSE(lanes.is_parked(event(9, "b")));
  add(4, "a"), add(5, "b");
  lanes.done(tokens[3]);
  EXPECT_THAT(sent(), ElementsAre(5)) << "4 waits behind 1";
  const auto now = lanes.reached();
  ASSERT_TRUE(now);
  EXPECT_EQ(now->place.pos, 4) << "parked events are no longer in the way";
  EXPECT_THAT(seqs(now->parked), ElementsAre(4));
  lanes.let_go("t", "a");
  add(6, "a");
  EXPECT_THAT(sent(), ElementsAre(6));
}

TEST_F(LanesTest, WhatComesBackIsSentAgainFirst) {
  add(1, "a"), add(2, "b"), add(3, "c");
  ASSERT_THAT(sent(), ElementsAre(1, 2, 3));
  lanes.put_back(tokens[2]);
  lanes.put_back(tokens[1]);
  EXPECT_EQ(lanes.on_their_way(), 1U);
  EXPECT_THAT(sent(), ElementsAre(1, 2));
}

TEST_F(LanesTest, ARetryMovesNoPlace) {
  lanes.retry({event(7, "a"), 3});
  ASSERT_THAT(sent(), ElementsAre(7));
  const auto again = lanes.park(tokens[7]);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].attempts, 4);
  EXPECT_FALSE(lanes.reached());
  lanes.retry({event(7, "a"), 4});
  sent();
  EXPECT_EQ(lanes.done(tokens[7])->seq, 7);
  EXPECT_EQ(lanes.size(), 0U);
}

TEST_F(LanesTest, WithoutOrderEachEventGoesByItself) {
  lanes = Lanes(false);
  add(1, "a"), add(2, "a");
  EXPECT_THAT(sent(), ElementsAre(1, 2));
  EXPECT_THAT(seqs(lanes.park(tokens[1])), ElementsAre(1));
  EXPECT_FALSE(lanes.is_parked(event(3, "a")));
}

// Random ends in random order: what is delivered of an aggregate is in order, and nothing is passed over.
TEST_F(LanesTest, AnyOrderOfEndsKeepsTheOrderOfEachAggregate) {
  const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  SCOPED_TRACE(fmt::format("seed {}: --gtest_random_seed", seed));
  Random random(seed);
  std::map<std::string, std::vector<std::int64_t>> delivered;
  std::set<std::int64_t> ended;  // delivered or parked
  std::vector<std::pair<std::int64_t, std::uint64_t>> open;
  std::map<std::int64_t, std::string> of;
  std::int64_t next = 1;
  for (int step = 0; step < 20'000; ++step) {
    if (random.chance(0.4)) {
      add(next, of[next] = std::string(1, static_cast<char>('a' + random.below(8))));
      ++next;
    }
    if (const auto ready = lanes.next(); ready && random.chance(0.7)) {
      open.emplace_back(ready->event->seq, ready->token);
      lanes.note_taking();
    }
    if (!open.empty() && random.chance(0.6)) {
      const auto at = open.begin() + static_cast<std::ptrdiff_t>(random.below(open.size()));
      const auto [seq, token] = *at;
      open.erase(at);
      if (random.chance(0.05)) {
        lanes.put_back(token);
      } else if (random.chance(0.02)) {
        for (const auto& parked : lanes.park(token)) ended.insert(parked.event.seq);
      } else {
        lanes.done(token);
        delivered[of[seq]].push_back(seq);
        ended.insert(seq);
      }
    }
    if (const auto now = lanes.reached()) {
      for (const auto& parked : now->parked) ended.insert(parked.event.seq);
      if (now->events > 0) {
        for (std::int64_t seq = pos + 1; seq <= now->place.pos; ++seq)
          ASSERT_TRUE(ended.contains(seq)) << seq;
        pos = now->place.pos;
      }
    }
  }
  EXPECT_GT(pos, 1000);
  for (const auto& [aggregate, seqs] : delivered) EXPECT_TRUE(std::ranges::is_sorted(seqs)) << aggregate;
}

}  // namespace
}  // namespace onceover::outbox
