// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/mapping_view.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <algorithm>

#include "core/tables/toml.h"
#include "tests/ui/tables/fixture.h"
#include "tests/ui/tables/shapes.h"
#include "ui/tables/models.h"
#include "ui/widgets/dialog_body.h"

namespace onceover::ui {
namespace {

using MappingViewTest = TablesTest;

TEST_F(MappingViewTest, ALengthThatNoColumnSaysIsAskedForBeforeUse) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  declareTheRestAbsent(page);
  sayWhatBrokenMeans(page);
  auto* use = page.findChild<QPushButton*>(QStringLiteral("use"));
  EXPECT_FALSE(use->isEnabled());
  EXPECT_TRUE(questions(page).contains(QStringLiteral("how many seconds"))) << questions(page).toStdString();
  select(page, "lease");
  EXPECT_TRUE(why(page).contains(QStringLiteral("The database does not hold the length of the lease")))
      << why(page).toStdString();
  sayLength(page, QStringLiteral("90"));
  EXPECT_EQ(questions(page).toStdString(), "");
  EXPECT_EQ(page.mapping().findChild<widgets::StatePane*>()->state(), widgets::StatePane::State::loading)
      << "nothing is left to choose, and no row is read yet";
  EXPECT_TRUE(use->isEnabled());
  EXPECT_EQ(page.mapping().draft().profile.lease.length, Duration(std::chrono::seconds(90)));
}

TEST_F(MappingViewTest, WhatIsUnknownMustBeChosen) {
  raw.exec(
      "CREATE TABLE idempotency_keys (idempotency_key text PRIMARY KEY, stage smallint NOT NULL, created_at "
      "timestamptz NOT NULL)");
  raw.exec("INSERT INTO idempotency_keys VALUES ('k-1', 3, now()), ('k-2', 7, now())");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("public.idempotency_keys"));
  ASSERT_TRUE(page.mapping().draft().unknown.contains("state"));
  declareTheRestAbsent(page);
  const auto sure = [&] {
    return page.findChild<RolesModel*>()
        ->index(page.findChild<RolesModel*>()->rowOf("state"), RolesModel::SureColumn)
        .data()
        .toString();
  };
  EXPECT_EQ(sure(), QStringLiteral("please choose"));
  EXPECT_TRUE(questions(page).contains(QStringLiteral("State: please choose.")));
  EXPECT_FALSE(page.findChild<QPushButton*>(QStringLiteral("use"))->isEnabled());
  select(page, "state");
  choose(named<QComboBox>(page, QStringLiteral("What shows the state")),
         QStringLiteral("the values of one column"));
  EXPECT_EQ(sure(), QStringLiteral("please choose")) << "which column is not said yet";
  choose(named<QComboBox>(page, QStringLiteral("Column of the state")), QStringLiteral("stage"));
  press(page, QStringLiteral("3: in progress"));
  EXPECT_EQ(sure(), QStringLiteral("please choose")) << "what 7 means is not said yet";
  press(page, QStringLiteral("7: succeeded"));
  EXPECT_EQ(sure(), QStringLiteral("chosen"));
  const auto* rows = page.findChild<SampleModel*>();
  const auto state = [rows](int row) { return rows->index(row, SampleModel::State).data().toString(); };
  EXPECT_TRUE(sampled(page, [&] {
    return rows->rowCount() == 2 &&
           (state(0) == QStringLiteral("succeeded (7)") || state(1) == QStringLiteral("succeeded (7)"));
  })) << questions(page).toStdString();
}

TEST_F(MappingViewTest, TheSampleFollowsACorrection) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  declareTheRestAbsent(page);
  sayWhatBrokenMeans(page);
  sayLength(page, QStringLiteral("90"));
  const auto* rows = page.findChild<SampleModel*>();
  ASSERT_TRUE(sampled(page, [rows] { return rows->rowCount() == 20; })) << questions(page).toStdString();
  EXPECT_EQ(rows->index(0, SampleModel::Key).data().toString(), QStringLiteral("req-038"));
  EXPECT_EQ(rows->index(0, SampleModel::Tenant).data().toString(), QStringLiteral("shop-2"))
      << "in the order that an index serves";
  EXPECT_TRUE(rows->index(0, SampleModel::State).data().toString().contains(QStringLiteral("succeeded")));
  select(page, "customer");
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("request"));
  QTest::keyClicks(named<QLineEdit>(page, QStringLiteral("Place in the document")), QStringLiteral("/buyer"));
  ASSERT_TRUE(sampled(page, [rows] {
    return rows->index(0, SampleModel::Customer).data().toString() == QStringLiteral("c-38");
  }));
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("buyer"))) << page.shownSql().toStdString();
  test::takePictures(page, QStringLiteral("tables-sample"), {1072, 740});
}

