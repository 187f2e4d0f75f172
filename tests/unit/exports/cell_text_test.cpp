// SPDX-License-Identifier: Apache-2.0
#include "core/exports/cell_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace onceover::exports {
namespace {

std::string csv(std::string_view text, bool neutralise = true, std::string_view null_text = {}) {
  std::string out;
  append_csv(out, text, neutralise, null_text);
  return out;
}

std::string json(std::string_view text) {
  std::string out;
  append_json(out, text);
  return out;
}

std::string markdown(std::string_view text, bool neutralise = true) {
  std::string out;
  append_markdown(out, text, neutralise);
  return out;
}

TEST(CsvCell, IsQuotedWhereItHasToBe) {
  EXPECT_EQ(csv("plain"), "plain");
  EXPECT_EQ(csv("a,b"), "\"a,b\"");
  EXPECT_EQ(csv("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv("\""), "\"\"\"\"");
  EXPECT_EQ(csv("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv("two\r\nlines"), "\"two\r\nlines\"");
  EXPECT_EQ(csv(" blank"), "\" blank\"");
  EXPECT_EQ(csv("blank "), "\"blank \"");
  EXPECT_EQ(csv("\\."), "\"\\.\"");
  EXPECT_EQ(csv("😀 pipe | tick ` <img src=x>"), "😀 pipe | tick ` <img src=x>");
}

TEST(CsvCell, EmptyAndWhatLooksLikeNullAreToldFromNull) {
  EXPECT_EQ(csv(""), "\"\"");
  EXPECT_EQ(csv("NULL", true, "NULL"), "\"NULL\"");
  EXPECT_EQ(csv("NULL"), "NULL");
}

TEST(CsvCell, FormulasAreNeutralised) {
  for (const std::string text : {"=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "－1", "＋1", "＠x"}) {
    EXPECT_EQ(csv(text), "'" + text);
    EXPECT_EQ(csv(text, false), text);
  }
  EXPECT_EQ(csv("\tx"), "'\tx");
  EXPECT_EQ(csv("\rx"), "\"'\rx\"");
  EXPECT_EQ(csv("\nx"), "\"'\nx\"");
  EXPECT_EQ(csv("=HYPERLINK(\"http://x\",1)"), "\"'=HYPERLINK(\"\"http://x\"\",1)\"");
  EXPECT_EQ(csv("plain -1"), "plain -1");
  EXPECT_EQ(csv("｛"), "｛");
}

TEST(CsvCell, CharactersThatActStayAndBytesThatAreNoTextBecomeHex) {
  EXPECT_EQ(csv("a\u202Eb"), "a\u202Eb");
  EXPECT_EQ(csv("a\x01"), "a\x01");
  EXPECT_EQ(csv("=\xFF,"), "\\x3dff2c");
}

TEST(JsonCell, IsAStringThatReadsBackAsItWas) {
  std::string every_control;
  for (char c = 1; c < 0x20; ++c) every_control += c;
  for (const std::string& text :
       {std::string("plain"), std::string("\"\\/\b\f\n\r\t"), every_control, std::string("a\0b", 3),
        std::string("\x7F"), std::string("\u202Eevil\u2066\u200B\uFEFF\u0085\u00AD\u2028"),
        std::string("\U000E0041tag"), std::string("😀é\u0301<img>"), std::string(100'000, '"')}) {
    const auto parsed = nlohmann::json::parse(json(text));
    EXPECT_EQ(parsed.get<std::string>(), text);
  }
}

TEST(JsonCell, NothingInItMisleadsAReader) {
  EXPECT_EQ(json("a\u202Eb"), "\"a\\u202eb\"");
  EXPECT_EQ(json("\U000E0041"), "\"\\udb40\\udc41\"");
  EXPECT_EQ(json("\x1B[2J"), "\"\\u001b[2J\"");
  EXPECT_EQ(json("é😀"), "\"é😀\"");
}

TEST(JsonCell, BytesThatAreNoTextAreAnObject) {
  EXPECT_EQ(json("a\xFF"), R"({"hex": "61ff"})");
  EXPECT_EQ(json("\xED\xA0\x80"), R"({"hex": "eda080"})");  // a surrogate
}

TEST(MarkdownCell, StandsForItsOwnCharacters) {
  EXPECT_EQ(markdown("a|b"), "a\\|b");
  EXPECT_EQ(markdown("`code`"), "\\`code\\`");
  EXPECT_EQ(markdown("back\\slash"), "back\\\\slash");
  EXPECT_EQ(markdown("*a* _b_ [c](d) ~e~ $f$ #1"), "\\*a\\* \\_b\\_ \\[c\\](d) \\~e\\~ \\$f\\$ \\#1");
  EXPECT_EQ(markdown("in_progress of c_12, _a_b_"), "in_progress of c_12, \\_a_b\\_");
  EXPECT_EQ(markdown("<img src=x onerror=alert(1)>"), "&lt;img src=x onerror=alert(1)&gt;");
  EXPECT_EQ(markdown("&lt;"), "&amp;lt;");
  EXPECT_EQ(markdown("two\nlines"), "two<br>lines");
  EXPECT_EQ(markdown("a\r\nb"), "a\\\\u{d}<br>b");
  EXPECT_EQ(markdown("a\tb"), "a\\\\tb");
  EXPECT_EQ(markdown("a\u202Eb\x1B"), "a\\\\u{202e}b\\\\u{1b}");
  EXPECT_EQ(markdown("😀 é"), "😀 é");
  EXPECT_EQ(markdown("\xFF"), "\\\\xff");
  EXPECT_EQ(markdown("=1"), "'=1");
  EXPECT_EQ(markdown("=1", false), "=1");
  EXPECT_EQ(markdown(""), "");
}

TEST(PlainNumber, FollowsTheGrammarOfJson) {
  for (const char* text :
       {"0", "-0", "7", "-12.50", "10.00", "1e5", "1E+20", "-1.5e-7", "123456789012345678901234567890"})
    EXPECT_TRUE(is_plain_number(text)) << text;
  for (const char* text : {"", "-", "+1", "007", "-01", "1.", ".5", "1e", "1e+", "NaN", "Infinity",
                           "-Infinity", "1 ", " 1", "0x1", "1,0", "-1+cmd"})
    EXPECT_FALSE(is_plain_number(text)) << text;
}

}  // namespace
}  // namespace onceover::exports
