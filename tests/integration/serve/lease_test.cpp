// SPDX-License-Identifier: Apache-2.0
// One request by lease: what its handler returns, throws, or leaves behind when it dies.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "core/key/fingerprint.h"
#include "tests/integration/serve/fixture.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST_F(ServeTest, TheFirstAnswerIsStoredAndReplayedByteByByte) {
  const std::string body("{\"a\":\0\xFF}", 8);
  const auto first = post("k", answers(created(body)));
  EXPECT_EQ(first.status, 201);
  EXPECT_EQ(header(first, "Idempotency-Status"), "stored");
  EXPECT_EQ(header(first, "Date"), "now") << "the handler's own, once";
  const auto second = post("k");
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(second.body, body);
  EXPECT_EQ(second.headers, (std::vector<key::Header>{{"Content-Type", "application/json"},
                                                      {"Idempotency-Status", "replayed"}}));
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(server->serve(refunds, request("k", "{}"), answers()).status, 422);
  refunds.mismatch = http::MismatchStatus::conflict_409;
  EXPECT_EQ(server->serve(refunds, request("k", "{}"), answers()).status, 409);
  EXPECT_EQ(runs, 1);
}

TEST_F(ServeTest, ARequestWithoutAKeyIsRefusedAndLeavesNothing) {
  EXPECT_EQ(server->serve(refunds, {.tenant = "acme"}, answers()).status, 400);
  EXPECT_EQ(code_of(server->serve(refunds, request("a\tb"), answers())),
            "VALIDATION.idempotency.key_malformed");
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
}

TEST_F(ServeTest, ARefusalIsStoredWithItsCode) {
  const auto answer = post("k", answers({402, {}, R"({"error_code":"PROVIDER.refused"})"}));
  EXPECT_EQ(header(answer, "Idempotency-Status"), "stored");
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || error_code FROM onceover.keys"), "failed PROVIDER.refused");
  EXPECT_EQ(post("k").status, 402);
  EXPECT_EQ(runs, 1);
}

TEST_F(ServeTest, AnAnswerThatIsNotFinalIsUnknownToTheClient) {
  for (const int status : {401, 403, 408, 409, 423, 425, 429, 500, 502, 503, 504}) {
    const std::string key = "k" + std::to_string(status);
    const auto answer = post(key, answers({status, {}, "key in use"}));
    expect_unknown(answer, key);
    EXPECT_THAT(answer.body, testing::Not(HasSubstr("key in use")));
  }
}

TEST_F(ServeTest, AHandlerThatThrowsLeavesTheOutcomeUnknown) {
  std::string said;
  serve::Server told(options(), {.on_event = [&](const metrics::Event& event) { said = event.error; }});
  expect_unknown(told.serve(refunds, request("k"),
                            [](const serve::Work&) -> serve::Handled { throw std::runtime_error("socket"); }),
                 "k");
  EXPECT_THAT(said, HasSubstr("socket"));
  expect_unknown(post("odd", [](const serve::Work&) -> serve::Handled { throw 1; }), "odd");
  EXPECT_EQ(code_of(post("k")), "CONFLICT.idempotency.in_progress") << "the lease runs on";
  expire_lease("k");
  EXPECT_EQ(code_of(post("k")), "CONFLICT.idempotency.awaiting_reconciliation");
  EXPECT_EQ(runs, 0);
}

