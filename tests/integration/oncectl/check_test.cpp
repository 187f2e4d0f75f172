// SPDX-License-Identifier: Apache-2.0
// `oncectl check`: what a monitoring system reads, and the exit code it acts on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using CheckTest = OncectlTest;

TEST_F(CheckTest, OkWarningCriticalAndBack) {
  const std::string before = checksum();
  Ran ran = ctl({"check"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(
      ran.out,
      StartsWith("ONCEOVER OK: 12 rules for schema onceover, none fires | conflict-share=0%;20;50;0"));
  EXPECT_EQ(checksum(), before);

  stuck("pay-1");  // for ten minutes
  ran = ctl({"check"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, StartsWith("ONCEOVER WARNING: 1 stuck, the oldest for 10 min | "));
  EXPECT_THAT(ran.out, HasSubstr("WARNING stuck-age: 1 stuck, the oldest for 10 min\n"));

  ran = ctl({"check", "--rule", "stuck-age=1m,5m"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, StartsWith("ONCEOVER CRITICAL: 1 stuck"));
  EXPECT_EQ(ctl({"check", "--rule", "stuck-age=1h,2h"}).code, 0);
  EXPECT_EQ(ctl({"check", "--rule", "stuck-age=off"}).code, 0);

  raw_.tamper("DELETE FROM onceover.keys");
  EXPECT_EQ(ctl({"check"}).code, 0);
}

TEST_F(CheckTest, WhatCannotBeAskedIsUnknownAndNoAlarm) {
  Ran ran = run({"check", "--dsn", "host=/nowhere dbname=x"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.out, StartsWith("ONCEOVER UNKNOWN: "));
  EXPECT_EQ(ran.err, "");
  ran = ctl({"check", "--rule", "stuck=5"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.out, HasSubstr("the rules are conflict-share, "));
  EXPECT_EQ(ctl({"check", "--window", "soon"}).code, 3);
  EXPECT_EQ(ctl({"check", "--windows"}).code, 3);
  raw_.exec("DROP SCHEMA onceover CASCADE");
  EXPECT_EQ(ctl({"check"}).code, 3);
}

TEST_F(CheckTest, ReleasedKeysThatNobodyRetriesAreCountedApartAndListed) {
  stuck("left-1");
  stuck("left-2");
  raw_.exec(
      "UPDATE onceover.keys SET state = 'released', locked_until = NULL, retry_before = clock_timestamp() - "
      "interval '3 hours', expires_at = clock_timestamp() + interval '3 days'");
  Ran ran = ctl({"check"});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_THAT(ran.out, StartsWith("ONCEOVER WARNING: 2 released and not retried in time | "));
  EXPECT_THAT(ran.out, HasSubstr("OK stuck-age: nothing is stuck\n"));
  ran = ctl({"stuck"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("NOT RETRIED"));
  EXPECT_THAT(ran.out, HasSubstr("All of them are released, and no client has retried in time. Rows: oncectl "
                                 "keys list --stuck --state released"));
  EXPECT_EQ(ctl_json({"stuck"}).json()["groups"][0]["not_retried"], 2);
  EXPECT_EQ(ctl_json({"stats"}).json()["states"]["not_retried"], 2);
  stuck("pay-1");
  EXPECT_THAT(
      ctl({"check"}).out,
      StartsWith("ONCEOVER WARNING: 1 stuck, the oldest for 10 min; 2 released and not retried in time | "));
  EXPECT_THAT(ctl({"stuck"}).out, HasSubstr("2 of them are released"));
  EXPECT_EQ(ctl_json({"keys", "list", "--stuck", "--state", "released"}).json()["keys"].size(), 2U);
  EXPECT_THAT(ctl({"stuck", "--list"}).out,
              HasSubstr("released, and no client retried in time: that ended 3 h ago"));
}

TEST_F(CheckTest, ForScripts) {
  stuck("pay-1");
  const Ran ran = ctl_json({"check"});
  EXPECT_EQ(ran.code, 1);
  const Json report = ran.json();
  EXPECT_EQ(report["level"], "WARNING");
  EXPECT_EQ(report["alerts"].size(), 14U);
  EXPECT_EQ(report["alerts"][3]["rule"], "stuck-age");
  EXPECT_EQ(report["alerts"][3]["critical"], 1800);
  EXPECT_EQ(report["alerts"][6]["level"], "UNKNOWN");
  EXPECT_EQ(report["alerts"][6]["value"], nullptr);
  EXPECT_EQ(run({"check", "--list", "--json"}).json()["rules"].size(), 14U);
}

}  // namespace
}  // namespace onceover::oncectl
