// SPDX-License-Identifier: Apache-2.0
// Which acts can be undone at all.
#include "core/reconcile/undo.h"

#include <gtest/gtest.h>

namespace onceover::reconcile {
namespace {

audit::Record act(const std::string& action, const std::string& to, const std::string& relation = {}) {
  audit::Record record;
  record.action = action;
  record.id = key::Identity{"acme", "pay", "k"};
  record.to_state = to;
  record.fence_after = 7;
  record.relation = relation;
  record.after_json = relation.empty() ? "" : "{}";
  return record;
}

TEST(Undo, IsForWhatMovedWorkAboutAndNeverForWhatIsFinished) {
  const std::string table = "\"s\".\"t\"";
  EXPECT_FALSE(why_not_undone(act("settle", "released")));
  for (const char* to : {"released", "in_progress"})
    EXPECT_FALSE(why_not_undone(act("write", to, table))) << to;
  for (const char* to : {"succeeded", "failed"}) {
    EXPECT_TRUE(why_not_undone(act("settle", to))) << to;
    EXPECT_TRUE(why_not_undone(act("write", to, table))) << to;
  }
  for (const char* action : {"own", "undo", "unresolved", "needs_human", "stop", "ask_approval"}) {
    EXPECT_TRUE(why_not_undone(act(action, "released"))) << action;
    EXPECT_TRUE(why_not_undone(act(action, "released", table))) << action;
  }
  auto deleted = act("write", "", table);
  deleted.after_json.clear();
  EXPECT_TRUE(why_not_undone(deleted));
  auto without_fence = act("settle", "released");
  without_fence.fence_after.reset();
  EXPECT_TRUE(why_not_undone(without_fence));
}

}  // namespace
}  // namespace onceover::reconcile
