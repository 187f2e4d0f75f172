// SPDX-License-Identifier: GPL-3.0-or-later
// Both ledgers are real: keys in the store, effects in a table that the gateway is.
#include "ui/drift/drift_page.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "core/key/identity.h"
#include "core/tables/profile.h"
#include "tests/support/console_page.h"
#include "tests/support/file_dialog.h"
#include "tests/support/ledger_toml.h"
#include "ui/drift/drift_run.h"
#include "ui/widgets/table.h"

namespace onceover::drift {
namespace {

class DriftPageTest : public test::ConsolePageTest {
 protected:
  QTemporaryDir folder;
  std::unique_ptr<DriftPage> page;

  void SetUp() override {
    ConsolePageTest::SetUp();
    raw.exec(
        "CREATE SCHEMA ledger; CREATE TABLE ledger.effects (id bigint GENERATED ALWAYS AS IDENTITY, k text, "
        "amount numeric, at timestamptz)");
  }
  void TearDown() override { page.reset(); }

  static std::string sent(const std::string& key) {
    return key::downstream_key({"acme", "pay", key}, "charge");
  }
  void row(const std::string& key, const std::string& state = "succeeded",
           const std::string& age = "2 hours") {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "amount, currency, response_code, response_version, response_body, created_at, completed_at, "
        "expires_at) VALUES ('acme', 'pay', $1, $2, nextval('onceover.fence'), 'raw-sha256', sha256('body'), "
        "12.50, 'EUR', 201, 1, 'done', now() - $3::interval, now() - $3::interval + interval '1 second', "
        "now() + interval '30 days')",
        {key, state, age});
  }
  void happened(const std::string& sentKey, const std::string& amount = "12.50",
                const std::string& age = "2 hours") {
    raw.exec(
        "INSERT INTO ledger.effects (k, amount, at) VALUES ($1, $2, now() - $3::interval + interval '1 "
        "second')",
        {sentKey, amount, age});
  }
  void good(const std::string& key) {
    row(key);
    happened(sent(key));
  }
  // One of each.
  void drifted() {
    for (int i = 0; i < 30; ++i) good("good-" + std::to_string(i));
    row("<b>lost</b>");
    row("paid-and-failed", "failed");
    happened(sent("paid-and-failed"));
    good("twice");
    happened(sent("twice"));
    row("other-amount");
    happened(sent("other-amount"), "12.51");
    happened("a-stranger's-key");
  }
  QString gateway() {
    const QString path = folder.filePath(QStringLiteral("ledger.toml"));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(
        test::ledger_toml(database.name(), "[limits]\ntimeout_ms = 60000\nlock_timeout_ms = 60000\n")));
    return path;
  }
  [[nodiscard]] bool opened(const QString& config) {
    if (!connectSession(config)) return false;
    page = std::make_unique<DriftPage>(session);
    page->resize(1280, 800);
    page->show();
    page->refresh();
    return page->isSettled();
  }
  template <class W>
  W* named(const QString& name) {
    for (W* widget : page->findChildren<W*>()) {
      if (widget->accessibleName() == name && widget->isVisibleTo(page.get())) return widget;
    }
    return nullptr;
  }
  QPushButton* compareButton() { return named<QPushButton>(QStringLiteral("Compare with the gateway")); }
  QPushButton* cancelButton() { return named<QPushButton>(QStringLiteral("Cancel the comparison")); }
  widgets::TableView* table() { return page->findChildren<widgets::TableView*>().back(); }
  [[nodiscard]] bool compare() {
    return test::nextSignal(page.get(), &DriftPage::compared,
                            [this] { QTest::mouseClick(compareButton(), Qt::LeftButton); });
  }
  int rowOf(Kind kind) {
    const auto* model = page->findChild<FindingsModel*>();
    for (int i = 0; i < model->rowCount(); ++i) {
      if (model->at(i).kind == kind) return i;
    }
    return -1;
  }
  QString text() { return test::allTextOf(*page); }
  QString label(const QString& name) {
    const auto* found = named<QLabel>(name);
    return found == nullptr ? QString() : found->text();
  }
  std::string everything() {
    std::string all;
    for (const char* each : {"keys", "cases", "audit"})
      all += raw.scalar(std::string("SELECT count(*) || md5(coalesce(string_agg(t::text || t.xmin::text, '|' "
                                    "ORDER BY t::text), '')) FROM onceover.") +
                        each + " t");
    return all;
  }
};

