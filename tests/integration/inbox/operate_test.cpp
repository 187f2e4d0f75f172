// SPDX-License-Identifier: Apache-2.0
// What people do about received events: dead letters put back or given up by the verbs of their profile, and
// payloads erased.
#include <gmock/gmock.h>

#include "core/browse/browser.h"
#include "core/browse/promises.h"
#include "core/inbox/inbox.h"
#include "core/schema/schema.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"
#include "tests/integration/inbox/fixture.h"

namespace onceover::test {
namespace {

using inbox::Erased;

class OperateInboxTest : public InboxTest {
 protected:
  // Stored, taken and failed for good.
  void dead(const std::string& id) {
    inbox::Event event = event_of(id);
    event.payload = R"({"name": "Ada"})";
    must(box.store(std::vector{event}));
    auto batch = must(box.take(1, "worker"));
    must(box.fail(batch.events.at(0).attempt, {.error = "no such account", .definitive = true}));
  }
  Erased erased(const std::string& id) {
    return must(inbox::erase(connection, "billing", "orders", id, "request 112", me));
  }
  const audit::Actor me{"me", "here", "test"};
};

TEST_F(OperateInboxTest, OnlyWhatHasEndedIsErased) {
  dead("e1");
  must(box.store(std::vector{event_of("e2")}));
  EXPECT_EQ(erased("e2"), Erased::unfinished);
  EXPECT_EQ(erased("e3"), Erased::gone);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");
  EXPECT_EQ(erased("e1"), Erased::erased);
  EXPECT_EQ(erased("e1"), Erased::erased_before);
  EXPECT_EQ(raw.scalar("SELECT string_agg(action || reason, ',') FROM onceover.audit"),
            "erase_eventrequest 112");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE before::text LIKE '%Ada%'"), "0")
      << "the trail keeps no payload";
  EXPECT_FALSE(inbox::erase(connection, "billing", "orders", "e1", "", me)) << "no reason";
}

// The profile fits the table: every verb can be written, and each state is what the engine makes of it.
TEST_F(OperateInboxTest, ItsProfileFitsTheTable) {
  for (const char* table : {"onceover.inbox", "onceover.outbox"})
    EXPECT_TRUE(must(schema::may_read_payloads(connection, table))) << table;
  const tables::Profile p = tables::own_inbox();
  const tables::Access access = must(tables::inspect(connection, p));
  EXPECT_TRUE(access.why_not_read().empty());
  EXPECT_TRUE(access.missing.empty());
  EXPECT_TRUE(access.misfits.empty());
  EXPECT_EQ(access.unique, tables::Access::Unique::yes);
  EXPECT_TRUE(access.is_order_served) << "newest first without a sort";
  for (const auto& [verb, offer] : access.offers)
    EXPECT_TRUE(offer.is_offered()) << tables::word(verb) << ": " << offer.why_not.at(0);
  dead("e1");
  EXPECT_EQ(accepted({event_of("e2")}), "accepted");
  must(box.store(std::vector{event_of("e3")}));
  browse::Browser browser(connection, p);
  std::map<std::string, key::State> states;
  for (const browse::KeyRow& row : must(browser.page({})).rows) {
    states[row.id.key] = row.state;
    EXPECT_FALSE(row.discarded) << row.id.key;
  }
  EXPECT_THAT(states, testing::UnorderedElementsAre(testing::Pair("e1", key::State::failed),
                                                    testing::Pair("e2", key::State::succeeded),
                                                    testing::Pair("e3", key::State::in_progress)));
  const tables::Access outbox = must(tables::inspect(connection, tables::own_outbox()));
  EXPECT_TRUE(outbox.why_not_read().empty());
  EXPECT_TRUE(outbox.missing.empty() && outbox.misfits.empty());
  EXPECT_TRUE(outbox.is_order_served);
}

// As the verb discard leaves it.
TEST_F(OperateInboxTest, ADiscardedEventIsADuplicateAndNeverRunsAgain) {
  dead("e1");
  raw.exec(
      "UPDATE onceover.inbox SET state = 'discarded', dead_at = NULL, processed_at = now() WHERE event_id = "
      "'e1'");
  const tables::Profile p = tables::own_inbox();
  browse::Browser browser(connection, p);
  const browse::Page page = must(browser.page({}));
  const browse::KeyRow& row = page.rows.at(0);
  EXPECT_TRUE(row.discarded);
  const browse::External answer = browse::external_answer(p, row, page.as_of);
  EXPECT_EQ(answer.rule,
            "The event was given up by a person: it has no effect here, and a duplicate of it is skipped.");
  EXPECT_EQ(must(browser.page({.filter = {.dead = true}})).rows.size(), 0U) << "it is no dead letter either";
  EXPECT_EQ(accepted({event_of("e1")}), "duplicate");
  EXPECT_TRUE(must(box.take(10, "worker")).events.empty());
  EXPECT_TRUE(std::holds_alternative<inbox::Duplicate>(must(box.begin(event_of("e1"), "worker"))));
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET state = 'in_progress' WHERE event_id = 'e1'"),
            "OC009");
}

// As the verb requeue leaves it.
TEST_F(OperateInboxTest, ARequeuedDeadLetterIsTakenWithAllItsAttempts) {
  dead("e1");
  raw.exec(
      "UPDATE onceover.inbox SET state = 'in_progress', dead_at = NULL, next_try_at = now(), attempts = 0 "
      "WHERE event_id = 'e1'");
  const auto batch = must(box.take(1, "worker"));
  ASSERT_EQ(batch.events.size(), 1U);
  EXPECT_EQ(batch.events[0].attempt.number, 1);
}

}  // namespace
}  // namespace onceover::test
