// SPDX-License-Identifier: Apache-2.0
// Events with new ids, by a second approver: every consumer processes them again.
#include <gmock/gmock.h>

#include "core/approval/approval.h"
#include "core/outbox/operate.h"
#include "tests/integration/approval/person.h"

namespace onceover::test {
namespace {

using testing::HasSubstr;

class RepublishApproval : public StuckTest {
 protected:
  Person asker{database, "asker"}, second{database, "second"};

  std::int64_t asked(int events) {
    raw.exec(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid) SELECT 'payments', 'payment', 'p-1' "
        "FROM generate_series(1, $1::int)",
        {std::to_string(events)});
    outbox::Selection selection;
    selection.aggregate_type = "payment";
    selection.aggregate_id = "p-1";
    auto id = outbox::ask_republish(*asker, selection, "the consumer lost them", "INC-1", alice);
    if (!id) throw std::runtime_error(id.error().sentence());
    return *id;
  }
  std::string events() {
    return raw.scalar("SELECT count(*) || ' ' || count(DISTINCT id) FROM onceover.outbox");
  }
};

TEST_F(RepublishApproval, WritesTheEventsAnewOnceAndInTheNameOfBoth) {
  const auto id = asked(3);
  EXPECT_EQ(events(), "3 3");
  EXPECT_FALSE(approval::approve(*asker, id, alice, "I am sure"));
  EXPECT_EQ(events(), "3 3");
  const auto done = approval::approve(*second, id, bob, "they are missing there");
  ASSERT_TRUE(done) << done.error().sentence();
  ASSERT_TRUE(std::holds_alternative<approval::Approved>(*done));
  EXPECT_EQ(events(), "6 6");
  EXPECT_EQ(raw.scalar("SELECT string_agg(DISTINCT headers ->> 'republished_from', ',' ORDER BY headers ->> "
                       "'republished_from') FROM onceover.outbox WHERE headers ? 'republished_from'"),
            "1,2,3");
  (void)approval::approve(*second, id, bob, "once more");
  EXPECT_EQ(events(), "6 6");
}

TEST_F(RepublishApproval, AfterAnErasureTheRequestIsNotOfWhatIsThere) {
  const auto id = asked(2);
  raw.tamper("UPDATE onceover.outbox SET payload = NULL, headers = '{\"erased\": \"now\"}' WHERE seq = 1");
  (void)approval::approve(*second, id, bob, "they are missing there");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox WHERE headers ->> 'republished_from' = '1'"),
            "0");
}

}  // namespace
}  // namespace onceover::test
