// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose rows nothing tells apart.
#include "tests/support/console_page.h"
#include "tests/support/verdict_shapes.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/keys_page.h"

namespace onceover::keys {
namespace {

using RemarkTest = test::ConsolePageTest;

TEST_F(RemarkTest, WhyThereIsNoGoingOnIsSaid) {
  const auto profile = test::made(raw, "no_unique");
  raw.exec(
      "INSERT INTO s.log SELECT 'e-' || i, now() - i * interval '1 minute', true FROM generate_series(1, "
      "300) i");
  ASSERT_TRUE(connectSession());
  KeysPage page(session);
  page.resize(1280, 800);
  page.show();
  session.useProfile(profile);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  ASSERT_EQ(page.findChild<KeysModel*>()->rowCount(), 200);
  const QString all = test::allTextOf(page);
  EXPECT_TRUE(all.contains(QStringLiteral("names no identity"))) << all.toStdString();
  test::takePictures(page, QStringLiteral("keys-remark"));
}

}  // namespace
}  // namespace onceover::keys
