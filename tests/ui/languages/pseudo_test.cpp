// SPDX-License-Identifier: GPL-3.0-or-later
// A language that puts each text in brackets: what a person reads outside of them was never translatable.
// Walks over all pages and dialogs.
#include <QDirIterator>
#include <QFile>
#include <QGroupBox>
#include <QHeaderView>
#include <QMenu>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QTranslator>

#include "tests/ui/journey/fixture.h"
#include "ui/widgets/badge.h"

namespace onceover::shell {
namespace {

// Remembers what it was asked for and the German texts do not have: a text that no file can translate.
class Brackets : public QTranslator {
 public:
  Brackets() {
    EXPECT_TRUE(german_.load(QStringLiteral(":/languages/onceover_de.qm")));
    EXPECT_TRUE(qt_.load(QStringLiteral(":/languages/qtbase_de.qm")));
    QCoreApplication::installTranslator(this);
  }
  ~Brackets() override { QCoreApplication::removeTranslator(this); }
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* text, const char* comment, int n) const override {
    // Words of the database come this way too, of which only core's are translated.
    const bool isWord = qstrcmp(context, "Words") == 0;
    const bool isKnown = !german_.translate("Onceover", text, comment, n).isEmpty() ||
                         !qt_.translate(context, text, comment, n).isEmpty();
    if (!isKnown && isWord) return {};
    if (!isKnown) missing_.insert(QString::fromUtf8(text));
    return QStringLiteral("⟦%1⟧").arg(QString::fromUtf8(text));
  }
  const std::set<QString>& missing() const { return missing_; }

 private:
  QTranslator german_, qt_;
  mutable std::set<QString> missing_;
};

// Sentences that core makes are English in every language, so far: they are known by three words in a row
// that its sources have too.
bool isOfCore(const QString& text) {
  static const QString sources = [] {
    QString all;
    for (const char* folder : {"/core", "/app/try", "/resources/manual"}) {
      QDirIterator files(QStringLiteral(ONCEOVER_SOURCE_DIR) + QLatin1String(folder), QDir::Files,
                         QDirIterator::Subdirectories);
      while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) all += QString::fromUtf8(file.readAll()) + '\n';
      }
    }
    // A literal over two lines is one.
    return all.replace(QRegularExpression(QStringLiteral("\"\\s*\n\\s*\"")), {});
  }();
  static const QRegularExpression between(QStringLiteral("\\s+"));
  const QStringList words = text.split(between, Qt::SkipEmptyParts);
  constexpr qsizetype size = 3;
  for (qsizetype i = 0; i + size <= words.size(); ++i) {
    if (sources.contains(words.mid(i, size).join(' '))) return true;
  }
  return false;
}

// The words of a text that are outside of brackets, by the kinds of what may be there.
QStringList foreignWords(QString text) {
  if (Qt::mightBeRichText(text)) text = QTextDocumentFragment::fromHtml(text).toPlainText();
  static const QRegularExpression innermost(QStringLiteral("⟦[^⟦⟧]*⟧")),
      blanks(QStringLiteral("[\\s,;:()“”\"'·→–…?]+"));
  while (text.contains(innermost)) text.replace(innermost, QStringLiteral(" "));
  QStringList found;
  for (const QString& line : text.split('\n')) {
    if (isOfCore(line)) continue;
    for (const QString& word : line.split(blanks, Qt::SkipEmptyParts)) {
      // Data, names in code, times and numbers; units and what core's sizes are of; names of columns, and of
      // the test's connection; keys of the keyboard; names of their own.
      static const QRegularExpression isData(QStringLiteral("[\\d_/.=@#+\\-*<>%|✎]|^[^A-Za-z]*$|^.$"));
      static const QSet<QString> others{
          "min",      "ms",         "bytes",      "key",        "operation", "tenant",   "rows",   "MiB",
          "day",      "random",     "postgres",   "postgresql", "https",     "live",     "kB",     "MB",
          "GB",       "UTC",        "EUR",        "acme",       "POST",      "payments", "of",     "the",
          "large",    "shop",       "Ctrl",       "Alt",        "Shift",     "Enter",    "Esc",    "Return",
          "Del",      "Tab",        "Space",      "PgUp",       "PgDown",    "Left",     "Right",  "Onceover",
          "onceover", "PostgreSQL", "Prometheus", "SQL",        "JSON",      "English",  "Deutsch"};
      if (!word.contains(isData) && !others.contains(word)) found.append(word);
    }
  }
  return found;
}

QStringList textsOf(const QWidget& of) {
  QStringList texts{of.toolTip(), of.accessibleName(), of.windowTitle()};
  for (const QAction* action : of.actions()) texts << action->text() << action->toolTip();
  if (const auto* badge = qobject_cast<const widgets::BadgeLabel*>(&of)) texts << badge->badge().word;
  if (const auto* label = qobject_cast<const QLabel*>(&of)) texts << label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(&of)) texts << button->text();
  if (const auto* group = qobject_cast<const QGroupBox*>(&of)) texts << group->title();
  if (const auto* edit = qobject_cast<const QLineEdit*>(&of)) texts << edit->placeholderText();
  if (const auto* spin = qobject_cast<const QSpinBox*>(&of))
    texts << spin->suffix() << spin->prefix() << spin->specialValueText();
  if (const auto* box = qobject_cast<const QComboBox*>(&of); box != nullptr && !box->isEditable()) {
    for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
  }
  if (const auto* tabs = qobject_cast<const QTabBar*>(&of)) {
    for (int i = 0; i < tabs->count(); ++i) texts << tabs->tabText(i);
  }
  if (const auto* table = qobject_cast<const QTableView*>(&of);
      table != nullptr && table->model() != nullptr) {
    for (int c = 0; c < table->model()->columnCount(); ++c) {
      texts << table->model()->headerData(c, Qt::Horizontal).toString()
            << table->model()->headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
      for (int r = 0; r < std::min(3, table->model()->rowCount()); ++r)
        texts << table->model()->index(r, c).data().toString();
    }
  }
  return texts;
}

// Its own, before the window is made.
struct InBrackets {
  Brackets brackets;
};

class PseudoTest : private InBrackets, public WalkedTest {
 protected:
  void look(const std::string& where) override {
    QWidget& top = dialog() != nullptr ? static_cast<QWidget&>(*dialog()) : window;
    for (const QWidget* widget : top.findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->window() != &top) continue;
      for (const QString& text : textsOf(*widget)) {
        const QStringList words = foreignWords(text);
        if (!words.isEmpty())
          found_.try_emplace(
              text, where + " (" + widget->metaObject()->className() + "): " + words.join(' ').toStdString());
      }
    }
  }
  void TearDown() override {
    for (const auto& [text, where] : found_) ADD_FAILURE() << where << "\n    in: " << text.toStdString();
    for (const QString& text : brackets.missing())
      ADD_FAILURE() << "asked for, and in no file: " << text.toStdString();
  }

 private:
  std::map<QString, std::string> found_;
};

TEST_P(PseudoTest, WhatIsShownWithAStoreIsTranslatable) {
  fillStore();
  look("connections");
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  walkPages("page");
  openEach(window.actions(), "dialog");
}

TEST_P(PseudoTest, WhatIsShownWithoutAStoreIsTranslatable) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  walkPages("bare");
}

INSTANTIATE_TEST_SUITE_P(Looks, PseudoTest, testing::Values(Look{QSize(1280, 800), false}));

}  // namespace
}  // namespace onceover::shell