TEST_F(DriftPageTest, WithoutAGatewayItSaysWhatWouldBeHereAndHowToGetIt) {
  ASSERT_TRUE(opened({}));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(text().contains(QStringLiteral("No gateway is configured")));
  EXPECT_TRUE(text().contains(QStringLiteral("for the connection")));
  EXPECT_FALSE(compareButton()->isEnabled());
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("drift-no-gateway"));
  // One can be chosen for this comparison alone.
  good("good");
  auto* path = named<QLineEdit>(QStringLiteral("Gateway's configuration"));
  path->setFocus();
  QTest::keyClicks(path, gateway());
  ASSERT_TRUE(compareButton()->isEnabled());
  ASSERT_TRUE(compare());
  EXPECT_TRUE(label(QStringLiteral("Result")).contains(QStringLiteral("Our keys and the gateway agree")));
}

TEST_F(DriftPageTest, WhatDisagreesIsCountedAndListedAndNothingIsWritten) {
  drifted();
  const std::string before = everything();
  ASSERT_TRUE(opened(gateway()));
  EXPECT_TRUE(text().contains(QStringLiteral("Nothing has been compared yet")));
  EXPECT_TRUE(text().contains(QStringLiteral("It only reads")));
  test::takePictures(*page, QStringLiteral("drift-empty"));
  ASSERT_TRUE(compare());
  ASSERT_EQ(page->paneState(), widgets::StatePane::State::content);
  ASSERT_TRUE(page->report());
  EXPECT_EQ(page->report()->asked, 34);
  EXPECT_TRUE(label(QStringLiteral("Result")).startsWith(QStringLiteral("5 differences.")))
      << text().toStdString();
  for (const Kind kind : all_kinds) EXPECT_GE(rowOf(kind), 0) << word(kind);
  const int lost = rowOf(Kind::succeeded_without_effect);
  const auto* model = table()->model();
  EXPECT_EQ(model->index(lost, FindingsModel::kind).data().toString(),
            QStringLiteral("succeeded without effect"));
  EXPECT_EQ(model->index(lost, FindingsModel::key).data().toString(), QStringLiteral("<b>lost</b>"));
  EXPECT_EQ(model->index(lost, FindingsModel::here).data().toString(), QStringLiteral("succeeded 12.50 EUR"));
  EXPECT_EQ(model->index(lost, FindingsModel::there).data().toString(), QStringLiteral("no such key"));
  for (const QLabel* each : page->findChildren<QLabel*>()) EXPECT_EQ(each->textFormat(), Qt::PlainText);
  EXPECT_EQ(everything(), before);
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("onceover"))) << page->shownSql().toStdString();
  EXPECT_TRUE(page->asOf());
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("drift"));
  test::takePictures(*page, QStringLiteral("drift-125"), {844, 560});
}

TEST_F(DriftPageTest, EnterLeadsToTheKeyAndSaysWhereThereIsNone) {
  drifted();
  ASSERT_TRUE(opened(gateway()));
  ASSERT_TRUE(compare());
  QSignalSpy cases(page.get(), &widgets::Page::caseRequested);
  table()->setFocus();
  table()->selectRow(rowOf(Kind::effect_without_succeeded));
  QTest::keyClick(table(), Qt::Key_Return);
  ASSERT_EQ(cases.count(), 1);
  EXPECT_EQ(cases[0][0].value<key::Identity>(), (key::Identity{"acme", "pay", "paid-and-failed"}));
  table()->selectRow(rowOf(Kind::effect_without_key));
  QTest::keyClick(table(), Qt::Key_Return);
  EXPECT_EQ(cases.count(), 1);
  EXPECT_TRUE(label(QStringLiteral("What is listed")).contains(QStringLiteral("No row here has this key")));
}

