// SPDX-License-Identifier: GPL-3.0-or-later
// Saving an incident bundle from the page of a key, as a person does it.
#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "core/bundle/bundle.h"
#include "tests/support/console_page.h"
#include "tests/support/file_dialog.h"
#include "ui/cases/case_page.h"
#include "ui/widgets/save_file.h"

namespace onceover::cases {
namespace {

class SaveBundleTest : public test::ConsolePageTest {
 protected:
  QTemporaryDir folder;
  std::unique_ptr<CasePage> page;

  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened() {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, fence, state, fingerprint_kind, fingerprint, "
        "response_code, response_version, response_body, completed_at, expires_at, customer) VALUES ('acme', "
        "'POST /payments', 'pay_1', nextval('onceover.fence'), 'succeeded', 'jcs-sha256', sha256('x'), 201, "
        "1, 'the secret body', now(), now() + interval '1 day', 'Ms. Example')");
    if (!connectSession()) return false;
    page = std::make_unique<CasePage>(session);
    page->resize(1280, 800);
    page->show();
    page->open({"acme", "POST /payments", "pay_1"});
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  QAction* saving() {
    for (QAction* action : page->actions()) {
      if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_B)) return action;
    }
    return nullptr;
  }
  QString said() {
    for (const QLabel* label : page->findChildren<QLabel*>()) {
      if (label->accessibleName() == QStringLiteral("Incident bundle") && label->isVisibleTo(page.get()))
        return label->text();
    }
    return {};
  }
};

TEST_F(SaveBundleTest, ThePageSavesWhatItShowsIntoAPrivateFile) {
  ASSERT_TRUE(opened());
  ASSERT_NE(saving(), nullptr);
  ASSERT_TRUE(saving()->isEnabled());
  saving()->trigger();
  auto* dialog = page->findChild<widgets::SaveBundleDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_FALSE(dialog->withBodies()) << "masked unless somebody says so";
  EXPECT_TRUE(test::namelessControls(*dialog).isEmpty());
  test::takePictures(*dialog, QStringLiteral("bundle-save"), dialog->sizeHint());
  for (auto* button : dialog->findChildren<QPushButton*>()) {
    if (button->isDefault()) QTest::mouseClick(button, Qt::LeftButton);
  }
  const QString path = folder.filePath(QStringLiteral("inc.md"));
  ASSERT_TRUE(test::nameFile(*page, path));
  ASSERT_TRUE(idle());
  test::settleLayout();
  EXPECT_TRUE(said().startsWith(QStringLiteral("Incident bundle: "))) << said().toStdString();
  const auto bundle = bundle::from_file(path.toStdString());
  ASSERT_TRUE(bundle) << bundle.error().sentence();
  EXPECT_EQ(bundle->chosen, "POST /payments, key pay_1, tenant acme");
  EXPECT_FALSE(bundle->with_bodies);
  QFile file(path);
  EXPECT_EQ(file.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
            QFileDevice::Permissions());
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_FALSE(file.readAll().contains("the secret body"));
  test::takePictures(*page, QStringLiteral("bundle-case"));
}

TEST_F(SaveBundleTest, BodiesGoAlongWhereSomebodySaysSo) {
  ASSERT_TRUE(opened());
  saving()->trigger();
  auto* dialog = page->findChild<widgets::SaveBundleDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->findChild<QCheckBox*>()->click();
  dialog->accept();
  const QString path = folder.filePath(QStringLiteral("inc.md"));
  ASSERT_TRUE(test::nameFile(*page, path));
  ASSERT_TRUE(idle());
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_TRUE(file.readAll().contains("the secret body"));
}

TEST_F(SaveBundleTest, WhatWasCancelledLeavesNoFile) {
  ASSERT_TRUE(opened());
  QStringList words;
  const QString path = folder.filePath(QStringLiteral("inc.md"));
  bundle::OneKey key;
  key.table = bridge::ownProfile();
  key.id = {"acme", "POST /payments", "pay_1"};
  raw.exec("BEGIN; LOCK TABLE onceover.keys");  // so that the cancel comes while it is at work
  widgets::saveBundleTo(session, page.get(), {key}, false, path,
                        [&words](const QString& line) { words.append(line); });
  session.cancelAll();
  ASSERT_TRUE(idle());
  raw.exec("ROLLBACK");
  test::settleLayout();
  ASSERT_EQ(words.size(), 2);
  EXPECT_TRUE(words.last().contains(QStringLiteral("cancelled; nothing was saved")))
      << words.last().toStdString();
  EXPECT_FALSE(QFile::exists(path));
}

TEST_F(SaveBundleTest, WhatIsGoneIsSaid) {
  ASSERT_TRUE(opened());
  raw.tamper("DELETE FROM onceover.keys");
  QStringList words;
  const QString path = folder.filePath(QStringLiteral("inc.md"));
  bundle::OneKey key;
  key.table = bridge::ownProfile();
  key.id = {"acme", "POST /payments", "pay_1"};
  widgets::saveBundleTo(session, page.get(), {key}, false, path,
                        [&words](const QString& line) { words.append(line); });
  ASSERT_TRUE(idle());
  test::settleLayout();
  EXPECT_TRUE(words.last().contains(QStringLiteral("no longer exists")));
  EXPECT_FALSE(QFile::exists(path));
}

}  // namespace
}  // namespace onceover::cases
