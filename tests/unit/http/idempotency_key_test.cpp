// SPDX-License-Identifier: Apache-2.0
#include "core/http/idempotency_key.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
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

// One table for every language, without the bytes that an HTTP server changes or refuses by itself:
// tests/integration/examples/refunds_driver.py sends it to each service of resources/examples.
TEST(IdempotencyKey, IsReadAsInTheTableOfAllLanguages) {
  std::ifstream in(ONCEOVER_SOURCE_DIR "/tests/integration/examples/idempotency_keys.json");
  const auto table = nlohmann::json::parse(in);
  ASSERT_GT(table.size(), 60U);
  for (const auto& one : table) {
    std::vector<key::Header> headers;
    for (const auto& line : one["lines"]) headers.emplace_back("Idempotency-Key", line.get<std::string>());
    const std::string said = key_told(parse_idempotency_key(headers));
    if (one.contains("key")) {
      EXPECT_EQ(said, "key " + one["key"].get<std::string>()) << one;
    } else if (one.contains("malformed")) {
      EXPECT_EQ(said.substr(0, 11), "malformed: ") << one << said;
      EXPECT_NE(said.find(one["malformed"].get<std::string>()), std::string::npos) << one << said;
      EXPECT_EQ(said.find_first_of("\n\t\xC3"s + '\0'), std::string::npos) << one << said;
    } else {
      EXPECT_EQ(said, "missing") << one;
    }
  }
}

TEST(IdempotencyKey, OtherHeadersAreNotIt) {
  EXPECT_EQ(key_told(parse_idempotency_key({{"Idempotency-Key2", "x"}, {"X-Idempotency-Key", "y"}})),
            "missing");
  EXPECT_EQ(key_told(parse_idempotency_key({{"idempotency-KEY", "x"}})), "key x");
  EXPECT_EQ(key_told(parse_idempotency_key({{"Idempotency-Key", "a"}, {"idempotency-key", "a"}})),
            "malformed: The header was sent more than once.");
  for (const std::string& bytes : {"a\0b"s, "a\tb"s})
    EXPECT_EQ(key_told(parse(bytes)).substr(0, 9), "malformed");
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
