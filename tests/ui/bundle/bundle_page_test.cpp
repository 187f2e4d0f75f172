// SPDX-License-Identifier: GPL-3.0-or-later
// A bundle opened from its file, by a session that is connected to nothing.
#include "ui/bundle/bundle_page.h"

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "core/bundle/collect.h"
#include "core/pg/transaction.h"
#include "tests/support/console_page.h"
#include "tests/support/incident.h"
#include "ui/charts/plot_chart.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::bundle {
namespace {

class BundlePageTest : public test::ConsolePageTest {
 protected:
  QTemporaryDir folder;
  BundlePage page{session};  // which is never connected
  QString path(const QString& name = QStringLiteral("inc.md")) const { return folder.filePath(name); }

  void SetUp() override {
    ConsolePageTest::SetUp();
    page.resize(1280, 800);
    page.show();
  }
  void TearDown() override { EXPECT_EQ(session.state(), bridge::SessionState::disconnected); }

  Bundle collected(const What& what) {
    auto connection = pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"});
    CollectOptions options;
    options.actor = {"alice", "desk-7", "onceover"};
    auto made = collect(*connection, what, options);
    if (!made) throw std::runtime_error(made.error().sentence());
    if (!*made) throw std::runtime_error("nothing of it");
    return std::move(**made);
  }
  Bundle ofLastHour() {
    test::seedIncident(raw);
    raw.exec(
        "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, "
        "to_state, evidence, verdict, reason, ticket) SELECT 'settle', 'alice', 'desk-7', 'onceover', "
        "'acme', 'POST /refunds', 'refund_' || i, 'in_progress', 'succeeded', '{\"finding\": \"done\", "
        "\"why\": \"an effect of 49.90 EUR\"}', 'settle_succeeded', 'INC-4711: worker killed', 'INC-4711' "
        "FROM generate_series(1, 12) i");
    auto connection = pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"});
    TimeRange range;
    range.table = bridge::ownProfile();
    range.to = pg::server_time(*connection).value();
    range.from = range.to - std::chrono::minutes(30);
    return collected(range);
  }
  void save(const Bundle& bundle, const QString& file) {
    const auto saved = to_file(bundle, file.toStdString());
    ASSERT_TRUE(saved) << saved.error().sentence();
  }
  [[nodiscard]] bool opened(const QString& file) {
    return test::nextSignal(&page, &BundlePage::opened, [this, &file] { page.openFile(file); });
  }
  widgets::TableView* table(const QString& name) {
    for (auto* view : page.findChildren<widgets::TableView*>()) {
      if (view->accessibleName() == name) return view;
    }
    return nullptr;
  }
  void write(const QString& file, const QByteArray& bytes) {
    QFile out(file);
    ASSERT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(bytes);
  }
  // Empty: no bundle is open.
  QString subject() const {
    for (const QLabel* label : page.findChildren<QLabel*>()) {
      if (label->accessibleName() == QStringLiteral("Subject of the bundle")) return label->text();
    }
    return {};
  }
  static QByteArray read(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
  }
};

TEST_F(BundlePageTest, WithoutABundleItSaysHowToOpenOne) {
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No incident bundle is open")));
  test::takePictures(page, QStringLiteral("bundle-none"));
}

TEST_F(BundlePageTest, ShowsATimeWithItsChartActsAndSql) {
  const Bundle bundle = ofLastHour();
  save(bundle, path());
  ASSERT_TRUE(opened(path()));
  ASSERT_EQ(page.paneState(), widgets::StatePane::State::content);
  EXPECT_EQ(subject(), widgets::text(bundle.chosen));
  const QString all = test::allTextOf(page);
  EXPECT_TRUE(all.contains(QStringLiteral("alice@desk-7"))) << all.toStdString();
  EXPECT_TRUE(all.contains(QStringLiteral("Stuck rows")));
  EXPECT_TRUE(all.contains(QStringLiteral("Verified: all 12 rows")));
  ASSERT_NE(table(QStringLiteral("Audit rows, newest first")), nullptr);
  EXPECT_EQ(table(QStringLiteral("Audit rows, newest first"))->model()->rowCount(), 12);
  EXPECT_EQ(table(QStringLiteral("Stuck rows, oldest first"))->model()->rowCount(), 23);
  EXPECT_EQ(page.findChildren<charts::TimeChart*>().size(), 1);
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("onceover.counter_deltas")));
  EXPECT_EQ(page.asOf(), bundle.made_at);
  EXPECT_TRUE(test::namelessControls(page).isEmpty()) << test::namelessControls(page).join(',').toStdString();
  test::takePictures(page, QStringLiteral("bundle-time"));
  page.findChild<QListWidget*>()->setCurrentRow(4);
  test::takePictures(page, QStringLiteral("bundle-time-acts"));
}

