// SPDX-License-Identifier: Apache-2.0
// How a released key ends that no client retries: every kind of proof, with and without a policy, at every
// age, in every state.
#include <gtest/gtest.h>

#include "core/reconcile/verdict.h"

namespace onceover::reconcile {
namespace {

using namespace std::chrono_literals;
using gateway::Cancel;
using gateway::Finding;
using gateway::IfNotRetried;

constexpr Timestamp ended{1'700'000'000'000'000};
constexpr auto free_to_retry = ReleasedEnd::may_be_retried, only_waits = ReleasedEnd::waits,
               is_failed = ReleasedEnd::fails;

struct ReleasedRow {
  Proof proof;
  ReleasedEnd before, at, hour_before_policy, at_policy;  // by the policy's time: two hours after the bound
  ReleasedEnd at_without_policy, later_without_policy;
};

constexpr ReleasedRow released_rows[] = {
    {Proof::none, free_to_retry, only_waits, only_waits, only_waits, only_waits, only_waits},
    {Proof::no_effect, free_to_retry, only_waits, only_waits, is_failed, only_waits, only_waits},
    {Proof::refused, is_failed, is_failed, is_failed, is_failed, is_failed, is_failed},
    {Proof::tombstone, is_failed, is_failed, is_failed, is_failed, is_failed, is_failed},
};

TEST(Released, EndsByProofPolicyAndAge) {
  const std::optional<IfNotRetried> policy = IfNotRetried{.after = 2h};
  const auto end = [](Proof proof, const std::optional<IfNotRetried>& by, Timestamp now) {
    return end_of_released(key::State::released, ended, proof, by, now);
  };
  for (const ReleasedRow& row : released_rows) {
    const auto number = &row - released_rows;
    EXPECT_EQ(end(row.proof, policy, ended - 1us), row.before) << number;
    EXPECT_EQ(end(row.proof, policy, ended), row.at) << number;
    EXPECT_EQ(end(row.proof, policy, ended + 2h - 1us), row.hour_before_policy) << number;
    EXPECT_EQ(end(row.proof, policy, ended + 2h), row.at_policy) << number;
    EXPECT_EQ(end(row.proof, IfNotRetried{}, ended), row.at_policy) << number << ": at once";
    EXPECT_EQ(end(row.proof, {}, ended - 1us), row.before) << number;
    EXPECT_EQ(end(row.proof, {}, ended), row.at_without_policy) << number;
    EXPECT_EQ(end(row.proof, {}, ended + 8760h), row.later_without_policy) << number;
  }
}

TEST(Released, IsAQuestionOfReleasedKeysOnly) {
  for (const key::State state : {key::State::in_progress, key::State::succeeded, key::State::failed}) {
    for (const ReleasedRow& row : released_rows) {
      for (const std::optional<IfNotRetried>& policy :
           {std::optional<IfNotRetried>(), std::optional(IfNotRetried{})})
        EXPECT_EQ(end_of_released(state, ended, row.proof, policy, ended + 100h), ReleasedEnd::not_released);
    }
  }
}

TEST(Released, WithoutABoundAClientMayAlwaysRetry) {
  for (const Proof proof : {Proof::none, Proof::no_effect})
    EXPECT_EQ(end_of_released(key::State::released, {}, proof, IfNotRetried{}, ended + 8760h), free_to_retry);
}

TEST(Released, TimesThatAreNoTimesEndNothing) {
  for (const Timestamp now : {ended, Timestamp::infinity()}) {
    EXPECT_EQ(end_of_released(key::State::released, Timestamp::minus_infinity(), Proof::no_effect,
                              IfNotRetried{}, now),
              only_waits);
  }
  EXPECT_EQ(
      end_of_released(key::State::released, Timestamp::infinity(), Proof::no_effect, IfNotRetried{}, ended),
      free_to_retry);
}

TEST(Released, NotFoundIsNoProof) {
  gateway::Declaration declared;
  declared.final_refusals = {"declined", "402"};
  for (const Finding finding :
       {Finding::done, Finding::refused, Finding::no_such_key, Finding::pending, Finding::unknown}) {
    for (const bool is_released : {false, true}) {
      for (const bool no_effect : {false, true}) {
        gateway::Evidence evidence;
        evidence.finding = finding;
        evidence.status = 404;
        const Proof expected =
            finding == Finding::no_such_key && is_released && no_effect ? Proof::no_effect : Proof::none;
        EXPECT_EQ(proof_of(is_released, no_effect, evidence, declared), expected) << gateway::word(finding);
      }
    }
  }
}

TEST(Released, OnlyATombstoneThatIsHeldNowAndWasDeclaredIsProof) {
  gateway::Evidence evidence;
  evidence.finding = Finding::no_such_key;
  gateway::Declaration declared;
  for (const Cancel cancel : {Cancel::none, Cancel::without_tombstone, Cancel::with_tombstone}) {
    for (const bool held : {false, true}) {
      declared.cancel = cancel;
      evidence.cancel_held = held;
      EXPECT_EQ(proof_of(true, false, evidence, declared),
                held && cancel == Cancel::with_tombstone ? Proof::tombstone : Proof::none);
    }
  }
}

TEST(Released, OnlyAFinalRefusalIsProof) {
  gateway::Declaration declared;
  declared.final_refusals = {"declined", "402"};
  const std::tuple<const char*, int, Proof> table[] = {{"declined", 200, Proof::refused},
                                                       {"review", 402, Proof::none},
                                                       {"", 402, Proof::refused},
                                                       {"", 403, Proof::none}};
  for (const auto& [word, status, proof] : table) {
    gateway::Evidence evidence;
    evidence.finding = Finding::refused;
    evidence.refusal = word;
    evidence.status = status;
    EXPECT_EQ(proof_of(true, false, evidence, declared), proof) << word << status;
  }
}

}  // namespace
}  // namespace onceover::reconcile
