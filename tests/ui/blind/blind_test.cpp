// SPDX-License-Identifier: GPL-3.0-or-later
// Each way in which a session may not see all of a table, with each page that shows a number or an absence. A
// page that is in neither list here has not been thought of. The command line has the same:
// integration/oncectl/blind_test.cpp.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/tables/toml.h"
#include "tests/support/blind_shop.h"
#include "tests/support/console_page.h"
#include "tests/support/ledger_toml.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/drift/drift_page.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/nav_rail.h"
#include "ui/tables/tables_page.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/table.h"

namespace onceover::shell {
namespace {

using test::Hides;

// No text of a page may say so where something is hidden.
const QRegularExpression allClear(
    QStringLiteral("\\b(Nothing|nothing|None|Never|No (key|job|event|row|lease|one|dead "
                   "letter|difference|effect)s?|There is no|agrees?)\\b|"
                   "(^|: |, |\\| )0( now)?($| \\|)"));
// Unless it says how far that is known, or speaks of what was done.
const QRegularExpression hedged(
    QStringLiteral("unknown|[Aa]t least|not all could|could not be made|wrote nothing|Asking writes "
                   "nothing|Nothing was (read|made)"));

struct Asks;

class BlindPageTest : public WindowTest {
 protected:
  BlindPageTest() {
    database.connect().exec(
        "CREATE SCHEMA ledger; CREATE TABLE ledger.effects (id bigint GENERATED ALWAYS AS IDENTITY, k text, "
        "amount numeric, at timestamptz)");
  }

 public:
  [[nodiscard]] bool idle() {
    return test::spinUntil(
        [this] { return !session.isBusy() && (current() == nullptr || current()->isSettled()); });
  }
  widgets::Page* current() { return window.page(window.currentPage()); }
  template <class W>
  W* on(const QString& name) {
    for (W* widget : window.findChildren<W*>()) {
      if (widget->accessibleName() == name && widget->isVisible()) return widget;
    }
    return nullptr;
  }
  // False: it is not offered.
  bool click(const QString& name) {
    const auto buttons = window.findChildren<QPushButton*>();
    const auto is = [&](QPushButton* one) {
      return one->isVisible() && (one->accessibleName() == name || one->text().remove(u'&') == name);
    };
    const auto found = std::ranges::find_if(buttons, is);
    auto* button = found == buttons.end() ? nullptr : *found;
    if (button == nullptr || !button->isEnabled()) return false;
    button->click();
    return true;
  }

 protected:
  QString gateway() {
    const QString path = folder.filePath(QStringLiteral("ledger.toml"));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(test::ledger_toml(database.name())));
    return path;
  }
  void connectAs(const std::string& conninfo) {
    auto to = profile(conninfo);
    to.gatewayConfig = gateway();
    connectNow(to);
  }
  // What a person or a screen reader reads there, each text by itself. A tone of "all is well" is a word,
  // too.
  static QStringList textsOf(const QWidget& in) {
    QStringList all;
    const auto add = [&all](const QString& text) {
      if (!text.trimmed().isEmpty()) all.append(text);
    };
    for (const auto* widget : in.findChildren<QWidget*>()) {
      if (!widget->isVisible()) continue;
      add(widget->accessibleDescription());
      if (const auto* badge = qobject_cast<const widgets::BadgeLabel*>(widget))
        add(badge->badge().word +
            (badge->badge().tone == widgets::Tone::ok ? QStringLiteral(": agrees") : QString()));
      if (const auto* label = qobject_cast<const QLabel*>(widget)) add(label->text());
      if (const auto* card = qobject_cast<const widgets::StatCard*>(widget)) add(card->accessibleName());
      if (const auto* button = qobject_cast<const QPushButton*>(widget)) add(button->text());
      const auto* view = qobject_cast<const QAbstractItemView*>(widget);
      if (view == nullptr || view->model() == nullptr) continue;
      for (int row = 0; row < view->model()->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < view->model()->columnCount(); ++column) {
          const QModelIndex cell = view->model()->index(row, column);
          const bool isGood = cell.data(widgets::BadgeRole).value<widgets::Badge>().tone == widgets::Tone::ok;
          cells.append(cell.data().toString() + (isGood ? QStringLiteral(": agrees") : QString()));
        }
        add(cells.join(QStringLiteral(" | ")));
      }
    }
    return all;
  }
  // The page, the dialog over it, and the count beside its name.
  QStringList texts() {
    test::settleLayout();
    QStringList all = textsOf(*current());
    for (const auto* dialog : window.findChildren<QDialog*>()) {
      if (dialog->isVisible() && !current()->isAncestorOf(dialog)) all += textsOf(*dialog);
    }
    const NavCount count =
        navCounts(window.alerts().watch().observed()).value(window.pageId(window.currentPage()));
    if (!count.why.isEmpty()) all.append(count.why);
    return all;
  }
  // beside: what the page shows of other things, a regular expression of whole texts.
  void expectNoAllClear(const QString& why, const char* beside) {
    const QStringList all = texts();
    const QRegularExpression reason(why),
        other(QRegularExpression::anchoredPattern(QString::fromLatin1(beside)));
    EXPECT_TRUE(all.join(u'\n').contains(reason)) << "it does not say why:\n"
                                                  << all.join(u'\n').toStdString();
    for (const QString& text : all) {
      if (text.contains(reason) || text.contains(hedged) || text.contains(other)) continue;
      EXPECT_FALSE(text.contains(allClear)) << text.toStdString();
    }
  }