TEST_F(MappingViewTest, AnAmountInCentsIsProposedByItsNameAndChosenOtherwise) {
  raw.exec(
      "CREATE TABLE idempotency_keys (idempotency_key text PRIMARY KEY, status text NOT NULL CHECK (status "
      "IN ('pending', 'done')), amount_cents bigint, fee bigint, created_at timestamptz NOT NULL DEFAULT "
      "now());"
      "INSERT INTO idempotency_keys VALUES ('k-1', 'done', 99999, 150)");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("public.idempotency_keys"));
  const tables::Profile& mapped = page.mapping().draft().profile;
  EXPECT_EQ(mapped.amount_decimals, 2);
  select(page, "amount");
  EXPECT_TRUE(why(page).contains(QStringLiteral("hundredths"))) << why(page).toStdString();
  const auto stored = [&] { return named<QComboBox>(page, QStringLiteral("What the stored number counts")); };
  ASSERT_NE(stored(), nullptr);
  EXPECT_EQ(stored()->currentText(), QStringLiteral("hundredths (cents)"));
  choose(stored(), QStringLiteral("thousandths"));
  EXPECT_EQ(mapped.amount_decimals, 3);
  choose(stored(), QStringLiteral("whole units"));
  EXPECT_EQ(mapped.amount_decimals, 0);
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("fee"));
  EXPECT_EQ(mapped.amount_decimals, 0) << "its name says nothing";
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("amount_cents"));
  EXPECT_EQ(mapped.amount_decimals, 2);
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("None"));
  EXPECT_EQ(mapped.amount_decimals, 0);
  EXPECT_EQ(stored(), nullptr);
}

TEST_F(MappingViewTest, AColumnInTwoRolesAndAKeyThatIsNotUniqueAreWarnedOf) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  declareTheRestAbsent(page);
  sayWhatBrokenMeans(page);
  sayLength(page, QStringLiteral("90"));
  const auto* rows = page.findChild<SampleModel*>();
  ASSERT_TRUE(sampled(page, [rows] { return rows->rowCount() == 20; })) << questions(page).toStdString();
  const auto* warnings = page.findChild<QLabel*>(QStringLiteral("warnings"));
  EXPECT_TRUE(warnings->isHidden()) << warnings->text().toStdString();
  select(page, "tenant");
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("idempotency_key"));
  EXPECT_TRUE(warnings->text().contains(QStringLiteral("\"idempotency_key\" is mapped as Key and as Tenant")))
      << warnings->text().toStdString();
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("None"));
  select(page, "key");
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("merchant_id"));
  ASSERT_TRUE(sampled(page, [warnings] {
    return warnings->text().contains(QStringLiteral("No unique key covers only merchant_id"));
  })) << warnings->text().toStdString();
  EXPECT_FALSE(warnings->text().contains(QStringLiteral("is mapped as")));
}

TEST_F(MappingViewTest, AWordWithoutAKnownMeaningIsAskedFor) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  EXPECT_TRUE(questions(page).contains(QStringLiteral("State: please choose.")))
      << questions(page).toStdString();
  select(page, "state");
  EXPECT_TRUE(why(page).contains(QStringLiteral("BROKEN"))) << why(page).toStdString();
  sayWhatBrokenMeans(page);
  EXPECT_FALSE(questions(page).contains(QStringLiteral("State: please choose.")))
      << questions(page).toStdString();
}

