// SPDX-License-Identifier: Apache-2.0
// The rule of the frontier: no unfinished key is missing from the answer. Every scene checks it, and so may
// any other test of the store.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/browse/browser.h"
#include "tests/support/raw.h"

namespace onceover::test {

// Unfinished keys before the frontier that its list does not lead to, in one snapshot; empty: the rule holds.
// The text tells the rows apart.
inline std::string missing_keys(RawConnection& raw) {
  return raw.scalar(
      "SELECT coalesce(string_agg(format('%s/%s %s, created %s, listed: %s', k.tenant, k.key, k.state, "
      "k.created_at, coalesce((SELECT u.look_at::text FROM onceover.unfinished u WHERE u.created_at = "
      "k.created_at AND u.key = k.key AND u.tenant = k.tenant AND u.operation = k.operation), 'no')), '; ' "
      "ORDER BY k.key), '') FROM onceover.keys k, onceover.frontier f WHERE k.created_at < f.until AND "
      "k.state IN ('in_progress', 'released') AND NOT EXISTS (SELECT FROM onceover.unfinished u WHERE "
      "u.created_at = k.created_at AND u.key = k.key AND u.tenant = k.tenant AND u.operation = k.operation "
      "AND (u.look_at <= clock_timestamp() OR (k.state = 'released' AND u.look_at <= "
      "coalesce(k.retry_before, 'infinity'))))");
}

// What plain SQL counts over the whole table.
inline std::string counted_unfinished(RawConnection& raw) {
  return raw.scalar(
      "SELECT format('stuck %s, in progress %s, released %s', count(*) FILTER (WHERE k.state = 'in_progress' "
      "AND (k.locked_until IS NULL OR k.locked_until <= now() OR k.stuck_since IS NOT NULL) OR k.state = "
      "'released' AND k.retry_before <= now()), count(*) FILTER (WHERE k.state = 'in_progress'), count(*) "
      "FILTER (WHERE k.state = 'released')) FROM onceover.keys k");
}

// What pages and commands show, where the table is too large to be read.
inline browse::StateCounts read_by_list(pg::Connection& connection) {
  browse::Browser browser(connection, tables::own(),
                          {.statement = std::chrono::seconds(30), .whole_up_to = 0});
  auto counts = browser.state_counts();
  if (!counts) throw std::runtime_error(counts.error().sentence() + " " + counts.error().detail);
  return *counts;
}

inline std::string told_unfinished(const browse::StateCounts& counts) {
  const auto& u = counts.unfinished;
  return "stuck " + std::to_string(u.stuck) + ", in progress " + std::to_string(u.in_progress) +
         ", released " + std::to_string(u.released);
}

// Both halves of the rule. Nobody writes keys meanwhile but transactions that stay open.
inline void expect_complete(RawConnection& raw, pg::Connection& connection,
                            unfinished::Known known = unfinished::Known::exact) {
  EXPECT_EQ(missing_keys(raw), "");
  const auto counts = read_by_list(connection);
  EXPECT_EQ(told_unfinished(counts), counted_unfinished(raw));
  EXPECT_EQ(unfinished::word(counts.unfinished.knowledge.known), unfinished::word(known))
      << counts.unfinished.knowledge.why;
}

}  // namespace onceover::test