  void takePicture(const QString& of) {
    test::takePictures(
        window, QStringLiteral("blind-") +
                    QString(of).replace(QRegularExpression(QStringLiteral("\\W+")), QStringLiteral("-")));
  }

  // Opens the page on that table, and asks. isAsked: whether the page offers to ask that.
  void open(const Asks& asks, const tables::Profile& profile, bool* isAsked = nullptr);

  QTemporaryDir folder;
};

// What is done on a page that was opened on a table without a row of that kind, and what that asks of the
// table.
struct Asks {
  const char* page;
  const char* name;
  std::set<Hides> of;
  // False: the page does not offer to ask that, and must say why.
  std::function<bool(BlindPageTest&, MainWindow&)> act = {};
  tables::Kind kind = tables::Kind::idempotency;
  const char* beside = "";
};

bool askForKey(BlindPageTest& test, MainWindow&) {
  auto* key = test.on<QLineEdit>(QStringLiteral("Key"));
  key->setText(QStringLiteral("none"));
  QTest::keyClick(key, Qt::Key_Return);
  return true;
}

bool askForLastHour(BlindPageTest& test, MainWindow&) {
  auto* range = test.on<QComboBox>(QStringLiteral("Created"));
  range->setCurrentText(QStringLiteral("Last hour"));
  emit range->activated(range->currentIndex());
  return true;
}

bool askForCase(BlindPageTest&, MainWindow& window) {
  key::Identity id;
  id.columns = {"1", "none"};
  window.openCase(id);
  return true;
}

bool checkPlan(BlindPageTest& test, MainWindow& window) {
  window.places().planRows({.stuck = true});
  auto* name = test.on<QLineEdit>(QStringLiteral("Name of the plan"));
  if (name == nullptr) return false;
  name->setText(QStringLiteral("p"));
  test.on<QLineEdit>(QStringLiteral("Reason (kept in the audit trail)"))->setText(QStringLiteral("r"));
  return test.click(QStringLiteral("Check"));
}

bool compare(BlindPageTest& test, MainWindow&) {
  auto* page = static_cast<drift::DriftPage*>(test.current());
  return test::nextSignal(page, &drift::DriftPage::compared,
                          [&] { test.click(QStringLiteral("Compare with the gateway")); });
}

bool openMapping(BlindPageTest& test, MainWindow& window) {
  window.places().openMapping(QStringLiteral("state"));
  return test.idle();
}

const std::vector<Asks> pages{
    {"keys", "all", {Hides::rows}},
    {"keys", "one key", {Hides::rows}, askForKey},
    {"keys",
     "failed",
     {Hides::rows, Hides::states},
     [](auto& test, auto&) { return test.click(QStringLiteral("Only failed")); }},
    {"keys",
     "stuck",
     {Hides::rows, Hides::states, Hides::times},
     [](auto& test, auto&) { return test.click(QStringLiteral("Only stuck")); }},
    {"keys", "of the last hour", {Hides::rows, Hides::times}, askForLastHour},
    {"leases", "all", {Hides::rows, Hides::states}},  // without a time of the lease it is not listed
    {"case", "one row", {Hides::rows}, askForCase},
    {"plans",
     "a new plan",
     {Hides::rows, Hides::states, Hides::times},
     checkPlan,
     tables::Kind::idempotency,
     "No plan has been made yet\\."},
    {"inbox", "all", {Hides::rows, Hides::states}, {}, tables::Kind::queue},
    {"metrics",
     "all",
     {Hides::rows, Hides::times},
     {},
     tables::Kind::idempotency,
     "(Nothing to show on \\d+ of these\\. .*|No table counts duplicate events: .*)"},
    {"health",
     "rows",
     {Hides::rows},
     {},
     tables::Kind::idempotency,
     "holds: agrees \\| (One key is one row|Committed data remains) \\| "},
    {"health",
     "states",
     {Hides::states},
     {},
     tables::Kind::idempotency,
     "holds: agrees \\| (One key is one row|Committed data remains|Clients make a key once and keep it) "
     "\\| "},
    {"tables",
     "the mapping",
     {Hides::rows, Hides::states},
     openMapping,
     tables::Kind::idempotency,
     "Verdict: .* \\| offered: agrees \\| .*"},
    {"drift",
     "a comparison",
     {Hides::rows, Hides::times},
     compare,
     tables::Kind::idempotency,
     "Nothing has been compared yet"},
};

