// SPDX-License-Identifier: Apache-2.0
// The same promises for every shape of table: the right row, the right columns and no others, once. Of what
// others change every_shape_test.cpp tries each column.
#include "tests/integration/foreign_writes/fixture.h"

namespace onceover::test {
namespace {

using reconcile::Changed;
using reconcile::Held;
using reconcile::RowWritten;
using tables::Verb;

class EveryShape : public ForeignTest, public testing::WithParamInterface<TableShape> {
 protected:
  void SetUp() override { make(GetParam()); }

  std::set<std::string> columns_set(Verb verb) const {
    std::set<std::string> names;
    for (const auto& assignment : p.writes.at(verb).set) names.insert(assignment.column);
    return names;
  }
  // To the value that it has.
  void change_and_back(const std::string& column) {
    raw.exec("UPDATE " + table + " SET " + quoted_name(column) + " = " + quoted_name(column) +
             " WHERE marker = 1");
  }
};

TEST_P(EveryShape, AVerbChangesItsColumnsInItsRowAndNothingElse) {
  for (const auto& [verb, what] : p.writes) {
    SCOPED_TRACE(tables::word(verb));
    restore();
    const int marker = row_for(verb);
    ASSERT_TRUE(access.offers.at(verb).is_offered())
        << testing::PrintToString(access.offers.at(verb).why_not);
    const auto before = picture();
    const auto row = seen(marker);
    const auto written = take<RowWritten>(write(row, asking(verb)));
    const auto after = picture();
    EXPECT_EQ(after.size(), before.size() - (what.deletes ? 1 : 0));
    for (const auto& [other, values] : before) {
      if (other != std::to_string(marker)) {
        EXPECT_EQ(after.at(other), values);
        continue;
      }
      if (what.deletes) {
        EXPECT_FALSE(after.contains(other));
        continue;
      }
      for (const auto& [column, value] : values) {
        if (columns_set(verb).contains(column)) continue;
        EXPECT_EQ(after.at(other).at(column), value) << column;
      }
      EXPECT_NE(after.at(other), values);
    }
    EXPECT_EQ(written.after.has_value(), !what.deletes);
    EXPECT_TRUE(verb != Verb::succeed || written.after->state == key::State::succeeded);
    EXPECT_TRUE(verb != Verb::fail || written.after->state == key::State::failed);
    // The audit row is the write's own.
    const auto trail = audit::page(connection, {.relation = table, .row_key_json = row.row_key_json}, {}, 1);
    ASSERT_TRUE(trail && !trail->records.empty());
    const audit::Record& record = trail->records.front();
    EXPECT_EQ(record.number, written.audit_id);
    EXPECT_EQ(record.actor + record.ticket + record.profile + record.relation, "aliceINC-1" + p.name + table);
    const auto borne_out = asking(verb).verdict;
    EXPECT_EQ(record.verdict, borne_out ? reconcile::word(*borne_out) : tables::word(verb));
    EXPECT_EQ(record.from_state, key::word(row.row.state));
    EXPECT_EQ(record.to_state, what.deletes ? "" : key::word(written.after->state));
    EXPECT_EQ(record.after_json.empty(), what.deletes);
    EXPECT_THAT(record.before_json + record.after_json, testing::Not(testing::HasSubstr("'done'")))
        << "a body is in the trail";
    EXPECT_THAT(record.before_json, testing::Not(testing::HasSubstr("4111"))) << "a payload is in the trail";
  }
}

TEST_P(EveryShape, AChangeThatWasTakenBackIsAChange) {
  const auto row = seen();
  change_and_back(p.writes.at(Verb::extend).set[0].column);
  const auto theirs = picture();
  EXPECT_TRUE(take<Changed>(write(row, asking(Verb::succeed))).now);
  EXPECT_EQ(picture(), theirs);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_P(EveryShape, ARowThatIsGoneIsNotWritten) {
  const auto row = seen();
  raw.exec("DELETE FROM " + table + " WHERE marker = 1");
  EXPECT_FALSE(take<Changed>(write(row, asking(Verb::succeed))).now);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_P(EveryShape, OfTwoOperatorsTheSecondLearnsThatTheFirstWon) {
  const auto row = seen();
  auto other = connected(database.conninfo());
  (void)take<RowWritten>(reconcile::write(other, p, access, row, asking(Verb::fail), bob));
  const auto theirs = picture();
  EXPECT_EQ(take<Changed>(write(row, asking(Verb::succeed))).now->state, key::State::failed);
  EXPECT_EQ(picture(), theirs);
  EXPECT_EQ(raw.scalar("SELECT string_agg(actor, ',') FROM onceover.audit"), "bob");
}

TEST_P(EveryShape, TheStopSwitchHoldsForAPersonsWriteToo) {
  const auto row = seen();
  const auto before = picture();
  raw.exec("UPDATE onceover.control SET stopped = true, reason = 'incident'");
  const auto refused = write(row, asking(Verb::succeed));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::stopped);
  EXPECT_THAT(refused.error().what, testing::HasSubstr("incident"));
  EXPECT_EQ(picture(), before);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_P(EveryShape, ALiveLeaseIsLeftAloneUnlessOverruled) {
  const auto before = picture();
  const auto row = seen(3);
  EXPECT_FALSE(row.is_lease_over);
  const auto held = take<Held>(write(row, asking(Verb::fail)));
  EXPECT_TRUE(held.is_observable);
  EXPECT_EQ(picture(), before);
  EXPECT_EQ(audit_rows(), "0");
  auto request = asking(Verb::fail);
  request.although_held = true;
  (void)take<RowWritten>(write(row, request));
  EXPECT_EQ(raw.scalar("SELECT evidence->>'although_held' FROM onceover.audit"), "true");
}

TEST_P(EveryShape, AVerbIsNotForAStateThatItIsNotFor) {
  const auto before = picture();
  for (const Verb verb : {Verb::succeed, Verb::fail, Verb::extend}) {
    const auto refused = write(seen(2), asking(verb));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  }
  EXPECT_EQ(picture(), before);
}

TEST_P(EveryShape, TheScriptDoesTheSameAndRefusesTheSecondTime) {
  for (const auto& [verb, what] : p.writes) {
    for (const reconcile::AuditTo to : {reconcile::AuditTo::trail, reconcile::AuditTo::notice}) {
      SCOPED_TRACE(tables::word(verb));
      restore();
      const auto before = picture();
      const auto text = reconcile::script(p, access, seen(row_for(verb)), asking(verb), alice, to);
      ASSERT_TRUE(text) << text.error().sentence();
      const std::string rows = audit_rows();
      database.connect().exec(*text);
      const auto after = picture();
      EXPECT_NE(after, before);
      EXPECT_EQ(std::stoi(audit_rows()) - std::stoi(rows), to == reconcile::AuditTo::trail ? 1 : 0);
      EXPECT_EQ(database.connect().sqlstate_of(*text), "OC004") << *text;
      EXPECT_EQ(picture(), after);
      EXPECT_EQ(std::stoi(audit_rows()) - std::stoi(rows), to == reconcile::AuditTo::trail ? 1 : 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, EveryShape, testing::ValuesIn(table_shapes()),
                         [](const auto& shape) { return shape.param.name; });

}  // namespace
}  // namespace onceover::test
