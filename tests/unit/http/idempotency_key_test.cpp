// SPDX-License-Identifier: Apache-2.0
#include "core/http/idempotency_key.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/key/identity.h"

namespace onceover::http {
namespace {

using namespace std::string_literals;

KeyHeader parse(const std::string& value) { return parse_idempotency_key({{"Idempotency-Key", value}}); }

std::string key_told(const KeyHeader& header) {
  if (const auto* given = std::get_if<KeyGiven>(&header)) return "key " + given->key;
  if (const auto* malformed = std::get_if<KeyMalformed>(&header)) return "malformed: " + malformed->reason;
  return "missing";
}

struct KeyCase {
  std::string value, expected;
};

TEST(IdempotencyKey, AStringOfRfc8941AndABareTokenAreBothTheirText) {
  const KeyCase table[] = {
      {R"("abc")", "key abc"},
      {"abc", "key abc"},
      {R"(  "abc"	)", "key abc"},
      {"\t abc ", "key abc"},
      {R"("a\"b\\c")", R"(key a"b\c)"},
      {R"("a b")", "key a b"},
      {R"("a,b")", "key a,b"},
      {"a b", "key a b"},
      {R"(a"b\c)", R"(key a"b\c)"},
      {"abc;a=1", "key abc;a=1"},
      {"8e03978e-40d5-43e8-bc93-6894a57f9324", "key 8e03978e-40d5-43e8-bc93-6894a57f9324"},
      {"\"" + std::string(255, 'x') + "\"", "key " + std::string(255, 'x')},
  };
  for (const KeyCase& one : table) EXPECT_EQ(key_told(parse(one.value)), one.expected) << one.value;
}

TEST(IdempotencyKey, ParametersAfterAStringAreCheckedAndIgnored) {
  for (const std::string after :
       {";a=1", ";a", "; a=\"x;y\"", ";  a=tok/en:x", ";a=?1;b=?0", ";a=:aGk=:", ";a=-12.5", ";*x=*t", ";a-b_c.d*=1"}) {
    EXPECT_EQ(key_told(parse("\"abc\"" + after)), "key abc") << after;
  }
  for (const std::string after : {"x", " ;a=1", ";", ";A=1", ";a=", ";a=\"x", ";a=1.", ";a=1.2345", ";a=?2", ";a=:x", ";1=2", ";a= 1",
                                  ", \"def\"", "\"", ";a=1 x", ";a=-", ";a=1234567890123456", ";a=(1 2)"}) {
    EXPECT_EQ(key_told(parse("\"abc\"" + after)).substr(0, 9), "malformed") << after;
  }
}

TEST(IdempotencyKey, MissingIsNotMalformed) {
  EXPECT_EQ(key_told(parse_idempotency_key({})), "missing");
  EXPECT_EQ(key_told(parse_idempotency_key({{"Idempotency-Key2", "x"}, {"X-Idempotency-Key", "y"}})), "missing");
  EXPECT_EQ(key_told(parse_idempotency_key({{"idempotency-KEY", "x"}})), "key x");
}

TEST(IdempotencyKey, MalformedSaysWhy) {
  const KeyCase table[] = {
      {"", "empty"},
      {"  ", "empty"},
      {R"("")", "empty"},
      {R"("abc)", "closing"},
      {R"(")", "closing"},
      {R"("abc\")", "closing"},
      {R"("abc\)", "closing"},
      {R"("a\bc")", "backslash"},
      {"\"caf\xC3\xA9\"", "printable"},
      {"\"a\nb\"", "printable"},
      {"\"a\0b\""s, "printable"},
      {"a\0b"s, "NUL"},
      {"caf\xC3\xA9", "printable"},
      {"a\tb", "0x09"},
      {R"(" abc")", "space"},
      {std::string(256, 'x'), "256 bytes"},
      {"\"" + std::string(256, 'x') + "\"", "256 bytes"},
      {"k1, k2", "comma"},
      {"k1,k2", "comma"},
  };
  for (const KeyCase& one : table) {
    const std::string said = key_told(parse(one.value));
    EXPECT_EQ(said.substr(0, 9), "malformed") << one.value;
    EXPECT_NE(said.find(one.expected), std::string::npos) << said;
    EXPECT_EQ(said.find_first_of("\n\t\xC3"s + '\0'), std::string::npos) << said;
  }
}

TEST(IdempotencyKey, TwoLinesAreMalformedEvenIfTheyAgree) {
  EXPECT_EQ(key_told(parse_idempotency_key({{"Idempotency-Key", "a"}, {"idempotency-key", "a"}})),
            "malformed: The header was sent more than once.");
}

TEST(IdempotencyKey, EveryByteIsTakenOrRefusedAsTheIdentityWould) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string key = "a"s + static_cast<char>(byte) + "b";
    const std::string spelled = byte == '"' || byte == '\\' ? "a\\"s + static_cast<char>(byte) + "b" : key;
    const KeyHeader header = parse("\"" + spelled + "\"");
    EXPECT_EQ(std::holds_alternative<KeyGiven>(header), !key::wrong_with_key(key)) << byte;
    if (const auto* given = std::get_if<KeyGiven>(&header)) {
      EXPECT_EQ(given->key, key);
    }
  }
}

TEST(NeedsKey, SafeMethodsNeverDoAndTheRestAsTheOperationSays) {
  for (const std::string method : {"GET", "HEAD", "OPTIONS", "TRACE"}) {
    EXPECT_FALSE(needs_key(method, true)) << method;
    EXPECT_FALSE(needs_key(method, false)) << method;
  }
  for (const std::string method : {"POST", "PATCH", "PUT", "DELETE", "get", "REFUND", ""}) {
    EXPECT_TRUE(needs_key(method, true)) << method;
    EXPECT_FALSE(needs_key(method, false)) << method;
  }
}

}  // namespace
}  // namespace onceover::http
