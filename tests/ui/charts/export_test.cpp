// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QMenu>
#include <QTemporaryDir>

#include "tests/support/console_page.h"
#include "ui/charts/heat_map.h"
#include "ui/charts/plot_chart.h"
#include "ui/widgets/save_file.h"

namespace onceover::charts {
namespace {

QSet<QRgb> coloursOf(const QImage& image) {
  QSet<QRgb> colours;
  for (int y = 0; y < image.height(); y += 2) {
    for (int x = 0; x < image.width(); x += 2) colours.insert(image.pixel(x, y));
  }
  return colours;
}

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

TEST(ChartExport, APlotIsTakenAwayAsNumbersPictureAndDrawing) {
  test::wear(widgets::lightTokens());
  PlotChart chart(QStringLiteral("Calls"), {QStringLiteral("Clients"), ChartUnit::number},
                  {QStringLiteral("Time"), ChartUnit::milliseconds});
  chart.resize(500, 300);
  chart.replace({{QStringLiteral("none"), {{10, 1500.25}, {20, 3000, 2000, 4000}}, Tone::danger},
                 {QStringLiteral("=full, jitter"), {{10, 12}}}});
  chart.show();
  test::settleLayout();
  EXPECT_EQ(chart.exported(QStringLiteral("csv")).toStdString(),
            "series,Clients,Time (ms),low,high\nnone,10,1500.25,,\nnone,20,3000,2000,4000\n\"'=full, "
            "jitter\",10,12,,\n");
  const QImage picture = QImage::fromData(chart.exported(QStringLiteral("png")), "PNG");
  ASSERT_FALSE(picture.isNull());
  EXPECT_GT(picture.width(), 900) << "twice as fine as on the screen";
  EXPECT_TRUE(coloursOf(picture).contains(widgets::lightTokens().colour(Tone::danger).rgb()))
      << "the line and its legend are on it";
  const QByteArray drawing = chart.exported(QStringLiteral("svg"));
  EXPECT_TRUE(drawing.contains("<svg") && drawing.contains("full, jitter"));
}

TEST(ChartExport, NumbersOverTimeLeaveGapsEmptyAndNeutraliseNames) {
  test::wear(widgets::lightTokens());
  TimeChart lines(QStringLiteral("Keys"));
  lines.setEarlier(QStringLiteral("yesterday"), {{QStringLiteral("b"), {{30, 4}}}});
  lines.replace({{QStringLiteral("=evil"), {{0, 1}, {30, NAN}}}, {QStringLiteral("b"), {{30, 2.5}}}}, 0, 60);
  EXPECT_EQ(lines.exported(QStringLiteral("csv")).toStdString(),
            "time_utc,'=evil,b,\"b, "
            "yesterday\"\r\n1970-01-01T00:00:00.000Z,1,,\r\n1970-01-01T00:00:30.000Z,,2.5,4\r\n");
  HeatMap heat(QStringLiteral("Time"));
  heat.replace({0, 30, {10, 100, INFINITY}, {0, 98, 2, NAN, NAN, NAN, 0, 0, 0}},
               {{QStringLiteral("p50"), {50, NAN, NAN}}}, 0, 90);
  EXPECT_EQ(heat.exported(QStringLiteral("csv")).toStdString(),
            "time_utc,p50_ms,up_to_10_ms,up_to_100_ms,more\r\n1970-01-01T00:00:00.000Z,50,0,98,2\r\n1970-01-"
            "01T00:00:30.000Z,,,,\r\n"
            "1970-01-01T00:01:00.000Z,,0,0,0\r\n");
}

TEST(ChartExport, ATreeIsTakenAwayWhole) {
  test::wear(widgets::lightTokens());
  TreeChart tree(QStringLiteral("Layers"));
  tree.resize(200, 120);
  tree.replace({{QStringLiteral("client"), QStringLiteral("3"), {}},
                {QStringLiteral("gate"), QStringLiteral("9"), {}, 0},
                {QStringLiteral("far away"), QStringLiteral("27"), {}, 1}});
  tree.setTable({QStringLiteral("Layer"), QStringLiteral("Calls")},
                {{QStringLiteral("client"), QStringLiteral("3")}});
  tree.show();
  test::settleLayout();
  EXPECT_EQ(tree.exported(QStringLiteral("csv")).toStdString(), "Layer,Calls\nclient,3\n");
  EXPECT_TRUE(tree.exported(QStringLiteral("svg")).contains("far away"))
      << "what is scrolled out of sight, too";
  EXPECT_FALSE(QImage::fromData(tree.exported(QStringLiteral("png")), "PNG").isNull());
}

TEST(ChartExport, TheSuffixDecidesAndAFailureIsSaid) {
  QStringList asked;
  widgets::ExportButton button(QStringLiteral("Calls"), [&](const QString& suffix) {
    asked.append(suffix);
    return suffix.toLatin1();
  });
  QTemporaryDir folder;
  for (const char* name : {"a.PNG", "a.svg", "a.csv", "a.txt"})
    ASSERT_TRUE(button.exportTo(folder.filePath(QLatin1String(name))));
  EXPECT_EQ(asked, (QStringList{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv"),
                                QStringLiteral("csv")}));
  EXPECT_EQ(contentOf(folder.filePath(QStringLiteral("a.txt"))), "csv");
  EXPECT_EQ(
      QFile::permissions(folder.filePath(QStringLiteral("a.svg"))) & (QFile::ReadGroup | QFile::ReadOther),
      QFile::Permissions());
  EXPECT_FALSE(button.exportTo(folder.filePath(QStringLiteral("no/such/folder/a.csv"))));
  EXPECT_EQ(button.menu()->actions().size(), 3);
}

}  // namespace
}  // namespace onceover::charts
