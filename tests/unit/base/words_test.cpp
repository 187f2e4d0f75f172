// SPDX-License-Identifier: Apache-2.0
#include "core/base/words.h"

#include <gtest/gtest.h>

namespace onceover {
namespace {

enum class Light { red, amber, green };

constexpr auto light_words =
    words<Light>({{Light::red, "red"}, {Light::amber, "amber"}, {Light::green, "green"}});
constexpr auto go_words = some_words<Light>({{Light::green, "go"}, {Light::red, "stop"}});

TEST(Words, OneTableServesBothDirections) {
  for (const auto& [light, word] : light_words.pairs) {
    EXPECT_EQ(light_words.of(light), word);
    EXPECT_EQ(light_words.from(word), light);
  }
  EXPECT_EQ(light_words.from("blue"), std::nullopt);
  EXPECT_EQ(light_words.from(""), std::nullopt);
}

TEST(Words, WhatIsNotInATableOfSomeHasNoWord) {
  EXPECT_EQ(go_words.of(Light::green), "go");
  EXPECT_EQ(go_words.from("stop"), Light::red);
  EXPECT_EQ(go_words.of(Light::amber), "");
}

TEST(Words, AnEnumeratorIsToldFromANumber) {
  static_assert(is_enumerator<Light::green>());
  static_assert(!is_enumerator<static_cast<Light>(3)>());
}

}  // namespace
}  // namespace onceover
