// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/plan/plan.h"

namespace onceover::plan {

void PrintTo(const LineError& error, std::ostream* out) {
  *out << "line " << error.line << ": " << error.what;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "line:cell|cell" of each key; NULL for none.
std::vector<std::string> read(const KeyList& list) {
  std::vector<std::string> out;
  for (const ListedKey& key : list.keys) {
    std::string text = std::to_string(key.line) + ":";
    for (std::size_t i = 0; i < key.cells.size(); ++i)
      text += (i > 0 ? "|" : "") + key.cells[i].value_or("NULL");
    out.push_back(text);
  }
  return out;
}

TEST(KeyList, IsReadAsPeopleBringIt) {
  struct Case {
    std::string name, text;
    std::vector<std::string> keys;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"bare", "a\nb\n", {"1:a", "2:b"}},
           {"no line end at the end", "a\nb", {"1:a", "2:b"}},
           {"CRLF", "a\r\nb\r\n", {"1:a", "2:b"}},
           {"a byte order mark",
            "\xEF\xBB\xBF"
            "a\n",
            {"1:a"}},
           {"blank lines keep the numbers", "\n\na\n  \nb\n\n", {"3:a", "5:b"}},
           {"a header", "key\na\n", {"2:a"}},
           {"a header of another spelling", "Idempotency-Key\na\n", {"2:a"}},
           {"a header behind a byte order mark", "\xEF\xBB\xBF\"key\"\na\n", {"2:a"}},
           {"tenant and operation",
            "tenant,operation,key\nacme,POST /refunds,a\n,POST /x,b\n",
            {"2:acme|POST /refunds|a", "3:NULL|POST /x|b"}},
           {"quotes", "\"a\"\n\"b,\"\"c\"\"\"\n", {"1:a", "2:b,\"c\""}},
           {"blanks around", "  a \n\t\"b\" \n", {"1:a", "2:b"}},
           {"a key that holds the other delimiter", "a;b\n", {"1:a;b"}},
           {"an empty quoted tenant", "tenant,key\n\"\",a\n", {"2:|a"}},
       }) {
    const KeyList list = parse_key_list(c.text);
    EXPECT_EQ(read(list), c.keys) << c.name;
    EXPECT_THAT(list.errors, IsEmpty()) << c.name;
  }
}

TEST(KeyList, SaysOfEachLineWhatIsWrongWithIt) {
  struct Case {
    std::string name, text;
    std::vector<LineError> errors;
    std::vector<std::string> keys = {};
  };
  for (const Case& c : std::initializer_list<Case>{
           {"nothing", "", {{1, "There is no key in it."}}},
           {"blanks alone", " \n\n", {{1, "There is no key in it."}}},
           {"a header alone", "key\n", {{1, "There is a header and no key."}}},
           {"twice", "a\nb\na\n", {{3, "The same as line 1."}}, {"1:a", "2:b"}},
           {"twice, once in quotes", "a\n\"a\"\n", {{2, "The same as line 1."}}, {"1:a"}},
           {"too many cells",
            "a\nb,c\nd\n",
            {{2, "There are 2 cells here and 1 is expected."}},
            {"1:a", "3:d"}},
           {"too few cells",
            "tenant,key\na\nx,b\n",
            {{2, "There is 1 cell here and 2 are expected."}},
            {"3:x|b"}},
           {"no key", "tenant,key\nacme,\n", {{2, "There is no key."}}},
           {"an open quote", "a\n\"b\nc\n", {{2, "A quote is opened and never closed."}}, {"1:a", "3:c"}},
           {"text behind a quote",
            "\"a\"b\nc\n",
            {{1, "There is text after a closing quote; a quote in a quoted cell must be written twice."}},
            {"2:c"}},
           {"a line end in a key", "\"a\nb\"\nc\n", {{1, "x"}}, {"3:c"}},
           {"an unknown column",
            "key,colour\na,red\n",
            {{1, "\"colour\" is no column of this table's keys."}}},
           {"a column twice", "key,KEY\na,b\n", {{1, "Two columns are called \"key\"."}}},
           {"semicolons",
            "tenant;key\nacme;a\n",
            {{1, "The cells are apart by \";\" here and not by \",\": name the delimiter."}}},
           {"tabs",
            "tenant\tkey\nacme\ta\n",
            {{1, "The cells are apart by a tab here and not by \",\": name the delimiter."}}},
           {"UTF-16",
            std::string("\xFF\xFE"
                        "a\0\n\0",
                        6),
            {{1, "This is UTF-16: save it as UTF-8."}}},
           {"NUL", std::string("a\0b\nc\n", 6), {{1, "\"key\" holds NUL."}}, {"2:c"}},
           {"not UTF-8", "tenant,key\n\xFF,a\n", {{2, "\"tenant\" is not UTF-8."}}},
           {"a key that none can be", "na\xC3\xAFve\nb\n", {{1, "x"}}, {"2:b"}},
       }) {
    const KeyList list = parse_key_list(c.text);
    EXPECT_EQ(read(list), c.keys) << c.name;
    ASSERT_EQ(list.errors.size(), c.errors.size()) << c.name;
    for (std::size_t i = 0; i < c.errors.size(); ++i) {
      EXPECT_EQ(list.errors[i].line, c.errors[i].line) << c.name;
      // "x": the sentence is core/key's.
      EXPECT_THAT(
          list.errors[i].what,
          testing::AnyOf(c.errors[i].what, testing::ResultOf([&](auto) { return c.errors[i].what; }, "x")))
          << c.name;
      EXPECT_FALSE(list.errors[i].what.empty()) << c.name;
    }
  }
}

TEST(KeyList, TakesTheDelimiterAndTheColumnsItIsGiven) {
  const ListOptions options{.columns = {"merchant_id", "request_id"}, .delimiter = ';', .own = false};
  const KeyList list = parse_key_list("Merchant_ID;request_id\r\n7;\"x;y\"\r\n8;na\xC3\xAFve\r\n", options);
  EXPECT_THAT(list.columns, ElementsAre("merchant_id", "request_id"));
  EXPECT_THAT(read(list), ElementsAre("2:7|x;y", "3:8|na\xC3\xAFve"));
  EXPECT_THAT(list.errors, IsEmpty());
}

RC_GTEST_PROP(KeyList, EachLineIsAKeyOrAnErrorWhateverTheBytes, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::element('a', 'b', '"', ',', '\r', '\n', ' ', '\0', ';', '\xEF'));
  const KeyList list = parse_key_list(text);
  const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  for (const ListedKey& key : list.keys) RC_ASSERT(key.line >= 1 && key.line <= lines);
  for (const LineError& error : list.errors) RC_ASSERT(error.line >= 1 && error.line <= lines);
  RC_ASSERT(!list.keys.empty() || !list.errors.empty());
}

}  // namespace
}  // namespace onceover::plan