TEST_F(MappingViewTest, AWordMayMeanSomethingElse) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  select(page, "state");
  press(page, QStringLiteral("BROKEN: failed"));
  press(page, QStringLiteral("BROKEN is tried again: yes"));
  const auto& rules = page.mapping().draft().profile.states.rules;
  const auto rule = std::ranges::find(rules, "BROKEN", &tables::StateRule::word);
  ASSERT_NE(rule, rules.end());
  EXPECT_EQ(rule->state, key::State::failed);
  EXPECT_TRUE(rule->may_retry);
  press(page, QStringLiteral("NEW: not known"));
  EXPECT_EQ(std::ranges::find(rules, "NEW", &tables::StateRule::word), rules.end());
  auto* word = named<QLineEdit>(page, QStringLiteral("A value that no row showed"));
  QTest::keyClicks(word, QStringLiteral("CANCELLED"));
  QTest::keyClick(word, Qt::Key_Return);
  EXPECT_NE(named<QPushButton>(page, QStringLiteral("CANCELLED: failed")), nullptr);
}

TEST_F(MappingViewTest, TheIdentityIsAnOrderedChoice) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  EXPECT_EQ(page.mapping().draft().profile.identity,
            (std::vector<std::string>{"merchant_id", "idempotency_key"}));
  select(page, "identity");
  auto* columns = named<QListWidget>(page, QStringLiteral("Columns, in their order"));
  ASSERT_NE(columns, nullptr);
  columns->setCurrentRow(1);
  for (auto* button : page.findChildren<QPushButton*>()) {
    if (button->isVisible() && button->text() == QStringLiteral("&Up"))
      QTest::mouseClick(button, Qt::LeftButton);
  }
  EXPECT_EQ(page.mapping().draft().profile.identity,
            (std::vector<std::string>{"idempotency_key", "merchant_id"}));
  columns->setCurrentRow(0);
  QTest::keyClick(columns, Qt::Key_Space);
  EXPECT_EQ(page.mapping().draft().profile.identity, (std::vector<std::string>{"merchant_id"}));
}

TEST_F(MappingViewTest, AProfileIsSavedPrivatelyAndFoundAgain) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  const QTemporaryDir folder;
  const QString place = folder.filePath(QStringLiteral("profiles"));
  TablesPage page(session, {place});
  open(page, QStringLiteral("billing.payment_requests"));
  declareTheRestAbsent(page);
  sayWhatBrokenMeans(page);
  sayLength(page, QStringLiteral("45"));
  const QString file = place + QStringLiteral("/payments.toml");
  QSignalSpy saved(&page.mapping(), &MappingView::saved);
  page.mapping().saveTo(file);
  ASSERT_EQ(saved.count(), 1);
  EXPECT_FALSE(QFile(file).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther));
  const auto* toml = named<QPlainTextEdit>(page, QStringLiteral("The profile as TOML"));
  ASSERT_NE(toml, nullptr);
  const auto read = tables::profiles_from_toml(toml->toPlainText().toStdString(), "shown");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->front().lease.length, Duration(std::chrono::seconds(45)));

  TablesPage again(session, {place});
  open(again, QStringLiteral("billing.payment_requests"));
  const auto* list = again.findChild<TablesModel*>();
  bool isKnown = false;
  for (int row = 0; row < list->rowCount(); ++row)
    isKnown = isKnown || list->at(row).from == Found::From::file;
  EXPECT_TRUE(isKnown);
  EXPECT_EQ(questions(again).toStdString(), "") << "what was answered once is not asked again";
  EXPECT_EQ(again.mapping().draft().profile.lease.length, Duration(std::chrono::seconds(45)));
}

TEST_F(MappingViewTest, AnotherProfileIsNotOverwrittenUnasked) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("mine.toml"));
  QFile held(file);
  ASSERT_TRUE(held.open(QIODevice::WriteOnly));
  held.write("# by hand");
  held.close();
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  page.mapping().saveTo(file);
  auto* question = page.findChild<widgets::ConfirmDialog*>();
  ASSERT_NE(question, nullptr);
  const auto content = [&file] {
    QFile now(file);
    return now.open(QIODevice::ReadOnly) ? now.readAll() : QByteArray();
  };
  EXPECT_EQ(content(), QByteArray("# by hand"));
  question->accept();
  EXPECT_TRUE(content().contains("payment_requests"));
}

}  // namespace
}  // namespace onceover::ui
