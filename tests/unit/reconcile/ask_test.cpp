// SPDX-License-Identifier: Apache-2.0
// Under which key a gateway is asked, and when nobody is.
#include "core/reconcile/ask.h"

#include <gtest/gtest.h>

#include <map>

#include "core/key/identity.h"

namespace onceover::reconcile {
namespace {

class Listening final : public gateway::Gateway {
 public:
  const gateway::Declaration* declaration(const std::string& operation) const override {
    return operation == "pay" ? &declared : nullptr;
  }
  std::string effect(const std::string&) const override { return all_effects.front(); }
  std::vector<std::string> effects(const std::string&) const override { return all_effects; }
  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions, Deadline) override {
    std::vector<gateway::Evidence> answers;
    for (const gateway::Question& question : questions) {
      keys.push_back(question.downstream_key);
      answers.emplace_back();
      answers.back().finding = gateway::Finding::no_such_key;
      answers.back().status = 404;
      answers.back().why = question.id.key;
      if (const auto found = done.find(question.downstream_key); found != done.end()) {
        answers.back().finding = gateway::Finding::done;
        answers.back().status = 200;
        answers.back().echoed.amount = found->second;
      }
      expected.push_back(question.expected);
    }
    return answers;
  }
  gateway::Evidence cancel(const gateway::Question&, Deadline) override {
    ++cancelled;
    return {};
  }