void BlindPageTest::open(const Asks& asks, const tables::Profile& profile, bool* isAsked) {
  auto table = std::make_shared<tables::Profile>(profile);
  table->kind = asks.kind;
  session.useProfile(table);
  ASSERT_TRUE(idle());
  window.goTo(QString::fromLatin1(asks.page));
  ASSERT_TRUE(idle());
  ASSERT_EQ(window.pageId(window.currentPage()).toStdString(), asks.page);
  ASSERT_EQ(session.sharedProfile(), table) << "the page reads another table";
  const bool is = !asks.act || asks.act(*this, window);
  ASSERT_TRUE(idle());
  if (isAsked != nullptr) *isAsked = is;
}

// Why a page says nothing of the rows of a described table.
const std::map<std::string, std::string> ofNoRows{
    {"overview", "only keys of the onceover schema"},
    {"queue", "cases and requests of the onceover schema"},
    {"outbox", "events of the onceover schema"},
    {"audit", "the trail"},
    {"calculator", "calculates"},
    {"admin", "schema, stop switch and gateways"},
    {"bundle", "shows a file"},
    {"handover", "the note of oncectl handover, which is in the lists of integration/oncectl/blind_test.cpp"},
};

TEST(BlindPages, EachPageIsInOneOfTheLists) {
  std::set<std::string> known, registered;
  for (const auto& [id, why] : ofNoRows) known.insert(id);
  for (const Asks& asks : pages) known.insert(asks.page);
  for (const PageEntry& entry : pageEntries()) registered.insert(entry.id.toStdString());
  for (const std::string& id : registered)
    EXPECT_TRUE(known.contains(id)) << "what it shows of hidden rows is not tested: " << id;
  for (const std::string& id : known)
    EXPECT_TRUE(registered.contains(id)) << "the console has no such page: " << id;
}

class BlindSpotTest : public BlindPageTest, public testing::WithParamInterface<test::Blind> {
 protected:
  test::BlindShop shop{database};
};

TEST_P(BlindSpotTest, NoPageShowsThatThereIsNothingWhereItDoesNotKnow) {
  const test::Blind& spot = GetParam();
  shop.blind(spot.spot);
  connectAs(shop.conninfo());
  const auto parsed = tables::profiles_from_toml(shop.profile(), "test");
  ASSERT_TRUE(parsed) << parsed.error().sentence();
  for (const Asks& asks : pages) {
    if (!asks.of.contains(spot.hides)) continue;
    SCOPED_TRACE(std::string(spot.name) + " × " + asks.page + ", " + asks.name);
    bool isAsked = false;
    ASSERT_NO_FATAL_FAILURE(open(asks, parsed->front(), &isAsked));
    // What was not asked shows all rows.
    expectNoAllClear(QString::fromLatin1(spot.why), isAsked ? asks.beside : "No keys yet\\.");
    takePicture(QStringLiteral("%1 %2 %3")
                    .arg(QLatin1String(spot.name), QLatin1String(asks.page), QLatin1String(asks.name)));
    for (auto* dialog : window.findChildren<QDialog*>()) dialog->reject();
  }
}

const auto nameOfSpot = [](const auto& spot) {
  std::string name = spot.param.name;
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
  return name;
};
INSTANTIATE_TEST_SUITE_P(Console, BlindSpotTest, testing::ValuesIn(test::blind_spots()), nameOfSpot);

// Of pages that show a number: the number, where row-level security shows some of the rows.
const std::map<std::string, const char*> lowerBounds{
    {"keys", "of at least 2\\. Row-level security hides rows"},
    {"leases", "At least 1 stuck key"},
    {"plans", "at least 1 row\\."},
    {"inbox", "Lag: at least 20 min"},
    {"tables", "at least 1$"},
    {"drift", "Not all rows are known"},
};

