// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/language.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QTest>
#include <QTranslator>

#include "core/gateway/evidence.h"
#include "core/key/types.h"
#include "core/metrics/chart.h"
#include "core/plan/plan.h"
#include "core/reconcile/verdict.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

// The language is taken once, at the start of a program; a test puts back what it found.
class LanguageTest : public testing::Test {
 protected:
  const QLocale before;
  void TearDown() override {
    QLocale::setDefault(before);
    for (QTranslator* texts : QCoreApplication::instance()->findChildren<QTranslator*>()) {
      if (!kept.contains(texts)) delete texts;
    }
  }
  const QList<QTranslator*> kept = QCoreApplication::instance()->findChildren<QTranslator*>();
};

TEST_F(LanguageTest, TheChoiceComesBeforeTheSystemAndEnglishIsLast) {
  EXPECT_EQ(languageOf(QStringLiteral("en"), {QStringLiteral("de-DE")}), QStringLiteral("en"));
  EXPECT_EQ(languageOf({}, {QStringLiteral("fr-CA"), QStringLiteral("de-CH"), QStringLiteral("en-GB")}),
            QStringLiteral("de"));
  EXPECT_EQ(languageOf(QStringLiteral("system"), {QStringLiteral("C")}), QStringLiteral("en"));
  EXPECT_EQ(languageOf(QStringLiteral("xx"), {}), QStringLiteral("en"));
}

TEST_F(LanguageTest, EnglishHasItsPlurals) {
  EXPECT_EQ(tr("%Ln rows", nullptr, 1), QStringLiteral("1 row"));
  EXPECT_EQ(tr("%Ln rows", nullptr, 12'345), QStringLiteral("12,345 rows"));
  EXPECT_EQ(widgets::number(-1'234'567), QStringLiteral("-1,234,567"));
}

TEST_F(LanguageTest, GermanIsWholeWithQtsOwnTextsAndNumbers) {
  speak(QStringLiteral("de"));
  EXPECT_EQ(tr("%Ln rows", nullptr, 1), QStringLiteral("1 Zeile"));
  EXPECT_EQ(tr("%Ln rows", nullptr, 12'345), QStringLiteral("12.345 Zeilen"));
  EXPECT_EQ(widgets::number(0.5, 'f', 1), QStringLiteral("0,5"));
  EXPECT_EQ(widgets::span(std::chrono::milliseconds(1500)), QStringLiteral("1,5 s"));
  EXPECT_EQ(QDialogButtonBox(QDialogButtonBox::Cancel).button(QDialogButtonBox::Cancel)->text().remove('&'),
            QStringLiteral("Abbrechen"));
}

// Each word of core that is shown as a label: an enumerator that comes later has none.
TEST_F(LanguageTest, EveryWordOfCoreHasItsGerman) {
  speak(QStringLiteral("de"));
  const auto check = [](std::string_view word) {
    QTranslator german;
    ASSERT_TRUE(german.load(QStringLiteral(":/languages/onceover_de.qm")));
    QString text = widgets::text(word).replace('_', ' ');
    if (word == "needs_human") text = QStringLiteral("needs a person");
    EXPECT_FALSE(german.translate("Onceover", text.toUtf8().constData()).isEmpty())
        << "not in core_words.txt: " << word;
  };
  const auto checkAll = [&check]<class E>(E) {
    for (int i = 0; !word(static_cast<E>(i)).empty(); ++i) check(word(static_cast<E>(i)));
  };
  checkAll(key::State{});
  checkAll(key::Holder{});
  checkAll(gateway::Finding{});
  checkAll(reconcile::VerdictKind{});
  for (const auto agreement : {reconcile::Agreement::confirms, reconcile::Agreement::contradicts})
    check(word(agreement));
  checkAll(plan::State{});
  checkAll(plan::ItemState{});
  checkAll(metrics::Mark::Kind{});
  for (const metrics::Metric& metric : metrics::all_metrics()) check(metric.label);
}

class Numbers : public widgets::RowsModel<std::int64_t> {
 public:
  Numbers() {
    setColumns({{{QStringLiteral("n"), 8}, [](const std::int64_t& n) { return widgets::number(n); }}});
    setRows({12'345});
  }
};

TEST_F(LanguageTest, WhatIsCopiedHasTheNumbersOfC) {
  speak(QStringLiteral("de"));
  Numbers numbers;
  widgets::TableView table(QStringLiteral("numbers"), &numbers);
  table.setCurrentIndex(numbers.index(0, 0));
  EXPECT_EQ(numbers.index(0, 0).data().toString(), QStringLiteral("12.345"));
  QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text().trimmed(), QStringLiteral("12345"));
  EXPECT_EQ(widgets::number(12'345), QStringLiteral("12.345"));
}

}  // namespace
}  // namespace onceover::shell
