// SPDX-License-Identifier: GPL-3.0-or-later
// A plan made of a list or of a filter, with real keys and clicks.
#include <QCheckBox>
#include <QTemporaryDir>

#include "tests/ui/plans/fixture.h"
#include "ui/widgets/code_view.h"

namespace onceover::plans {
namespace {

class NewPlanTest : public PlansTest {
 protected:
  NewPlanDialog* open() {
    QTest::keyClick(page.get(), Qt::Key_N, Qt::ControlModifier);
    return dialog<NewPlanDialog>();
  }
  static void paste(const QWidget& in, const QString& text) {
    auto* list = in.findChild<widgets::BodyEdit*>();
    list->setFocus();
    list->insertPlainText(text);
  }
  static void fill(const QWidget& in, const QString& name = QStringLiteral("INC-4711")) {
    type(in, QStringLiteral("Name of the plan"), name);
    type(in, QStringLiteral("Reason"), QStringLiteral("worker killed"));
    type(in, QStringLiteral("Ticket"), QStringLiteral("INC-4711"));
  }
  [[nodiscard]] bool answeredTo(NewPlanDialog& in, const QString& words) {
    return test::nextSignal(&in, &NewPlanDialog::answered,
                            [&] { QTest::mouseClick(button(in, words), Qt::LeftButton); }) &&
           idle();
  }
  static std::vector<widgets::FieldChange> lines(const QWidget& in) {
    return in.findChild<widgets::FieldsModel*>()->rows();
  }
  std::string plansMade() { return raw.scalar("SELECT count(*) FROM onceover.plans"); }
};

TEST_F(NewPlanTest, AListWithWrongLinesMakesNothingUntilTheyAreLeftOut) {
  stick(5);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  auto* asks = open();
  ASSERT_NE(asks, nullptr);
  EXPECT_FALSE(button(*asks, QStringLiteral("Make the plan"))->isEnabled());
  EXPECT_EQ(test::namelessControls(*asks), QStringList());
  fill(*asks);
  paste(*asks, QStringLiteral("key,tenant\nkey-001,acme\nkey-002,acme,more\nno-such,acme\nkey-001,acme\n"));
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  ASSERT_TRUE(asks->isVisible());
  // What cannot be read is told first; then what names no row.
  ASSERT_FALSE(lines(*asks).empty());
  EXPECT_EQ(lines(*asks)[0].name, QStringLiteral("3"));
  EXPECT_NE(lines(*asks)[0].before, QStringLiteral("There is no such row."));
  EXPECT_EQ(plansMade(), "0");
  auto* list = asks->findChild<widgets::BodyEdit*>();
  list->selectAll();
  list->insertPlainText(
      QStringLiteral("key,tenant\nkey-001,acme\nno-such,acme\nkey-002,acme\nno-such-either,acme\n"));
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  ASSERT_EQ(lines(*asks).size(), 2U);
  EXPECT_EQ(lines(*asks)[0].name, QStringLiteral("3"));
  EXPECT_EQ(lines(*asks)[0].before, QStringLiteral("There is no such row."));
  EXPECT_EQ(lines(*asks)[1].name, QStringLiteral("5"));
  EXPECT_EQ(plansMade(), "0");
  test::takePictures(*asks, QStringLiteral("new-plan-wrong-lines"), {760, 720});
  for (auto* box : asks->findChildren<QCheckBox*>()) {
    if (box->text().contains(QStringLiteral("eave wrong lines out")))
      QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
  }
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  EXPECT_EQ(plansMade(), "1");
  EXPECT_EQ(
      raw.scalar("SELECT string_agg(key || ' ' || line, ', ' ORDER BY position) FROM onceover.plan_items"),
      "key-001 2, key-002 4");
  ASSERT_TRUE(idle());
  EXPECT_EQ(plans().index(0, PlansModel::NameColumn).data().toString(), QStringLiteral("INC-4711"));
  EXPECT_EQ(items().rowCount(), 2);
  EXPECT_NE(note().find("2 were left out"), std::string::npos) << note();
}

TEST_F(NewPlanTest, EnterInTheFormNeverThrowsItAway) {
  stick(2);
  ASSERT_TRUE(opened());
  auto* asks = open();
  ASSERT_NE(asks, nullptr);
  type(*asks, QStringLiteral("Name of the plan"), QStringLiteral("INC-4711"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  ASSERT_TRUE(asks->isVisible()) << "the reason is still missing: Enter does nothing";
  QTest::keyClick(asks, Qt::Key_Escape);
  EXPECT_TRUE(asks->isVisible()) << "it asks first";
}

TEST_F(NewPlanTest, CheckingNeedsNoArmedWritesAndMakesNothing) {
  stick(4);
  ASSERT_TRUE(opened());
  auto* asks = open();
  ASSERT_NE(asks, nullptr);
  fill(*asks);
  paste(*asks, QStringLiteral("key-001\nkey-004\n"));
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Check")));
  EXPECT_TRUE(
      test::allTextOf(*asks).contains(QStringLiteral("It would hold 2 rows · 250.00 EUR. Nothing was made.")))
      << test::allTextOf(*asks).toStdString();
  test::takePictures(*asks, QStringLiteral("new-plan"), {760, 620});
  QSignalSpy arm(page.get(), &PlansPage::armRequested);
  QTest::mouseClick(button(*asks, QStringLiteral("Make the plan")), Qt::LeftButton);
  EXPECT_EQ(arm.count(), 1);
  EXPECT_TRUE(asks->isVisible());
  EXPECT_EQ(plansMade(), "0");
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  EXPECT_EQ(plansMade(), "1");
}

TEST_F(NewPlanTest, AFilterIsFrozenAsItFindsRowsNow) {
  stick(6);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  page->planRows(stuck());
  auto* asks = dialog<NewPlanDialog>();
  ASSERT_NE(asks, nullptr);
  EXPECT_EQ(asks->findChild<widgets::BodyEdit*>(), nullptr);
  EXPECT_TRUE(test::allTextOf(*asks).contains(QStringLiteral("that this filter finds now: stuck")))
      << test::allTextOf(*asks).toStdString();
  fill(*asks);
  test::takePictures(*asks, QStringLiteral("new-plan-filter"), {760, 460});
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  EXPECT_EQ(
      raw.scalar("SELECT items || ' ' || chosen_by || ' ' || gateway || ' ' || ticket FROM onceover.plans"),
      "6 filter: stuck acme-pay INC-4711");
  EXPECT_EQ(raw.scalar("SELECT gateway_digest FROM onceover.plans"), wanted("x").gateway->digest);
}

// Started on the page itself, without a list and without the page Keys.
TEST_F(NewPlanTest, APlanOfAllStuckRowsStartsHereAndTellsHowMuchItIs) {
  stick(6, 3);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  auto* asks = open();
  ASSERT_NE(asks, nullptr);
  QComboBox* rows = nullptr;
  for (auto* box : asks->findChildren<QComboBox*>()) {
    if (box->accessibleName() == QStringLiteral("Rows")) rows = box;
  }
  ASSERT_NE(rows, nullptr);
  rows->setCurrentIndex(rows->findText(QStringLiteral("All stuck rows")));
  EXPECT_FALSE(asks->findChild<widgets::BodyEdit*>()->isVisible());
  fill(*asks);
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Check")));
  EXPECT_TRUE(test::allTextOf(*asks).contains(QStringLiteral("It would hold 6 rows · 698.00 EUR.")))
      << test::allTextOf(*asks).toStdString();
  EXPECT_EQ(plansMade(), "0");
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  EXPECT_EQ(raw.scalar("SELECT items || ' ' || chosen_by FROM onceover.plans"), "6 filter: stuck");
  EXPECT_EQ(page->findChild<PlanHead*>()->money(), QStringLiteral("698.00 EUR"));
  const auto* items = page->findChild<ItemsModel*>();
  ASSERT_EQ(items->rowCount(), 6);
  EXPECT_EQ(items->index(2, ItemsModel::AmountColumn).data().toString(), QStringLiteral("99.00 EUR"));
  EXPECT_EQ(items->index(2, ItemsModel::CustomerColumn).data().toString(), QStringLiteral("c_2041"));
}

TEST_F(NewPlanTest, APlanOfSelectedRowsHoldsThemAndNoOthers) {
  stick(6);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  page->planThese({{"acme", "POST /payments", "key-002"}, {"acme", "POST /payments", "key-005"}});
  auto* asks = dialog<NewPlanDialog>();
  ASSERT_NE(asks, nullptr);
  EXPECT_TRUE(test::allTextOf(*asks).contains(QStringLiteral("Of the 2 selected rows of onceover.keys.")));
  fill(*asks);
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY position) FROM onceover.plan_items"),
            "key-002 key-005");
}

// Begun before writes are armed, it is made as soon as they are.
TEST_F(NewPlanTest, AMakingThatWaitedForArmedWritesGoesOn) {
  stick(2);
  ASSERT_TRUE(opened());
  page->planRows(stuck());
  auto* asks = dialog<NewPlanDialog>();
  ASSERT_NE(asks, nullptr);
  fill(*asks);
  QTest::mouseClick(button(*asks, QStringLiteral("Make the plan")), Qt::LeftButton);
  EXPECT_EQ(plansMade(), "0");
  ASSERT_TRUE(
      test::nextSignal(asks, &NewPlanDialog::answered, [this] { session.arm(std::chrono::minutes(5)); }) &&
      idle());
  EXPECT_EQ(plansMade(), "1");
}

TEST_F(NewPlanTest, AFileIsTakenAsItIsAndTheNameMustBeNew) {
  stick(3);
  freeze(wanted("INC-4711"));
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("keys.csv")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("\xEF\xBB\xBFkey\ttenant\r\nkey-001\tacme\r\n\r\n\"key-003\"\tacme\r\n");
  file.close();
  auto* asks = open();
  ASSERT_NE(asks, nullptr);
  fill(*asks);
  asks->openList(file.fileName());
  auto* delimiter = named<QComboBox>(*asks, QStringLiteral("What separates cells"));
  delimiter->setFocus();
  QTest::keyClicks(delimiter, QStringLiteral("tab"));
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  EXPECT_TRUE(test::allTextOf(*asks).contains(QStringLiteral("There is a plan called")))
      << test::allTextOf(*asks).toStdString();
  type(*asks, QStringLiteral("Name of the plan"), QStringLiteral("second"));
  ASSERT_TRUE(answeredTo(*asks, QStringLiteral("Make the plan")));
  EXPECT_EQ(raw.scalar("SELECT items FROM onceover.plans WHERE name = 'second'"), "2");
}

TEST_F(NewPlanTest, WithoutAGatewayEvidenceCannotDecide) {
  stick(2);
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(opened());
  page->planRows(stuck());
  auto* asks = dialog<NewPlanDialog>();
  ASSERT_NE(asks, nullptr);
  fill(*asks);
  EXPECT_FALSE(button(*asks, QStringLiteral("Check"))->isEnabled());
  EXPECT_TRUE(test::allTextOf(*asks).contains(QStringLiteral("names no gateway")));
  auto* act = named<QComboBox>(*asks, QStringLiteral("What it does"));
  act->setFocus();
  QTest::keyClicks(act, QStringLiteral("Reap"));
  EXPECT_EQ(asks->newPlan().act, plan::Verb::reap);
  EXPECT_TRUE(button(*asks, QStringLiteral("Check"))->isEnabled());
}

TEST_F(NewPlanTest, ATableIsOfferedWhatItsProfileWrites) {
  const auto profile = test::settled_events(raw);
  ASSERT_TRUE(connectSession());
  session.useProfile(profile);
  ASSERT_TRUE(opened());
  browse::Filter dead;
  dead.dead = true;
  page->planRows(dead);
  auto* asks = dialog<NewPlanDialog>();
  ASSERT_NE(asks, nullptr);
  auto* act = named<QComboBox>(*asks, QStringLiteral("What it does"));
  QStringList offered;
  for (int i = 0; i < act->count(); ++i) offered.append(act->itemText(i));
  EXPECT_EQ(offered,
            QStringList({QStringLiteral("Settle"), QStringLiteral("Requeue"), QStringLiteral("Discard")}));
  EXPECT_EQ(asks->newPlan().act, plan::Verb::requeue) << "nobody can be asked what to settle";
  test::takePictures(*asks, QStringLiteral("new-plan-foreign"), {760, 460});
}

}  // namespace
}  // namespace onceover::plans
