// SPDX-License-Identifier: Apache-2.0
#include "core/key/replay_headers.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace onceover::key {
namespace {

using namespace std::string_literals;

TEST(ReplayHeaders, OnlyTheAllowListIsStoredInItsOrderWithItsDuplicates) {
  const std::vector<Header> headers = {
      {"date", "x"},       {"Link", "<a>"},        {"CONTENT-TYPE", "text/plain"},
      {"Set-Cookie", "s"}, {"Location", "/r/1"},   {"X-Request-Id", "1"},
      {"link", "<b>"},     {"Content-Length", "5"}};
  const std::vector<Header> expected = {
      {"Link", "<a>"}, {"CONTENT-TYPE", "text/plain"}, {"Location", "/r/1"}, {"link", "<b>"}};
  EXPECT_EQ(replayable(headers), expected);
}

TEST(ReplayHeaders, AnOperationMayAddHeadersButNeverTheForbiddenOnes) {
  HeaderAllowList list{{"x-refund-id"}};
  EXPECT_TRUE(list.allows("X-Refund-Id"));
  EXPECT_TRUE(list.allows("content-type"));
  EXPECT_FALSE(list.allows("X-Refund-Id2"));
  for (const std::string name :
       {"Date", "set-cookie", "AUTHORIZATION", "Connection", "Keep-Alive", "Transfer-Encoding", "Upgrade",
        "TE", "Trailer", "Proxy-Authorization", "Proxy-Authenticate", "Content-Length", "Idempotency-Status",
        "WWW-Authenticate"}) {
    list.also = {name};
    EXPECT_FALSE(list.allows(name)) << name;
  }
}

TEST(ReplayHeaders, AHeaderThatWouldSplitTheAnswerIsLeftOut) {
  const HeaderAllowList list{{"", "a b", "a:b"}};
  const std::vector<Header> headers = {{"Location", "/a\r\nSet-Cookie: x"},
                                       {"Location", "/a\nb"},
                                       {"Location", "a\0b"s},
                                       {"", "x"},
                                       {"a b", "x"},
                                       {"a:b", "x"},
                                       {"Location", "/caf\xC3\xA9"}};
  EXPECT_EQ(replayable(headers, list), (std::vector<Header>{{"Location", "/caf\xC3\xA9"}}));
}

TEST(EncodeHeaders, IsReadableAndFixed) {
  EXPECT_EQ(encode_headers({{"Content-Type", "application/json"}, {"ETag", ""}}),
            "12:Content-Type,16:application/json,4:ETag,0:,");
  EXPECT_EQ(encode_headers({}), "");
}

TEST(EncodeHeaders, AnyBytesOrderAndDuplicatesComeBack) {
  const std::vector<Header> awkward = {
      {"a", "1"}, {"a", "1"}, {"\0,:"s, "\xFF\r\n"}, {"", ""}, {"b", "3:abc,"}};
  EXPECT_EQ(decode_headers(encode_headers(awkward)).value(), awkward);
  EXPECT_TRUE(rc::check([](const std::vector<Header>& headers) {
    RC_ASSERT((decode_headers(encode_headers(headers)).value() == headers));
  }));
}

TEST(DecodeHeaders, BytesThatAreNotAListAreAnErrorAndNeverAGuess) {
  for (const std::string& bad :
       {"x"s, "1:a,"s, "1:a,1:b"s, "1:a,1:b,x"s, "1:a,1:b,1:c,"s, "2:a,1:b,"s, "01:a,1:b,"s, "-1:a,1:b,"s,
        "+1:a,1:b,"s, "1a,1:b,"s, ":,:,"s, "18446744073709551615:a,1:b,"s, "99999999999999999999:a,1:b,"s,
        "1:ab1:b,"s, "0:,0:"s, "{}"s}) {
    const auto decoded = decode_headers(bad);
    ASSERT_FALSE(decoded.has_value()) << bad;
    EXPECT_EQ(decoded.error().kind, ErrorKind::unsupported);
  }
}

TEST(DecodeHeaders, WhateverIsAcceptedIsExactlyWhatWouldBeWritten) {
  EXPECT_TRUE(rc::check([] {
    const auto bytes = *rc::gen::container<std::string>(rc::gen::element('0', '1', '2', ':', ',', 'a'));
    const auto decoded = decode_headers(bytes);
    RC_ASSERT((!decoded || encode_headers(*decoded) == bytes));
  }));
}

}  // namespace
}  // namespace onceover::key
