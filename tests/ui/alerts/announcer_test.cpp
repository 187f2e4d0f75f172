// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "ui/alerts/alerts.h"

namespace onceover::alerts {
namespace {

Firing firing(Rule rule, Level level, double value) {
  Firing out;
  out.alert = {.rule = rule,
               .level = level,
               .value = value,
               .text = "7 mismatches of tenant <b>acme</b> with key-4711"};
  return out;
}

struct Told : testing::Test {
  QStringList take(const std::vector<Firing>& now, bool isWatched = false) {
    QStringList out;
    for (const DesktopNotice& notice : announcer.take(now, {}, isWatched, QStringLiteral("payments")))
      out.append(notice.title + " | " + notice.body);
    return out;
  }
  Announcer announcer;
  std::vector<Firing> stuck{firing(Rule::stuck_age, Level::critical, 2700)};
};

TEST_F(Told, ARuleIsToldOnceUntilItHasCleared) {
  EXPECT_EQ(take(stuck), QStringList{QStringLiteral(
                             "Onceover: payments | Critical: Age of stuck leases 45 min (limit 30 min)")});
  stuck[0].alert.value = 2760;
  EXPECT_EQ(take(stuck), QStringList()) << "the same firing";
  stuck[0].is_known = false;
  EXPECT_EQ(take(stuck), QStringList()) << "not known is not cleared";
  stuck[0].is_known = true;
  EXPECT_EQ(take(stuck), QStringList());
  EXPECT_EQ(take({}), QStringList());
  EXPECT_EQ(take(stuck).size(), 1) << "it fires anew";
}

TEST_F(Told, WhatAPersonSawIsNotToldLater) {
  EXPECT_EQ(take(stuck, true), QStringList());
  EXPECT_EQ(take(stuck, false), QStringList());
  stuck.push_back(firing(Rule::needs_human, Level::warning, 3));
  const QStringList told = take(stuck, false);
  ASSERT_EQ(told.size(), 1);
  EXPECT_TRUE(told[0].startsWith(QStringLiteral("Onceover: payments | Warning: Cases for a person 3")))
      << told[0].toStdString();
}

TEST_F(Told, NothingOfARowIsTold) {
  const QStringList told = take({firing(Rule::mismatch_client, Level::warning, 7)});
  ASSERT_EQ(told.size(), 1);
  for (const char* word : {"acme", "4711", "<"})
    EXPECT_FALSE(told[0].contains(QLatin1String(word))) << told[0].toStdString();
  EXPECT_TRUE(told[0].contains(QStringLiteral(" 7")));
}

}  // namespace
}  // namespace onceover::alerts