  gateway::Declaration declared;
  std::vector<std::string> all_effects{"charge"};
  // by downstream key, with the amount that is echoed
  std::map<std::string, std::optional<std::string>> done;
  std::vector<key::Subject> expected;
  std::vector<std::string> keys;
  int cancelled = 0;
};

constexpr Timestamp now{1'700'000'000'000'000};

browse::KeyRow row_of(const std::string& key, bool foreign) {
  browse::KeyRow row;
  row.id = {"acme", "pay", key};
  if (foreign) row.id.columns = {key};
  row.created_at = now - std::chrono::minutes(10);
  return row;
}

struct Asking : testing::Test {
  Listening gateway;
  tables::Profile theirs{
      .name = "theirs", .schema = "shop", .table = "requests", .identity = {"id"}, .key = "id"};
  AskOptions options{.deadline = Deadline(), .profile = &theirs};
  Asking() { gateway.declared.dedupe_window = std::chrono::hours(24); }
};

TEST_F(Asking, OurOwnKeysAreAskedAboutByTheKeyThatWeDerive) {
  options.profile = nullptr;
  (void)ask(gateway, {row_of("a", false)}, now, options);
  EXPECT_EQ(gateway.keys, std::vector<std::string>{key::downstream_key({"acme", "pay", "a"}, "charge")});
}

// Or a person would confirm one verdict, and be shown another once the key is taken over.
TEST_F(Asking, AReleasedKeyGetsTheSameVerdictBeforeAndAfterItIsTakenOver) {
  gateway.declared.dedupe_window.reset();
  gateway.declared.lookup_lag = std::chrono::minutes(5);
  options.profile = nullptr;
  for (const auto ago : {std::chrono::minutes(1), std::chrono::minutes(9)}) {
    auto released = row_of("a", false);
    released.state = key::State::released;
    released.retry_before = now - ago;
    auto taken = released;
    taken.state = key::State::in_progress;
    taken.holder = key::Holder::operator_;
    taken.locked_until = now + std::chrono::minutes(1);
    taken.stuck_since = released.retry_before;
    const Verdict before = ask(gateway, {released}, now, options).front().verdict;
    const Verdict after = ask(gateway, {taken}, now, options).front().verdict;
    EXPECT_EQ(before.why, after.why);
    EXPECT_EQ(before.waits, ago > gateway.declared.lookup_lag) << before.why;
  }
}

// The same row, of our table and of another: the words of another service's error column prove nothing.
TEST_F(Asking, OnlyOurOwnExecutorsWordProvesThatNothingHappened) {
  gateway.declared.dedupe_window.reset();
  gateway.declared.if_not_retried = gateway::IfNotRetried{.error_code = "X.y"};
  theirs.gateway_key = "{key}";
  for (const bool foreign : {false, true}) {
    for (const bool is_held : {false, true}) {
      auto row = row_of("a", foreign);
      row.state = is_held ? key::State::in_progress : key::State::released;
      row.holder = is_held ? key::Holder::sweeper : key::Holder::executor;
      row.retry_before = now - std::chrono::minutes(1);
      row.error_code = "TRANSIENT.no_effect";
      options.profile = foreign ? &theirs : nullptr;
      const JudgedEvidence asked = ask(gateway, {row}, now, options).front();
      EXPECT_EQ(asked.verdict.kind, foreign ? VerdictKind::unresolved : VerdictKind::settle_failed)
          << is_held;
      EXPECT_EQ(asked.evidence.no_effect, !foreign) << is_held;
      row.error_code = "TRANSIENT.no_effects";
      EXPECT_EQ(ask(gateway, {row}, now, options).front().verdict.kind, VerdictKind::unresolved);
      row.error_code = "TRANSIENT.no_effect";
      if (is_held) row.retry_before.reset();
      row.holder = key::Holder::executor;
      row.state = key::State::in_progress;
      EXPECT_EQ(ask(gateway, {row}, now, options).front().verdict.kind, VerdictKind::unresolved)
          << "claimed again";
    }
  }
}

TEST_F(Asking, AKeyThatAnotherServiceNeverSentIsNotAskedAbout) {
  for (const tables::Profile* known :
       {static_cast<const tables::Profile*>(nullptr), static_cast<const tables::Profile*>(&theirs)}) {
    options.profile = known;
    const auto asked = ask(gateway, {row_of("a", true)}, now, options);
    EXPECT_TRUE(gateway.keys.empty());
    EXPECT_EQ(asked.at(0).verdict.kind, VerdictKind::needs_human) << "\"not found\" would have released it";
    EXPECT_FALSE(can_be_asked(gateway, row_of("a", true), known));
  }
}

TEST_F(Asking, AServiceOfAnotherMakeIsAskedAboutByTheKeyOfItsProfile) {
  theirs.gateway_key = "{tenant}-{key}";
  const auto asked = ask(gateway, {row_of("a", true), row_of("b", true)}, now, options);
  EXPECT_EQ(gateway.keys, (std::vector<std::string>{"acme-a", "acme-b"}));
  EXPECT_EQ(asked.at(1).evidence.why, "b");
  EXPECT_EQ(asked.at(1).verdict.kind, VerdictKind::release);
}

TEST_F(Asking, ByReferenceNoKeyIsNeededAndNothingIsCancelledWithoutOne) {
  gateway.declared.lookup_by_key = false;
  gateway.declared.dedupe_window.reset();
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  options.may_cancel = true;
  const auto asked = ask(gateway, {row_of("a", true)}, now, options);
  EXPECT_EQ(gateway.keys, std::vector<std::string>{""});
  EXPECT_EQ(gateway.cancelled, 0);
  EXPECT_EQ(asked.at(0).verdict.kind, VerdictKind::unresolved);
}

TEST_F(Asking, ARequestWithSeveralEffectsIsAskedAboutByTheKeyOfEach) {
  const key::Identity id{"acme", "pay", "a"};
  const std::string charge = key::downstream_key(id, "charge"), mail = key::downstream_key(id, "mail");
  options.profile = nullptr;
  gateway.all_effects = {"charge", "mail"};
  gateway.declared.echoes_amount = true;
  std::vector<browse::KeyRow> rows{row_of("a", false), row_of("b", false)};
  rows[0].subject.amount = "12.50";
  EXPECT_EQ(ask(gateway, rows, now, options)[0].verdict.kind, VerdictKind::release)
      << "neither happened, and the gateway dedupes";
  EXPECT_EQ(gateway.keys.size(), 4U);
  EXPECT_EQ((std::vector(gateway.keys.begin(), gateway.keys.begin() + 2)), (std::vector{charge, mail}));
  EXPECT_EQ(gateway.expected[0].amount, "12.50");
  EXPECT_EQ(gateway.expected[1].amount, std::nullopt);

  gateway.done = {{charge, "12.50"}};
  std::vector<JudgedEvidence> asked = ask(gateway, rows, now, options);
  EXPECT_EQ(asked[0].verdict.kind, VerdictKind::needs_human);
  EXPECT_EQ(asked[0].verdict.why,
            "Only a part of the request is known to have happened: charge: done; mail: no such key.");
  EXPECT_FALSE(is_silent(asked[0])) << "or the breaker would open";
  EXPECT_EQ(asked[1].verdict.kind, VerdictKind::release) << "each row has its own answers";

  gateway.done = {{charge, "12.50"}, {mail, std::nullopt}};
  asked = ask(gateway, rows, now, options);
  EXPECT_EQ(asked[0].verdict.kind, VerdictKind::done_needs_response)
      << asked[0].verdict.why << "the mail has no amount to echo";
  EXPECT_EQ(asked[0].evidence.finding, gateway::Finding::done);
  gateway.done = {{charge, "99.00"}, {mail, std::nullopt}};
  EXPECT_TRUE(ask(gateway, rows, now, options)[0].verdict.loud);

  // It would have to be cancelled under each key, at the same time.
  gateway.done.clear();
  gateway.declared.dedupe_window.reset();
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  options.may_cancel = true;
  EXPECT_EQ(ask(gateway, rows, now, options)[0].verdict.kind, VerdictKind::unresolved);
  EXPECT_EQ(gateway.cancelled, 0);
  // A profile makes one key.
  options.profile = &theirs;
  theirs.gateway_key = "{key}";
  gateway.keys.clear();
  EXPECT_EQ(ask(gateway, {row_of("a", true)}, now, options)[0].verdict.kind, VerdictKind::needs_human);
  EXPECT_TRUE(gateway.keys.empty());
  EXPECT_FALSE(can_be_asked(gateway, row_of("a", true), &theirs));
}

}  // namespace
}  // namespace onceover::reconcile
