// SPDX-License-Identifier: GPL-3.0-or-later
// The page of keys on tables that are not ours.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>

#include "core/tables/toml.h"
#include "tests/support/console_page.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/shapes.h"
#include "ui/keys/bars.h"
#include "ui/keys/filter_bar.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/keys_page.h"
#include "ui/keys/offered.h"
#include "ui/keys/why_panel.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/table.h"

namespace onceover::keys {
namespace {

class ForeignKeysTest : public test::ConsolePageTest {
 protected:
  std::map<QString, QString> kept;
  std::unique_ptr<KeysPage> page;

  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened(const test::ProfilePtr& profile, const std::string& user = {}) {
    if (!connectSession({}, user)) return false;
    page = std::make_unique<KeysPage>(session);
    page->setMemory({[this](const QString& name) { return kept[name]; },
                     [this](const QString& name, const QString& value) { kept[name] = value; }});
    page->resize(1280, 800);
    page->show();
    session.useProfile(profile);
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  template <class Control>
  Control* named(const QString& name) const {
    for (auto* found : page->findChildren<Control*>()) {
      if (found->accessibleName() == name) return found;
    }
    return nullptr;
  }
  [[nodiscard]] bool searched(const QString& text) {
    auto* field = named<QLineEdit>(QStringLiteral("Key"));
    field->setText(text);
    QTest::keyClick(field, Qt::Key_Return);
    return idle();
  }
  int rows() const { return page->findChild<KeysModel*>()->rowCount(); }
  QString cell(int row, int column) const {
    return page->findChild<KeysModel*>()->index(row, column).data().toString();
  }
  bool isShown(int column) const { return !page->findChild<widgets::TableView*>()->isColumnHidden(column); }
};

// A row that is hidden is neither "no key" nor "there is no such row".
TEST_F(ForeignKeysTest, WhatIsNotSeenIsUnknown) {
  const auto payments = test::payment_requests(raw);
  ASSERT_TRUE(opened(payments, userWhoSeesNoRowOf("payment_requests")));
  const auto expect = [&](const QString& words) {
    const QString text = test::allTextOf(*page);
    EXPECT_TRUE(text.contains(words)) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Row-level security hides rows"))) << text.toStdString();
    for (const char* absent : {"No key", "no key", "There is no", "No one"})
      EXPECT_FALSE(text.contains(QString::fromLatin1(absent))) << absent << "\n" << text.toStdString();
  };
  expect(QStringLiteral("Whether any key matches is unknown"));
  test::takePictures(*page, QStringLiteral("keys-unknown"));
  ASSERT_TRUE(searched(QStringLiteral("00000000-0000-4000-8000-000000000007")));
  expect(QStringLiteral("Whether any key matches is unknown"));
  auto* why = page->findChild<WhyPanel*>();
  why->show();
  ASSERT_TRUE(test::nextSignal(why, &WhyPanel::answered, [&] {
    why->askFor({{}, {}, "00000000-0000-4000-8000-000000000007"});
  }));
  expect(QStringLiteral("Cannot tell"));
  test::takePictures(*page, QStringLiteral("keys-unknown-why"));
}

// Neither is converted to a time of the screen, nor called stuck or dead.
TEST_F(ForeignKeysTest, ATimeOfUnknownZoneIsShownAsStoredAndARowThatIsSetAsideAsSuch) {
  auto events = std::make_shared<tables::Profile>(*test::consumed_events(raw));
  raw.exec(
      "ALTER TABLE consumed_events ALTER received_at TYPE timestamp USING received_at AT TIME ZONE 'UTC'");
  events->created_at = {.column = "received_at",
                        .form = tables::TimeForm::timestamp,
                        .zone = std::string(tables::unknown_zone)};
  events->set_aside = {{.column = "failed_at", .is = tables::Condition::Is::not_null}};
  ASSERT_TRUE(opened(events));
  ASSERT_EQ(rows(), 6);
  int aside = 0;
  for (int row = 0; row < rows(); ++row) {
    const QString created = cell(row, KeysModel::CreatedColumn);
    EXPECT_TRUE(created.endsWith(QStringLiteral(", zone unknown"))) << created.toStdString();
    aside += cell(row, KeysModel::StateColumn) == QStringLiteral("set aside") ? 1 : 0;
  }
  EXPECT_EQ(aside, 1);
  test::takePictures(*page, QStringLiteral("keys-zone-unknown"));
}

TEST_F(ForeignKeysTest, RowsThatAreSetAsideAreShownAloneOnRequest) {
  auto events = std::make_shared<tables::Profile>(*test::consumed_events(raw));
  events->set_aside = {{.column = "failed_at", .is = tables::Condition::Is::not_null}};
  ASSERT_TRUE(opened(events));
  ASSERT_EQ(rows(), 6);
  auto* aside = named<QPushButton>(QStringLiteral("Only set aside"));
  ASSERT_TRUE(aside != nullptr && aside->isVisible() && aside->isEnabled());
  QTest::mouseClick(aside, Qt::LeftButton);
  ASSERT_TRUE(idle());
  ASSERT_EQ(rows(), 1);
  EXPECT_EQ(cell(0, KeysModel::StateColumn), QStringLiteral("set aside"));
  auto* bar = page->findChild<FilterBar*>();
  EXPECT_FALSE(bar->isEmpty());
  const QJsonObject saved = bar->state();
  bar->clear();
  EXPECT_FALSE(aside->isChecked());
  bar->setState(saved);
  EXPECT_TRUE(aside->isChecked()) << "a saved view keeps it";
  browse::KeyRow row;
  row.set_aside = true;
  bar->clear();
  ASSERT_TRUE(bar->narrow(KeysModel::StateColumn, row));
  const browse::Filter asked = bar->filter({});
  EXPECT_TRUE(asked.set_aside && asked.states.empty() && !asked.unknown_state) << "by the value of a row";
  EXPECT_EQ(widgets::filterFrom(page->place()).value(), asked) << "a link to it";
  ASSERT_TRUE(searched(QStringLiteral("msg-1")));
  EXPECT_EQ(rows(), 1) << "it is not set aside, and is shown all the same";
  EXPECT_FALSE(test::allTextOf(*page).contains(QStringLiteral("No row has exactly this key")))
      << test::allTextOf(*page).toStdString();
  test::takePictures(*page, QStringLiteral("keys-set-aside"));
  session.useProfile(test::payment_requests(raw));
  ASSERT_TRUE(idle());
  EXPECT_FALSE(aside->isVisible()) << "its profile does not say which rows are set aside";
  EXPECT_FALSE(aside->isChecked());
}

TEST_F(ForeignKeysTest, ShowsWhatTheTableHasAndOffersNoMore) {
  const auto payments = test::payment_requests(raw);
  ASSERT_TRUE(opened(payments));
  ASSERT_EQ(rows(), 8);
  EXPECT_EQ(cell(0, KeysModel::StateColumn), QStringLiteral("in progress"));
  EXPECT_EQ(cell(1, KeysModel::StateColumn), QStringLiteral("stuck"));
  EXPECT_EQ(cell(0, KeysModel::WordColumn), QStringLiteral("RUNNING"));
  EXPECT_EQ(cell(0, KeysModel::AttemptsColumn), QStringLiteral("2 started, 1 finished"));
  EXPECT_EQ(cell(7, KeysModel::CustomerColumn), QStringLiteral("Ms. <b>Example</b> 1"));
  EXPECT_EQ(cell(7, KeysModel::AmountColumn), QStringLiteral("12.50 EUR"));
  EXPECT_EQ(cell(3, KeysModel::ErrorColumn), QStringLiteral("card declined: do not honour"));
  for (const int column :
       {KeysModel::WordColumn, KeysModel::TenantColumn, KeysModel::ErrorColumn, KeysModel::AmountColumn})
    EXPECT_TRUE(isShown(column)) << column;
  EXPECT_FALSE(isShown(KeysModel::OperationColumn)) << "the same in every row";
  EXPECT_FALSE(isShown(KeysModel::CorrelationColumn));
  EXPECT_FALSE(named<QComboBox>(QStringLiteral("Operation"))->isEnabled());
  EXPECT_TRUE(named<QComboBox>(QStringLiteral("Operation"))
                  ->toolTip()
                  .contains(QStringLiteral("no operation column")));
  EXPECT_TRUE(named<QComboBox>(QStringLiteral("Tenant"))->isEnabled());
  EXPECT_FALSE(named<QPushButton>(QStringLiteral("Only needs a person"))->isVisible());
  EXPECT_TRUE(named<QPushButton>(QStringLiteral("Only stuck"))->isEnabled());
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("keys-payments"));
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Only stuck")), Qt::LeftButton);
  ASSERT_TRUE(idle());
  EXPECT_EQ(rows(), 1) << "the lease of 7 is over; nobody holds 6, which waits";
}

TEST_F(ForeignKeysTest, RowsInAStateThatTheProfileDoesNotNameAreShownAloneOnRequest) {
  auto payments = std::make_shared<tables::Profile>(*test::payment_requests(raw));
  payments->states.otherwise.reset();
  for (tables::StateRule& rule : payments->states.rules) {
    for (tables::Condition& condition : rule.when) std::erase(condition.values, "RUNNING");
  }
  ASSERT_TRUE(opened(payments));
  ASSERT_EQ(rows(), 8) << "none is left out";
  auto* unknown = named<QPushButton>(QStringLiteral("Only unknown"));
  ASSERT_TRUE(unknown != nullptr && unknown->isVisible() && unknown->isEnabled());
  QTest::mouseClick(unknown, Qt::LeftButton);
  ASSERT_TRUE(idle());
  ASSERT_EQ(rows(), std::stoi(raw.scalar("SELECT count(*) FROM payment_requests WHERE phase = 'RUNNING'")));
  EXPECT_EQ(cell(0, KeysModel::WordColumn), QStringLiteral("RUNNING"));
  EXPECT_FALSE(cell(0, KeysModel::StateColumn).contains(QStringLiteral("in progress"))) << "it is not known";
  test::takePictures(*page, QStringLiteral("keys-unknown"));
}

TEST_F(ForeignKeysTest, WhatTheListingIsOrderedByIsSaid) {
  const auto payments = test::payment_requests(raw);
  const auto says = [this](const QString& words) {
    const auto labels = page->findChildren<QLabel*>();
    return std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
  };
  ASSERT_TRUE(opened(payments));
  EXPECT_TRUE(says(QStringLiteral("newest first")));
  auto byIdentity = std::make_shared<tables::Profile>(*payments);
  byIdentity->order = {"merchant_id", "request_id", "created"};
  session.useProfile(byIdentity);
  ASSERT_TRUE(idle());
  EXPECT_TRUE(says(QStringLiteral("by merchant_id, descending")));
  EXPECT_FALSE(says(QStringLiteral("newest first"))) << test::allTextOf(*page).toStdString();
}

TEST_F(ForeignKeysTest, AKeyIsFoundHoweverItWasPastedAndNoUuidIsNoSuchKey) {
  ASSERT_TRUE(opened(test::payment_requests(raw)));
  const QString uuid = QStringLiteral("00000000-0000-4000-8000-000000000003");
  for (const QString& pasted :
       {uuid, QStringLiteral(" \"%1\" ").arg(uuid), QStringLiteral("Idempotency-Key: %1").arg(uuid),
        QStringLiteral("level=warn key=%1 status=409").arg(uuid)}) {
    ASSERT_TRUE(searched(pasted));
    ASSERT_EQ(rows(), 1) << pasted.toStdString();
    EXPECT_EQ(cell(0, KeysModel::KeyColumn), uuid);
  }
  for (const char* pasted : {"pay_1", "\\xff00", "' OR 1=1"}) {
    ASSERT_TRUE(searched(QString::fromLatin1(pasted)));
    EXPECT_EQ(rows(), 0);
    EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("No key matches.")))
        << test::allTextOf(*page).toStdString();
  }
}

