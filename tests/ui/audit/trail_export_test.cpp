// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "ui/audit/trail.h"
#include "ui/widgets/save_file.h"

namespace onceover::audit {
namespace {

Record recordOf(const std::string& reason) {
  Record record;
  record.number = 9'007'199'254'740'993;  // one more than a double can hold
  record.action = "settle";
  record.actor = "alice";
  record.id = key::Identity{"acme", "POST /refunds", "k,1\"\n"};
  record.reason = reason;
  record.after_json = R"({"state": "succeeded", "fence": 9007199254740993})";
  return record;
}

TEST(TrailExport, FormulasAreNeutralised) {
  for (const std::string cell : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"}) {
    const QByteArray csv = widgets::csvCell(QString::fromStdString(cell));
    EXPECT_TRUE(csv.startsWith('\'') || csv.startsWith("\"'")) << csv.toStdString();
  }
  EXPECT_EQ(widgets::csvCell(QStringLiteral("plain -1")), "plain -1");
  EXPECT_EQ(widgets::csvCell(QString()), "");
  EXPECT_TRUE(trailCsv({recordOf("=HYPERLINK(\"x\")")}).contains("\"'=HYPERLINK(\"\"x\"\")\""));
}

TEST(TrailExport, ACellThatHoldsASeparatorIsQuoted) {
  const QByteArray csv = trailCsv({recordOf("why")});
  EXPECT_TRUE(csv.startsWith("number,at,action,"));
  EXPECT_TRUE(csv.contains("\"k,1\"\"\n\""));
  EXPECT_EQ(csv.count("\r\n"), 2);
}

TEST(TrailExport, JsonLinesKeepEveryDigitAndNestWhatIsJson) {
  const QByteArray lines = trailJsonLines({recordOf("a \"reason\""), recordOf("b")});
  ASSERT_EQ(lines.count('\n'), 2);
  const QByteArray first = lines.left(lines.indexOf('\n'));
  EXPECT_TRUE(first.contains("\"number\":9007199254740993"));
  const QJsonObject object = QJsonDocument::fromJson(first).object();
  EXPECT_EQ(object.value(QLatin1String("reason")).toString(), QStringLiteral("a \"reason\""));
  EXPECT_EQ(object.value(QLatin1String("key")).toString(), QStringLiteral("k,1\"\n"));
  EXPECT_EQ(object.value(QLatin1String("after")).toObject().value(QLatin1String("state")).toString(),
            QStringLiteral("succeeded"));
  EXPECT_TRUE(object.value(QLatin1String("before")).isNull());
}

TEST(TrailExport, TheFileIsForItsOwnerAlone) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("audit.csv"));
  QFile old(path);
  ASSERT_TRUE(old.open(QIODevice::WriteOnly));
  ASSERT_TRUE(old.setPermissions(QFileDevice::Permissions(0x6644)));
  old.close();
  ASSERT_TRUE(widgets::savePrivately(path, "secret"));
  const auto others =
      QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::WriteGroup | QFileDevice::WriteOther;
  EXPECT_FALSE(QFile::permissions(path) & others);
  EXPECT_TRUE(QFile::permissions(path) & QFileDevice::ReadOwner);
}

TEST(TrailExport, AFileThatCannotBeWrittenIsSaid) {
  const auto saved = widgets::savePrivately(QStringLiteral("/proc/nowhere/audit.csv"), "x");
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().kind, ErrorKind::io);
  EXPECT_EQ(saved.error().not_done, "Nothing was saved.");
}

}  // namespace
}  // namespace onceover::audit
