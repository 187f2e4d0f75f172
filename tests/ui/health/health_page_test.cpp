// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/health_page.h"

#include <QAbstractItemModelTester>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/file_dialog.h"
#include "tests/support/foreign_tables.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::health {
namespace {

using State = widgets::StatePane::State;
using Fatal = QAbstractItemModelTester;

class HealthTest : public test::ConsolePageTest {
 protected:
  static widgets::TableView* table(const QWidget& page, const QString& name) {
    for (auto* found : page.findChildren<widgets::TableView*>()) {
      if (found->accessibleName() == name) return found;
    }
    return nullptr;
  }
  static QStringList found(const HealthPage& page) {
    QStringList out;
    const auto* model = page.findChild<FindingsModel*>();
    for (int row = 0; row < model->rowCount(); ++row) {
      if (const Finding* finding = model->finding(row)) out << widgets::text(info(finding->check).id);
    }
    return out;
  }
  // The tests' server does not wait for the disk, and all in it belongs to a superuser; elsewhere these are
  // findings.
  static inline const QStringList ofTheServer{QStringLiteral("server-not-durable"),
                                              QStringLiteral("server-not-durable"),
                                              QStringLiteral("functions-of-superuser")};
};

TEST_F(HealthTest, OurOwnStoreIsWell) {
  ASSERT_TRUE(connectSession());
  HealthPage page(session);
  EXPECT_EQ(page.paneState(), State::loading);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  EXPECT_EQ(found(page), ofTheServer);
  const Fatal findings(page.findChild<FindingsModel*>(), Fatal::FailureReportingMode::Fatal);
  const Fatal review(page.findChild<ReviewModel*>(), Fatal::FailureReportingMode::Fatal);
  EXPECT_TRUE(
      test::allTextOf(page).contains(QStringLiteral("2 critical, 1 notice; 57 checks found nothing.")))
      << test::allTextOf(page).toStdString();
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("pg_stat_all_tables")));
  EXPECT_FALSE(page.wantsLive());
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("health-well"));
}

TEST_F(HealthTest, EachFindingSaysWhatFollowsAndWhatToDo) {
  const auto payments = test::payment_requests(raw);
  raw.exec(
      "CREATE FUNCTION clean_requests() RETURNS void LANGUAGE plpgsql AS $$BEGIN DELETE FROM "
      "payment_requests WHERE phase = 'RUNNING' AND created < now() - interval '60 seconds'; END$$");
  ASSERT_TRUE(connectSession());
  session.useProfile(payments);
  HealthPage page(session);
  page.resize(1280, 800);
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* model = page.findChild<FindingsModel*>();
  ASSERT_TRUE(found(page).contains(QStringLiteral("deletes-unfinished")))
      << found(page).join(QLatin1Char(' ')).toStdString();
  auto* findings = table(page, QStringLiteral("Findings"));
  findings->setFocus();
  findings->setCurrentIndex(model->index(model->rowOf(Check::deletes_unfinished), 0));
  const QString shown = test::allTextOf(page);
  EXPECT_TRUE(shown.contains(QStringLiteral("function public.clean_requests()"))) << shown.toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("It turns a crash into a double charge")));
  EXPECT_TRUE(shown.contains(QStringLiteral("Add to its WHERE: ")));
  test::takePictures(page, QStringLiteral("health-findings"));

  // By the keyboard to a finding with a remedy.
  const int jsonb = model->rowOf(Check::response_reordered);
  ASSERT_GE(jsonb, 0);
  while (findings->currentIndex().row() < jsonb) QTest::keyClick(findings, Qt::Key_Down);
  EXPECT_TRUE(page.findChild<QPlainTextEdit*>()->toPlainText().contains(
      QStringLiteral("ADD COLUMN response_bytes bytea")));

  // From what fails in the checklist to why.
  auto* review = page.findChild<ReviewModel*>();
  auto* reviewTable = table(page, QStringLiteral("Review checklist"));
  int failing = -1;
  for (int row = 0; row < review->rowCount(); ++row) {
    if (review->at(row).what.starts_with("Retention")) failing = row;
  }
  ASSERT_GE(failing, 0);
  EXPECT_EQ(review->index(failing, ReviewModel::AnswerColumn).data().toString(), QStringLiteral("fails"));
  reviewTable->setFocus();
  reviewTable->setCurrentIndex(review->index(failing, 0));
  QTest::keyClick(reviewTable, Qt::Key_Return);
  EXPECT_EQ(findings->currentIndex().row(), model->rowOf(Check::deletes_unfinished));

  // What is looked at again keeps its place.
  findings->setCurrentIndex(model->index(jsonb, 0));
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(findings->currentIndex().row(), jsonb);
}

TEST_F(HealthTest, TheWindowAgainstWhatAPersonKnows) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "response_code, response_version, response_body, completed_at, expires_at) VALUES ('acme', 'pay', "
      "'pay-1', 'succeeded', nextval('onceover.fence'), 'raw-sha256', sha256('body'), 201, 1, 'ok', now(), "
      "now() + interval '3 days')");
  ASSERT_TRUE(connectSession());
  HealthPage page(session);
  page.show();
  QString kept;
  page.setMemory({[](const QString&) { return QString(); },
                  [&kept](const QString&, const QString& value) { kept = value; }});
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(found(page), ofTheServer);
  auto* retry = page.findChild<QComboBox*>();
  retry->setFocus();
  QTest::keyClick(retry, Qt::Key_End);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  EXPECT_TRUE(found(page).contains(QStringLiteral("window-below-retries")));
  EXPECT_EQ(kept, QStringLiteral("720"));
  HealthPage next(session);
  next.setMemory({[&kept](const QString&) { return kept; }, {}});
  EXPECT_EQ(next.findChild<QComboBox*>()->currentData().toInt(), 720);
}

TEST_F(HealthTest, WhatMayNotBeSeenIsNoAllClear) {
  const auto payments = test::payment_requests(raw);
  raw.exec(
      "CREATE ROLE health_clerk LOGIN; GRANT SELECT (created, merchant_id) ON payment_requests TO "
      "health_clerk");
  bridge::ConnectionProfile profile;
  profile.conninfo = QString::fromStdString(database.conninfo() + " user=health_clerk");
  session.connectTo(profile);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); }));
  session.useProfile(payments);
  HealthPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  auto* model = page.findChild<FindingsModel*>();
  const int open = model->rowOf(Check::finished_without_response);
  ASSERT_GE(open, 0);
  EXPECT_EQ(model->index(open, FindingsModel::SeverityColumn).data().toString(),
            QStringLiteral("not checked"));
  table(page, QStringLiteral("Findings"))->setCurrentIndex(model->index(open, 0));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("nor an all-clear")));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("could not be made")));
  session.disconnectFromServer();
  raw.exec("DROP OWNED BY health_clerk; DROP ROLE health_clerk");
}

TEST_F(HealthTest, TheReportIsSaved) {
  ASSERT_TRUE(connectSession());
  HealthPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  const QTemporaryDir folder;
  QPushButton* button = nullptr;
  for (auto* each : page.findChildren<QPushButton*>()) {
    if (each->text().contains(QStringLiteral("report"))) button = each;
  }
  ASSERT_NE(button, nullptr);
  const QString path = folder.filePath(QStringLiteral("well.md"));
  QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_TRUE(test::nameFile(page, path));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_TRUE(file.readAll().startsWith("# Health of \"onceover\".\"keys\""));
}

TEST_F(HealthTest, WithoutASchemaItSaysHowToGetOne) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_TRUE(connectSession());
  HealthPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
}

}  // namespace
}  // namespace onceover::health
