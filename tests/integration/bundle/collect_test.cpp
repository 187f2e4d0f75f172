// SPDX-License-Identifier: Apache-2.0
// Bundles of a real store: what is in them, what is left out, and that no credential is.
#include "core/bundle/collect.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <thread>

#include "core/audit/verify.h"
#include "core/reconcile/case_list.h"
#include "core/reconcile/note.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/toml.h"
#include "tests/integration/plan/fixture.h"
#include "tests/support/shop_table.h"

namespace onceover::bundle {
namespace {

using test::alice;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::shared_ptr<const tables::Profile> ours{&tables::own(), [](const tables::Profile*) {}};

// GCC 12 calls a temporary with computed times uninitialized.
TimeRange range_of(const std::shared_ptr<const tables::Profile>& table, Timestamp from, Timestamp to) {
  TimeRange range;
  range.table = table;
  range.from = from;
  range.to = to;
  return range;
}

const Section* section_of(const Bundle& b, const std::string& id) {
  for (const Section& section : b.sections) {
    if (section.id == id) return &section;
  }
  return nullptr;
}
const Table& table_of(const Bundle& b, const std::string& section, const std::string& id) {
  if (const Section* found = section_of(b, section)) {
    for (const Table& table : found->tables) {
      if (table.id == id) return table;
    }
  }
  throw std::runtime_error("no table " + section + "/" + id);
}
std::string field_of(const Bundle& b, const std::string& section, const std::string& name) {
  if (const Section* found = section_of(b, section)) {
    for (const Field& field : found->fields) {
      if (field.name == name) return shown(field.value);
    }
  }
  return "(no " + name + ")";
}
std::vector<std::string> column_of(const Table& table, const std::string& name) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].name != name) continue;
    std::vector<std::string> out;
    for (const auto& row : table.rows) out.push_back(shown(row[c]));
    return out;
  }
  throw std::runtime_error("no column " + name);
}
std::string notes_of(const Bundle& b, const std::string& section) {
  std::string out;
  if (const Section* found = section_of(b, section)) {
    for (const std::string& note : found->notes) out += note + "\n";
  }
  return out;
}
// All of it, as it would be sent away; and it must open again as it was.
std::string file_of(const Bundle& b) {
  auto text = to_text(b);
  if (!text) throw std::runtime_error(text.error().sentence());
  auto read = from_text(*text);
  if (!read) throw std::runtime_error(read.error().sentence());
  if (!(*read == b)) throw std::runtime_error("it opens as another bundle");
  return *text;
}

class BundleTest : public test::PlanTest {
 protected:
  CollectOptions options{.actor = alice};

  Bundle collected(const What& what) {
    auto made = collect(connection, what, options);
    if (!made) throw std::runtime_error(made.error().sentence() + " " + made.error().detail);
    if (!*made) throw std::runtime_error("there is no such thing");
    return std::move(**made);
  }
  Bundle of_key(const std::string& key) { return collected(OneKey{ours, id_of(key)}); }
  Bundle of_last_hour() {
    const Timestamp now = pg::server_time(connection).value();
    return collected(range_of(ours, now - std::chrono::hours(1), now + std::chrono::seconds(1)));
  }
};

