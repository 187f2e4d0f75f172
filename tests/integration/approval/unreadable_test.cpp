// SPDX-License-Identifier: Apache-2.0
// A request for an approval that this program cannot read is an answer, and no exception: it is shown as
// unreadable and can be refused.
#include <gmock/gmock.h>

#include "core/approval/approval.h"
#include "core/reconcile/second_approver.h"
#include "tests/integration/approval/person.h"
#include "tests/support/shop_table.h"

namespace onceover::test {
namespace {

using testing::HasSubstr;

class UnreadableApproval : public StuckTest {
 protected:
  Person asker{database, "asker"}, second{database, "second"};

  std::int64_t asked(const std::string& key) {
    stuck(key);
    const auto owned = own(key);
    reconcile::Settlement settlement{.id = owned.id, .fence = owned.fence, .verb = tables::Verb::fail};
    settlement.response = key::StoredResponse{1, 422, {{"Content-Type", "text/plain"}}, "what they get"};
    settlement.verdict = "needs_human";
    settlement.reason = "the bank's statement";
    settlement.evidence_json = R"({"said": "page 3"})";
    auto outcome = reconcile::ask_approval(*asker, profile, settlement, alice, "INC-1");
    if (!outcome) throw std::runtime_error(outcome.error().sentence());
    return std::get<reconcile::Waiting>(*outcome).approval;
  }
};

TEST_F(UnreadableApproval, IsShownAsUnreadableAndCanOnlyBeRefused) {
  const auto sound = asked("k-1"), bad = asked("k-2");
  for (const char* request : {R"({"code": "many"})", R"({"code": 1e30})", R"({"error_code": 7})",
                              R"({"verdict": {"a": 1}})", "[1]", "7"}) {
    SCOPED_TRACE(request);
    raw.tamper("UPDATE onceover.approvals SET request = $1 WHERE id = " + std::to_string(bad), {request});
    EXPECT_EQ(approval::list(*second).value().size(), 2U);
    const auto view = approval::view(*second, bad);
    ASSERT_TRUE(view && *view) << view.error().sentence();
    ASSERT_TRUE((*view)->unreadable);
    EXPECT_THAT((*view)->unreadable->sentence(),
                HasSubstr("Approval " + std::to_string(bad) + " cannot be read: "));
    const auto approved = approval::approve(*second, bad, bob, "seen");
    ASSERT_FALSE(approved);
    EXPECT_THAT(approved.error().sentence(), HasSubstr("Nothing was written."));
  }
  EXPECT_FALSE(approval::view(*second, sound).value()->unreadable);
  EXPECT_TRUE(approval::refuse(*second, bad, bob, "it cannot be read").value());
  EXPECT_EQ(row("k-2").state, key::State::in_progress);
}

TEST_F(UnreadableApproval, OfAnExternalTableIsTheSame) {
  const auto bad = asked("k-1");
  raw.exec(shop_table);
  for (const char* request :
       {R"({"code": "many"})", R"({"has_body": 7})", R"({"row_reason": 7})", R"({"by_version": "x"})", "7"}) {
    SCOPED_TRACE(request);
    raw.tamper(
        "UPDATE onceover.approvals SET request = $1, fence = NULL, relation = '\"shop\".\"requests\"', "
        "profile = 'requests', row_key = '{\"merchant\": \"7\", \"request\": \"req-1\"}', profile_toml = $2 "
        "WHERE id = " +
            std::to_string(bad),
        {request, shop_profile("{key}")});
    const auto view = approval::view(*second, bad);
    ASSERT_TRUE(view && *view) << view.error().sentence();
    ASSERT_TRUE((*view)->unreadable);
    EXPECT_EQ((*view)->unreadable->sentence().find("names no row"), std::string::npos);
    const auto approved = approval::approve(*second, bad, bob, "seen");
    ASSERT_FALSE(approved);
    EXPECT_THAT(approved.error().sentence(), HasSubstr("Nothing was written."));
  }
}

}  // namespace
}  // namespace onceover::test
