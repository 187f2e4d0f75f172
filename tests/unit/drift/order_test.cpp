// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/drift/compare.h"

namespace onceover::drift {
namespace {

using gateway::Finding;
using key::State;

TEST(Deed, IsReadFromTheFirstNameThatSaysOne) {
  struct Case {
    std::string_view operation, table;
    Deed deed;
  };
  for (const Case& c : {
           Case{"POST /payments", "keys", Deed::charge},
           Case{"charge", "keys", Deed::charge},
           Case{"POST /payments/7/refunds", "keys", Deed::refund},
           Case{"payment.refunded", "payments", Deed::refund},
           Case{"POST /reversals", "payments", Deed::refund},
           Case{"", "payments", Deed::charge},
           Case{"create", "refund_requests", Deed::refund},
           Case{"PUT /payouts", "keys", Deed::other},
           Case{"POST /mails", "keys", Deed::other},
       }) {
    const std::string_view names[] = {c.operation, c.table};
    EXPECT_EQ(deed_of(names), c.deed) << c.operation << " " << c.table;
  }
}

// Rows of one order, as a search found them.
class OrderTest : public testing::Test {
 protected:
  OrderTest() {
    life.name = "4711";
    life.name_is = browse::NameOf::reference;
    tables.push_back(std::make_shared<const tables::Profile>(tables::own()));
    tables::Profile shop{.name = "shop", .schema = "shop", .table = "payments", .key = "key"};
    tables.push_back(std::make_shared<const tables::Profile>(shop));
    shop.kind = tables::Kind::outbox;
    tables.push_back(std::make_shared<const tables::Profile>(shop));
  }
  void add(const std::string& operation, const std::string& key, State state, std::size_t table = 0) {
    browse::LifeRow found{.table = table, .row = {}, .link = {}};
    found.row.id = {"acme", operation, key, {}};
    found.row.state = state;
    found.row.subject = {"globex", "125.00", "EUR", "4711"};
    life.rows.push_back(found);
  }
  std::string said(std::vector<std::optional<Finding>> findings = {}) {
    auto effects = effects_of(life, tables);
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (!findings[i]) continue;
      effects.at(i).answer.emplace();
      effects.at(i).answer->finding = *findings[i];
    }
    return sentence(effects, life);
  }
  browse::Life life;
  std::vector<std::shared_ptr<const tables::Profile>> tables;
};

TEST_F(OrderTest, CountsChargesAndRefunds) {
  add("POST /payments", "a", State::succeeded);
  add("POST /payments", "b", State::succeeded);
  EXPECT_EQ(said(), "order 4711: 2 charges (250.00 EUR), 0 refunds; the gateway was not asked.");
  EXPECT_EQ(said({Finding::done, Finding::done}),
            "order 4711: 2 charges (250.00 EUR), 0 refunds; the gateway confirms 2.");
  add("POST /refunds", "c", State::succeeded);
  EXPECT_EQ(said({Finding::done, Finding::no_such_key, Finding::done}),
            "order 4711: 2 charges (250.00 EUR), 1 refund (125.00 EUR); the gateway confirms 1 charge (does "
            "not know 1) and 1 refund.");
}

TEST_F(OrderTest, TheSameNumberOfTwoTenantsIsTwoOrders) {
  add("POST /payments", "a", State::succeeded);
  add("POST /payments", "b", State::succeeded);
  life.rows.back().row.id.tenant = "initech";
  EXPECT_EQ(said(),
            "order 4711 of 2 tenants (acme, initech): 2 charges (250.00 EUR), 0 refunds; the gateway was not "
            "asked.");
  life.rows.back().row.id.tenant.clear();
  EXPECT_EQ(said(), "order 4711: 2 charges (250.00 EUR), 0 refunds; the gateway was not asked.")
      << "its table names no tenant";
}

TEST_F(OrderTest, AFailedRowThatMayBeTriedAgainIsOpen) {
  add("POST /payments", "a", State::failed, 1);
  const char* open =
      "order 4711: 0 charges and 1 with an unknown outcome, 0 refunds; the gateway was not asked.";
  EXPECT_EQ(said(), open) << "whether it is tried again is not known";
  life.rows.back().row.may_retry = true;
  EXPECT_EQ(said(), open);
  life.rows.back().row.may_retry = false;
  EXPECT_EQ(said(), "order 4711: 0 charges, 0 refunds; the gateway was not asked.");
}

TEST_F(OrderTest, AnArchivedRowKeepsWhatItDid) {
  add("POST /payments", "a", State::succeeded);
  add("POST /payments", "b", State::succeeded);
  for (browse::LifeRow& found : life.rows) found.row.set_aside = true;
  EXPECT_EQ(said(), "order 4711: 2 charges (250.00 EUR), 0 refunds; the gateway was not asked.");
  life.rows.back().row.state_known = false;
  EXPECT_EQ(said(), "order 4711: 1 charge (125.00 EUR), 0 refunds; the gateway was not asked.")
      << "its word is that of a cancelled row";
  add("POST /payments", "c", State::in_progress);
  life.rows.back().row.set_aside = true;
  EXPECT_EQ(said(),
            "order 4711: 1 charge (125.00 EUR) and 1 with an unknown outcome, 0 refunds; the gateway was not "
            "asked.");
}

TEST_F(OrderTest, WhatIsUnfinishedOrUnprovedIsUnknown) {
  add("POST /payments", "a", State::in_progress);
  add("POST /payments", "b", State::failed);
  EXPECT_EQ(said(),
            "order 4711: 0 charges and 1 with an unknown outcome, 0 refunds; the gateway was not asked.");
  EXPECT_EQ(said({Finding::done, Finding::unknown}),
            "order 4711: 0 charges and 1 with an unknown outcome, 0 refunds; the gateway confirms 1 (has no "
            "proof for 1).");
}

TEST_F(OrderTest, ZeroIsSaidOnlyOfWhatWasSearched) {
  life.not_looked = {"shop.refunds, by reference: it would read the whole table."};
  EXPECT_EQ(said(), "order 4711: no charge seen, no refund seen; the gateway was not asked.");
  add("POST /payments", "a", State::succeeded);
  EXPECT_EQ(said(), "order 4711: at least 1 charge (125.00 EUR), no refund seen; the gateway was not asked.");
  add("POST /refunds", "b", State::in_progress);
  add("POST /mails", "c", State::succeeded);
  EXPECT_THAT(said(), testing::StartsWith("order 4711: at least 1 charge (125.00 EUR), no finished refund "
                                          "seen and 1 with an unknown outcome, at least 1 other effect"));
}

TEST_F(OrderTest, OneKeyInTwoTablesIsOneEffectAndAnEventIsNone) {
  add("POST /payments", "a", State::in_progress);
  add("", "a", State::succeeded, 1);
  add("POST /payments", "a", State::succeeded, 2);
  EXPECT_EQ(said(), "order 4711: 1 charge (125.00 EUR), 0 refunds; the gateway was not asked.");
}

TEST_F(OrderTest, WhatTheGatewayRefusedOrWasNotAskedIsNotCalledUnknownToIt) {
  add("POST /payments", "a", State::succeeded);
  add("POST /payments", "b", State::succeeded);
  add("POST /payments", "c", State::succeeded);
  EXPECT_THAT(said({Finding::done, Finding::refused}),
              testing::EndsWith("the gateway confirms 1 (refused 1, was not asked about 1)."));
}

TEST_F(OrderTest, SeveralEffectsUnderOneKeyAreSaid) {
  add("POST /payments", "a", State::succeeded);
  auto effects = effects_of(life, tables);
  effects[0].answer.emplace();
  effects[0].answer->finding = Finding::done;
  effects[0].answer->duplicate_effects = true;
  EXPECT_THAT(sentence(effects, life),
              testing::HasSubstr("confirms 1 (has more than one effect under one key)."));
}

}  // namespace
}  // namespace onceover::drift