TEST_F(DriftPageTest, ACountListsItsFindingsAlone) {
  drifted();
  ASSERT_TRUE(opened(gateway()));
  ASSERT_TRUE(compare());
  auto* twice = named<QPushButton>(QStringLiteral("TWO EFFECTS: 1"));
  ASSERT_NE(twice, nullptr);
  EXPECT_EQ(table()->model()->rowCount(), 5);
  QTest::mouseClick(twice, Qt::LeftButton);
  ASSERT_EQ(table()->model()->rowCount(), 1);
  test::takePictures(*page, QStringLiteral("drift-one-kind"));
  EXPECT_EQ(table()->model()->index(0, FindingsModel::key).data().toString(), QStringLiteral("twice"));
  QTest::mouseClick(twice, Qt::LeftButton);
  EXPECT_EQ(table()->model()->rowCount(), 5);
}

TEST_F(DriftPageTest, ASampleAsksAboutSoManyAndAnOperationAboutItsOwn) {
  for (int i = 0; i < 20; ++i) good("k" + std::to_string(i));
  ASSERT_TRUE(opened(gateway()));
  auto* which = named<QComboBox>(QStringLiteral("Keys to ask about"));
  which->setFocus();
  QTest::keyClick(which, Qt::Key_Down);
  auto* size = named<QSpinBox>(QStringLiteral("Size of the sample"));
  ASSERT_NE(size, nullptr);
  size->setFocus();
  size->selectAll();
  QTest::keyClicks(size, QStringLiteral("5"));
  ASSERT_TRUE(compare());
  EXPECT_EQ(page->report()->finished, 20);
  EXPECT_EQ(page->report()->asked, 5);
  auto* operation = named<QLineEdit>(QStringLiteral("Operation, exactly"));
  operation->setFocus();
  QTest::keyClicks(operation, QStringLiteral("refund"));
  ASSERT_TRUE(test::nextSignal(page.get(), &DriftPage::compared,
                               [&] { QTest::keyClick(operation, Qt::Key_Return); }));
  EXPECT_EQ(page->report()->rows, 0);
  EXPECT_EQ(page->report()->counts.at(Kind::effect_without_key), 20) << "of another operation than is read";
}

TEST_F(DriftPageTest, TheTimeIsTheDatabasesAndMayBeGiven) {
  good("young");
  row("old", "succeeded", "3 days");
  ASSERT_TRUE(opened(gateway()));
  ASSERT_TRUE(compare());
  EXPECT_EQ(page->report()->rows, 1);
  auto* time = named<QComboBox>(QStringLiteral("Time"));
  time->setFocus();
  QTest::keyClick(time, Qt::Key_Down);
  ASSERT_TRUE(compare());
  EXPECT_EQ(page->report()->rows, 2);
  EXPECT_EQ(page->report()->counts.at(Kind::succeeded_without_effect), 1);
  QTest::keyClick(time, Qt::Key_End);
  auto* from = named<QDateTimeEdit>(QStringLiteral("From, UTC"));
  auto* to = named<QDateTimeEdit>(QStringLiteral("To, UTC"));
  ASSERT_TRUE(from != nullptr && to != nullptr);
  const QDateTime now = to->dateTime();
  from->setDateTime(now.addSecs(3600));
  EXPECT_FALSE(compareButton()->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("The end of the time range must be after its start")));
  from->setDateTime(now.addDays(-4));
  to->setDateTime(now.addDays(-2));
  test::takePictures(*page, QStringLiteral("drift-between"));
  ASSERT_TRUE(compare());
  EXPECT_EQ(page->report()->rows, 1);
}

