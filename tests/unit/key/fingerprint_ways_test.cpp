// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/key/fingerprint.h"

namespace onceover::key {
namespace {

std::string matched(std::string_view stored, std::string_view body) {
  for (const FingerprintMatch& way : fingerprint_matches(stored, body)) {
    if (way.matches) return way.way;
  }
  return "";
}

// Each digest was made by coreutils or by Python's hashlib and json, not by the code under test.
TEST(FingerprintMatches, FindsTheWayInWhichADigestWasMade) {
  const std::string loose = "{\"b\": 1,\n \"a\": \"\xC3\xA9\"}";
  const struct {
    const char* stored;
    std::string body, way;
  } cases[] = {
      {"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc", "SHA-256 of the bytes"},
      {"BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", "abc", "SHA-256 of the bytes"},
      {"sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc",
       "SHA-256 of the bytes"},
      {"\\xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc", "SHA-256 of the bytes"},
      {"ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "abc", "SHA-256 of the bytes"},
      {"sha-256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", "abc", "SHA-256 of the bytes"},
      {"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc\n",
       "SHA-256 of the bytes without the final line end"},
      {"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc\r\n",
       "SHA-256 of the bytes without the final line end"},
      {"a9993e364706816aba3e25717850c26c9cd0d89d", "abc", "SHA-1 of the bytes"},
      {"900150983cd24fb0d6963f7d28e17f72", "abc", "MD5 of the bytes"},
      {"ba7816bf8f01cfea414140de5dae2223", "abc", "SHA-256, its first 16 bytes, of the bytes"},
      {"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4"
       "423643ce80e2a9ac94fa54ca49f",
       "abc", "SHA-512 of the bytes"},
      {"763b30b943411fdf63233e3efb0d4068c1e60276f92f43a57909712f567befba", loose,
       "SHA-256 of the JSON, compact"},
      {"aa58fba8483623bed37c1b02edfccbdd9a53123837c20bfa4cb4049993a2872e", loose,
       "SHA-256 of the JSON with sorted keys, compact"},
      {"d73913efb309b5986cdc9592ec8697c5a024c2240ce3217cf777d396c4e383ad", loose,
       "SHA-256 of the JSON with sorted keys, as Python writes it"},
      {"9d5df31df2744dd5bc3b99a72ee2c1679cf1a7108cac98ab091d70d17c84b07f", loose,
       "SHA-256 of the JSON as Python writes it"},
      {"78b10d28e0a273d71d51dddca8e164920b36282fa430dad1785890862c2cb6e6", "{\"b\": 1.50, \"a\": 2}",
       "SHA-256 of the JSON by RFC 8785"},
  };
  for (const auto& each : cases)
    EXPECT_EQ(matched(each.stored, each.body), each.way) << each.stored << " " << each.body;
}

TEST(FingerprintMatches, AnotherBodyMatchesNoWayThoughAllAreNamed) {
  const auto ways =
      fingerprint_matches("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "{\"a\":1}\n");
  EXPECT_EQ(ways.size(), 7U);
  for (const FingerprintMatch& way : ways) EXPECT_FALSE(way.matches) << way.way;
}

TEST(FingerprintMatches, OurOwnAreComparedByTheirKind) {
  EXPECT_EQ(matched(text(fingerprint("{\"a\":1}")), "{ \"a\": 1.0 }"),
            "jcs-sha256: SHA-256 of the JSON by RFC 8785");
  EXPECT_EQ(matched(text(fingerprint_raw("{\"a\":1}")), "{\"a\":1}"), "raw-sha256: SHA-256 of the bytes");
  EXPECT_EQ(matched(text(fingerprint_raw("{\"a\":1}")), "{ \"a\":1}"), "");
}

TEST(FingerprintMatches, WhatIsNoDigestIsNotCompared) {
  for (const char* stored : {"", "hello", "abcd", "<img src=x>",
                             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a"})
    EXPECT_TRUE(fingerprint_matches(stored, "abc").empty()) << stored;
}

}  // namespace
}  // namespace onceover::key
