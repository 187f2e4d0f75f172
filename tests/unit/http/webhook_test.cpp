// SPDX-License-Identifier: Apache-2.0
#include "core/http/webhook.h"

#include <gtest/gtest.h>

#include <array>

#include "core/base/text.h"

namespace onceover::http {
namespace {

constexpr std::int64_t at = 1'700'000'000;
constexpr Timestamp that_time{at * 1'000'000};
const std::string a32 = *webhook_secret("whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=");
const std::string b24 = *webhook_secret("whsec_YmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJi");

// printf 'm1.1700000000.{"a":1}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:6161…61 (32 bytes) -binary |
// base64
TEST(WebhookSignature, IsWhatOpensslComputes) {
  EXPECT_EQ(sign_webhook(std::array{a32}, "m1", at, R"({"a":1})"),
            "v1,qe5O0kMw0/brHUR/q4FOGzrAsAebpQ1Po/rEgVysRMM=");
}

// printf 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}' | openssl dgst -sha256 -mac HMAC
// -macopt hexkey:"$(printf MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | base64 -d | xxd -p)" -binary | base64
TEST(WebhookSignature, IsThatOfTheLibrariesOfStandardWebhooks) {
  const std::string secret = *webhook_secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  EXPECT_EQ(
      sign_webhook(std::array{secret}, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, R"({"test": 2432232314})"),
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(WebhookSignature, OfABodyWithNulCoversWhatFollowsIt) {
  const std::string one("a\0b", 3), other("a\0c", 3);
  const std::string signature = sign_webhook(std::array{a32}, "m1", at, one);
  EXPECT_EQ(check_webhook(std::array{a32}, "m1", std::to_string(at), signature, one, that_time),
            WebhookCheck::valid);
  EXPECT_EQ(check_webhook(std::array{a32}, "m1", std::to_string(at), signature, other, that_time),
            WebhookCheck::wrong);
}

TEST(WebhookSignature, DuringARotationEitherSecretIsEnough) {
  const std::string both = sign_webhook(std::array{a32, b24}, "m1", at, "x");
  EXPECT_EQ(both, sign_webhook(std::array{a32}, "m1", at, "x") + ' ' +
                      sign_webhook(std::array{b24}, "m1", at, "x"));
  for (const auto& known : {std::vector{a32}, {b24}, {b24, a32}})
    EXPECT_EQ(check_webhook(known, "m1", std::to_string(at), both, "x", that_time), WebhookCheck::valid);
  const std::string old_alone = sign_webhook(std::array{b24}, "m1", at, "x");
  EXPECT_EQ(check_webhook(std::array{a32, b24}, "m1", std::to_string(at), old_alone, "x", that_time),
            WebhookCheck::valid);
  EXPECT_EQ(check_webhook(std::array{a32}, "m1", std::to_string(at), old_alone, "x", that_time),
            WebhookCheck::wrong);
}

TEST(WebhookSignature, ACheckRefusesEveryChange) {
  const std::string signature = sign_webhook(std::array{a32}, "m1", at, "body"), seconds = std::to_string(at);
  const auto check = [&](std::string_view id, std::string_view time, std::string_view signatures,
                         std::string_view body, Timestamp when = that_time) {
    return check_webhook(std::array{a32}, id, time, signatures, body, when);
  };
  EXPECT_EQ(check("m1", seconds, signature, "body"), WebhookCheck::valid);
  EXPECT_EQ(check("m1", seconds, "v1a,xyz v1,AAAA " + signature + " v2,AAAA", "body"), WebhookCheck::valid);
  EXPECT_EQ(check("m2", seconds, signature, "body"), WebhookCheck::wrong);
  EXPECT_EQ(check("m1", std::to_string(at + 1), signature, "body"), WebhookCheck::wrong);
  EXPECT_EQ(check("m1", seconds, signature, "body "), WebhookCheck::wrong);
  for (const std::string wrong : {"", "v1", "v1,", "v1,===", "v1,!", "v2,AAAA", "AAAA"})
    EXPECT_NE(check("m1", seconds, wrong, "body"), WebhookCheck::valid) << wrong;
  EXPECT_EQ(check("m1", seconds, signature.substr(0, signature.size() - 4), "body"), WebhookCheck::wrong)
      << "a shorter one";
  for (const char* wrong : {"", "now", "1700000000.0", " 1700000000", "99999999999999999999"})
    EXPECT_EQ(check("m1", wrong, signature, "body"), WebhookCheck::malformed) << wrong;
}

TEST(WebhookSignature, IsGoodForFiveMinutesInBothDirections) {
  const std::string signature = sign_webhook(std::array{a32}, "m1", at, "x"), seconds = std::to_string(at);
  const auto check = [&](std::int64_t clock) {
    return check_webhook(std::array{a32}, "m1", seconds, signature, "x", Timestamp{clock * 1'000'000});
  };
  EXPECT_EQ(check(at + 300), WebhookCheck::valid);
  EXPECT_EQ(check(at + 301), WebhookCheck::too_old);
  EXPECT_EQ(check(at - 300), WebhookCheck::valid);
  EXPECT_EQ(check(at - 301), WebhookCheck::too_new);
}

TEST(WebhookSecret, IsPrefixedBase64Of24To64Bytes) {
  const auto text = [](std::size_t bytes) { return "whsec_" + to_base64(std::string(bytes, '\xFB')); };
  EXPECT_EQ(webhook_secret(text(24)), std::string(24, '\xFB'));
  EXPECT_EQ(webhook_secret(text(64)), std::string(64, '\xFB'));
  std::string unpadded = text(32);
  unpadded.pop_back();
  EXPECT_EQ(webhook_secret(unpadded), std::string(32, '\xFB'));
  EXPECT_EQ(webhook_secret(text(23)), std::nullopt);
  EXPECT_EQ(webhook_secret(text(65)), std::nullopt);
  std::string of_urls = text(24);
  for (char& c : of_urls) c = c == '+' ? '-' : c;
  for (const std::string& wrong : {std::string(), std::string("whsec_"), text(32).substr(6),
                                   std::string("a password of 32 characters, yes"),
                                   "WHSEC_" + text(32).substr(6), text(32) + "\n", of_urls})
    EXPECT_EQ(webhook_secret(wrong), std::nullopt) << wrong;
}

TEST(WebhookId, HasNoFullStop) {
  EXPECT_TRUE(is_webhook_id("3f0c4d9e-0000-4000-8000-000000000001"));
  EXPECT_FALSE(is_webhook_id(""));
  EXPECT_FALSE(is_webhook_id("m1.1700000000")) << "with it, one signature would be of two messages";
  for (const char* hidden : {"m1\x01", "m\t1", "m1\x7f", "m1\xc2\x85",
                             "m\xe2\x80\xae"
                             "1",
                             "m\xff"})
    EXPECT_FALSE(is_webhook_id(hidden)) << hidden;
  EXPECT_TRUE(is_webhook_id("m\xc3\xbc 1"));
}

}  // namespace
}  // namespace onceover::http
