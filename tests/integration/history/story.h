// SPDX-License-Identifier: Apache-2.0
// A recording, key by key.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "tests/integration/history/recording.h"

namespace onceover::test::history {

// One key's part of a recording, which must outlive it; each list in the recording's order.
struct Story {
  int key;
  const KeyFacts* facts;
  const FinalRow* row;
  std::vector<const Entry*> entries;
  std::vector<const Change*> changes;
  std::vector<const BusinessRow*> business;
  std::vector<const Landing*> landings;
  std::vector<const Audited*> audit;
  // What its callers were told may have been lost with the primary: then the surviving table alone is judged.
  bool exposed = false;

  bool was_reaped() const {
    return std::any_of(changes.begin(), changes.end(), [](const Change* c) { return c->after.empty(); });
  }
  int effects() const {
    return static_cast<int>(std::count_if(landings.begin(), landings.end(),
                                          [](const Landing* l) { return l->outcome == "performed"; }));
  }
};

// One a key, in the order of the keys.
inline std::vector<Story> stories_of(const Recording& recording) {
  std::vector<Story> stories;
  for (std::size_t i = 0; i < recording.keys.size(); ++i) {
    stories.push_back(
        {static_cast<int>(i), &recording.keys[i], &recording.rows[i], {}, {}, {}, {}, {}, false});
  }
  const auto share_out = [&](const auto& all, auto Story::*part) {
    for (const auto& one : all) {
      if (one.key != no_key) (stories[static_cast<std::size_t>(one.key)].*part).push_back(&one);
    }
  };
  share_out(recording.entries, &Story::entries);
  share_out(recording.changes, &Story::changes);
  share_out(recording.business, &Story::business);
  share_out(recording.landings, &Story::landings);
  share_out(recording.audit, &Story::audit);
  if (recording.lost) {
    for (Story& story : stories) {
      std::map<int, std::int64_t> begun;
      for (const Entry* e : story.entries) {
        const std::int64_t from = begun.emplace(e->call, e->number).first->second;
        story.exposed = story.exposed || (from <= recording.lost->to && e->number >= recording.lost->from);
      }
    }
  }
  return stories;
}

}  // namespace onceover::test::history
