// SPDX-License-Identifier: GPL-3.0-or-later
// What verdicts write, said and corrected on the mapping page.
#include <gmock/gmock.h>

#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <algorithm>

#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/toml.h"
#include "tests/support/verdict_shapes.h"
#include "tests/ui/tables/fixture.h"
#include "tests/ui/tables/shapes.h"
#include "ui/tables/write_editor.h"

namespace onceover::ui {
namespace {

using tables::Assignment;
using tables::Verb;
using Value = Assignment::Value;

class WritesTest : public TablesTest {
 protected:
  // The table of payments, with everything else answered.
  void openPayments(TablesPage& page) {
    open(page, QStringLiteral("billing.payment_requests"));
    declareTheRestAbsent(page);
    sayWhatBrokenMeans(page);
    sayLength(page, QStringLiteral("90"));
    ASSERT_EQ(questions(page).toStdString(), "");
  }
  void offer(TablesPage& page, const std::string& role,
             const QString& way = QStringLiteral("writes columns")) {
    select(page, role);
    choose(named<QComboBox>(page, QStringLiteral("What the verdict does")), way);
  }
  static std::vector<AssignmentLine*> lines(TablesPage& page) {
    std::vector<AssignmentLine*> shown;
    for (auto* line : page.findChildren<AssignmentLine*>()) {
      if (line->isVisibleTo(&page)) shown.push_back(line);
    }
    return shown;
  }
  static void push(QWidget& in, const QString& text) {
    for (auto* button : in.findChildren<QPushButton*>()) {
      if (button->isVisible() && button->text().remove('&') == text)
        return QTest::mouseClick(button, Qt::LeftButton);
    }
    FAIL() << text.toStdString();
  }
  static void retype(QLineEdit* into, const QString& text) {
    ASSERT_NE(into, nullptr);
    into->setFocus();
    into->selectAll();
    QTest::keyClicks(into, text);
  }
  static const tables::Write& write(TablesPage& page, Verb verb) {
    return page.mapping().draft().profile.writes.at(verb);
  }
  static QString cell(TablesPage& page, const std::string& role, int column) {
    return page.findChild<RolesModel*>()
        ->index(page.findChild<RolesModel*>()->rowOf(role), column)
        .data()
        .toString();
  }
};

TEST_F(WritesTest, AVerdictBeginsWithWhatTheMappingSaysAndIsCorrected) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.resize(1072, 740);
  openPayments(page);
  EXPECT_EQ(cell(page, "write.succeed", RolesModel::SureColumn), QStringLiteral("not offered"));
  offer(page, "write.succeed");
  EXPECT_EQ(cell(page, "write.succeed", RolesModel::FormColumn),
            QStringLiteral("status = DONE, locked_at = NULL"));
  ASSERT_EQ(lines(page).size(), 2U);
  retype(named<QLineEdit>(*lines(page)[0], QStringLiteral("The value")), QStringLiteral("BROKEN"));
  EXPECT_EQ(write(page, Verb::succeed).set[0].text, "BROKEN");
  QTest::mouseClick(named<QToolButton>(*lines(page)[1], QStringLiteral("Remove the line")), Qt::LeftButton);
  ASSERT_EQ(write(page, Verb::succeed).set.size(), 1U);
  push(page, QStringLiteral("Add a column"));
  ASSERT_EQ(lines(page).size(), 2U);
  choose(named<QComboBox>(*lines(page)[1], QStringLiteral("Column that is written")),
         QStringLiteral("created_at"));
  choose(named<QComboBox>(*lines(page)[1], QStringLiteral("What it becomes")), QStringLiteral("now"));
  EXPECT_EQ(write(page, Verb::succeed).set[1], (Assignment{.column = "created_at", .value = Value::now}));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("tables-writes"), {1072, 740});
  choose(named<QComboBox>(page, QStringLiteral("What the verdict does")), QStringLiteral("is not offered"));
  EXPECT_FALSE(page.mapping().draft().profile.writes.contains(Verb::succeed));
}

