// SPDX-License-Identifier: Apache-2.0
// Effects that are rows of the same database; and calls to another service over HTTP.
#include <fmt/format.h>

#include <stdexcept>

#include "app/try/local_http.h"
#include "tests/integration/serve/fixture.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;
using serve::Answered;

class WithinTest : public ServeTest {
 protected:
  void SetUp() override { raw.exec("CREATE TABLE notes (key text)"); }
  const serve::Operation notes{.name = "POST /notes"};
  static pg::Statement note(const std::string& key) {
    return {"INSERT INTO public.notes VALUES ($1::text)", pg::params(key)};
  }
  http::Answer within(const std::string& key,
                      const std::function<Result<Answered>(pg::Connection&)>& handler) {
    return server->serve_within(
        notes, request(key), [&](pg::Connection& connection, const engine::Claim& claim) -> Result<Answered> {
          ++runs;
          const auto row = note(claim.id.key);
          require(connection.exec(row.sql, row.params));
          return handler(connection);
        });
  }
  std::string rows() { return raw.scalar("SELECT coalesce(string_agg(key, ' '), '') FROM notes"); }
};

TEST_F(WithinTest, KeyRowsAndAnswerCommitTogether) {
  const auto good = [](pg::Connection&) -> Result<Answered> { return Answered{created()}; };
  EXPECT_EQ(header(within("k", good), "Idempotency-Status"), "stored");
  EXPECT_EQ(header(within("k", good), "Idempotency-Status"), "replayed");
  EXPECT_EQ(rows(), "k");
  EXPECT_EQ(runs, 1);
}

TEST_F(WithinTest, WhatFailsOrThrowsOrIsNotFinalLeavesNothing) {
  const auto fails = within("k", [](pg::Connection& connection) -> Result<Answered> {
    require(connection.exec("SELECT 1 / 0"));
    return Answered{created()};
  });
  EXPECT_EQ(code_of(fails), "DEPENDENCY.unavailable");
  const auto throws =
      within("k", [](pg::Connection&) -> Result<Answered> { throw std::runtime_error("no"); });
  EXPECT_EQ(throws.status, 503);
  const auto busy = within("k", [](pg::Connection&) -> Result<Answered> {
    return Answered{{409, {}, "busy"}};
  });
  EXPECT_EQ(busy.status, 409);
  EXPECT_EQ(header(busy, "Idempotency-Status"), "");
  EXPECT_EQ(rows(), "");
  EXPECT_EQ(state_of("k"), "none");
  EXPECT_EQ(within("k", [](pg::Connection&) -> Result<Answered> { return Answered{created()}; }).status, 201);
  EXPECT_EQ(runs, 4);
}

TEST_F(WithinTest, WhatIsKnownBeforeTheClaimTakesOneFlush) {
  const auto post_known = [&](const std::string& body) {
    return server->serve_known(notes, request("k", body), {created(), {note("k")}});
  };
  EXPECT_EQ(header(post_known("1"), "Idempotency-Status"), "stored");
  EXPECT_EQ(header(post_known("1"), "Idempotency-Status"), "replayed");
  EXPECT_EQ(post_known("2").status, 422);
  EXPECT_EQ(rows(), "k");
  EXPECT_EQ(
      server->serve_known(notes, request("bad"), {created(), {{"INSERT INTO public.nowhere VALUES (1)", {}}}})
          .status,
      503);
  EXPECT_EQ(state_of("bad"), "none");
}

// A gateway over HTTP, and a caller for it.
class CalledTest : public ServeTest {
 protected:
  std::function<http::Answer(const try_it::HttpRequest&)> gateway;
  std::atomic<int> calls = 0;
  std::unique_ptr<try_it::HttpServer> http = try_it::HttpServer::start(
                                                 [this](const try_it::HttpRequest& got) {
                                                   ++calls;
                                                   return gateway(got);
                                                 },
                                                 {.threads = 4})
                                                 .value();
  call::Config config{
      .name = "gateway", .policy = {.attempts = 2, .base = 1ms}, .attempt_timeout = 5s, .lease = 30s};