TEST_F(BundlePageTest, ShowsAKeyWithItsCaseAndWhatItIsMaskedTo) {
  test::seedIncident(raw);
  OneKey key;
  key.table = bridge::ownProfile();
  key.id = {"globex", "PUT /payouts", "payout_2026_11_2"};
  reconcile::JudgedEvidence asked;
  asked.evidence.finding = gateway::Finding::pending;
  asked.evidence.why = "HTTP 202: still at it";
  asked.evidence.status = 202;
  asked.evidence.request = "GET https://gateway.example/payouts?key=…";
  asked.evidence.body = "{\"id\": \"po_1\"}";
  asked.verdict.why = "The gateway is working on it.";
  key.asked = asked;
  save(collected(key), path());
  ASSERT_TRUE(opened(path()));
  const QString all = test::allTextOf(page);
  EXPECT_TRUE(all.contains(QStringLiteral("payout_2026_11_2")));
  EXPECT_TRUE(all.contains(QStringLiteral("needs_human")));
  EXPECT_TRUE(all.contains(QStringLiteral("‹masked, 14 bytes›"))) << all.toStdString();
  EXPECT_FALSE(all.contains(QStringLiteral("po_1\"")));
  test::takePictures(page, QStringLiteral("bundle-key"), {1280, 1500});
}

TEST_F(BundlePageTest, ThePartsOnTheLeftLeadToTheirPlaces) {
  save(ofLastHour(), path());
  ASSERT_TRUE(opened(path()));
  test::settleLayout();
  auto* places = page.findChild<QListWidget*>();
  places->setFocus();
  // The page's own scroll area stands in another one, which nothing needs at this size.
  const auto scrolled = [this] {
    int most = 0;
    for (const QScrollArea* area : page.findChildren<QScrollArea*>())
      most = std::max(most, area->verticalScrollBar()->value());
    return most;
  };
  ASSERT_EQ(scrolled(), 0);
  QTest::keyClick(places, Qt::Key_End);
  EXPECT_GT(scrolled(), 0);
}

TEST_F(BundlePageTest, ARowOpensWithAllThatItHolds) {
  save(ofLastHour(), path());
  ASSERT_TRUE(opened(path()));
  auto* acts = table(QStringLiteral("Audit rows, newest first"));
  ASSERT_NE(acts, nullptr);
  acts->setCurrentIndex(acts->model()->index(0, 0));
  QTest::keyClick(acts, Qt::Key_Return);
  const auto* dialog = page.findChild<widgets::SqlDialog*>();
  ASSERT_NE(dialog, nullptr);
  const QString words = dialog->findChild<QPlainTextEdit*>()->toPlainText();
  EXPECT_TRUE(words.contains(QStringLiteral("reason: INC-4711: worker killed"))) << words.toStdString();
  EXPECT_TRUE(words.contains(QStringLiteral("\"finding\"")));
}

