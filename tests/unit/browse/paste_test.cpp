// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/browse/browser.h"
#include "core/browse/life.h"

namespace onceover::browse {

TEST(KeyFromPaste, TakesTheKeyOutOfWhatPeoplePaste) {
  struct Case {
    std::string pasted, key;
  };
  for (const Case& c : {
           Case{"abc", "abc"},
           Case{"", ""},
           Case{" \n", ""},
           Case{"  \"abc\" ", "abc"},
           Case{"'abc'", "abc"},
           Case{"`abc`\r\n", "abc"},
           Case{"\"a\\\"b\\\\c\"", "a\"b\\c"},
           Case{"\"open", "\"open"},
           Case{"order 17 / retry", "order 17 / retry"},
           Case{"Idempotency-Key: abc", "abc"},
           Case{"idempotency-key:abc", "abc"},
           Case{"IDEMPOTENCY_KEY=abc", "abc"},
           Case{"X-Idempotency-Key: abc", "abc"},
           Case{"Idempotency-Key: \"abc\"", "abc"},
           Case{"Idempotency-Key: order 17", "order 17"},
           Case{"POST /refunds HTTP/1.1\r\nHost: x\r\nIdempotency-Key: abc\r\nContent-Type: text/plain\r\n",
                "abc"},
           Case{"curl -H 'Idempotency-Key: abc' https://example.org", "abc"},
           Case{"key=abc", "abc"},
           Case{"key: abc", "abc"},
           Case{"key=\"a b\"", "a b"},
           Case{"\"idempotency_key\":\"abc\"", "abc"},
           Case{"{\"tenant\": \"acme\", \"idempotencyKey\": \"abc\", \"n\": 1}", "abc"},
           Case{"2026-11-21T02:03:04Z level=warn op=refund idempotency_key=abc status=409", "abc"},
           Case{"level=warn key=abc, tenant=acme", "abc"},
           Case{"level=warn api_key=secret key=abc", "abc"},
           Case{"https://x.example/a?idempotency_key=abc&b=2", "abc"},
           Case{"api_key=secret", "api_key=secret"},
           Case{"monkey=abc", "monkey=abc"},
           Case{"key=", "key="},
           Case{"the key abc", "the key abc"},
           Case{"key=key=abc", "key=abc"},
           Case{"sha256:ab=cd", "sha256:ab=cd"},
       }) {
    EXPECT_EQ(key_from_paste(c.pasted), c.key) << "pasted: " << c.pasted;
  }
}

TEST(TrimmedPaste, TakesBlanksOffBothEndsOnly) { EXPECT_EQ(trimmed_paste("\t a  b \r\n"), "a  b"); }

TEST(NamesFromPaste, AreTheKeyFirstThenWhatALineNames) {
  using Names = std::vector<std::string>;
  struct Case {
    std::string pasted;
    Names names;
  };
  for (const Case& c : {
           Case{"4711", {"4711"}},
           Case{" 4711\n", {"4711"}},
           Case{"", {}},
           Case{"order=4711", {"order=4711", "4711"}},
           Case{"order: 4711 customer: globex", {"order: 4711 customer: globex", "4711", "globex"}},
           Case{R"({"order":"4711"})", {R"({"order":"4711"})", "4711"}},
           Case{"19:12:03 2026-11-27 POST /refunds tries=3 r-1042 0.2s failed",
                {"19:12:03 2026-11-27 POST /refunds tries=3 r-1042 0.2s failed", "3", "r-1042"}},
           Case{"refused idempotency-key=r-1 order=4711",
                {"refused idempotency-key=r-1 order=4711", "r-1", "4711"}},
       }) {
    EXPECT_EQ(names_from_paste(c.pasted), c.names) << c.pasted;
  }
  EXPECT_LE(names_from_paste("a1111 b2222 c3333 d4444 e5555 f6666 g7777 h8888 i9999 j0000").size(), 8U);
}

}  // namespace onceover::browse
