// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>

#include "core/base/text.h"
#include "core/http/webhook.h"
#include "core/key/sha256.h"

namespace onceover::http {
namespace {

using testing::ElementsAre;
using testing::Pair;

class WebhookRequestTest : public testing::Test {
 protected:
  static constexpr std::int64_t at = 1'700'000'000;
  const std::string secret = std::string(32, 'a');
  WebhookRules rules{.secrets = {secret}};
  std::string body = R"({"id":"e-1","data":{"no":42,"is":true}})";

  std::vector<key::Header> signed_headers(std::vector<key::Header> more = {}) const {
    more.emplace_back("Webhook-Id", "m1");
    more.emplace_back("WEBHOOK-TIMESTAMP", std::to_string(at));
    more.emplace_back("webhook-signature", sign_webhook(std::array{secret}, "m1", at, body));
    return more;
  }
  auto read(const std::vector<key::Header>& headers, std::int64_t seconds = at) const {
    return read_webhook(rules, headers, body, Timestamp{seconds * 1'000'000});
  }
  WebhookEvent taken(const std::vector<key::Header>& headers) const {
    const auto got = read(headers);
    if (const auto* why = std::get_if<WebhookRefused>(&got))
      throw std::runtime_error(std::string(word(*why)));
    return std::get<WebhookEvent>(got);
  }
  std::string refused(const std::vector<key::Header>& headers, std::int64_t seconds = at) const {
    const auto got = read(headers, seconds);
    const auto* why = std::get_if<WebhookRefused>(&got);
    return why == nullptr ? "taken" : std::string(word(*why)) + ' ' + std::to_string(answer_to(*why).status);
  }
};

TEST_F(WebhookRequestTest, TheIdIsThatOfTheMessageUnlessTold) {
  EXPECT_EQ(taken(signed_headers()).id, "m1");
  rules.id_header = "X-Event";
  EXPECT_EQ(taken(signed_headers({{"x-event", "e.7"}})).id, "e.7");
  EXPECT_EQ(refused(signed_headers()), "no_event_id 400");
  EXPECT_EQ(refused(signed_headers({{"x-event", "1"}, {"X-Event", "2"}})), "no_event_id 400");
  EXPECT_EQ(refused(signed_headers({{"x-event", ""}})), "no_event_id 400");
}

TEST_F(WebhookRequestTest, TheIdMayBeInTheBody) {
  rules.id_pointer = "/id";
  EXPECT_EQ(taken(signed_headers()).id, "e-1");
  rules.id_pointer = "/data/no";
  EXPECT_EQ(taken(signed_headers()).id, "42");
  for (const char* wrong : {"/data", "/data/is", "/none"}) {
    rules.id_pointer = wrong;
    EXPECT_EQ(refused(signed_headers()), "no_event_id 400") << wrong;
  }
  rules.id_pointer = "/id";
  body = R"({"id":"a","id":"b"})";
  EXPECT_EQ(refused(signed_headers()), "no_event_id 400") << "two readings";
  body = "not JSON";
  EXPECT_EQ(refused(signed_headers()), "no_event_id 400");
}

// Of several signatures one is enough, whichever secret made it; those of other versions are none.
TEST_F(WebhookRequestTest, TimeAndSignaturesMayBeInOneHeader) {
  rules.signature_header = "Stripe-Signature";
  rules.id_pointer = "/id";
  EXPECT_EQ(why_no_rules(rules), "");
  const auto v1 = [&](const std::string& by, std::int64_t seconds = at) {
    return "v1=" + to_hex(key::bytes_of(key::hmac_sha256(by, std::to_string(seconds) + "." + body)));
  };
  const auto with = [&](const std::string& value) {
    return std::vector<key::Header>{{"stripe-signature", value}};
  };
  const std::string t = "t=" + std::to_string(at) + ",", other(32, 'b');
  EXPECT_EQ(taken(with(t + v1(secret))).id, "e-1");
  EXPECT_EQ(taken(with(t + v1(other) + ", " + v1(secret) + ",v0=00")).id, "e-1");
  rules.secrets = {other, secret};
  EXPECT_EQ(taken(with(v1(secret) + "," + t)).id, "e-1");
  EXPECT_EQ(refused(with(t + v1(secret)), at + 300), "taken");
  EXPECT_EQ(refused(with(t + v1(secret)), at + 301), "too_old 401");
  EXPECT_EQ(refused(with(t + v1(secret)), at - 301), "too_new 401");
  const std::string v0 = "v0" + v1(secret).substr(2);
  for (const std::string& wrong :
       {t, v1(secret), t + v0, t + v1("x"), t + v1(secret, at + 1), "t=x," + v1(secret), t + t + v1(secret),
        "t=" + std::to_string(at + 1) + "," + v1(secret), t + "v1=zz", std::string()})
    EXPECT_EQ(refused(with(wrong)), "signature 401") << wrong;
  EXPECT_EQ(refused({}), "signature 401");
  EXPECT_EQ(refused(signed_headers()), "signature 401") << "only the one way that was named";
  auto twice = with(t + v1(secret));
  twice.push_back(twice.front());
  EXPECT_EQ(refused(twice), "signature 401");
  const auto headers = with(t + v1(secret));
  body += ' ';
  EXPECT_EQ(refused(headers), "signature 401");
}

TEST_F(WebhookRequestTest, TheVersionOfWhatItIsAboutIsInTheBody) {
  rules.aggregate_pointer = "/id";
  rules.version_pointer = "/data/no";
  const auto event = taken(signed_headers());
  EXPECT_EQ(event.aggregate, "e-1");
  EXPECT_EQ(event.version, 42);
  for (const char* no_number : {"/none", "/data/is", "/id"}) {
    rules.version_pointer = no_number;
    EXPECT_EQ(refused(signed_headers()), "no_version 400") << no_number;
  }
  body = R"({"id":"","data":{"no":1}})";
  rules.version_pointer = "/data/no";
  EXPECT_EQ(refused(signed_headers()), "no_version 400");
}

TEST_F(WebhookRequestTest, RulesThatFindNothingAreRefused) {
  EXPECT_EQ(why_no_rules(rules), "");
  const auto refuses = [](WebhookRules wrong) { return !why_no_rules(wrong).empty(); };
  EXPECT_TRUE(refuses({.id_header = ""}));
  EXPECT_TRUE(refuses({.id_pointer = "id"}));
  EXPECT_TRUE(refuses({.signature_header = "Stripe-Signature"})) << "there is no webhook-id";
  EXPECT_TRUE(refuses({.id_header = "X-Id", .signature_header = "two words"}));
  EXPECT_FALSE(refuses({.id_header = "X-Id", .signature_header = "X-Signature"}));
  EXPECT_TRUE(refuses({.aggregate_pointer = "/id"}));
  EXPECT_TRUE(refuses({.version_pointer = "/v"}));
}

TEST_F(WebhookRequestTest, WhatIsNotSignedIsRefused) {
  auto without = [&](std::size_t i) {
    auto headers = signed_headers();
    headers.erase(headers.begin() + static_cast<std::ptrdiff_t>(i));
    return headers;
  };
  EXPECT_EQ(refused(without(0)), "no_message_id 400");
  EXPECT_EQ(refused(without(1)), "signature 401");
  EXPECT_EQ(refused(without(2)), "signature 401");
  EXPECT_EQ(refused(signed_headers({{"webhook-id", "m2"}})), "no_message_id 400") << "which of the two?";
  EXPECT_EQ(refused(signed_headers({{"webhook-timestamp", std::to_string(at)}})), "signature 401");
  EXPECT_EQ(refused(signed_headers(), at + 301), "too_old 401");
  EXPECT_EQ(refused(signed_headers(), at - 301), "too_new 401");
  const auto headers = signed_headers();
  body += ' ';
  EXPECT_EQ(refused(headers), "signature 401");
  // The time of a forged request is no answer to its sender.
  EXPECT_EQ(refused(headers, at + 301), "signature 401");
}

TEST_F(WebhookRequestTest, HeadersAreKeptWithoutSecretsAndThoseOfTheConnection) {
  const auto event = taken(signed_headers({{"Traceparent", " 00-a-b-01 "},
                                           {"Content-Type", "text/plain"},
                                           {"Content-Length", "3"},
                                           {"Host", "x"},
                                           {"Authorization", "Bearer s"},
                                           {"Cookie", "s"},
                                           {"X-Api-Key", "s"},
                                           {"X-Auth-Token", "s"},
                                           {"X-Hub-Signature-256", "s"},
                                           {"X-Client-Secret", "s"}}));
  EXPECT_THAT(event.headers, ElementsAre(Pair("traceparent", "00-a-b-01"), Pair("webhook-id", "m1"),
                                         Pair("webhook-timestamp", std::to_string(at))));
  EXPECT_EQ(event.content_type, "text/plain");
}

TEST_F(WebhookRequestTest, OnlyAnEmptyBodyCanBeATombstone) {
  EXPECT_FALSE(taken(signed_headers({{"event-tombstone", "true"}})).is_tombstone);
  body.clear();
  EXPECT_TRUE(taken(signed_headers({{"event-tombstone", "true"}})).is_tombstone);
  EXPECT_FALSE(taken(signed_headers()).is_tombstone);
}

TEST_F(WebhookRequestTest, ARefusalIsAProblemWithACode) {
  for (const auto why : {WebhookRefused::no_message_id, WebhookRefused::signature, WebhookRefused::too_old,
                         WebhookRefused::too_new, WebhookRefused::no_event_id}) {
    const Answer answer = answer_to(why);
    EXPECT_THAT(answer.headers, testing::Contains(Pair("Content-Type", "application/problem+json")))
        << word(why);
    EXPECT_THAT(answer.body, testing::HasSubstr(answer.status == 401 ? "AUTH.webhook.signature"
                                                                     : "VALIDATION.webhook.invalid"));
  }
}

}  // namespace
}  // namespace onceover::http
