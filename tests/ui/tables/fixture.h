// SPDX-License-Identifier: GPL-3.0-or-later
// A page of tables on a private server, worked as a person works it.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

#include "tests/support/console_page.h"
#include "ui/tables/mapping_view.h"
#include "ui/tables/models.h"
#include "ui/tables/survey.h"
#include "ui/tables/tables_page.h"
#include "ui/widgets/table.h"

namespace onceover::ui {

class TablesTest : public test::ConsolePageTest {
 protected:
  template <class W>
  static W* named(QWidget& in, const QString& name) {
    for (W* widget : in.findChildren<W*>()) {
      if (widget->accessibleName() == name && widget->isVisibleTo(&in)) return widget;
    }
    return nullptr;
  }
  static widgets::TableView* table(QWidget& in, const QString& name) {
    return named<widgets::TableView>(in, name);
  }
  static int rowOf(const widgets::TableView& in, int column, const QString& text) {
    for (int row = 0; row < in.model()->rowCount(); ++row) {
      if (in.model()->index(row, column).data().toString() == text) return row;
    }
    return -1;
  }
  // By the arrow keys, then Enter: what a person chooses, even where it was the current one.
  static void choose(QComboBox* box, const QString& beginning) {
    ASSERT_NE(box, nullptr);
    int at = 0;
    while (at < box->count() && !box->itemText(at).startsWith(beginning)) ++at;
    ASSERT_LT(at, box->count()) << beginning.toStdString();
    box->setFocus();
    while (box->currentIndex() < at) QTest::keyClick(box, Qt::Key_Down);
    while (box->currentIndex() > at) QTest::keyClick(box, Qt::Key_Up);
  }
  bool isIdle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  // Opens the mapping of a table by Enter in the list.
  void open(TablesPage& page, const QString& title) {
    page.show();
    ASSERT_TRUE(refreshed(page));
    auto* list = table(page, QStringLiteral("Tables of the database"));
    ASSERT_NE(list, nullptr);
    const int row = rowOf(*list, TablesModel::TableColumn, title);
    ASSERT_GE(row, 0) << title.toStdString();
    list->selectRow(row);
    QTest::keyClick(list, Qt::Key_Return);
    ASSERT_TRUE(isIdle());
    ASSERT_TRUE(page.isMapping());
  }
  void select(TablesPage& page, const std::string& role) {
    auto* tabs = named<QTabWidget>(page, QStringLiteral("The table and its mapping"));
    tabs->setCurrentIndex(1);
    auto* roles = table(page, QStringLiteral("Roles"));
    roles->setCurrentIndex({});
    roles->selectRow(page.findChild<RolesModel*>()->rowOf(role));
  }
  static void press(QWidget& in, const QString& name) {
    auto* button = named<QPushButton>(in, name);
    ASSERT_NE(button, nullptr) << name.toStdString();
    QTest::mouseClick(button, Qt::LeftButton);
  }
  QString why(TablesPage& page) { return page.findChild<QLabel*>(QStringLiteral("why"))->text(); }
  QString questions(TablesPage& page) {
    return widgets::shownAll(tables::why_not_usable(page.mapping().draft()));
  }
  // Says what the word means that no usual meaning is known for.
  void sayWhatBrokenMeans(TablesPage& page) {
    select(page, "state");
    press(page, QStringLiteral("BROKEN: failed"));
  }
  // Declares absent whatever is still open, but the state, the key and the identity.
  void declareTheRestAbsent(TablesPage& page) {
    const auto unknown = page.mapping().draft().unknown;
    for (const auto& [role, reason] : unknown) {
      const bool isColumn = roleInfo(role).kind != RoleInfo::Kind::columns &&
                            roleInfo(role).kind != RoleInfo::Kind::state && role != "key";
      if (!isColumn) continue;
      select(page, role);
      if (role == "lease") {
        choose(named<QComboBox>(page, QStringLiteral("What shows a lease")), QStringLiteral("nothing"));
      } else {
        choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("None"));
      }
    }
  }
  void sayLength(TablesPage& page, const QString& seconds) {
    select(page, "lease");
    auto* length = named<QSpinBox>(page, QStringLiteral("Length in seconds"));
    ASSERT_NE(length, nullptr);
    length->setFocus();
    length->selectAll();
    QTest::keyClicks(length, seconds);
    QTest::keyClick(length, Qt::Key_Return);
  }
  // The sample follows corrections after a moment.
  template <class Shown>
  bool sampled(TablesPage& page, Shown shown) {
    return test::waitFor(&page.mapping(), &MappingView::sampled, shown);
  }
};

}  // namespace onceover::ui