TEST_F(BundleTest, OfAKeyOfOursHoldsRowCaseEvidenceActsAndStatements) {
  stuck("r-1");
  gateway.perform(downstream("r-1"));
  const auto owned = own("r-1");
  ASSERT_TRUE(settle(owned));
  const Bundle b = of_key("r-1");
  EXPECT_EQ(b.chosen, "POST /refunds, key r-1, tenant acme");
  EXPECT_EQ(b.made_by, "alice@desk-1");
  EXPECT_EQ(field_of(b, "row", "State"), "succeeded");
  EXPECT_EQ(field_of(b, "row", "Amount"), "10.00");
  EXPECT_EQ(field_of(b, "row", "Fence"), raw.scalar("SELECT fence FROM onceover.keys"));
  EXPECT_EQ(field_of(b, "case", "Status"), "settled");
  EXPECT_THAT(column_of(table_of(b, "acts", "acts"), "action"), ElementsAre("settle", "own"));
  EXPECT_THAT(column_of(table_of(b, "acts", "acts"), "ticket"), ElementsAre("INC-1", "NULL"));
  EXPECT_THAT(column_of(table_of(b, "case", "evidence"), "finding"), testing::Each("done"));
  EXPECT_THAT(column_of(table_of(b, "case", "evidence"), "amount"), testing::Each("10.00"));
  EXPECT_THAT(column_of(table_of(b, "acts", "chain"), "is"), ElementsAre("as written", "as written"));
  EXPECT_THAT(notes_of(b, "acts"), HasSubstr("Verified: all 2 rows are unchanged"));
  EXPECT_THAT(notes_of(b, "acts"), HasSubstr("2 are not sealed yet"));
  EXPECT_TRUE(b.left_out.empty()) << b.left_out[0];
  ASSERT_GE(b.sql.size(), 3U);
  EXPECT_THAT(b.sql[0].sql, HasSubstr("'r-1'"));
  const std::string file = file_of(b);
  EXPECT_THAT(file, HasSubstr("POST /refunds, key r-1, tenant acme"));
  raw.exec("SELECT onceover.seal_audit()");
  EXPECT_THAT(notes_of(of_key("r-1"), "acts"), HasSubstr("All are sealed"));
}

TEST_F(BundleTest, HoldsTheNotesOfItsKeyWithoutCredentials) {
  stuck("r-1");
  stuck("r-2");
  const auto note = [this](const std::string& key, const std::string& text) {
    const auto added = reconcile::add_note(connection, id_of(key), text, alice);
    if (!added) throw std::runtime_error(added.error().sentence());
  };
  note("r-1", "called the bank\n```\n<b>twice</b>");
  note("r-1", "it answers at https://me:canary-77@bank.example/");
  note("r-2", "another key's");
  const Bundle b = of_key("r-1");
  const Table& notes = table_of(b, "case", "notes");
  ASSERT_EQ(notes.rows.size(), 2U);
  EXPECT_THAT(column_of(notes, "actor"), testing::Each("alice"));
  EXPECT_THAT(column_of(notes, "database user"), testing::Each(raw.scalar("SELECT session_user")));
  EXPECT_EQ(notes.rows[1].back().text, "called the bank\n```\n<b>twice</b>");
  const std::string file = file_of(b);
  EXPECT_THAT(file, Not(HasSubstr("canary-77")));
  EXPECT_THAT(file, Not(HasSubstr("another key's")));
  EXPECT_TRUE(b.left_out.empty()) << b.left_out[0];
}

