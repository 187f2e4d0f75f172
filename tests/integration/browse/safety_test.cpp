// SPDX-License-Identifier: Apache-2.0
#include <future>

#include "tests/integration/browse/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::browse {

using SafetyTest = BrowseTest;

TEST_F(SafetyTest, TheServerRefusesAWriteInABrowsersTransaction) {
  insert("abc", "in_progress");
  // Nothing that reading calls may write, however it is hidden: here, a view whose rows cost a write.
  raw_.exec(
      "CREATE TABLE public.touched (n int); CREATE FUNCTION public.touch() RETURNS text LANGUAGE plpgsql AS "
      "$$ BEGIN INSERT INTO public.touched VALUES (1); RETURN ''; END $$; CREATE VIEW public.trap AS SELECT "
      "*, public.touch() AS touching FROM onceover.keys");
  tables::Profile trapped = tables::own();
  trapped.schema = "public";
  trapped.table = "trap";
  trapped.owner = "touching";
  Browser over_view(connection_, trapped);
  auto page = over_view.page({});
  ASSERT_FALSE(page.has_value());
  EXPECT_EQ(page.error().kind, ErrorKind::read_only);
  EXPECT_EQ(page.error().sqlstate, "25006");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM public.touched"), "0");
  auto after = browser().page({});
  ASSERT_DONE(after);
  EXPECT_EQ(after->rows.size(), 1U);
}

TEST_F(SafetyTest, NothingOfTheDatabasesUsersIsCalledByAccident) {
  insert("abc", "in_progress", "customer", "'Ada'");
  raw_.exec(
      "CREATE FUNCTION public.trojan(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE "
      "EXCEPTION 'trojan'; END $$; CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = text, FUNCTION = "
      "public.trojan); CREATE OPERATOR public.~~ (LEFTARG = text, RIGHTARG = text, FUNCTION = "
      "public.trojan); CREATE FUNCTION public.octet_length(bytea) RETURNS integer LANGUAGE plpgsql AS $$ "
      "BEGIN RAISE EXCEPTION 'trojan'; END $$; ALTER DATABASE " +
      database_.name() + " SET search_path = public, pg_catalog");
  pg::Connection lured = connected(database_.conninfo());
  // Proof that the trap is set: outside a browser's transaction it springs.
  EXPECT_FALSE(lured.exec("SELECT FROM onceover.keys WHERE key = 'abc'").has_value());
  Browser browser(lured, tables::own());
  auto page = browser.page({.filter = {.tenant = "acme", .key = "a", .prefix = true, .contains = "d"}});
  ASSERT_DONE(page);
  EXPECT_EQ(page->rows.size(), 1U);
  ASSERT_DONE(browser.detail(id("abc")));
  ASSERT_DONE(browser.find("abc"));
  ASSERT_DONE(browser.state_counts());
  ASSERT_DONE(browser.stuck_groups());
  ASSERT_DONE(browser.who_locks(id("abc")));
  ASSERT_DONE(browser.tenants());
}

TEST_F(SafetyTest, AStatementThatTakesTooLongIsATimeoutAndTheConnectionStaysUsable) {
  insert("abc", "in_progress");
  test::RawConnection holder = database_.connect();
  holder.exec("BEGIN");
  holder.exec("LOCK TABLE onceover.keys IN ACCESS EXCLUSIVE MODE");
  auto page = browser(std::chrono::milliseconds(50)).page({});
  ASSERT_FALSE(page.has_value());
  EXPECT_TRUE(page.error().is_timeout()) << page.error().sentence();
  EXPECT_TRUE(connection_.is_open());
  EXPECT_FALSE(connection_.in_transaction());
  holder.exec("ROLLBACK");
  auto again = browser().page({});
  ASSERT_DONE(again);
  EXPECT_EQ(again->rows.size(), 1U);
}

TEST_F(SafetyTest, NoTimeIsNotUnlimitedTime) {
  test::RawConnection holder = database_.connect();
  holder.exec("BEGIN");
  holder.exec("LOCK TABLE onceover.keys IN ACCESS EXCLUSIVE MODE");
  auto page = browser(std::chrono::microseconds(0)).page({});
  ASSERT_FALSE(page.has_value());
  EXPECT_EQ(page.error().sqlstate, "57014") << page.error().sentence();
}

TEST_F(SafetyTest, AnotherThreadCanCancelAndTheConnectionStaysUsable) {
  insert("abc", "in_progress");
  test::RawConnection holder = database_.connect();
  holder.exec("BEGIN");
  holder.exec("LOCK TABLE onceover.keys IN ACCESS EXCLUSIVE MODE");
  const pg::CancelHandle cancel = connection_.cancel_handle();
  auto waiting = std::async(std::launch::async, [this] { return browser().page({}); });
  const bool blocked = test::eventually([this] {
    return raw_.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'browse-test' AND "
               "wait_event_type = 'Lock'") == "1";
  });
  cancel.cancel();
  auto page = waiting.get();
  EXPECT_TRUE(blocked);
  ASSERT_FALSE(page.has_value());
  EXPECT_TRUE(page.error().is_cancelled()) << page.error().sentence();
  holder.exec("ROLLBACK");
  connection_.rearm();
  auto again = browser().page({});
  ASSERT_DONE(again);
  EXPECT_EQ(again->rows.size(), 1U);
}