TEST_F(ForeignKeysTest, EachKindHasItsWordsAndAnotherTableStartsAnew) {
  const auto inbox = test::consumed_events(raw), outbox = test::events_to_publish(raw);
  ASSERT_TRUE(opened(inbox));
  EXPECT_EQ(rows(), 6);
  EXPECT_EQ(page->findChild<KeysModel*>()->headerData(KeysModel::KeyColumn, Qt::Horizontal).toString(),
            QStringLiteral("Event"));
  EXPECT_FALSE(named<QPushButton>(QStringLiteral("Only stuck"))->isEnabled());
  EXPECT_TRUE(
      named<QPushButton>(QStringLiteral("Only stuck"))->toolTip().contains(QStringLiteral("has no lease")));
  EXPECT_FALSE(isShown(KeysModel::LeaseColumn));
  EXPECT_EQ(cell(5, KeysModel::WordColumn), QStringLiteral("processed"));
  EXPECT_TRUE(cell(2, KeysModel::ErrorColumn).contains(QStringLiteral("<img src=x>")));
  test::takePictures(*page, QStringLiteral("keys-inbox"));
  ASSERT_TRUE(searched(QStringLiteral("msg-99")));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("No consumed event matches.")));
  session.useProfile(outbox);
  ASSERT_TRUE(idle());
  EXPECT_EQ(rows(), 5) << "the filter of the table before is gone";
  EXPECT_TRUE(named<QLineEdit>(QStringLiteral("Key"))->text().isEmpty());
  raw.exec("DELETE FROM events_to_publish");
  ASSERT_TRUE(refreshed(*page));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("No events to publish.")));
  session.useProfile(bridge::ownProfile());
  ASSERT_TRUE(idle());
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("No keys yet.")));
  EXPECT_TRUE(named<QPushButton>(QStringLiteral("Only needs a person"))->isVisible());
  EXPECT_FALSE(isShown(KeysModel::WordColumn));
}

