// SPDX-License-Identifier: Apache-2.0
// Which facts of events are a finding, and at which height; that they are found in a real store is shown in
// tests/integration/health.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/health/judge.h"

namespace onceover::health {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Timestamp now = *parse_iso("2026-01-10T12:00:00Z");

// A relay that runs, partitions for today and tomorrow, and a consumer whose events are compared.
EventFacts in_order() {
  EventFacts e;
  e.written =
      events::Recent{.as_of = now, .sampled = 100, .oldest = now - 48h, .newest = now - 1s, .rated = 100};
  outbox::RelayView relay;
  relay.name = "to-kafka";
  relay.topics = "payments";
  relay.owner = "host/1";
  relay.locked_until = now + 10s;
  relay.as_of = now;
  e.relays = {relay};
  e.partitions = events::Partitions{
      .all = {{.name = "outbox_today", .starts = now - 12h, .ends = now + 12h, .bytes = 8192},
              {.name = "outbox_tomorrow", .starts = now + 12h, .ends = now + 36h},
              {.name = "outbox_rest"}},
      .as_of = now};
  e.received = {{.consumer = "ledger", .recent = 50, .oldest = now - 3h, .is_complete = true, .as_of = now}};
  return e;
}

Findings judged(const EventFacts& events, const Options& options = {}) {
  Facts facts;
  facts.as_of = now;
  facts.events = events;
  Findings out;
  judge_events(tables::own(), facts, options, out);
  return out;
}

std::vector<std::string_view> ids(const Findings& findings) {
  std::vector<std::string_view> out;
  for (const Finding& f : findings) out.push_back(info(f.check).id);
  return out;
}

TEST(JudgeEventsTest, WhatIsInOrderHasNoFinding) {
  EXPECT_THAT(ids(judged(in_order())), IsEmpty());
  EXPECT_THAT(ids(judged({})), IsEmpty()) << "nothing could be read";
}

struct EventRow {
  std::string what;
  std::function<void(EventFacts&)> set;
  std::vector<std::string_view> found;
};

TEST(JudgeEventsTest, EachRelayAtItsLimit) {
  using R = outbox::RelayView;
  const auto relay = [](std::function<void(R&)> set) { return [set](EventFacts& e) { set(e.relays[0]); }; };
  const auto ended = [&](Duration ago, std::int64_t lag, Duration oldest) {
    return relay([=](R& r) {
      r.locked_until = now - ago, r.lag = lag,
      r.oldest = lag > 0 ? std::optional(now - oldest) : std::nullopt;
    });
  };
  const std::vector<EventRow> rows{
      {"lease ended, events wait", ended(60s, 3, 60s), {"relay-without-process"}},
      {"lease has just ended", ended(59s, 3, 60s), {}},
      {"events came just now", ended(1h, 3, 59s), {}},
      {"nothing waits", ended(1h, 0, 0s), {}},
      {"held back events wait",
       relay([](R& r) { r.locked_until = now - 1h, r.parked = 1; }),
       {"relay-without-process"}},
      {"let go",
       relay([](R& r) { r.locked_until.reset(), r.owner.reset(), r.lag = 1, r.oldest = now - 1h; }),
       {"relay-without-process"}},
      {"let go, and the lag is not known",
       relay([](R& r) { r.locked_until.reset(), r.owner.reset(), r.is_lag_exact = false; }),
       {"relay-without-process"}},
      {"runs and is late", relay([](R& r) { r.lag = 1, r.oldest = now - 1h; }), {}},
      {"paused for a day", relay([](R& r) { r.paused_at = now - 24h; }), {"relay-paused"}},
      {"paused since this morning",
       relay([](R& r) {
         r.paused_at = now - 23h, r.locked_until = now - 23h, r.lag = 1, r.oldest = now - 20h;
       }),
       {}},
      {"in trouble",
       relay([](R& r) { r.trouble = "No broker answers.", r.trouble_since = now - 60s; }),
       {"relay-in-trouble"}},
      {"in trouble just now",
       relay([](R& r) { r.trouble = "No broker answers.", r.trouble_since = now - 59s; }),
       {}},
      {"was in trouble when it ended",
       relay([](R& r) {
         r.trouble = "No broker answers.", r.trouble_since = now - 1h, r.locked_until = now - 1h;
       }),
       {}},
      {"gave up", relay([](R& r) { r.dead = 1; }), {"events-dead"}},
      {"gave up and is paused",
       relay([](R& r) { r.dead = 1, r.paused_at = now - 25h; }),
       {"relay-paused", "events-dead"}},
  };
  for (const EventRow& row : rows) {
    EventFacts e = in_order();
    row.set(e);
    EXPECT_EQ(ids(judged(e)), row.found) << row.what;
  }
}

TEST(JudgeEventsTest, TopicsPartitionsRatesAndConsumers) {
  const std::vector<EventRow> rows{
      {"no relay",
       [](EventFacts& e) {
         e.written->without_relay = {{"rare", 3, now}};
       },
       {"topic-without-relay"}},
      {"no current partition",
       [](EventFacts& e) { e.partitions->all.erase(e.partitions->all.begin()); },
       {"partition-missing"}},
      {"no next one",
       [](EventFacts& e) { e.partitions->all.erase(e.partitions->all.begin() + 1); },
       {"partition-missing"}},
      {"a gap", [](EventFacts& e) { e.partitions->all[1].starts = now + 12h + 1s; }, {"partition-missing"}},
      {"none, and no event comes",
       [](EventFacts& e) { e.partitions->all.clear(), e.written->newest = now - 1h; },
       {}},
      {"none, and there was no event",
       [](EventFacts& e) { e.partitions->all.clear(), e.written->newest.reset(); },
       {}},
      {"held",
       [](EventFacts& e) { e.partitions->all[0].held_by = "relay a was adopted and is not through yet"; },
       {"partition-held"}},
      {"20,000 a second", [](EventFacts& e) { e.written->rated = 72'000'000; }, {"event-rate-high"}},
      {"fewer", [](EventFacts& e) { e.written->rated = 71'999'999; }, {}},
      {"a fingerprint is missing",
       [](EventFacts& e) { e.received[0].without_fingerprint = 1; },
       {"received-without-fingerprint"}},
      {"begun and left", [](EventFacts& e) { e.received[0].abandoned = 1; }, {"received-not-taken"}},
      {"due and not taken",
       [](EventFacts& e) {
         e.backlog = {{.consumer = "ledger", .not_taken = 1, .oldest_due = now, .as_of = now}};
       },
       {"received-not-taken"}},
      {"dead",
       [](EventFacts& e) {
         e.backlog = {{.consumer = "ledger", .dead = 1, .oldest_dead = now, .as_of = now}};
       },
       {"received-dead"}},
  };
  for (const EventRow& row : rows) {
    EventFacts e = in_order();
    row.set(e);
    const Findings findings = judged(e);
    EXPECT_EQ(ids(findings), row.found) << row.what;
    for (const Finding& f : findings) EXPECT_FALSE(f.advice.empty() || f.evidence.empty()) << row.what;
  }
}

TEST(JudgeEventsTest, AMissingPartitionIsMilderWhileAnotherFollows) {
  EventFacts e = in_order();
  e.partitions->all.erase(e.partitions->all.begin());
  Findings findings = judged(e);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].severity, Severity::notice);
  EXPECT_THAT(findings[0].evidence, HasSubstr("the next one begins at 2026-01-11 00:00:00 UTC"));
  e.partitions->all.erase(e.partitions->all.begin());
  findings = judged(e);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].severity, Severity::warning);
  EXPECT_THAT(findings[0].sql, HasSubstr("make_outbox_partitions"));
}

