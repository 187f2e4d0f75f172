// SPDX-License-Identifier: Apache-2.0
// Gateways as the store knows them: in force by the owner, or by a second database user.
#include <gmock/gmock.h>

#include "core/approval/approval.h"
#include "tests/integration/approval/person.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;

class Declarations : public StuckTest {
 protected:
  Person asker{database, "asker"}, second{database, "second"};
  const std::vector<approval::Declared> day{{"acme", "POST /refunds", 24h}};

  std::optional<Duration> window() {
    return reconcile::registered_window(connection, "POST /refunds").value();
  }
};

TEST_F(Declarations, OfTheOwnerAreInForceAtOnceAndReplaceTheEarlierOnes) {
  EXPECT_FALSE(window());
  const auto made = approval::register_gateway(connection, day, "contract", alice).value();
  ASSERT_EQ(made.size(), 1U);
  EXPECT_TRUE(made.front().in_force_since);
  EXPECT_EQ(window(), Duration(24h));
  EXPECT_TRUE(approval::register_gateway(connection, day, "again", alice).value().empty())
      << "it is there already";
  ASSERT_EQ(approval::register_gateway(connection, {{"acme", "POST /refunds", 1h}}, "new contract", alice)
                .value()
                .size(),
            1U);
  EXPECT_EQ(window(), Duration(1h));
  EXPECT_EQ(approval::declarations(connection).value().size(), 1U);
  const auto all = approval::declarations(connection, true).value();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all.front().ended_at);
  EXPECT_EQ(audit_rows("action = 'register_gateway'"), "2");
}

TEST_F(Declarations, OfAnybodyElseWaitForAnotherDatabaseUser) {
  const auto made = approval::register_gateway(*asker, day, "contract", alice).value();
  ASSERT_EQ(made.size(), 1U);
  EXPECT_FALSE(made.front().in_force_since);
  EXPECT_TRUE(made.front().is_mine);
  EXPECT_FALSE(window());
  const auto own = approval::approve_declaration(*asker, made.front().id, "fine", bob);
  ASSERT_FALSE(own) << "whatever he calls himself";
  EXPECT_EQ(own.error().kind, ErrorKind::not_permitted);
  EXPECT_FALSE(window());
  EXPECT_TRUE(approval::approve_declaration(*second, made.front().id, "as in the contract", bob).value());
  EXPECT_EQ(window(), Duration(24h));
  EXPECT_FALSE(approval::approve_declaration(*second, made.front().id, "again", bob).value());
  EXPECT_FALSE(approval::approve_declaration(*second, 99, "what?", bob).value());
  EXPECT_EQ(raw.scalar("SELECT string_agg(action, ' ' ORDER BY id) FROM onceover.audit"),
            "register_gateway approve_gateway");
  EXPECT_EQ(approval::declarations(connection).value().front().approved_by.substr(0, 6), "second");
}

// Where one gateway of an operation does not deduplicate, nothing does.
TEST_F(Declarations, TheShortestWindowCountsAndNoneWhereOneDoesNot) {
  (void)approval::register_gateway(connection, {{"acme", "*", 24h}, {"bank", "POST /refunds", 2h}},
                                   "contract", alice)
      .value();
  EXPECT_EQ(window(), Duration(2h));
  EXPECT_EQ(reconcile::registered_window(connection, "POST /other").value(), Duration(24h));
  (void)approval::register_gateway(connection, {{"acme", "POST /refunds", std::nullopt}}, "not for refunds",
                                   alice)
      .value();
  EXPECT_FALSE(window());
  EXPECT_EQ(reconcile::registered_window(connection, "POST /other").value(), Duration(24h));
}

TEST_F(Declarations, NeedAReason) {
  const auto made = approval::register_gateway(connection, day, "", alice);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::invalid_input);
}

}  // namespace
}  // namespace onceover::test