TEST_F(ForeignKeysTest, DeadLettersAndTextInsideBodiesAreFoundOnRequest) {
  ASSERT_TRUE(opened(test::consumed_events(raw)));
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Only failed for good")), Qt::LeftButton);
  ASSERT_TRUE(idle());
  ASSERT_EQ(rows(), 1);
  EXPECT_EQ(cell(0, KeysModel::KeyColumn), QStringLiteral("msg-3"));
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Only failed for good")), Qt::LeftButton);
  auto* contains = named<QLineEdit>(QStringLiteral("Contains; slow: it reads every row"));
  contains->setText(QStringLiteral("\"order\":2"));
  QTest::keyClick(contains, Qt::Key_Return);
  ASSERT_TRUE(idle());
  EXPECT_EQ(rows(), 0);
  named<QCheckBox>(QStringLiteral("Search payload and response too; slow"))->click();
  ASSERT_TRUE(idle());
  ASSERT_EQ(rows(), 1);
  EXPECT_EQ(cell(0, KeysModel::KeyColumn), QStringLiteral("msg-2"));
}

TEST_F(ForeignKeysTest, HostileNamesAndCellsAreLiteralText) {
  ASSERT_TRUE(opened(test::hostile_table(raw)));
  ASSERT_EQ(rows(), 2);
  EXPECT_EQ(cell(0, KeysModel::KeyColumn), QStringLiteral("\\xff00"));
  EXPECT_EQ(cell(0, KeysModel::StateColumn), QStringLiteral("<img src=x>"))
      << "a word the profile does not know";
  EXPECT_EQ(cell(0, KeysModel::CreatedColumn), QStringLiteral("–"));
  auto* model = page->findChild<KeysModel*>();
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < KeysModel::ColumnCount; ++column) {
      const QString tip = model->index(row, column).data(Qt::ToolTipRole).toString();
      EXPECT_FALSE(tip.contains(QStringLiteral("<img"))) << tip.toStdString();
      EXPECT_FALSE(cell(row, column).contains(QChar(0x202e)));
    }
  }
  ASSERT_TRUE(searched(QStringLiteral("\\xff00")));
  EXPECT_EQ(rows(), 1);
  std::optional<key::Identity> id;
  QObject::connect(page.get(), &KeysPage::caseRequested, page.get(),
                   [&](const key::Identity& each) { id = each; });
  QTest::keyClick(page->findChild<widgets::TableView*>(), Qt::Key_Return);
  ASSERT_TRUE(id);
  EXPECT_EQ(id->columns, (std::vector<std::optional<std::string>>{"\\xff00"}));
}

