// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/keys_page.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/incident.h"
#include "ui/keys/bars.h"
#include "ui/keys/filter_bar.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/why_panel.h"
#include "ui/widgets/card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::keys {
namespace {

using State = widgets::StatePane::State;

class KeysTest : public test::ConsolePageTest {
 protected:
  template <class Control>
  static Control* named(const QWidget& page, const QString& name) {
    for (auto* found : page.findChildren<Control*>()) {
      if (found->accessibleName() == name) return found;
    }
    return nullptr;
  }
  [[nodiscard]] bool settledDown() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  // Types into the search field and presses Enter.
  [[nodiscard]] bool searched(KeysPage& page, const QString& text) {
    auto* field = named<QLineEdit>(page, QStringLiteral("Key"));
    field->setText(text);
    QTest::keyClick(field, Qt::Key_Return);
    return settledDown();
  }
  static QString keyAt(const KeysPage& page, int row) {
    return page.findChild<KeysModel*>()->index(row, KeysModel::KeyColumn).data().toString();
  }
  static int rows(const KeysPage& page) { return page.findChild<KeysModel*>()->rowCount(); }

  void seedMany(int n) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "response_code, response_version, response_body, completed_at, expires_at, created_at) SELECT "
        "'acme', 'op', 'k' || i, 'succeeded', i, 'raw-sha256', sha256('b'), 200, 1, 'x', now(), now(), "
        "timestamptz '2026-01-01' - i * interval '1 second' FROM generate_series(1, $1::int) i",
        {std::to_string(n)});
    raw.exec("ANALYZE onceover.keys");
  }
};

TEST_F(KeysTest, AnEmptyStoreSaysWhatWouldBeHere) {
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  EXPECT_EQ(page.paneState(), State::loading);
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No keys yet.")));
  test::takePictures(page, QStringLiteral("keys-empty"));
}

// There are keys: only this program cannot read them.
TEST_F(KeysTest, AnOlderStoreIsNotCalledEmpty) {
  seedMany(3);
  raw.exec("DELETE FROM onceover.schema_version");
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  ASSERT_TRUE(refreshed(page));
  const QString said = test::allTextOf(page);
  EXPECT_TRUE(said.contains(QStringLiteral("The store in this database has an older version.")))
      << said.toStdString();
  EXPECT_FALSE(said.contains(QStringLiteral("no keys"), Qt::CaseInsensitive)) << said.toStdString();
}

TEST_F(KeysTest, TheNewestKeysAreListedAndNamed) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  EXPECT_TRUE(page.asOf());
  EXPECT_EQ(rows(page), 200);
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("pay_live_1"));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("keys"));
  page.show();
  page.findChild<WhyPanel*>()->setVisible(true);
  page.findChild<WhyPanel*>()->askFor({"acme", "POST /payments", "pay_live_6"});
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("409 CONFLICT.idempotency.in_progress")));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("keys-why"));
}

TEST_F(KeysTest, AModelReadToItsEndHoldsEachKeyOnce) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  // The tester asks for more whenever it may, in the middle of a change too.
  const QAbstractItemModelTester tester(page.findChild<KeysModel*>(),
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_TRUE(refreshed(page));
  auto* model = page.findChild<KeysModel*>();
  for (int turn = 0; turn < 10 && model->canFetchMore({}); ++turn) {
    model->fetchMore({});
    ASSERT_TRUE(settledDown());
  }
  QSet<QString> keys;
  for (int row = 0; row < rows(page); ++row) keys.insert(keyAt(page, row));
  EXPECT_EQ(rows(page), 453);
  EXPECT_EQ(keys.size(), 453);
}

TEST_F(KeysTest, ScrollingReadsFurtherPages) {
  seedMany(1'000);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.resize(1280, 800);
  page.show();
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  auto* table = page.findChild<widgets::TableView*>();
  for (int turn = 0; turn < 20 && rows(page) < 1'000; ++turn) {
    table->scrollToBottom();
    table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum());
    ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [&] { return !session.isBusy(); }));
  }
  ASSERT_EQ(rows(page), 1'000);
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("k1"));
  EXPECT_EQ(keyAt(page, 999), QStringLiteral("k1000"));
  EXPECT_FALSE(page.wantsLive()) << "rows under somebody's eyes do not move";
}