TEST(JudgeEventsTest, WhatWasSeenIsNamed) {
  EventFacts e = in_order();
  e.written->without_relay = {{"rare", 3, now}};
  e.written->is_complete = false;
  e.relays[0].locked_until = now - 3h;
  e.relays[0].lag = 10'000;
  e.relays[0].is_lag_exact = false;
  e.relays[0].oldest = now - 2h;
  e.received[0].without_fingerprint = 10;
  e.received[0].abandoned = 2;
  e.received[0].is_complete = false;
  const Findings findings = judged(e);
  ASSERT_THAT(ids(findings), ElementsAre("topic-without-relay", "relay-without-process",
                                         "received-without-fingerprint", "received-not-taken"));
  EXPECT_EQ(
      findings[0].evidence,
      "In a sample of 100 events of the last day: rare (3 of them, the newest of 2026-01-10 12:00:00 UTC).");
  EXPECT_EQ(findings[1].evidence,
            "The lease of to-kafka ended at 2026-01-10 09:00:00 UTC; at least 10000 events not published, "
            "the oldest for 2 h.");
  EXPECT_THAT(findings[2].evidence, HasSubstr("ledger: 10 of 50 (20 %)"));
  EXPECT_THAT(findings[3].evidence, HasSubstr("at least 2 events begun"));
}

// Nothing here tells how long the broker keeps messages: a person compares.
TEST(ReviewEventsTest, AsksForTheBrokersRetention) {
  const auto asked = [](const std::optional<EventFacts>& events) {
    for (const ReviewItem& item : review(tables::own(), {}, {}, events)) {
      if (item.what.starts_with("The broker keeps no message for longer")) return item.how_to_see;
    }
    return std::string();
  };
  EXPECT_THAT(asked(in_order()),
              testing::AllOf(HasSubstr("of the outbox is of 2026-01-08 12:00:00 UTC"),
                             HasSubstr("of the inbox was received at 2026-01-10 09:00:00 UTC")));
  EXPECT_EQ(asked(EventFacts{}), "") << "no events are written or received";
  EXPECT_EQ(asked(std::nullopt), "") << "the schema is older";
}

}  // namespace
}  // namespace onceover::health
