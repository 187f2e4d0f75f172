// SPDX-License-Identifier: Apache-2.0
// A second approver's word on a key of our own: two database users, one write, and only of what was asked
// for.
#include "core/approval/approval.h"

#include <gmock/gmock.h>

#include "core/base/text.h"
#include "core/reconcile/second_approver.h"
#include "tests/integration/approval/person.h"

namespace onceover::test {
namespace {

using testing::HasSubstr;

class OwnApproval : public StuckTest {
 protected:
  Person asker{database, "asker"}, second{database, "second"};

  reconcile::Settlement word(const std::string& key, tables::Verb verb = tables::Verb::fail) {
    const auto owned = own(key);
    reconcile::Settlement settlement{.id = owned.id, .fence = owned.fence, .verb = verb};
    settlement.response = key::StoredResponse{
        1, verb == tables::Verb::fail ? 422 : 201, {{"Content-Type", "text/plain"}}, "what they get"};
    settlement.verdict = "needs_human";
    settlement.reason = "the bank's statement";
    settlement.evidence_json = R"({"said": "page 3"})";
    return settlement;
  }
  std::int64_t asked(const std::string& key, tables::Verb verb = tables::Verb::fail) {
    stuck(key);
    auto outcome = reconcile::ask_approval(*asker, profile, word(key, verb), alice, "INC-1");
    if (!outcome) throw std::runtime_error(outcome.error().sentence());
    return std::get<reconcile::Waiting>(*outcome).approval;
  }
  std::string status(std::int64_t id) {
    return raw.scalar("SELECT status FROM onceover.approvals WHERE id = " + std::to_string(id));
  }
};

TEST_F(OwnApproval, IsTheWriteItselfUnderTheSecondPersonsName) {
  for (const auto verb : {tables::Verb::fail, tables::Verb::succeed}) {
    const bool fails = verb == tables::Verb::fail;
    const std::string key = fails ? "k-1" : "k-2";
    const auto id = asked(key, verb);
    EXPECT_EQ(row(key).state, key::State::in_progress);
    EXPECT_EQ(row(key).case_status, "needs_human");
    EXPECT_EQ(sweep().owned, 0) << "no sweeper takes up what waits for a person";
    ASSERT_EQ(approval::list(*second).value().size(), 1U);
    const auto outcome = approval::approve(*second, id, bob, "seen");
    ASSERT_TRUE(outcome) << outcome.error().sentence();
    ASSERT_TRUE(std::holds_alternative<approval::Approved>(*outcome)) << outcome->index();
    EXPECT_EQ(row(key).state, fails ? key::State::failed : key::State::succeeded);
    EXPECT_EQ(row(key).case_status, "settled");
    const std::string of_act = " FROM onceover.audit WHERE action = 'settle' AND key = '" + key + "'";
    EXPECT_EQ(raw.scalar("SELECT actor || ' ' || reason || ' ' || ticket" + of_act),
              "bob the bank's statement INC-1");
    EXPECT_THAT(raw.scalar("SELECT db_user" + of_act), HasSubstr("second"));
    EXPECT_THAT(raw.scalar("SELECT evidence -> 'approval' ->> 'requested_by'" + of_act), HasSubstr("asker"));
    EXPECT_EQ(raw.scalar("SELECT evidence -> 'approval' ->> 'id'" + of_act), std::to_string(id));
    EXPECT_EQ(raw.scalar("SELECT evidence ->> 'said'" + of_act), "page 3");
    EXPECT_EQ(raw.scalar("SELECT response_code || ' ' || convert_from(response_body, 'UTF8') FROM "
                         "onceover.keys WHERE key = '" +
                         key + "'"),
              fails ? "422 what they get" : "201 what they get");
    EXPECT_EQ(status(id), "used");
    EXPECT_EQ(raw.scalar("SELECT audit_id FROM onceover.approvals WHERE id = " + std::to_string(id)),
              raw.scalar("SELECT id" + of_act));
    const auto again = approval::approve(*second, id, bob, "seen");
    ASSERT_TRUE(again);
    EXPECT_TRUE(std::holds_alternative<approval::Decided>(*again)) << "an approval is used once";
  }
}

TEST_F(OwnApproval, OfTheSameDatabaseUserIsNoneWhateverHisName) {
  const auto id = asked("k-1");
  const auto refused = approval::approve(*asker, id, bob, "it is fine");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::not_permitted);
  // The database says so too, to whoever goes round the program.
  RawConnection by_hand(asker.conninfo());
  const std::string one = " WHERE id = " + std::to_string(id);
  EXPECT_EQ(by_hand.sqlstate_of(
                "UPDATE onceover.approvals SET status = 'used', audit_id = 1, decided_by = 'somebody'" + one),
            "OC005");
  EXPECT_EQ(by_hand.sqlstate_of("UPDATE onceover.approvals SET requested_by = 'somebody'" + one), "OC006");
  EXPECT_EQ(by_hand.sqlstate_of("UPDATE onceover.approvals SET request_digest = sha256('')" + one), "OC006");
  EXPECT_EQ(by_hand.sqlstate_of("DELETE FROM onceover.approvals"), "OC003");
  by_hand.exec(
      "INSERT INTO onceover.approvals (requested_by, status, decided_by, audit_id, actor, host, program, "
      "act, tenant, operation, key, fence, seen_digest, request, request_digest, reason, ticket, evidence) "
      "SELECT 'somebody', 'used', 'another', 1, actor, host, program, act, tenant, operation, key, fence, "
      "seen_digest, request, request_digest, reason, ticket, evidence FROM onceover.approvals" +
      one);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.approvals WHERE requested_by LIKE 'asker%' AND status "
                       "= 'waiting' AND decided_by IS NULL"),
            "2");
  EXPECT_EQ(row("k-1").state, key::State::in_progress);
}