TEST_F(BlindPageTest, NumbersAreLowerBoundsWhereRowsAreHidden) {
  test::BlindShop shop{database};
  shop.blind(test::Spot::row_level_security);
  database.connect().exec(
      "INSERT INTO shop.requests (merchant, request, phase, until) VALUES (1, 'seen', 'RUNNING', now() - "
      "interval '10 min'), (1, 'hidden', 'RUNNING', now() - interval '10 min'), (1, 'seen too', 'ERROR', "
      "NULL); CREATE POLICY seen ON shop.requests USING (request LIKE 'seen%')");
  connectAs(shop.conninfo());
  const auto parsed = tables::profiles_from_toml(shop.profile(), "test");
  ASSERT_TRUE(parsed) << parsed.error().sentence();
  std::set<std::string> done;
  for (const Asks& asks : pages) {
    const auto bound = lowerBounds.find(asks.page);
    if (bound == lowerBounds.end() || !done.insert(asks.page).second) continue;
    SCOPED_TRACE(std::string(asks.page) + ", " + asks.name);
    ASSERT_NO_FATAL_FAILURE(open(asks, parsed->front()));
    const QString all = texts().join(u'\n');
    const QRegularExpression words(QString::fromLatin1(bound->second), QRegularExpression::MultilineOption);
    EXPECT_TRUE(all.contains(words)) << all.toStdString();
    for (auto* dialog : window.findChildren<QDialog*>()) dialog->reject();
  }
}

// The same for tables of the onceover schema: those that a page reads.
struct OwnAsks {
  const char* page;
  std::vector<const char*> tables;
  const char* beside = "";
  bool hasKey = false;  // one that is finished: without any the page shows no numbers
};
const std::vector<OwnAsks> ownPages{
    {"overview", {"keys", "unfinished", "cases"}},
    {"keys", {"keys"}},
    {"leases", {"keys", "unfinished"}},
    {"queue", {"cases", "row_cases", "approvals"}},
    {"plans", {"plans"}},
    {"inbox", {"inbox"}},
    {"outbox", {"outbox", "relays"}},
    {"audit", {"audit"}},
    {"health", {"keys"}, "holds: agrees \\| (?!A dead|A replay|Clients|Retention).*"},
    // Last: a standby keeps its key.
    {"overview",
     {"approvals", "counter_series", "inbox", "relays", "outbox_parked"},
     "(?!Need|Unpublished|Age|Parked|Dead|Events).*",
     true},
};

class OwnBlindTest : public BlindPageTest, public testing::WithParamInterface<test::OwnBlind> {};

TEST_P(OwnBlindTest, NoPageShowsThatThereIsNothingInTheOnceoverSchemaWhereItDoesNotKnow) {
  test::BlindReader reader(database);
  const test::OwnBlind& spot = GetParam();
  const bool hidesAll = spot.spot == test::OwnSpot::standby;
  if (hidesAll) reader.fall_behind();
  for (const OwnAsks& asks : ownPages) {
    if (asks.hasKey) {
      database.connect().exec(
          "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
          "response_code, response_version, response_body, completed_at, expires_at) VALUES ('acme', 'pay', "
          "'done', 'succeeded', nextval('onceover.fence'), 'raw-sha256', sha256('b'), 201, 1, 'b', now(), "
          "now() + interval '1 day')");
      if (hidesAll) reader.fall_behind();
    }
    for (const char* table : asks.tables) {
      // Without the right to the list of unfinished keys, onceover.keys is read instead.
      if (spot.spot == test::OwnSpot::no_right && table == std::string("unfinished")) continue;
      if (hidesAll && table != asks.tables.front()) continue;
      SCOPED_TRACE(std::string(spot.name) + " × " + asks.page +
                   (hidesAll ? std::string() : std::string(" × onceover.") + table));
      if (!hidesAll) reader.blind(spot.spot, table);
      connectAs(reader.conninfo());
      session.useProfile(bridge::ownProfile());
      ASSERT_TRUE(idle());
      window.goTo(QString::fromLatin1(asks.page));
      ASSERT_TRUE(idle());
      ASSERT_EQ(window.pageId(window.currentPage()).toStdString(), asks.page);
      expectNoAllClear(QString::fromLatin1(spot.why), hidesAll && asks.hasKey ? "" : asks.beside);
      takePicture(QStringLiteral("own %1 %2 %3")
                      .arg(QLatin1String(spot.name), QLatin1String(asks.page), QLatin1String(table)));
    }
    if (asks.hasKey) database.connect().tamper("DELETE FROM onceover.keys");
  }
  session.disconnectFromServer();
}

INSTANTIATE_TEST_SUITE_P(Console, OwnBlindTest, testing::ValuesIn(test::own_blind_spots()), nameOfSpot);

}  // namespace
}  // namespace onceover::shell
