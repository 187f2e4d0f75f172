// SPDX-License-Identifier: Apache-2.0
// What one person hands to the next: nothing that waits is missing, and what was not seen is not "none".
#include "core/shift/hand_over.h"

#include <gmock/gmock.h>

#include "core/reconcile/note.h"
#include "tests/integration/engine/fixture.h"

namespace onceover::shift {
namespace {

using testing::HasSubstr;
using testing::Not;

class HandOverTest : public testing::Test {
 protected:
  void stuck(const std::string& key) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, state, fence, fingerprint_kind, "
        "fingerprint, owner, locked_until) VALUES ('acme', 'refund', $1, now() - interval '40 minutes', "
        "'in_progress', nextval('onceover.fence'), 'raw-sha256', sha256('x'), 'refunds-2', now() - interval "
        "'30 minutes')",
        {key});
  }
  void waits(const std::string& key) {
    stuck(key);
    raw.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, fence, verdict, reason, "
        "evidence) VALUES ('acme', 'refund', $1, 'needs_human', 8, 1, 'needs_human', 'the bank *does* not "
        "answer', '{}')",
        {key});
  }
  Result<HandOver> made(pg::Connection& connection) {
    const std::vector<std::shared_ptr<const tables::Profile>> all{
        std::make_shared<const tables::Profile>(tables::own()),
        std::make_shared<const tables::Profile>(tables::own_inbox(false))};
    return hand_over(connection, "alice", usual_shift, all);
  }
  std::string text(const std::string& words = {}) {
    auto connection = test::open_or_throw(database.conninfo());
    const auto note = made(connection);
    return note ? to_markdown(*note, words) : note.error().sentence();
  }

  test::TestDatabase database{test::installed_schema()};
  test::RawConnection raw = database.connect();
};

TEST_F(HandOverTest, AnEmptyStoreHasNothingThatWaits) {
  EXPECT_THAT(text(), HasSubstr("Nothing waits for a person, and nothing is stuck in onceover.keys"));
  EXPECT_THAT(text(), HasSubstr("# Hand-over of alice"));
}

TEST_F(HandOverTest, ItSaysWhatWaitsWithItsNoteAndWhatIsStuck) {
  waits("r-1");
  stuck("r-2");
  auto connection = test::open_or_throw(database.conninfo());
  ASSERT_TRUE(reconcile::add_note(connection, {"acme", "refund", "r-1", {}}, "do not release: ask Bob",
                                  {"bob", "desk-2", "oncectl"}));
  const std::string all = text("the bank calls\n# at nine");
  EXPECT_THAT(all, Not(HasSubstr("Nothing waits")));
  EXPECT_THAT(all, HasSubstr("needs a person; r-1, refund, tenant acme"));
  EXPECT_THAT(all, HasSubstr("note by bob: do not release: ask Bob"));
  EXPECT_THAT(all, HasSubstr("- 2 keys are stuck in onceover.keys."));
  EXPECT_THAT(all, HasSubstr("the bank \\*does\\* not answer"));
  EXPECT_THAT(all, HasSubstr("> the bank calls\n> "));
  EXPECT_THAT(all, Not(HasSubstr("\n# at nine")));
}

TEST_F(HandOverTest, ItHasTheActsOfThisPersonAndOfThisShiftOnly) {
  const auto act = [this](const char* actor, const char* reason, const char* age) {
    raw.exec(
        "INSERT INTO onceover.audit (at, actor, host, program, action, tenant, operation, key, reason) "
        "VALUES (now() - $3::interval, $1, 'desk-1', 'onceover', 'settle', 'acme', 'refund', 'r-9', $2)",
        {actor, reason, age});
  };
  act("alice", "confirmed by phone", "1 hour");
  act("alice", "long ago", "3 days");
  act("bob", "not hers", "1 hour");
  EXPECT_THAT(text(), HasSubstr("reason: confirmed by phone"));
  EXPECT_THAT(text(), Not(HasSubstr("long ago")));
  EXPECT_THAT(text(), Not(HasSubstr("not hers")));
}

TEST_F(HandOverTest, WhatMayNotBeReadIsUnknownAndNotNone) {
  raw.exec("CREATE ROLE blind_" + database.name() + " LOGIN; GRANT USAGE ON SCHEMA onceover TO blind_" +
           database.name() + "; GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO blind_" + database.name() +
           "; REVOKE SELECT ON onceover.approvals FROM blind_" + database.name());
  {
    auto connection = pg::Connection::open(
        {.conninfo = database.conninfo() + " user=blind_" + database.name(), .application_name = "test"});
    ASSERT_TRUE(connection);
    const auto note = made(*connection);
    ASSERT_TRUE(note) << note.error().sentence();
    EXPECT_FALSE(note->nothing_waits());
    const std::string all = to_markdown(*note, {});
    EXPECT_THAT(all, HasSubstr("## Waits for a second approver\n\nUnknown: "));
    EXPECT_THAT(all, Not(HasSubstr("Nothing waits")));
  }
  raw.exec("DROP OWNED BY blind_" + database.name() + "; DROP ROLE blind_" + database.name());
}

}  // namespace
}  // namespace onceover::shift
