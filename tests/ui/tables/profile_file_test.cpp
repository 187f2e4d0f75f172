// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QTemporaryDir>

#include "core/tables/toml.h"
#include "tests/support/shapes.h"
#include "ui/tables/draft.h"

namespace onceover::ui {
namespace {

TEST(ProfileFile, ATableWithItsArchiveIsSavedOverItselfUnasked) {
  const auto held = tables::profiles_from_toml(test::shape("archive_twin").toml, "test");
  ASSERT_TRUE(held) << held.error().sentence();
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("keys.toml"));
  tables::Profile live = held->back();
  EXPECT_FALSE(holdsAnother(path, live)) << "there is no file yet";
  ASSERT_TRUE(saveProfile(path, live));
  EXPECT_FALSE(holdsAnother(path, live));
  EXPECT_EQ(readKnown({path}).profiles.front(), live);
  EXPECT_TRUE(holdsAnother(path, held->front())) << "the archive alone is another";
  live.table = "renamed";
  EXPECT_TRUE(holdsAnother(path, live));
}

}  // namespace
}  // namespace onceover::ui
