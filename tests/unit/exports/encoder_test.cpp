// SPDX-License-Identifier: Apache-2.0
#include "core/exports/encoder.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace onceover::exports {
namespace {

Encoder encoder(Format format, std::vector<Column> columns, EncodeOptions options = {}) {
  auto made = Encoder::make(format, std::move(columns), std::move(options));
  if (!made) throw std::runtime_error(made.error().sentence());
  return std::move(*made);
}

std::string row(Format format, const std::vector<Column>& columns, const std::vector<Cell>& cells,
                const EncodeOptions& options = {}) {
  std::string out;
  encoder(format, columns, options).row(cells, out);
  return out;
}

std::string cell(Format format, Kind kind, std::string_view text, const EncodeOptions& options = {}) {
  std::string out = row(format, {{"c", kind}}, {{text}}, options);
  const std::string_view before = format == Format::csv          ? ""
                                  : format == Format::json_lines ? "{\"c\":"
                                                                 : "| ";
  const std::string_view behind = format == Format::csv          ? "\r\n"
                                  : format == Format::json_lines ? "}\n"
                                                                 : " |\n";
  EXPECT_TRUE(out.starts_with(before) && out.ends_with(behind)) << out;
  return out.substr(before.size(), out.size() - before.size() - behind.size());
}

const Cell null{{}, true};

TEST(Encoder, EachFormatHasItsRowsAndItsHead) {
  const std::vector<Column> columns{{"key"}, {"amount", Kind::number}, {"note"}};
  const std::vector<Cell> cells{{"k-1"}, {"-5.00"}, {"a|b,c"}};
  std::string out;
  encoder(Format::csv, columns).head(out);
  EXPECT_EQ(out, "key,amount,note\r\n");
  EXPECT_EQ(row(Format::csv, columns, cells), "k-1,-5.00,\"a|b,c\"\r\n");
  out.clear();
  encoder(Format::json_lines, columns).head(out);
  EXPECT_EQ(out, "");
  EXPECT_EQ(row(Format::json_lines, columns, cells),
            "{\"key\":\"k-1\",\"amount\":-5.00,\"note\":\"a|b,c\"}\n");
  encoder(Format::markdown, columns).head(out);
  EXPECT_EQ(out, "| key | amount | note |\n| --- | ---: | --- |\n");
  EXPECT_EQ(row(Format::markdown, columns, cells), "| k-1 | -5.00 | a\\|b,c |\n");
  out.clear();
  encoder(Format::csv, columns, {.header = false}).head(out);
  EXPECT_EQ(out, "");
}

TEST(Encoder, NullIsNotEmpty) {
  const std::vector<Column> columns{{"a"}, {"b"}, {"c"}};
  const std::vector<Cell> cells{null, {""}};  // the third is missing
  EXPECT_EQ(row(Format::csv, columns, cells), ",\"\",\r\n");
  EXPECT_EQ(row(Format::csv, columns, cells, {.null_text = "\\N"}), "\\N,\"\",\\N\r\n");
  EXPECT_EQ(row(Format::json_lines, columns, cells), "{\"a\":null,\"b\":\"\",\"c\":null}\n");
  EXPECT_EQ(row(Format::markdown, columns, cells), "| *NULL* |  | *NULL* |\n");
}

TEST(Encoder, OnlyAPlainNumberEscapesTheNeutralising) {
  EXPECT_EQ(cell(Format::csv, Kind::number, "-5.00"), "-5.00");
  EXPECT_EQ(cell(Format::csv, Kind::text, "-5.00"), "'-5.00");
  EXPECT_EQ(cell(Format::csv, Kind::number, "-5+cmd|' /C calc'!A0"), "'-5+cmd|' /C calc'!A0");
  EXPECT_EQ(cell(Format::csv, Kind::number, "-Infinity"), "'-Infinity");
  EXPECT_EQ(cell(Format::csv, Kind::text, "-5.00", {.neutralise = false}), "-5.00");
  EXPECT_EQ(cell(Format::markdown, Kind::text, "@all"), "'@all");
  EXPECT_EQ(cell(Format::json_lines, Kind::text, "=1"), "\"=1\"");
}

TEST(Encoder, JsonValuesAreWhatTheirColumnSaysOrText) {
  EXPECT_EQ(cell(Format::json_lines, Kind::number, "9007199254740993"), "9007199254740993");
  EXPECT_EQ(cell(Format::json_lines, Kind::number, "NaN"), "\"NaN\"");
  EXPECT_EQ(cell(Format::json_lines, Kind::number, "007"), "\"007\"");
  EXPECT_EQ(cell(Format::json_lines, Kind::boolean, "t"), "true");
  EXPECT_EQ(cell(Format::json_lines, Kind::boolean, "f"), "false");
  EXPECT_EQ(cell(Format::json_lines, Kind::boolean, "maybe"), "\"maybe\"");
  EXPECT_EQ(cell(Format::csv, Kind::boolean, "t"), "true");
  EXPECT_EQ(cell(Format::json_lines, Kind::json, "{\"a\":\n [1, 2]}"), "{\"a\":  [1, 2]}");
  EXPECT_EQ(cell(Format::json_lines, Kind::json, "{\"a\":1}\",\"evil\":\""), R"("{\"a\":1}\",\"evil\":\"")");
  EXPECT_EQ(cell(Format::json_lines, Kind::json, ""), "\"\"");
  EXPECT_EQ(cell(Format::json_lines, Kind::time, "infinity"), "\"infinity\"");
}

TEST(Encoder, BytesAreHexAndABodyIsTextWhereItIsText) {
  EXPECT_EQ(cell(Format::json_lines, Kind::bytes, "\\x6869"), R"({"hex": "6869"})");
  EXPECT_EQ(cell(Format::csv, Kind::bytes, "\\x6869"), "\\x6869");
  EXPECT_EQ(cell(Format::json_lines, Kind::body, "\\x6869"), "\"hi\"");
  EXPECT_EQ(cell(Format::csv, Kind::body, "\\x3d31"), "'=1");
  EXPECT_EQ(cell(Format::csv, Kind::body, "\\x6800"), "\\x6800");
  EXPECT_EQ(cell(Format::json_lines, Kind::body, "\\xff"), R"({"hex": "ff"})");
  EXPECT_EQ(cell(Format::json_lines, Kind::bytes, "no hex"), "\"no hex\"");
  EXPECT_EQ(cell(Format::json_lines, Kind::bytes, "\\x6\"}"), R"("\\x6\"}")");
  EXPECT_EQ(cell(Format::markdown, Kind::body, "\\x"), "");
}

TEST(Encoder, AMaskedCellTellsItsSizeAndNothingElse) {
  const std::vector<Column> by_value{{"body", Kind::text, Mask::value}},
      by_size{{"body", Kind::text, Mask::size}}, bytes{{"body", Kind::bytes, Mask::value}};
  EXPECT_EQ(row(Format::csv, by_value, {{"secret"}}), "\"‹masked, 6 bytes›\"\r\n");
  EXPECT_EQ(row(Format::csv, by_value, {{"123456789"}}), "\"‹masked, 9 bytes›\"\r\n");
  EXPECT_EQ(row(Format::csv, bytes, {{"\\x6869"}}), "\"‹masked, 2 bytes›\"\r\n");
  EXPECT_EQ(row(Format::markdown, by_size, {{"123"}}), "| ‹masked, 123 bytes› |\n");
  EXPECT_EQ(row(Format::json_lines, by_size, {{"123"}}), "{\"body\":{\"masked\": true, \"bytes\": 123}}\n");
  EXPECT_EQ(row(Format::json_lines, by_size, {{"secret"}}), "{\"body\":{\"masked\": true, \"bytes\": 0}}\n");
  EXPECT_EQ(row(Format::json_lines, by_value, {null}), "{\"body\":null}\n");
}

TEST(Encoder, ACellThatIsCutSaysSo) {
  const EncodeOptions cap{.max_cell_bytes = 4};
  EXPECT_EQ(cell(Format::csv, Kind::text, "1234", cap), "1234");
  EXPECT_EQ(cell(Format::csv, Kind::text, "=2345", cap), "\"'=234…‹cut, 5 bytes›\"");
  EXPECT_EQ(cell(Format::csv, Kind::text, "abcé", cap), "\"abc…‹cut, 5 bytes›\"");
  EXPECT_EQ(cell(Format::json_lines, Kind::text, "abcdef", cap), R"({"cut": "abcd", "bytes": 6})");
  EXPECT_EQ(cell(Format::json_lines, Kind::number, "123456", cap), R"({"cut": "1234", "bytes": 6})");
  EXPECT_EQ(cell(Format::json_lines, Kind::bytes, "\\x0102030405", cap),
            R"({"cut": "\\x01020304", "bytes": 5})");
  EXPECT_EQ(cell(Format::markdown, Kind::text, "<imgsrc>", cap), "&lt;img…‹cut, 8 bytes›");
  EXPECT_EQ(cell(Format::csv, Kind::text, std::string_view("\x80\x80\x80\x80\x80\x80", 6), cap),
            "\"\\x80808080…‹cut, 6 bytes›\"");
  const std::string huge(5'000'000, 'x');
  EXPECT_EQ(cell(Format::csv, Kind::text, huge), huge);
}

TEST(Encoder, HostileNamesOfColumnsAreCellsToo) {
  const std::vector<Column> columns{{"=cmd|'/C calc'!A0"}, {"a\"b,\n"}, {"<img>|"}, {"\xFF"}};
  std::string csv, markdown;
  encoder(Format::csv, columns).head(csv);
  EXPECT_EQ(csv, "'=cmd|'/C calc'!A0,\"a\"\"b,\n\",<img>|,\\xff\r\n");
  encoder(Format::markdown, columns).head(markdown);
  EXPECT_TRUE(markdown.starts_with("| '=cmd\\|'/C calc'\\!A0 | a\"b,<br> | &lt;img&gt;\\| | \\\\xff |\n"))
      << markdown;
  const auto object = nlohmann::json::parse(row(Format::json_lines, columns, {{"1"}, {"2"}, {"3"}, {"4"}}));
  EXPECT_EQ(object.at("a\"b,\n"), "2");
  EXPECT_EQ(object.at("\\xff"), "4");
  EXPECT_EQ(object.size(), 4U);
}

TEST(Encoder, WhatCannotBeToldApartIsRefused) {
  EXPECT_FALSE(Encoder::make(Format::csv, {}));
  EXPECT_FALSE(Encoder::make(Format::json_lines, {{"a"}, {"b"}, {"a"}}));
  for (const char* text : {",", "\"", "a\nb", "=1", "-", " x", "\xFF", "\u202E"})
    EXPECT_FALSE(Encoder::make(Format::csv, {{"a"}}, {.null_text = text})) << text;
  EXPECT_TRUE(Encoder::make(Format::csv, {{"a"}}, {.null_text = "NULL"}));
}

TEST(Format, WordsReadBack) {
  EXPECT_EQ(format_from_word("csv"), Format::csv);
  EXPECT_EQ(format_from_word("jsonl"), Format::json_lines);
  EXPECT_EQ(format_from_word("md"), Format::markdown);
  EXPECT_FALSE(format_from_word("xlsx"));
}

}  // namespace
}  // namespace onceover::exports
