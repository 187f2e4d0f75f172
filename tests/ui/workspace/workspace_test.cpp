// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspace.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace onceover::workspace {
namespace {

bridge::ConnectionProfile profile(const QString& name, const QString& conninfo) {
  bridge::ConnectionProfile made;
  made.name = name;
  made.conninfo = conninfo;
  return made;
}

TEST(Workspace, IsReadableByItsOwnerAlone) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("a/b/workspace.sqlite"));
  ASSERT_TRUE(Workspace::open(path));
  const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
  EXPECT_FALSE(QFileInfo(path).permissions() & others);
  EXPECT_FALSE(QFileInfo(QFileInfo(path).absolutePath()).permissions() & others);
}

TEST(Workspace, NeverWritesAPassword) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("w.sqlite"));
  {
    auto workspace = Workspace::open(path);
    ASSERT_TRUE(workspace);
    ASSERT_TRUE(
        (*workspace)->remember(profile(QStringLiteral("a"), QStringLiteral("postgresql://ops:geheim@db/p"))));
    ASSERT_TRUE(
        (*workspace)->remember(profile(QStringLiteral("b"), QStringLiteral("host=db password=geheim"))));
  }
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray all = file.readAll();
  EXPECT_TRUE(all.contains("user=ops") || all.contains("user='ops'"));
  EXPECT_FALSE(all.contains("geheim"));
}

TEST(Workspace, TheLastUsedConnectionComesFirstAndIsKeptOnce) {
  auto workspace = Workspace::open({});
  ASSERT_TRUE(workspace);
  for (const char* name : {"a", "b", "a"}) {
    ASSERT_TRUE((*workspace)
                    ->remember(profile(QString::fromLatin1(name),
                                       QStringLiteral("service=") + QString::fromLatin1(name))));
  }
  const auto known = (*workspace)->connections();
  ASSERT_EQ(known.size(), 2);
  EXPECT_EQ(known[0].name, QStringLiteral("a"));
  ASSERT_TRUE((*workspace)->forget(known[0].id));
  EXPECT_EQ((*workspace)->connections().size(), 1);
}

TEST(Workspace, AConnectionComesBackAsItWas) {
  auto workspace = Workspace::open({});
  bridge::ConnectionProfile given =
      profile(QStringLiteral("pay'; DROP TABLE choice"), QStringLiteral("service=pay"));
  given.id = QStringLiteral("7");
  given.environment = QStringLiteral("live-eu");
  given.isProduction = true;
  given.colour = QStringLiteral("#c0392b");
  given.gatewayConfig = QStringLiteral("/etc/gateway.toml");
  given.passwordCommand = QStringLiteral("/usr/bin/token --for payments");
  given.inKeychain = true;
  ASSERT_TRUE((*workspace)->remember(given));
  EXPECT_EQ((*workspace)->connections().value(0), given);
}

TEST(Workspace, ChoicesAreKeptBetweenTwoStarts) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("w.sqlite"));
  ASSERT_TRUE((*Workspace::open(path))->setChoice(QStringLiteral("theme"), QStringLiteral("dark")));
  auto again = Workspace::open(path);
  EXPECT_EQ((*again)->choice(QStringLiteral("theme")), QStringLiteral("dark"));
  EXPECT_EQ((*again)->choice(QStringLiteral("unknown"), QStringLiteral("x")), QStringLiteral("x"));
}

TEST(Workspace, AFileThatCannotBeMadeIsAnErrorInWords) {
  const auto workspace = Workspace::open(QStringLiteral("/proc/nowhere/w.sqlite"));
  ASSERT_FALSE(workspace);
  EXPECT_EQ(workspace.error().kind, ErrorKind::io);
}

}  // namespace
}  // namespace onceover::workspace