TEST_F(KeysTest, AKeyIsFoundHoweverItWasPasted) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  for (const char* pasted : {"pay_live_3", "  pay_live_3 ", "\"pay_live_3\"", "Idempotency-Key: pay_live_3",
                             "level=info key=pay_live_3 ok"}) {
    ASSERT_TRUE(searched(page, QString::fromLatin1(pasted)));
    ASSERT_EQ(rows(page), 1) << pasted;
    EXPECT_EQ(keyAt(page, 0), QStringLiteral("pay_live_3"));
  }
  // A part of one, as a log or a customer gives it.
  ASSERT_TRUE(searched(page, QStringLiteral("pay_live_")));
  EXPECT_EQ(rows(page), 6);
  EXPECT_TRUE(
      test::allTextOf(page).contains(QStringLiteral("No row has exactly this key. These begin with it")));
  ASSERT_TRUE(searched(page, QStringLiteral("pay_live_3")));
  EXPECT_FALSE(test::allTextOf(page).contains(QStringLiteral("begin with it")));
  ASSERT_TRUE(searched(page, QStringLiteral("pay_live_")));
  auto* prefix = page.findChild<QAbstractButton*>(QString(), Qt::FindChildrenRecursively);
  for (auto* button : page.findChildren<QAbstractButton*>()) {
    if (button->accessibleName() == QStringLiteral("The key begins with this text")) prefix = button;
  }
  prefix->click();
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 6);
}

// What was typed as a key is another thing: it is shown as what it is, and a text in another field is not
// asked for at once with it.
TEST_F(KeysTest, AnOrderOrACustomerTypedAsAKeyIsFoundAsWhatItIs) {
  seedMany(5);
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "locked_until, customer, reference, correlation_id) SELECT 'acme', 'op', 'o' || i, 'in_progress', "
      "nextval('onceover.fence'), 'raw-sha256', sha256('b'), now() + interval '1 minute', 'Ms. Example', "
      "'4711', 'trace-9' FROM generate_series(1, 2) i");
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.resize(1280, 800);
  page.show();
  ASSERT_TRUE(refreshed(page));
  const std::pair<const char*, const char*> names[] = {{"4711", "as their reference"},
                                                       {"Ms. Example", "as their customer"},
                                                       {"trace-9", "as their correlation id"}};
  for (const auto& [text, words] : names) {
    ASSERT_TRUE(searched(page, QString::fromLatin1(text)));
    EXPECT_EQ(rows(page), 2) << text;
    EXPECT_TRUE(test::allTextOf(page).contains(QString::fromLatin1(words)))
        << test::allTextOf(page).toStdString();
  }
  test::takePictures(page, QStringLiteral("keys-by-customer"));
  // The hint is a button that does it.
  ASSERT_TRUE(searched(page, QStringLiteral("xample")));
  ASSERT_EQ(rows(page), 0);
  QPushButton* inside = nullptr;
  for (auto* button : page.findChildren<QPushButton*>()) {
    if (button->isVisible() && button->text().contains(QStringLiteral("inside keys"))) inside = button;
  }
  ASSERT_NE(inside, nullptr);
  test::takePictures(page, QStringLiteral("keys-no-match"));
  QTest::mouseClick(inside, Qt::LeftButton);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 2);
  EXPECT_EQ(named<QLineEdit>(page, QStringLiteral("Key"))->text(), QString());
  // Both at once: the key finds nothing, and what stands in the other field is sought by itself.
  ASSERT_TRUE(searched(page, QStringLiteral("no such key")));
  EXPECT_EQ(rows(page), 2);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("These are what the other filters find.")));
  ASSERT_TRUE(searched(page, QStringLiteral("k4")));
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("k4"));
}

TEST_F(KeysTest, HostileKeysAreLiteralTextAndFound) {
  test::seedHostileKeys(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  ASSERT_EQ(rows(page), static_cast<int>(test::hostileKeys().size()));
  auto* model = page.findChild<KeysModel*>();
  for (int row = 0; row < rows(page); ++row) {
    for (int column = 0; column < KeysModel::ColumnCount; ++column) {
      const QString tip = model->index(row, column).data(Qt::ToolTipRole).toString();
      EXPECT_FALSE(tip.contains(QStringLiteral("<img"))) << tip.toStdString();
      EXPECT_FALSE(tip.contains(QChar(0x202e)));
    }
  }
  for (const auto& hostile : test::hostileKeys()) {
    // As the bytes themselves, and as the screen showed them.
    for (const std::string& pasted : {hostile.bytes, hostile.shown}) {
      ASSERT_TRUE(searched(page, QString::fromStdString(pasted)));
      ASSERT_EQ(rows(page), 1) << hostile.shown;
      EXPECT_EQ(keyAt(page, 0).toStdString(), hostile.shown);
      for (QAction* action : page.actions()) {
        if (action->text() == QStringLiteral("Copy key")) action->trigger();
      }
      EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), hostile.bytes);
    }
  }
}

