// SPDX-License-Identifier: Apache-2.0
// Each rule of the judge, broken by a story written by hand.
#include "tests/integration/storm/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace onceover::test::storm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* executor = "executor";

// Claimed, past its lease, taken by a sweeper, and settled from evidence; two clients were given the answer.
KeyStory sound() {
  return {.number = 7,
          .claimed = {1},
          .lost = {1},
          .replayed = {"abc", "abc"},
          .gateway_effects = 1,
          .changes = {{"", "in_progress", "", executor, 0, 1},
                      {"in_progress", "in_progress", executor, "sweeper", 1, 2},
                      {"in_progress", "succeeded", "sweeper", "sweeper", 2, 3}},
          .state = "succeeded",
          .fence = 3,
          .case_status = "settled",
          .reason = "done",
          .replay = "abc"};
}

// Completed by its executor, which wrote its own rows with it.
KeyStory completed() {
  return {.number = 7,
          .claimed = {1},
          .done = {{1, "succeeded", "abc"}},
          .gateway_effects = 1,
          .local_effects = {1},
          .changes = {{"", "in_progress", "", executor, 0, 1},
                      {"in_progress", "succeeded", executor, executor, 1, 1}},
          .state = "succeeded",
          .fence = 1,
          .replay = "abc"};
}

KeyStory waiting() {
  return {.number = 7,
          .claimed = {1},
          .handed_on = true,
          .changes = {{"", "in_progress", "", executor, 0, 1},
                      {"in_progress", "in_progress", executor, "sweeper", 1, 2},
                      {"in_progress", "in_progress", "sweeper", "sweeper", 2, 3, true}},
          .state = "in_progress",
          .fence = 3,
          .case_status = "needs_human",
          .reason = "asked four times"};
}

KeyStory rerun() {
  return {.number = 7,
          .way = Way::rerunnable,
          .claimed = {1, 2},
          .done = {{2, "succeeded", "abc"}},
          .gateway_effects = 1,
          .changes = {{"", "in_progress", "", executor, 0, 1},
                      {"in_progress", "in_progress", executor, executor, 1, 2},
                      {"in_progress", "succeeded", executor, executor, 2, 2}},
          .state = "succeeded",
          .fence = 2,
          .replay = "abc"};
}

TEST(StormJudge, FindsNothingInSoundStories) {
  for (const auto& story : {sound(), completed(), waiting(), rerun()}) EXPECT_THAT(judge(story), IsEmpty());
}

TEST(StormJudge, FindsEachBrokenRule) {
  struct Case {
    const char* says;
    std::function<KeyStory()> made;
    std::function<void(KeyStory&)> change;
  };
  const Case cases[] = {
      {"2 effects at the gateway", sound, [](KeyStory& s) { s.gateway_effects = 2; }},
      {"2 effects in the store", completed,
       [](KeyStory& s) {
         s.local_effects = {1, 1};
       }},
      {"nothing was performed", sound, [](KeyStory& s) { s.gateway_effects = 0; }},
      {"failed, and was performed", sound,
       [](KeyStory& s) {
         s.state = "failed";
         s.changes.back().after = "failed";
       }},
      {"under another fence", completed, [](KeyStory& s) { s.local_effects = {9}; }},
      {"committed without its answer", waiting, [](KeyStory& s) { s.local_effects = {1}; }},
      {"no case says why", waiting, [](KeyStory& s) { s.case_status = "open"; }},
      {"no case says why", waiting, [](KeyStory& s) { s.reason.clear(); }},
      {"needs a person, and it is finished", sound, [](KeyStory& s) { s.handed_on = true; }},
      {"1 of 2 answers differ", sound,
       [](KeyStory& s) {
         s.replayed = {"abc", "abd"};
       }},
      {"1 of 1 answers differ", completed, [](KeyStory& s) { s.done[0].digest = "abd"; }},
      {"was not replayed", completed, [](KeyStory& s) { s.replay.clear(); }},
      {"and none is stored", waiting, [](KeyStory& s) { s.replayed = {"abc"}; }},
      {"a finished key changed", completed,
       [](KeyStory& s) {
         s.changes.push_back({"succeeded", "succeeded", executor, executor, 1, 1});
       }},
      {"the row was deleted", completed,
       [](KeyStory& s) {
         s.changes.insert(s.changes.begin() + 1, Change{"in_progress", "", executor, "", 1, 0});
       }},
      {"a row that no claim made", completed,
       [](KeyStory& s) {
         s.changes[0] = {"", "released", "", executor, 0, 1};
         s.claimed.clear();
       }},
      {"its fence went back", rerun,
       [](KeyStory& s) {
         s.changes.insert(s.changes.begin() + 2,
                          Change{"in_progress", "in_progress", executor, executor, 2, 1});
       }},
      {"under the same fence, and not by its executor", sound,
       [](KeyStory& s) { s.changes[1].fence_after = 1; }},
      {"before its lease ended", sound, [](KeyStory& s) { s.changes[1].had_lease_left = true; }},
      {"before its lease ended", rerun, [](KeyStory& s) { s.changes[1].had_lease_left = true; }},
      {"run again blindly", rerun, [](KeyStory& s) { s.way = Way::lease; }},
      {"swept before its bound", sound, [](KeyStory& s) { s.changes[1].before = "released"; }},
      {"settled without being owned", sound, [](KeyStory& s) { s.changes[2].holder_before = executor; }},
      {"and its row is succeeded fence 4", sound, [](KeyStory& s) { s.fence = 4; }},
      {"never was in the store", sound,
       [](KeyStory& s) {
         s.claimed = {1, 8};
       }},
      {"acknowledged, and is not in the store", completed, [](KeyStory& s) { s.done[0].fence = 8; }},
      {"a release under fence 1 was acknowledged", sound, [](KeyStory& s) { s.released = {1}; }},
      {"called lost, and was written", completed, [](KeyStory& s) { s.lost = {1}; }},
      {"another payload was not refused", sound,
       [](KeyStory& s) { s.broken = {"another payload was not refused"}; }},
  };
  for (const Case& one : cases) {
    KeyStory story = one.made();
    one.change(story);
    EXPECT_THAT(judge(story), testing::Contains(HasSubstr(one.says))) << one.says;
  }
  KeyStory gone = completed();
  gone.state.clear();
  EXPECT_THAT(judge(gone), testing::Contains(HasSubstr("its row is gone")));
}

}  // namespace
}  // namespace onceover::test::storm