TEST_F(ServeTest, AHandlerThatDiesLeavesItsKeyToEvidenceOrToATakeOver) {
  const pid_t child = ::fork();
  if (child == 0) {
    serve::Server dies(options());
    dies.serve(refunds, request("k"), [](const serve::Work&) -> serve::Handled { ::_exit(86); });
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(WEXITSTATUS(status), 86);
  EXPECT_EQ(state_of("k"), "in_progress");
  expire_lease("k");
  EXPECT_EQ(code_of(post("k")), "CONFLICT.idempotency.awaiting_reconciliation");
  refunds.policy.rerunnable_for = 24h;
  bool taken_over = false;
  std::string downstream;
  EXPECT_EQ(post("k",
                 [&](const serve::Work& work) -> serve::Handled {
                   taken_over = work.claim.taken_over;
                   downstream = work.downstream_key("refund");
                   return serve::Answered{created()};
                 })
                .status,
            201);
  EXPECT_TRUE(taken_over);
  EXPECT_EQ(downstream, key::downstream_key({"acme", "POST /refunds", "k"}, "refund"))
      << "the key of the first attempt";
}

TEST_F(ServeTest, WhatHadNoEffectIsReleasedAndRunsAgain) {
  const auto none = [](const serve::Work&) -> serve::Handled {
    return serve::NoEffect{http::dependency_unavailable(1s)};
  };
  const auto answer = post("k", none);
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(header(answer, "Idempotency-Status"), "");
  EXPECT_EQ(state_of("k"), "released");
  EXPECT_EQ(post("k").status, 201);
  // Of a key that an earlier attempt may have executed, only within the gateway's window.
  post("later",
       [](const serve::Work&) -> serve::Handled { return serve::Unknown{"The gateway did not answer."}; });
  expire_lease("later");
  refunds.policy.rerunnable_for = 24h;
  post("later", none);
  EXPECT_EQ(raw.scalar("SELECT (retry_before = created_at + interval '24 hours')::text FROM onceover.keys "
                       "WHERE key = 'later'"),
            "true");
}

TEST_F(ServeTest, TheLeaseIsRenewedWhileTheHandlerRuns) {
  refunds.policy.lease = 900ms;
  const auto answer = post("k", [&](const serve::Work& work) -> serve::Handled {
    const std::string first = raw.scalar("SELECT locked_until FROM onceover.keys");
    // Three times: the first lease is over by then.
    std::string last = first;
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(eventually([&] { return raw.scalar("SELECT locked_until FROM onceover.keys") != last; }));
      last = raw.scalar("SELECT locked_until FROM onceover.keys");
    }
    EXPECT_FALSE(work.is_lost());
    return serve::Answered{created()};
  });
  EXPECT_EQ(header(answer, "Idempotency-Status"), "stored");
}

TEST_F(ServeTest, AHandlerThatHangsKeepsItsLeaseForABoundedTime) {
  refunds.policy.lease = 300ms;
  refunds.renew_for = 500ms;
  post("k", [&](const serve::Work&) -> serve::Handled {
    EXPECT_TRUE(eventually([&] {
      return raw.scalar("SELECT (locked_until < clock_timestamp())::text FROM onceover.keys") == "true";
    }));
    return serve::Unknown{};
  });
}

TEST_F(ServeTest, AHandlerWhoseLeaseIsLostGetsToKnowAndItsClientGetsWhatIsStored) {
  refunds.policy.lease = 600ms;
  refunds.policy.rerunnable_for = 24h;
  const auto other = make({});
  const auto answer = post("k", [&](const serve::Work& work) -> serve::Handled {
    expire_lease("k");
    EXPECT_EQ(other->serve(refunds, request("k"), answers(created("theirs"))).status, 201);
    EXPECT_TRUE(eventually([&] { return work.is_lost(); }));
    return serve::Answered{created("ours")};
  });
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(answer.body, "theirs");
  EXPECT_EQ(header(answer, "Idempotency-Status"), "replayed");
}

TEST_F(ServeTest, AnExecutorThatIsTakenOverInItsOwnProcessGetsToKnow) {
  refunds.policy.rerunnable_for = 24h;
  refunds.policy.lease = 200ms;
  refunds.renew_for = 0s;
  const auto answer = post("k", [&](const serve::Work& work) -> serve::Handled {
    EXPECT_TRUE(eventually(
        [&] { return header(post("k", answers(created("theirs"))), "Idempotency-Status") == "stored"; }));
    EXPECT_TRUE(work.is_lost());
    return serve::Answered{created("ours")};
  });
  EXPECT_EQ(answer.body, "theirs");
  EXPECT_EQ(runs, 1);
}

TEST_F(ServeTest, ALostConnectionBetweenClaimAndCompletionLosesNoAnswer) {
  const auto cut = [&] {
    raw.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'serve-test'");
  };
  const auto plain = post("k", [&](const serve::Work&) -> serve::Handled {
    cut();
    return serve::Answered{created()};
  });
  EXPECT_EQ(header(plain, "Idempotency-Status"), "stored") << plain.body;
  raw.exec("CREATE TABLE refunds (key text)");
  const auto with_rows = post("r", [&](const serve::Work& work) -> serve::Handled {
    cut();
    return serve::Answered{created(),
                           {{"INSERT INTO public.refunds VALUES ($1::text)", pg::params(work.claim.id.key)}}};
  });
  EXPECT_EQ(header(with_rows, "Idempotency-Status"), "stored") << with_rows.body;
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ') FROM refunds"), "r");
  EXPECT_EQ(header(post("r"), "Idempotency-Status"), "replayed");
}