TEST_F(BundleTest, SaysWhichActIsNotAsItWasWritten) {
  stuck("r-1");
  ASSERT_TRUE(settle(own("r-1")));
  const std::string settled = raw.scalar("SELECT max(id) FROM onceover.audit");
  raw.exec(
      "ALTER TABLE onceover.audit DISABLE TRIGGER USER; UPDATE onceover.audit SET reason = 'nothing "
      "happened' WHERE id = " +
      settled);
  const Bundle b = of_key("r-1");
  EXPECT_THAT(notes_of(b, "acts"), HasSubstr("CHANGED: 1 of 2 rows. Audit row " + settled + " was changed"));
  EXPECT_THAT(column_of(table_of(b, "acts", "chain"), "is"), ElementsAre("as written", "row_changed"));
  raw.exec(
      "ALTER TABLE onceover.audit_links DISABLE TRIGGER USER; UPDATE onceover.audit_links SET hash = "
      "sha256('x') WHERE " +
      settled + " = ANY (ids)");
  raw.exec("UPDATE onceover.audit SET reason = reason WHERE id < " + settled);
  const auto links = audit::links_of(connection, {std::stoll(settled), 999'999});
  ASSERT_TRUE(links) << links.error().sentence();
  ASSERT_EQ(links->size(), 2U);
  EXPECT_EQ(audit::fault_of((*links)[0]), audit::Fault::row_changed);
  EXPECT_EQ(audit::fault_of((*links)[1]), audit::Fault::row_missing);
}

TEST_F(BundleTest, ThereIsNoneOfAKeyThatIsNotThere) {
  auto made = collect(connection, OneKey{ours, id_of("nobody")}, options);
  ASSERT_TRUE(made) << made.error().sentence();
  EXPECT_FALSE(*made);
  auto plan = collect(connection, OnePlan{"nobody"}, options);
  ASSERT_TRUE(plan) << plan.error().sentence();
  EXPECT_FALSE(*plan);
}

TEST_F(BundleTest, MasksBodiesAndHeadersUntilAskedFor) {
  const engine::Claim claim = claimed("r-1");
  key::StoredResponse response = test::response_with(R"({"card":"4242-secret-body"})");
  response.headers = {{"Location", "/refunds/loc-77"}};
  ASSERT_TRUE(engine.complete(claim, response));
  std::string file = file_of(of_key("r-1"));
  EXPECT_THAT(file, Not(HasSubstr("4242-secret-body")));
  EXPECT_THAT(file, Not(HasSubstr("loc-77")));
  EXPECT_THAT(file, HasSubstr("‹masked, 27 bytes›"));
  options.with_bodies = true;
  file = file_of(of_key("r-1"));
  EXPECT_THAT(file, HasSubstr("4242-secret-body"));
  EXPECT_THAT(file, HasSubstr("loc-77"));
  EXPECT_THAT(file, HasSubstr("protect the file like the data itself"));
}

TEST_F(BundleTest, CutsABodyOfTenMegabytesAndSaysItsSize) {
  const engine::Claim claim = claimed("r-1");
  ASSERT_TRUE(engine.complete(claim, test::response_with(std::string(10'000'000, '`'))));
  options.with_bodies = true;
  const std::string file = file_of(of_key("r-1"));
  EXPECT_LT(file.size(), 3'000'000U);
  EXPECT_THAT(file, HasSubstr("\"bytes\": 10000000"));
}

TEST_F(BundleTest, KeepsHostileKeysAsTheyAre) {
  for (const std::string& key : {std::string("```"), std::string("<img src=x>"), std::string("a|b`c"),
                                 std::string("=1+1"), std::string("](http://127.0.0.1)")}) {
    stuck(key);
    const Bundle b = of_key(key);
    EXPECT_EQ(field_of(b, "row", "Key"), key);
    EXPECT_THAT(file_of(b), HasSubstr("\n```json onceover-bundle version=1"));
  }
}

// Where a credential may come from: a gateway that repeats what it was sent, an address with a password in
// it, an error that names one.
TEST_F(BundleTest, HoldsNoCredentialWhateverWasAskedFor) {
  const std::string canary = "kanari-7f3a91";
  stuck("r-1");
  raw.tamper("UPDATE onceover.keys SET error_code = 'Authorization: Bearer " + canary +
             "', correlation_id = 'postgresql://ops:" + canary +
             "@db/x', owner = 'worker password=" + canary + "' WHERE key = 'r-1'");
  auto owned = own("r-1");
  reconcile::JudgedEvidence asked = ask(owned);
  asked.evidence.why = "HTTP 401: authorization: Basic " + canary;
  asked.evidence.request = "GET https://user:" + canary + "@gateway.example/refunds?token=" + canary + "&x=1";
  asked.evidence.body = R"({"headers":{"Authorization":"Bearer )" + canary + R"("}})";
  asked.verdict.kind = reconcile::VerdictKind::needs_human;
  asked.verdict.why = "the gateway said: password=" + canary;
  auto settlement = reconcile::settlement_for(owned, asked, "token=" + canary, std::chrono::seconds(5));
  ASSERT_TRUE(reconcile::settle(connection, profile, settlement, alice, "secret=" + canary));
  options.with_bodies = true;
  options.secrets = {"bare-" + canary};
  raw.tamper("UPDATE onceover.keys SET reference = 'bare-" + canary + "' WHERE key = 'r-1'");
  const Bundle b = collected(OneKey{ours, id_of("r-1"), asked, owned.updated_at});
  const std::string file = file_of(b);
  EXPECT_THAT(file, Not(HasSubstr(canary)));
  EXPECT_THAT(file, HasSubstr("needs_human")) << "the rest is there";
  EXPECT_THAT(column_of(table_of(b, "case", "evidence"), "from")[0], HasSubstr("asked just now"));
  EXPECT_THAT(file_of(of_last_hour()), Not(HasSubstr(canary)));
}

TEST_F(BundleTest, HoldsNoPasswordOfTheConnection) {
  raw.exec("CREATE ROLE ops_" + database.name() + " LOGIN SUPERUSER PASSWORD 'kanari-pw'");
  stuck("r-1");
  std::string conninfo = database.conninfo() + " password=kanari-pw";
  auto with_password = pg::Connection::open({.conninfo = conninfo, .application_name = "test"});
  ASSERT_TRUE(with_password) << with_password.error().sentence();
  auto made = collect(*with_password, OneKey{ours, id_of("r-1")}, options);
  raw.exec("DROP ROLE ops_" + database.name());
  ASSERT_TRUE(made && *made);
  EXPECT_THAT(file_of(**made), Not(HasSubstr("kanari-pw")));
}

TEST_F(BundleTest, OfAPlanHoldsTotalsItemsActsAndTheirChain) {
  many_stuck(20);
  make(settling());
  ASSERT_TRUE(work(plan::Work::dry_run));
  ASSERT_TRUE(work(plan::Work::run));
  const Bundle b = collected(OnePlan{"INC-4711"});
  EXPECT_EQ(b.chosen, "plan INC-4711");
  EXPECT_EQ(field_of(b, "plan", "Reason"), "worker killed");
  const Table& items = table_of(b, "items", "items");
  EXPECT_EQ(items.rows.size(), 20U);
  EXPECT_EQ(items.left_out, 0);
  EXPECT_EQ(std::to_string(items.rows.size()), raw.scalar("SELECT count(*) FROM onceover.plan_items"));
  EXPECT_THAT(notes_of(b, "items"), HasSubstr("Verified: all"));
  EXPECT_THAT(column_of(table_of(b, "acts", "acts"), "action"), testing::Contains("plan_made"));
  std::int64_t sum = 0;
  for (const std::string& n : column_of(table_of(b, "plan", "totals"), "n")) sum += std::stoll(n);
  EXPECT_EQ(sum, 20);
  EXPECT_TRUE(b.left_out.empty()) << b.left_out[0];
  file_of(b);
}

TEST_F(BundleTest, OfALargePlanHoldsTheFirstItemsAndCountsTheRest) {
  many_stuck(max_items + 1234);
  make(settling());
  const Bundle b = collected(OnePlan{"INC-4711"});
  const Table& items = table_of(b, "items", "items");
  EXPECT_EQ(items.rows.size(), static_cast<std::size_t>(max_items));
  EXPECT_EQ(items.left_out, 1234);
  const std::string file = file_of(b);
  EXPECT_THAT(file, HasSubstr("1234 more were left out"));
}

TEST_F(BundleTest, OfATimeHoldsCountersVerdictsActsAndWhatIsStuck) {
  stuck("r-1");
  gateway.perform(downstream("r-1"));
  ASSERT_TRUE(settle(own("r-1")));
  stuck("r-2");
  raw.exec(
      "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) VALUES "
      "(now() - interval '10 minutes', gen_random_uuid(), 1, 'acme', 'POST /refunds', 'replayed', NULL, 41), "
      "(now() - interval '10 minutes', gen_random_uuid(), 1, 'acme', 'POST /refunds', "
      "'time_to_completion_ms', 250, 9)");
  const Bundle b = of_last_hour();
  const Section* counters_ = section_of(b, "counters");
  ASSERT_NE(counters_, nullptr);
  ASSERT_EQ(counters_->charts.size(), 1U);
  const auto& lines = counters_->charts[0].lines;
  const auto replayed =
      std::find_if(lines.begin(), lines.end(), [](const auto& line) { return line.name == "replayed"; });
  ASSERT_NE(replayed, lines.end());
  EXPECT_EQ(std::accumulate(replayed->counts.begin(), replayed->counts.end(), std::int64_t{0}), 41);
  EXPECT_LE(replayed->counts.size(), 130U);
  EXPECT_THAT(column_of(table_of(b, "counters", "durations"), "n"), ElementsAre("9"));
  EXPECT_THAT(column_of(table_of(b, "verdicts", "verdicts"), "verdict"),
              testing::Contains("settle_succeeded"));
  EXPECT_EQ(field_of(b, "verdicts", "Stop switch"), "off");
  EXPECT_THAT(column_of(table_of(b, "stuck", "stuck"), "key"), ElementsAre("r-2"));
  EXPECT_THAT(column_of(table_of(b, "acts", "acts"), "action"), ElementsAre("settle", "own"));
  const std::string file = file_of(b);
  EXPECT_THAT(file, HasSubstr("replayed  ·"));
  EXPECT_TRUE(b.left_out.empty()) << b.left_out[0];
}

TEST_F(BundleTest, OfAnEmptyTimeSaysThatNothingWasThere) {
  const Timestamp now = pg::server_time(connection).value();
  const Bundle b = collected(range_of(ours, now - std::chrono::hours(48), now - std::chrono::hours(47)));
  EXPECT_THAT(notes_of(b, "counters"), HasSubstr("No counts in that time"));
  EXPECT_THAT(notes_of(b, "acts"), HasSubstr("The trail has no act"));
  EXPECT_THAT(notes_of(b, "stuck"), HasSubstr("Nothing is stuck"));
  file_of(b);
  auto backwards = collect(connection, range_of(ours, now, now - std::chrono::hours(1)), options);
  ASSERT_FALSE(backwards);
  EXPECT_EQ(backwards.error().kind, ErrorKind::invalid_input);
}

TEST_F(BundleTest, OfALongTimeCountsTheActsThatDoNotFit) {
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, reason) SELECT 'stop', 'x', 'h', 'p', 'r' "
      "FROM generate_series(1, " +
      std::to_string(max_acts + 77) + ")");
  const Bundle b = of_last_hour();
  EXPECT_EQ(table_of(b, "acts", "acts").rows.size(), static_cast<std::size_t>(max_acts));
  EXPECT_EQ(table_of(b, "acts", "acts").left_out, 77);
}