TEST_F(ForeignKeysTest, ViewsAreKeptForTheirTableAndCanBeForgotten) {
  const auto payments = test::payment_requests(raw), inbox = test::consumed_events(raw);
  ASSERT_TRUE(opened(payments));
  auto* views = page->findChild<ViewsButton*>();
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Only stuck")), Qt::LeftButton);
  ASSERT_TRUE(idle());
  for (QAction* action : views->menu()->actions()) {
    if (action->text().startsWith(QStringLiteral("Save"))) action->trigger();
  }
  auto* dialog = page->findChild<QInputDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->setTextValue(QStringLiteral("<b>3 a.m.</b> & more"));
  dialog->accept();
  ASSERT_EQ(views->views().size(), 1);
  session.useProfile(inbox);
  ASSERT_TRUE(idle());
  EXPECT_TRUE(views->views().isEmpty()) << "another table's views are its own";
  session.useProfile(payments);
  ASSERT_TRUE(idle());
  ASSERT_EQ(views->views().size(), 1);
  EXPECT_EQ(rows(), 8);
  QAction* view = views->menu()->actions().front();
  EXPECT_EQ(view->text(), QStringLiteral("<b>3 a.m.</b> && more"));
  view->trigger();
  ASSERT_TRUE(idle());
  EXPECT_EQ(rows(), 1);
  EXPECT_TRUE(named<QPushButton>(QStringLiteral("Only stuck"))->isChecked());
  views->forget(QStringLiteral("<b>3 a.m.</b> & more"));
  EXPECT_TRUE(readViews(kept[QStringLiteral("views/public.payment_requests")]).isEmpty());
}