TEST_F(KeysTest, FiltersNarrowAndAreShownWhereTheyCameFromElsewhere) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  named<QPushButton>(page, QStringLiteral("Only stuck"))->click();
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 23);
  browse::Filter filter;
  filter.operation = "PUT /payouts";
  filter.needs_human = true;
  filter.from = parse_iso("2026-01-01T00:00:00.000005Z");
  page.show(filter);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 3);
  const browse::Filter shown = page.findChild<FilterBar*>()->filter({});
  EXPECT_EQ(shown.operation, filter.operation);
  EXPECT_TRUE(shown.needs_human);
  EXPECT_FALSE(shown.stuck);
  EXPECT_EQ(shown.from, filter.from) << "to the microsecond";
  filter = {};
  filter.error_code = "card_declined";
  page.show(filter);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 18);
}

TEST_F(KeysTest, AGroupOfStuckLeasesIsShownAsOneChipThatIsRemoved) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "owner, locked_until) SELECT 'acme', 'op', 'k' || i, 'in_progress', i, 'raw-sha256', sha256('b'), "
      "'pay-' || i % 2 || '/' || i, now() - interval '5 min' FROM generate_series(1, 4) i");
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show(browse::Filter{.host = "pay-1", .stuck = true});
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 2);
  QPushButton* chip = nullptr;
  for (auto* each : page.findChildren<QPushButton*>()) {
    if (each->accessibleName().startsWith(QStringLiteral("Remove the filter host"))) chip = each;
  }
  ASSERT_NE(chip, nullptr) << "a filter that is not shown would hide rows";
  chip->click();
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 4);
}

TEST_F(KeysTest, TheListIsNarrowedByAValueAndTurnedWhereAnIndexServesTheOrder) {
  seedMany(3);
  raw.tamper("UPDATE onceover.keys SET tenant = 'globex' WHERE key = 'k2'");
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.QWidget::show();
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("k1"));
  auto* table = named<widgets::TableView>(page, QStringLiteral("Keys"));
  emit table->horizontalHeader()->sectionClicked(KeysModel::CreatedColumn);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("k3")) << "oldest first";
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("oldest first")));
  emit table->horizontalHeader()->sectionClicked(KeysModel::CustomerColumn);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("k3"));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No index serves the order by “Customer”.")));
  table->setCurrentIndex(table->model()->index(1, KeysModel::TenantColumn));
  for (QAction* action : page.actions()) {
    if (action->text() == QStringLiteral("Filter by this value")) action->trigger();
  }
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 1);
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("k2"));
}

TEST_F(KeysTest, AMomentThatIsNoneIsSaidAndNothingIsRead) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  browse::Filter filter;
  filter.from = parse_iso("2026-01-01T00:00:00Z");
  page.show(filter);
  ASSERT_TRUE(settledDown());
  auto* from = named<QLineEdit>(page, QStringLiteral("Created from"));
  from->setText(QStringLiteral("yesterday"));
  QTest::keyClick(from, Qt::Key_Return);
  EXPECT_FALSE(session.isBusy());
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("\"yesterday\" is not a time")));
}

