// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in the console: every page of it is there, its links lead somewhere, and nothing is fetched.
#include <gtest/gtest.h>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QListWidget>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextTable>
#include <QUrl>

#include "tests/support/console_page.h"
#include "tests/support/control_walk.h"
#include "ui/manual/manual_window.h"
#include "ui/widgets/controls.h"

namespace onceover::manual {
namespace {

class ManualTest : public testing::Test {
 protected:
  void SetUp() override {
    test::wear(widgets::lightTokens());
    window.showPage(QStringLiteral("README"));
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  }
  ManualView& view() { return *window.findChild<ManualView*>(); }
  // The text at the top of what is seen.
  QString top() { return view().cursorForPosition(QPoint(40, 24)).block().text(); }
  ManualWindow window;
};

TEST_F(ManualTest, EveryFileOfTheManualIsAPageOfIt) {
  QStringList files;
  for (const QString& file :
       QDir(QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/manual")).entryList({QStringLiteral("*.md")})) {
    files.append(file.section(QLatin1Char('.'), 0, 0));
  }
  QStringList pages = ManualWindow::pages();
  files.sort();
  pages.sort();
  EXPECT_EQ(pages.join(' ').toStdString(), files.join(' ').toStdString());
}

TEST_F(ManualTest, EveryLinkLeadsToAPageAndAHeading) {
  static const QRegularExpression link(QStringLiteral("\\]\\(([^)#]*)(?:#([^)]*))?\\)"));
  for (const QString& page : ManualWindow::pages()) {
    auto match = link.globalMatch(ManualWindow::markdownOf(page));
    while (match.hasNext()) {
      const auto found = match.next();
      const QString target = found.captured(1);
      if (target.startsWith(QLatin1String("http")) || target.startsWith(QLatin1String("../"))) continue;
      const QString to = target.isEmpty() ? page : target.section(QLatin1Char('.'), 0, 0);
      ASSERT_FALSE(ManualWindow::markdownOf(to).isEmpty())
          << page.toStdString() << " links to " << target.toStdString();
      if (found.captured(2).isEmpty()) continue;
      window.showPage(to);
      EXPECT_TRUE(view().goToHeading(found.captured(2)))
          << page.toStdString() << ": " << found.captured(2).toStdString();
    }
  }
}

TEST_F(ManualTest, AHeadingComesToTheTop) {
  window.showPage(QStringLiteral("console"), QStringLiteral("Stuck leases"));
  EXPECT_EQ(top().toStdString(), "Stuck leases");
  window.showPage(QStringLiteral("console"), QStringLiteral("No such heading"));
  EXPECT_EQ(view().verticalScrollBar()->value(), 0);
}

// It is led there before it has its size, and by a window manager in another one.
TEST_F(ManualTest, AHeadingIsAtTheTopWhenTheWindowOpens) {
  ManualWindow first;
  first.showPage(QStringLiteral("console"), QStringLiteral("Stuck leases"));
  first.show();
  first.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&first));
  auto& its = *first.findChild<ManualView*>();
  const auto shown = [&its] { return its.cursorForPosition(QPoint(40, 24)).block().text().toStdString(); };
  EXPECT_EQ(shown(), "Stuck leases");
  first.resize(1200, 900);
  test::settleLayout();
  EXPECT_EQ(shown(), "Stuck leases");
  its.verticalScrollBar()->setValue(0);
  first.resize(800, 600);
  test::settleLayout();
  EXPECT_EQ(its.verticalScrollBar()->value(), 0) << "who has scrolled stays there";
}

TEST_F(ManualTest, BackAndForwardGoThroughWhatWasRead) {
  window.showPage(QStringLiteral("console"));
  emit view().anchorClicked(QUrl(QStringLiteral("settle.md")));
  EXPECT_EQ(window.place().page.toStdString(), "settle");
  QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(window.place().page.toStdString(), "console");
  QTest::keyClick(&window, Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(window.place().page.toStdString(), "settle");
}

TEST_F(ManualTest, ALinkThatLeadsElsewhereIsOnlyNamed) {
  emit view().anchorClicked(QUrl(QStringLiteral("https://www.example.com/a")));
  EXPECT_TRUE(test::allTextOf(window).contains(QStringLiteral("https://www.example.com/a")));
  EXPECT_EQ(window.place().page.toStdString(), "README");
  EXPECT_FALSE(view()
                   .loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/hostname")))
                   .isValid());
}

TEST_F(ManualTest, ItsPicturesAreShown) {
  static const QRegularExpression picture(QStringLiteral("!\\[[^]]*\\]\\(([^)]*)\\)"));
  int shown = 0;
  for (const QString& page : ManualWindow::pages()) {
    auto match = picture.globalMatch(ManualWindow::markdownOf(page));
    for (; match.hasNext(); ++shown) {
      const QString name = match.next().captured(1);
      EXPECT_FALSE(view().loadResource(QTextDocument::ImageResource, QUrl(name)).value<QImage>().isNull())
          << name.toStdString();
    }
  }
  EXPECT_GT(shown, 0);
}

// Of A4 with margins of 15 mm, in 9 points.
int sheetsOf(const QString& page) {
  QBuffer pdf;
  pdf.open(QIODevice::WriteOnly);
  QPdfWriter printer(&pdf);
  printer.setPageSize(QPageSize(QPageSize::A4));
  printer.setPageMargins(QMarginsF(15, 15, 15, 15), QPageLayout::Millimeter);
  QTextDocument paper;
  paper.setDefaultFont(QFont(QStringLiteral("DejaVu Sans"), 9));
  paper.setMarkdown(ManualWindow::markdownOf(page), QTextDocument::MarkdownDialectGitHub);
  paper.documentLayout()->setPaintDevice(&printer);
  paper.setPageSize(QSizeF(printer.width(), printer.height()));
  return paper.pageCount();
}

TEST(Manual, OnCallIsPrintedOnOnePage) {
  EXPECT_EQ(sheetsOf(QStringLiteral("on-call")), 1);
  EXPECT_GT(sheetsOf(QStringLiteral("names")), 1);
}

TEST_F(ManualTest, MarkupOfHtmlIsShownAsText) {
  view().showMarkdown(QStringLiteral("a <b>bold</b> <img src='x'> word"));
  EXPECT_TRUE(view().toPlainText().contains(QStringLiteral("<b>"))) << view().toPlainText().toStdString();
}

TEST_F(ManualTest, TablesAreTables) {
  window.showPage(QStringLiteral("glossary"));
  const auto frames = view().document()->rootFrame()->childFrames();
  ASSERT_EQ(frames.size(), 1);
  EXPECT_GT(qobject_cast<QTextTable*>(frames.front())->rows(), 30);
}

TEST_F(ManualTest, CommandsStandOut) {
  window.showPage(QStringLiteral("settle"));
  const QTextCursor command = view().document()->find(QStringLiteral("oncectl stuck"));
  ASSERT_FALSE(command.isNull());
  EXPECT_EQ(command.blockFormat().background().color().name().toStdString(),
            widgets::lightTokens().mutedFill.name().toStdString());
}

TEST_F(ManualTest, EveryControlCanBeUsed) {
  EXPECT_EQ(test::ControlWalk(window).all().toStdString(), "");
  window.showPage(QStringLiteral("console"), QStringLiteral("Case"));
  test::takePictures(window, QStringLiteral("manual"), {860, 520});
  window.showPage(QStringLiteral("settle"));
  test::takePictures(window, QStringLiteral("manual-settle"), {860, 520});
  window.showPage(QStringLiteral("first-ten-minutes"));
  test::takePictures(window, QStringLiteral("manual-first"), {860, 920});
}

TEST(Glossary, HasTheWordsOfTheManualsPage) {
  EXPECT_TRUE(
      widgets::glossaryMeaning(QStringLiteral("Fence")).startsWith(QStringLiteral("a number that rises")));
  EXPECT_TRUE(
      widgets::glossaryMeaning(QStringLiteral("reap")).startsWith(QStringLiteral("to delete finished keys")));
  EXPECT_TRUE(widgets::glossaryMeaning(QStringLiteral("nothing")).isEmpty());
  int terms = 0;
  QFile page(QStringLiteral(":/manual/glossary.md"));
  ASSERT_TRUE(page.open(QIODevice::ReadOnly));
  for (const QString& line : QString::fromUtf8(page.readAll()).split(QLatin1Char('\n'))) {
    const QStringList cells = line.split(QLatin1Char('|'));
    if (cells.size() != 4 || cells[1].contains(QLatin1String("---")) ||
        cells[1].trimmed() == QLatin1String("term"))
      continue;
    for (const QString& term : cells[1].trimmed().split(QStringLiteral(", "))) {
      EXPECT_FALSE(widgets::glossaryMeaning(term).isEmpty()) << term.toStdString();
      ++terms;
    }
  }
  EXPECT_GT(terms, 30);
}

}  // namespace
}  // namespace onceover::manual
