// SPDX-License-Identifier: Apache-2.0
#include "core/key/decide.h"

#include <gtest/gtest.h>

#include <string>

namespace onceover::key {
namespace {

using namespace std::chrono_literals;

constexpr Timestamp t0{1'700'000'000'000'000};
constexpr Duration age = 60s;  // of every row of the table
const Timestamp now = t0 + age;

std::string told(const Decision& decision) {
  struct Teller {
    std::string operator()(const Replay&) { return "replay"; }
    std::string operator()(const InFlight& in) {
      return "in flight " + std::to_string(in.retry_after.count());
    }
    std::string operator()(const AwaitingReconciliation& in) {
      return in.retry_after ? "awaiting " + std::to_string(in.retry_after->count()) : "awaiting";
    }
    std::string operator()(const Mismatch&) { return "mismatch"; }
    std::string operator()(const MayTakeOver& in) {
      return "take over " + std::string(word(in.from)) + " " + std::to_string(in.fence);
    }
  };
  return std::visit(Teller{}, decision);
}

enum class Until { none, past, exactly_now, future, infinite };

std::optional<Timestamp> at(Until until) {
  switch (until) {
    case Until::none: return std::nullopt;
    case Until::past: return now - Duration(1us);
    case Until::exactly_now: return now;
    case Until::future: return now + Duration(1us);
    case Until::infinite: return Timestamp::infinity();
  }
  return std::nullopt;
}

constexpr Until every_until[] = {Until::none, Until::past, Until::exactly_now, Until::future,
                                 Until::infinite};
constexpr Holder every_holder[] = {Holder::executor, Holder::sweeper, Holder::operator_};
const std::optional<Duration> every_rerunnable[] = {std::nullopt, 0us, age, age + 1us, Duration::max()};

Fingerprint some_fingerprint() { return {FingerprintKind::jcs_sha256, {1, 2, 3}}; }

Existing row_of(State state, Until lease, Until retry_before, Holder holder) {
  return {state, some_fingerprint(), 7, holder, at(lease), at(retry_before), t0};
}

// Calls check(row, policy, description) for the whole product of what a row and a policy can be.
template <class Check>
void for_all(Check check) {
  for (const State state : {State::in_progress, State::released, State::succeeded, State::failed}) {
    for (const Until lease : every_until) {
      for (const Until retry_before : every_until) {
        for (const Holder holder : every_holder) {
          for (const auto& rerunnable : every_rerunnable) {
            const std::string description = std::string(word(state)) + ", lease " +
                                            std::to_string(static_cast<int>(lease)) + ", retry_before " +
                                            std::to_string(static_cast<int>(retry_before)) + ", held by " +
                                            std::string(word(holder)) + ", rerunnable for " +
                                            (rerunnable ? std::to_string(rerunnable->count()) : "none");
            check(row_of(state, lease, retry_before, holder), DecidePolicy{rerunnable}, description);
          }
        }
      }
    }
  }
}

TEST(Decide, AnotherPayloadIsRefusedInEveryStateUnderEveryLeaseHolderAndPolicy) {
  for_all([](const Existing& row, const DecidePolicy& policy, const std::string& description) {
    Fingerprint other_digest = some_fingerprint();
    other_digest.digest[31] = 1;
    Fingerprint other_kind = some_fingerprint();
    other_kind.kind = FingerprintKind::raw_sha256;
    EXPECT_EQ(told(decide(row, other_digest, now, policy)), "mismatch") << description;
    EXPECT_EQ(told(decide(row, other_kind, now, policy)), "mismatch") << description;
  });
}

TEST(Decide, AFinishedKeyIsReplayedWhateverItsLeaseHolderAndPolicy) {
  for_all([](const Existing& row, const DecidePolicy& policy, const std::string& description) {
    if (!is_final(row.state)) return;
    EXPECT_EQ(told(decide(row, some_fingerprint(), now, policy)), "replay") << description;
  });
}

TEST(Decide, AReleasedKeyIsClaimedUntilItsRetryBeforeAndNotFromThenOn) {
  for_all([](const Existing& row, const DecidePolicy& policy, const std::string& description) {
    if (row.state != State::released) return;
    const bool open = !row.retry_before || now < *row.retry_before;
    EXPECT_EQ(told(decide(row, some_fingerprint(), now, policy)), open ? "take over released 7" : "awaiting")
        << description;
  });
}

TEST(Decide, ALiveLeaseIsNeverTakenOverWhateverThePolicy) {
  for_all([](const Existing& row, const DecidePolicy& policy, const std::string& description) {
    if (row.state != State::in_progress || !row.locked_until || *row.locked_until <= now) return;
    const std::string wait = std::to_string((*row.locked_until - now).count());
    const std::string expected = row.holder == Holder::executor ? "in flight " + wait : "awaiting " + wait;
    EXPECT_EQ(told(decide(row, some_fingerprint(), now, policy)), expected) << description;
  });
}

TEST(Decide, AnExpiredLeaseIsTakenOverOnlyInsideTheOperationsDedupeWindow) {
  for_all([](const Existing& row, const DecidePolicy& policy, const std::string& description) {
    if (row.state != State::in_progress || (row.locked_until && now < *row.locked_until)) return;
    // The row is exactly `age` old: a window of `age` has just closed.
    const bool inside = policy.rerunnable_for && *policy.rerunnable_for > age;
    EXPECT_EQ(told(decide(row, some_fingerprint(), now, policy)),
              inside ? "take over in_progress 7" : "awaiting")
        << description;
  });
}

// The same, spelled out: what a reader looks for first.
struct Case {
  State state;
  Until lease, retry_before;
  Holder holder;
  std::optional<Duration> rerunnable;
  std::string expected;
};

TEST(Decide, AnswersTheContractsTable) {
  const Case table[] = {
      {State::in_progress, Until::future, Until::none, Holder::executor, std::nullopt, "in flight 1"},
      {State::in_progress, Until::future, Until::none, Holder::executor, 24h, "in flight 1"},
      {State::in_progress, Until::future, Until::none, Holder::sweeper, std::nullopt, "awaiting 1"},
      {State::in_progress, Until::future, Until::none, Holder::operator_, 24h, "awaiting 1"},
      {State::in_progress, Until::exactly_now, Until::none, Holder::executor, std::nullopt, "awaiting"},
      {State::in_progress, Until::past, Until::none, Holder::executor, std::nullopt, "awaiting"},
      {State::in_progress, Until::past, Until::none, Holder::executor, 24h, "take over in_progress 7"},
      {State::in_progress, Until::past, Until::none, Holder::executor, 59s, "awaiting"},
      {State::in_progress, Until::none, Until::none, Holder::executor, std::nullopt, "awaiting"},
      {State::released, Until::none, Until::none, Holder::sweeper, std::nullopt, "take over released 7"},
      {State::released, Until::none, Until::future, Holder::sweeper, std::nullopt, "take over released 7"},
      {State::released, Until::none, Until::exactly_now, Holder::sweeper, std::nullopt, "awaiting"},
      {State::released, Until::none, Until::past, Holder::sweeper, std::nullopt, "awaiting"},
      {State::succeeded, Until::past, Until::none, Holder::executor, std::nullopt, "replay"},
      {State::failed, Until::past, Until::none, Holder::operator_, 24h, "replay"},
  };
  for (const Case& one : table) {
    const Decision decision = decide(row_of(one.state, one.lease, one.retry_before, one.holder),
                                     some_fingerprint(), now, {one.rerunnable});
    EXPECT_EQ(told(decision), one.expected) << word(one.state) << ", lease " << static_cast<int>(one.lease);
  }
}

TEST(Decide, AnInfiniteLeaseWaitsForeverInsteadOfOverflowing) {
  const Decision decision = decide(row_of(State::in_progress, Until::infinite, Until::none, Holder::executor),
                                   some_fingerprint(), now, {});
  ASSERT_TRUE(std::holds_alternative<InFlight>(decision));
  EXPECT_EQ(std::get<InFlight>(decision).retry_after, Duration::max());
}

}  // namespace
}  // namespace onceover::key
