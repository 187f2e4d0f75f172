// SPDX-License-Identifier: Apache-2.0
// What must hold for one key after a storm. Pure: it knows nothing of how the story was made, and
// judge_test.cpp shows by stories written by hand that each rule can be broken.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/integration/storm/scene.h"

namespace onceover::test::storm {

// One version of the row, as the trigger saw it. Empty words: there was no row.
struct Change {
  std::string before, after;  // states
  std::string holder_before, holder_after;
  std::int64_t fence_before = 0, fence_after = 0;
  bool had_lease_left = false;  // the lease before it had not ended when it was written
};

struct Told {
  std::int64_t fence = 0;
  std::string state, digest;
};

struct KeyStory {
  std::int64_t number = 0;
  Way way = Way::lease;
  // From the ledgers.
  std::vector<std::int64_t> claimed, lost, released;
  std::vector<Told> done;
  std::vector<std::string> replayed;  // digests
  std::vector<std::string> broken;    // what clients saw and must not see
  bool handed_on = false;
  // From the gateway and the business table.
  int gateway_effects = 0;
  std::vector<std::int64_t> local_effects;  // fences
  // From the store.
  std::vector<Change> changes;
  std::string state;  // empty: no row
  std::int64_t fence = 0;
  std::string case_status, reason;  // of its case; empty: none
  std::string replay;               // the digest of a replay in the end; empty: none was given
};

// A sentence for each rule that is broken; none: all promises were kept.
std::vector<std::string> judge(const KeyStory& story);

}  // namespace onceover::test::storm
