// SPDX-License-Identifier: Apache-2.0
// Tables that are not ours, read through profiles.
#include "tests/integration/browse/fixture.h"
#include "tests/support/foreign_tables.h"

namespace onceover::browse {
namespace {

std::string words_of(const Result<Page>& page) {
  if (!page) return page.error().sentence() + " " + page.error().detail;
  std::string out;
  for (const KeyRow& row : page->rows) out += row.id.key + " ";
  return out;
}

}  // namespace

class ForeignTest : public BrowseTest {
 protected:
  Browser of(const tables::Profile& profile) {
    return Browser(connection_, profile, {std::chrono::seconds(20)});
  }
};

TEST_F(ForeignTest, ATextThatTheKeysTypeCannotHoldIsNoSuchKey) {
  const auto uuids = test::payment_requests(raw_), numbers = test::events_to_publish(raw_),
             bytes = test::hostile_table(raw_);
  const std::string uuid = "00000000-0000-4000-8000-000000000007";
  EXPECT_EQ(words_of(of(*uuids).find("  \"" + uuid + "\"\n")), uuid + " ");
  EXPECT_EQ(words_of(of(*uuids).find("level=info idempotency_key=" + uuid + " status=409")), uuid + " ");
  EXPECT_EQ(words_of(of(*numbers).find("'4'")), "4 ");
  EXPECT_EQ(words_of(of(*bytes).find("\\xff00")), "\\xff00 ");
  EXPECT_EQ(words_of(of(*bytes).find("plain")), "\\x706c61696e ");
  const std::string odd[] = {"pay_1",      "99999999999999999999999", "1.5", "\\xzz", "\\", "\xff\xfe",
                             "' OR 1=1 --"};
  for (const auto& profile : {uuids, numbers, bytes}) {
    for (const std::string& text : odd) {
      Browser browser = of(*profile);
      EXPECT_EQ(words_of(browser.find(text)), "") << text;
      auto counted = browser.count({.key = text});
      ASSERT_DONE(counted);
      EXPECT_EQ(counted->n, 0) << text;
      ASSERT_DONE(browser.forecast({.key = text}));
      auto detail = browser.detail({"", "", text});
      ASSERT_DONE(detail);
      EXPECT_TRUE(detail->is_absent());
      auto why = browser.why({"", "", text}, std::nullopt);
      ASSERT_DONE(why);
      EXPECT_FALSE(why->row.has_value());
    }
  }
  EXPECT_EQ(words_of(of(*uuids).page({.filter = {.tenant = "acme"}})), "") << "a tenant that is no number";
  Filter prefix{.key = "00000000-0000-4000-8000-00000000000", .prefix = true};
  EXPECT_EQ(of(*uuids).page({.filter = prefix})->rows.size(), 8U);
}

// The words of a profile are its own: an error about them must not look like an empty table.
TEST_F(ForeignTest, AWrongWordInTheProfileStaysAnError) {
  tables::Profile wrong = *test::payment_requests(raw_);
  wrong.states.rules[0].when[0].values = {"NO_SUCH_WORD"};
  EXPECT_FALSE(of(wrong).page({}).has_value());
  EXPECT_FALSE(of(wrong).page({.filter = {.key = "00000000-0000-4000-8000-000000000007"}}).has_value());
}

TEST_F(ForeignTest, ADetailHoldsWhatTheRowHolds) {
  const auto payments = test::payment_requests(raw_);
  auto page = of(*payments).page({});
  ASSERT_DONE(page);
  ASSERT_EQ(page->rows.size(), 8U);
  auto detail = of(*payments).detail(page->rows.back().id);
  ASSERT_DONE(detail);
  ASSERT_TRUE(detail->found() != nullptr);
  const Detail& pay = *detail->found();
  EXPECT_EQ(pay.row.id.key, "00000000-0000-4000-8000-000000000001");
  EXPECT_EQ(pay.row.attempts_finished, 2);
  EXPECT_EQ(pay.row.subject.customer, "Ms. <b>Example</b> 1");
  ASSERT_TRUE(pay.response.has_value());
  EXPECT_EQ(pay.response->code, 201);
  EXPECT_EQ(pay.response->body, "{\"id\": 1, \"secret\": \"sk_live\"}");
  EXPECT_NE(pay.payload.value_or("").find("ord-1"), std::string::npos);
  for (const auto& [name, text] : pay.columns) {
    EXPECT_EQ(text.find("sk_live"), std::string::npos) << name;
    EXPECT_EQ(text.find("Example"), std::string::npos) << name;
  }
  const auto inbox = test::consumed_events(raw_);
  auto event = of(*inbox).detail({"", "orders", "msg-4", {"msg-4"}});
  ASSERT_DONE(event);
  EXPECT_EQ(event->found()->payload, "{\"order\":4}") << "bytes are bytes";
  EXPECT_FALSE(event->found()->response.has_value());
}

TEST_F(ForeignTest, ABodyInAnotherTableIsFollowedAndItsAbsenceSaid) {
  tables::Profile payments = *test::payment_requests(raw_);
  raw_.exec(
      "CREATE TABLE bodies (request uuid PRIMARY KEY, content bytea); INSERT INTO bodies VALUES "
      "('00000000-0000-4000-8000-000000000001', '\\x00ff')");
  payments.response_body = {.column = "request_id",
                            .schema = "public",
                            .table = "bodies",
                            .key_column = "request",
                            .body_column = "content"};
  const key::Identity id{"41", "POST /payments", "00000000-0000-4000-8000-000000000001"};
  auto detail = of(payments).detail(id);
  ASSERT_DONE(detail);
  ASSERT_TRUE(detail->found() != nullptr);
  ASSERT_TRUE(detail->found()->response.has_value());
  EXPECT_EQ(detail->found()->response->body, std::string("\0\xff", 2));
  raw_.exec("DROP TABLE bodies");
  detail = of(payments).detail(id);
  ASSERT_DONE(detail);
  EXPECT_NE(detail->found()->response_problem.find("could not be read"), std::string::npos);
}

TEST_F(ForeignTest, WhySaysWhatTheRowSaysAndNoMore) {
  const auto payments = test::payment_requests(raw_);
  const auto rule = [&](const char* digit, const std::optional<std::string>& body = {}) {
    auto why = of(*payments).why({std::to_string(40 + (digit[0] - '0') % 3), "POST /payments",
                                  std::string("00000000-0000-4000-8000-00000000000") + digit},
                                 body);
    EXPECT_TRUE(why.has_value() && why->row) << (why ? "" : why.error().sentence());
    return why ? *why : Why{};
  };
  EXPECT_FALSE(rule("1").status_known);
  EXPECT_NE(rule("1").rule.find("\"DONE\" in this table"), std::string::npos) << rule("1").rule;
  EXPECT_EQ(rule("1").status, 201);
  EXPECT_NE(rule("5").rule.find("card declined"), std::string::npos);
  EXPECT_NE(rule("7").rule.find("The lease expired at"), std::string::npos);
  EXPECT_EQ(rule("8").status, 0) << "what its service answers is not known";
  EXPECT_NE(rule("8").rule.find("pay-worker-8 holds a valid lease"), std::string::npos);
  EXPECT_EQ(rule("8", test::foreign::payment_body).payload_matches, true);
  EXPECT_EQ(rule("8", test::foreign::payment_body + "\n").payload_matches, true);
  EXPECT_EQ(rule("8", "{\"amount\":1251}").payload_matches, std::nullopt);
  EXPECT_NE(rule("8", "{\"amount\":1251}").why_not_compared.find("cannot be compared"), std::string::npos);
  const auto inbox = test::consumed_events(raw_);
  auto waits = of(*inbox).why({"", "orders", "msg-1"}, std::nullopt);
  ASSERT_DONE(waits);
  EXPECT_NE(waits->rule.find("This table has no lease"), std::string::npos) << waits->rule;
}

// Some systems write "none" as the distant past: no row is due, finished or kept until then.
TEST_F(ForeignTest, ATimeInTheDistantPastIsNone) {
  raw_.exec(
      "CREATE TABLE calls (id text PRIMARY KEY, due timestamp NOT NULL, ended timestamptz, kept bigint NOT "
      "NULL)");
  raw_.exec(
      "INSERT INTO calls VALUES ('none', '0001-01-01', '-infinity', 0), ('some', '2026-01-01', '2026-01-01', "
      "1767225600)");
  for (const char* zone : {"UTC", "unknown"}) {
    tables::Profile p{.name = "calls",
                      .kind = tables::Kind::queue,
                      .schema = "public",
                      .table = "calls",
                      .identity = {"id"},
                      .key = "id"};
    p.states.otherwise = tables::StateRule{.state = key::State::in_progress};
    p.due = {.column = "due", .form = tables::TimeForm::timestamp, .zone = zone};
    p.completed_at = {.column = "ended"};
    p.expires_at = {.column = "kept", .form = tables::TimeForm::epoch_s};
    auto page = of(p).page({});
    ASSERT_DONE(page);
    for (const KeyRow& row : page->rows) {
      const bool is_some = row.id.key == "some";
      EXPECT_EQ(row.work_due().empty(), !is_some) << row.id.key << " in " << zone;
      EXPECT_EQ(row.completed().empty(), !is_some) << row.id.key;
      EXPECT_EQ(row.expires_at.has_value(), is_some) << row.id.key;
    }
  }
}

TEST_F(ForeignTest, TextInsideErrorsAndBodiesIsFoundWhereItIsAsked) {
  const auto payments = test::payment_requests(raw_), inbox = test::consumed_events(raw_),
             outbox = test::events_to_publish(raw_);
  const auto found = [&](const tables::Profile& profile, const Filter& filter) {
    return words_of(of(profile).page({.filter = filter}));
  };
  EXPECT_EQ(found(*payments, {.error_code = "declined"}), "00000000-0000-4000-8000-000000000005 ");
  EXPECT_EQ(found(*outbox, {.error_code = "down 4"}), "4 ");
  EXPECT_EQ(found(*payments, {.response_code = 402}), "00000000-0000-4000-8000-000000000005 ");
  EXPECT_EQ(found(*inbox, {.contains = "\"order\":4"}), "");
  EXPECT_EQ(found(*inbox, {.contains = "\"order\":4", .in_bodies = true}), "msg-4 ") << "inside bytes";
  EXPECT_EQ(found(*payments, {.contains = "\"id\": 3", .in_bodies = true}),
            "00000000-0000-4000-8000-000000000003 ");
  EXPECT_EQ(found(*outbox, {.contains = "\"n\": 2", .in_bodies = true}), "2 ");
  insert("own", "succeeded");
  EXPECT_EQ(words_of(browser().page({.filter = {.contains = "done", .in_bodies = true}})), "own ");
  EXPECT_EQ(words_of(browser().page({.filter = {.contains = "done"}})), "");
}

TEST_F(ForeignTest, TheBacklogTellsWhatWaitsAndWhatIsDead) {
  const auto inbox = test::consumed_events(raw_), outbox = test::events_to_publish(raw_);
  auto events = of(*inbox).backlog();
  ASSERT_DONE(events);
  EXPECT_EQ(events->unfinished.n, 2);
  EXPECT_EQ(events->unfinished.knowledge.known, unfinished::Known::exact);
  EXPECT_EQ(events->dead.n, 1);
  ASSERT_TRUE(events->unfinished.oldest && events->dead.oldest);
  EXPECT_NEAR(static_cast<double>((events->as_of - *events->unfinished.oldest).count()), 20 * 60e6, 1e6 * 60);
  EXPECT_EQ(words_of(of(*inbox).page({.filter = {.dead = true}})), "msg-3 ");
  auto out = of(*outbox).backlog();
  ASSERT_DONE(out);
  EXPECT_EQ(out->unfinished.n, 3) << "what is tried again is unfinished";
  EXPECT_EQ(out->dead.n, 1);
  EXPECT_EQ(words_of(of(*outbox).page({.filter = {.dead = true}})), "4 ");
}

TEST_F(ForeignTest, ALargeTableWithoutAnIndexIsEstimatedAndOneWithIsCountedUpToABound) {
  const auto outbox = test::events_to_publish(raw_);
  raw_.exec(
      "INSERT INTO events_to_publish SELECT i, i * 1000::bigint, CASE WHEN i % 10 = 0 THEN 0 ELSE 1 END FROM "
      "generate_series(100, 250000) i; CREATE INDEX ON events_to_publish (created_ms, id); ANALYZE "
      "events_to_publish");
  auto estimated = of(*outbox).backlog();
  ASSERT_DONE(estimated);
  EXPECT_TRUE(estimated->unfinished.is_estimated());
  EXPECT_NEAR(static_cast<double>(estimated->unfinished.n), 25'000, 5'000);
  EXPECT_EQ(estimated->unfinished.oldest, parse_iso("1970-01-01T00:01:40Z")) << "found at the old end";
  raw_.exec(
      "CREATE INDEX ON events_to_publish (id) WHERE sent IN (0, 2); CREATE INDEX ON events_to_publish (id) "
      "WHERE sent = 3; ANALYZE events_to_publish");
  auto counted = of(*outbox).backlog();
  ASSERT_DONE(counted);
  EXPECT_FALSE(counted->dead.is_estimated());
  EXPECT_EQ(counted->dead.n, 1);
  EXPECT_EQ(counted->dead.knowledge.known, unfinished::Known::exact);
}

}  // namespace onceover::browse