TEST_F(BundlePageTest, WhatCannotBeOpenedIsSaidAndWhatIsShownStays) {
  save(ofLastHour(), path());
  QByteArray damaged = read(path());
  damaged[damaged.size() - 40] = damaged[damaged.size() - 40] == 'x' ? 'y' : 'x';
  write(path(QStringLiteral("damaged.md")), damaged);
  ASSERT_TRUE(opened(path(QStringLiteral("damaged.md"))));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("damaged or changed")));
  ASSERT_TRUE(opened(path()));
  const QString shown = subject();
  ASSERT_FALSE(shown.isEmpty());
  EXPECT_FALSE(test::allTextOf(page).contains(QStringLiteral("damaged or changed")));
  for (const QString& file :
       {path(QStringLiteral("damaged.md")), path(QStringLiteral("none.md")), folder.path()}) {
    ASSERT_TRUE(opened(file));
    EXPECT_EQ(subject(), shown);
    EXPECT_EQ(page.paneState(), widgets::StatePane::State::content);
    EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("was not opened")));
  }
  test::takePictures(page, QStringLiteral("bundle-problem"));
  EXPECT_EQ(read(path(QStringLiteral("damaged.md"))), damaged) << "it is only read";
}

TEST_F(BundlePageTest, ADroppedFileIsOpened) {
  save(ofLastHour(), path());
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path())});
  QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&page, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  ASSERT_TRUE(test::nextSignal(&page, &BundlePage::opened, [&] { QApplication::sendEvent(&page, &drop); }));
  EXPECT_FALSE(subject().isEmpty());
}

// Whoever made the file: nothing in it is rendered, and every character can be told.
TEST_F(BundlePageTest, HostileTextIsShownAsText) {
  const std::string hostile =
      "<b>bold</b><img src=file:///etc/passwd>\xE2\x80\xAE"
      "gnp\x1b";
  const Value value{Value::Form::text, hostile, 0};
  Bundle bundle;
  bundle.chosen = bundle.made_by = bundle.program = bundle.redaction = hostile;
  bundle.server = {{hostile, value}};
  Section section{.id = "x",
                  .title = hostile,
                  .notes = {hostile},
                  .fields = {{hostile, value}},
                  .tables = {},
                  .charts = {}};
  section.fields.push_back({"long", {Value::Form::text, std::string(20'000, 'x') + "\n" + hostile, 0}});
  section.tables.push_back({.id = "t",
                            .title = hostile,
                            .columns = {{hostile}, {"n", Column::Kind::number}},
                            .rows = {{value, null_value()}},
                            .left_out = 1});
  section.charts.push_back({.id = "c",
                            .title = hostile,
                            .from = {1'795'305'600'000'000},
                            .step = std::chrono::seconds(10),
                            .lines = {{hostile, {0, 3}}}});
  bundle.sections = {section};
  bundle.left_out = {hostile};
  bundle.sql = {{hostile, hostile}};
  save(bundle, path());
  ASSERT_TRUE(opened(path()));
  ASSERT_FALSE(subject().isEmpty());
  for (const QLabel* label : page.findChildren<QLabel*>()) {
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
    EXPECT_FALSE(label->text().contains(QChar(0x202e)));
  }
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("<b>bold</b>")));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("\\u{202e}")));
  for (const QPlainTextEdit* edit : page.findChildren<QPlainTextEdit*>())
    EXPECT_FALSE(edit->toPlainText().contains(QChar(0x202e)));
  EXPECT_FALSE(page.shownSql().contains(QChar(0x202e)));
  EXPECT_TRUE(table(widgets::shown(hostile))
                  ->model()
                  ->index(0, 0)
                  .data()
                  .toString()
                  .startsWith(QStringLiteral("<b>bold</b>")));
  test::takePictures(page, QStringLiteral("bundle-hostile"));
}

TEST_F(BundlePageTest, TheLatestFileWins) {
  Bundle first = ofLastHour(), second = first;
  second.chosen = "the second";
  save(first, path());
  save(second, path(QStringLiteral("second.md")));
  page.openFile(path());
  ASSERT_TRUE(opened(path(QStringLiteral("second.md"))));
  EXPECT_EQ(subject(), QStringLiteral("the second"));
}

}  // namespace
}  // namespace onceover::bundle
