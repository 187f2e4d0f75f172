// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/base/text.h"

namespace onceover {
namespace {

using namespace std::string_literals;

TEST(Storable, TextIsLeftAloneWhereAColumnHoldsIt) {
  EXPECT_EQ(storable_text("Überweisung\n"), "Überweisung\n");
  for (const std::string& text : {"a\0b"s, "a\xFFz"s}) {
    EXPECT_FALSE(is_storable(text));
    EXPECT_TRUE(is_storable(storable_text(text)));
    EXPECT_NE(storable_text(text), text);
  }
}

TEST(Storable, JsonLosesEscapedNulAndNothingElse) {
  EXPECT_EQ(storable_json(R"({"a":"\u0000\u0000b"})"), R"({"a":"\ufffd\ufffdb"})");
  EXPECT_EQ(storable_json(R"({"a":"\\u0000"})"), R"({"a":"\\u0000"})");  // a backslash, and then text
  EXPECT_EQ(storable_json(R"({"a":"\\\u0000"})"), R"({"a":"\\\ufffd"})");
  EXPECT_EQ(storable_json(R"({"a":"\")"), R"({"a":"\")");
}

}  // namespace
}  // namespace onceover