TEST_F(WritesTest, WhatTheGatewayIsToldIsSaidAndChecked) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.resize(1072, 740);
  openPayments(page);
  EXPECT_EQ(cell(page, "gateway_key", RolesModel::SureColumn), QStringLiteral("none"));
  select(page, "gateway_key");
  auto* text = named<QLineEdit>(page, QStringLiteral("Key at the gateway"));
  retype(text, QStringLiteral("pay-fixed"));
  EXPECT_TRUE(questions(page).contains(QStringLiteral("{key}"))) << questions(page).toStdString();
  retype(text, QStringLiteral("pay-{key}"));
  EXPECT_EQ(questions(page), QString());
  EXPECT_EQ(page.mapping().draft().profile.gateway_key, "pay-{key}");
  EXPECT_EQ(cell(page, "gateway_key", RolesModel::ColumnsColumn), QStringLiteral("\"pay-{key}\""));
  select(page, "owner");
  EXPECT_EQ(named<QLineEdit>(page, QStringLiteral("Key at the gateway")), nullptr);
  select(page, "gateway_key");
  EXPECT_EQ(text->text(), QStringLiteral("pay-{key}"));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("tables-gateway-key"), {1072, 740});
}

TEST_F(WritesTest, WhatTheServerAllowsStandsBesideIt) {
  raw.exec(paymentRequests);
  // Enough rows of each state to compare a written one with.
  raw.exec(
      "INSERT INTO billing.payment_requests (merchant_id, idempotency_key, status, locked_at, created_at, "
      "request) SELECT merchant_id, idempotency_key || '-' || n, status, locked_at, created_at, request FROM "
      "billing.payment_requests, generate_series(1, 4) n; ANALYZE billing.payment_requests");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.resize(1072, 740);
  openPayments(page);
  offer(page, "write.release");
  ASSERT_TRUE(sampled(page, [&] {
    return cell(page, "write.release", RolesModel::SureColumn) == QStringLiteral("offered");
  })) << why(page).toStdString();
  EXPECT_TRUE(why(page).contains(QStringLiteral("The server lets this connection write it")))
      << why(page).toStdString();
  push(page, QStringLiteral("Add a column"));
  choose(named<QComboBox>(*lines(page).back(), QStringLiteral("Column that is written")),
         QStringLiteral("created_at"));
  choose(named<QComboBox>(*lines(page).back(), QStringLiteral("What it becomes")), QStringLiteral("NULL"));
  ASSERT_TRUE(sampled(page, [&] {
    return cell(page, "write.release", RolesModel::SureColumn) == QStringLiteral("not possible");
  }));
  EXPECT_TRUE(why(page).contains(QStringLiteral("\"created_at\" is declared NOT NULL")))
      << why(page).toStdString();
  test::takePictures(page, QStringLiteral("tables-writes-refused"), {1072, 740});
}

TEST_F(WritesTest, GuardAndStatesAreSaidAndSaved) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  const QTemporaryDir folder;
  TablesPage page(session, {folder.path()});
  page.resize(1072, 740);
  openPayments(page);
  offer(page, "write.discard", QStringLiteral("deletes the row"));
  push(page, QStringLiteral("Add a condition"));
  choose(named<QComboBox>(page, QStringLiteral("Column that is looked at")), QStringLiteral("merchant_id"));
  choose(named<QComboBox>(page, QStringLiteral("What must be true of it")), QStringLiteral("is one of"));
  retype(named<QLineEdit>(page, QStringLiteral("Values of the condition")), QStringLiteral("shop-1, shop-2"));
  auto* released = named<QCheckBox>(page, QStringLiteral("For rows that are released"));
  ASSERT_NE(released, nullptr);
  released->setFocus();
  QTest::keyClick(released, Qt::Key_Space);
  EXPECT_EQ(questions(page).toStdString(), "");
  QSignalSpy saved(&page.mapping(), &MappingView::saved);
  page.mapping().saveTo(folder.filePath(QStringLiteral("p.toml")));
  ASSERT_EQ(saved.count(), 1);
  const auto read = tables::read_profiles(folder.filePath(QStringLiteral("p.toml")).toStdString());
  ASSERT_TRUE(read) << read.error().what;
  const tables::Write& kept = read->front().writes.at(Verb::discard);
  EXPECT_TRUE(kept.deletes);
  EXPECT_EQ(kept.guard, (std::vector<tables::Condition>{{.column = "merchant_id",
                                                         .is = tables::Condition::Is::one_of,
                                                         .values = {"shop-1", "shop-2"}}}));
  EXPECT_EQ(kept.from, (std::vector<key::State>{key::State::released, key::State::failed}));
}