TEST_F(BundleTest, IsEndedByACancelAndLeavesTheConnectionUsable) {
  stuck("r-1");
  options.on_progress = [this](int parts, int) {
    if (parts == 2) connection.cancel_handle().cancel();
  };
  auto made = collect(connection, OneKey{ours, id_of("r-1")}, options);
  ASSERT_FALSE(made);
  EXPECT_TRUE(made.error().is_cancelled()) << made.error().sentence();
  connection.rearm();
  options.on_progress = {};
  EXPECT_TRUE(collect(connection, OneKey{ours, id_of("r-1")}, options));
}

TEST_F(BundleTest, SaysWhatItsTimeWasTooShortFor) {
  stuck("r-1");
  options.within = Duration(0);
  const Bundle b = of_key("r-1");
  EXPECT_EQ(field_of(b, "row", "Key"), "r-1");
  EXPECT_THAT(b.left_out, testing::Contains(HasSubstr("the time limit of the bundle was reached")));
}

TEST_F(BundleTest, SaysWhatThisUserMayNotRead) {
  stuck("r-1");
  ASSERT_TRUE(settle(own("r-1")));
  const std::string role = "viewer_" + database.name();
  raw.exec("CREATE ROLE " + role + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + role +
           "; GRANT SELECT ON onceover.keys, onceover.cases, onceover.schema_version TO " + role);
  {
    auto viewer =
        pg::Connection::open({.conninfo = database.conninfo() + " user=" + role, .application_name = "test"});
    ASSERT_TRUE(viewer) << viewer.error().sentence();
    auto made = collect(*viewer, OneKey{ours, id_of("r-1")}, options);
    ASSERT_TRUE(made) << made.error().sentence();
    ASSERT_TRUE(*made);
    EXPECT_THAT((*made)->left_out, testing::Contains(HasSubstr("Acts on it: ")));
    file_of(**made);
  }
  raw.exec("DROP OWNED BY " + role + "; DROP ROLE " + role);
}