  http::Answer refund(const std::string& key, std::vector<key::Header> more = {}) {
    const auto caller = call::Caller::make(config, {.is_plain_http = true}, totals.sink()).value();
    return post(
        key,
        [&](const serve::Work& work) {
          const std::string url = fmt::format("http://127.0.0.1:{}/refunds", http->port());
          return from_call(
              work, caller->send(work.incoming,
                                 {"POST", url, {{"Idempotency-Key", work.downstream_key("refund")}}, "{}"}));
        },
        std::move(more));
  }
};

TEST_F(CalledTest, ItsAnswerIsTheHandlersUnderADownstreamKey) {
  try_it::HttpRequest got;
  gateway = [&](const try_it::HttpRequest& request) -> http::Answer {
    got = request;
    return {201, {{"Content-Type", "application/json"}, {"Location", "/theirs"}}, R"({"id":"rf_1"})"};
  };
  const auto answer = refund("k");
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(answer.body, R"({"id":"rf_1"})");
  EXPECT_EQ(header(answer, "Location"), "") << "of the gateway's own paths";
  EXPECT_EQ(got.header("Idempotency-Key"), key::downstream_key({"acme", "POST /refunds", "k"}, "refund"));
  EXPECT_EQ(got.header("X-Request-Timeout"), "5000");
  EXPECT_EQ(got.header("Onceover-Do-Not-Retry"), "1");
  const auto again = refund("k");
  EXPECT_EQ(again.body, answer.body);
  EXPECT_EQ(header(again, "Idempotency-Status"), "replayed");
  EXPECT_EQ(calls, 1);
}

TEST_F(CalledTest, AKeyInUseThereIsNeitherFailedNorTold) {
  gateway = [](const try_it::HttpRequest&) -> http::Answer { return {409, {}, R"({"error":"key in use"})"}; };
  const auto answer = refund("k");
  expect_unknown(answer, "k");
  EXPECT_THAT(answer.body, testing::Not(testing::HasSubstr("key in use")));
  EXPECT_EQ(calls, 1) << "and not sent again";
}

TEST_F(CalledTest, ATimeoutAfterSendingIsUnknown) {
  Gate over;
  gateway = [&](const try_it::HttpRequest&) -> http::Answer {
    over.wait();
    return {201, {}, "{}"};
  };
  config.attempt_timeout = 100ms;
  expect_unknown(refund("k"), "k");
  EXPECT_EQ(calls, 2);
  EXPECT_THAT(totals.text(), testing::HasSubstr(R"(onceover_call_retries_total{service="gateway"} 1)"));
  over.open();
  http.reset();  // its handlers wait at this gate
}

TEST_F(CalledTest, WhoAskedNotToRetryIsObeyed) {
  gateway = [](const try_it::HttpRequest&) -> http::Answer { return {503, {{"Retry-After", "7"}}, "{}"}; };
  const auto answer = refund("k", {{"Onceover-Do-Not-Retry", "1"}});
  expect_unknown(answer, "k");
  EXPECT_EQ(header(answer, "Retry-After"), "7") << "of the gateway";
  EXPECT_EQ(calls, 1);
}

TEST_F(CalledTest, WhatWasNeverSentIsReleased) {
  gateway = [](const try_it::HttpRequest&) { return created(); };
  http.reset();
  const auto reserved = try_it::ReservedPort::reserve().value();
  const auto caller = call::Caller::make({.policy = {.attempts = 2, .base = 1ms}, .attempt_timeout = 1s},
                                         {.is_plain_http = true})
                          .value();
  const auto nowhere = [&](const serve::Work& work) {
    const std::string url = fmt::format("http://127.0.0.1:{}/", reserved.port());
    return from_call(work, caller->send(work.incoming, {"POST", url, {{"Idempotency-Key", "k"}}, "{}"}));
  };
  const auto answer = post("k", nowhere);
  EXPECT_EQ(code_of(answer), "DEPENDENCY.unavailable");
  EXPECT_THAT(answer.body, testing::HasSubstr("Nothing was executed"));
  EXPECT_EQ(state_of("k"), "released");
  // Not where an earlier attempt may have reached it.
  post("t", [](const serve::Work&) -> serve::Handled { return serve::Unknown{}; });
  expire_lease("t");
  refunds.policy.rerunnable_for = 24h;
  expect_unknown(post("t", nowhere), "t");
}

}  // namespace
}  // namespace onceover::test
