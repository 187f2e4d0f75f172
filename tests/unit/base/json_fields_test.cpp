// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "core/base/json_tree.h"

namespace onceover::json {
namespace {

TEST(JsonFields, ReadsWhatIsThereAndLeavesTheRest) {
  Fields fields(R"({"n": 7, "share": 0.25, "on": true, "word": "a\u00e4", "none": null})");
  int n = 1, other = 2, none = 3;
  double share = 0;
  bool on = false;
  std::string word;
  std::optional<std::string> maybe;
  std::optional<int> code;
  fields.read("n", n);
  fields.read("other", other);
  fields.read("none", none);
  fields.read("share", share);
  fields.read("on", on);
  fields.read("word", word);
  fields.read("n", code);
  fields.read("none", maybe);
  EXPECT_EQ(fields.problem(), "");
  EXPECT_EQ(n, 7);
  EXPECT_EQ(other, 2);
  EXPECT_EQ(none, 3);
  EXPECT_EQ(share, 0.25);
  EXPECT_TRUE(on);
  EXPECT_EQ(word, "aä");
  EXPECT_EQ(code, 7);
  EXPECT_FALSE(maybe);
}

TEST(JsonFields, AnotherKindIsAProblemAndNoValue) {
  const struct {
    const char* json;
    const char* problem;
  } table[] = {
      {R"({"n": "fast"})", "\"n\" is not a number in range"},
      {R"({"n": 1e30})", "\"n\" is not a number in range"},
      {R"({"n": 1.5})", "\"n\" is not a number in range"},
      {R"({"n": [1]})", "\"n\" is not a number in range"},
      {R"({"n": 99999999999})", "\"n\" is not a number in range"},
      {R"({"on": 1})", "\"on\" is neither true nor false"},
      {R"({"word": {"a": 1}})", "\"word\" is not a text"},
      {R"({"word": 7, "n": "x"})", "\"n\" is not a number in range"},
      {"[1, 2]", "it is not a JSON object"},
      {"\"text\"", "it is not a JSON object"},
      {"", "it is not a JSON object"},
      {"{", "it is not a JSON object"},
  };
  for (const auto& [json, problem] : table) {
    Fields fields(json);
    int n = 5;
    bool on = true;
    std::string word = "kept";
    fields.read("n", n);
    fields.read("on", on);
    fields.read("word", word);
    EXPECT_EQ(fields.problem(), problem) << json;
    EXPECT_EQ(n, 5) << json;
    EXPECT_TRUE(on) << json;
    EXPECT_EQ(word, "kept") << json;
  }
}

}  // namespace
}  // namespace onceover::json
