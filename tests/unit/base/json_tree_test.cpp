// SPDX-License-Identifier: Apache-2.0
#include "core/base/json_tree.h"

#include <gtest/gtest.h>

namespace onceover::json {
namespace {

TEST(JsonTree, KeepsNumbersAsTheyWereWritten) {
  for (const char* number :
       {"12.50", "1E5", "1.0e+2", "12345678901234567890123", "-7", "0.1000000000000000055511151231257827"}) {
    const auto root = parse_json(std::string("{\"n\":") + number + "}");
    ASSERT_TRUE(root) << number;
    EXPECT_EQ(at(*root, "/n")->text, number);
    EXPECT_EQ(written(*root), std::string("{\"n\":") + number + "}");
  }
}

TEST(JsonTree, RefusesWhatCanBeReadInTwoWays) {
  EXPECT_FALSE(parse_json(R"({"status":"captured","status":"declined"})"));
  EXPECT_FALSE(parse_json(R"({"a":{"x":1,"x":1}})"));
  EXPECT_TRUE(parse_json(R"({"a":{"x":1},"b":{"x":1}})"));
}

TEST(JsonTree, RefusesWhatIsNotOneJsonText) {
  for (const char* text : {"", "{", "{}x", "<html>", "{\"a\":}", "\"\xff\"", "NaN", "{'a':1}", "[1,]"})
    EXPECT_FALSE(parse_json(text)) << text;
  EXPECT_FALSE(parse_json(std::string("{\"status\":\"captured\"}\0{\"status\":\"declined\"}", 43)));
  EXPECT_FALSE(parse_json(std::string("{}\0", 3)));
  EXPECT_FALSE(parse_json(std::string(max_answer_depth + 1, '[') + std::string(max_answer_depth + 1, ']')));
  EXPECT_TRUE(parse_json(std::string(max_answer_depth, '[') + std::string(max_answer_depth, ']')));
}

TEST(JsonTree, PointersFollowRfc6901) {
  const auto root = parse_json(R"({"a":[{"b":1},2],"x/y":3,"m~n":4,"":5,"01":6})");
  ASSERT_TRUE(root);
  const auto text = [&](const char* pointer) {
    const Json* found = at(*root, pointer);
    return found ? found->text : "(none)";
  };
  EXPECT_EQ(text("/a/0/b"), "1");
  EXPECT_EQ(text("/a/1"), "2");
  EXPECT_EQ(text("/x~1y"), "3");
  EXPECT_EQ(text("/m~0n"), "4");
  EXPECT_EQ(text("/"), "5");
  EXPECT_EQ(text("/01"), "6");
  for (const char* pointer : {"/a/2", "/a/01", "/a/-", "/a/x", "/a/18446744073709551616", "/missing",
                              "/a/0/b/c", "a", "/m~n", "/m~2"}) {
    EXPECT_EQ(at(*root, pointer), nullptr) << pointer;
  }
  EXPECT_EQ(at(*root, ""), &*root);
}

TEST(JsonTree, WritesStringsSafely) {
  EXPECT_EQ(escaped("a\"b\\c\n\x01"), "a\\\"b\\\\c\\n\\u0001");
  const auto root = parse_json(R"(["a\"b",{"k\"":null},true])");
  ASSERT_TRUE(root);
  EXPECT_EQ(written(*root), R"(["a\"b",{"k\"":null},true])");
}

}  // namespace
}  // namespace onceover::json