TEST_F(KeysTest, AScanIsAnnouncedBeforeItRuns) {
  seedMany(120'000);
  session.setLimits({.patience = Duration{1}});  // large enough to be slow would be slow to make
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  browse::Filter filter;
  filter.contains = "k11999";
  page.show(filter);
  ASSERT_TRUE(settledDown());
  auto* warning = page.findChild<ScanWarning*>();
  ASSERT_TRUE(warning->isVisible());
  EXPECT_TRUE(warning->words().startsWith(QStringLiteral("This reads up to about 120")))
      << warning->words().toStdString();
  EXPECT_TRUE(warning->words().contains(QStringLiteral("INDEX")));
  test::takePictures(page, QStringLiteral("keys-scan"));
  QTest::mouseClick(named<QPushButton>(page, QStringLiteral("Run the query anyway")), Qt::LeftButton);
  ASSERT_TRUE(settledDown());
  EXPECT_FALSE(warning->isVisible());
  EXPECT_EQ(rows(page), 11);
}

TEST_F(KeysTest, CountingIsAskedForAndStopsAtTenThousand) {
  seedMany(12'000);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  QTest::mouseClick(named<QPushButton>(page, QStringLiteral("Count the keys that match")), Qt::LeftButton);
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(
      test::allTextOf(page).contains(widgets::number(10'000) + QStringLiteral(" or more keys match")));
}

TEST_F(KeysTest, EnterOpensTheCase) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  std::optional<key::Identity> opened;
  QObject::connect(&page, &KeysPage::caseRequested, &page, [&](const key::Identity& id) { opened = id; });
  auto* table = page.findChild<widgets::TableView*>();
  QTest::keyClick(table, Qt::Key_Return);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->key, "pay_live_1");
}

TEST_F(KeysTest, AMomentIsSeenAsAWhole) {
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.resize(1070, 600);
  page.show();
  page.show(
      browse::Filter{.from = *parse_iso("2026-11-21T02:03:04Z"), .to = *parse_iso("2026-11-21T03:03:04Z")});
  test::settleLayout();
  for (const auto* field : page.findChildren<QLineEdit*>()) {
    if (!field->accessibleName().startsWith(QStringLiteral("Created"))) continue;
    EXPECT_GE(field->width() - 12, field->fontMetrics().horizontalAdvance(field->text()))
        << field->text().toStdString();
  }
}

// Typed into the list and entered, it opened the first row's case.
TEST_F(KeysTest, WhatIsTypedIntoTheListIsSearchedFor) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  int opened = 0;
  QObject::connect(&page, &KeysPage::caseRequested, &page, [&] { ++opened; });
  page.activateWindow();
  page.findChild<widgets::TableView*>()->setFocus();
  for (const char letter : std::string("pay_live_1")) QTest::keyClick(QApplication::focusWidget(), letter);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_EQ(opened, 0);
  EXPECT_EQ(page.place().value(QStringLiteral("key")), "pay_live_1");
}

TEST_F(KeysTest, WhyComparesTheBodyTypedOrFromAFile) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "locked_until, owner) VALUES ('acme', 'refund', 'why-1', 'in_progress', nextval('onceover.fence'), "
      "'raw-sha256', sha256('body'), now() + interval '1 minute', 'r-1'), ('globex', 'refund', 'why-1', "
      "'in_progress', nextval('onceover.fence'), 'raw-sha256', sha256('body'), now() - interval '1 minute', "
      "'r-2')");
  ASSERT_TRUE(connectSession());
  WhyPanel panel(session);
  panel.show();
  auto* field = named<QLineEdit>(panel, QStringLiteral("Key to explain"));
  auto* body = panel.findChild<widgets::BodyEdit*>();
  const auto asked = [&](const char* pasted) {
    field->clear();
    QTest::keyClicks(field, QString::fromLatin1(pasted));
    QTest::keyClick(field, Qt::Key_Return);
    return settledDown();
  };
  ASSERT_TRUE(asked("Idempotency-Key: why-1"));
  EXPECT_TRUE(test::allTextOf(panel).contains(QStringLiteral("Not compared")));
  EXPECT_TRUE(named<QComboBox>(panel, QStringLiteral("Operation and tenant"))->isVisible())
      << "two tenants use the key";
  body->setPlainText(QStringLiteral("body"));
  ASSERT_TRUE(asked("why-1"));
  EXPECT_TRUE(test::allTextOf(panel).contains(QStringLiteral("The same as the first request's")));
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("other.json")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("another");
  file.close();
  body->takeFile(file.fileName());
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(test::allTextOf(panel).contains(QStringLiteral("CONFLICT.idempotency.payload_mismatch")));
  EXPECT_TRUE(test::allTextOf(panel).contains(QStringLiteral("Different from the first request's")));
  ASSERT_TRUE(asked("never-sent"));
  EXPECT_TRUE(test::allTextOf(panel).contains(QStringLiteral("There is no row")));
}

// Its button takes the focus from the table.
TEST_F(KeysTest, WhyIsAskedOfTheSelectedRow) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.resize(1280, 800);
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* table = page.findChild<widgets::TableView*>();
  table->selectRow(3);
  const QString key = keyAt(page, 3);
  QPushButton* asks = nullptr;
  for (auto* each : page.findChildren<QPushButton*>()) {
    if (each->text().startsWith(QStringLiteral("Why 409?"))) asks = each;
  }
  ASSERT_NE(asks, nullptr);
  asks->setFocus();
  QTest::mouseClick(asks, Qt::LeftButton);
  ASSERT_TRUE(settledDown());
  auto* field = named<QLineEdit>(*page.findChild<WhyPanel*>(), QStringLiteral("Key to explain"));
  EXPECT_EQ(field->text(), key);
  EXPECT_EQ(field->selectedText(), key) << "another key can be pasted over it";
  test::settleLayout();
  test::takePictures(page, QStringLiteral("keys-why-selected"));
}