TEST_F(WritesTest, AVerdictThatWritesNothingIsAskedAbout) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openPayments(page);
  offer(page, "write.discard");
  EXPECT_FALSE(questions(page).isEmpty()) << "nothing is proposed for a discard, and nothing was said";
  EXPECT_FALSE(page.findChild<QPushButton*>(QStringLiteral("use"))->isEnabled());
}

tables::TableFacts factsOf(const test::TestDatabase& database, const tables::Profile& profile) {
  auto connection = pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"});
  bridge::Reader reader(std::move(*connection), nullptr);
  auto looked = lookAt(reader, profile.schema, profile.table);
  return looked ? looked->facts : tables::TableFacts{};
}

tables::Write proposedWrite(const tables::Profile& profile, const tables::TableFacts& facts, Verb verb) {
  return suggested_write(profile, facts, verb);
}

TEST_F(WritesTest, WhatIsProposedFollowsFromEachWayToTellAState) {
  const auto events = test::consumed_events(raw);
  const tables::TableFacts facts = factsOf(database, *events);
  EXPECT_THAT(proposedWrite(*events, facts, Verb::requeue).set,
              testing::UnorderedElementsAre(Assignment{.column = "processed_at", .value = Value::null},
                                            Assignment{.column = "failed_at", .value = Value::null},
                                            Assignment{.column = "last_error", .value = Value::null},
                                            Assignment{.column = "tries", .value = Value::zero}));
  EXPECT_EQ(proposedWrite(*events, facts, Verb::succeed).set,
            (std::vector<Assignment>{{.column = "processed_at", .value = Value::now}}));
  EXPECT_TRUE(proposedWrite(*events, facts, Verb::extend).set.empty()) << "nothing tells of a lease";
  const auto outbox = test::events_to_publish(raw);
  EXPECT_EQ(proposedWrite(*outbox, factsOf(database, *outbox), Verb::requeue).set,
            (std::vector<Assignment>{{.column = "sent", .value = Value::text, .text = "0"},
                                     {.column = "retries", .value = Value::zero}}));
  const auto payments = test::payment_requests(raw);
  EXPECT_EQ(proposedWrite(*payments, factsOf(database, *payments), Verb::succeed).set,
            (std::vector<Assignment>{{.column = "phase", .value = Value::text, .text = "DONE"},
                                     {.column = "http_status", .value = Value::code},
                                     {.column = "reply", .value = Value::body},
                                     {.column = "locked_at", .value = Value::null},
                                     {.column = "worker", .value = Value::null}}));
}

TEST_F(WritesTest, OfSeveralWordsForAStateNoneIsGuessed) {
  tables::Profile payments = *test::payment_requests(raw);
  for (tables::StateRule& rule : payments.states.rules) {
    if (rule.state == key::State::succeeded) rule.when.front().values.emplace_back("PAID");
  }
  const tables::TableFacts facts = factsOf(database, payments);
  tables::Write write = proposedWrite(payments, facts, Verb::succeed);
  ASSERT_FALSE(write.set.empty());
  EXPECT_EQ(write.set.front(), (Assignment{.column = "phase", .value = Value::text, .text = ""}))
      << "a word was guessed";
  write.declared = true;
  payments.writes[Verb::succeed] = write;
  const auto inspected = [&] {
    auto connection =
        pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"}).value();
    return tables::inspect(connection, payments).value().offers.at(Verb::succeed).why_not;
  };
  EXPECT_THAT(inspected(), testing::Contains(testing::HasSubstr("gives \"phase\" no value. Choose one: ")));
  payments.writes[Verb::succeed].set.front().text = "PAID";
  EXPECT_THAT(inspected(), testing::Not(testing::Contains(testing::HasSubstr("no value"))));
}

}  // namespace
}  // namespace onceover::ui
