// SPDX-License-Identifier: GPL-3.0-or-later
// What was done within a time, in one file that opens without a connection.
#include "core/bundle/bundle.h"

#include <QTemporaryDir>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/file_dialog.h"
#include "ui/audit/audit_page.h"
#include "ui/widgets/save_file.h"

namespace onceover::audit {
namespace {

class AuditBundleTest : public test::ConsolePageTest {};

TEST_F(AuditBundleTest, TheTimeThatIsListedIsSavedAsAnIncident) {
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('stop', 'alice', 'desk-1', "
      "'oncectl', 'INC-4711')");
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  QTemporaryDir folder;
  QTest::keyClick(&page, Qt::Key_B, Qt::ControlModifier);
  auto* dialog = page.findChild<widgets::SaveBundleDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->accept();
  const QString path = folder.filePath(QStringLiteral("inc.md"));
  ASSERT_TRUE(test::nameFile(page, path));
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  const auto bundle = bundle::from_file(path.toStdString());
  ASSERT_TRUE(bundle) << bundle.error().sentence();
  EXPECT_NE(bundle::to_json(*bundle).find("INC-4711"), std::string::npos);
}

}  // namespace
}  // namespace onceover::audit
