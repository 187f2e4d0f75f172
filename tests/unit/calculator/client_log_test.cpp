// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/client_log.h"

#include <gtest/gtest.h>

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view playbook =
    "attempt,delay_ms,status,code,notes\n"
    "1,0,timeout,,initial timeout\n"
    "2,137,5xx,502,proxy error\n"
    "3,281,200,201,success\n";

std::vector<Fit> fits(const Overlay& overlay) {
  std::vector<Fit> out;
  for (const Overlaid& one : overlay.entries) out.push_back(one.fit);
  return out;
}

TEST(ClientLog, IsReadAsThePlaybookWritesIt) {
  const ClientLog log = parse_client_log(playbook);
  EXPECT_TRUE(log.errors.empty());
  ASSERT_EQ(log.entries.size(), 3U);
  EXPECT_EQ(log.entries[0].status, "timeout");
  EXPECT_EQ(log.entries[0].code, std::nullopt);
  EXPECT_EQ(log.entries[1].delay, Duration(137ms));
  EXPECT_EQ(log.entries[1].code, 502);
  EXPECT_EQ(log.entries[1].line, 3);
  EXPECT_EQ(log.entries[2].notes, "success");
  EXPECT_EQ(log.entries[2].request, 1U);
}

TEST(ClientLog, ARowThatIsWrongIsNamedAndLosesNothing) {
  const ClientLog log = parse_client_log(
      "attempt,delay_ms,status,code,notes\r\n"
      "1,0,timeout,,first\r\n"
      "zwei,100,503,,\"a, b\"\r\n"
      "2\r\n"
      "0,5,503,,\r\n"
      "2,-4,503,,\r\n"
      "2,1e99,503,,\r\n"
      "2,90,503,9999,\r\n"
      "2,80,\"503\"x,,\r\n"
      "\r\n"
      "2,99.5,503,,ok\r\n");
  ASSERT_EQ(log.entries.size(), 2U);
  EXPECT_EQ(log.entries[1].delay, Duration(99'500));
  EXPECT_EQ(log.entries[1].code, 503);
  ASSERT_EQ(log.errors.size(), 7U);
  EXPECT_EQ(log.errors[0].line, 3);
  EXPECT_EQ(log.errors[0].what, "\"zwei\" is not an attempt number; the first is 1.");
  EXPECT_EQ(log.errors[0].text, "zwei,100,503,,\"a, b\"");
  EXPECT_EQ(log.errors[1].what, "There is 1 cell here, but 2 are needed.");
  EXPECT_EQ(log.errors[6].text, "2,80,\"503\"x,,");
}

TEST(ClientLog, ColumnsComeInAnyOrderAndAHeaderIsNotNeeded) {
  const ClientLog named = parse_client_log("\xEF\xBB\xBFNotes,Delay_ms,host,Attempt\nhm,7,a,1\n");
  ASSERT_EQ(named.entries.size(), 1U);
  EXPECT_EQ(named.entries[0].delay, Duration(7ms));
  EXPECT_EQ(named.entries[0].notes, "hm");
  const ClientLog bare = parse_client_log("1,0,timeout\n2,120,200");
  ASSERT_EQ(bare.entries.size(), 2U);
  EXPECT_EQ(bare.entries[1].code, 200);
  EXPECT_TRUE(parse_client_log("").entries.empty());
  EXPECT_EQ(parse_client_log("\xFF\xFE"
                             "1")
                .errors.size(),
            1U);
  EXPECT_EQ(parse_client_log("1,0,\xC0\xAF,,\n").errors.size(), 1U);
}

TEST(ClientLog, AnAttemptThatDoesNotCountOnBeginsAnotherRequest) {
  const ClientLog log = parse_client_log("1,0\n2,9\n1,0\n1,0\n3,9\n");
  std::vector<unsigned> requests;
  for (const LogEntry& entry : log.entries) requests.push_back(entry.request);
  EXPECT_EQ(requests, (std::vector<unsigned>{1, 1, 2, 3, 3}));
}

TEST(Overlay, ThePlaybooksLogFitsItsExponentialWithJitterButNotTheDefault) {
  // Its table says 100–200 before attempt 2 and 200–400 before attempt 3: equal jitter from 200 ms.
  const ClientLog log = parse_client_log(playbook);
  EXPECT_EQ(overlay({.backoff = Backoff::equal_jitter, .first_power = 1}, log).outside, 0U);
  EXPECT_EQ(fits(overlay({}, log)), (std::vector<Fit>{Fit::fits, Fit::too_late, Fit::too_late}));
}

TEST(Overlay, DelaysOutsideTheRangeAreTooSoonOrTooLate) {
  const Policy policy{.backoff = Backoff::exponential};
  const Overlay laid =
      overlay(policy, parse_client_log("1,0,503\n2,104,503\n3,150,503\n4,900,503\n5,800,200\n"));
  EXPECT_EQ(fits(laid), (std::vector<Fit>{Fit::fits, Fit::fits, Fit::too_soon, Fit::too_late, Fit::fits}));
  EXPECT_EQ(laid.outside, 2U);
  EXPECT_EQ(laid.entries[2].allowed.least, Duration(200ms));
  EXPECT_EQ(laid.entries[2].what, "Waited 150 ms; the policy never waits less than 200 ms here.");
  EXPECT_NE(laid.entries[3].what.find("Retry-After"), std::string::npos);
  EXPECT_EQ(laid.entries[4].at, Duration(1954ms));
}

TEST(Overlay, WhatShouldNotHaveBeenTriedIsSaid) {
  const Policy policy{.backoff = Backoff::fixed, .base = 1s, .attempts = 3, .total = 3s};
  EXPECT_EQ(fits(overlay(policy, parse_client_log("1,0,422\n2,1000,200\n3,1000,200\n"))),
            (std::vector<Fit>{Fit::fits, Fit::not_retryable, Fit::not_retryable}));
  EXPECT_EQ(fits(overlay(policy, parse_client_log("1,0,409\n2,1000,500\n3,1000,500\n4,1000,200\n"))),
            (std::vector<Fit>{Fit::fits, Fit::fits, Fit::fits, Fit::not_allowed}));
  EXPECT_EQ(fits(overlay({.backoff = Backoff::fixed, .base = 1s, .attempts = 9, .total = 1900ms},
                         parse_client_log("1,0\n2,1000\n3,1000\n"))),
            (std::vector<Fit>{Fit::fits, Fit::fits, Fit::not_allowed}));
}

TEST(Overlay, DecorrelatedJitterGoesByTheWaitBefore) {
  const Policy policy{.backoff = Backoff::decorrelated_jitter};
  const Overlay laid = overlay(policy, parse_client_log("1,0\n2,120\n3,360\n4,1100\n1,0\n3,800\n"));
  EXPECT_EQ(laid.entries[2].allowed.most, Duration(360ms));
  // A row is missing before it: whatever the wait was.
  EXPECT_EQ(laid.entries[5].allowed.most, Duration(900ms));
  EXPECT_EQ(fits(laid),
            (std::vector<Fit>{Fit::fits, Fit::fits, Fit::fits, Fit::too_late, Fit::fits, Fit::fits}));
}

TEST(Overlay, ItSaysWhichBackoffTheDelaysLookLike) {
  EXPECT_EQ(overlay({}, parse_client_log("1,0\n2,100\n3,200\n4,400\n")).looks_like, Backoff::exponential);
  EXPECT_EQ(overlay({}, parse_client_log("1,0\n2,100\n3,101\n4,99\n")).looks_like, Backoff::fixed);
  EXPECT_EQ(overlay({}, parse_client_log("1,0\n2,30\n3,20\n4,10\n")).looks_like, Backoff::full_jitter);
  EXPECT_EQ(overlay({}, parse_client_log("1,0\n2,80\n3,150\n4,350\n")).looks_like, Backoff::equal_jitter);
  EXPECT_EQ(overlay({}, parse_client_log("1,0\n2,80\n3,150\n")).looks_like, std::nullopt);
  EXPECT_EQ(overlay({}, parse_client_log("1,0\n2,80\n3,5000\n4,1\n")).looks_like, std::nullopt);
}

}  // namespace
}  // namespace onceover::calculator
