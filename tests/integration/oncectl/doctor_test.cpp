// SPDX-License-Identifier: Apache-2.0
// `oncectl doctor`. The tests' server does not wait for the disk, which is a finding by itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

using DoctorTest = OncectlTest;

TEST_F(DoctorTest, TellsWhatItFoundAndWhatAPersonMustKnow) {
  finished("pay-1");
  const std::string before = checksum();
  const Ran ran = ctl({"doctor"});
  EXPECT_EQ(ran.code, 12) << ran.err;
  EXPECT_THAT(
      ran.out,
      HasSubstr("critical: The server does not write safely to disk [server-not-durable]\n    fsync is off"));
  EXPECT_THAT(ran.out, HasSubstr("ALTER SYSTEM SET fsync = on;"));
  EXPECT_THAT(ran.out, HasSubstr("holds   The fingerprint is stored, and another payload is refused"));
  EXPECT_THAT(ran.out, HasSubstr("fails   Committed data remains"));
  EXPECT_THAT(ran.out, HasSubstr("Nothing was written."));
  EXPECT_EQ(checksum(), before);
}

TEST_F(DoctorTest, ForScripts) {
  raw_.tamper("UPDATE onceover.keys SET state = state; ALTER TABLE onceover.keys SET UNLOGGED");
  const Ran ran = ctl_json({"doctor", "--longest-retry", "3d"});
  EXPECT_EQ(ran.code, 12) << ran.err;
  const Json report = ran.json();
  std::vector<std::string> found;
  for (const Json& finding : report["findings"]) found.push_back(finding["check"]);
  EXPECT_THAT(found, testing::ElementsAre("unlogged", "server-not-durable", "server-not-durable",
                                          "functions-of-superuser"));
  EXPECT_EQ(report["findings"][0]["severity"], "critical");
  EXPECT_EQ(report["findings"][0]["sql"], "ALTER TABLE \"onceover\".\"keys\" SET LOGGED;\n");
  EXPECT_EQ(report["table"], "\"onceover\".\"keys\"");
  EXPECT_EQ(report["not_checked"], Json::array());
}

TEST_F(DoctorTest, TheWindowAgainstWhatClientsDo) {
  finished("pay-1");  // for three days
  std::vector<std::string> found;
  const Json report = ctl_json({"doctor", "--longest-retry", "2d"}).json();
  for (const Json& finding : report["findings"]) found.push_back(finding["check"]);
  EXPECT_THAT(found, testing::Contains("window-below-retries"));
  const Ran wrong = ctl({"doctor", "--longest-retry", "soon"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--longest-retry"));
}

TEST_F(DoctorTest, ListsItsChecksWithoutAStore) {
  const Ran ran = run({"doctor", "--list"}, {{"PGHOST", "/nowhere"}});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::ContainsRegex(
                           "deletes-unfinished +critical +Something deletes keys that are not finished"));
}

}  // namespace
}  // namespace onceover::oncectl