TEST_F(ServeTest, AnAnswerThatCannotBeStoredIsNotDenied) {
  expect_unknown(post("k",
                      [](const serve::Work&) -> serve::Handled {
                        return serve::Answered{created(), {{"INSERT INTO public.nowhere VALUES (1)", {}}}};
                      }),
                 "k");
}

TEST_F(ServeTest, WithoutAStoreNothingIsExecuted) {
  server = make([](serve::Options& options) { options.store.conninfo = "host=/nowhere"; });
  const auto answer = post("k");
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(code_of(answer), "DEPENDENCY.unavailable");
  EXPECT_THAT(answer.body,
              HasSubstr("This request was not executed; an earlier one with this key may have been."));
  EXPECT_EQ(runs, 0);
}

TEST_F(ServeTest, ARequestWithTooLittleTimeIsRefusedBeforeItClaims) {
  refunds.needs = 2s;
  const std::vector<key::Header> little{{"X-Request-Timeout", "1500"}};
  const auto answer = post("k", answers(), little);
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(code_of(answer), "TRANSIENT.deadline_too_short");
  EXPECT_EQ(state_of("k"), "none");
  Duration left{0};
  post("k",
       [&](const serve::Work& work) -> serve::Handled {
         left = std::chrono::duration_cast<Duration>(work.incoming.deadline - Steady::now());
         return serve::Answered{created()};
       },
       {{"X-Request-Timeout", "60s"}});
  EXPECT_GT(left, 2s);
  EXPECT_LE(left, 60s);
  EXPECT_EQ(header(post("k", answers(), little), "Idempotency-Status"), "replayed")
      << "a replay has time enough";
}

TEST_F(ServeTest, ARateLimitSeesOnlyNewKeys) {
  int asked = 0;
  bool admits = true;
  refunds.admit = [&](const serve::Request&) -> std::optional<http::Answer> {
    ++asked;
    return admits ? std::nullopt : std::optional(http::Answer{429, {}, ""});
  };
  post("k");
  EXPECT_EQ(asked, 1);
  admits = false;
  EXPECT_EQ(post("k").status, 201) << "a replay";
  EXPECT_EQ(server->serve(refunds, request("k", "{}"), answers()).status, 422);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(post("new").status, 429);
  EXPECT_EQ(state_of("new"), "none");
  EXPECT_EQ(asked, 2);
}

TEST_F(ServeTest, OneOperationMayBeServedInSeveralLanguages) {
  // As a service that calls the SQL contract: the fingerprint is of the bytes.
  const std::string body = R"({"amount":1000})",
                    named = "tenant => 'acme', operation => 'POST /refunds', key => ";
  const auto outcome_in_sql = [&](const std::string& key) {
    return raw.scalar(
        "SELECT outcome FROM onceover.look(" + named + "$1, fingerprint => sha256(convert_to($2, 'UTF8')))",
        {key, body});
  };
  const auto status_of = [&](const std::string& key) {
    return http::values_of(post(key).headers, http::idempotency_status_header).front();
  };
  raw.exec("SELECT FROM onceover.record(" + named + "'theirs', fingerprint => sha256(convert_to('" + body +
           "', 'UTF8')), attempt => gen_random_uuid(), state => 'succeeded', code => 201, headers => '{}', "
           "body => 'their answer')");
  EXPECT_EQ(status_of("theirs"), "replayed");

  refunds.is_fingerprint_raw = true;
  EXPECT_EQ(status_of("ours"), "stored");
  EXPECT_EQ(outcome_in_sql("ours"), "replay");

  // What was stored before the kind was changed.
  refunds.is_fingerprint_raw = false;
  EXPECT_EQ(status_of("earlier"), "stored");
  EXPECT_EQ(outcome_in_sql("earlier"), "mismatch");
  refunds.is_fingerprint_raw = true;
  EXPECT_EQ(status_of("earlier"), "replayed");
  EXPECT_EQ(runs, 2);
}

