// SPDX-License-Identifier: GPL-3.0-or-later
// The store's own switches, worked by mouse and keyboard.
#include "ui/admin/admin_page.h"

#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/roles/roles.h"
#include "tests/support/console_page.h"
#include "tests/support/ledger_toml.h"
#include "tests/support/schema_template.h"
#include "tests/ui/bridge/spin.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/table.h"

namespace onceover::admin {
namespace {

class AdminPageTest : public test::ConsolePageTest {
 protected:
  QTemporaryDir folder;
  std::unique_ptr<AdminPage> page;

  void TearDown() override { page.reset(); }
  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened() {
    page = std::make_unique<AdminPage>(session);
    page->resize(1280, 800);
    page->show();
    page->refresh();
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  [[nodiscard]] bool connectedTo(const std::string& conninfo) {
    bridge::ConnectionProfile profile;
    profile.conninfo = QString::fromStdString(conninfo);
    session.connectTo(profile);
    return test::waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); });
  }
  static QPushButton* button(const QWidget& in, const QString& words) {
    for (auto* each : in.findChildren<QPushButton*>()) {
      if (each->isVisibleTo(&in) && each->text().remove('&') == words) return each;
    }
    return nullptr;
  }
  widgets::ConfirmDialog* dialog() const {
    for (auto* each : page->findChildren<widgets::ConfirmDialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  // Presses it, gives the reason where one is asked for, and confirms.
  [[nodiscard]] bool act(const QString& words, const QString& confirm, const QString& reason) {
    QTest::mouseClick(button(*page, words), Qt::LeftButton);
    if (!test::spinUntil([this] { return dialog() != nullptr; })) return false;
    auto* open = dialog();
    if (open->asksReason()) QTest::keyClicks(open->findChild<QLineEdit*>(), reason);
    return test::nextSignal(page.get(), &AdminPage::written,
                            [&] { QTest::mouseClick(button(*open, confirm), Qt::LeftButton); }) &&
           idle();
  }
  QString result() const { return page->findChild<widgets::ResultCard*>()->words(); }
  QString text() const { return test::allTextOf(*page); }
  QString gateway(const std::string& name) {
    const QString path = folder.filePath(QString::fromStdString(name));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(test::ledger_toml(database.name())));
    return path;
  }
  // A database user with this role only.
  std::string as(roles::DbRole role) {
    const std::string user = std::string(roles::word(role)) + "_" + database.name();
    raw.exec(roles::role_script(tables::own(), {}, role, user).value());
    raw.exec("ALTER ROLE " + user + " LOGIN");
    return database.conninfo() + " user=" + user;
  }
};

TEST_F(AdminPageTest, TheStopSwitchIsSetWithAReasonAndSaysByWhom) {
  ASSERT_TRUE(connectSession() && opened());
  EXPECT_TRUE(text().contains(QStringLiteral("Running: sweepers, relays and plans work.")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("admin"));
  test::takePictures(*page, QStringLiteral("admin-125"), {844, 560});
  QSignalSpy armed(page.get(), &AdminPage::armRequested);
  QTest::mouseClick(button(*page, QStringLiteral("Stop …")), Qt::LeftButton);
  EXPECT_EQ(armed.count(), 1);
  EXPECT_EQ(dialog(), nullptr) << "nothing is asked before writes are armed";
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; })) << "then it goes on by itself";
  EXPECT_FALSE(button(*dialog(), QStringLiteral("Stop"))->isEnabled()) << "a reason is needed";
  test::takePictures(*dialog(), QStringLiteral("admin-stop-dialog"), {560, 280});
  dialog()->reject();
  ASSERT_TRUE(act(QStringLiteral("Stop …"), QStringLiteral("Stop"), QStringLiteral("<b>INC-7</b>")));
  EXPECT_EQ(raw.scalar("SELECT stopped || reason FROM onceover.control"), "true<b>INC-7</b>");
  EXPECT_EQ(raw.scalar("SELECT action || reason FROM onceover.audit"), "stop<b>INC-7</b>");
  EXPECT_TRUE(text().contains(QStringLiteral("STOPPED: no sweeper, relay or plan works")))
      << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("Reason: <b>INC-7</b>"))) << text().toStdString();
  for (const QLabel* each : page->findChildren<QLabel*>()) EXPECT_EQ(each->textFormat(), Qt::PlainText);
  test::takePictures(*page, QStringLiteral("admin-stopped"));
  ASSERT_TRUE(act(QStringLiteral("Start again …"), QStringLiteral("Start again"), QStringLiteral("over")));
  EXPECT_EQ(raw.scalar("SELECT stopped FROM onceover.control"), "f");
  EXPECT_TRUE(text().contains(QStringLiteral("Running: sweepers, relays and plans work.")));
}

