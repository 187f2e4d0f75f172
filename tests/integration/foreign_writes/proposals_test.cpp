// SPDX-License-Identifier: Apache-2.0
// Every proposal loads, and what it describes can be listed: for each table of tests/support/systems, as what
// it is and as what a person says (of the known ones half when filled, half when empty). Its counts are those
// of SQL.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "core/browse/browser.h"
#include "core/browse/inspected.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/states.h"
#include "core/tables/toml.h"
#include "tests/integration/foreign_writes/fixture.h"
#include "tests/support/systems.h"

namespace onceover::test {
namespace {

using tables::Kind;

class ProposalsTest : public testing::Test {
 protected:
  // Loads, plans and lists; every row is in one count.
  void expect_listed(const tables::TableFacts& facts, const tables::Candidate& candidate) {
    SCOPED_TRACE(facts.schema + "." + facts.name + " as " + std::string(tables::word(candidate.kind)));
    const tables::Proposal proposal = tables::propose(candidate, facts);
    const std::string toml = tables::to_toml(proposal);
    const auto read = tables::profiles_from_toml(toml, "proposal.toml");
    ASSERT_TRUE(read) << read.error().sentence() << toml;
    const tables::Profile& p = read->front();
    EXPECT_EQ(p, proposal.profile) << toml;
    const auto access = browse::inspected(connection, p);
    ASSERT_TRUE(access) << access.error().sentence();
    EXPECT_THAT(access->why_not_read(), testing::IsEmpty());
    browse::Browser browser(connection, p);
    const auto page = browser.page({.limit = 1000});
    ASSERT_TRUE(page) << page.error().sentence() << page.error().detail;
    const std::string table = tables::table_name(p);
    const auto rows = std::stoll(raw.scalar("SELECT count(*) FROM " + table));
    if (!tables::order_columns(p).empty()) {
      EXPECT_EQ(static_cast<long long>(page->rows.size()), std::min(rows, 1000LL));
    }
    const auto counts = browser.state_counts();
    ASSERT_TRUE(counts) << counts.error().sentence();
    const auto& u = counts->unfinished;
    // Rows that are set aside are in no count.
    const auto counted = std::stoll(
        raw.scalar(fmt::format("SELECT count(*) FROM {} k WHERE NOT {}", table, tables::is_set_aside(p))));
    EXPECT_EQ(u.in_progress + u.released + counts->succeeded + counts->failed + counts->unknown, counted);
    // By words: what SQL counts for the same words.
    if (p.states.column.empty() || counted != rows) return;
    std::map<std::string, long long> by_word, by_state;
    for (const auto& row : raw.exec("SELECT " + quoted_name(p.states.column) + "::text, count(*) FROM " +
                                    table + " GROUP BY 1"))
      by_word[row[0].value_or("")] = std::stoll(*row[1]);
    for (const auto& [word, n] : by_word) {
      std::string state = p.states.otherwise ? std::string(key::word(p.states.otherwise->state)) : "unknown";
      for (const tables::StateRule& rule : p.states.rules) {
        if (rule.when.size() == 1 &&
            std::ranges::find(rule.when[0].values, word) != rule.when[0].values.end())
          state = key::word(rule.state);
      }
      by_state[state] += n;
    }
    EXPECT_EQ(u.in_progress, by_state["in_progress"]);
    EXPECT_EQ(counts->succeeded, by_state["succeeded"]);
    EXPECT_EQ(counts->failed, by_state["failed"]);
    EXPECT_EQ(counts->unknown, by_state["unknown"]);
    browse::PageRequest unknown{.limit = 1000};
    unknown.filter.unknown_state = true;
    const auto listed = browser.page(unknown);
    ASSERT_TRUE(listed) << listed.error().sentence();
    EXPECT_EQ(static_cast<long long>(listed->rows.size()), std::min(by_state["unknown"], 1000LL));
  }
  // said: of every second table, from this one on, also as what a person says of it.
  void expect_each_listed(std::size_t said, std::size_t step = 2) {
    const tables::Facts read = tables::read_facts(connection).value();
    std::size_t n = 0;
    for (const tables::TableFacts& facts : read.tables) {
      if (const auto candidate = tables::detect(facts)) {
        EXPECT_EQ(tables::why_not_proposed(facts), "");
        expect_listed(facts, *candidate);
      } else {
        EXPECT_NE(tables::why_not_proposed(facts), "") << facts.name;
      }
      // Each kind of a quarter of them.
      constexpr std::array kinds{Kind::idempotency, Kind::inbox, Kind::outbox, Kind::queue};
      if (n++ % step == said) expect_listed(facts, tables::detect_as(facts, kinds[n / step % kinds.size()]));
    }
  }

  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = connected(database.conninfo());
};

TEST_F(ProposalsTest, OfSystemsLoadAndList) {
  systems_in("systems", &raw);
  expect_each_listed(0);
}

TEST_F(ProposalsTest, OfTablesThatAreNoneLoadAndListWhereAPersonSaysSo) {
  systems_in("systems/innocent", &raw);
  expect_each_listed(0, 1);
}

TEST_F(ProposalsTest, OfEmptyTablesLoadAndList) {
  for (const SystemTable& system : systems_in("systems", &raw)) {
    raw.exec("SET session_replication_role = replica; DELETE FROM " + quoted_name(system.schema) + "." +
             quoted_name(system.table));
  }
  raw.exec("RESET session_replication_role; ANALYZE");
  expect_each_listed(1);
}

}  // namespace
}  // namespace onceover::test
