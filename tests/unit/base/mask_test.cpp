// SPDX-License-Identifier: Apache-2.0
#include "core/base/mask.h"

#include <gtest/gtest.h>

#include "core/base/json_tree.h"
#include "core/base/text.h"

namespace onceover {
namespace {

const std::string secret = "sk_live/7f3a+c0ffee=A";

struct Spelling {
  const char* name;
  std::string text, masked;
};

std::string each(const std::string& text, std::string (*spell)(unsigned char)) {
  std::string out;
  for (const char c : text) out += spell(static_cast<unsigned char>(c));
  return out;
}

std::string json_escaped(unsigned char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string("\\u00") + digits[c >> 4] + digits[c & 15];
}
std::string percent(unsigned char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("%") + digits[c >> 4] + digits[c & 15];
}
std::string entity(unsigned char c) { return "&#" + std::to_string(c) + ";"; }
std::string hex_entity(unsigned char c) { return "&#x" + percent(c).substr(1) + ";"; }

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

class MaskTable : public testing::TestWithParam<Spelling> {};

TEST_P(MaskTable, Holds) { EXPECT_EQ(Mask({secret})(GetParam().text), GetParam().masked); }

INSTANTIATE_TEST_SUITE_P(
    Spellings, MaskTable,
    testing::Values(
        Spelling{"as_it_is", "a " + secret + " b", "a *** b"}, Spelling{"twice", secret + secret, "******"},
        Spelling{"slashes", R"({"a":")" + replaced(secret, "/", "\\/") + "\"}", R"({"a":"***"})"},
        Spelling{"json_escapes", R"({"a":")" + each(secret, json_escaped) + R"(","b":1})",
                 R"({"a":"***","b":1})"},
        Spelling{"upper_case_escapes", R"("\u0073k_live\u002F7f3a\u002Bc0ffee\u003DA")", R"("***")"},
        Spelling{"one_escape_within", R"("sk_li\u0076e/7f3a+c0ffee=A")", R"("***")"},
        Spelling{"percent", "?t=" + each(secret, percent) + "&u=1", "?t=***&u=1"},
        Spelling{"percent_where_needed", "?t=" + percent_encoded(secret), "?t=***"},
        Spelling{"lower_case_percent", "sk_live%2f7f3a%2bc0ffee%3dA", "***"},
        Spelling{"percent_twice", percent_encoded(percent_encoded(secret)), "***"},
        Spelling{"entities", "<b>" + each(secret, entity) + "</b>", "<b>***</b>"},
        Spelling{"hex_entities", each(secret, hex_entity), "***"},
        Spelling{"named_entities", "sk_live&sol;7f3a&plus;c0ffee&equals;A", "***"},
        Spelling{"escapes_of_a_query_in_json",
                 R"({"url":"https:\/\/x?t=)" + replaced(percent_encoded(secret), "%", "\\u0025") + "\"}",
                 R"({"url":"https:\/\/x?t=***"})"},
        Spelling{"json_in_json",
                 "\"" + json::escaped("{\"a\":\"" + each(secret, json_escaped) + "\"}") + "\"",
                 R"("{\"a\":\"***\"}")"},
        Spelling{"base64", "x " + to_base64(secret) + " y", "x ***" + to_base64(secret).substr(28) + " y"},
        Spelling{"hex", to_hex(secret), "***"},
        Spelling{"a_part_is_none", "sk_live/7f3a+c0ffee", "sk_live/7f3a+c0ffee"},
        Spelling{"broken_escapes", "\\u00 %4 &#; \\" + secret + "%", "\\u00 %4 &#; ***%"},
        Spelling{"nothing", "", ""}),
    [](const auto& each_one) { return each_one.param.name; });

TEST(Mask, FindsBase64WhateverStandsBeforeIt) {
  for (const std::string before : {"", "u", "us", "user:", "user:x"}) {
    const std::string text = to_base64(before + secret + ":more");
    const std::string masked = Mask({secret})(text);
    EXPECT_NE(masked.find("***"), std::string::npos) << before;
    EXPECT_LE(masked.size(), 3 + to_base64(before).size() + 12) << before;
  }
}

TEST(Mask, ASecretWithEscapesOfItsOwnIsFoundWhereItIsDecoded) {
  const std::string odd = R"(p%41ss\u0042word&amp;)";
  EXPECT_EQ(Mask({odd})("x " + odd + " y"), "x *** y");
  EXPECT_EQ(Mask({odd})("\"" + json::escaped(odd) + "\""), "\"***\"");
  EXPECT_EQ(Mask({odd})(percent_encoded(odd)), "***");
}

TEST(Mask, ShortSecretsAreLeftOut) {
  EXPECT_TRUE(Mask({"abc"}).empty());
  EXPECT_EQ(Mask({"abc"})("abc"), "abc");
  EXPECT_EQ(Mask({"abcdef"}, 7)("abcdef"), "abcdef");
  EXPECT_EQ(Mask()("abcdef"), "abcdef");
}

TEST(Mask, SecretsWithinOneAnotherAreOne) {
  EXPECT_EQ(Mask({"Bearer " + secret, secret})("Authorization: Bearer " + secret + "."),
            "Authorization: ***.");
}

TEST(Mask, NotAsciiInEscapes) {
  EXPECT_EQ(Mask({"gehe\xC3\xADm\xF0\x9F\x98\x80"})(R"("gehe\u00edm\ud83d\ude00")"), R"("***")");
}

}  // namespace
}  // namespace onceover
