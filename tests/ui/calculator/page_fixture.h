// SPDX-License-Identifier: GPL-3.0-or-later
// The calculator's page, whose fields are typed into and whose figures are read off the screen.
#pragma once

#include <QAbstractItemView>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <map>

#include "tests/support/console_page.h"
#include "ui/calculator/calculator_page.h"
#include "ui/calculator/inputs.h"
#include "ui/calculator/schedule_tab.h"
#include "ui/calculator/storm_tab.h"
#include "ui/widgets/table.h"

namespace onceover::calculator {

class CalculatorTest : public test::ConsolePageTest {
 protected:
  QTemporaryDir folder;
  std::map<QString, QString> kept;
  std::unique_ptr<CalculatorPage> page;

  // Into a cell, whose edit this key begins.
  static void type(QAbstractItemView& view, const QModelIndex& cell, Qt::Key begin, const QString& text) {
    view.setCurrentIndex(cell);
    QTest::keyClick(&view, begin);
    auto* editor = view.findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    test::settleLayout();  // an editor gives its text away through the event loop
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }

  void SetUp() override {
    ConsolePageTest::SetUp();
    open();
  }
  void TearDown() override { page.reset(); }
  void open() {
    page.reset();
    page = std::make_unique<CalculatorPage>(session);
    page->setMemory({[this](const QString& name) { return kept[name]; },
                     [this](const QString& name, const QString& value) { kept[name] = value; }});
    page->resize(1280, 800);
    page->show();
    page->activateWindow();
  }
  template <class W>
  W* named(const QString& name) {
    for (W* widget : page->findChildren<W*>()) {
      if (widget->accessibleName() == name && widget->isVisibleTo(page.get())) return widget;
    }
    ADD_FAILURE() << "nothing is named " << name.toStdString();
    return nullptr;
  }
  QPushButton* button(const QString& text) {
    for (auto* each : page->findChildren<QPushButton*>()) {
      if (QString(each->text()).remove(QLatin1Char('&')) == text && each->isVisibleTo(page.get()))
        return each;
    }
    ADD_FAILURE() << "no button " << text.toStdString();
    return nullptr;
  }
  void type(QWidget* field, const QString& text) {
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    if (text.isEmpty()) {
      QTest::keyClick(field, Qt::Key_Delete);
    } else {
      QTest::keyClicks(field, text);
    }
    QTest::keyClick(field, Qt::Key_Return);
  }
  void typeSpan(const QString& name, const QString& text) { type(named<SpanEdit>(name), text); }
  void typeNumber(const QString& name, const QString& text) { type(named<QDoubleSpinBox>(name), text); }
  void goTo(const QString& tab) {
    auto* tabs = page->findChild<QTabWidget*>();
    for (int i = 0; i < tabs->count(); ++i) {
      if (QString(tabs->tabText(i)).remove(QLatin1Char('&')) == tab)
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(i).center());
    }
    ASSERT_EQ(QString(tabs->tabText(tabs->currentIndex())).remove(QLatin1Char('&')), tab);
  }
  QString label(const QString& name) {
    const auto* found = named<QLabel>(name);
    return found == nullptr ? QString() : found->text();
  }
  // Of the table of figures.
  QString figure(const QString& name, int column = 1) {
    const auto* model = named<widgets::TableView>(QStringLiteral("Figures"))->model();
    for (int row = 0; row < model->rowCount(); ++row) {
      if (model->index(row, 0).data().toString() == name) return model->index(row, column).data().toString();
    }
    return {};
  }
  ScheduleTab& schedule() { return *page->findChild<ScheduleTab*>(); }
  [[nodiscard]] bool drawn(const std::function<void()>& act) {
    return test::nextSignal(&schedule(), &ScheduleTab::drawn, act);
  }
  [[nodiscard]] bool atSchedule() {
    const bool first = schedule().schedule() || test::waitFor(&schedule(), &ScheduleTab::drawn, [this] {
                         return schedule().schedule().has_value();
                       });
    goTo(QStringLiteral("Retry schedule"));
    return first;
  }
  StormTab& storm() { return *page->findChild<StormTab*>(); }
  [[nodiscard]] bool simulated() {
    return test::nextSignal(&storm(), &StormTab::simulated, [this] {
      QTest::mouseClick(named<QPushButton>(QStringLiteral("Simulate the storm")), Qt::LeftButton);
    });
  }
  void tick(const QString& text) {
    for (auto* each : page->findChildren<QCheckBox*>()) {
      if (each->text() == text && each->isVisibleTo(page.get())) {
        each->setFocus();
        return QTest::keyClick(each, Qt::Key_Space);
      }
    }
    ADD_FAILURE() << "nothing to tick: " << text.toStdString();
  }
  QTableWidget* tableOf(const QString& chart) {
    auto* toggle = named<QToolButton>(chart + QStringLiteral(" as a table"));
    if (toggle == nullptr) return nullptr;
    if (!toggle->isChecked()) QTest::mouseClick(toggle, Qt::LeftButton);
    return named<QTableWidget>(chart);
  }
};

}  // namespace onceover::calculator