TEST_F(ForeignKeysTest, WhySaysWhatTheTableTellsAndComparesABody) {
  ASSERT_TRUE(opened(test::payment_requests(raw)));
  auto* why = page->findChild<WhyPanel*>();
  why->show();
  why->findChild<widgets::BodyEdit*>()->setPlainText(QString::fromStdString(test::foreign::payment_body));
  auto* field = named<QLineEdit>(QStringLiteral("Key to explain"));
  field->setText(QStringLiteral("00000000-0000-4000-8000-000000000008"));
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_TRUE(idle());
  const QString all = test::allTextOf(*why);
  EXPECT_TRUE(all.contains(QStringLiteral("pay-worker-8 holds a valid lease"))) << all.toStdString();
  EXPECT_TRUE(all.contains(QStringLiteral("The same as the first request's")));
  test::takePictures(*page, QStringLiteral("keys-payments-why"));
  field->setText(QStringLiteral("no uuid"));
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_TRUE(idle());
  EXPECT_TRUE(test::allTextOf(*why).contains(QStringLiteral("There is no row")))
      << test::allTextOf(*why).toStdString();
}

TEST_F(ForeignKeysTest, WhyReadsNoWholeTable) {
  session.setLimits({.patience = Duration{1}});  // large enough to be slow would be slow to make
  const auto small = test::payment_requests(raw);
  raw.exec(
      "INSERT INTO payment_requests (merchant_id, request_id, created, phase, request, request_hash) SELECT "
      "1, md5(i::text)::uuid, timestamptz '2026-03-01' + i * interval '1 s', 'DONE', '{}', '' FROM "
      "generate_series(1, 120000) i; ANALYZE payment_requests");
  ASSERT_TRUE(opened(small));
  auto* why = page->findChild<WhyPanel*>();
  why->show();
  const auto asked = [&] {
    auto* field = named<QLineEdit>(QStringLiteral("Key to explain"));
    field->setText(QStringLiteral("00000000-0000-4000-8000-000000000007"));
    QTest::keyClick(field, Qt::Key_Return);
    return idle();
  };
  ASSERT_TRUE(asked());
  EXPECT_TRUE(test::allTextOf(*why).contains(QStringLiteral("No index finds a key in this table.")))
      << test::allTextOf(*why).toStdString();
  EXPECT_TRUE(test::allTextOf(*why).contains(QStringLiteral("(\"request_id\")")));
  raw.exec("CREATE INDEX ON payment_requests (request_id)");
  ASSERT_TRUE(asked());
  EXPECT_FALSE(test::allTextOf(*why).contains(QStringLiteral("No index finds")));
}

TEST_F(ForeignKeysTest, AnExportHoldsWhatTheFilterFindsAndNoBodies) {
  ASSERT_TRUE(opened(test::payment_requests(raw)));
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("keys.csv"));
  QString said;
  browse::Filter filter;
  filter.stuck = true;
  exportRowsTo(session, page.get(), filter, path, [&](const QString& words) { said = words; });
  ASSERT_TRUE(idle());
  EXPECT_TRUE(said.startsWith(QStringLiteral("1 key, "))) << said.toStdString();
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_FALSE(file.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther));
  const QByteArray text = file.readAll();
  EXPECT_EQ(text.count('\n'), 2) << text.toStdString();
  EXPECT_TRUE(text.contains("00000000-0000-4000-8000-000000000007"));
  exportRowsTo(session, page.get(), {}, path, [&](const QString& words) { said = words; });
  ASSERT_TRUE(idle());
  QFile all(path);
  ASSERT_TRUE(all.open(QIODevice::ReadOnly));
  EXPECT_FALSE(all.readAll().contains("sk_live")) << "bodies stay masked";
  exportRowsTo(session, page.get(), {}, folder.filePath(QStringLiteral("no/such/folder.csv")),
               [&](const QString& words) { said = words; });
  ASSERT_TRUE(idle());
  EXPECT_FALSE(said.startsWith(QStringLiteral("8 keys"))) << said.toStdString();
}

TEST_F(ForeignKeysTest, ARowOfTheArchiveIsSaidToStandThere) {
  const test::Shape& twin = test::shape("archive_twin");
  raw.exec(twin.sql);
  const auto profiles = tables::profiles_from_toml(twin.toml, "test");
  ASSERT_TRUE(profiles) << profiles.error().sentence();
  ASSERT_TRUE(opened(std::make_shared<const tables::Profile>(profiles->back())));
  ASSERT_EQ(rows(), 8);
  EXPECT_EQ(cell(0, KeysModel::WordColumn), QStringLiteral("DONE"));
  EXPECT_EQ(cell(1, KeysModel::WordColumn), QStringLiteral("1 (archived)"));
  EXPECT_EQ(cell(1, KeysModel::KeyColumn), QStringLiteral("c"));
}

}  // namespace
}  // namespace onceover::keys