TEST_F(DriftPageTest, ItRunsInTheBackgroundShowsHowFarItIsAndEndsWithAReportOfWhatWasCompared) {
  for (int i = 0; i < 40; ++i) good("k" + std::to_string(i));
  ASSERT_TRUE(opened(gateway()));
  auto ledger = database.connect();
  ledger.exec("BEGIN; LOCK TABLE ledger.effects");
  EXPECT_EQ(cancelButton(), nullptr);
  QTest::mouseClick(compareButton(), Qt::LeftButton);
  ASSERT_TRUE(
      test::waitFor(&session, &bridge::Session::jobsChanged, [this] { return cancelButton() != nullptr; }));
  EXPECT_FALSE(compareButton()->isEnabled());
  EXPECT_TRUE(label(QStringLiteral("How far the comparison is")).startsWith(QStringLiteral("Reading")));
  test::takePictures(*page, QStringLiteral("drift-running"));
  // Pages are read meanwhile.
  bool came = false;
  session.read<int>(
      page.get(), QStringLiteral("n"), [](bridge::Reader&) -> Result<int> { return 1; },
      [&came](const Result<int>& n) { came = n.has_value(); });
  EXPECT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [&came] { return came; }));
  QTest::mouseClick(cancelButton(), Qt::LeftButton);
  EXPECT_TRUE(label(QStringLiteral("How far the comparison is")).startsWith(QStringLiteral("Stopping")));
  ASSERT_TRUE(test::nextSignal(page.get(), &DriftPage::compared, [&] { ledger.exec("ROLLBACK"); }));
  ASSERT_TRUE(page->report()) << text().toStdString();
  EXPECT_EQ(page->report()->ended_early, "it was stopped");
  EXPECT_LT(page->report()->asked, 40);
  EXPECT_TRUE(
      label(QStringLiteral("Result")).contains(QStringLiteral("Not all was compared: it was stopped.")));
  EXPECT_EQ(label(QStringLiteral("What is listed")).toStdString(),
            "No differences among the " + std::to_string(page->report()->asked) + " that were asked; " +
                std::to_string(40 - page->report()->asked) + " were not asked.");
  EXPECT_TRUE(compareButton()->isEnabled());
  EXPECT_TRUE(compareButton()->hasFocus()) << "the focus stays on the page";
  ASSERT_TRUE(compare());
  EXPECT_EQ(page->report()->asked, 40);
}

TEST_F(DriftPageTest, WhatIsFoundIsListedWhileTheRestIsAskedAbout) {
  row("<b>lost</b>", "succeeded", "5 hours");
  for (int i = 0; i < 30; ++i) good("k" + std::to_string(i));
  ASSERT_TRUE(opened(gateway()));
  QStringList then;
  QObject::connect(page.get(), &DriftPage::foundSome, page.get(), [&] {
    then = {QString::number(table()->model()->rowCount()), label(QStringLiteral("Result")),
            label(QStringLiteral("What is listed"))};
    EXPECT_NE(cancelButton(), nullptr);
    test::takePictures(*page, QStringLiteral("drift-found-some"));
  });
  ASSERT_TRUE(compare());
  ASSERT_EQ(then.size(), 3) << "nothing was listed on the way";
  EXPECT_EQ(then[0], QStringLiteral("1"));
  EXPECT_TRUE(
      then[1].contains(QStringLiteral("One difference. Not all was compared: the comparison is under way.")))
      << then[1].toStdString();
  EXPECT_EQ(then[2], QStringLiteral("1 finding. Enter opens its key."));
  EXPECT_EQ(table()->model()->rowCount(), 1) << "each once";
  EXPECT_EQ(page->report()->asked, 31);
  EXPECT_TRUE(page->report()->is_complete());
  then.clear();
  ASSERT_TRUE(compare());
  EXPECT_EQ(then.value(0), QStringLiteral("1")) << "a further comparison begins anew";
}

TEST_F(DriftPageTest, OneOrderIsComparedAlone) {
  drifted();
  raw.exec(
      "SET session_replication_role = replica; UPDATE onceover.keys SET reference = 'ord-7' WHERE key = "
      "'twice'; RESET session_replication_role");
  ASSERT_TRUE(opened(gateway()));
  auto* order = named<QLineEdit>(QStringLiteral("Order or reference, exactly"));
  ASSERT_NE(order, nullptr);
  order->setFocus();
  QTest::keyClicks(order, QStringLiteral("ord-7"));
  ASSERT_TRUE(
      test::nextSignal(page.get(), &DriftPage::compared, [&] { QTest::keyClick(order, Qt::Key_Return); }));
  EXPECT_EQ(page->report()->rows, 1);
  EXPECT_EQ(page->report()->asked, 1);
  EXPECT_EQ(page->report()->counts, (std::map<Kind, std::int64_t>{{Kind::duplicate_effects, 1}}))
      << "effects of others are not missing";
}

