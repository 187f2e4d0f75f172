// SPDX-License-Identifier: GPL-3.0-or-later
// Search everywhere: `/` and Ctrl+K take a key on any page; back and forward; counts beside the names.
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <algorithm>

#include "core/plan/plan.h"
#include "tests/support/console_page.h"
#include "tests/support/incident.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/cases/elsewhere_card.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/memory.h"
#include "ui/shell/nav_rail.h"
#include "ui/widgets/card.h"
#include "ui/widgets/table.h"

namespace onceover::shell {
namespace {

class SearchTest : public WindowTest {
 protected:
  void connectToIncident() {
    {
      test::RawConnection raw(database.conninfo());
      test::seedIncident(raw);
    }
    connectNow(profile(database.conninfo()));
    ASSERT_TRUE(settle());
  }
  bool settle() {
    return test::spinUntil([this] { return session.isReady() && !session.isBusy(); });
  }
  CommandPalette& palette() { return *window.findChild<CommandPalette*>(); }
  // Types into the palette; waits for a line that begins so.
  bool finds(const QString& text, const QString& line) {
    QTest::keyClicks(QApplication::focusWidget(), text);
    return test::spinUntil([&] {
      const QStringList shown = listed();
      return std::any_of(shown.begin(), shown.end(),
                         [&line](const QString& one) { return one.startsWith(line); });
    });
  }
  void choose(const QString& line) {
    auto* list = palette().findChild<QListWidget*>();
    while (!list->currentItem()->text().startsWith(line)) press(Qt::Key_Down);
    press(Qt::Key_Return);
  }
  QString shownPage() { return window.pageId(window.currentPage()); }
  widgets::Page* current() { return window.page(window.currentPage()); }
};

TEST_F(SearchTest, OnEveryPageASlashAndAKeyAreEnough) {
  connectToIncident();
  const key::Identity id{"globex", "PUT /payouts", "payout_2026_11_1"};
  for (int i = 0; i < window.pageCount(); ++i) {
    window.showPage(i);
    if (window.currentPage() != i) continue;
    SCOPED_TRACE(window.pageId(i).toStdString());
    ASSERT_TRUE(settle());
    press(Qt::Key_Slash);
    ASSERT_TRUE(palette().isVisible());
    ASSERT_TRUE(finds(QStringLiteral("payout_2026_11_1"),
                      QStringLiteral("payout_2026_11_1 · globex · PUT /payouts")));
    press(Qt::Key_Return);
    EXPECT_EQ(shownPage(), QStringLiteral("case"));
    EXPECT_EQ(current()->place(), widgets::placeOf(id));
    ASSERT_TRUE(settle());
  }
}

// Two charges in our own table and a refund in another one: one search, one sentence.
TEST_F(SearchTest, AnOrderIsFoundInEveryTableAndItsChargesAreCounted) {
  connectToIncident();
  test::RawConnection raw(database.conninfo());
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "response_code, response_version, response_body, completed_at, expires_at, customer, amount, currency, "
      "reference) SELECT 'acme', 'POST /payments', 'twice_' || i, 'succeeded', i, 'raw-sha256', sha256('b'), "
      "201, 1, 'x', now(), now() + interval '1 day', 'Ms. Example', 125.00, 'EUR', '4711' FROM "
      "generate_series(1, 2) i;"
      "CREATE TABLE refunds (id text PRIMARY KEY, order_no bigint, at timestamptz NOT NULL DEFAULT now(), "
      "done boolean NOT NULL);"
      "INSERT INTO refunds VALUES ('r-1', 4711, now(), true), ('r-2', 4712, now(), true)");
  tables::Profile refunds{
      .name = "refunds",
      .schema = "public",
      .table = "refunds",
      .identity = {"id"},
      .key = "id",
      .states = {.column = "done",
                 .rules = {{.when = {{.column = "done", .is = tables::Condition::Is::yes}},
                            .state = key::State::succeeded,
                            .word = "done"}}},
      .created_at = {.column = "at"},
      .reference = {.column = "order_no"}};
  session.useProfile(std::make_shared<const tables::Profile>(refunds));
  session.useProfile(bridge::ownProfile());
  ASSERT_TRUE(settle());
  press(Qt::Key_Slash);
  ASSERT_TRUE(finds(QStringLiteral("4711"),
                    QStringLiteral("Charged twice? order 4711: 2 charges (250.00 EUR), 1 refund")))
      << listed().join(u'\n').toStdString();
  const QString all = listed().join(u'\n');
  for (const char* row : {"twice_1 · acme · POST /payments", "twice_2 · acme", "r-1"})
    EXPECT_TRUE(all.contains(QString::fromUtf8(row))) << all.toStdString();
  EXPECT_FALSE(all.contains(QStringLiteral("r-2")));
  test::takePictures(window, QStringLiteral("search-order"));
  // A row of another table is opened in that table.
  choose(QStringLiteral("r-1"));
  EXPECT_EQ(session.profile().table, "refunds");
  EXPECT_EQ(shownPage(), QStringLiteral("case"));
  ASSERT_TRUE(settle());
  // The sentence leads to the rows behind it. No gateway is known here, and it says so instead of that
  // nothing was charged.
  press(Qt::Key_Slash);
  ASSERT_TRUE(finds(QStringLiteral("POST /payments order=4711 failed"), QStringLiteral("Charged twice?")));
  choose(QStringLiteral("Charged twice?"));
  auto* dialog = window.findChild<cases::OrderDialog*>();
  ASSERT_NE(dialog, nullptr);
  ASSERT_TRUE(settle());
  const QString said = test::allTextOf(*dialog);
  EXPECT_TRUE(said.contains(QStringLiteral("order 4711: 2 charges (250.00 EUR), 1 refund")))
      << said.toStdString();
  EXPECT_TRUE(said.contains(QStringLiteral("the gateway was not asked"))) << said.toStdString();
  EXPECT_TRUE(said.contains(QStringLiteral("No gateway is configured"))) << said.toStdString();
  EXPECT_EQ(test::namelessControls(*dialog), QStringList());
  test::takePictures(*dialog, QStringLiteral("charged-twice"));
  dialog->close();
}

TEST_F(SearchTest, ThePaletteFindsCasesPlansAndTables) {
  connectToIncident();
  test::RawConnection raw(database.conninfo());
  raw.exec("CREATE TABLE seen (id text PRIMARY KEY)");
  {
    auto made = pg::Connection::open({.conninfo = database.conninfo()});
    ASSERT_TRUE(made);
    plan::NewPlan wanted{.name = "INC-4711 refunds", .act = plan::Verb::extend, .reason = "restart"};
    wanted.options.lease = std::chrono::minutes(10);
    const auto created =
        plan::create(*made, tables::own(), wanted, browse::Filter{.stuck = true}, audit::this_actor("test"));
    ASSERT_TRUE(created) << created.error().sentence();
  }
  press(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(finds(QStringLiteral("inc-4711"), QStringLiteral("INC-4711 refunds")));
  choose(QStringLiteral("INC-4711 refunds"));
  EXPECT_EQ(shownPage(), QStringLiteral("plans"));
  ASSERT_TRUE(settle());
  EXPECT_EQ(current()->place().value(QStringLiteral("plan")), "INC-4711 refunds");

  press(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(finds(QStringLiteral("payout_2026_11"), QStringLiteral("payout_2026_11_2")))
      << "a part of the key of a case";
  choose(QStringLiteral("payout_2026_11_2"));
  EXPECT_EQ(shownPage(), QStringLiteral("case"));
  ASSERT_TRUE(settle());

  press(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(finds(QStringLiteral("onceover.inb"), QStringLiteral("onceover.inbox")));
  choose(QStringLiteral("onceover.inbox"));
  EXPECT_EQ(session.profile().table, "inbox");
  ASSERT_TRUE(settle());
}

// Enter right after pasting does not wait for what is found.
TEST_F(SearchTest, AKeyThatNobodyHasLeadsToThePageKeys) {
  connectToIncident();
  window.goTo(QStringLiteral("health"));
  ASSERT_TRUE(settle());
  press(Qt::Key_Slash);
  ASSERT_TRUE(finds(QStringLiteral("no-such-key"), QStringLiteral("Search the page Keys for “no-such-key”")));
  choose(QStringLiteral("Search the page Keys"));
  EXPECT_EQ(shownPage(), QStringLiteral("keys"));
  EXPECT_EQ(current()->place().value(QStringLiteral("key")), "no-such-key");
  ASSERT_TRUE(settle());
}

// What the page Keys finds of an order has the focus, and leads to the answer that the palette would have
// given.
TEST_F(SearchTest, EnterBeforeAnythingIsFoundLeadsToRowsAndFromThereToTheAnswer) {
  connectToIncident();
  test::RawConnection(database.conninfo())
      .exec(
          "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
          "response_code, response_version, response_body, completed_at, expires_at, customer, amount, "
          "currency, reference) SELECT t, 'POST /payments', 'twice_' || t, 'succeeded', 1, 'raw-sha256', "
          "sha256('b'), 201, 1, 'x', now(), now() + interval '1 day', 'Ms. Example', 125.00, 'EUR', '4711' "
          "FROM unnest(ARRAY['acme', 'initech']) t");
  window.goTo(QStringLiteral("health"));
  ASSERT_TRUE(settle());
  press(Qt::Key_Slash);
  ASSERT_TRUE(finds(QStringLiteral("4711"), QStringLiteral("Search the page Keys for “4711”")));
  choose(QStringLiteral("Search the page Keys"));
  ASSERT_EQ(shownPage(), QStringLiteral("keys"));
  ASSERT_TRUE(test::spinUntil(
      [this] { return !session.isBusy() && QApplication::focusWidget() == current()->firstRows(); }));
  const auto banners = current()->findChildren<widgets::Banner*>();
  const auto shown = std::ranges::find_if(banners, [](const auto* banner) { return banner->isVisible(); });
  ASSERT_NE(shown, banners.end());
  auto* banner = *shown;
  ASSERT_TRUE(banner->text().contains(QStringLiteral("have it as their"))) << banner->text().toStdString();
  auto* answer = banner->findChild<QPushButton*>();
  EXPECT_EQ(answer->text(), QStringLiteral("Charged twice?"));
  QTest::mouseClick(answer, Qt::LeftButton);
  auto* dialog = window.findChild<cases::OrderDialog*>();
  ASSERT_NE(dialog, nullptr);
  ASSERT_TRUE(settle());
  const QString said = test::allTextOf(*dialog);
  EXPECT_TRUE(said.contains(QStringLiteral("order 4711 of 2 tenants (acme, initech): 2 charges")))
      << said.toStdString();
  const auto* rows = dialog->findChild<widgets::TableView*>()->model();
  QStringList titles;
  for (int column = 0; column < rows->columnCount(); ++column)
    titles.append(rows->headerData(column, Qt::Horizontal).toString());
  for (const char* title : {"Tenant", "Customer"})
    EXPECT_TRUE(titles.contains(QString::fromLatin1(title))) << title;
  dialog->close();
}

// What is found later does not slip under the finger.
TEST_F(SearchTest, WhatIsFoundLaterMovesNobodysChoice) {
  connectToIncident();
  press(Qt::Key_K, Qt::ControlModifier);
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("re"));
  press(Qt::Key_Down);
  const QString chosen = palette().findChild<QListWidget*>()->currentItem()->text();
  palette().setFound(palette().soughtText(),
                     {{QStringLiteral("found"), QStringLiteral("key"), QStringLiteral("keys"), [] {}}});
  EXPECT_EQ(palette().findChild<QListWidget*>()->currentItem()->text(), chosen);
  EXPECT_TRUE(listed().contains(QStringLiteral("found")));
  palette().setFound(QStringLiteral("of another text"), {{QStringLiteral("other"), {}, {}, [] {}}});
  EXPECT_FALSE(listed().contains(QStringLiteral("other")));
}

TEST_F(SearchTest, BackAndForwardLeadThroughPagesFiltersAndKeys) {
  connectToIncident();
  window.places().showRows({.stuck = true});
  ASSERT_TRUE(settle());
  window.places().showRows({.tenant = "acme"});
  ASSERT_TRUE(settle());
  window.openCase({"globex", "PUT /payouts", "payout_2026_11_1"});
  ASSERT_TRUE(settle());
  window.openCase({"globex", "PUT /payouts", "payout_2026_11_2"});
  ASSERT_TRUE(settle());
  const auto back = [this] { press(Qt::Key_Left, Qt::AltModifier); };
  const auto forward = [this] { press(Qt::Key_Right, Qt::AltModifier); };
  back();
  EXPECT_EQ(current()->place().value(QStringLiteral("key")), "payout_2026_11_1");
  back();
  EXPECT_EQ(shownPage(), QStringLiteral("keys"));
  EXPECT_EQ(current()->place().value(QStringLiteral("tenant")), "acme");
  back();
  EXPECT_EQ(current()->place(), (widgets::Place{{QStringLiteral("stuck"), "yes"}}));
  forward();
  EXPECT_EQ(current()->place().value(QStringLiteral("tenant")), "acme");
  forward();
  forward();
  EXPECT_EQ(current()->place().value(QStringLiteral("key")), "payout_2026_11_2");
  forward();  // there is nothing ahead
  EXPECT_EQ(shownPage(), QStringLiteral("case"));
  ASSERT_TRUE(settle());
}

TEST(History, ForgetsWhatWasAheadOfANewVisit) {
  History history;
  const auto at = [](const char* page) { return Visit{QString::fromLatin1(page), {}, nullptr}; };
  EXPECT_FALSE(history.canGoBack());
  history.visit(at("a"));
  history.visit(at("a"));
  EXPECT_FALSE(history.canGoBack()) << "the same place is no new one";
  history.visit(at("b"));
  history.visit(at("c"));
  EXPECT_EQ(history.back().page, QStringLiteral("b"));
  history.visit(at("d"));
  EXPECT_FALSE(history.canGoForward());
  EXPECT_EQ(history.back().page, QStringLiteral("b"));
  EXPECT_EQ(history.back().page, QStringLiteral("a"));
  EXPECT_FALSE(history.canGoBack());
}

TEST(NavCounts, WhatIsUnknownIsAQuestionMarkAndNeverAZero) {
  alerts::Observed observed;
  EXPECT_TRUE(navCounts(std::nullopt).isEmpty());
  EXPECT_TRUE(navCounts(observed).isEmpty()) << "a table without leases has no number of stuck ones";
  observed.stuck = alerts::Observed::Waiting{.n = 23};
  observed.needs_human = alerts::Observed::Waiting{.n = 0};
  observed.dead =
      alerts::Observed::Waiting{.n = 0, .known = unfinished::Known::unknown, .why = "It was not read."};
  observed.given_up = alerts::Observed::Waiting{.n = 4, .known = unfinished::Known::at_least};
  const auto counts = navCounts(observed);
  EXPECT_EQ(counts.value(QStringLiteral("leases")).text, QStringLiteral("23"));
  EXPECT_EQ(counts.value(QStringLiteral("queue")).text, QStringLiteral("0"));
  EXPECT_TRUE(counts.value(QStringLiteral("queue")).isCalm);
  EXPECT_EQ(counts.value(QStringLiteral("inbox")).text, QStringLiteral("?"));
  EXPECT_FALSE(counts.value(QStringLiteral("inbox")).isCalm);
  EXPECT_EQ(counts.value(QStringLiteral("outbox")).text, QStringLiteral("≥ 4"));
  observed.stuck = alerts::Observed::Waiting{.n = 0, .known = unfinished::Known::at_least};
  EXPECT_EQ(navCounts(observed).value(QStringLiteral("leases")).text, QStringLiteral("?"))
      << "at least none says nothing";
  observed.stuck = alerts::Observed::Waiting{.n = 2};
  observed.not_retried = alerts::Observed::Waiting{.n = 1};
  EXPECT_EQ(navCounts(observed).value(QStringLiteral("leases")).text, QStringLiteral("3"))
      << "the page lists both";
  observed.not_retried->known = unfinished::Known::unknown;
  observed.not_retried->n = 0;
  EXPECT_EQ(navCounts(observed).value(QStringLiteral("leases")).text, QStringLiteral("≥ 2"));
  observed.stuck->n = 0;
  EXPECT_EQ(navCounts(observed).value(QStringLiteral("leases")).text, QStringLiteral("?"));
}

TEST(NavCounts, RequestsForASecondApproverWaitForAPersonToo) {
  using Waiting = alerts::Observed::Waiting;
  const auto queue = [](const alerts::Observed& observed) {
    return navCounts(observed).value(QStringLiteral("queue"));
  };
  alerts::Observed observed;
  observed.needs_human = Waiting{.n = 0};
  observed.other_cases = Waiting{.n = 0};
  observed.approvals = Waiting{.n = 1};
  EXPECT_EQ(queue(observed).text, QStringLiteral("1"));
  EXPECT_TRUE(queue(observed).why.contains(QStringLiteral("1 request waits for a second approver")));
  EXPECT_FALSE(queue(observed).isCalm);
  observed.needs_human->n = 2;
  observed.other_cases->n = 1;
  EXPECT_EQ(queue(observed).text, QStringLiteral("4"));
  observed.approvals = Waiting{.known = unfinished::Known::unknown, .why = "This user may not read them."};
  EXPECT_EQ(queue(observed).text, QStringLiteral("≥ 3"));
  observed.needs_human.reset();  // of an external table
  observed.other_cases->n = 0;
  EXPECT_EQ(queue(observed).text, QStringLiteral("?"));
  EXPECT_FALSE(queue(observed).isCalm);
}

TEST(NavCounts, DeadLettersOfTheInboxAreCountedWhileKeysAreRead) {
  alerts::Observed observed;
  observed.inbox_dead = alerts::Observed::Waiting{.n = 3};
  EXPECT_EQ(navCounts(observed).value(QStringLiteral("inbox")).text, QStringLiteral("3"));
}

TEST(NavCounts, APlaceCountsWhatItsTabsCountTogether) {
  using Waiting = alerts::Observed::Waiting;
  const auto place = [](const alerts::Observed& observed, const char* id) {
    return navCounts(observed).value(QString::fromLatin1(id));
  };
  alerts::Observed observed;
  observed.inbox_dead = Waiting{.n = 3};
  EXPECT_EQ(place(observed, "events").text, QStringLiteral("3"));
  observed.given_up = Waiting{.n = 4};
  EXPECT_EQ(place(observed, "events").text, QStringLiteral("7"));
  observed.given_up = Waiting{.known = unfinished::Known::unknown, .why = "This user may not read it."};
  EXPECT_EQ(place(observed, "events").text, QStringLiteral("≥ 3"));
  EXPECT_TRUE(place(observed, "events").why.contains(QStringLiteral("may not read")));
  observed.inbox_dead->n = 0;
  EXPECT_EQ(place(observed, "events").text, QStringLiteral("?"))
      << "a zero is no zero beside what is unknown";
  EXPECT_TRUE(place(observed, "store").text.isEmpty()) << "nothing is counted there";
}

TEST_F(SearchTest, TheNavigationCountsWhatWaits) {
  connectToIncident();
  const auto shown = [this](const QString& page) {
    for (const auto* button : window.findChildren<NavButton*>()) {
      if (button->text() == page) return button->count().text;
    }
    return QString();
  };
  ASSERT_TRUE(test::spinUntil([&] { return !shown(QStringLiteral("Stuck")).isEmpty(); }));
  EXPECT_EQ(shown(QStringLiteral("Stuck")), QStringLiteral("23"));
  EXPECT_EQ(shown(QStringLiteral("Shift")), QStringLiteral("3"));
  EXPECT_EQ(shown(QStringLiteral("Keys")), QString());
}

// The calculator reads nothing, and so needs no connection.
TEST_F(WindowTest, TheCalculatorWorksBeforeAConnection) {
  EXPECT_EQ(session.state(), bridge::SessionState::disconnected);
  const auto actions = window.actions();
  for (QAction* action : actions) {
    if (action->text() == QStringLiteral("Audit")) {
      EXPECT_FALSE(action->isEnabled()) << "it has nothing to read";
    }
    if (action->text() == QStringLiteral("Calculator")) action->trigger();
  }
  ASSERT_GE(window.currentPage(), 0);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("calculator"));
  EXPECT_EQ(window.page(window.currentPage())->paneState(), widgets::StatePane::State::content);
  EXPECT_FALSE(window.page(window.currentPage())->isOffline());
  // And with a first connection that failed, which is no lost one.
  window.connectTo(profile("host=127.0.0.1 port=1"), {});
  ASSERT_TRUE(test::spinUntil([this] { return session.state() == bridge::SessionState::lost; }));
  EXPECT_FALSE(window.page(window.currentPage())->isOffline());
}

}  // namespace
}  // namespace onceover::shell
