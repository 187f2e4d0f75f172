// SPDX-License-Identifier: Apache-2.0
#include "core/tables/toml.h"
#include "tests/integration/browse/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/shop_table.h"

namespace onceover::browse {

using StandbyTest = BrowseTest;

TEST_F(StandbyTest, AStandbyIsBrowsedAndSaysThatItKnowsNoRowLocks) {
  insert("abc", "in_progress");
  raw_.exec(test::shop_table);
  auto standby = try_it::PrivateServer::start({.standby_of = test::shared_server().conninfo()});
  ASSERT_DONE(standby);
  test::RawConnection there((*standby)->conninfo(database_.name()));
  ASSERT_TRUE(test::eventually([&] { return there.scalar("SELECT count(*) FROM onceover.keys") == "1"; }));
  pg::Connection reading = connected((*standby)->conninfo(database_.name()));
  Browser browser(reading, tables::own());
  test::RawConnection other = database_.connect();
  other.exec("BEGIN");
  other.exec("SELECT FROM onceover.keys FOR UPDATE");
  auto holder = browser.who_locks(id("abc"));
  ASSERT_DONE(holder);
  EXPECT_EQ(holder->answer, LockHolder::Answer::cannot_tell);
  EXPECT_NE(holder->words.find("standby"), std::string::npos) << holder->words;
  auto page = browser.page({});
  ASSERT_DONE(page);
  EXPECT_EQ(page->rows.size(), 1U);
  auto counts = browser.state_counts();
  ASSERT_DONE(counts);
  EXPECT_EQ(unfinished::word(counts->unfinished.knowledge.known), "at_least");
  EXPECT_EQ(unfinished::word(counts->needs_human_known.known), "at_least");
  auto profiles = tables::profiles_from_toml(test::shop_profile(""), "test");
  ASSERT_TRUE(profiles);
  auto shop = Browser(reading, profiles->front()).state_counts();
  ASSERT_DONE(shop);
  EXPECT_EQ(unfinished::word(shop->unfinished.knowledge.known), "at_least") << "the primary may have more";
  ASSERT_DONE(browser.find("abc"));
  ASSERT_DONE(browser.forecast({.stuck = true}));
  ASSERT_DONE(browser.detail(id("abc")));
  ASSERT_DONE(browser.why(id("abc"), "body"));
}

}  // namespace onceover::browse