// The row keeps its fingerprint, by which it is recognised: also where it is taken over.
TEST_F(ServeTest, AKeyOfAnotherLanguageIsTakenOver) {
  const auto stored = [&](const std::string& key) {
    return raw.scalar("SELECT encode(fingerprint, 'hex') FROM onceover.keys WHERE key = $1", {key});
  };
  const std::string raw_print = key::text(key::fingerprint_raw(request("k").body)).substr(11);
  for (const std::string key : {"expired", "released"}) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, "
        "owner, locked_until, retention_s, correlation_id) VALUES ('acme', 'POST /refunds', '" +
        key + "', 'in_progress', 'raw-sha256', decode('" + raw_print +
        "', 'hex'), nextval('onceover.fence'), 'node', clock_timestamp() + interval '1 ms', 3600, 'first')");
    if (key == "released")
      raw.tamper(
          "UPDATE onceover.keys SET state = 'released', locked_until = NULL, expires_at = clock_timestamp() "
          "+ interval '1 h' WHERE key = 'released'");
    refunds.policy.rerunnable_for = std::chrono::hours(24);
    EXPECT_TRUE(eventually([&] { return post(key).status == 201; })) << key;
    EXPECT_EQ(state_of(key), "succeeded");
    EXPECT_EQ(stored(key), raw_print);
    EXPECT_EQ(raw.scalar("SELECT correlation_id FROM onceover.keys WHERE key = $1", {key}), "first");
  }
  EXPECT_EQ(runs, 2);
}

// The row keeps the fingerprint of its first request, whichever salt was current then.
TEST_F(ServeTest, ASaltIsRotatedWithoutAMismatch) {
  refunds.salts = {"the old salt"};
  EXPECT_EQ(post("old").status, 201);
  const std::string stored =
      raw.scalar("SELECT encode(fingerprint, 'hex') FROM onceover.keys WHERE key = 'old'");
  EXPECT_NE(stored, key::text(key::fingerprint(request("old").body)).substr(11));
  refunds.salts = {"the new salt", "the old salt"};
  EXPECT_THAT(post("old").headers, testing::Contains(testing::Pair("Idempotency-Status", "replayed")));
  EXPECT_EQ(server->serve(refunds, request("old", "{}"), answers()).status, 422);
  EXPECT_EQ(raw.scalar("SELECT encode(fingerprint, 'hex') FROM onceover.keys WHERE key = 'old'"), stored);
  EXPECT_EQ(post("new").status, 201);
  refunds.salts = {"the new salt"};
  EXPECT_THAT(post("new").headers, testing::Contains(testing::Pair("Idempotency-Status", "replayed")));
  EXPECT_EQ(post("old").status, 422) << "its salt is forgotten";
  EXPECT_EQ(runs, 2);
}

TEST_F(ServeTest, EveryRequestIsCountedByWhatItGot) {
  std::vector<std::string> said;
  serve::Server told(options(),
                     {&counters, [&](const metrics::Event& event) {
                        totals.add(event);
                        said.push_back(fmt::format("{} {} {} {}>{} {} {} {}", event.outcome, event.status,
                                                   event.key, event.from, event.to, event.error_code,
                                                   event.correlation_id, event.traceparent));
                      }});
  const auto send = [&](const std::string& key, const std::string& body, const Handler& handler) {
    told.serve(refunds, request(key, body, {{"X-Request-Id", "id-1"}, {"traceparent", "00-1"}}), handler);
  };
  send("k", "1", answers());
  send("k", "1", answers());
  send("k", "2", answers());
  send("u", "1", [](const serve::Work&) -> serve::Handled { return serve::Unknown{}; });
  send("u", "1", answers());
  told.serve(refunds, {}, answers());
  EXPECT_THAT(said, testing::ElementsAre("stored 201 k in_progress>succeeded  id-1 00-1",
                                         "replayed 201 k >  id-1 00-1",
                                         "mismatch 422 k > CONFLICT.idempotency.payload_mismatch id-1 00-1",
                                         "unknown 503 u in_progress> DEPENDENCY.timeout id-1 00-1",
                                         "in_progress 409 u > CONFLICT.idempotency.in_progress id-1 00-1",
                                         "malformed 400  > VALIDATION.idempotency.key_missing  "));
  EXPECT_THAT(totals.text(),
              HasSubstr(R"(onceover_requests_total{operation="POST /refunds",outcome="stored"} 1)"));
  EXPECT_THAT(totals.text(), HasSubstr(R"(onceover_completion_seconds_count{operation="POST /refunds"} 1)"));
}

}  // namespace
}  // namespace onceover::test
