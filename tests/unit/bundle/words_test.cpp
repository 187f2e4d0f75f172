// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/bundle/bundle.h"
#include "tests/unit/bundle/example.h"

namespace onceover::bundle {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BundleChart, DrawsBarsAsHighAsTheCounts) {
  EXPECT_EQ(bars({0, 1, 4, 8}, 10), "·▂▅█");
  EXPECT_EQ(bars({}, 10), "");
  EXPECT_EQ(bars({0, 0}, 10), "··");
  EXPECT_EQ(bars({1, 1, 1, 5}, 2), "▃█") << "neighbours are added up";
  EXPECT_EQ(bars({-4, 2}, 10), "·█");
}

TEST(BundleFence, SpellsWhatCouldEndABlockOrHide) {
  bool spelled = false;
  EXPECT_EQ(for_fence("a `b` ``c``\n\td", &spelled), "a `b` ``c``\n\td");
  EXPECT_FALSE(spelled);
  EXPECT_EQ(for_fence("```", &spelled), "\\u{60}\\u{60}\\u{60}");
  EXPECT_TRUE(spelled);
  spelled = false;
  EXPECT_EQ(for_fence("a\rb", &spelled), "a\\rb");
  EXPECT_TRUE(spelled);
}

TEST(BundleMarkdown, ShowsSomeRowsAndSaysHowManyMoreThereAre) {
  Bundle bundle = bundle_of("x");
  Table& table = bundle.sections[0].tables[0];
  table.rows.assign(1234, {Value{Value::Form::text, "k", 0}, null_value()});
  table.left_out = 56;
  const std::string text = to_markdown(bundle);
  EXPECT_THAT(text, HasSubstr("… 1034 more in the data at the end"));
  EXPECT_THAT(text, HasSubstr("56 more were left out"));
}

TEST(BundleMarkdown, TellsWhereAStatementIsSpelled) {
  Bundle bundle = bundle_of("x");
  bundle.sql = {{"Look", "SELECT 1"}, {"Other", "SELECT '```'"}};
  const std::string text = to_markdown(bundle);
  EXPECT_THAT(text, HasSubstr("### Look\n\n```sql\nSELECT 1\n```"));
  EXPECT_THAT(text, HasSubstr("### Other\n\n```sql\n-- Characters are spelled"));
}

TEST(BundleRedaction, TakesCredentialsOutOfDocuments) {
  const std::string out = redacted_json(
      R"({"why":"HTTP 401, Authorization: Bearer c-a-n-a-r-y","api_key":"c-a-n-a-r-y","n":12.50,"in":{"Set-Cookie":["c-a-n-a-r-y"]},"at":"https://u:c-a-n-a-r-y@h/x","none":null})");
  EXPECT_THAT(out, Not(HasSubstr("c-a-n-a-r-y")));
  EXPECT_THAT(out, HasSubstr("12.50"));
  EXPECT_THAT(out, HasSubstr("https://***@h/x"));
  EXPECT_EQ(redacted_json("password=c-a-n-a-r-y"), "password=***") << "no JSON at all";
}

TEST(BundleRedaction, KnowsNamesThatSpeakOfSecrets) {
  for (const char* name : {"Authorization", "Set-Cookie", "X-Api-Key", "proxy-authorization", "access_token",
                           "client_secret", "pwd"})
    EXPECT_TRUE(is_secret_name(name)) << name;
  for (const char* name : {"Content-Type", "Location", "request_id", "key", "operation"})
    EXPECT_FALSE(is_secret_name(name)) << name;
}

// What the caller knows to be secret is found wherever it stands, in every text that a bundle has.
TEST(BundleRedaction, BlanksKnownSecretsEverywhere) {
  Bundle bundle = bundle_of("a c\"anary b");
  blank_out(bundle, {"c\"anary", "abc", ""});
  EXPECT_EQ(bundle, bundle_of("a *** b"));
  const auto text = to_text(bundle);
  ASSERT_TRUE(text);
  EXPECT_THAT(*text, Not(HasSubstr("anary")));
}

}  // namespace
}  // namespace onceover::bundle