TEST_F(SafetyTest, AServerThatOnlyReadsIsBrowsedLikeAnyOther) {
  insert("abc", "in_progress");
  raw_.exec("ALTER DATABASE " + database_.name() + " SET default_transaction_read_only = on");
  pg::Connection reading = connected(database_.conninfo());
  Browser browser(reading, tables::own());
  ASSERT_DONE(browser.page({}));
  ASSERT_DONE(browser.forecast({}));
  ASSERT_DONE(browser.count({}));
  ASSERT_DONE(browser.state_counts());
  ASSERT_DONE(browser.stuck_groups());
  ASSERT_DONE(browser.detail(id("abc")));
  ASSERT_DONE(browser.find("abc"));
  ASSERT_DONE(browser.who_locks(id("abc")));
  ASSERT_DONE(browser.why(id("abc"), "body"));
  ASSERT_DONE(browser.operations());
  ASSERT_DONE(browser.tenants());
}

TEST_F(SafetyTest, AProfileThatCannotBeUsedIsRefusedBeforeAnythingIsSent) {
  tables::Profile broken = tables::own();
  broken.table = std::string("keys\0x", 6);
  connection_.close();  // whatever were sent would be a lost connection
  auto page = Browser(connection_, broken).page({});
  ASSERT_FALSE(page.has_value());
  EXPECT_EQ(page.error().kind, ErrorKind::invalid_input);
}

TEST_F(SafetyTest, AHostileTableIsReadByItsExactNames) {
  const std::string schema = "Sch\"ema; --", table = "Ta ble.$1'";
  raw_.exec("CREATE SCHEMA " + test::quoted_name(schema));
  raw_.exec("CREATE TYPE public.mood AS ENUM ('PENDING', 'COMPLETED')");
  raw_.exec("CREATE TABLE " + test::quoted_name(schema) + "." + test::quoted_name(table) +
            " (\"select\" text PRIMARY KEY, \"St\"\"ate\" public.mood, at timestamptz, until timestamptz, "
            "extra json)");
  raw_.exec("INSERT INTO " + test::quoted_name(schema) + "." + test::quoted_name(table) +
            " VALUES ('a', 'PENDING', now(), now() - interval '1 second', '{\"b\": 1}'), ('b', 'COMPLETED', "
            "now(), NULL, NULL)");
  const auto is = [](const std::string& word, key::State state) {
    return tables::StateRule{
        {{.column = "St\"ate", .is = tables::Condition::Is::one_of, .values = {word}}}, state, word};
  };
  const tables::Profile foreign{
      .name = "foreign",
      .schema = schema,
      .table = table,
      .identity = {"select"},
      .key = "select",
      .order = {"at", "select"},
      .states = {.column = "St\"ate",
                 .rules = {is("PENDING", key::State::in_progress), is("COMPLETED", key::State::succeeded)}},
      .lease = {.form = tables::Lease::Form::deadline, .at = {.column = "until"}},
      .created_at = {.column = "at"}};
  Browser browser(connection_, foreign);
  auto stuck = browser.page({.filter = {.stuck = true}});
  ASSERT_DONE(stuck);
  ASSERT_EQ(stuck->rows.size(), 1U);
  EXPECT_EQ(stuck->rows[0].id, (key::Identity{"", "", "a", {"a"}}));
  EXPECT_EQ(stuck->rows[0].state_word, "PENDING");
  EXPECT_EQ(raw_.exec(stuck->sql).size(), 1U) << stuck->sql;
  auto behind = browser.page({.after = Cursor{{"=infinity", "=z"}}});
  ASSERT_DONE(behind);
  EXPECT_EQ(behind->rows.size(), 2U);
  auto counts = browser.state_counts();
  ASSERT_DONE(counts);
  EXPECT_EQ(counts->unfinished.stuck, 1);
  EXPECT_EQ(counts->succeeded, 1);
  ASSERT_DONE(browser.stuck_groups());
  ASSERT_DONE(browser.forecast({.contains = "x"}));
  ASSERT_DONE(browser.operations());
  auto detail = browser.detail({"", "", "a"});
  ASSERT_DONE(detail);
  ASSERT_TRUE(detail->found() != nullptr);
  EXPECT_EQ(detail->found()->columns.back(), (std::pair<std::string, std::string>{"extra", "{\"b\": 1}"}));
  EXPECT_TRUE(browser.detail({"tenant", "", "a"})->is_absent());
  EXPECT_EQ(browser.who_locks({"", "", "a"})->answer, LockHolder::Answer::nobody);
  for (const Filter& filter : {Filter{.tenant = "t"}, Filter{.operation = "o"}, Filter{.error_code = "e"},
                               Filter{.response_code = 1}, Filter{.needs_human = true}}) {
    auto refused = browser.page({.filter = filter});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, ErrorKind::invalid_input);
  }
}

}  // namespace onceover::browse