class ForeignBundleTest : public BundleTest {
 protected:
  ForeignBundleTest() {
    raw.exec(test::shop_table);
    raw.exec(
        "INSERT INTO shop.requests (merchant, request, phase, until, amount, currency, error) VALUES (7, "
        "'r-1', 'RUNNING', now() - interval '1 minute', 12.50, 'EUR', NULL), (7, 'r-2', 'DONE', NULL, 1, "
        "'EUR', NULL); ALTER TABLE shop.requests ADD request_body text, ADD api_token text; UPDATE "
        "shop.requests SET request_body = '{\"card\":\"4242 kartu\"}', api_token = 'kanari'");
    auto read = tables::profiles_from_toml(test::shop_profile("{tenant}-{key}"), "shop.toml");
    if (!read) throw std::runtime_error(read.error().sentence());
    p = std::make_shared<const tables::Profile>(read->front());
    id = browse::Browser(connection, *p).find("r-1").value().rows.at(0).id;
  }
  std::shared_ptr<const tables::Profile> p;
  key::Identity id;
};

TEST_F(ForeignBundleTest, HoldsTheRowItsCaseAndItsLifeElsewhere) {
  auto access = tables::inspect(connection, *p);
  ASSERT_TRUE(access) << access.error().sentence();
  auto seen = reconcile::read_row(connection, *p, *access, id);
  ASSERT_TRUE(seen && *seen);
  reconcile::JudgedEvidence asked;
  asked.evidence.finding = gateway::Finding::pending;
  asked.evidence.why = "still at it";
  asked.verdict.why = "pending at the gateway";
  ASSERT_TRUE(reconcile::keep_case(connection, *p, *access, **seen, asked, "on call", "INC-1",
                                   std::chrono::seconds(5), alice));
  stuck("r-1");
  options.described = {ours, p};
  const Bundle b = collected(OneKey{p, id});
  EXPECT_EQ(b.chosen, "refund, key r-1, tenant 7 in \"shop\".\"requests\"");
  EXPECT_EQ(field_of(b, "row", "State"), "in_progress (\"RUNNING\" in the table), stuck");
  EXPECT_EQ(field_of(b, "row", "Amount"), "12.50");
  EXPECT_EQ(field_of(b, "case", "Status"), "open");
  EXPECT_THAT(column_of(table_of(b, "case", "evidence"), "finding"), ElementsAre("pending", "pending"));
  EXPECT_THAT(column_of(table_of(b, "acts", "acts"), "action"), ElementsAre("unresolved"));
  EXPECT_EQ(table_of(b, "life", "life").rows.size(), 2U);
  EXPECT_TRUE(b.left_out.empty()) << b.left_out[0];
  const std::string file = file_of(b);
  EXPECT_THAT(file, Not(HasSubstr("4242 kartu"))) << "a document in a column that nobody described";
  EXPECT_THAT(file, Not(HasSubstr("kanari"))) << "a column whose name speaks of a secret";
  options.with_bodies = true;
  const std::string whole = file_of(collected(OneKey{p, id}));
  EXPECT_THAT(whole, HasSubstr("4242 kartu"));
  EXPECT_THAT(whole, Not(HasSubstr("kanari")));
}

TEST_F(ForeignBundleTest, NeedsNoSchemaOfOurs) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  const Bundle b = collected(OneKey{p, id});
  EXPECT_EQ(field_of(b, "row", "Key"), "r-1");
  EXPECT_THAT(b.left_out, ElementsAre(HasSubstr("the schema onceover is not installed")));
  const Timestamp now = pg::server_time(connection).value();
  const Bundle range = collected(range_of(p, now - std::chrono::hours(1), now));
  EXPECT_THAT(column_of(table_of(range, "stuck", "stuck"), "key"), ElementsAre("r-1"));
  auto plan = collect(connection, OnePlan{"x"}, options);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, ErrorKind::schema);
}

}  // namespace
}  // namespace onceover::bundle
