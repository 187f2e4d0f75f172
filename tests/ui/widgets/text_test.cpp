// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QRegularExpression>

#include "ui/widgets/badge.h"

namespace onceover::widgets {
namespace {

constexpr std::int64_t second = 1'000'000;

TEST(Text, ALabelShowsMarkupAsItIsWritten) {
  PlainLabel label(QStringLiteral("<b>x</b> <img src='http://evil'>"));
  EXPECT_EQ(label.textFormat(), Qt::PlainText);
  EXPECT_EQ(label.text(), QStringLiteral("<b>x</b> <img src='http://evil'>"));
}

TEST(Text, AToolTipShowsMarkupAsItIsWritten) {
  const QString tip = toolTip(QStringLiteral("<b>a</b>\n& c"));
  EXPECT_FALSE(tip.contains(QStringLiteral("<b>")));
  EXPECT_TRUE(tip.contains(QStringLiteral("&lt;b&gt;a&lt;/b&gt;<br/>&amp; c")));
  EXPECT_TRUE(toolTip({}).isEmpty());
}

TEST(Text, DataCannotTurnTheDirectionOfTheLine) {
  EXPECT_FALSE(shown("a\u202e"
                     "b")
                   .contains(QChar(0x202e)));
}

TEST(Text, ATimeIsNeverCutInItsMiddle) {
  for (const char* time :
       {"2026-11-21 02:03:04.005 UTC", "2026-11-21T02:03:04.000005Z", "2026-11-21 02:03:04+01"})
    EXPECT_EQ(elisionOf(QString::fromLatin1(time), Qt::ElideMiddle), Qt::ElideRight) << time;
  for (const char* other :
       {"", "pay_live_1", "2026-11-21", "7d0f3c7e-0000-4000-8000-000000000001", "order-1234:5678:90ab"})
    EXPECT_EQ(elisionOf(QString::fromLatin1(other), Qt::ElideMiddle), Qt::ElideMiddle) << other;
}

TEST(Text, AnErrorOfTheDatabaseIsInWordsAndKeepsTheServersOwn) {
  Error error{ErrorKind::busy,
              "canceling statement due to lock timeout",
              "Nothing was written.",
              "It is held by pid 7.",
              "55P03",
              ""};
  EXPECT_EQ(sentences(error), QStringLiteral("Another transaction holds a lock that this needs. PostgreSQL: "
                                             "canceling statement due to lock timeout.\n"
                                             "Nothing was written.\nIt is held by pid 7."));
  error.what = "The row is locked.";
  EXPECT_EQ(whatHappened(error), QStringLiteral("The row is locked.")) << "our own words are said once";
  error.what = "something new";
  error.sqlstate = "XX999";
  EXPECT_EQ(whatHappened(error), QStringLiteral("something new"));
}

TEST(Text, TimesAreToldRelativeToNow) {
  const Timestamp now{1'700'000'000 * second};
  EXPECT_EQ(relative(now, now), QStringLiteral("just now"));
  EXPECT_EQ(relative(now - std::chrono::minutes(12), now), QStringLiteral("12 min ago"));
  EXPECT_EQ(relative(now - std::chrono::milliseconds(3700), now), QStringLiteral("3 s ago"));
  EXPECT_EQ(relative(now + std::chrono::minutes(3), now), QStringLiteral("in 3 min"));
  EXPECT_EQ(relative(Timestamp::infinity(), now), QStringLiteral("for ever"));
  EXPECT_EQ(relative(Timestamp::minus_infinity(), now), QStringLiteral("never"));
}

TEST(Text, ExactTimesNameTheirClock) {
  EXPECT_EQ(exact({0}, ClockChoice::utc), QStringLiteral("1970-01-01 00:00:00.000 UTC"));
  EXPECT_TRUE(
      exact({0}, ClockChoice::local).contains(QRegularExpression(QStringLiteral("([+-]\\d\\d:\\d\\d|Z)$"))))
      << exact({0}, ClockChoice::local).toStdString();
}

TEST(Text, NumbersAreGroupedByThrees) {
  EXPECT_EQ(number(0), QStringLiteral("0"));
  EXPECT_EQ(number(999), QStringLiteral("999"));
  EXPECT_EQ(number(-1234567), QStringLiteral("-1,234,567"));
  const PlainNumbers plain;
  EXPECT_EQ(number(-1234567), QStringLiteral("-1234567"));
  EXPECT_EQ(byteCount(1'200'000), QStringLiteral("1.2 MB"));
}

TEST(Text, AHugeNumberIsStillMany) {
  EXPECT_EQ(counted(1), 1);
  EXPECT_EQ(counted(5'000'000'000), std::numeric_limits<int>::max());
}

TEST(Text, SizesGoUpInThousands) {
  EXPECT_EQ(byteCount(999), QStringLiteral("999 B"));
  EXPECT_EQ(byteCount(1000), QStringLiteral("1.0 kB"));
  EXPECT_EQ(byteCount(999'960), QStringLiteral("1.0 MB"));
  EXPECT_EQ(byteCount(442'000'000'000), QStringLiteral("442.0 GB"));
}

TEST(Text, AnErrorSaysWhatHappenedWhatWasNotDoneAndWhatNext) {
  const Error error{
      ErrorKind::timeout, "It took too long.", "Nothing was read.", "Narrow the filter.", "57014", ""};
  EXPECT_EQ(sentences(error), QStringLiteral("It took too long.\nNothing was read.\nNarrow the filter."));
}

TEST(Text, AMissingRightIsNamedWithTheRolesThatHaveIt) {
  const Error error{
      ErrorKind::not_permitted, "permission denied for function seal_audit", "", "", "42501", ""};
  EXPECT_EQ(whatHappened(error),
            QStringLiteral("This database user lacks a right: permission denied for function seal_audit."));
  EXPECT_TRUE(sentences(error).contains(QStringLiteral("Connect as a member of the role service.")))
      << sentences(error).toStdString();
}

TEST(Text, ALabelIsNamedByItsText) {
  PlainLabel label(QStringLiteral("12 stuck"));
  QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&label);
  ASSERT_NE(interface, nullptr);
  EXPECT_EQ(interface->text(QAccessible::Name), QStringLiteral("12 stuck"));
}

}  // namespace
}  // namespace onceover::widgets