TEST_F(OwnApproval, IsOutdatedWhereTheKeyHasMovedOn) {
  const auto id = asked("k-1");
  (void)own("k-1", bob);
  const auto outcome = approval::approve(*second, id, bob, "seen");
  ASSERT_TRUE(outcome) << outcome.error().sentence();
  ASSERT_TRUE(std::holds_alternative<approval::Outdated>(*outcome)) << outcome->index();
  EXPECT_EQ(std::get<approval::Outdated>(*outcome).now->state, key::State::in_progress);
  EXPECT_EQ(status(id), "outdated");
  EXPECT_EQ(audit_rows("action = 'settle'"), "0");
}

TEST_F(OwnApproval, IsLookedAtWithItsRowAsItWasAndAsItIs) {
  const auto id = asked("k-1");
  const auto view = [&] {
    auto found = approval::view(*second, id);
    if (!found || !*found) throw std::runtime_error("it cannot be looked at");
    return std::move(**found);
  };
  const auto before = view();
  EXPECT_EQ(before.is_as_seen, true);
  EXPECT_FALSE(before.approval.is_mine);
  ASSERT_TRUE(before.now);
  EXPECT_EQ(before.now->subject.customer, "c_1");
  EXPECT_THAT(before.sql, HasSubstr("response_body = /* 13 bytes */"));
  EXPECT_THAT(before.sql, testing::Not(HasSubstr(onceover::to_hex("what they get"))));
  EXPECT_EQ(approval::settlement_of(before.approval)->response->body, "what they get");
  for (const auto& value : before.values) EXPECT_EQ(value.then, value.now) << value.column;
  const auto was = row("k-1").fence;
  (void)own("k-1", bob);
  const auto after = view();
  EXPECT_EQ(after.is_as_seen, false);
  const approval::View::Value fence{"fence", std::to_string(was), std::to_string(row("k-1").fence)};
  EXPECT_THAT(after.values, testing::Contains(fence));
  EXPECT_FALSE(*approval::view(*second, 999));
  EXPECT_EQ(status(id), "waiting") << "looking decides nothing";
}

TEST_F(OwnApproval, IsRefusedWithAReasonByWhoeverAskedToo) {
  const auto first = asked("k-1"), other = asked("k-2");
  EXPECT_TRUE(approval::refuse(*second, first, bob, "no such payment").value());
  EXPECT_TRUE(approval::refuse(*asker, other, alice, "taken back").value());
  EXPECT_FALSE(approval::refuse(*second, first, bob, "again").value());
  EXPECT_EQ(status(first) + status(other), "refusedrefused");
  EXPECT_TRUE(
      std::holds_alternative<approval::Decided>(*approval::approve(*second, first, bob, "after all")));
  EXPECT_EQ(row("k-1").state, key::State::in_progress);
  EXPECT_EQ(audit_rows("action = 'end_approval' AND to_state = 'refused'"), "2");
}

TEST_F(OwnApproval, SettlesNothingWithoutItOrWithThatOfAnotherWrite) {
  const auto id = asked("k-1");
  stuck("k-2");
  auto settlement = word("k-2");
  const auto without = reconcile::settle(*second, profile, settlement, bob, "INC-1");
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().kind, ErrorKind::waits);
  settlement.approval = reconcile::Approver{id, "bob", "seen"};
  const auto of_another = reconcile::settle(*second, profile, settlement, bob, "INC-1");
  ASSERT_FALSE(of_another);
  EXPECT_EQ(of_another.error().kind, ErrorKind::not_permitted);
  EXPECT_EQ(row("k-2").state, key::State::in_progress);
  EXPECT_EQ(status(id), "waiting") << "used in the transaction of a write that was rolled back";
  // Of this key, but another answer than was asked for.
  const auto mine = row("k-1");
  settlement.id = mine.id;
  settlement.fence = mine.fence;
  settlement.response->body = "something else";
  ASSERT_FALSE(reconcile::settle(*second, profile, settlement, bob, "INC-1"));
  EXPECT_EQ(row("k-1").state, key::State::in_progress);
}

TEST_F(OwnApproval, IsAskedWithReasonTicketAndWhatShowsItAndNotWhereEvidenceBearsItOut) {
  stuck("k-1");
  const auto good = word("k-1");
  auto without_reason = good, without_evidence = good, borne_out = good;
  without_reason.reason.clear();
  without_evidence.evidence_json.clear();
  borne_out.verdict = "settle_failed";
  for (const auto& [settlement, ticket] :
       {std::pair{without_reason, "INC-1"}, {without_evidence, "INC-1"}, {good, ""}, {borne_out, "INC-1"}}) {
    const auto refused = reconcile::ask_approval(*asker, profile, settlement, alice, ticket);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::invalid_input);
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.approvals"), "0");
}

}  // namespace
}  // namespace onceover::test
