// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/random.h"

namespace onceover {
namespace {

using namespace std::string_literals;

TEST(Hex, RoundTripsEveryByte) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  const std::string hex = to_hex(all);
  EXPECT_EQ(hex.size(), 512U);
  EXPECT_EQ(hex.substr(0, 8), "00010203");
  EXPECT_EQ(hex.substr(506), "fdfeff");
  std::string back;
  ASSERT_TRUE(from_hex(hex, back));
  EXPECT_EQ(back, all);
  ASSERT_TRUE(from_hex("FFaB", back));
  EXPECT_EQ(back, "\xff\xab");
  ASSERT_TRUE(from_hex("", back));
  EXPECT_EQ(back, "");
}

TEST(Hex, RefusesWhatIsNoneAndLeavesTheOutputAlone) {
  for (const char* text : {"a", "abc", "0g", "0x00", " 00", "00 "}) {
    std::string out = "before";
    EXPECT_FALSE(from_hex(text, out)) << text;
    EXPECT_EQ(out, "before") << text;
  }
}

TEST(Base64, FollowsRfc4648) {
  const struct {
    std::string bytes;
    const char* text;
  } cases[] = {{"", ""},
               {"f", "Zg=="},
               {"fo", "Zm8="},
               {"foo", "Zm9v"},
               {"foob", "Zm9vYg=="},
               {"fooba", "Zm9vYmE="},
               {"foobar", "Zm9vYmFy"},
               {"\0\0\0"s, "AAAA"},
               {"\xff\xfe\xfd"s, "//79"},
               {"\xfb"s, "+w=="}};
  for (const auto& c : cases) EXPECT_EQ(to_base64(c.bytes), c.text);
}

TEST(Utf8, AcceptsShortestFormsAlone) {
  for (const std::string& good : {""s, "abc"s, "\0"s, "é"s, "€"s, "😀"s, "\xf4\x8f\xbf\xbf"s, "\xed\x9f\xbf"s})
    EXPECT_TRUE(is_utf8(good)) << to_hex(good);
  for (const std::string& bad : {"\x80"s, "\xc0\x80"s, "\xc1\xbf"s, "\xe0\x9f\xbf"s, "\xed\xa0\x80"s,
                                 "\xf0\x8f\xbf\xbf"s, "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s, "\xc3"s,
                                 "\xe2\x82"s, "\xf0\x9f\x98"s, "abc\xff"s, "\xc3("s}) {
    EXPECT_FALSE(is_utf8(bad)) << to_hex(bad);
  }
}

TEST(Visible, KeepsTheLinesOfATextOfSeveral) {
  EXPECT_EQ(visible_lines("a\x1b\n\nb\r\n"), "a\\u{1b}\n\nb\\r\n");
  EXPECT_EQ(visible_lines(""), "");
}

TEST(Visible, SpellsWhatHidesReordersOrJoins) {
  const struct {
    std::string bytes;
    const char* text;
  } cases[] = {
      {"plain 123", "plain 123"},
      {"Zürich €5 日本 😀", "Zürich €5 日本 😀"},
      {"<img src=x>", "<img src=x>"},
      {"a\\b", "a\\b"},
      {"a\nb\rc\td", "a\\nb\\rc\\td"},
      {"a\0b"s, "a\\u{0}b"},
      {"\x7f", "\\u{7f}"},
      {"\xc2\x85", "\\u{85}"},
      {"a\u202e"
       "b",
       "a\\u{202e}b"},
      {"\u200b", "\\u{200b}"},
      {"\ufeff", "\\u{feff}"},
      {"\u00a0", "\\u{a0}"},
      {"\u2800", "\\u{2800}"},
      {"\ue000", "\\u{e000}"},
      {"\U000e0041", "\\u{e0041}"},
      {"\u2764\ufe0f", "❤\\u{fe0f}"},
      {"\u00e9", "é"},
      {"e\u0301", "e\\u{301}"},
      {"\u304c", "が"},
      {"\u304b\u3099", "か\\u{3099}"},
      {"\ud55c", "한"},
      {"\u1112\u1161\u11ab", "\\u{1112}\\u{1161}\\u{11ab}"},
      {"key\xff", "\\x6b6579ff"},
      {"\xed\xa0\x80", "\\xeda080"},
  };
  for (const auto& c : cases) EXPECT_EQ(visible(c.bytes), c.text) << to_hex(c.bytes);
}

TEST(CutAt, IsNeverBeyondTheText) {
  EXPECT_EQ(cut_at("", 5), 0u);
  EXPECT_EQ(cut_at("abc", 3), 3u);
  EXPECT_EQ(cut_at("abc", 8'000), 3u);
  EXPECT_EQ(cut_at("abc", 2), 2u);
  EXPECT_EQ(cut_at("a\xC3\xA9", 2), 1u) << "before a code point";
  EXPECT_EQ(cut_at("a\x80\x80\x80\x80", 4), 4u) << "not UTF-8";
}

TEST(Elided, CutsAtACodePoint) {
  const struct {
    const char* text;
    std::size_t max;
    const char* out;
  } cases[] = {{"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"", 0, ""},     {"a", 0, "…"},
               {"aé", 2, "a…"},   {"aéb", 3, "aé…"},   {"😀😀", 7, "😀…"}, {"😀😀", 4, "😀…"}};
  for (const auto& c : cases) EXPECT_EQ(elided(c.text, c.max), c.out) << c.text << ' ' << c.max;
}

TEST(Redacted, HidesEverySecret) {
  const struct {
    const char* text;
    const char* out;
  } cases[] = {
      {"postgres://u:secret@h:5432/db?sslmode=require", "postgres://***@h:5432/db?sslmode=require"},
      {"postgresql://u:p@ss@h/db", "postgresql://***@h/db"},
      {"postgres://u:p/w?@h/db", "postgres://***@h/db"},
      {"postgres://u:p%40ss@[::1]:5432/db", "postgres://***@[::1]:5432/db"},
      {"https://sk_live_1:@api.example.com/v1", "https://***@api.example.com/v1"},
      {"https://sk_live_1@api.example.com/v1", "https://***@api.example.com/v1"},
      {"postgres://u:12345@h/db", "postgres://***@h/db"},
      {"postgres:///db?host=/tmp&password=p,a;ss&user=bob", "postgres:///db?host=/tmp&password=***&user=bob"},
      {"host=h password=abc user=bob", "host=h password=*** user=bob"},
      {"host=h password='a b\\'c' user=bob", "host=h password=*** user=bob"},
      {"password='never closed user=bob", "password=***"},
      {"password='a\\", "password=***"},
      {"password = a,b;c&d user=bob", "password = *** user=bob"},
      {"password=a\\ b user=bob", "password=*** user=bob"},
      {"PASSWORD=abc", "PASSWORD=***"},
      {"sslpassword=abc", "sslpassword=***"},
      {"PGPASSWORD=abc psql", "PGPASSWORD=*** psql"},
      {"ALTER ROLE bob PASSWORD 'it''s' VALID", "ALTER ROLE bob PASSWORD *** VALID"},
      {R"({"password": "a\"b", "n": 1})", R"({"password": ***, "n": 1})"},
      {R"({"client_secret":"x","api_key" : "y"})", R"({"client_secret":***,"api_key" : ***})"},
      {"Authorization: Bearer abc.def next", "Authorization: *** next"},
      {"authorization: basic dTpw", "authorization: ***"},
      {"token=a token=b", "token=*** token=***"},
      {"failed at postgres://a:b@h and https://c:d@e/f", "failed at postgres://***@h and https://***@e/f"},
  };
  for (const auto& c : cases) EXPECT_EQ(redacted(c.text), c.out);
}

TEST(Redacted, LeavesEverythingElse) {
  for (const char* text :
       {"", "postgres://h:5432/db", "postgres:///db", "https://api.example.com/refunds/a@b.c",
        "http://localhost:8080/x@y", "http://[::1]:8080/x@y",
        "password authentication failed for user \"bob\"", "no password supplied", "secretary: bob",
        "tokens: 10", "a@b.c", "user=bob host=h", "://", "password", "password=", "token :"}) {
    EXPECT_EQ(redacted(text), text);
  }
}

TEST(Redacted, StandsMegabytesOfForeignText) {
  constexpr std::size_t mega = 4 << 20;
  const std::string letters(mega, 'a');
  EXPECT_EQ(redacted(letters), letters);
  EXPECT_EQ(redacted("password=" + letters + " end"), "password=*** end");
  EXPECT_EQ(redacted("password='" + letters + "' end"), "password=*** end");
  std::string links;
  while (links.size() < mega) links += "x://a:b";
  EXPECT_EQ(redacted(links), links);
  EXPECT_EQ(redacted("x://" + letters + ":" + letters + "@h"), "x://***@h");
}

TEST(ErrorSentence, SaysWhatHappenedWhatWasNotDoneAndWhatNext) {
  EXPECT_EQ((Error{ErrorKind::busy, "A.", "B.", "C.", "40001", "d"}.sentence()),
            "A. Not done: B. Next: C. [d] (SQLSTATE 40001)");
  EXPECT_EQ((Error{ErrorKind::internal, "A.", "", "", "", "A."}.sentence()), "A.");
}

TEST(ErrorPredicates, TellTheKindsApart) {
  for (int i = 0; i <= static_cast<int>(ErrorKind::internal); ++i) {
    const Error error{static_cast<ErrorKind>(i)};
    EXPECT_EQ(error.is_retryable(), error.kind == ErrorKind::busy);
    EXPECT_EQ(error.is_in_doubt(), error.kind == ErrorKind::in_doubt);
    EXPECT_EQ(error.is_connection_lost(),
              error.kind == ErrorKind::in_doubt || error.kind == ErrorKind::connection);
    EXPECT_EQ(word(error.kind) == "internal", error.kind == ErrorKind::internal);
  }
}

TEST(Uuid, IsVersionFourAndNeverTheSame) {
  const std::string one = new_uuid();
  ASSERT_EQ(one.size(), 36U);
  for (const std::size_t at : {8U, 13U, 18U, 23U}) EXPECT_EQ(one[at], '-');
  EXPECT_EQ(one[14], '4');
  EXPECT_NE(std::string("89ab").find(one[19]), std::string::npos);
  EXPECT_NE(one, new_uuid());
}

TEST(RandomPort, StaysInsideItsRanges) {
  Random random(7);
  for (int i = 0; i < 1'000; ++i) {
    const double x = random.between(2, 3);
    EXPECT_TRUE(x >= 2 && x < 3);
    EXPECT_LT(random.below(5), 5U);
  }
  EXPECT_EQ(random.between(3, 3), 3);
  EXPECT_EQ(random.between(3, 2), 3);
  EXPECT_EQ(random.below(0), 0U);
}

TEST(Loopback, IsAnAddressOfThisMachineAndNoLookAlike) {
  for (const char* host : {"localhost", "127.0.0.1", "127.255.1.2", "::1", "[::1]"})
    EXPECT_TRUE(is_loopback(host)) << host;
  for (const char* host : {"", "127.0.0.1.example", "127.1", "128.0.0.1", "0.0.0.0", "::", "::2",
                           "localhost.example", "LOCALHOSTS", "/run"})
    EXPECT_FALSE(is_loopback(host)) << host;
  EXPECT_FALSE(is_loopback("127.0.0.1\0.example"s));
}

}  // namespace
}  // namespace onceover
