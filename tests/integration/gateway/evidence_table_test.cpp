// SPDX-License-Identifier: Apache-2.0
// From the wire to the verdict: every line of the contract's table, and every answer of FAULTS, F17, over
// real HTTP.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "core/gateway/http_gateway.h"
#include "core/key/identity.h"
#include "core/reconcile/ask.h"
#include "tests/integration/gateway/fake_gateway.h"

namespace onceover::gateway {
namespace {

using namespace std::chrono_literals;
using reconcile::VerdictKind;
using testing::HasSubstr;

constexpr Timestamp table_now{1'800'000'000'000'000};

browse::KeyRow table_row() {
  browse::KeyRow row;
  row.id = {"acme", "pay", "r-1"};
  row.state = key::State::in_progress;
  row.created_at = table_now - 20min;
  row.locked_until = table_now - 10min;
  row.subject = {std::nullopt, "12.50", "EUR", "order-7"};
  return row;
}

// What the gateway declares, line by line of TOML.
struct Declares {
  std::string more;  // within [declare]
  bool with_template = true;
  std::string cancel;  // with_tombstone, without_tombstone
};

Config declared_by(const std::string& base_url, const Declares& declares) {
  std::string toml = "version = 1\nname = \"acme\"\nbase_url = \"" + base_url + R"("
[lookup]
url = "/effects/{key}"
status = "/status"
done = ["captured"]
refused = ["declined", "bounced"]
pending = ["processing"]
echoed_key = "/key"
amount = "/amount"
currency = "/currency"
reference = "/reference"
[limits]
timeout_ms = 5000
max_answer_bytes = 4096
[declare]
lookup_lag_s = 5
before_idempotency = [401]
final_refusals = ["declined"]
)" + declares.more + "\n";
  if (!declares.cancel.empty())
    toml += "[cancel]\nurl = \"/effects/{key}/cancel\"\nsemantics = \"" + declares.cancel +
            "\"\nstatus = \"/status\"\nheld = [\"cancelled\"]\n";
  toml += "[[operation]]\nname = \"pay\"\neffect = \"charge\"\n";
  if (declares.with_template) toml += "[operation.response]\ncode = 201\nbody = '{\"id\":\"{{/id}}\"}'\n";
  auto config = parse_config(toml, "acme.toml");
  if (!config) throw std::runtime_error(config.error().sentence());
  return *std::move(config);
}

// {key} stands for the downstream key.
struct TableLine {
  const char* name;
  Declares declares;
  int status;
  const char* body;
  VerdictKind verdict;
  bool loud = false;
  const char* why = "";
  Duration age = 20min;
};

std::string told_of(std::string_view text) {
  std::string out(text);
  const std::string own = key::downstream_key(table_row().id, "charge");
  for (std::size_t at; (at = out.find("{key}")) != std::string::npos;) out.replace(at, 5, own);
  return out;
}

constexpr const char* done_answer =
    R"({"id":"e-1","key":"{key}","status":"captured","amount":"12.5","currency":"eur","reference":"order-7"})";

reconcile::JudgedEvidence asked_of(HttpGateway& gateway, Duration age = 20min) {
  browse::KeyRow row = table_row();
  row.created_at = table_now - age;
  row.locked_until = table_now - age / 2;
  return reconcile::ask(gateway, {row}, table_now, {.deadline = Steady::now() + 20s, .may_cancel = true})
      .at(0);
}

class EvidenceTable : public testing::TestWithParam<TableLine> {};

TEST_P(EvidenceTable, LeadsFromTheAnswerToItsVerdict) {
  const TableLine& line = GetParam();
  FakeGateway fake([&](const httplib::Request& request, httplib::Response& response) {
    const bool is_cancel = request.method == "POST";
    response.status = is_cancel ? 200 : line.status;
    response.set_content(is_cancel ? told_of(R"({"key":"{key}","status":"cancelled"})") : told_of(line.body),
                         "application/json");
  });
  HttpGateway gateway(declared_by(fake.url(), line.declares), std::nullopt);
  const reconcile::JudgedEvidence asked = asked_of(gateway, line.age);
  EXPECT_EQ(reconcile::word(asked.verdict.kind), reconcile::word(line.verdict)) << asked.verdict.why;
  EXPECT_EQ(asked.verdict.loud, line.loud);
  EXPECT_THAT(asked.verdict.why, HasSubstr(line.why));
  EXPECT_EQ(asked.verdict.response.has_value(),
            line.verdict == VerdictKind::settle_succeeded || line.verdict == VerdictKind::settle_failed);
}

const Declares dedupes{"dedupe_window_s = 3600"};
const Declares forgets{};
const Declares no_template{"", false};

INSTANTIATE_TEST_SUITE_P(
    Contract, EvidenceTable,
    testing::Values(
        TableLine{"done_and_matching_with_a_template_settles_succeeded", forgets, 200, done_answer,
                  VerdictKind::settle_succeeded},
        TableLine{"done_and_matching_without_one_waits_for_a_response", no_template, 200, done_answer,
                  VerdictKind::done_needs_response},
        TableLine{
            "done_with_another_amount_is_loud", forgets, 200,
            R"({"key":"{key}","status":"captured","amount":"12.51","currency":"EUR","reference":"order-7"})",
            VerdictKind::needs_human, true, "amount is 12.51 there and 12.50 here"},
        TableLine{
            "done_in_another_currency_is_loud", forgets, 200,
            R"({"key":"{key}","status":"captured","amount":"12.50","currency":"USD","reference":"order-7"})",
            VerdictKind::needs_human, true, "currency"},
        TableLine{
            "done_for_another_reference_is_loud", forgets, 200,
            R"({"key":"{key}","status":"captured","amount":"12.50","currency":"EUR","reference":"order-8"})",
            VerdictKind::needs_human, true, "reference"},
        TableLine{"done_without_what_is_declared_to_be_echoed_needs_a_person", forgets, 200,
                  R"({"key":"{key}","status":"captured","currency":"EUR","reference":"order-7"})",
                  VerdictKind::needs_human, false, "lacks the amount"},
        TableLine{"refused_with_a_final_word_settles_failed", forgets, 200,
                  R"({"key":"{key}","status":"declined"})", VerdictKind::settle_failed},
        TableLine{"refused_with_a_word_that_is_not_final_stays_open", forgets, 200,
                  R"({"key":"{key}","status":"bounced"})", VerdictKind::unresolved},
        TableLine{"no_such_key_within_the_window_is_released", dedupes, 404, "{}", VerdictKind::release},
        TableLine{"no_such_key_past_the_window_stays_open", dedupes, 404, "{}", VerdictKind::unresolved,
                  false, "no longer promises", 2h},
        TableLine{"no_such_key_and_a_tombstone_settles_failed",
                  {"", true, "with_tombstone"},
                  404,
                  "{}",
                  VerdictKind::settle_failed},
        TableLine{"no_such_key_and_a_cancel_without_tombstone_stays_open",
                  {"", true, "without_tombstone"},
                  404,
                  "{}",
                  VerdictKind::unresolved},
        TableLine{"no_such_key_and_nothing_promised_stays_open", forgets, 404, "{}", VerdictKind::unresolved,
                  false, "never will be"},
        TableLine{"pending_stays_open", dedupes, 200, R"({"key":"{key}","status":"processing"})",
                  VerdictKind::unresolved, false, "still working"},
        TableLine{"two_effects_are_loud", dedupes, 200,
                  R"([{"key":"{key}","status":"captured"},{"key":"{key}","status":"captured"}])",
                  VerdictKind::needs_human, true, "more than one effect"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    F17, EvidenceTable,
    testing::Values(
        TableLine{"server_error_after_the_effect", dedupes, 500, done_answer, VerdictKind::unresolved, false,
                  "HTTP 500"},
        TableLine{"bad_gateway", dedupes, 502, "<html>", VerdictKind::unresolved, false, "HTTP 502"},
        TableLine{"unavailable", dedupes, 503, "", VerdictKind::unresolved, false, "HTTP 503"},
        TableLine{"gateway_timeout", dedupes, 504, done_answer, VerdictKind::unresolved, false, "HTTP 504"},
        TableLine{"too_many_requests", dedupes, 429, "", VerdictKind::unresolved, false, "HTTP 429"},
        TableLine{"request_timeout", dedupes, 408, "", VerdictKind::unresolved, false, "HTTP 408"},
        TableLine{"redirect", dedupes, 302, done_answer, VerdictKind::unresolved, false, "redirect"},
        TableLine{"from_before_the_idempotency_layer", dedupes, 401, R"({"key":"{key}","status":"declined"})",
                  VerdictKind::unresolved, false, "HTTP 401"},
        TableLine{"other_client_error", dedupes, 400, "{}", VerdictKind::unresolved, false, "HTTP 400"},
        TableLine{"wrong_key_echoed", dedupes, 200,
                  R"({"key":"another","status":"captured","amount":"12.50"})", VerdictKind::unresolved, false,
                  "another key"},
        TableLine{"no_key_echoed", dedupes, 200, R"({"status":"captured","amount":"12.50"})",
                  VerdictKind::unresolved, false, "has no key"},
        TableLine{"not_json", dedupes, 200, "<html>captured</html>", VerdictKind::unresolved, false,
                  "not JSON"},
        TableLine{"word_of_no_meaning", dedupes, 200, R"({"key":"{key}","status":"CAPTURED"})",
                  VerdictKind::unresolved, false, "without a declared meaning"},
        TableLine{"lookups_lag_behind_a_fresh_lease",
                  {"dedupe_window_s = 3600\nrefusal_status = 402"},
                  404,
                  "{}",
                  VerdictKind::unresolved,
                  false,
                  "",
                  4s}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

// The answers that are no answers: what the wire itself does.
void expect_unresolved(const FakeGateway::Answer& answer, const char* why, Duration timeout = 5s) {
  FakeGateway fake(answer);
  Config config = declared_by(fake.url(), dedupes);
  config.limits.timeout = timeout;
  HttpGateway gateway(config, std::nullopt);
  const reconcile::JudgedEvidence asked = asked_of(gateway);
  EXPECT_EQ(reconcile::word(asked.verdict.kind), reconcile::word(VerdictKind::unresolved))
      << asked.verdict.why;
  EXPECT_THAT(asked.verdict.why, HasSubstr(why));
  fake.let_go();
}

TEST(EvidenceTableF17, ATruncatedAnswerStaysOpen) {
  const std::string body = told_of(done_answer);
  expect_unresolved(
      [&](const httplib::Request&, httplib::Response& response) {
        response.set_content_provider(body.size() + 100, "application/json",
                                      [&](std::size_t offset, std::size_t, httplib::DataSink& sink) {
                                        return offset == 0 && sink.write(body.data(), body.size());
                                      });
      },
      "truncated");
}

TEST(EvidenceTableF17, AnOversizedAnswerStaysOpen) {
  const std::string body = told_of(R"({"key":"{key}","status":"captured","amount":"12.50","padding":")") +
                           std::string(8192, 'x') + "\"}";
  expect_unresolved([&](const httplib::Request&,
                        httplib::Response& response) { response.set_content(body, "application/json"); },
                    "larger than 4096 bytes");
}

TEST(EvidenceTableF17, ASlowAnswerStaysOpen) {
  std::atomic<FakeGateway*> holder = nullptr;
  FakeGateway fake([&](const httplib::Request&, httplib::Response& response) {
    holder.load()->hold();
    response.set_content(told_of(done_answer), "application/json");
  });
  holder = &fake;
  Config config = declared_by(fake.url(), dedupes);
  config.limits.timeout = 200ms;
  HttpGateway gateway(config, std::nullopt);
  const reconcile::JudgedEvidence asked = asked_of(gateway);
  fake.let_go();
  EXPECT_EQ(asked.verdict.kind, VerdictKind::unresolved);
  EXPECT_THAT(asked.verdict.why, HasSubstr("no answer in time"));
}

TEST(EvidenceTableF17, RetryAfterIsWaitedForAndBounded) {
  for (const auto& [header, waits] :
       std::vector<std::pair<std::string, Duration>>{{"17", 17s}, {"999999", reconcile::max_gateway_wait}}) {
    FakeGateway fake([&](const httplib::Request&, httplib::Response& response) {
      response.status = 429;
      response.set_header("Retry-After", header);
    });
    HttpGateway gateway(declared_by(fake.url(), dedupes), std::nullopt);
    const reconcile::JudgedEvidence asked = asked_of(gateway);
    EXPECT_EQ(asked.verdict.kind, VerdictKind::unresolved);
    EXPECT_EQ(asked.verdict.ask_again_after, waits);
  }
}

TEST(EvidenceTableF17, AFlappingGatewayIsBelievedOnlyWhereItAnswers) {
  std::atomic<int> times = 0;
  FakeGateway fake([&](const httplib::Request&, httplib::Response& response) {
    response.status = times++ % 2 == 0 ? 503 : 200;
    if (response.status == 200) response.set_content(told_of(done_answer), "application/json");
  });
  HttpGateway gateway(declared_by(fake.url(), dedupes), std::nullopt);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(asked_of(gateway).verdict.kind,
              i % 2 == 0 ? VerdictKind::unresolved : VerdictKind::settle_succeeded)
        << i;
}

// "Not found", and then it arrives: nothing was concluded from the first answer.
TEST(EvidenceTableF17, WhatArrivesAfterNotFoundIsFound) {
  std::atomic<bool> arrived = false;
  FakeGateway fake([&](const httplib::Request&, httplib::Response& response) {
    response.status = arrived ? 200 : 404;
    response.set_content(arrived ? told_of(done_answer) : "{}", "application/json");
  });
  HttpGateway gateway(declared_by(fake.url(), forgets), std::nullopt);
  EXPECT_EQ(asked_of(gateway).verdict.kind, VerdictKind::unresolved);
  arrived = true;
  EXPECT_EQ(asked_of(gateway).verdict.kind, VerdictKind::settle_succeeded);
}

// A cancel that comes too late: the effect is there, and stays.
TEST(EvidenceTableF17, ACancelThatWasTooLateFindsTheEffect) {
  FakeGateway fake([&](const httplib::Request& request, httplib::Response& response) {
    response.status = request.method == "POST" ? 409 : 404;
    response.set_content(request.method == "POST" ? told_of(done_answer) : "{}", "application/json");
  });
  HttpGateway gateway(declared_by(fake.url(), {"", true, "with_tombstone"}), std::nullopt);
  EXPECT_EQ(asked_of(gateway).verdict.kind, VerdictKind::settle_succeeded);
}

}  // namespace
}  // namespace onceover::gateway
