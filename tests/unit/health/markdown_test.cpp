// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/health/health.h"

namespace onceover::health {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MarkdownTest, DataStandsForItself) {
  Report report;
  report.table = "\"public\".\"<b>\"";
  report.findings = {{Check::deletes_unfinished, Severity::critical,
                      "function f(): DELETE FROM x -- <script>", "Read `this`", "SELECT '```';\n"}};
  report.not_checked = {{Check::bloated, "a | b"}};
  const std::string text = to_markdown(report);
  EXPECT_THAT(text, HasSubstr("## critical: Something deletes keys that are not finished"));
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
  EXPECT_THAT(text, Not(HasSubstr("<b>")));
  EXPECT_THAT(text, HasSubstr("````sql\nSELECT '```';\n````\n"));
  EXPECT_THAT(text, HasSubstr("| Much of the table is empty space | a \\| b |"));
}

TEST(MarkdownTest, NothingFound) { EXPECT_THAT(to_markdown({}), HasSubstr("Nothing was found.")); }

}  // namespace
}  // namespace onceover::health
