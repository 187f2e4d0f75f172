// SPDX-License-Identifier: Apache-2.0
// A second approver's word on an external row.
#include "core/approval/approval.h"

#include "core/reconcile/weigh.h"
#include "tests/integration/foreign_writes/fixture.h"

namespace onceover::test {
namespace {

using tables::Verb;
using testing::HasSubstr;

class RowApproval : public ForeignTest {
 protected:
  void SetUp() override { make("words"); }
  static constexpr const char* rights =
      "GRANT SELECT, UPDATE ON words TO ROLE; GRANT SELECT, INSERT, UPDATE ON onceover.approvals TO ROLE; "
      "GRANT SELECT ON onceover.schema_version TO ROLE";

  reconcile::WriteRequest manually(Verb verb) const {
    auto request = asking(verb);
    request.verdict.reset();
    return request;
  }
  // Filed by write() itself; its number.
  std::int64_t asked(Verb verb) {
    const auto outcome = reconcile::write(connection, p, access, seen(), manually(verb), alice);
    if (outcome || outcome.error().kind != ErrorKind::waits)
      throw std::runtime_error("it was not kept waiting");
    return std::stoll(raw.scalar("SELECT max(id) FROM onceover.approvals"));
  }
  std::string status() {
    return raw.scalar("SELECT string_agg(status, ' ' ORDER BY id) FROM onceover.approvals");
  }
};

TEST_F(RowApproval, IsWrittenByAnotherDatabaseUserFromWhatIsOnFileAlone) {
  Role role(database, rights);
  auto second = connected(role.conninfo());
  for (const Verb verb : {Verb::succeed, Verb::fail, Verb::release}) {
    restore();
    const auto before = picture();
    const auto id = asked(verb);
    EXPECT_EQ(picture(), before);
    EXPECT_EQ(asked(verb), id) << "the same request is filed once";
    const auto mine = approval::approve(connection, id, bob, "it is fine");
    ASSERT_FALSE(mine);
    EXPECT_EQ(mine.error().kind, ErrorKind::not_permitted);
    EXPECT_EQ(picture(), before);
    const auto outcome = approval::approve(second, id, bob, "seen");
    ASSERT_TRUE(outcome) << outcome.error().sentence() << outcome.error().detail;
    ASSERT_TRUE(std::holds_alternative<approval::Approved>(*outcome)) << outcome->index();
    EXPECT_EQ(std::get<approval::Approved>(*outcome).after->state, *reconcile::settled_as(verb));
    const std::string of_act =
        " FROM onceover.audit WHERE id = " + std::to_string(std::get<approval::Approved>(*outcome).audit_id);
    EXPECT_EQ(raw.scalar("SELECT actor || ' ' || ticket" + of_act), "bob INC-1");
    EXPECT_THAT(raw.scalar("SELECT db_user" + of_act), HasSubstr("clerk_"));
    EXPECT_EQ(raw.scalar("SELECT evidence -> 'approval' ->> 'actor'" + of_act), "alice");
    if (verb == Verb::succeed) {
      EXPECT_EQ(raw.scalar("SELECT body::text FROM words WHERE marker = 1"),
                R"({"it": "is $onceover$ 'done'"})");
    }
  }
  EXPECT_EQ(status(), "used used used");
}

// A CHECK would refuse the row: the second approver is not asked.
TEST_F(RowApproval, IsNotAskedForWhatTheTableRefuses) {
  raw.exec("ALTER TABLE words ADD CONSTRAINT noted CHECK (status <> 'ERROR' OR length(error) > 9) NOT VALID");
  access = inspected(connection);
  const auto refused = reconcile::write(
      connection, p, access, seen(),
      [&] {
        auto request = manually(Verb::fail);
        request.values.reason = "short";
        return request;
      }(),
      alice);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(refused.error().what, HasSubstr("CHECK \"noted\" refuses it"));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.approvals"), "0");
  EXPECT_GT(asked(Verb::fail), 0) << "with the words of the request it is";
}

TEST_F(RowApproval, IsOutdatedWhereTheRowHasChangedOrIsGone) {
  Role role(database, rights);
  auto second = connected(role.conninfo());
  const auto first = asked(Verb::fail);
  raw.exec("UPDATE words SET note = 'touched' WHERE marker = 1");
  auto before = picture();
  auto outcome = approval::approve(second, first, bob, "seen");
  ASSERT_TRUE(outcome) << outcome.error().sentence();
  EXPECT_TRUE(std::holds_alternative<approval::Outdated>(*outcome));
  EXPECT_EQ(picture(), before);
  const auto other = asked(Verb::succeed);
  raw.exec("DELETE FROM words WHERE marker = 1");
  outcome = approval::approve(second, other, bob, "seen");
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(std::get<approval::Outdated>(*outcome).now);
  EXPECT_EQ(status(), "outdated outdated");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'write'"), "0");
}

TEST_F(RowApproval, IsLookedAtFromWhatIsOnFileAloneAndTellsWhatChanged) {
  Role role(database, rights);
  auto second = connected(role.conninfo());
  const auto id = asked(Verb::fail);
  auto view = approval::view(second, id);
  ASSERT_TRUE(view && *view) << view.error().sentence();
  EXPECT_EQ((*view)->is_as_seen, true);
  EXPECT_EQ((*view)->profile.table, p.table);
  EXPECT_EQ(approval::write_request_of((*view)->approval)->verb, Verb::fail);
  EXPECT_THAT((*view)->sql, HasSubstr("UPDATE"));
  raw.exec("UPDATE words SET status = 'done', code = 201 WHERE marker = 1");
  view = approval::view(second, id);
  ASSERT_TRUE(view && *view);
  EXPECT_EQ((*view)->is_as_seen, false);
  const auto changed =
      std::ranges::count_if((*view)->values, [](const auto& value) { return value.then != value.now; });
  EXPECT_GE(changed, 1);
  raw.exec("DELETE FROM words WHERE marker = 1");
  view = approval::view(second, id);
  ASSERT_TRUE(view && *view);
  EXPECT_FALSE((*view)->now);
  EXPECT_EQ((*view)->is_as_seen, false);
  EXPECT_EQ(status(), "waiting");
}

TEST_F(RowApproval, WhoReadsOtherColumnsCannotTellWhetherItsRowChanged) {
  Role role(database,
            "GRANT SELECT (tenant, key, status, locked_until, owner, attempts, created_at, updated_at, code, "
            "body, error, customer), UPDATE ON words TO ROLE; GRANT SELECT, INSERT, UPDATE ON "
            "onceover.approvals TO ROLE");
  auto second = connected(role.conninfo());
  const auto view = approval::view(second, asked(Verb::fail));
  ASSERT_TRUE(view && *view) << view.error().sentence();
  EXPECT_EQ((*view)->is_as_seen, std::nullopt);
}

TEST_F(RowApproval, WaitsWhereTheApproverReadsOtherColumns) {
  Role role(database,
            "GRANT SELECT (tenant, key, status, locked_until, owner, attempts, created_at, updated_at, code, "
            "body, error, customer), UPDATE ON words TO ROLE; GRANT SELECT, INSERT, UPDATE ON "
            "onceover.approvals TO ROLE");
  auto second = connected(role.conninfo());
  const auto id = asked(Verb::fail);
  const auto outcome = approval::approve(second, id, bob, "seen");
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::not_permitted);
  EXPECT_EQ(status(), "waiting");
}

TEST_F(RowApproval, IsDemandedByAScriptInWords) {
  const auto words =
      reconcile::script(p, access, seen(), manually(Verb::fail), alice, reconcile::AuditTo::trail);
  ASSERT_TRUE(words);
  EXPECT_THAT(*words, HasSubstr("a second approver must have agreed"));
  const auto borne_out =
      reconcile::script(p, access, seen(), asking(Verb::fail), alice, reconcile::AuditTo::trail);
  EXPECT_THAT(*borne_out, testing::Not(HasSubstr("a second approver")));
}

}  // namespace
}  // namespace onceover::test