// A chip that was left on, and the key on the phone.
TEST_F(KeysTest, AnExactKeyIsFoundOutsideTheFiltersAndWhyOpensFromThere) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.resize(1280, 800);
  page.show();
  page.show(browse::Filter{.tenant = "no such tenant", .states = {key::State::failed}});
  ASSERT_TRUE(settledDown());
  ASSERT_EQ(rows(page), 0);
  ASSERT_TRUE(searched(page, QStringLiteral("pay_live_6")));
  ASSERT_EQ(rows(page), 1) << test::allTextOf(page).toStdString();
  EXPECT_EQ(keyAt(page, 0), QStringLiteral("pay_live_6"));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("Found outside your filters")));
  EXPECT_FALSE(test::allTextOf(page).contains(QStringLiteral("No key matches.")));
  test::takePictures(page, QStringLiteral("keys-outside"));
  auto* banner = page.findChild<widgets::Banner*>();
  ASSERT_NE(banner, nullptr);
  QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("409 CONFLICT.idempotency.in_progress")));
  // Within the filter nothing is said; the refresh of live mode says the same as the search did.
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(banner->isVisible());
  page.show(browse::Filter{.states = {key::State::in_progress}, .key = "pay_live_6"});
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 1);
  EXPECT_FALSE(banner->isVisible());
}

TEST_F(KeysTest, OnlyAKeyLookedForInTheWholeTableIsSaidToHaveNoRow) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  page.show(browse::Filter{.states = {key::State::failed}, .key = "never sent"});
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(
      test::allTextOf(page).contains(QStringLiteral("There is no row: the key is new, or it was reaped.")));
  EXPECT_TRUE(test::allTextOf(page).contains(
      QStringLiteral("No key begins with it either. For a whole key this means:")));
  page.show(browse::Filter{.states = {key::State::failed}, .key = "pay_live"});
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 6) << "a filter hides none of those that begin with it";
  EXPECT_FALSE(test::allTextOf(page).contains(QStringLiteral("There is no row")));
  page.show(browse::Filter{.operation = "no such operation", .key = "pay", .prefix = true});
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No key matches.")));
  EXPECT_FALSE(test::allTextOf(page).contains(QStringLiteral("There is no row")))
      << "a filter proves nothing about a key";
}

TEST_F(KeysTest, OfTwoRowsWithOneKeyTheOneOutsideTheFiltersIsShownToo) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "locked_until, owner) SELECT t, 'refund', 'twice', 'in_progress', nextval('onceover.fence'), "
      "'raw-sha256', sha256('b'), now() + interval '1 minute', 'r' FROM unnest(ARRAY['acme', 'globex']) t");
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  page.show(browse::Filter{.tenant = "acme", .key = "twice"});
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows(page), 2);
  EXPECT_TRUE(
      test::allTextOf(page).contains(QStringLiteral("1 of these 2 rows were found outside your filters")))
      << test::allTextOf(page).toStdString();
}

TEST_F(KeysTest, AMissingStoreSaysWhatToDo) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("oncectl schema install")));
}

TEST_F(KeysTest, APlanIsAskedForOfWhatTheFilterFound) {
  seedMany(3);
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.show();
  page.activateWindow();
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(searched(page, QStringLiteral("k2")));
  QList<browse::Filter> asked;
  QObject::connect(&page, &KeysPage::planRequested, &page,
                   [&](const browse::Filter& filter) { asked.append(filter); });
  // Typed and not searched yet: not what is on the screen.
  named<QLineEdit>(page, QStringLiteral("Key"))->setText(QStringLiteral("k3"));
  QTest::mouseClick(named<QPushButton>(page, QStringLiteral("Plan for the filtered rows")), Qt::LeftButton);
  page.findChild<widgets::TableView*>()->setFocus();
  QTest::keyClick(page.findChild<widgets::TableView*>(), Qt::Key_N, Qt::ControlModifier);
  ASSERT_EQ(asked.size(), 2);
  EXPECT_EQ(asked[0].key, "k2");
  EXPECT_EQ(asked[1].key, "k2");
}

TEST_F(KeysTest, WithoutAPlaceToKeepThemNoPlanIsOffered) {
  raw.exec("DELETE FROM onceover.schema_version");
  raw.exec("CREATE TABLE t (id text PRIMARY KEY)");
  ASSERT_TRUE(connectSession());
  auto table = std::make_shared<tables::Profile>();
  table->name = table->table = "t";
  table->schema = "public";
  table->identity = {"id"};
  table->key = "id";
  table->states.otherwise = tables::StateRule{{}, key::State::succeeded, "done"};
  session.useProfile(table);
  KeysPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  EXPECT_FALSE(named<QPushButton>(page, QStringLiteral("Plan for the filtered rows"))->isVisible());
}

}  // namespace
}  // namespace onceover::keys
