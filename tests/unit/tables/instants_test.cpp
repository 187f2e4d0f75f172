// SPDX-License-Identifier: Apache-2.0
#include "core/tables/instants.h"

#include <gtest/gtest.h>

namespace onceover::tables {
namespace {

Profile leased(Lease lease) {
  Profile p;
  p.lease = std::move(lease);
  return p;
}

}  // namespace

// PostgreSQL 14 reads no longer span than 35 minutes in microseconds.
TEST(Interval, HasHoursAndNoLongCounts) {
  using std::chrono::microseconds;
  EXPECT_EQ(interval(microseconds(0)), "interval '00:00:00'");
  EXPECT_EQ(interval(microseconds(1)), "interval '00:00:00.000001'");
  EXPECT_EQ(interval(std::chrono::hours(24 * 365)), "interval '8760:00:00'");
  EXPECT_EQ(interval(microseconds(-90'500'000)), "interval '-00:01:30.500000'");
  EXPECT_EQ(interval(std::chrono::hours(1'000'000)), "interval '1000000:00:00'");
}

TEST(RawNow, IsInTheColumnsOwnForm) {
  using std::chrono::seconds;
  EXPECT_EQ(raw_now({.column = "at"}), "pg_catalog.now()");
  EXPECT_EQ(raw_now({.column = "at"}, seconds(90)), "(pg_catalog.now() - interval '00:01:30')");
  EXPECT_EQ(raw_now({.column = "at", .form = TimeForm::timestamp, .zone = "Europe/Berlin"}),
            "pg_catalog.timezone('Europe/Berlin', pg_catalog.now())");
  EXPECT_EQ(raw_now({.column = "at", .form = TimeForm::epoch_ms}),
            "pg_catalog.floor(EXTRACT(epoch FROM pg_catalog.now()) * 1000)::pg_catalog.int8");
}

TEST(LeaseIsOver, ComparesTheRawColumn) {
  EXPECT_EQ(lease_is_over(leased({.form = Lease::Form::deadline, .at = {.column = "until"}})),
            "(k.\"until\" IS NULL OR k.\"until\" <= pg_catalog.now())");
  Profile p =
      leased({.form = Lease::Form::since, .at = {.column = "locked_at"}, .length = std::chrono::seconds(90)});
  p.never_null = {"locked_at"};
  EXPECT_EQ(lease_is_over(p), "k.\"locked_at\" <= (pg_catalog.now() - interval '00:01:30')");
  EXPECT_EQ(
      lease_is_over(leased({.form = Lease::Form::deadline, .at = {.column = "until"}, .free = "infinity"})),
      "(k.\"until\" IS NULL OR k.\"until\" <= pg_catalog.now() OR k.\"until\" = 'infinity')");
}

TEST(LeaseHasEnded, IsNotSaidOfOneThatNobodyHolds) {
  EXPECT_EQ(lease_has_ended(leased({.form = Lease::Form::deadline, .at = {.column = "until"}})),
            "k.\"until\" <= pg_catalog.now()");
  EXPECT_EQ(
      lease_has_ended(leased({.form = Lease::Form::deadline, .at = {.column = "until"}, .free = "epoch"})),
      "(k.\"until\" <= pg_catalog.now() AND k.\"until\" <> 'epoch')");
  EXPECT_EQ(lease_has_ended(leased({})), "FALSE");
}

TEST(LeaseIsOver, IsNeverSaidWhereItCannotBeObserved) {
  EXPECT_EQ(lease_is_over(leased({})), "FALSE");
  Profile scheduled;
  EXPECT_EQ(is_due(scheduled), "TRUE");
  scheduled.due = {.column = "run_at"};
  EXPECT_EQ(is_due(scheduled), "(k.\"run_at\" IS NULL OR k.\"run_at\" <= pg_catalog.now())");
  scheduled.never_null = {"run_at"};
  EXPECT_EQ(is_due(scheduled), "k.\"run_at\" <= pg_catalog.now()");
  scheduled.due = {.column = "run_at", .form = TimeForm::timestamp, .zone = std::string(unknown_zone)};
  EXPECT_EQ(is_due(scheduled), "FALSE") << "a time of unknown zone is never known to be past";
  EXPECT_EQ(shown_instant(scheduled, scheduled.due), "NULL::pg_catalog.timestamptz");
  EXPECT_EQ(zoneless_text(scheduled, scheduled.due),
            "CASE WHEN k.\"run_at\" > '1970-01-02 00:00:00' THEN k.\"run_at\"::pg_catalog.text || ', zone "
            "unknown' END");
  EXPECT_EQ(lease_is_over(leased({.form = Lease::Form::owner_only})), "FALSE");
  EXPECT_EQ(shown_lease_end(leased({})), "NULL::pg_catalog.timestamptz");
}

TEST(ShownInstant, IsBoundToItsStates) {
  Profile p;
  p.states.column = "s";
  p.states.rules = {
      {{{.column = "s", .is = Condition::Is::one_of, .values = {"done"}}}, key::State::succeeded}};
  EXPECT_EQ(shown_instant(p, {.column = "at", .only_in = {key::State::succeeded}}),
            "CASE WHEN k.\"s\" = 'done' THEN k.\"at\" END");
  EXPECT_EQ(shown_instant(p, {}), "NULL::pg_catalog.timestamptz");
}

}  // namespace onceover::tables
