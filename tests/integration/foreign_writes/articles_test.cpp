// SPDX-License-Identifier: Apache-2.0
// The tables of well-known articles on idempotency, by the profiles in resources/profiles/articles.toml:
// detected, listed, stuck, settled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/browse/browser.h"
#include "core/browse/inspected.h"
#include "core/tables/detect/detect.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/toml.h"
#include "tests/integration/foreign_writes/fixture.h"
#include "tests/support/systems.h"

namespace onceover::test {
namespace {

using tables::Verb;

struct Article {
  const char* profile;
  const char* system;
  const char* stuck;  // rows, as SQL counts them
};

void PrintTo(const Article& article, std::ostream* out) { *out << article.profile; }

class Articles : public testing::TestWithParam<Article> {};

INSTANTIATE_TEST_SUITE_P(
    Of, Articles,
    testing::Values(Article{"leased-keys", "article_leased_keys",
                            "state = 'in_progress' AND locked_until <= now()"},
                    Article{"global-keys", "article_global_keys",
                            "status = 'processing' AND created_at <= now() - interval '60 s'"},
                    Article{"tenant-keys", "article_tenant_keys",
                            "status = 'PENDING' AND created_at <= now() - interval '30 s'"},
                    Article{"results", "article_results_and_events",
                            "status = 'pending' AND created_at <= now() - interval '300 s'"},
                    Article{"inbox-events", "article_results_and_events",
                            "processed_at IS NULL AND received_at <= now() - interval '600 s'"},
                    Article{"responses", "article_keys_and_mails",
                            "status = 'processing' AND created_at <= now() - interval '60 s'"},
                    Article{"sent-mails", "article_keys_and_mails", "sent_at IS NULL"}),
    [](const auto& of) {
      std::string name = of.param.profile;
      std::ranges::replace(name, '-', '_');
      return name;
    });

TEST_P(Articles, AreDetectedListedStuckAndSettled) {
  const TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = connected(database.conninfo());
  systems_in("systems", &raw, GetParam().system);
  const auto all =
      tables::read_profiles(std::string(ONCEOVER_SOURCE_DIR) + "/resources/profiles/articles.toml").value();
  const auto found = std::ranges::find(all, GetParam().profile, &tables::Profile::name);
  ASSERT_NE(found, all.end());
  tables::Profile p = *found;
  p.schema = GetParam().system;
  const auto facts = tables::read_facts(connection, {.schema = p.schema, .table = p.table}).value();
  const auto candidate = tables::detect(facts.tables.at(0));
  ASSERT_TRUE(candidate) << tables::why_not_proposed(facts.tables[0]);
  EXPECT_EQ(candidate->kind, p.kind);
  EXPECT_EQ(candidate->role("identity").columns, p.identity);

  const tables::Access access = browse::inspected(connection, p).value();
  EXPECT_THAT(access.why_not_read(), testing::IsEmpty());
  for (const auto& [verb, offer] : access.offers)
    EXPECT_THAT(offer.why_not, testing::IsEmpty()) << tables::word(verb);
  browse::Browser browser(connection, p);
  const std::string table = tables::table_name(p);
  EXPECT_EQ(browser.page({.limit = 1000}).value().rows.size(),
            std::stoul(raw.scalar("SELECT count(*) FROM " + table)));
  const auto stuck = [&] {
    return raw.scalar("SELECT count(*) FROM " + table + " WHERE " + GetParam().stuck);
  };
  browse::PageRequest request{.limit = 1000, .longest_stuck_first = true};
  request.filter.stuck = true;
  const auto page = browser.page(request).value();
  EXPECT_EQ(std::to_string(page.rows.size()), stuck());
  ASSERT_FALSE(page.rows.empty());
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    EXPECT_TRUE(page.rows[i].is_stuck(page.as_of));
    const auto ended = [&](std::size_t at) {
      return page.rows[at].lease_ended().value_or(Timestamp::minus_infinity());
    };
    EXPECT_LE(ended(i == 0 ? 0 : i - 1), ended(i));
  }
  EXPECT_EQ(std::to_string(browser.stuck_groups().value().unfinished.stuck), stuck());

  using Value = tables::Assignment::Value;
  reconcile::WriteRequest settle{.verb = Verb::succeed,
                                 .values = {},
                                 .reason = "INC-1",
                                 .ticket = "INC-1",
                                 .verdict = reconcile::VerdictKind::settle_succeeded,
                                 .evidence_json = R"({"said": "seen"})"};
  const tables::Write& write = p.writes.at(Verb::succeed);
  if (tables::writes(write, Value::code)) settle.values.code = 201;
  if (tables::writes(write, Value::body)) settle.values.body = R"({"id": "rf_1"})";
  const auto seen = reconcile::read_row(connection, p, access, page.rows.front().id).value();
  ASSERT_TRUE(seen);
  const auto outcome = reconcile::write(connection, p, access, *seen, settle, alice);
  ASSERT_TRUE(outcome) << outcome.error().sentence() << outcome.error().detail;
  ASSERT_TRUE(std::holds_alternative<reconcile::RowWritten>(*outcome)) << outcome->index();
  EXPECT_EQ(std::get<reconcile::RowWritten>(*outcome).after->state, key::State::succeeded);
  EXPECT_EQ(std::to_string(page.rows.size() - 1), stuck());
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE reason = 'INC-1' AND relation IS NOT NULL"),
            "1");
}

}  // namespace
}  // namespace onceover::test