TEST_F(DriftPageTest, WithoutATimeOfCreationItSaysWhatToMap) {
  ASSERT_TRUE(opened(gateway()));
  auto p = tables::own();
  p.schema = "public";
  p.created_at = {};
  session.useProfile(std::make_shared<const tables::Profile>(p));
  ASSERT_TRUE(refreshed(*page));
  EXPECT_FALSE(compareButton()->isEnabled());
  EXPECT_TRUE(
      label(QStringLiteral("Note")).contains(QStringLiteral("No column is mapped as the time of creation")))
      << text().toStdString();
  EXPECT_FALSE(label(QStringLiteral("Note")).contains(QStringLiteral("Leave it out")));
}

TEST(DriftWords, NothingFoundIsSaidOfWhatWasAsked) {
  const auto words = [](std::int64_t finished, std::int64_t asked, std::int64_t toAsk,
                        const char* ended = "") {
    Report report;
    report.rows = report.finished = finished;
    report.asked = asked;
    report.ended_early = ended;
    return noneFoundIn(report, toAsk).toStdString();
  };
  EXPECT_EQ(words(1000, 328, 142'344, "it was stopped"), "No differences among the 328 that were asked; " +
                                                             widgets::number(142'016).toStdString() +
                                                             " were not asked.");
  EXPECT_EQ(words(500, 20, 20), "No differences among the 20 that were asked; 480 were not asked.")
      << "a sample";
  EXPECT_EQ(words(7, 7, 0, "it was stopped"),
            "No differences among the 7 that were asked; others were not asked.");
  EXPECT_EQ(words(7, 7, 7).substr(0, 15), "No differences.");
}

TEST_F(DriftPageTest, AGatewayThatCannotBeUsedIsSaidAndAReportThatStandsStays) {
  good("good");
  ASSERT_TRUE(opened(gateway()));
  ASSERT_TRUE(compare());
  ASSERT_TRUE(page->report());
  auto* path = named<QLineEdit>(QStringLiteral("Gateway's configuration"));
  path->setFocus();
  QTest::keyClicks(path, QStringLiteral(".gone"));
  ASSERT_TRUE(compare());
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("ledger.toml.gone")))
      << label(QStringLiteral("Note")).toStdString();
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
  EXPECT_TRUE(page->report());
}

TEST_F(DriftPageTest, TheReportIsSavedInEachFormForItsOwnerAlone) {
  drifted();
  ASSERT_TRUE(opened(gateway()));
  ASSERT_TRUE(compare());
  const auto saved = [&](const QString& action, const QString& name) {
    const QString path = folder.filePath(name);
    QTest::mouseClick(named<QPushButton>(action), Qt::LeftButton);
    EXPECT_TRUE(test::nameFile(*page, path));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
    EXPECT_EQ(QFileInfo(path).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
              QFileDevice::Permissions());
    return file.readAll();
  };
  const QByteArray csv = saved(QStringLiteral("Export the findings as CSV …"), QStringLiteral("drift.csv"));
  EXPECT_TRUE(csv.startsWith("finding,tenant,operation,key,state,")) << csv.toStdString();
  EXPECT_EQ(csv.count("\r\n"), 6);
  EXPECT_TRUE(csv.contains("effect_without_succeeded,acme,pay,paid-and-failed,failed,"));
  const QJsonObject json = QJsonDocument::fromJson(saved(QStringLiteral("Export the report as JSON …"),
                                                         QStringLiteral("drift.json")))
                               .object();
  EXPECT_EQ(json[QLatin1String("counts")][QLatin1String("duplicate_effects")].toInt(), 1);
  EXPECT_EQ(json[QLatin1String("found")].toArray().size(), 5);
  const QByteArray markdown =
      saved(QStringLiteral("Export the report as Markdown …"), QStringLiteral("drift.md"));
  EXPECT_TRUE(markdown.startsWith("# Drift"));
  EXPECT_TRUE(markdown.contains("&lt;b&gt;lost") || markdown.contains("\\<b\\>lost"))
      << markdown.toStdString();
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("Only you can read it")));
}

TEST_F(DriftPageTest, AnotherConnectionTakesTheReportAway) {
  good("good");
  ASSERT_TRUE(opened(gateway()));
  ASSERT_TRUE(compare());
  ASSERT_TRUE(connectSession(gateway()));
  EXPECT_FALSE(page->report());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
}

}  // namespace
}  // namespace onceover::drift
