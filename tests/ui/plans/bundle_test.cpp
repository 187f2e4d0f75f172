// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in one file that opens without a connection.
#include "core/bundle/bundle.h"

#include <QTemporaryDir>

#include "tests/support/file_dialog.h"
#include "tests/ui/plans/fixture.h"
#include "ui/widgets/save_file.h"

namespace onceover::plans {
namespace {

TEST_F(PlansTest, TheChosenPlanIsSavedAsAnIncident) {
  stick(3);
  freeze(wanted("INC-4711"));
  ASSERT_TRUE(opened());
  QTemporaryDir folder;
  QTest::keyClick(page.get(), Qt::Key_B, Qt::ControlModifier);
  auto* dialog = page->findChild<widgets::SaveBundleDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->accept();
  const QString path = folder.filePath(QStringLiteral("inc.md"));
  ASSERT_TRUE(test::nameFile(*page, path));
  ASSERT_TRUE(idle());
  const auto bundle = bundle::from_file(path.toStdString());
  ASSERT_TRUE(bundle) << bundle.error().sentence();
  EXPECT_NE(bundle->chosen.find("INC-4711"), std::string::npos) << bundle->chosen;
}

}  // namespace
}  // namespace onceover::plans
