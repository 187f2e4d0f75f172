// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace onceover::reconcile {
namespace {

using namespace std::chrono_literals;
using gateway::Cancel;
using gateway::Declaration;
using gateway::Evidence;
using gateway::Finding;
using testing::HasSubstr;

constexpr Timestamp created{1'700'000'000'000'000};

// One line of the contract's table: a case that settles, with what the line changes about it.
struct Case {
  RowFacts row{key::State::in_progress, created, {{}, "12.50", "EUR", "order-7"}, {}};
  Evidence evidence;
  Declaration declared;
  bool is_declared = true;
  Timestamp now = created + 10min;
  AttemptPolicy policy;

  Case() {
    evidence.finding = Finding::done;
    evidence.status = 200;
    evidence.echoed = {{}, "12.5", "EUR", "order-7"};
    evidence.body = R"({"id":"ch_1","amount":12.5})";
    declared.name = "acme";
    declared.dedupe_window = 24h;
    declared.lookup_lag = 1min;
    declared.before_idempotency = {401};
    declared.final_refusals = {"declined", "402"};
    declared.echoes_amount = declared.echoes_currency = declared.echoes_reference = true;
    declared.response =
        gateway::ResponseTemplate{201, "application/json", R"({"id":"{{/id}}","amount":{{/amount}}})"};
  }
  Verdict told() const { return verdict(row, evidence, is_declared ? &declared : nullptr, now, policy); }
};

void refused(Case& c) {
  c.evidence.finding = Finding::refused;
  c.evidence.refusal = "declined";
  c.evidence.echoed = {};
}
void no_such_key(Case& c) {
  c.evidence = {};
  c.evidence.finding = Finding::no_such_key;
  c.evidence.status = 404;
}
void no_dedupe(Case& c) {
  no_such_key(c);
  c.declared.dedupe_window.reset();
}
void tombstone(Case& c) {
  no_dedupe(c);
  c.declared.cancel = Cancel::with_tombstone;
  c.evidence.cancel_held = true;
}

// Past its time to retry, and past the window: every attempt had no effect, and the operation says what then.
void not_retried(Case& c) {
  no_such_key(c);
  c.row.state = key::State::released;
  c.row.retry_before = created + 24h - 5min;
  c.row.no_effect = true;
  c.declared.if_not_retried =
      gateway::IfNotRetried{.error_code = "CONFLICT.idempotency.not_retried", .detail = "Use a new key."};
  c.now = created + 25h;
}

struct Line {
  const char* name;
  std::function<void(Case&)> change;
  VerdictKind kind;
  const char* why;
  bool loud = false;
};

// Of a finished key the answer agrees with it, or does not; it settles nothing.
TEST(FinishedKey, IsConfirmedContradictedOrLeftOpenByTheAnswer) {
  const auto finished = [](key::State state, const std::function<void(Case&)>& change) {
    Case c;
    c.row.state = state;
    change(c);
    const Verdict told = c.told();
    EXPECT_EQ(word(told.kind), word(VerdictKind::unresolved));
    return told.finished ? std::string(word(*told.finished)) : "none";
  };
  const auto done = [](Case&) {};
  EXPECT_EQ(finished(key::State::succeeded, done), "confirmed");
  EXPECT_EQ(finished(key::State::succeeded, [](Case& c) { c.evidence.echoed.amount = "12.51"; }),
            "contradicted");
  EXPECT_EQ(finished(key::State::succeeded, refused), "contradicted");
  EXPECT_EQ(finished(key::State::succeeded, no_such_key), "contradicted");
  EXPECT_EQ(finished(key::State::succeeded, [](Case& c) { no_such_key(c), c.now = created + 30s; }),
            "finished")
      << "look-ups lag";
  EXPECT_EQ(finished(key::State::succeeded, [](Case& c) { c.evidence = {}; }), "finished")
      << "no answer confirms nothing";
  EXPECT_EQ(finished(key::State::succeeded, [](Case& c) { c.evidence.status = 401; }), "finished");
  EXPECT_EQ(finished(key::State::succeeded, [](Case& c) { c.is_declared = false; }), "finished");
  EXPECT_EQ(finished(key::State::failed, done), "contradicted");
  EXPECT_EQ(finished(key::State::failed, refused), "confirmed");
  EXPECT_EQ(finished(key::State::failed, no_such_key), "confirmed");
  EXPECT_EQ(finished(key::State::failed, [](Case& c) { no_such_key(c), c.now = created + 30s; }), "finished")
      << "look-ups lag";
  // What was sent a moment ago, under a key that was claimed long before.
  const auto just_finished = [](Case& c) { no_such_key(c), c.row.lease_ended = c.now - 30s; };
  EXPECT_EQ(finished(key::State::succeeded, just_finished), "finished") << "look-ups lag";
  EXPECT_EQ(finished(key::State::failed, just_finished), "finished");
  EXPECT_EQ(finished(key::State::failed, [](Case& c) { refused(c), c.evidence.refusal = "review"; }),
            "finished")
      << "not declared final";
  EXPECT_EQ(finished(key::State::in_progress, [](Case& c) { c.evidence = {}; }), "none");
}

class VerdictTable : public testing::TestWithParam<Line> {};

TEST_P(VerdictTable, Holds) {
  Case c;
  GetParam().change(c);
  const Verdict told = c.told();
  EXPECT_EQ(word(told.kind), word(GetParam().kind)) << told.why;
  EXPECT_THAT(told.why, HasSubstr(GetParam().why));
  EXPECT_EQ(told.loud, GetParam().loud);
  const bool settles = told.kind == VerdictKind::settle_succeeded || told.kind == VerdictKind::settle_failed;
  EXPECT_EQ(told.response.has_value(), settles);
  EXPECT_EQ(told.error_code.empty(), told.kind != VerdictKind::settle_failed);
  EXPECT_EQ(told.retry_before.has_value(), told.kind == VerdictKind::release);
}

constexpr auto succeeds = VerdictKind::settle_succeeded, fails = VerdictKind::settle_failed,
               releases = VerdictKind::release, waits = VerdictKind::unresolved,
               asks_person = VerdictKind::needs_human, lacks_response = VerdictKind::done_needs_response;

INSTANTIATE_TEST_SUITE_P(
    Done, VerdictTable,
    testing::Values(
        Line{"matching_with_template", [](Case&) {}, succeeds, "matches"},
        Line{"matching_without_template", [](Case& c) { c.declared.response.reset(); }, lacks_response,
             "no response template"},
        Line{"template_leads_nowhere", [](Case& c) { c.evidence.body = R"({"id":"ch_1"})"; }, lacks_response,
             "cannot be made"},
        Line{"amount_differs", [](Case& c) { c.evidence.echoed.amount = "12.51"; }, asks_person,
             "amount is 12.51 there and 12.50 here", true},
        Line{"amount_is_no_number", [](Case& c) { c.evidence.echoed.amount = "12.50 EUR"; }, asks_person,
             "Whether the effect is ours is unknown: amount is 12.50 EUR there and 12.50 here"},
        Line{"a_difference_is_louder_than_an_amount_that_is_no_number",
             [](Case& c) {
               c.evidence.echoed.amount = "12,50";
               c.evidence.echoed.reference = "order-8";
             },
             asks_person, "another effect under this key: reference", true},
        Line{"currency_differs", [](Case& c) { c.evidence.echoed.currency = "USD"; }, asks_person, "currency",
             true},
        Line{"currency_in_lower_case", [](Case& c) { c.evidence.echoed.currency = "eur"; }, succeeds, ""},
        Line{"currency_prefix", [](Case& c) { c.evidence.echoed.currency = "EU"; }, asks_person, "currency",
             true},
        Line{"reference_differs", [](Case& c) { c.evidence.echoed.reference = "order-8"; }, asks_person,
             "reference", true},
        Line{"reference_in_other_case", [](Case& c) { c.evidence.echoed.reference = "Order-7"; }, asks_person,
             "reference", true},
        Line{"amount_declared_but_missing", [](Case& c) { c.evidence.echoed.amount.reset(); }, asks_person,
             "lacks the amount"},
        Line{"currency_declared_but_missing", [](Case& c) { c.evidence.echoed.currency.reset(); },
             asks_person, "lacks the currency"},
        Line{"reference_declared_but_missing", [](Case& c) { c.evidence.echoed.reference.reset(); },
             asks_person, "lacks the reference"},
        Line{"a_difference_is_louder_than_an_omission",
             [](Case& c) {
               c.evidence.echoed.amount.reset();
               c.evidence.echoed.reference = "order-8";
             },
             asks_person, "reference", true},
        Line{"difference_where_nothing_is_declared",
             [](Case& c) {
               c.declared.echoes_amount = false;
               c.evidence.echoed.amount = "99";
             },
             succeeds, ""},
        Line{"row_that_does_not_know_its_amount", [](Case& c) { c.row.subject.amount.reset(); }, succeeds,
             ""},
        Line{"row_that_knows_nothing_to_compare", [](Case& c) { c.row.subject = {}; }, succeeds,
             "Nothing of the request could be compared"},
        Line{"nothing_is_declared_to_compare",
             [](Case& c) {
               c.declared.echoes_amount = c.declared.echoes_currency = c.declared.echoes_reference = false;
             },
             succeeds, "Nothing of the request could be compared"},
        Line{"duplicate_effects", [](Case& c) { c.evidence.duplicate_effects = true; }, asks_person,
             "more than one effect", true},
        Line{"done_and_cancelled", [](Case& c) { c.evidence.cancel_held = true; }, asks_person, "cancelled",
             true},
        Line{"found_by_reference", [](Case& c) { c.declared.lookup_by_key = false; }, succeeds, ""},
        Line{"found_by_reference_that_is_not_echoed",
             [](Case& c) { c.declared.lookup_by_key = c.declared.echoes_reference = false; }, asks_person,
             "not asked by our key"},
        Line{"found_by_reference_that_the_row_lacks",
             [](Case& c) {
               c.declared.lookup_by_key = false;
               c.row.subject.reference.reset();
             },
             asks_person, "not asked by our key"},
        Line{"after_the_dedupe_window", [](Case& c) { c.now = created + 48h; }, succeeds, ""},
        Line{"before_idempotency", [](Case& c) { c.evidence.status = 401; }, waits, "HTTP 401"},
        Line{"released_row", [](Case& c) { c.row.state = key::State::released; }, succeeds, ""}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

INSTANTIATE_TEST_SUITE_P(Refused, VerdictTable,
                         testing::Values(Line{"final_word", refused, fails, "declined"},
                                         Line{"final_status",
                                              [](Case& c) {
                                                refused(c);
                                                c.evidence.refusal.clear();
                                                c.evidence.status = 402;
                                              },
                                              fails, "402"},
                                         Line{"word_that_is_not_final",
                                              [](Case& c) {
                                                refused(c);
                                                c.evidence.refusal = "try_later";
                                              },
                                              waits, "try_later"},
                                         Line{"word_that_is_not_final_in_a_final_status",
                                              [](Case& c) {
                                                refused(c);
                                                c.evidence.refusal = "in_review";
                                                c.evidence.status = 402;
                                              },
                                              waits, "in_review"},
                                         Line{"nothing_is_final",
                                              [](Case& c) {
                                                refused(c);
                                                c.declared.final_refusals.clear();
                                              },
                                              waits, "not declared final"},
                                         Line{"before_idempotency",
                                              [](Case& c) {
                                                refused(c);
                                                c.evidence.status = 401;
                                              },
                                              waits, "idempotency layer"},
                                         Line{"of_another_amount",
                                              [](Case& c) {
                                                refused(c);
                                                c.evidence.echoed.amount = "99";
                                              },
                                              asks_person, "amount", true}),
                         [](const auto& param_info) { return std::string(param_info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    NoSuchKey, VerdictTable,
    testing::Values(Line{"deduping_inside_the_window", no_such_key, releases, "rolls forward"},
                    Line{"window_and_margin_just_covered",
                         [](Case& c) {
                           no_such_key(c);
                           c.now = created + 24h - 5min;
                         },
                         releases, ""},
                    Line{"margin_not_covered",
                         [](Case& c) {
                           no_such_key(c);
                           c.now = created + 24h - 5min + 1us;
                         },
                         waits, "no longer promises"},
                    Line{"after_the_window",
                         [](Case& c) {
                           no_such_key(c);
                           c.now = created + 25h;
                         },
                         waits, "no longer promises"},
                    Line{"no_deduping", no_dedupe, waits, "not \"never will be\""},
                    Line{"look_ups_lag",
                         [](Case& c) {
                           no_such_key(c);
                           c.now = created + 1min - 1us;
                         },
                         waits, "look-ups lag"},
                    Line{"look_ups_have_caught_up",
                         [](Case& c) {
                           no_such_key(c);
                           c.now = created + 1min;
                         },
                         releases, ""},
                    Line{"clock_before_the_key",
                         [](Case& c) {
                           no_such_key(c);
                           c.now = created - 1min;
                         },
                         waits, "look-ups lag"},
                    Line{"age_not_known",
                         [](Case& c) {
                           no_such_key(c);
                           c.row.created_at = Timestamp::infinity();
                         },
                         waits, "age is not known"},
                    Line{"tombstone_held", tombstone, fails, "will refuse it from now on"},
                    Line{"tombstone_held_on_a_deduping_gateway",
                         [](Case& c) {
                           tombstone(c);
                           c.declared.dedupe_window = 24h;
                         },
                         fails, ""},
                    Line{"tombstone_held_within_the_lag",
                         [](Case& c) {
                           tombstone(c);
                           c.now = created + 1s;
                         },
                         waits, "look-ups lag"},
                    Line{"tombstone_declared_but_not_placed",
                         [](Case& c) {
                           tombstone(c);
                           c.evidence.cancel_held = false;
                         },
                         waits, "not \"never will be\""},
                    Line{"cancel_without_tombstone",
                         [](Case& c) {
                           tombstone(c);
                           c.declared.cancel = Cancel::without_tombstone;
                         },
                         waits, ""},
                    Line{"cancel_nobody_declared",
                         [](Case& c) {
                           tombstone(c);
                           c.declared.cancel = Cancel::none;
                         },
                         waits, ""},
                    Line{"before_idempotency",
                         [](Case& c) {
                           no_such_key(c);
                           c.evidence.status = 401;
                         },
                         waits, "idempotency layer"},
                    Line{"released_already",
                         [](Case& c) {
                           no_such_key(c);
                           c.row.state = key::State::released;
                           c.row.retry_before = created + 24h;
                         },
                         waits, "Released already"},
                    Line{"released_and_past_its_bound_is_an_expired_lease",
                         [](Case& c) {
                           no_such_key(c);
                           c.row.state = key::State::released;
                           c.row.retry_before = c.now;
                         },
                         releases, ""},
                    Line{"released_and_past_the_window",
                         [](Case& c) {
                           no_such_key(c);
                           c.row.state = key::State::released;
                           c.row.retry_before = created + 24h;
                           c.now = created + 24h;
                         },
                         waits, "no client has retried"},
                    Line{"released_past_the_window_and_asked_often",
                         [](Case& c) {
                           no_such_key(c);
                           c.row.state = key::State::released;
                           c.row.retry_before = created + 24h;
                           c.now = created + 24h;
                           c.policy.attempts_so_far = 100;
                         },
                         waits, "which proves nothing"},
                    Line{"released_without_effect_and_without_policy",
                         [](Case& c) {
                           not_retried(c);
                           c.declared.if_not_retried.reset();
                         },
                         waits, "does not say that it then fails"},
                    Line{"released_without_effect", not_retried, fails, "no client has retried in time"},
                    Line{"released_without_effect_and_still_deduped",
                         [](Case& c) {
                           not_retried(c);
                           c.declared.dedupe_window = 100h;
                         },
                         releases, "rolls forward"},
                    Line{"released_without_effect_within_the_lag",
                         [](Case& c) {
                           not_retried(c);
                           c.row.lease_ended = c.now - 1s;
                         },
                         waits, "look-ups lag"},
                    Line{"released_without_that_word",
                         [](Case& c) {
                           not_retried(c);
                           c.row.no_effect = false;
                         },
                         waits, "which proves nothing"},
                    Line{"released_without_effect_that_the_gateway_has",
                         [](Case& c) {
                           const auto evidence = c.evidence;
                           not_retried(c);
                           c.evidence = evidence;
                         },
                         succeeds, "matches"},
                    Line{"released_without_effect_that_is_pending",
                         [](Case& c) {
                           not_retried(c);
                           c.evidence.finding = Finding::pending;
                         },
                         waits, "still working"},
                    Line{"released_without_effect_that_stays_pending",
                         [](Case& c) {
                           not_retried(c);
                           c.evidence.finding = Finding::pending;
                           c.policy.attempts_so_far = 7;
                         },
                         asks_person, "still working"},
                    Line{"released_and_the_gateway_is_silent",
                         [](Case& c) {
                           not_retried(c);
                           c.evidence = {};
                           c.policy.attempts_so_far = 100;
                         },
                         waits, "no evidence"},
                    Line{"released_and_nothing_is_declared",
                         [](Case& c) {
                           not_retried(c);
                           c.is_declared = false;
                         },
                         waits, "No gateway declares anything"},
                    Line{"claimed_again_without_effect",
                         [](Case& c) {
                           not_retried(c);
                           c.row.state = key::State::in_progress;
                         },
                         waits, "no longer promises"},
                    Line{"released_then_cancelled",
                         [](Case& c) {
                           tombstone(c);
                           c.row.state = key::State::released;
                           c.row.retry_before = created + 24h;
                         },
                         fails, ""}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Inconclusive, VerdictTable,
    testing::Values(
        Line{"pending", [](Case& c) { c.evidence.finding = Finding::pending; }, waits, "still working"},
        Line{"unknown", [](Case& c) { c.evidence = {}; }, waits, "no evidence"},
        Line{"unknown_says_why",
             [](Case& c) {
               c.evidence = {};
               c.evidence.why = "HTTP 503";
             },
             waits, "HTTP 503"},
        Line{"unknown_with_a_tombstone",
             [](Case& c) {
               tombstone(c);
               c.evidence.finding = Finding::unknown;
             },
             waits, "no evidence"},
        Line{"last_attempt_but_one",
             [](Case& c) {
               c.evidence = {};
               c.policy.attempts_so_far = 6;
             },
             waits, ""},
        Line{"last_attempt",
             [](Case& c) {
               c.evidence = {};
               c.policy.attempts_so_far = 7;
             },
             asks_person, "Asked 8 times"},
        Line{"last_attempt_pending",
             [](Case& c) {
               c.evidence.finding = Finding::pending;
               c.policy.attempts_so_far = 7;
             },
             asks_person, "still working"},
        Line{"last_attempt_not_found",
             [](Case& c) {
               no_dedupe(c);
               c.policy.attempts_so_far = 100;
             },
             asks_person, "Asked 101 times"},
        Line{"last_attempt_that_settles", [](Case& c) { c.policy.attempts_so_far = 7; }, succeeds, ""},
        Line{"released_and_waiting_is_nobodys_case",
             [](Case& c) {
               no_such_key(c);
               c.row.state = key::State::released;
               c.policy.attempts_so_far = 100;
             },
             waits, "Released already"},
        Line{"nothing_declared_and_done", [](Case& c) { c.is_declared = false; }, asks_person,
             "its answer: done"},
        Line{"nothing_declared_and_not_found",
             [](Case& c) {
               no_such_key(c);
               c.is_declared = false;
             },
             asks_person, "No gateway declares anything"},
        Line{"nothing_declared_and_two_effects",
             [](Case& c) {
               c.is_declared = false;
               c.evidence.duplicate_effects = true;
             },
             asks_person, "more than one effect", true},
        Line{"succeeded_already", [](Case& c) { c.row.state = key::State::succeeded; }, waits,
             "succeeded already"},
        Line{"failed_already", [](Case& c) { c.row.state = key::State::failed; }, waits, "failed already"},
        Line{"failed_already_and_asked_often",
             [](Case& c) {
               c.row.state = key::State::failed;
               c.policy.attempts_so_far = 100;
             },
             waits, "failed already"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(Verdict, NotFoundIsNotFailedWhateverIsDeclared) {
  for (const bool dedupes : {true, false}) {
    for (const Cancel cancel : {Cancel::none, Cancel::without_tombstone, Cancel::with_tombstone}) {
      for (const bool held : {true, false}) {
        Case c;
        no_such_key(c);
        if (!dedupes) c.declared.dedupe_window.reset();
        c.declared.cancel = cancel;
        c.evidence.cancel_held = held;
        const bool may_fail = cancel == Cancel::with_tombstone && held;
        EXPECT_EQ(c.told().kind == VerdictKind::settle_failed, may_fail);
      }
    }
  }
}

TEST(Verdict, UnknownSettlesNothingUnderAnyDeclarationOrTime) {
  for (const auto age : {0h, 1h, 23h, 25h, 8760h}) {
    for (const Cancel cancel : {Cancel::none, Cancel::without_tombstone, Cancel::with_tombstone}) {
      Case c;
      c.evidence.finding = Finding::unknown;  // with everything else that a "done" would have
      c.evidence.refusal = "declined";
      c.evidence.cancel_held = true;
      c.declared.cancel = cancel;
      c.now = created + Duration(age);
      EXPECT_EQ(c.told().kind, VerdictKind::unresolved);
    }
  }
}

TEST(Verdict, AResponseIsMadeFromEvidence) {
  const Verdict told = Case().told();
  ASSERT_TRUE(told.response);
  EXPECT_EQ(told.response->code, 201);
  EXPECT_EQ(told.response->body, R"({"id":"ch_1","amount":12.5})");
  EXPECT_EQ(told.response->headers, (std::vector<key::Header>{{"Content-Type", "application/json"}}));
}

TEST(Verdict, AReleaseEndsWithTheWindowThatCountsFromTheKey) {
  Case c;
  no_such_key(c);
  c.now = created + 20h;
  EXPECT_EQ(c.told().retry_before, created + 24h - 5min)
      << "who claims at the very end must still reach the gateway inside its window";
}

TEST(Verdict, ARefusalIsStoredAsAProblemTheClientCanActOn) {
  Case c;
  refused(c);
  c.declared.refusal_status = 402;
  const Verdict told = c.told();
  ASSERT_TRUE(told.response);
  EXPECT_EQ(told.response->code, 402);
  EXPECT_EQ(told.error_code, "PROVIDER.refused");
  EXPECT_THAT(told.response->headers,
              testing::Contains(key::Header{"Content-Type", "application/problem+json"}));
  EXPECT_THAT(told.response->body, HasSubstr(R"("error_code":"PROVIDER.refused")"));
}

TEST(Verdict, ACancelIsStoredAsAProblemNobodyRetries) {
  Case c;
  tombstone(c);
  const Verdict told = c.told();
  ASSERT_TRUE(told.response);
  EXPECT_EQ(told.response->code, 422);
  EXPECT_EQ(told.error_code, "PROVIDER.cancelled");
  EXPECT_THAT(told.response->body, HasSubstr(R"("error_code":"PROVIDER.cancelled")"));
}

TEST(Verdict, AKeyThatNobodyRetriesFailsWithTheAnswerOfItsOperation) {
  Case c;
  not_retried(c);
  c.declared.if_not_retried->status = 410;
  c.declared.if_not_retried->error_code = "ORDERS.gave_up";
  const Verdict told = c.told();
  ASSERT_TRUE(told.response);
  EXPECT_EQ(told.response->code, 410);
  EXPECT_EQ(told.error_code, "ORDERS.gave_up");
  EXPECT_THAT(told.response->headers,
              testing::Contains(key::Header{"Content-Type", "application/problem+json"}));
  EXPECT_THAT(told.response->body, HasSubstr(R"("error_code":"ORDERS.gave_up")"));
  EXPECT_THAT(told.response->body, HasSubstr(R"("detail":"Use a new key.")"));
}

// Or a store with many of them would ask the gateway about little else.
TEST(Verdict, AKeyThatWaitsIsAskedAboutOnceADay) {
  Case c;
  not_retried(c);
  c.declared.if_not_retried.reset();
  EXPECT_EQ(c.told().ask_again_after, Duration(24h));
  EXPECT_TRUE(c.told().waits);
  c.declared.if_not_retried = gateway::IfNotRetried{.after = 3h};
  c.now = *c.row.retry_before + 1h;
  EXPECT_EQ(c.told().ask_again_after, Duration(2h)) << "then it fails";
  c.evidence = {};
  EXPECT_EQ(c.told().ask_again_after, std::nullopt) << "a silent gateway is asked soon";
  EXPECT_FALSE(c.told().waits);
  c.policy.attempts_so_far = 7;
  EXPECT_EQ(c.told().ask_again_after, Duration(24h)) << "but not for ever";
}

TEST(Verdict, RetryAfterIsHonoured) {
  Case c;
  c.evidence.retry_after = 90s;
  c.evidence.finding = Finding::unknown;
  EXPECT_EQ(c.told().ask_again_after, Duration(90s));
  c.evidence.finding = Finding::pending;
  EXPECT_EQ(c.told().ask_again_after, Duration(90s));
}

TEST(Verdict, RetryAfterParksNoKeyForLongerThanAnHour) {
  const std::pair<Duration, Duration> table[] = {
      {-1s, 0s},
      {0s, 0s},
      {1us, 1us},
      {59min, 59min},
      {1h, 1h},
      {1h + 1us, 1h},
      {24h * 30, 1h},
      {Duration::max(), 1h},
      {Duration::min(), 0s},
  };
  for (const auto& [asked, granted] : table) {
    Case c;
    c.evidence.retry_after = asked;
    for (const Finding finding : {Finding::unknown, Finding::pending}) {
      c.evidence.finding = finding;
      EXPECT_EQ(c.told().ask_again_after, granted) << asked.count();
    }
    // From before the gateway's idempotency layer.
    c.evidence.finding = Finding::refused;
    c.evidence.status = 401;
    EXPECT_EQ(c.told().ask_again_after, granted) << asked.count();
  }
}

TEST(Verdict, WhatTheOperatorDeclaredIsNotCutToAnHour) {
  Case c;
  no_such_key(c);
  c.declared.lookup_lag = 3h;
  c.now = created + 20s;
  EXPECT_EQ(c.told().ask_again_after, Duration(3h - 20s));
}

TEST(Verdict, LaggingLookUpsAreAskedAgainWhenTheyHaveCaughtUp) {
  Case c;
  no_such_key(c);
  c.now = created + 20s;
  EXPECT_EQ(c.told().ask_again_after, Duration(40s));
}

TEST(Verdict, ShowsHostileTextSpelledOut) {
  Case c;
  c.evidence.finding = Finding::unknown;
  c.evidence.why = "line\nbreak \xE2\x80\xAE";
  EXPECT_THAT(c.told().why, HasSubstr("line\\nbreak \\u{202e}"));
}

}  // namespace
}  // namespace onceover::reconcile