TEST_F(AdminPageTest, TheSchemaIsInstalledAfterItsSqlWasShown) {
  const test::TestDatabase bare;
  ASSERT_TRUE(connectedTo(bare.conninfo()) && opened());
  EXPECT_TRUE(text().contains(QStringLiteral("There is no onceover schema in this database.")));
  EXPECT_FALSE(button(*page, QStringLiteral("Stop …"))->isEnabled());
  EXPECT_FALSE(text().contains(QStringLiteral("Running"))) << "unknown is not running";
  test::takePictures(*page, QStringLiteral("admin-no-schema"));
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(*page, QStringLiteral("Install …")), Qt::LeftButton);
  ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; }));
  const auto* sql = dialog()->findChild<QPlainTextEdit*>();
  ASSERT_NE(sql, nullptr);
  EXPECT_TRUE(sql->isVisibleTo(dialog()));
  EXPECT_TRUE(sql->toPlainText().contains(QStringLiteral("CREATE SCHEMA onceover")));
  test::takePictures(*dialog(), QStringLiteral("admin-install-dialog"), {760, 560});
  dialog()->reject();
  ASSERT_TRUE(act(QStringLiteral("Install …"), QStringLiteral("Install"), {}));
  EXPECT_TRUE(result().startsWith(QStringLiteral("Installed: 0001"))) << result().toStdString();
  EXPECT_EQ(session.facts().schema.fit, schema::Fit::current);
  ASSERT_TRUE(test::spinUntil([this] { return text().contains(QStringLiteral("Running: sweepers")); }));
  EXPECT_FALSE(button(*page, QStringLiteral("Install …"))->isEnabled()) << "there is nothing left to install";
}

TEST_F(AdminPageTest, AGatewayIsRegisteredAndApprovedByAnotherUser) {
  ASSERT_TRUE(connectedTo(as(roles::DbRole::reconciler)) && opened());
  EXPECT_TRUE(text().contains(QStringLiteral("No gateway is registered.")));
  ASSERT_TRUE(armSession());
  page->registerFile(gateway("acme.toml"));
  ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; }));
  EXPECT_TRUE(test::allTextOf(*dialog()).contains(QStringLiteral("ledger, *: does not deduplicate")))
      << test::allTextOf(*dialog()).toStdString();
  auto* open = dialog();
  QTest::keyClicks(open->findChild<QLineEdit*>(), QStringLiteral("new gateway"));
  ASSERT_TRUE(test::nextSignal(
                  page.get(), &AdminPage::written,
                  [&] { QTest::mouseClick(button(*open, QStringLiteral("Register")), Qt::LeftButton); }) &&
              idle());
  EXPECT_EQ(result(), QStringLiteral("1 declaration is registered."));
  auto* table = page->findChild<widgets::TableView*>();
  ASSERT_TRUE(test::spinUntil([&] { return table->model()->rowCount() == 1; }));
  EXPECT_TRUE(
      table->model()->index(0, 3).data().toString().contains(QStringLiteral("waits for a second approver")));
  table->selectRow(0);
  EXPECT_FALSE(button(*page, QStringLiteral("Approve …"))->isEnabled()) << "not by who registered it";
  test::takePictures(*page, QStringLiteral("admin-gateways"));
  ASSERT_TRUE(connectedTo(as(roles::DbRole::approver)));
  page->refresh();
  ASSERT_TRUE(idle());
  ASSERT_TRUE(armSession());
  table->selectRow(0);
  ASSERT_TRUE(act(QStringLiteral("Approve …"), QStringLiteral("Approve"), QStringLiteral("read it")));
  EXPECT_TRUE(result().contains(QStringLiteral("is in force"))) << result().toStdString();
  EXPECT_EQ(raw.scalar("SELECT in_force_since IS NOT NULL FROM onceover.gateways"), "t");
}

}  // namespace
}  // namespace onceover::admin
